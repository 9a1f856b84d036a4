/**
 * What the front takes and answers, as JSON Schema: what is taken is checked with these, and the
 * description of the API is made from them. A description reads as what was expected, because it is
 * also part of the message of a refusal.
 */
import { PROTOCOLS } from "../../../../src/internal/server.js";
import { PRIORITIES } from "../options.js";
import { LONGEST_WAIT, MOST_PROOFS } from "./limits.js";

/** @param {string} description @param {object} [more] */
const text = (description, more) => ({ type: "string", description, ...more });

/**
 * @template {Record<string, object>} P
 * @param {string} description
 * @param {P} properties
 * @param {readonly string[]} [required]
 * @param {readonly object[]} [examples]
 */
const record = (description, properties, required = Object.keys(properties), examples = undefined) =>
    ({ type: "object", description, required, additionalProperties: false, properties, ...(examples && { examples }) });

const sha256 = text("the sha256 of the file, as 64 small hexadecimal digits", { pattern: "^[0-9a-f]{64}$" });
const url = text("an http(s) address", { pattern: "^[hH][tT][tT][pP][sS]?://" });

/** A file of a request: never plain text, which a prover would read as a local path. */
export const FILE = Object.freeze({
    description: "{ path, sha256 }, { url, sha256 } or { bytes }",
    oneOf: [
        record("a file in a folder that the server allows", { path: text("a path", { minLength: 1 }), sha256 }, ["path"]),
        record("a file behind an address that the server allows", { url, sha256 }),
        record("the file itself", { bytes: text("base64") }),
    ],
});

const SCRATCH = Object.freeze({
    description: "{ path } of a folder or { put, get } of addresses",
    oneOf: [
        record("a folder that the server allows to write", { path: text("a path", { minLength: 1 }) }),
        record("addresses that the server allows to write", { put: url, get: url }),
    ],
});

/** The body of `POST /prove`. */
export const REQUEST = Object.freeze(record("a request for a proof", {
    protocol: text(`one of ${PROTOCOLS.map(({ name }) => name).join(", ")}`, { enum: PROTOCOLS.map(({ name }) => name) }),
    zkey: FILE, witness: FILE, wasm: FILE,
    inputs: { type: "object", description: "inputs by signal name, or a JSON file of them", additionalProperties: true },
    priority: text(`one of ${PRIORITIES.join(", ")}`, { enum: [...PRIORITIES] }),
    deadline: { type: "number", description: "milliseconds since 1970" },
    split: record("how a proof is made on several machines", {
        msms: { type: "integer", minimum: 1, description: "a whole number, 1 or more" }, scratch: SCRATCH,
    }, ["scratch"]),
    webhook: record("where the end of the job is told", { url }),
}, ["zkey"], [{ zkey: { path: "/keys/circuit.zkey" }, witness: { bytes: "d3RucwIAAAA=" }, priority: "low" }]));

/** The body of `POST /verify`. */
export const CLAIMS = Object.freeze(record("a verification key, and proofs", {
    vkey: {
        type: "object", additionalProperties: true,
        description: "a verification key, or a file with one: { path, sha256 }, { url, sha256 } or { bytes }",
    },
    proofs: {
        type: "array", minItems: 1, maxItems: MOST_PROOFS, items: { description: "{ publicSignals, proof }" },
        description: `a list of 1 to ${MOST_PROOFS} of { publicSignals, proof }`,
    },
}, undefined, [{ vkey: { path: "/keys/circuit.vkey.json" }, proofs: [{ publicSignals: ["33"], proof: {} }] }]));

/** The answer of `POST /verify`. */
export const VERDICTS = Object.freeze(record("what came of proofs", {
    valid: { type: "boolean", description: "whether all are valid" },
    verdicts: {
        type: "array", description: "of each, in their order",
        items: record("whether a proof is valid, and why not", {
            valid: { type: "boolean" }, reason: text("a word for programs, such as EQUATION"),
            input: text("signals, proof or equation"), message: text("for people"),
        }, ["valid"]),
    },
}));

/** The query of `POST /delegate`: the key. */
export const KEY = Object.freeze(record("a key, as { path } or { url, sha256 }", {
    path: text("a path in a folder that the server allows", { minLength: 1 }),
    url: { ...url, description: "an http(s) address that the server allows" }, sha256,
}, []));

/** The body of `POST /delegate`, and its answer. */
export const SHARE = Object.freeze({
    type: "string", format: "binary",
    description: "a seed of 32 bytes, or all scalars: of A and B2, of C, of H, each as long as the order of the curve",
});
export const POINTS = Object.freeze({
    type: "string", format: "binary", description: "four affine points, in the form that points have in the key",
});

/** A job is named in its path. */
export const BY_ID = Object.freeze(record("a job", { id: text("the name of a job", { pattern: "^[\\w-]{1,64}$" }) }));

