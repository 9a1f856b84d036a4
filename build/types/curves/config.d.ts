import type { CurveOptions } from "./types.js";
/**
 * @param {string} where
 * @param {CurveOptions} options - undefined values count as absent
 * @returns {CurveOptions} without the absent ones
 * @throws {RangeError} an unknown option or value
 */
export declare function checkOptions(where: string, options: CurveOptions): CurveOptions;
/**
 * Sets defaults for curves built from now on, by this or another copy of the package. What is
 * not named stays as it was; undefined takes a default back.
 * @param {CurveOptions} options
 */
export declare function configure(options: CurveOptions): void;
/** @returns {CurveOptions} what configure() said, then FFTURBO_THREADS from the environment */
export declare function defaultOptions(): CurveOptions;
