/**
 * Reads and checks a request before anything is queued, and turns it into the data of a job.
 * @module server/request
 */
import { Buffer } from "node:buffer";
import { createHash, createHmac, randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { URL } from "node:url";
import {
    anything, call, count, describe, ensure, measureInputs, messageOf, oneOf, PROTOCOLS, ProverError, record,
} from "../../../src/internal/server.js";
import { PRIORITIES, readRecord, tenant, traceparent } from "./options.js";
import { checkAllowed } from "./allowlist.js";
import { isAddress, readReference } from "./references.js";
import { checkScratch } from "./scratch.js";

/** @import { Inputs, VerificationKey } from "../../../src/internal/server.js" */
/** @import { Priority } from "./options.js" */
/** @import { Hashes, Reference, ReferenceLike } from "./references.js" */

/**
 * Where the scalars of H are stored for the workers with the MSMs over H: a folder that all workers
 * share, or two URLs, which may be signed: one to upload them to (PUT) and one to download them
 * from (GET).
 * @typedef {{ path: string } | { put: string, get: string }} Scratch
 */

/**
 * @typedef {object} ProofRequest
 * @property {import("../../../src/internal/server.js").ProtocolName} [protocol]
 * @property {ReferenceLike} zkey
 * @property {ReferenceLike} [witness] - a wtns file
 * @property {Inputs | ReferenceLike} [inputs] - instead of a witness: inputs by signal name, or a
 *   JSON file of them
 * @property {ReferenceLike} [wasm] - the circuit's program, for inputs
 * @property {Priority} [priority] - served before all lower priorities; default normal
 * @property {Date | number} [deadline] - a date, or milliseconds since 1970; the job is not begun
 *   after it, and is stopped when it passes
 * @property {string} [tenant] - on whose behalf: waiting tenants are served in turn
 * @property {VerificationKey} [vkey] - the submitter also verifies the proof with this key before
 *   it is returned
 * @property {{ msms?: number, scratch: Scratch }} [split] - prove on several machines: `msms` is
 *   the approximate number of MSMs, by default two for each connected worker, and at most 16
 */

/**
 * How a request is submitted.
 * @typedef {object} SubmitOptions
 * @property {string} [key] - of this request, 1 to 255 visible characters, such as a UUID: as long
 *   as its job is kept, the same request with the same key of the same tenant returns that job, so
 *   that a request whose answer was lost can be repeated; another request with this key is refused
 *   with ERR_CONFLICT
 * @property {string} [traceparent] - the trace that the job belongs to, as in W3C Trace Context
 * @property {(job: import("./jobs.js").ProofJob) => unknown} [confirm] - is called when the job has
 *   been taken, and waited for; if it throws, so does `submit`, and a job without a key is
 *   withdrawn: no client knows its name
 */

/**
 * What is stored in Redis.
 * @typedef {object} ProofData
 * @property {"prove" | "split"} kind
 * @property {string} tenant
 * @property {number} [deadline]
 * @property {Reference} zkey
 * @property {Reference} [witness]
 * @property {Reference} [wasm]
 * @property {Reference} [inputs] - JSON
 * @property {{ msms?: number, scratch: Scratch }} [split]
 * @property {boolean} [cancelled]
 * @property {string} [fingerprint] - of a request with a key
 * @property {string} [traceparent]
 */

/** @type {import("../../../src/internal/server.js").Rule} */
const moment = {
    test: (v) => Number.isFinite(v instanceof Date ? v.getTime() : v),
    expected: "a date, or milliseconds since 1970",
};

const RULES = Object.freeze({
    protocol: oneOf(PROTOCOLS.map(({ name }) => name)),
    zkey: anything, witness: anything, inputs: anything, wasm: anything,
    priority: oneOf(PRIORITIES), deadline: moment, tenant, vkey: record, split: record,
});

const SPLIT_RULES = Object.freeze({ msms: count(1), scratch: record });

/** @param {any} given @param {readonly string[]} allowWrite @returns {Scratch} */
function readScratch(given, allowWrite) {
    const { path, put, get } = given ?? {};
    const isText = (/** @type {unknown} */ v) => typeof v === "string" && v !== "";
    ensure(
        isText(path) ? put === undefined && get === undefined : isAddress(put) && isAddress(get),
        "ERR_OPTION",
        () => "submit: expected split.scratch to be { path } of a folder or { put, get } of addresses, got neither",
    );
    const scratch = isText(path) ? { path: resolve(path) } : { put: new URL(put).href, get: new URL(get).href };
    checkScratch("split.scratch", scratch, allowWrite);
    return scratch;
}

/** @param {any} given @param {readonly string[]} allowWrite */
function readSplit(given, allowWrite) {
    if (given === undefined) return undefined;
    const { msms, scratch } = readRecord("submit: split", given, SPLIT_RULES, {});
    return { msms, scratch: readScratch(scratch, allowWrite) };
}

/** Is it a reference to a file rather than an object of inputs? @param {any} value */
const isReference = (value) =>
    typeof value === "string" || value instanceof Uint8Array ||
    (typeof value === "object" && value !== null && Object.keys(value).length > 0 &&
        Object.keys(value).every((key) => ["path", "url", "sha256", "bytes"].includes(key)) &&
        ["path", "url", "bytes"].some((key) => Object.hasOwn(value, key)));

/**
 * Inputs as JSON, with large integers as text; the values themselves, not what a `toJSON` of theirs
 * would return.
 * @param {any} inputs
 */
function jsonOf(inputs) {
    try {
        measureInputs(inputs); // bounds the length of the JSON
    } catch (error) {
        throw new ProverError("ERR_INPUT", messageOf(error)); // of this bundle
    }
    return new Uint8Array(Buffer.from(JSON.stringify(inputs, function (/** @type {string} */ key) {
        const value = this[key];
        const large = typeof value === "bigint" || (Number.isInteger(value) && !Number.isSafeInteger(value));
        return large ? String(BigInt(value)) : value;
    })));
}

/**
 * @param {any} given - a ProofRequest
 * @param {{ hashes: Hashes, inline: number, allow?: readonly string[], allowWrite?: readonly
 *   string[] }} options
 * @returns {Promise<{ data: ProofData, priority: Priority, vkey?: VerificationKey }>}
 * @throws {ProverError} ERR_OPTION, ERR_LIMIT, ERR_READ, ERR_INPUT
 */
export async function readRequest(given, options) {
    const asked = readRecord("submit", given, RULES, { priority: "normal", tenant: "default" });
    const { zkey, witness, inputs, wasm, priority, deadline, tenant: who, vkey, split } = asked;
    ensure(zkey !== undefined, "ERR_OPTION", () => "submit: expected zkey, got a request without it");
    ensure(
        (witness !== undefined) !== (inputs !== undefined) && (inputs !== undefined) === (wasm !== undefined),
        "ERR_OPTION",
        () => "submit: expected either witness, or inputs and wasm, got another choice of them",
    );
    ensure(
        inputs === undefined || (typeof inputs === "object" && !Array.isArray(inputs)) || typeof inputs === "string",
        "ERR_OPTION",
        () => `submit: expected inputs by signal name, got ${describe(inputs)}`,
    );
    /** @param {string} what @param {unknown} value */
    const refer = async (what, value) => {
        if (value === undefined) return undefined;
        const reference = await readReference(what, value, options);
        checkAllowed(what, reference, options.allow);
        return reference;
    };
    const parts = readSplit(split, options.allowWrite ?? []);
    const data = {
        kind: /** @type {"prove" | "split"} */ (parts ? "split" : "prove"), tenant: who,
        deadline: deadline === undefined ? undefined : Number(deadline),
        zkey: /** @type {Reference} */ (await refer("zkey", zkey)), witness: await refer("witness", witness),
        wasm: await refer("wasm", wasm),
        inputs: await refer("inputs", inputs === undefined || isReference(inputs) ? inputs : jsonOf(inputs)),
        split: parts,
    };
    ensure(
        !parts || (data.witness && !("bytes" in data.witness) && !("bytes" in data.zkey)),
        "ERR_OPTION",
        () => "submit: expected zkey and witness by path or address for a proof in parts, got them inside the job",
    );
    return { data, priority, vkey };
}

const SUBMIT_RULES = Object.freeze({
    key: {
        test: (/** @type {unknown} */ v) => typeof v === "string" && /^[\x21-\x7e]{1,255}$/.test(v),
        expected: "1 to 255 visible characters",
    },
    traceparent, confirm: call,
});

/**
 * The names of jobs. Redis holds a job under its name, beside keys of BullMQ (`events`, `id`,
 * `completed`, …) and of ours, none of which begins like this; the parts of a proof have longer
 * names.
 */
export const newName = () => `proof-${randomUUID()}`;
export const NAME = /^proof-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The name of the job: that of its key, so that it is the same on every machine, or a new one. The
 * fingerprint of the request is kept for as long as its job, so it is made with the key, which is
 * not kept: whoever reads it cannot find a witness by trying all that are likely.
 * @param {ProofData} data
 * @param {Priority} priority
 * @param {SubmitOptions} [options]
 * @returns {{ id: string, data: ProofData, confirm: (job: any) => unknown }} data: with its
 *   fingerprint and trace
 * @throws {ProverError} ERR_OPTION
 */
export function nameJob(data, priority, options) {
    const { key, traceparent: trace, confirm } = readRecord("submit", options, SUBMIT_RULES, { confirm() {} });
    const marked = { ...data };
    if (trace !== undefined) marked.traceparent = trace;
    if (key === undefined) return { id: newName(), data: marked, confirm };
    marked.fingerprint = createHmac("sha256", key).update(JSON.stringify([data, priority])).digest("base64");
    const name = createHash("sha256").update(JSON.stringify([data.tenant, key])).digest("hex");
    return { id: `proof-${name.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5")}`, data: marked, confirm };
}

/**
 * Bytes of the files that are part of the job, in the form in which they are stored.
 * @param {ProofData} data
 */
export const bytesInside = ({ zkey, witness, wasm, inputs }) =>
    [zkey, witness, wasm, inputs].reduce((sum, one) => sum + (one && "bytes" in one ? one.bytes.length : 0), 0);

/** Does the job have data that must be removed when it is done? @param {ProofData} data */
export const hasSecrets = ({ witness, inputs }) => [witness, inputs].some((one) => one && "bytes" in one);

/** @param {ProofData} data @returns {ProofData} */
export const withoutSecrets = (data) => ({
    ...data,
    witness: data.witness && "bytes" in data.witness ? { bytes: "" } : data.witness,
    inputs: data.inputs && "bytes" in data.inputs ? { bytes: "" } : data.inputs,
});
