/**
 * Checks what a worker gets from Redis as if a stranger had written it: anyone who can write there
 * chooses the data of jobs and the results of parts.
 * @module server/job_data
 */
import { Buffer } from "node:buffer";
import { count, describe, ensure, isPart } from "../../../src/internal/server.js";
import { tenant, traceparent } from "./options.js";
import { MOST_MSMS } from "./parts.js";
import { isAddress, isPath, isReference } from "./references.js";

/** @import { Range, Rule } from "../../../src/internal/server.js" */
/** @import { Reference } from "./references.js" */

/** Names of jobs, which become names of files. */
const JOB = /^[\w-]{1,64}$/;

/** Most letters of a point in base64: an affine point has 64 to 192 bytes. */
const MOST_POINT = 256;

const index = (/** @type {unknown} */ n) => Number.isSafeInteger(n) && Number(n) >= 0;

/** @param {any} value */
const isRange = (value) => {
    const { part, from, to } = Object(value);
    return isPart(part) && index(from) && index(to) && from <= to;
};

/** @param {any} value */
const isScratch = (value) => {
    const { path, put, get } = Object(value);
    return path === undefined
        ? isAddress(put) && isAddress(get)
        : put === undefined && get === undefined && isPath(path);
};

/** @type {Rule} */
const reference = { test: isReference, expected: "a path or an address with its sha256, or bytes" };
/** @type {Rule} */
const scratch = { test: isScratch, expected: "the path of a folder, or two addresses" };
/** @type {Rule} */
const range = { test: isRange, expected: "a range of points" };
/** @type {Rule} */
const ranges = {
    test: (v) => Array.isArray(v) && v.length <= MOST_MSMS && v.every(isRange), expected: "a list of ranges",
};
/** @type {Rule} */
const split = {
    test: (v) => isScratch(v?.scratch) && (v.msms === undefined || (index(v.msms) && v.msms > 0)),
    expected: "a scratch location, and a number of MSMs",
};
/** @type {Rule} */
const job = { test: (v) => typeof v === "string" && JOB.test(v), expected: "the name of a job" };
/** @type {Rule} */
const moment = { test: Number.isFinite, expected: "milliseconds since 1970" };

/** @type {Rule} */
const none = { test: (v) => v === undefined, expected: "absent" };

/** @param {Rule} rule @returns {Rule} */
const optional = ({ test, expected }) => ({ test: (v) => v === undefined || v === null || test(v), expected });

const EVERY = { tenant, zkey: reference, deadline: optional(moment), traceparent: optional(traceparent) };
const PART = { ...EVERY, root: job, witness: reference };

/** By kind of job. @type {Readonly<Record<string, Record<string, Rule>>>} */
const RULES = Object.freeze({
    prove: {
        ...EVERY, witness: optional(reference), wasm: optional(reference), inputs: optional(reference),
        root: none,
    },
    split: { ...EVERY, witness: reference, split, root: none },
    msm: { ...PART, range, total: optional(count(0)), scratch },
    quotient: { ...PART, ranges, scratch },
});

/**
 * @param {string} kind
 * @param {any} data
 * @param {string} id
 * @throws {ProverError} ERR_OPTION
 */
export function checkJob(kind, data, id) {
    const expect = (/** @type {unknown} */ ok, /** @type {string} */ expected, /** @type {unknown} */ got) =>
        ensure(ok, "ERR_OPTION", () => `job: expected ${expected}, got ${describe(got)}`);
    expect(JOB.test(id), "a plain name", id);
    expect(Object.hasOwn(RULES, kind), `one of ${Object.keys(RULES).join(", ")}`, kind);
    expect(typeof data === "object" && data !== null, "a record", data);
    for (const [name, { test, expected }] of Object.entries(RULES[kind]))
        expect(test(data[name]), `${name} to be ${expected}`, data[name]);
    if (kind !== "prove") return;
    const { witness, wasm, inputs } = data;
    expect(Boolean(witness) !== Boolean(inputs) && Boolean(inputs) === Boolean(wasm), "a witness, or inputs and wasm", data);
}

/**
 * The result of a part of a proof.
 * @typedef {{ point?: Uint8Array, worker: string }} ReadMsm - without a point: it was malformed or
 *   is missing
 */

/** @param {any} value @returns {string} */
const workerOf = (value) => (typeof value?.worker === "string" && value.worker.length <= 256 ? value.worker : "unknown");

/**
 * @param {any} value - the result of a job
 * @param {Range} wanted - what the job was asked for
 * @returns {ReadMsm}
 */
export function readMsm(value, wanted) {
    const { part, from, to, point } = Object(value);
    const worker = workerOf(value);
    const ok = part === wanted.part && from === wanted.from && to === wanted.to && typeof point === "string" &&
        point.length <= MOST_POINT;
    return ok ? { point: new Uint8Array(Buffer.from(point, "base64")), worker } : { worker };
}

/**
 * @param {any} value - the result of the FFTs
 * @returns {{ quotient?: Reference, worker: string }} without a quotient: it was malformed or is
 *   missing
 */
export function readQuotient(value) {
    const quotient = value?.quotient, worker = workerOf(value);
    return isReference(quotient) && !("bytes" in quotient) ? { quotient, worker } : { worker };
}
