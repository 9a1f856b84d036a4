export type CurveDefinition = import("./types.js").CurveDefinition;
export type CurveLoader = import("./types.js").CurveLoader;
import type { CurveOptions, Settings } from "./types.js";
/**
 * @param {string} where
 * @param {CurveOptions} options - undefined values count as absent
 * @param {Record<string, { test: (value: any) => boolean, expected: string }>} [rules]
 * @returns {CurveOptions} without the absent ones
 * @throws {RangeError} for an unknown option or value
 */
export declare function checkOptions(where: string, options: CurveOptions, rules?: Record<string, {
    test: (value: any) => boolean;
    expected: string;
}>): CurveOptions;
/**
 * Sets defaults for curves that this or another copy of the package builds from now on, and adds `curves` to those of
 * the package. Options that are not named keep their values; undefined removes a default.
 * @param {Settings} options
 */
export declare function configure(options: Settings): void;
/** @returns {Omit<Settings, "curves">} the defaults of configure(), then FFTURBO_THREADS from the environment */
export declare function defaultOptions(): Omit<Settings, "curves">;
