/**
 * The MSMs of a proof: one scalar per point of a section, points read in chunks.
 * @module protocols/key/section_msm
 */
import { isGpuReady } from "../../batch/gpu_hooks.js";
import { mostWorkersPerChunk } from "../../batch/msm_plan.js";
import { isShared } from "../../util/shared.js";

/** @import { PointSection } from "../../files/point_section.js" */
/** @import { Context } from "./context.js" */

/**
 * @typedef {object} SectionMsm
 * @property {string} phase
 * @property {import("../../curves/types.js").PointGroup} G - G1 or G2
 * @property {PointSection} points
 * @property {Uint8Array} scalars
 * @property {number} start - points of the section before the first scalar's
 * @property {Promise<Uint8Array>} [ahead] - the whole section, if it was read before the scalars
 *   were known
 * @property {boolean} [alone] - other MSMs keep the other workers busy: one task for as many points
 *   as two would share
 */

/**
 * A GPU was ready when the proof began; where it has failed since, the proof goes on without it.
 * @param {object} of - a group, or the scalars
 * @param {Context["gpu"]} gpu
 * @returns {Context["gpu"]} for an MSM or a quotient of that
 */
export const gpuFor = (of, gpu) => (gpu === "enabled" && !isGpuReady(of) ? "disabled" : gpu);

/**
 * What a proof says to each calculation over columns.
 * @param {Pick<Context, "curve" | "signal" | "gpu">} context
 */
export const columnOptions = ({ curve: { Fr }, signal, gpu }) => ({ signal, gpu: gpuFor(Fr, gpu) });

/**
 * Bytes that are on their way for each byte of points: two workers that share a chunk have a copy
 * each, and scalars that are not in shared memory are copied with their points.
 * @param {Context} context
 * @param {SectionMsm} msm
 */
function weightOf({ tm, chunkBytes, zkey: { curve: { n8r } } }, { points: { pointBytes }, scalars, alone }) {
    const bytes = (scalars.length / n8r) * pointBytes;
    const copies = mostWorkersPerChunk(bytes, tm.concurrency, { chunkBytes, alone });
    return copies * (1 + (isShared(scalars) ? 0 : n8r / pointBytes));
}

/**
 * Computes the MSM of a section, or of a part of it, with multiExpAffineChunked. What is read counts against the
 * budget until the MSM over it is done.
 * @param {Context} context
 * @param {SectionMsm} msm
 * @returns {Promise<Uint8Array>} jacobian
 */
export async function sectionMsm(context, msm) {
    const { zkey: { curve: { n8r } }, budget, chunkBytes, signal, gpu } = context;
    const { phase, G, points, scalars, start, ahead, alone } = msm, { pointBytes } = points, n = scalars.length / n8r;
    const tracker = context.progress.begin(phase, n);
    const weight = weightOf(context, msm);
    let held = 0, seen = 0;
    const read = async (/** @type {number} */ offset, /** @type {number} */ length) => {
        await budget.take(length * weight);
        held += length * weight;
        const all = await ahead;
        const from = start * pointBytes + offset;
        if (all?.length === length) return all;
        if (all?.length) return all.slice(from, from + length); // a worker may have taken the whole
        return points.read(from / pointBytes, length / pointBytes, signal);
    };
    const release = (/** @type {number} */ length) => {
        held -= length * weight;
        budget.give(length * weight);
    };
    const reader = Object.assign(read, { fresh: true, release, chunkBytes, alone });
    const onProgress = ({ done = 0 }) => {
        tracker.advance(done - seen);
        seen = done;
    };
    try {
        // A proving key is made by a ceremony: its points are in the subgroup, or no proof of it
        // verifies.
        const subgroup = /** @type {const} */ ({ glv: "enabled", gls: "enabled" });
        const options = { ...subgroup, signal, onProgress, gpu: gpuFor(G, gpu) };
        const name = `prove ${phase}`;
        const total = await G.multiExpAffineChunked(reader, n * pointBytes, scalars, undefined, name, options);
        tracker.end();
        return total;
    } finally {
        budget.give(held);
    }
}
