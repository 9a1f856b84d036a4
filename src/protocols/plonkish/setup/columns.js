/**
 * What the keys of protocols with rows of gates have in common: selectors and the permutation of
 * wires as polynomials, and how these and the powers of tau are written.
 * @module protocols/plonkish/setup/columns
 */
import { powers } from "../../../batch/field_ops.js";
import { PTAU } from "../../../files/ptau.js";
import { readPoints } from "../../setup/lagrange.js";

/** @import { Curve } from "../../../curves/types.js" */
/** @import { KnownCurve } from "../../../curves/known.js" */
/** @import { SectionWriter } from "../../../files/binwriter.js" */
/** @import { Ptau } from "../../../files/ptau.js" */
/** @import { Gates } from "./gates.js" */

/** The factors of the cosets that name the second and third column. */
export const K1 = 2n, K2 = 3n;

/** Values of a polynomial that a key has beside its coefficients, in multiples of the domain. */
const VALUES = 4;

/** Points that are read at a time. */
const POINTS = 1 << 17;

/** @typedef {{ curve: Curve, ptau: Ptau, signal: AbortSignal, writer: SectionWriter }} On */

/**
 * A polynomial: its values on the domain, plain, and its coefficients, LEM.
 * @typedef {{ values: Uint8Array, coefficients: Uint8Array }} Column
 */

/**
 * @param {On} on
 * @param {Uint8Array} values - on the first rows, plain; the others are zero
 * @param {number} n
 * @returns {Promise<Column>}
 */
export async function columnOf({ curve: { Fr }, signal }, values, n) {
    const all = new Uint8Array(n * Fr.n8);
    all.set(values);
    const inside = await Fr.batchToMontgomery(all, { signal });
    const coefficients = /** @type {Uint8Array} */ (await Fr.ifft(inside, "", "", undefined, "", { signal }));
    return { values: all, coefficients };
}

/**
 * The permutation that leads from each cell of a wire to the one before, and from its first to its
 * last, as the values that name cells: w^i, k1 w^i, k2 w^i.
 * @param {On} on
 * @param {Gates} gates
 * @param {number} power - of the domain
 * @param {number} free - rows at its end that are mapped to themselves
 * @returns {Promise<Column[]>} of the columns a, b and c
 */
export async function permutationOf(on, { columns, rows, wires }, power, free) {
    const { curve: { Fr }, signal } = on, n = 2 ** power, { n8 } = Fr;
    const roots = await Promise.all([1n, K1, K2].map(async (k) =>
        Fr.batchFromMontgomery(await powers(on.curve, Fr.e(k), Fr.w[power], n, { signal }))));
    const sigma = roots.map((list) => list.slice());
    const first = new Float64Array(wires).fill(-1);
    const last = new Float64Array(wires);
    const put = (/** @type {number} */ to, /** @type {number} */ from) => {
        const at = (from % n) * n8;
        sigma[Math.floor(to / n)].set(roots[Math.floor(from / n)].subarray(at, at + n8), (to % n) * n8);
    };
    for (let row = 0; row < n - free; row++)
        for (let c = 0; c < 3; c++) {
            const wire = row < rows ? columns[c][row] : 0;
            const cell = c * n + row;
            if (first[wire] < 0) first[wire] = cell;
            else put(cell, last[wire]);
            last[wire] = cell;
        }
    for (let wire = 0; wire < wires; wire++) if (first[wire] >= 0) put(first[wire], last[wire]);
    return Promise.all(sigma.map((values) => columnOf(on, values, n)));
}

/** @param {On} on @param {number} type @param {Gates} gates */
export async function writeAdditions({ curve: { Fr }, writer, signal }, type, { sums, additions }) {
    const { n8 } = Fr, size = 8 + 2 * n8;
    const factors = new Uint8Array(2 * additions * n8);
    const bytes = sums.slice();
    for (let i = 0; i < additions; i++) factors.set(sums.subarray(i * size + 8, (i + 1) * size), 2 * i * n8);
    const inside = /** @type {Uint8Array} */ (await Fr.batchToMontgomery(factors, { signal }));
    for (let i = 0; i < additions; i++) bytes.set(inside.subarray(2 * i * n8, 2 * (i + 1) * n8), i * size + 8);
    await writer.begin(type, bytes.length);
    await writer.write(bytes);
    await writer.end();
}

/** @param {On} on @param {number[]} types - of the three columns @param {Gates} gates */
export async function writeWires({ writer }, types, { columns }) {
    for (const [i, type] of types.entries()) {
        const { buffer, byteOffset, byteLength } = columns[i];
        await writer.begin(type, byteLength);
        await writer.write(new Uint8Array(buffer, byteOffset, byteLength));
        await writer.end();
    }
}

/**
 * A section of polynomials: of each its coefficients, and its values on a domain of four times the
 * size.
 * @param {On} on
 * @param {number} type
 * @param {number} count
 * @param {number} n
 * @param {(i: number) => Promise<Uint8Array>} coefficients - LEM
 */
export async function writePolynomials({ curve: { Fr }, writer, signal }, type, count, n, coefficients) {
    await writer.begin(type, count * (1 + VALUES) * n * Fr.n8);
    for (let i = 0; i < count; i++) {
        signal.throwIfAborted();
        const low = await coefficients(i);
        const all = new Uint8Array(VALUES * n * Fr.n8);
        all.set(low);
        await writer.write(low);
        await writer.write(/** @type {Uint8Array} */ (await Fr.fft(all, "", "", undefined, "", { signal })));
    }
    await writer.end();
}

/** The Lagrange polynomial of a row. @param {On} on @param {number} n */
export const lagrangePolynomial = (on, n) => async (/** @type {number} */ row) => {
    const { n8 } = on.curve.Fr, values = new Uint8Array((row + 1) * n8);
    values[row * n8] = 1;
    return (await columnOf(on, values, n)).coefficients;
};

/**
 * The first powers of tau of G1, checked, as a section of the key.
 * @param {On} on
 * @param {number} type
 * @param {number} count
 */
export async function writePowers(on, type, count) {
    await on.writer.begin(type, count * 2 * on.curve.G1.F.n8);
    for (let from = 0; from < count; from += POINTS)
        await on.writer.write(await readPoints(on, PTAU.TAU_G1, from, Math.min(POINTS, count - from)));
    await on.writer.end();
}

/**
 * Sums of the points [first, first + n) of a section, times each of some lists of plain scalars.
 * @param {On} on
 * @param {number} type
 * @param {number} first
 * @param {readonly Uint8Array[]} lists - n scalars each
 * @returns {Promise<Uint8Array[]>} affine
 */
export async function commitments(on, type, first, lists) {
    const { curve: { G1, Fr }, signal } = on, n = lists[0].length / Fr.n8;
    let sums = lists.map(() => G1.zero);
    for (let from = 0; from < n; from += POINTS) {
        const count = Math.min(POINTS, n - from);
        const points = await readPoints(on, type, first + from, count);
        const parts = /** @type {Uint8Array[]} */ ([]);
        for (const list of lists) {
            const scalars = list.subarray(from * Fr.n8, (from + count) * Fr.n8);
            parts.push(await G1.multiExpAffine(points, scalars, undefined, undefined, { signal }));
        }
        sums = sums.map((sum, i) => G1.add(sum, parts[i]));
    }
    return sums.map((sum) => /** @type {Uint8Array} */ (G1.toAffine(sum)));
}
