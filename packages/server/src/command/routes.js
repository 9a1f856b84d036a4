/**
 * The routes of the HTTP front, a row for each: what it is called, who may use it, what is checked
 * before it runs, what it answers, and what it does. The front registers the rows, and the
 * description of the API is made from them; to add a route, add a row.
 */
import { createHmac } from "node:crypto";
import { within } from "../queue/connection.js";
import { bodyOf, goneSignal, refusal, stopped, tooMany } from "./answers.js";
import { delegate } from "./delegate.js";
import { follow } from "./events.js";
import { LONGEST_WAIT, SILENT_MS, STREAMS } from "./limits.js";
import { describeApi } from "./openapi.js";
import {
    BY_ID, CANCELLED, CLAIMS, HEADERS, HEALTH, JOB, KEY, LIST, PAGE, POINTS, REQUEST, SHARE, SUBMITTED, VERDICTS, WAIT,
} from "./schemas.js";
import { checkHook } from "./webhooks.js";

/**
 * @typedef {object} Service - what routes use
 * @property {import("../jobs.js").Prover & { msmShare: import("../delegated.js").MsmShare }} prover -
 *   msmShare: where the front has the option for it
 * @property {ReturnType<typeof import("./metrics.js").createMetrics>} metrics
 * @property {ReturnType<typeof import("./slots.js").createSlots>} open - the slots of event
 *   streams and waits
 * @property {Set<() => void>} streams - functions that end the open event streams and waits
 * @property {Set<() => void>} waits - those of waits that go on while the server stops, until the
 *   time is over
 * @property {ReturnType<typeof import("./ends.js").createEnds>} ends
 * @property {import("./webhooks.js").Schedule} hooks
 * @property {ReturnType<typeof import("./verify.js").createVerifier>} verifier
 * @property {AbortSignal} stopping - aborts when the server stops
 * @property {AbortSignal} over - aborts when the time for answers is over, some time later
 * @property {readonly string[]} allow - locations that requests may name
 * @property {Record<string, Buffer>} secrets - of each tenant, from its token
 * @property {readonly Route[]} routes - that the front has
 * @property {string} version - of the server
 * @property {boolean} alone - there is only one tenant, which may see all metrics and use high
 *   priority
 * @property {() => Promise<"ok" | "stopping" | "no queue">} ready
 */

/**
 * @typedef {object} Route
 * @property {"GET" | "POST" | "DELETE"} method
 * @property {string} url - in the form of fastify
 * @property {"anybody" | "tenant" | "operator"} who - may use it: operator: tenants, and the token
 *   of the metrics too
 * @property {string} id - in the description of the API, where it becomes the name of a function
 * @property {string} text - what it does
 * @property {{ body?: any, params?: any, querystring?: any, headers?: any }} [schema] - what is
 *   checked before it runs
 * @property {object} [bytes] - what the body is, if it is a stream of bytes, which nothing checks
 *   before it runs
 * @property {"delegate"} [option] - only fronts with this option have it
 * @property {Record<number, { text: string, schema?: object, type?: string }>} answers - type: if
 *   it is not JSON
 * @property {readonly number[]} [refusals] - statuses of errors, beside those that every route has
 * @property {(request: any, reply: any, service: Service) => Promise<any>} run - the answer, as
 *   fastify takes it
 */

/**
 * The name for the token that gives access to all metrics, and nothing else. No tenant can have it.
 */
export const OPERATOR = "";

/**
 * The job, if it belongs to the tenant.
 * @param {any} request
 * @param {Service} service
 * @throws {Error} for 404
 */
async function jobOf(request, { prover }) {
    const job = await prover.get(request.params.id);
    if (!job || job.tenant !== request.tenant) throw refusal(404, "no such job");
    request.job = job.id; // for the log
    return job;
}

/** What clients see of a job. @param {any} job */
export async function told(job) {
    const { state, progress, result, error } = await job.status();
    return { id: job.id, state, progress, result, ...(error && bodyOf(error)) };
}

