/**
 * Reports how far a task is, if the caller asked for it.
 * @module pool/reports
 */
import { now } from "../util/host_clock.js"; // a worker needs nothing else of the host

/** Milliseconds between two reports of a task, so that a progress bar moves four times a second. */
const BETWEEN = 250;

/**
 * Passes on a report only if at least 250 ms have passed since the start, and since the last one
 * that was passed on.
 * @param {((fraction: number) => void) | undefined} report
 * @returns {((fraction: number) => void) | undefined} undefined without a listener
 */
export function atTimes(report) {
    if (!report) return undefined;
    let next = now() + BETWEEN;
    return (fraction) => {
        const time = now();
        if (!(time >= next)) return; // without a clock nothing is reported
        next = time + BETWEEN;
        report(fraction);
    };
}
