/**
 * What callers may say per call, read and checked in one place.
 * @module batch/options
 */

/** @typedef {"auto" | "enabled" | "disabled"} Switch */

/**
 * What a caller may say to any operation on many elements.
 * @typedef {object} CallOptions
 * @property {AbortSignal} [signal] - rejects with its reason at once: what waits is not started, what runs in a worker is forgotten
 */

/**
 * What a caller may say per call.
 * @typedef {object} MsmOptions
 * @property {Switch | boolean} [batch] - batch-affine lane kernels; "disabled" is the base module
 * @property {Switch | boolean} [glv] - endomorphism of G1. "enabled" vouches that every point is in the subgroup
 * @property {Switch | boolean} [gls] - endomorphism of G2. "enabled" vouches that every point is in the subgroup
 * @property {"auto" | "fma" | "simd" | "scalar"} [tier] - lane tier; another than the curve's own runs in a pool of its own
 * @property {AbortSignal} [signal]
 * @property {(progress: { done: number, total: number }) => void} [onProgress] - points done, in the order of completion
 */

const SWITCHES = Object.freeze(["auto", "enabled", "disabled"]);
const TIERS = Object.freeze(["auto", "fma", "simd", "scalar"]);

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
    throw new RangeError(`${where}: expected ${name} to be one of ${known.map((word) => `"${word}"`).join(", ")}, got ${typeof value === "string" ? JSON.stringify(value) : String(value)}`);
}

/** @param {string} where @param {string} name @param {unknown} value @returns {Switch} */
function readSwitch(where, name, value) {
    if (value === true) return "enabled";
    if (value === false) return "disabled";
    return /** @type {Switch} */ (oneOf(where, name, value, SWITCHES));
}

/** @param {string} where @param {AbortSignal | null | undefined} signal @returns {AbortSignal | undefined} */
function checkSignal(where, signal) {
    if (signal === undefined || signal === null) return undefined;
    if (typeof signal.addEventListener !== "function") throw new TypeError(`${where}: expected signal to be an AbortSignal, got ${typeof signal}`);
    return signal;
}

/**
 * The signal of a call, which stops here when it was raised before. Where ffjavascript knows no such parameter, anything but
 * a record says nothing, as there: `list.map(Fr.batchToMontgomery)` passes indices.
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
 * @param {MsmOptions | null | undefined} options
 */
export function readMsmOptions(where, options) {
    if (options !== undefined && options !== null && typeof options !== "object") throw new TypeError(`${where}: expected an options record, got ${typeof options}`);
    const { batch, glv, gls, tier, signal, onProgress } = options ?? {};
    if (onProgress !== undefined && typeof onProgress !== "function") throw new TypeError(`${where}: expected onProgress to be a function, got ${typeof onProgress}`);
    return Object.freeze({
        batch: readSwitch(where, "batch", batch),
        glv: readSwitch(where, "glv", glv),
        gls: readSwitch(where, "gls", gls),
        tier: oneOf(where, "tier", tier, TIERS),
        signal: checkSignal(where, signal),
        onProgress,
    });
}

/**
 * What a worker is asked for: the whole sum, or a share of it. A worker without lanes answers a ...Batch name with the base
 * module; that has no shares to give, and does all of the work in the first one.
 * @param {string} prefix - "g1m" or "g2m"
 * @param {boolean} wholeCurve - every point of the curve is in the subgroup (cofactor 1)
 * @param {ReturnType<typeof readMsmOptions>} options
 * @returns {[whole: string, share: string]} "": no shares
 */
export function kernelNames(prefix, wholeCurve, options) {
    const plain = `${prefix}_multiexpAffine`;
    if (options.batch === "disabled") return [plain, ""];
    const [choice, without] = prefix === "g1m" ? [options.glv, "NoGlv"] : [options.gls, "NoGls"];
    const endomorphism = choice === "enabled" || (choice === "auto" && wholeCurve);
    const ending = `Batch${endomorphism ? "" : without}`;
    return [`${plain}${ending}`, `${plain}Share${ending}`];
}
