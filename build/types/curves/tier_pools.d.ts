import type { ThreadManager } from "../pool/thread_manager.js";
/**
 * @param {string} own - the curve's tier
 * @param {(tier: import("../runtime/tiers.js").Tier) => Promise<ThreadManager>} open
 */
export declare function tierPools(own: string, open: (tier: import("../runtime/tiers.js").Tier) => Promise<ThreadManager>): Readonly<{
    /**
     * @param {string} where - for messages
     * @param {string} tier
     * @returns {Promise<ThreadManager> | undefined} undefined if the curve's own pool has this tier
     * @throws {RangeError} when this engine does not run the tier
     * @throws {Error} after the curve has ended
     */
    of(where: string, tier: string): Promise<ThreadManager> | undefined;
    end(): Promise<void>;
}>;
