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
/**
 * Are fma products faster two at a time, for any size? They need more registers than there are; V8 handles that well since
 * 13 (Node 24: -2 to -8 %) and badly before (Node 22: +4 to +33 %). Nothing in wasm tells the two apart, but Math.f16round
 * came with V8 13.5. A clock would not do: the first calls run code that is not optimized yet. Results are the same bytes.
 */
export declare const interleaves: () => boolean;