/** Parameters of the query of `POST /prove`, and of the list of jobs. */
export const WAIT = Object.freeze(record("how long to wait", {
    wait: text(`seconds to wait for the end of the job, 0 to ${LONGEST_WAIT}; all of them if it is empty`, {
        pattern: "^([0-5]?[0-9]|60)?$",
    }),
}, []));
export const PAGE = Object.freeze(record("which jobs", {
    limit: text("how many jobs, 1 to 100; 50 by default", { pattern: "^([1-9][0-9]?|100)$" }),
    after: text("next of the page before", { pattern: "^[0-9]{1,16}$" }),
}, []));

/** A query is text, and checked as such; these are what clients give for it. */
export const WHOLE = new Map([
    [WAIT.properties.wait, { type: "integer", minimum: 0, maximum: LONGEST_WAIT, examples: [30] }],
    [PAGE.properties.limit, { type: "integer", minimum: 1, maximum: 100, default: 50, examples: [20] }],
]);

/** The headers of `POST /prove`; a request has others, too. */
export const HEADERS = Object.freeze({
    type: "object",
    description: "headers",
    properties: {
        "idempotency-key": text("1 to 255 visible characters, such as a UUID", { pattern: "^[\\x21-\\x7e]{1,255}$" }),
    },
});

const job = text("the name of the job");
const state = text("what the job is doing", { enum: ["waiting", "active", "done", "failed", "unknown"] });

/** Why a request was refused, or a job failed. */
export const ERROR = Object.freeze(record("what went wrong", {
    error: record("what went wrong", {
        code: text("a code, such as ERR_OPTION"), message: text("for people"),
        reason: text("with ERR_KEY: why anybody can forge proofs of the key"),
    }, ["code", "message"]),
}));
const WEAKNESS = Object.freeze(record("why anybody can forge proofs of the key", {
    reason: text("a word for programs, such as DELTA_KNOWN"), message: text("for people"),
}));
const PROGRESS = Object.freeze({
    type: "object", description: "how far the proof is", required: ["phase", "done", "total"],
    properties: { phase: text("what is done now"), done: { type: "number" }, total: { type: "number" } },
});
const RESULT = Object.freeze({
    type: "object", description: "the proof", required: ["proof", "publicSignals", "worker"],
    properties: {
        proof: { type: "object", description: "as snarkjs writes it", additionalProperties: true },
        publicSignals: { type: "array", items: { type: "string" } },
        worker: text("the worker that made it"), weakness: WEAKNESS,
    },
});
const own = { id: job, state, progress: PROGRESS, error: ERROR.properties.error };

/** The answer of `POST /prove`. */
export const SUBMITTED = Object.freeze(record("a job that was taken", { id: job }));
/** What clients see of a job. */
export const JOB = Object.freeze(record("a job", { ...own, result: RESULT }, ["id", "state"]));
/** A page of the list of jobs. */
export const LIST = Object.freeze(record("jobs, the newest first", {
    jobs: {
        type: "array",
        items: record("a job", { ...own, submitted: { type: "number", description: "milliseconds since 1970" } },
            ["id", "state", "submitted"]),
    },
    next: text("for `after` of the next page, which may be empty; there is none after the last"),
}, ["jobs"]));
export const CANCELLED = Object.freeze(record("whether the job was cancelled", {
    cancelled: { type: "boolean", description: "false if it had already ended" },
}));
export const HEALTH = Object.freeze(record("how the server is", {
    status: text("ok, or why it is not", { enum: ["ok", "stopping", "no queue"] }),
}));

/** The schemas that the description of the API names. */
export const NAMED = Object.freeze({
    File: FILE, Scratch: SCRATCH, Request: REQUEST, Error: ERROR, Progress: PROGRESS, Result: RESULT,
    Claims: CLAIMS, Verdicts: VERDICTS, Submitted: SUBMITTED,
    Job: JOB, List: LIST, Cancelled: CANCELLED, Health: HEALTH,
});

/** The beginning of a name that a client chose. @param {unknown} name */
const begin = (name) => String(name).slice(0, 40);

/**
 * The error of a request that does not fit, in our words; for the option `schemaErrorFormatter` of
 * fastify.
 * @param {any[]} errors - of ajv, with its option `verbose`
 * @param {string} part - of the request
 */
export function wrongRequest(errors, part) {
    // of alternatives, the choice
    const { instancePath, keyword, params, parentSchema } = errors.at(-1);
    const path = instancePath.slice(1).split("/").map(begin).join(".");
    const where = path || (part === "body" ? "request" : part);
    if (keyword === "required") return new Error(`${where}: expected ${params.missingProperty}, got none`);
    if (keyword === "additionalProperties") {
        const known = Object.keys(parentSchema.properties).join(", ");
        return new Error(`${where}: expected nothing but ${known}, got ${begin(params.additionalProperty)}`);
    }
    return new Error(`${where}: expected ${parentSchema.description}, got another value`);
}
