/**
 * The options of this room, read and checked like those of the prover.
 * @module server/options
 */
import { count, givenOptions, ProverError } from "../../../src/internal/server.js";

/** @import { Rule } from "../../../src/internal/server.js" */

/** @type {Rule} */
export const locations = {
    test: (v) => Array.isArray(v) && v.every((location) => typeof location === "string" && location !== ""),
    expected: "a list of folders and addresses",
};
/** Priorities, highest first. */
export const PRIORITIES = Object.freeze(/** @type {const} */ (["high", "normal", "low"]));

/** @typedef {typeof PRIORITIES[number]} Priority */

/**
 * The connection to Redis has no default.
 * @param {string} where
 * @param {{ connection?: unknown }} options
 */
export function expectConnection(where, { connection }) {
    if (connection === undefined)
        throw new ProverError("ERR_OPTION", `${where}: expected connection to be a record, got options without it`);
}

/**
 * A tenant. Its name appears in logs, labels and keys of Redis, so only plain characters are
 * allowed.
 * @type {Rule}
 */
export const tenant = {
    test: (v) => typeof v === "string" && /^[\w.@-]{1,64}$/.test(v),
    expected: "1 to 64 letters, digits or . @ _ -",
};

/**
 * Where a job belongs in a trace: the header of W3C Trace Context, in the one version that there
 * is.
 * @type {Rule}
 */
export const traceparent = {
    test: (v) => typeof v === "string" && /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(v),
    expected: "a traceparent of W3C Trace Context",
};

/** Jobs in a page of a list: the most, and by default. */
const PAGE = 100, USUAL = 50;

const LIST_RULES = Object.freeze({
    tenant,
    limit: { test: (/** @type {any} */ v) => count(1).test(v) && v <= PAGE, expected: `a whole number from 1 to ${PAGE}` },
    after: {
        test: (/** @type {any} */ v) => typeof v === "string" && /^\d{1,16}$/.test(v),
        expected: "next of another page",
    },
});

/**
 * @param {unknown} options
 * @returns {{ tenant: string, limit: number, after?: number }} of the list of a tenant's jobs
 */
export function readList(options) {
    const { tenant: who, limit, after } = readRecord("list", options, LIST_RULES, { tenant: "default", limit: USUAL });
    return { tenant: who, limit, after: after === undefined ? undefined : Number(after) };
}

/**
 * @template {Record<string, unknown>} D
 * @param {string} where
 * @param {unknown} given
 * @param {Record<string, Rule>} rules
 * @param {D} defaults
 * @returns {any} the options, frozen
 * @throws {ProverError} ERR_OPTION for an unknown option or value
 */
export const readRecord = (where, given, rules, defaults) =>
    Object.freeze({ ...defaults, ...givenOptions(where, given, rules) });
