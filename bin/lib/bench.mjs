/** How fast the engine is on this machine: the operations that a proof consists of, at sizes of real circuits. */
import { buildBls12381, buildBn128 } from "../../src/index.js";

const ROUNDS = 3;
const BITS = [12, 14, 16];

async function best(run) {
    let least = Infinity;
    for (let i = 0; i < ROUNDS; i++) {
        const started = performance.now();
        await run();
        least = Math.min(least, performance.now() - started);
    }
    return least;
}

/** Different points, quickly: g, 2g, 4g, ... the same few over again. */
function points(G, n) {
    const size = 2 * G.F.n8, out = new Uint8Array(n * size), few = Math.min(n, 256);
    for (let i = 0, p = G.g; i < few; i++, p = G.double(p)) out.set(G.toAffine(p), i * size);
    for (let at = few * size; at < out.length; at *= 2) out.copyWithin(at, 0, Math.min(at, out.length - at));
    return out;
}

async function rowsOf(curve, bits, signal) {
    const n = 2 ** bits, { Fr, G1, G2 } = curve;
    const elements = new Uint8Array(n * Fr.n8);
    for (let i = 0; i < n; i++) elements.set(Fr.random(), i * Fr.n8);
    const scalars = await Fr.batchFromMontgomery(elements);
    const rows = [];
    for (const [name, run] of [
        ["MSM G1", ((bases) => () => G1.multiExpAffine(bases, scalars, undefined, undefined, { signal }))(points(G1, n))],
        ["MSM G2", ((bases) => () => G2.multiExpAffine(bases, scalars, undefined, undefined, { signal }))(points(G2, n))],
        ["FFT", () => Fr.fft(elements)],
    ]) {
        signal.throwIfAborted();
        rows.push({ curve: curve.name, name, size: n, ms: await best(run) });
    }
    return rows;
}

export async function bench({ json, threads }, signal, print) {
    const rows = [];
    for (const build of [buildBn128, buildBls12381]) {
        const curve = await build(threads === undefined ? undefined : { threads });
        if (!json && rows.length === 0) print(`${curve.tm.concurrency} threads, Node ${process.versions.node}, best of ${ROUNDS}`);
        for (const bits of BITS) for (const row of await rowsOf(curve, bits, signal)) {
            rows.push(row);
            if (!json) print(`${row.curve.padEnd(9)} ${row.name.padEnd(7)} 2^${bits}  ${row.ms.toFixed(1).padStart(9)} ms  ${(row.ms * 1e6 / row.size).toFixed(0).padStart(7)} ns each`);
        }
        await curve.terminate();
    }
    if (json) print(JSON.stringify({ node: process.versions.node, rows }));
    return 0;
}
