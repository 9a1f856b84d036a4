/** Checks a witness against the constraints of its circuit. */
import { check as checkWitness, describeCheck } from "../../src/circuits/index.js";
import { openBar, readJson, sourceOf, withInputNames } from "./tools.mjs";

/** A circuit's program, which takes inputs, rather than a witness. @param {string} name */
const isProgram = (name) => /\.wasm(?:[?#]|$)/i.test(name);

/** Exit codes. */
const HOLDS = 0, FAILS = 5;

/**
 * @param {string[]} files - r1cs, then a witness, or a program and its inputs, and the names of the
 *   signals
 * @returns {Promise<{ r1cs: string, witness: any, sym: string | undefined }>}
 */
async function readFiles([r1cs, second, ...others]) {
    if (!isProgram(second)) return { r1cs, witness: await sourceOf(second), sym: others[0] };
    return { r1cs, witness: { wasm: second, inputs: await readJson(others[0]) }, sym: others[1] };
}

/**
 * @param {any} request
 * @param {AbortSignal} signal
 * @param {(text: string) => void} print
 * @returns {Promise<number>} 5 if a constraint does not hold
 */
export async function check(request, signal, print) {
    const { r1cs, witness, sym } = await readFiles(request.files), { threads, max, under, json } = request;
    const bar = openBar(request);
    let report;
    try {
        const { onProgress } = bar, onLog = (/** @type {string} */ line) => bar.say(line);
        report = await checkWitness(r1cs, witness, { sym, max, under, threads, signal, onProgress, onLog })
            .catch(async (error) => {
                const { wasm, inputs } = witness;
                if (wasm === undefined) throw error;
                throw await withInputNames(error, { wasm, inputs, sym, r1cs });
            });
    } finally {
        bar.stop();
    }
    print(json ? JSON.stringify(report) : describeCheck(report));
    return report.holds ? HOLDS : FAILS;
}
