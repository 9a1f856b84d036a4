/**
 * The routes of the HTTP front, a row for each: what it is called, who may use it, what is checked before it runs, and
 * what it does. The front registers the rows; to add a route, add a row.
 */
import { bodyOf, refusal, tooMany } from "./answers.mjs";
import { follow } from "./events.mjs";

/**
 * @typedef {object} Service - what routes use
 * @property {import("../../../src/provers/queue/prover.js").Prover} prover
 * @property {ReturnType<typeof import("./metrics.mjs").createMetrics>} metrics
 * @property {ReturnType<typeof import("./slots.mjs").createSlots>} open - the slots of event streams
 * @property {Set<() => void>} streams - functions that end the open event streams
 * @property {boolean} alone - there is only one tenant, which may see all metrics and use high priority
 * @property {() => Promise<"ok" | "stopping" | "no queue">} health
 */

/**
 * @typedef {object} Route
 * @property {"GET" | "POST" | "DELETE"} method
 * @property {string} url - in the form of fastify
 * @property {"anybody" | "tenant" | "operator"} who - may use it: operator: tenants, and the token of the metrics too
 * @property {{ body?: object, params?: object }} [schema] - of what is checked before it runs
 * @property {(request: any, reply: any, service: Service) => Promise<any>} run - the answer, as fastify takes it
 */

/** Event streams of one tenant at once: each checks its job every second. */
export const STREAMS = 256;

/** The name for the token that gives access to all metrics, and nothing else. No tenant can have it. */
export const OPERATOR = "";

const REQUEST = Object.freeze({
    type: "object",
    required: ["zkey"],
    additionalProperties: false,
    properties: Object.fromEntries(
        ["protocol", "zkey", "witness", "inputs", "wasm", "priority", "deadline", "split"].map((name) => [name, {}]),
    ),
});
const BY_ID = Object.freeze({ type: "object", properties: { id: { type: "string", pattern: "^[\\w-]{1,64}$" } } });

const EXPECTED = { file: "{ path, sha256 }, { url, sha256 } or { bytes }", inputs: "inputs by signal name" };

/**
 * Refuses files that are given as text: a prover would read them as local paths.
 * @param {any} request
 */
function withoutLocalPaths(request) {
    for (const name of ["zkey", "witness", "wasm", "inputs"]) {
        const value = request[name];
        if (value !== undefined && (typeof value !== "object" || value === null || Array.isArray(value)))
            throw refusal(400, "ERR_OPTION", `${name}: expected ${EXPECTED[name] ?? EXPECTED.file}, got another value`);
    }
    return request;
}

/** The job, if it belongs to the tenant; otherwise the answer is 404. */
async function jobOf(request, reply, { prover }) {
    const job = await prover.get(request.params.id);
    if (job?.tenant === request.tenant) return job;
    await reply.code(404).send(bodyOf({ code: "ERR_OPTION", message: "no such job" }));
    return undefined;
}

/** What clients see of a job. */
async function told(job) {
    const { state, progress, result, error } = await job.status();
    return { id: job.id, state, progress, result, ...(error && bodyOf(error)) };
}

/** @type {Route["run"]} */
async function prove(request, reply, { prover, metrics, alone }) {
    if (!alone && request.body.priority === "high")
        throw refusal(400, "ERR_OPTION", "priority: expected normal or low, for all tenants alike, got high");
    const job = await prover.submit({ ...withoutLocalPaths(request.body), tenant: request.tenant });
    metrics.submitted(request.tenant);
    return reply.code(202).header("location", `/jobs/${job.id}`).send({ id: job.id });
}

/** @type {Route["run"]} */
async function status(request, reply, service) {
    const job = await jobOf(request, reply, service);
    return job ? told(job) : reply;
}

/** @type {Route["run"]} */
async function cancel(request, reply, service) {
    const job = await jobOf(request, reply, service);
    return job ? { cancelled: await job.cancel() } : reply;
}

/** @type {Route["run"]} */
async function events(request, reply, service) {
    const job = await jobOf(request, reply, service);
    if (!job) return;
    const release = service.open.take(request.tenant);
    if (!release) throw tooMany(`${STREAMS} event streams`);
    request.release(); // the request has been read; from now on it counts as a stream
    await follow(job, told, reply, service.streams, release);
}

/** @type {Route["run"]} */
async function showMetrics({ tenant }, reply, { metrics, alone }) {
    return reply.type(metrics.type).send(await metrics.text(alone || tenant === OPERATOR ? undefined : tenant));
}

/** @type {Route["run"]} */
async function health(_request, reply, service) {
    const found = await service.health();
    return reply.code(found === "ok" ? 200 : 503).send({ status: found });
}

/** @type {readonly Route[]} */
export const ROUTES = Object.freeze(/** @type {Route[]} */ ([
    { method: "POST", url: "/prove", who: "tenant", schema: { body: REQUEST }, run: prove },
    { method: "GET", url: "/jobs/:id", who: "tenant", schema: { params: BY_ID }, run: status },
    { method: "DELETE", url: "/jobs/:id", who: "tenant", schema: { params: BY_ID }, run: cancel },
    { method: "GET", url: "/jobs/:id/events", who: "tenant", schema: { params: BY_ID }, run: events },
    { method: "GET", url: "/metrics", who: "operator", run: showMetrics },
    { method: "GET", url: "/health", who: "anybody", run: health },
]));
