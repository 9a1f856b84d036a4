/**
 * The parts of a proof: how many there may be, and what their jobs are called.
 * @module server/parts
 */
import { isLate } from "../../../src/internal/server.js";

/** @import { Range } from "../../../src/internal/server.js" */

/** MSMs per worker of a proof in parts, so that fast workers take more. */
const MSMS_PER_WORKER = 2;

/** Most MSMs per worker: more would only cost messages. */
const MOST_PER_WORKER = 16;

/** The least number of workers to plan for, even if fewer are connected so far. */
const LEAST_WORKERS = 4;

/** Most MSMs of one proof, however many workers there are. */
export const MOST_MSMS = 4096;

/**
 * Parts besides the requested MSMs: the FFTs, and up to one more MSM for each of A, B2, C and H.
 */
const BESIDES = 5;

/**
 * @param {number | undefined} wanted
 * @param {() => Promise<number>} countWorkers - counts the connected ones; called only where it
 *   matters, because Redis answers with a line for each connection
 * @returns {Promise<number>} how many MSMs to cut a proof into: as many as requested, within the
 *   limit
 */
export async function msmsFor(wanted, countWorkers) {
    if (wanted !== undefined && wanted <= MOST_PER_WORKER * LEAST_WORKERS) return wanted;
    const workers = await countWorkers();
    const most = MOST_PER_WORKER * Math.max(LEAST_WORKERS, workers);
    return Math.min(wanted ?? MSMS_PER_WORKER * Math.max(1, workers), most, MOST_MSMS);
}

/** @param {number} msms @returns {number} the most jobs in the queue for one proof */
export const jobsOf = (msms) => msms + BESIDES + 1;

/**
 * @param {number} msms - that its workers allow
 * @param {number} slots - in the waiting room
 * @returns {number} the most MSMs of one proof that can wait there
 */
export const mostMsms = (msms, slots) => Math.min(msms, Math.max(0, slots - jobsOf(0)));

/**
 * What becomes of the job of a proof when that of a part has failed. Without an MSM over H it goes
 * on: the joining worker computes it, and finds out which worker failed.
 * @param {Range | undefined} range - of the part; the FFTs have none
 */
export const onFailure = (range) =>
    (range && isLate(range) ? { ignoreDependencyOnFailure: true } : { failParentOnFailure: true });

/** The job of the FFTs. */
export const QUOTIENT = "quotient";

/**
 * Names of the jobs of MSMs. A part always has the same name, so that it is queued only once.
 * @param {readonly Range[]} ranges - all of a proof
 * @returns {{ first: Map<string, Range>, over: Map<string, Range> }} over: those over scalars that
 *   are calculated first
 */
export function namesOf(ranges) {
    const over = ranges.filter(isLate);
    const first = ranges.filter((range) => !isLate(range));
    return {
        first: new Map(first.map((range, i) => [`msm-${i}`, range])),
        over: new Map(over.map((range, i) => [`h-${i}`, range])),
    };
}
