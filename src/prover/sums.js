/**
 * The sums of a proof: one scalar per point of a section, points read in ranges.
 * @module prover/sums
 */
import { SECTION } from "./zkey.js";

/** @import { Context } from "./context.js" */

/**
 * @typedef {object} Sum
 * @property {"A" | "B1" | "B2" | "C" | "H"} phase
 * @property {any} G - G1 or G2
 * @property {number} section
 * @property {number} pointBytes
 * @property {Uint8Array} scalars
 * @property {Promise<Uint8Array>} [ahead] - the whole section, where it was read before the scalars were known
 */

/** Bytes of points that are read before their scalars are known. */
const AHEAD = 1 << 23;

/**
 * A range of a section through multiExpAffineChunked. What is read counts against the budget
 * until the sum over it is done.
 * @param {Context} context
 * @param {Sum} sum
 * @param {number} from - points
 * @param {number} to
 * @param {(points: number) => void} advance
 */
async function sumRange({ zkey: { file, curve: { n8r } }, budget, signal }, { phase, G, section, pointBytes, scalars, ahead }, from, to, advance) {
    let held = 0, seen = 0;
    const read = async (/** @type {number} */ offset, /** @type {number} */ length) => {
        await budget.take(length);
        held += length;
        return ahead && length === file.sections.get(section)?.size ? ahead : file.read(section, from * pointBytes + offset, length, signal);
    };
    const reader = Object.assign(read, { fresh: true });
    const onProgress = ({ done = 0 }) => {
        const points = done - seen;
        seen = done;
        held -= points * pointBytes;
        budget.give(points * pointBytes);
        advance(points);
    };
    try {
        // A proving key is made by a ceremony: its points are in the subgroup, or no proof of it verifies.
        const options = { glv: "enabled", gls: "enabled", signal, onProgress };
        return await G.multiExpAffineChunked(reader, (to - from) * pointBytes, scalars.subarray(from * n8r, to * n8r), undefined, `prove ${phase}`, options);
    } finally {
        budget.give(held);
    }
}

/**
 * @param {Context} context
 * @param {Sum} sum
 * @returns {Promise<Uint8Array>} jacobian
 */
async function sumOf(context, sum) {
    const { scalars, G, pointBytes, phase } = sum;
    const n = scalars.length / context.zkey.curve.n8r;
    const tracker = context.progress.begin(phase, n);
    const per = Math.max(1, Math.floor(context.rangeBytes / pointBytes));
    let total = G.zero;
    for (let from = 0; from < n; from += per) {
        const part = await sumRange(context, sum, from, Math.min(n, from + per), tracker.advance);
        total = from === 0 ? part : G.add(total, part);
    }
    tracker.end();
    return total;
}

/** @param {Context} context */
export const sumA = (context) => sumOf(context, { phase: "A", G: context.curve.G1, section: SECTION.A, pointBytes: context.zkey.sG1, scalars: context.witness });

/** @param {Context} context */
export const sumB1 = (context) => sumOf(context, { phase: "B1", G: context.curve.G1, section: SECTION.B1, pointBytes: context.zkey.sG1, scalars: context.witness });

/** @param {Context} context */
export const sumB2 = (context) => sumOf(context, { phase: "B2", G: context.curve.G2, section: SECTION.B2, pointBytes: context.zkey.sG2, scalars: context.witness });

/** @param {Context} context */
export function sumC(context) {
    const { zkey: { nPublic, sG1, curve: { n8r } }, witness } = context;
    return sumOf(context, { phase: "C", G: context.curve.G1, section: SECTION.C, pointBytes: sG1, scalars: witness.subarray((nPublic + 1) * n8r) });
}

/** @param {Context} context @param {Promise<Uint8Array>} quotient - on the coset; the points are there when it is */
export async function sumH(context, quotient) {
    const { zkey: { file, sG1, domainSize }, curve: { G1: G }, rangeBytes, signal } = context, bytes = domainSize * sG1;
    const ahead = bytes <= Math.min(AHEAD, rangeBytes) ? file.read(SECTION.H, 0, bytes, signal) : undefined;
    ahead?.catch(() => {}); // told by the sum
    return sumOf(context, { phase: "H", G, section: SECTION.H, pointBytes: sG1, scalars: await quotient, ahead });
}
