/**
 * The tiers of lane kernels, fastest first. An engine that cannot run one falls back to the next.
 * tiers.js probes the engine for what a tier needs; the definitions of curves (src/wasm/curves) say
 * what a tier has. The table is in this separate file so that `ffturbo/config`, which checks names,
 * does not contain the probes.
 * @module runtime/tier_names
 */

/** @typedef {"fma" | "simd" | "scalar"} Tier */

/** @typedef {"SIMD128" | "RelaxedSIMD"} Feature of WebAssembly beyond MVP, as binaryen calls it */

/**
 * One row per tier: what its modules may use, and an engine must have.
 * @type {Readonly<Record<Tier, readonly Feature[]>>}
 */
export const TIER_FEATURES = Object.freeze({ fma: ["SIMD128", "RelaxedSIMD"], simd: ["SIMD128"], scalar: [] });

export const TIERS = /** @type {readonly Tier[]} */ (
    /* @__PURE__ */ Object.freeze(/* @__PURE__ */ Object.keys(TIER_FEATURES))
);

/** The values of the option `tier`. @type {readonly ("auto" | Tier)[]} */
export const TIER_CHOICES = /* @__PURE__ */ Object.freeze(
    /* @__PURE__ */ /** @type {("auto" | Tier)[]} */ (["auto"]).concat(TIERS),
);