/** @param {any} request @param {Service} service @returns {() => void} frees the slot */
function takeSlot({ tenant }, { open }) {
    const release = open.take(tenant);
    if (!release) throw tooMany(`${STREAMS} event streams and requests that wait`);
    return release;
}

/**
 * The key of a request as provers get it: it cannot be guessed without the token, however short the
 * client's own is.
 * @param {string | undefined} given
 * @param {Buffer} secret
 */
const keyOf = (given, secret) =>
    (given === undefined ? undefined : createHmac("sha256", secret).update(given).digest("base64"));

/** Do jobs end with this process? @param {Service} service */
const endsWithUs = ({ prover }) => "stats" in prover;

/**
 * Submits the job of a request, and its webhook. A job whose name reaches no client is withdrawn.
 * @param {any} request
 * @param {AbortSignal} gone - the client has left
 * @param {Service} service
 */
async function submit(request, gone, { prover, metrics, hooks, allow, alone, secrets, over }) {
    const { body: { webhook, ...body }, tenant, trace: { traceparent } } = request;
    if (!alone && body.priority === "high")
        throw refusal(400, "priority: expected normal or low, for all tenants alike, got high");
    if (webhook) checkHook(webhook.url, allow);
    const job = await prover.submit({ ...body, tenant }, {
        key: keyOf(request.headers["idempotency-key"], secrets[tenant]), traceparent,
        async confirm(taken) {
            if (webhook) await hooks.add({ id: taken.id, tenant, url: webhook.url, traceparent }, taken);
            else for (const signal of [gone, over]) signal.throwIfAborted();
        },
    });
    request.job = job.id; // for the log
    if (!job.repeated) metrics.submitted(tenant);
    return job;
}

/** @type {Route["run"]} */
async function prove(request, reply, service) {
    const { wait } = request.query, slot = wait === undefined ? undefined : takeSlot(request, service);
    try {
        const job = await submit(request, goneSignal(reply), service);
        reply.header("location", `/jobs/${job.id}`);
        if (wait !== undefined) {
            request.body = undefined; // it has been read; from now on the request counts as a wait
            request.release();
            // the job may end in time
            const open = endsWithUs(service) ? service.waits : service.streams;
            await service.ends.wait(job, 1000 * Number(wait || LONGEST_WAIT), reply.raw, open);
            // that it was taken can be said without the queue, too
            const status = await within(told(job), SILENT_MS).catch(() => undefined);
            if (["done", "failed"].includes(status?.state)) return status;
        }
        // no client can ask for it any more
        if (service.stopping.aborted && endsWithUs(service)) throw stopped();
        return reply.code(202).send({ id: job.id });
    } finally {
        slot?.();
    }
}

/** @type {Route["run"]} */
async function verify({ body, tenant }, reply, { verifier }) {
    return verifier.verify(body, { tenant, signal: goneSignal(reply) });
}

/** @type {Route["run"]} */
async function list({ tenant, query: { limit, after } }, _reply, { prover }) {
    const { jobs, next } = await prover.list({ tenant, after, ...(limit && { limit: Number(limit) }) });
    return { jobs: jobs.map(({ error, ...job }) => ({ ...job, ...(error && bodyOf(error)) })), next };
}

/** @type {Route["run"]} */
const status = async (request, _reply, service) => told(await jobOf(request, service));

/** @type {Route["run"]} */
const cancel = async (request, _reply, service) => ({ cancelled: await (await jobOf(request, service)).cancel() });

/** @type {Route["run"]} */
async function events(request, reply, service) {
    const job = await jobOf(request, service);
    const release = takeSlot(request, service);
    request.release(); // the request has been read; from now on it counts as a stream
    await follow(job, told, reply, service.streams, release);
}

/** @type {Route["run"]} */
async function showMetrics({ tenant }, reply, { metrics, alone }) {
    return reply.type(metrics.type).send(await metrics.text(alone || tenant === OPERATOR ? undefined : tenant));
}

