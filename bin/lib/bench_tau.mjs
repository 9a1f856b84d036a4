/**
 * Powers of tau for `bench`, without a ceremony: their secrets are drawn here, so whoever runs this
 * could forge proofs with them.
 */
import { PTAU } from "../../src/files/ptau.js";
import { writeLE } from "../../src/util/bytes.js";
import { drawFactor } from "../../src/util/random.js";

/**
 * Bytes one after the other.
 * @param {(Uint8Array | { u32: number } | { u64: number } | { element: bigint })[]} parts
 */
export function joined(parts) {
    const bytes = parts.map((part) => {
        if (part instanceof Uint8Array) return part;
        const [[kind, value]] = Object.entries(part);
        const out = new Uint8Array({ u32: 4, u64: 8, element: 32 }[kind] ?? 0);
        writeLE(out, 0, BigInt(value), out.length);
        return out;
    });
    return new Uint8Array(Buffer.concat(bytes));
}

/** A binary file of iden3. @param {string} magic @param {[number, Uint8Array][]} sections */
export const fileOf = (magic, sections) => joined([
    new TextEncoder().encode(magic), { u32: 1 }, { u32: sections.length },
    ...sections.flatMap(([type, bytes]) => [{ u32: type }, { u64: bytes.length }, bytes]),
]);

/**
 * Lagrange points of all domains; those of the largest are the inverse FFT of the points, and no
 * set-up of that size reads the others, which stay zero.
 * @param {any} G
 * @param {Uint8Array} points - affine, LEM; as many as the largest domain has
 */
async function lagrange(G, points) {
    const all = new Uint8Array(2 * points.length - 2 * G.F.n8);
    all.set(await G.ifft(points, "affine", "affine"), all.length - points.length);
    return all;
}

/**
 * @param {any} curve
 * @param {number} power
 * @returns {Promise<Uint8Array>} a prepared file, for circuits whose domain has 2^power points
 */
export async function powersOfTau({ q, Fr, G1, G2 }, power) {
    const n = 2 ** power, [tau, alpha, beta] = [Fr, Fr, Fr].map(drawFactor);
    const series = (/** @type {any} */ G, /** @type {Uint8Array} */ first, /** @type {number} */ count) =>
        G.batchApplyKey(joined(Array(count).fill(G.toAffine(G.g))), first, tau, "affine", "affine");
    const tauG1 = await series(G1, Fr.one, 2 * n - 1), tauG2 = await series(G2, Fr.one, n);
    const alphaG1 = await series(G1, alpha, n), betaG1 = await series(G1, beta, n);
    const lastIsZero = joined([tauG1, new Uint8Array(2 * G1.F.n8)]);
    const tauLagrange = await lagrange(G1, lastIsZero);
    tauLagrange.set(await G1.ifft(tauG1.slice(0, n * 2 * G1.F.n8), "affine", "affine"), (n - 1) * 2 * G1.F.n8);
    return fileOf("ptau", [
        [PTAU.HEADER, joined([{ u32: G1.F.n8 }, { element: q }, { u32: power }, { u32: power }])],
        [PTAU.TAU_G1, tauG1], [PTAU.TAU_G2, tauG2], [PTAU.ALPHA_TAU_G1, alphaG1], [PTAU.BETA_TAU_G1, betaG1],
        [PTAU.BETA_G2, await series(G2, beta, 1)],
        [PTAU.CONTRIBUTIONS, joined([{ u32: 0 }])],
        [PTAU.LAGRANGE_TAU_G1, tauLagrange], [PTAU.LAGRANGE_TAU_G2, await lagrange(G2, tauG2)],
        [PTAU.LAGRANGE_ALPHA_TAU_G1, await lagrange(G1, alphaG1)],
        [PTAU.LAGRANGE_BETA_TAU_G1, await lagrange(G1, betaG1)],
    ]);
}
