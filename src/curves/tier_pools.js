/**
 * Pools for calls that name another tier than the curve's. A pool is made at the first such call,
 * has its own workers, which end when idle, and ends with the curve. If every worker linked every
 * tier, all callers would pay for the few that compare tiers.
 * @module curves/tier_pools
 */
/** @import { ThreadManager } from "../pool/thread_manager.js" */
import { chooseTier } from "../runtime/tiers.js";

/**
 * @param {string} own - the curve's tier
 * @param {(tier: import("../runtime/tiers.js").Tier) => Promise<ThreadManager>} open
 */
export function tierPools(own, open) {
    /** @type {Map<string, Promise<ThreadManager>>} */
    const pools = new Map();
    let ended = false;
    return Object.freeze({
        /**
         * @param {string} where - for messages
         * @param {string} tier
         * @returns {Promise<ThreadManager> | undefined} undefined if the curve's own pool has this
         *   tier
         * @throws {RangeError} when this engine does not run the tier
         * @throws {Error} after the curve has ended
         */
        of(where, tier) {
            if (tier === "auto" || tier === own) return undefined;
            if (ended)
                throw new Error(`${where}: expected a running curve for tier "${tier}", got one that was terminated`);
            const chosen = chosenFor(where, tier);
            let pool = pools.get(chosen);
            if (!pool) {
                pools.set(chosen, pool = open(chosen));
                // the caller gets the error; the next call tries again
                pool.catch(() => pools.delete(chosen));
            }
            return pool;
        },

        async end() {
            ended = true;
            await Promise.all([...pools.values()].map(async (pool) => (await pool).terminate()));
        },
    });
}

/** @param {string} where @param {string} tier */
function chosenFor(where, tier) {
    try {
        return chooseTier(tier);
    } catch (error) {
        throw new RangeError(`${where}: ${/** @type {Error} */ (error).message}`, { cause: error });
    }
}
