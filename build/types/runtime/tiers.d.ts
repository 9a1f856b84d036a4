export type Tier = "fma" | "simd" | "scalar";
/** @typedef {"fma" | "simd" | "scalar"} Tier */
/** From the fastest down. @type {readonly Tier[]} */
export declare const TIERS: readonly Tier[];
/**
 * The fastest tier that this engine runs correctly; found once.
 * @returns {Tier}
 */
export declare function detectTier(): Tier;
/**
 * @param {unknown} [wanted] - "auto" or a tier; "auto" when absent
 * @returns {Tier}
 * @throws {RangeError} for an unknown tier, or one that this engine cannot run
 */
export declare function chooseTier(wanted?: unknown): Tier;
