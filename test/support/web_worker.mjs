/**
 * A program that proves with workers of the package web-worker, says what came of it, and ends by itself.
 *
 *     node web_worker.mjs MAIN GROTH16 FOLDER
 *
 * MAIN, GROTH16: the modules; FOLDER: of a circuit with its key, its witness and a proof.
 */
import { readFileSync } from "node:fs";
import Worker from "web-worker";

const [main, groth16, folder] = process.argv.slice(2);
const [{ buildBn128 }, { prove, verify }] = await Promise.all([import(main), import(groth16)]);
let made = 0, failed = "";
const createWorker = (url) => {
    try {
        const worker = new Worker(url);
        made++;
        return worker;
    } catch (error) {
        failed = String(error);
        throw error;
    }
};
const curve = await buildBn128({ threads: 2, createWorker });
const { proof, publicSignals } = await prove(`${folder}/circuit.zkey`, `${folder}/witness.wtns`, { curve, check: false });
const ready = () => curve.tm.pool.filter((slot) => slot?.initialized).length;
for (let i = 0; i < 1200 && ready() === 0; i++) // the proof may be done before
    await new Promise((resolve) => { setTimeout(resolve, 25); });
const vkey = JSON.parse(readFileSync(`${folder}/vkey.json`, "utf8"));
console.log(JSON.stringify({ made, ready: ready(), failed, valid: await verify(vkey, publicSignals, proof) }));
