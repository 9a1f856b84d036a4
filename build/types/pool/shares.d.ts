/**
 * Passes on a report only if at least 250 ms have passed since the start, and since the last one that was passed on.
 * @param {((share: number) => void) | undefined} report
 * @returns {((share: number) => void) | undefined} undefined if nobody listens
 */
export declare function atTimes(report: ((share: number) => void) | undefined): ((share: number) => void) | undefined;
