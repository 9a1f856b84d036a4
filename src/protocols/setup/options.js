/**
 * The options of ceremonies, read and checked in one place.
 * @module protocols/setup/options
 */
import { isBytes } from "../../util/bytes.js";
import { flag, givenOptions } from "../../util/options.js";
import { DEFAULTS, RULES } from "../key/options.js";
import { BEACON_LIMIT, LEAST_EXPONENT, MOST_EXPONENT } from "./randomness.js";

/** @import { ProgressReport } from "../../files/progress.js" */
/** @import { Rules } from "../../util/options.js" */

/**
 * @typedef {object} CeremonyOptions
 * @property {number} [threads] - workers; 0 runs everything on this thread; by default one per
 *   processor
 * @property {number} [memory] - approximately how many bytes the parts of the work may hold at
 *   once; default 1 GiB
 * @property {(report: ProgressReport<string>) => void} [onProgress] - how far it is
 * @property {AbortSignal} [signal] - on abort the call rejects at once, and nothing is left of its
 *   output
 * @property {number} [readTimeout] - milliseconds after which an unanswered read fails; default two
 *   minutes
 * @property {import("../../curves/types.js").Curve} [curve] - a curve of this package that the
 *   caller built; without it a shared one is used
 */

/**
 * @typedef {CeremonyOptions & { insecure?: boolean }} InsecureOptions insecure: takes keys that
 *   anybody can forge proofs of, and powers of tau that make one; default false
 */

/**
 * @typedef {CeremonyOptions & { name?: string, entropy?: string | Uint8Array }} ContributeOptions
 *   name: of the contributor, kept in the file; entropy: any text, which is mixed with random bytes
 *   of the host and never used alone
 */

/** @typedef {Omit<ContributeOptions, "name">} EntropyOptions */

/**
 * @typedef {CeremonyOptions & { name?: string }} NamedOptions name: of the contributor, kept in the
 *   file
 */

/**
 * @typedef {CeremonyOptions & { name?: string, points?: boolean }} ImportOptions name: of the
 *   contributor, kept in the file; points: whether they are written, default true; without them the
 *   file can only be looked at
 */

/**
 * @typedef {CeremonyOptions & { beaconLimit?: number }} VerifyOptions beaconLimit: 2^beaconLimit
 *   hashes may be calculated for all beacons of the file together, 10 to 63; default 28, some
 *   minutes
 */

const { threads, memory, onProgress, signal, readTimeout, curve } = RULES;

/** What every call takes. @type {Rules} */
const COMMON = Object.freeze({ threads, memory, onProgress, signal, readTimeout, curve });

/** @type {Rules} */
const INSECURE = Object.freeze({
    ...COMMON,
    insecure: flag,
});

const text = (/** @type {unknown} */ value) => typeof value === "string";

/** @type {Rules} */
const NAMED = Object.freeze({ ...COMMON, name: { test: text, expected: "a text" } });

/** @type {Rules} */
const DRAWN = Object.freeze({
    ...COMMON,
    entropy: { test: (value) => text(value) || isBytes(value), expected: "a text or a Uint8Array" },
});

/** @type {Rules} */
const IMPORTED = Object.freeze({
    ...NAMED,
    points: flag,
});

/** @type {Rules} */
const VERIFIED = Object.freeze({
    ...COMMON,
    beaconLimit: {
        test: (value) => Number.isInteger(value) && value >= LEAST_EXPONENT && value <= MOST_EXPONENT,
        expected: `an exponent from ${LEAST_EXPONENT} to ${MOST_EXPONENT}`,
    },
});

/** @template T @param {string} where @param {T | undefined} options @param {Rules} rules */
const read = (where, options, rules) => Object.freeze({
    memory: DEFAULTS.memory,
    readTimeout: DEFAULTS.readTimeout,
    .../** @type {T} */ (givenOptions(where, options, rules)),
});

/** @typedef {Readonly<Required<Pick<CeremonyOptions, "memory" | "readTimeout">>>} Filled */

/**
 * @param {string} where
 * @param {CeremonyOptions} [options]
 * @returns {Readonly<CeremonyOptions> & Filled}
 */
export const readOptions = (where, options) => read(where, options, COMMON);

/**
 * @param {string} where
 * @param {InsecureOptions} [options]
 * @returns {Readonly<InsecureOptions> & Filled}
 */
export const readInsecureOptions = (where, options) => read(where, options, INSECURE);

/**
 * @param {string} where
 * @param {VerifyOptions} [options]
 * @returns {Readonly<VerifyOptions> & Filled & { readonly beaconLimit: number }}
 */
export const readVerifyOptions = (where, options) =>
    Object.freeze({ beaconLimit: BEACON_LIMIT, ...read(where, options, VERIFIED) });

/**
 * @param {string} where
 * @param {NamedOptions} [options]
 * @returns {Readonly<NamedOptions> & Filled}
 */
export const readNamedOptions = (where, options) => read(where, options, NAMED);

/**
 * @param {string} where
 * @param {ContributeOptions} [options]
 * @returns {Readonly<ContributeOptions> & Filled}
 */
export const readContributeOptions = (where, options) => read(where, options, { ...NAMED, ...DRAWN });

/**
 * @param {string} where
 * @param {EntropyOptions} [options]
 * @returns {Readonly<EntropyOptions> & Filled}
 */
export const readEntropyOptions = (where, options) => read(where, options, DRAWN);

/**
 * @param {string} where
 * @param {ImportOptions} [options]
 * @returns {Readonly<ImportOptions> & Filled}
 */
export const readImportOptions = (where, options) => read(where, options, IMPORTED);
