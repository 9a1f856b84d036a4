/**
 * Estimates whether an MSM is faster on the GPU, on the CPU, or on both, from the times of
 * earlier MSMs on this machine, and from what both still have to do. So the MSMs of a proof are
 * shared between them, each in turn, and both end at about the same time.
 * @module gpu/dispatch_policy
 */

import { sampleOf } from "../../../src/internal/gpu.js";

/** Shortest CPU time, in milliseconds, at which the GPU is considered. */
export const LEAST_MS = 15;

/** The GPU is used if its expected time is below this part of the CPU's: estimates are rough. */
const MARGIN = 0.8;

/** An MSM is split if it then ends before this part of the time at which it would end otherwise. */
const SAVING = 0.85;

/** The weight of a new measurement against the average so far. */
const FRESH = 0.3;

/**
 * Milliseconds = floor + slope n, learnt from measurements.
 * @typedef {{ floor: number, slope: number }} Speed
 */

/**
 * @param {Speed} speed
 * @param {number} n - points; for the CPU, points with full scalars
 * @param {number} ms - measured
 * @returns {Speed}
 */
export function learn({ floor, slope }, n, ms) {
    const seen = Math.max(0, ms - floor) / n;
    return { floor: Math.min(floor, ms), slope: n < 1 ? slope : slope + FRESH * (seen - slope) };
}

/** @param {Speed} speed @param {number} n */
export const estimate = ({ floor, slope }, n) => floor + slope * n;

/**
 * The fraction of 16-bit windows that are not zero, in a sample of scalars. Zeros cost the CPU
 * nothing.
 * @param {(i: number) => Uint8Array} scalar
 * @param {number} n
 * @param {number} [sample]
 */
export function densityOf(scalar, n, sample = 1024) {
    let full = 0, all = 0;
    for (const k of sampleOf(n, sample)) {
        const bytes = scalar(k);
        for (let i = 0; i < bytes.length; i += 2, all++) if (bytes[i] || bytes[i + 1]) full++;
    }
    return all === 0 ? 0 : full / all;
}

/**
 * @typedef {object} Question
 * @property {"auto" | "enabled"} mode
 * @property {string} state - of the GPU
 * @property {string} [reason] - for its state
 * @property {boolean} fallback - the GPU is a software adapter
 * @property {number} n
 * @property {number} density
 * @property {Speed} cpu - for scalars of this width, all windows full
 * @property {Speed} gpu
 * @property {number} queuedMs - what the GPU still has to do
 * @property {number} cpuQueuedMs - what the CPU still has to do
 * @property {boolean} split - allowed
 */

/**
 * @param {Question} question
 * @returns {{ fraction: number, reason: string, cpuMs: number, gpuMs: number, ownMs: number }}
 *   fraction: of the points, for the GPU; cpuMs, gpuMs: when it would end on one of them; ownMs:
 *   the CPU's work, if it did all
 */
export function decide({ mode, state, reason, fallback, n, density, cpu, gpu, queuedMs, cpuQueuedMs, split }) {
    const ownMs = estimate(cpu, n * density);
    const cpuMs = cpuQueuedMs + ownMs;
    const gpuMs = queuedMs + estimate(gpu, n);
    const answer = (/** @type {number} */ fraction, /** @type {string} */ why) =>
        ({ fraction, reason: why, cpuMs, gpuMs, ownMs });
    if (mode === "enabled") return answer(1, "enabled by the caller");
    if (fallback) return answer(0, "the adapter is a processor, not a GPU");
    if (state !== "ready") return answer(0, reason || `the GPU is not ready: ${state}`);
    if (cpuMs < LEAST_MS) return answer(0, "the MSM is short on the CPU");
    const milliseconds = `${Math.round(cpuMs)} ms on the CPU, ${Math.round(gpuMs)} on the GPU`;
    const isFaster = gpuMs <= MARGIN * cpuMs;
    const work = gpu.slope * n;
    // Both end together: cpuQueuedMs + ownMs (1 - fraction) = queuedMs + floor + work fraction.
    const fraction = (cpuMs - gpuMs + work) / (ownMs + work);
    const together = cpuMs - ownMs * fraction;
    const saves = together < SAVING * (isFaster ? gpuMs : cpuMs) && fraction < 1;
    if (split && saves) return answer(fraction, `split: about ${milliseconds}`);
    return isFaster ? answer(1, `faster on the GPU: about ${milliseconds}`)
        : answer(0, `no faster on the GPU: about ${milliseconds}`);
}
