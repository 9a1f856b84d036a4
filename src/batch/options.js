/**
 * The options of single calls, read and checked in one place.
 * @module batch/options
 */

import { TIER_CHOICES } from "../runtime/tier_names.js";
import { isSignal, signalOf } from "../util/signals.js";

/** @typedef {"auto" | "enabled" | "disabled"} Switch */

/**
 * The options of any operation on many elements.
 * @typedef {object} CallOptions
 * @property {AbortSignal} [signal] - on abort the call rejects with its reason at once; tasks that
 *   wait are not started, and the results of tasks that run are dropped
 */

/**
 * The options of products of points.
 * @typedef {CallOptions & { inSubgroup?: boolean }} KeyOptions inSubgroup: the caller guarantees
 *   that every point is in the subgroup, which then need not be found out; products of other points
 *   are wrong. Default false
 */

/**
 * The options of an MSM.
 * @typedef {object} MsmOptions
 * @property {Switch | boolean} [batch] - batch-affine lane kernels; "disabled" is the base module
 * @property {Switch | boolean} [glv] - endomorphism of G1; with "enabled" the caller guarantees
 *   that every point is in the subgroup
 * @property {Switch | boolean} [gls] - endomorphism of G2; with "enabled" the caller guarantees
 *   that every point is in the subgroup
 * @property {"auto" | import("../runtime/tier_names.js").Tier} [tier] - lane tier; any other than
 *   the curve's runs in a separate pool
 * @property {Switch} [gpu] - the user's GPU, if useGpu of ffturbo-gpu gave the curve one;
 *   default "disabled". "auto" takes it where it is faster, and "enabled" rejects if there is none.
 *   Only for affine points
 * @property {AbortSignal} [signal]
 * @property {(progress: { done: number, total: number }) => void} [onProgress] - points done,
 *   about, also within a task that takes long; all of them in the end
 */

const SWITCHES = Object.freeze(["auto", "enabled", "disabled"]);

/**
 * @param {string} where
 * @param {string} name
 * @param {unknown} value
 * @param {readonly string[]} known
 * @returns {string}
 */
function oneOf(where, name, value, known) {
    if (value === undefined || value === null) return "auto";
    if (typeof value === "string" && known.includes(value)) return value;
    throw new RangeError(
        `${where}: expected ${name} to be one of ${known.map((word) => `"${word}"`).join(", ")}, got ${typeof value === "string" ? JSON.stringify(value) : String(value)}`,
    );
}

/** @param {string} where @param {string} name @param {unknown} value @returns {Switch} */
function readSwitch(where, name, value) {
    if (value === true) return "enabled";
    if (value === false) return "disabled";
    return /** @type {Switch} */ (oneOf(where, name, value, SWITCHES));
}

/**
 * @param {string} where
 * @param {AbortSignal | null | undefined} signal
 * @returns {AbortSignal | undefined}
 */
function checkSignal(where, signal) {
    if (signal === undefined || signal === null) return undefined;
    if (!isSignal(signal))
        throw new TypeError(`${where}: expected signal to be an AbortSignal, got ${typeof signal}`);
    return signalOf(signal);
}

/**
 * The signal of a call; throws if it has already aborted. Where ffjavascript has no such parameter,
 * anything but an object is ignored, as it is there: `list.map(Fr.batchToMontgomery)` passes
 * indices.
 * @param {string} where - the public function
 * @param {CallOptions | null | undefined} options
 * @returns {AbortSignal | undefined}
 */
export function readSignal(where, options) {
    const signal = checkSignal(where, typeof options === "object" ? options?.signal : undefined);
    signal?.throwIfAborted();
    return signal;
}

/**
 * @param {string} where - the public function
 * @param {KeyOptions | null | undefined} options
 */
export function readKeyOptions(where, options) {
    const signal = readSignal(where, options);
    const { inSubgroup = false } = Object(options);
    if (typeof inSubgroup !== "boolean")
        throw new TypeError(`${where}: expected inSubgroup to be true or false, got ${typeof inSubgroup}`);
    return { signal, inSubgroup };
}

/**
 * Of a call that does not say, the GPU decides.
 * @param {string} where - the public function
 * @param {unknown} gpu
 * @returns {Switch | undefined}
 */
export const readGpu = (where, gpu) => (gpu === undefined || gpu === null ? undefined : readSwitch(where, "gpu", gpu));

/**
 * @param {string} where - the public function
 * @param {MsmOptions | null | undefined} options
 */
export function readMsmOptions(where, options) {
    if (options !== undefined && options !== null && typeof options !== "object")
        throw new TypeError(`${where}: expected an options record, got ${typeof options}`);
    const { batch, glv, gls, gpu, tier, signal, onProgress } = options ?? {};
    if (onProgress !== undefined && typeof onProgress !== "function")
        throw new TypeError(`${where}: expected onProgress to be a function, got ${typeof onProgress}`);
    return Object.freeze({
        batch: readSwitch(where, "batch", batch),
        glv: readSwitch(where, "glv", glv),
        gls: readSwitch(where, "gls", gls),
        gpu: readGpu(where, gpu),
        tier: oneOf(where, "tier", tier, TIER_CHOICES),
        signal: checkSignal(where, signal),
        onProgress,
    });
}

/**
 * The kernel of an MSM.
 * @param {string} group - "g1m" or "g2m"
 * @param {boolean} wholeCurve - every point of the curve is in the subgroup (cofactor 1)
 * @param {ReturnType<typeof readMsmOptions>} options
 * @returns {import("./types.js").KernelKey}
 */
export function msmKernel(group, wholeCurve, { batch, glv, gls }) {
    if (batch === "disabled") return { op: "multiexpAffine", group };
    const choice = group === "g1m" ? glv : gls;
    return { op: "msm", group, endomorphism: choice === "enabled" || (choice === "auto" && wholeCurve) };
}