/** @type {Route["run"]} */
const health = async () => ({ status: "ok" });

/** @type {Route["run"]} */
async function ready(_request, reply, service) {
    const found = await service.ready();
    return reply.code(found === "ok" ? 200 : 503).send({ status: found });
}

/** @type {Route["run"]} */
const openapi = async (_request, _reply, { routes, version }) => describeApi(routes, version);

/** @type {readonly Route[]} */
export const ROUTES = Object.freeze(/** @type {Route[]} */ ([
    {
        method: "POST", url: "/prove", who: "tenant", id: "prove", run: prove,
        text: "Asks for a proof, and waits for its end if the query says so",
        schema: { body: REQUEST, querystring: WAIT, headers: HEADERS }, refusals: [400, 413, 415, 422],
        answers: {
            200: { text: "The job has ended while the request waited", schema: JOB },
            202: { text: "The job was taken", schema: SUBMITTED },
        },
    },
    {
        method: "POST", url: "/verify", who: "tenant", id: "verify", run: verify,
        text: "Verifies proofs of one key, of any protocol", schema: { body: CLAIMS }, refusals: [400, 413, 415],
        answers: { 200: { text: "What came of each", schema: VERDICTS } },
    },
    {
        method: "POST", url: "/delegate", who: "tenant", id: "msmShare", run: delegate, option: "delegate",
        text: "Computes the MSMs of a proof over the points of a key, with a share of its scalars",
        schema: { querystring: KEY }, bytes: SHARE, refusals: [400, 408, 413, 415],
        answers: { 200: { text: "The MSMs over A, B2, C and H", schema: POINTS, type: "application/octet-stream" } },
    },
    {
        method: "GET", url: "/jobs", who: "tenant", id: "listJobs", run: list,
        text: "Lists the tenant's jobs that wait, run, or are kept after their end",
        schema: { querystring: PAGE }, refusals: [400], answers: { 200: { text: "A page of the list", schema: LIST } },
    },
    {
        method: "GET", url: "/jobs/:id", who: "tenant", id: "getJob", run: status,
        text: "Says how far a job is, and gives its result", schema: { params: BY_ID }, refusals: [400, 404],
        answers: { 200: { text: "The job", schema: JOB } },
    },
    {
        method: "DELETE", url: "/jobs/:id", who: "tenant", id: "cancelJob", run: cancel,
        text: "Cancels a job", schema: { params: BY_ID }, refusals: [400, 404],
        answers: { 200: { text: "Whether it was cancelled", schema: CANCELLED } },
    },
    {
        method: "GET", url: "/jobs/:id/events", who: "tenant", id: "followJob", run: events,
        text: "Tells what happens to a job as server-sent events: status, progress, and done or failed",
        schema: { params: BY_ID }, refusals: [400, 404],
        answers: { 200: { text: "The events, whose data are the job or its progress", type: "text/event-stream" } },
    },
    {
        method: "GET", url: "/metrics", who: "operator", id: "metrics", run: showMetrics,
        text: "Shows the metrics of the tenant, or of all to the operator",
        answers: { 200: { text: "Metrics in the format of Prometheus", type: "text/plain" } },
    },
    {
        method: "GET", url: "/health", who: "anybody", id: "health", run: health, text: "Says that the server lives",
        answers: { 200: { text: "It lives", schema: HEALTH } },
    },
    {
        method: "GET", url: "/ready", who: "anybody", id: "ready", run: ready,
        text: "Says whether the server takes requests and reaches its queue",
        answers: { 200: { text: "It does", schema: HEALTH }, 503: { text: "It does not", schema: HEALTH } },
    },
    {
        method: "GET", url: "/openapi.json", who: "anybody", id: "openapi", run: openapi, text: "This description",
        answers: { 200: { text: "OpenAPI 3.1", schema: { type: "object", additionalProperties: true } } },
    },
]));
