/**
 * Detects which lane kernels this engine can run. `fma` needs relaxed SIMD
 * whose madd really is fused: the standard allows it to round twice, and one
 * shipping engine (and any processor without FMA) does so. It is therefore
 * probed and never assumed.
 * @module runtime/tiers
 */
import { fromBase64 } from "../util/base64.js";
import { TIER_CHOICES, TIER_FEATURES, TIERS } from "./tier_names.js";

export { TIERS } from "./tier_names.js";

/** @typedef {import("./tier_names.js").Tier} Tier */
/** @typedef {import("./tier_names.js").Feature} Feature */

/** (func (param i32) (result i32) (i32x4.extract_lane 0 (i32x4.splat (local.get 0)))) */
const SIMD = "AGFzbQEAAAABBgFgAX8BfwMCAQAKCwEJACAA/RH9GwAL";

/**
 * (func (export "madd") (param f64 f64 f64) (result f64): lane 1 of f64x2.relaxed_madd of the three
 * splats
 */
const RELAXED = "AGFzbQEAAAABCAFgA3x8fAF8AwIBAAcIAQRtYWRkAAAKFgEUACAA/RQgAf0UIAL9FP2HAv0hAQs=";

/**
 * Triples a, b, c for which a * b + c is exact only if it is rounded once, and that exact result:
 * (1 + u)(1 - u) - 1 = -u^2, and (1 + u)^2 - (1 + 2u) = u^2, with u = 2^-30 and 2^-51.
 * @type {readonly (readonly [number, number, number, number])[]}
 */
const FUSED = Object.freeze([30, 51].map((bits) => 2 ** -bits).flatMap((u) => [
    /** @type {const} */ ([1 + u, 1 - u, -1, -u * u]),
    /** @type {const} */ ([1 + u, 1 + u, -(1 + 2 * u), u * u]),
]));

/** @param {string} code */
const validates = (code) => WebAssembly.validate(/** @type {BufferSource} */ (fromBase64(code)));

/** Does the engine's relaxed madd round once? False as well where compiling is not allowed. */
function maddIsFused() {
    if (!validates(RELAXED)) return false;
    try {
        const module = new WebAssembly.Module(/** @type {BufferSource} */ (fromBase64(RELAXED)));
        const { madd } = /** @type {{ madd: (a: number, b: number, c: number) => number }} */ (
            /** @type {unknown} */ (new WebAssembly.Instance(module).exports)
        );
        return FUSED.every(([a, b, c, exact]) => madd(a, b, c) === exact);
    } catch { // edge runtimes forbid compiling
        return false;
    }
}

/**
 * Has this engine the feature, as kernels use it?
 * @type {Readonly<Record<Feature, () => boolean>>}
 */
const PROBES = Object.freeze({ SIMD128: () => validates(SIMD), RelaxedSIMD: maddIsFused });

/** @type {Tier | undefined} */
let detected;

/**
 * The fastest tier that this engine runs correctly; it is probed only once.
 * @returns {Tier}
 */
export function detectTier() {
    const runs = (/** @type {Tier} */ tier) => TIER_FEATURES[tier].every((feature) => PROBES[feature]());
    return (detected ??= /** @type {Tier} */ (TIERS.find(runs)));
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
    if (index < 0) throw new RangeError(`tier: expected one of ${TIER_CHOICES.join(", ")}, got ${String(wanted)}`);
    if (index < TIERS.indexOf(best))
        throw new RangeError(
            `tier: expected a tier that this engine runs (${TIERS.slice(TIERS.indexOf(best)).join(", ")}), got ${wanted}`,
        );
    return TIERS[index];
}

/**
 * Are fma products of every size faster when two are computed together? These need more registers
 * than the processor has, which V8 handles well since version 13 (Node 24: -2 to -8 % of time) and
 * badly before (Node 22: +4 to +33 %). WebAssembly offers no way to tell the versions apart, but
 * Math.f16round came with V8 13.5. Measuring would not work, because the first calls run code that
 * is not optimized yet. The results are the same bytes either way.
 */
export const interleaves = () => "f16round" in Math;
