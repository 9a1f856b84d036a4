export { TIERS } from "./tier_names.js";
export type Tier = import("./tier_names.js").Tier;
/**
 * The fastest tier that this engine runs correctly; it is probed only once.
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
 * Are fma products of every size faster when two are computed together? These need more registers than the processor
 * has, which V8 handles well since version 13 (Node 24: -2 to -8 % of time) and badly before (Node 22: +4 to +33 %).
 * WebAssembly offers no way to tell the versions apart, but Math.f16round came with V8 13.5. Measuring would not work,
 * because the first calls run code that is not optimized yet. The results are the same bytes either way.
 */
export declare const interleaves: () => boolean;
