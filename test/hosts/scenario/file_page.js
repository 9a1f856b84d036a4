/** A page that was opened from the disk: nothing can be fetched, so its files came as a script before this one. */
import { prove, verify } from "../../../src/protocols/groth16/index.js";

const bytes = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

async function main() {
    const { zkey, wtns, vkey } = globalThis.files, seen = [];
    const { proof, publicSignals, engine } = await prove(bytes(zkey), bytes(wtns), {
        threads: 2,
        timings: true,
        onProgress: ({ overall }) => seen.push(overall),
    });
    const alone = await prove(bytes(zkey), bytes(wtns), { threads: 0 });
    return {
        protocol: location.protocol,
        proof,
        publicSignals,
        engine,
        overall: seen.at(-1),
        workers: globalThis.started,
        verifies: await verify(vkey, publicSignals, proof),
        alone: await verify(vkey, alone.publicSignals, alone.proof),
        tampered: await verify(vkey, ["1", ...publicSignals.slice(1)], proof),
    };
}

const { Worker } = globalThis;
globalThis.started = 0;
globalThis.Worker = class extends Worker {
    constructor(...args) {
        super(...args);
        globalThis.started++;
    }
};
globalThis.report = main();
