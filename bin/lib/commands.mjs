/** What each command does. */
import { fullProve, prove, verify, zkeyInfo } from "../../src/prover/index.js";
import { openBars } from "./bars.mjs";
import { readJson, writeAll } from "./files.mjs";
import { print, say } from "./output.mjs";

const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** Runs a prover under progress bars and puts its result where it belongs. */
async function proveWith(request, signal, run, [proofFile, publicFile]) {
    const { threads, memory, check, paranoid, json } = request;
    const bars = await openBars(request);
    let result;
    const started = performance.now();
    try {
        result = await run({ threads, memory, check, paranoid, signal, timings: true, onProgress: bars.onProgress });
    } finally {
        bars.stop();
    }
    const { proof, publicSignals, timings } = result;
    const named = proofFile !== undefined;
    if (named || !json) writeAll([[proofFile ?? "proof.json", proof], [publicFile ?? "public.json", publicSignals]]);
    if (json) print(JSON.stringify(request.timings ? result : { proof, publicSignals }));
    else report(request, timings, performance.now() - started, proofFile ?? "proof.json", publicFile ?? "public.json");
    return 0;
}

function report({ timings: wanted, check, quiet }, timings, elapsed, proofFile, publicFile) {
    if (wanted) for (const { phase, start, end } of timings) say(`${phase.padEnd(13)} ${start.toFixed(0).padStart(7)} to ${end.toFixed(0).padStart(7)} ms`);
    if (!quiet) say(`proved in ${(elapsed / 1000).toFixed(2)} s${check ? ", verified" : ""}: ${proofFile}, ${publicFile}`);
}

export const commands = {
    async prove(request, signal) {
        const [zkey, witness, ...outputs] = request.files;
        return proveWith(request, signal, (options) => prove(zkey, witness, options), outputs);
    },

    async fullprove(request, signal) {
        const [input, wasm, zkey, ...outputs] = request.files;
        const inputs = await readJson(input);
        return proveWith(request, signal, (options) => fullProve(inputs, wasm, zkey, { ...options, onLog: say }), outputs);
    },

    async verify({ files, json }) {
        const [vkey, publicSignals, proof] = await Promise.all(files.map(readJson));
        const ok = await verify(vkey, publicSignals, proof);
        print(json ? JSON.stringify({ ok }) : ok ? "the proof verifies" : "the proof does NOT verify");
        return ok ? 0 : 1;
    },

    async info({ files: [zkey], json, threads, memory }, signal) {
        const info = await zkeyInfo(zkey, { threads, memory, signal });
        if (json) {
            print(JSON.stringify(info));
            return 0;
        }
        const rows = [
            ["protocol", info.protocol], ["curve", info.curve], ["constraints", info.constraints ?? "unknown"], ["signals", info.signals], ["public signals", info.publicSignals],
            ["domain", `2^${Math.log2(info.domainSize)}`], ["coefficients", info.coefficients], ["file", info.bytes === undefined ? "unknown" : mebibytes(info.bytes)],
            ...Object.entries(info.sections).map(([name, bytes]) => [`  ${name}`, mebibytes(bytes)]),
            ["expected memory", `${mebibytes(info.expectedMemory)} with ${info.threads} threads`],
        ];
        for (const [name, value] of rows) print(`${String(name).padEnd(18)} ${value}`);
        return 0;
    },

    async bench(request, signal) {
        const { bench } = await import("./bench.mjs");
        return bench(request, signal, print);
    },
};
