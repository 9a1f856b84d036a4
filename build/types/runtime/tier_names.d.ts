/**
 * The tiers of lane kernels, fastest first. An engine that cannot run one falls back to the next.
 * tiers.js probes the engine; the definitions of curves (src/wasm/curves) say what a tier has. The names are in this
 * separate file so that `ffturbo/config`, which checks them, does not contain the probes.
 * @module runtime/tier_names
 */
export type Tier = "fma" | "simd" | "scalar";
/** @typedef {"fma" | "simd" | "scalar"} Tier */
/** @type {readonly Tier[]} */
export declare const TIERS: readonly Tier[];
/** The values of the option `tier`. @type {readonly ("auto" | Tier)[]} */
export declare const TIER_CHOICES: readonly ("auto" | Tier)[];
