/**
 * The sums of a proof: one scalar per point of a section, points read in ranges.
 * @module protocols/groth16/sums
 */
import { SECTION } from "./zkey.js";

/** @import { Context } from "./context.js" */

/**
 * @typedef {object} Sum
 * @property {Part} phase
 * @property {import("../../curves/types.js").PointGroup} G - G1 or G2
 * @property {number} section
 * @property {number} pointBytes
 * @property {Uint8Array} scalars
 * @property {number} start - points of the section before the first scalar's
 * @property {Promise<Uint8Array>} [ahead] - the whole section, if it was read before the scalars were known
 */

/** Bytes of points that are read before their scalars are known. */
const AHEAD = 1 << 23;

/**
 * A card was ready when the proof began; where it has failed since, the proof goes on without it.
 * @param {any} G
 * @param {Context["curve"]} curve
 * @param {Context["gpu"]} gpu
 * @returns {Context["gpu"]} for a sum over G
 */
const onCard = (G, { G1 }, gpu) =>
    G !== G1 ? "disabled" : gpu === "enabled" && !G.card?.isReady ? "disabled" : gpu;

/**
 * Sums a range of a section with multiExpAffineChunked. What is read counts against the budget
 * until the sum over it is done.
 * @param {Context} context
 * @param {Sum} sum
 * @param {number} from - points
 * @param {number} to
 * @param {(points: number) => void} advance
 */
async function sumWithin(
    {
        zkey: {
            file,
            curve: { n8r },
        },
        budget,
        signal,
        gpu,
        curve,
    },
    { phase, G, section, pointBytes, scalars, start, ahead },
    from,
    to,
    advance,
) {
    let held = 0,
        seen = 0;
    const read = async (/** @type {number} */ offset, /** @type {number} */ length) => {
        await budget.take(length);
        held += length;
        return ahead && length === file.sections.get(section)?.size
            ? ahead
            : file.read(section, (start + from) * pointBytes + offset, length, signal);
    };
    const release = (/** @type {number} */ length) => {
        held -= length;
        budget.give(length);
    };
    const reader = Object.assign(read, { fresh: true, release });
    const onProgress = ({ done = 0 }) => {
        advance(done - seen);
        seen = done;
    };
    try {
        // A proving key is made by a ceremony: its points are in the subgroup, or no proof of it verifies.
        const subgroup = /** @type {const} */ ({ glv: "enabled", gls: "enabled" });
        const options = { ...subgroup, signal, onProgress, gpu: onCard(G, curve, gpu) };
        return await G.multiExpAffineChunked(
            reader,
            (to - from) * pointBytes,
            scalars.subarray(from * n8r, to * n8r),
            undefined,
            `prove ${phase}`,
            options,
        );
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
        const part = await sumWithin(context, sum, from, Math.min(n, from + per), tracker.advance);
        total = from === 0 ? part : G.add(total, part);
    }
    tracker.end();
    return total;
}

/** The sums of a proof: where their points are, and of which group. */
export const PARTS = Object.freeze(/** @type {const} */ ({
    A: { section: SECTION.A, group: "G1" },
    B1: { section: SECTION.B1, group: "G1" },
    B2: { section: SECTION.B2, group: "G2" },
    C: { section: SECTION.C, group: "G1" },
    H: { section: SECTION.H, group: "G1" },
}));

/** @typedef {keyof typeof PARTS} Part */

/** @param {import("./zkey.js").Zkey} zkey @param {Part} part @returns {number} bytes of an affine point */
export const pointBytesOf = ({ sG1, sG2 }, part) => (PARTS[part].group === "G1" ? sG1 : sG2);

/**
 * @param {Context} context
 * @param {Part} part
 * @param {Uint8Array} scalars
 * @param {{ start?: number, ahead?: Promise<Uint8Array> }} [more] - start: points of the section before the first
 *   scalar's
 */
export const sumPart = (context, part, scalars, { start = 0, ahead } = {}) =>
    sumOf(context, {
        phase: part,
        G: context.curve[PARTS[part].group],
        section: PARTS[part].section,
        pointBytes: pointBytesOf(context.zkey, part),
        scalars,
        start,
        ahead,
    });

/** @param {Context} context */
export const sumA = (context) => sumPart(context, "A", context.witness);

/** @param {Context} context */
export const sumB1 = (context) => sumPart(context, "B1", context.witness);

/** @param {Context} context */
export const sumB2 = (context) => sumPart(context, "B2", context.witness);

/** Private signals have points in C. @param {import("./zkey.js").Zkey} zkey @returns {number} signals before them */
export const firstPrivate = ({ nPublic }) => nPublic + 1;

/** @param {Context} context */
export const sumC = (context) =>
    sumPart(context, "C", context.witness.subarray(firstPrivate(context.zkey) * context.zkey.curve.n8r));

/** @param {Context} context @param {Promise<Uint8Array>} quotient - on the coset; the points are there when it is */
export async function sumH(context, quotient) {
    const { zkey: { file, sG1, domainSize }, rangeBytes, signal } = context, bytes = domainSize * sG1;
    const ahead = bytes <= Math.min(AHEAD, rangeBytes) ? file.read(SECTION.H, 0, bytes, signal) : undefined;
    ahead?.catch(() => {}); // the sum throws the error
    return sumPart(context, "H", await quotient, { ahead });
}
