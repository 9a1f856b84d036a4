/**
 * Passes on a report only if at least 250 ms have passed since the start, and since the last one that was passed on.
 * @param {((fraction: number) => void) | undefined} report
 * @returns {((fraction: number) => void) | undefined} undefined if nobody listens
 */
export declare function atTimes(report: ((fraction: number) => void) | undefined): ((fraction: number) => void) | undefined;
