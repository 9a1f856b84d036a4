/**
 * A program of a server or a command line, for runtimes that know node_modules: computes, proves and verifies, and
 * forgets its curves.
 * `program.mjs <folder of a circuit> <digests | prove | plonkish>` prints one line of JSON and must end by itself.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as api from "ffjavascript";
import { groth16 } from "snarkjs";
import { digests } from "./digests.mjs";
import { proveAndVerify } from "./plonkish.mjs";

const [folder, what] = process.argv.slice(2);
const json = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const workersOf = (curve) => curve?.tm.pool.filter((slot) => slot?.initialized).length ?? 0;

async function prove() {
    const [vkey, publicSignals, proof] = ["vkey.json", "public.json", "proof.json"].map(json);
    const made = await groth16.fullProve(
        json("input.json"),
        join(folder, "circuit.wasm"),
        join(folder, "circuit.zkey"),
    );
    const { tm } = globalThis.curve_bn128;
    return {
        ...made, workers: workersOf(globalThis.curve_bn128), threads: tm.concurrency, protocol: tm.protocol,
        own: await groth16.verify(vkey, made.publicSignals, made.proof),
        foreign: await groth16.verify(vkey, publicSignals, proof),
        tampered: await groth16.verify(vkey, [String(BigInt(publicSignals[0]) ^ 1n), ...publicSignals.slice(1)], proof),
    };
}

/** Our own provers and verifiers of PLONK and FFLONK. */
async function plonkish() {
    const found = {};
    for (const name of ["plonk", "fflonk"]) {
        const [vkey, publicSignals, proof] = ["vkey", "public", "proof"].map((what) => json(`${name}_${what}.json`));
        const [zkey, wtns] = [`${name}.zkey`, "witness.wtns"].map((file) => new Uint8Array(readFileSync(join(folder, file))));
        const files = { zkey, wtns, vkey, publicSignals, proof };
        found[name] = await proveAndVerify(await import(`ffjavascript/${name}`), files, { threads: 2 });
    }
    return found;
}

const work = {
    prove,
    plonkish,
    digests: async () => ({
        threaded: await digests(api, { threads: 2 }),
        single: await digests(api, { singleThread: true }),
    }),
};
const runtime = ["Deno", "Bun"].find((name) => name in globalThis) ?? "Node";
console.log(JSON.stringify({ runtime, ...await work[what]() }));
