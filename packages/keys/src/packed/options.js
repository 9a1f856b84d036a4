/**
 * The options of packing, read and checked in one place.
 * @module packed/options
 */
import { DEFAULTS, givenOptions, RULES } from "../../../../src/internal/keys_packed.js";

/** @import { ProgressReport, Rules } from "../../../../src/internal/keys_packed.js" */

/**
 * @typedef {object} UnpackOptions
 * @property {number} [memory] - bytes that may be held for the values of one polynomial of a PLONK
 *   or FFLONK key, six times what they have; default 1 GiB, which is enough for 2^20 rows
 * @property {number} [threads] - workers; 0 runs everything on this thread; by default one per
 *   processor
 * @property {(report: ProgressReport<string>) => void} [onProgress] - how far it is
 * @property {AbortSignal} [signal] - on abort the call rejects at once, and nothing is left of its
 *   output
 * @property {number} [readTimeout] - milliseconds after which an unanswered read fails; default two
 *   minutes
 * @property {import("../../../../src/internal/keys_packed.js").Curve} [curve] - a curve of this package that the
 *   caller built; without it a shared one is used
 */

/**
 * @typedef {UnpackOptions & { points?: "compressed" | "whole", proveOnly?: boolean }} PackOptions
 *   points: three points as three coordinates and a byte (default), or as they are, which takes
 *   more bytes and no time to read; proveOnly: leave out what no prover reads, so that the zkey
 *   cannot be restored
 */

const { threads, memory, onProgress, signal, readTimeout, curve, check: flag } = RULES;

/** @type {Rules} */
const UNPACK = Object.freeze({ threads, memory, onProgress, signal, readTimeout, curve });

/** @type {Rules} */
const PACK = Object.freeze({
    ...UNPACK,
    points: { test: (value) => value === "compressed" || value === "whole", expected: '"compressed" or "whole"' },
    proveOnly: flag,
});

/** What both have. */
const { memory: room, readTimeout: patience } = DEFAULTS;

/** @param {string} where @param {PackOptions} [options] */
export const readPackOptions = (where, options) => Object.freeze({
    memory: room, readTimeout: patience, points: "compressed", proveOnly: false,
    .../** @type {PackOptions} */ (givenOptions(where, options, PACK)),
});

/** @param {string} where @param {UnpackOptions} [options] */
export const readUnpackOptions = (where, options) => Object.freeze({
    memory: room, readTimeout: patience, .../** @type {UnpackOptions} */ (givenOptions(where, options, UNPACK)),
});
