/**
 * Which lane kernels this engine can run. `fma` needs relaxed SIMD whose
 * madd really is fused: the standard allows it to round twice, and one
 * shipping engine (and any processor without FMA) does, so it is tried and
 * never assumed.
 * @module runtime/tiers
 */
import { fromBase64 } from "../util/base64.js";

/** @typedef {"fma" | "simd" | "scalar"} Tier */

/** From the fastest down. @type {readonly Tier[]} */
export const TIERS = Object.freeze(["fma", "simd", "scalar"]);

/** (func (param i32) (result i32) (i32x4.extract_lane 0 (i32x4.splat (local.get 0)))) */
const SIMD = "AGFzbQEAAAABBgFgAX8BfwMCAQAKCwEJACAA/RH9GwAL";

/** (func (export "madd") (param f64 f64 f64) (result f64): lane 1 of f64x2.relaxed_madd of the three splats */
const RELAXED = "AGFzbQEAAAABCAFgA3x8fAF8AwIBAAcIAQRtYWRkAAAKFgEUACAA/RQgAf0UIAL9FP2HAv0hAQs=";

/**
 * Triples whose a * b + c is exact only with one rounding, and that result:
 * (1 + u)(1 - u) - 1 = -u^2, and (1 + u)^2 - (1 + 2u) = u^2, with u = 2^-30 and 2^-51.
 * @type {readonly (readonly [number, number, number, number])[]}
 */
const FUSED = Object.freeze([30, 51].map((bits) => 2 ** -bits).flatMap((u) => [
    /** @type {const} */ ([1 + u, 1 - u, -1, -u * u]),
    /** @type {const} */ ([1 + u, 1 + u, -(1 + 2 * u), u * u]),
]));

/** @param {string} code */
const validates = (code) => WebAssembly.validate(/** @type {BufferSource} */ (fromBase64(code)));

/** Does the engine's relaxed madd round once? False also where it may not be compiled here. */
function maddIsFused() {
    if (!validates(RELAXED)) return false;
    try {
        const module = new WebAssembly.Module(/** @type {BufferSource} */ (fromBase64(RELAXED)));
        const { madd } = /** @type {{ madd: (a: number, b: number, c: number) => number }} */ (/** @type {unknown} */ (new WebAssembly.Instance(module).exports));
        return FUSED.every(([a, b, c, exact]) => madd(a, b, c) === exact);
    } catch { // edge runtimes forbid compiling
        return false;
    }
}

/** @type {Tier | undefined} */
let detected;

/**
 * The fastest tier that this engine runs correctly; found once.
 * @returns {Tier}
 */
export function detectTier() {
    detected ??= maddIsFused() ? "fma" : validates(SIMD) ? "simd" : "scalar";
    return detected;
}

/**
 * @param {unknown} [wanted] - "auto" or a tier; "auto" when absent
 * @returns {Tier}
 * @throws {RangeError} for an unknown tier, or one that this engine cannot run
 */
export function chooseTier(wanted = "auto") {
    const best = detectTier();
    if (wanted === "auto") return best;
    const index = TIERS.indexOf(/** @type {Tier} */ (wanted));
    if (index < 0) throw new RangeError(`tier: expected one of auto, ${TIERS.join(", ")}, got ${String(wanted)}`);
    if (index < TIERS.indexOf(best)) throw new RangeError(`tier: expected a tier that this engine runs (${TIERS.slice(TIERS.indexOf(best)).join(", ")}), got ${wanted}`);
    return TIERS[index];
}

/**
 * Are fma products faster two at a time, for any size? They need more registers than there are; V8 handles that well since
 * 13 (Node 24: -2 to -8 %) and badly before (Node 22: +4 to +33 %). Nothing in wasm tells the two apart, but Math.f16round
 * came with V8 13.5. A clock would not do: the first calls run code that is not optimized yet. Results are the same bytes.
 */
export const interleaves = () => "f16round" in Math;
