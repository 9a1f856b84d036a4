/**
 * The sums of a proof: one scalar per point of a section, points read in chunks.
 * @module protocols/groth16/sums
 */
import { SHARED_BYTES } from "../../util/chunk_sizes.js";
import { isShared } from "../../util/shared.js";
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
 * Bytes that are on their way for each byte of points: two workers that share a chunk have a copy each, and scalars
 * that are not in shared memory are copied with their points.
 * @param {Context} context
 * @param {Sum} sum
 */
function weightOf({ tm, chunkBytes, zkey: { curve: { n8r } } }, { pointBytes, scalars }) {
    const bytes = (scalars.length / n8r) * pointBytes, shared = bytes <= Math.min(SHARED_BYTES, chunkBytes);
    return (shared && tm.concurrency % 2 === 0 ? 2 : 1) * (1 + (isShared(scalars) ? 0 : n8r / pointBytes));
}

/**
 * Sums a section, or a part of it, with multiExpAffineChunked. What is read counts against the budget until the sum
 * over it is done.
 * @param {Context} context
 * @param {Sum} sum
 * @returns {Promise<Uint8Array>} jacobian
 */
async function sumOf(context, sum) {
    const { zkey: { file, curve: { n8r } }, budget, chunkBytes, signal, gpu, curve } = context;
    const { phase, G, section, pointBytes, scalars, start, ahead } = sum, n = scalars.length / n8r;
    const tracker = context.progress.begin(phase, n), weight = weightOf(context, sum);
    let held = 0, seen = 0;
    const read = async (/** @type {number} */ offset, /** @type {number} */ length) => {
        await budget.take(length * weight);
        held += length * weight;
        return ahead && length === file.sections.get(section)?.size
            ? ahead
            : file.read(section, start * pointBytes + offset, length, signal);
    };
    const release = (/** @type {number} */ length) => {
        held -= length * weight;
        budget.give(length * weight);
    };
    const reader = Object.assign(read, { fresh: true, release, chunkBytes });
    const onProgress = ({ done = 0 }) => {
        tracker.advance(done - seen);
        seen = done;
    };
    try {
        // A proving key is made by a ceremony: its points are in the subgroup, or no proof of it verifies.
        const subgroup = /** @type {const} */ ({ glv: "enabled", gls: "enabled" });
        const options = { ...subgroup, signal, onProgress, gpu: onCard(G, curve, gpu) };
        const name = `prove ${phase}`;
        const total = await G.multiExpAffineChunked(reader, n * pointBytes, scalars, undefined, name, options);
        tracker.end();
        return total;
    } finally {
        budget.give(held);
    }
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
    const { zkey: { file, sG1, domainSize }, chunkBytes, signal } = context, bytes = domainSize * sG1;
    const ahead = bytes <= Math.min(AHEAD, chunkBytes) ? file.read(SECTION.H, 0, bytes, signal) : undefined;
    ahead?.catch(() => {}); // the sum throws the error
    return sumPart(context, "H", await quotient, { ahead });
}
