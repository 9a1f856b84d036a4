/** HTTP front end: accepts requests, reports results; depends only on the Prover interface. */
import { createHash, timingSafeEqual } from "node:crypto";
import { finished } from "node:stream";
import { FullError, publicMessage } from "../../../src/provers/failures.js";
import { createMetrics } from "./metrics.mjs";
import { createSlots } from "./slots.mjs";

/** HTTP statuses of failures, by code; others are 500. A file too long for a job counts as a body too long. */
const STATUS = {
    ERR_OPTION: 400, ERR_READ: 400, ERR_INPUT: 400, ERR_LIMIT: 413, ERR_CANCELLED: 409, ERR_DEADLINE: 504,
};

/** @param {any} error @returns {number} */
const statusOf = (error) => error.statusCode ?? (error instanceof FullError ? 429 : STATUS[error.code] ?? 500);

/** Seconds after which a client that was refused because the queue is full may ask again. */
const RETRY_S = 5;

/** Milliseconds between two checks of a job with listeners, and between two signs of life on an event stream. */
const LOOK_MS = 1000, ALIVE_MS = 15_000;

/**
 * Requests of one tenant at once: each may hold a body in memory until its last byte arrives, so many slow ones could
 * hold much memory. A client that submits one job after another needs few.
 */
const OPEN = 64;

/** Event streams of one tenant at once: each checks its job every second. */
const STREAMS = 256;

/** Unread bytes after which an event stream is ended. A result has a few KiB. */
const UNREAD = 2 ** 20;

/** The name for the token that gives access to all metrics, and nothing else. No tenant can have it. */
const OPERATOR = "";

const digest = (text) => createHash("sha256").update(text).digest();

/** @param {Record<string, string>} tokens - by tenant @returns {{ tenant: string, hash: Buffer }[]} */
export const tokenList = (tokens) =>
    Object.entries(tokens).map(([tenant, token]) => ({ tenant, hash: digest(token) }));

/**
 * The tenant of a token. Every token is compared, in constant time, so timing reveals nothing.
 * @param {{ tenant: string, hash: Buffer }[]} known
 * @param {string | undefined} header
 * @returns {string | undefined}
 */
export function tenantOf(known, header) {
    const given = digest(/^Bearer ([\x21-\x7e]{1,512})$/.exec(header ?? "")?.[1] ?? "");
    let tenant;
    for (const { tenant: who, hash } of known) if (timingSafeEqual(hash, given)) tenant = who;
    return tenant;
}

/** @param {any} error */
const bodyOf = (error) => ({ error: { code: error.code ?? "ERR_FAILED", message: error.message } });

const SCHEMA = Object.freeze({
    body: {
        type: "object",
        required: ["zkey"],
        additionalProperties: false,
        properties: Object.fromEntries(
            ["protocol", "zkey", "witness", "inputs", "wasm", "priority", "deadline", "split"].map((name) => [name, {}]),
        ),
    },
    params: { type: "object", properties: { id: { type: "string", pattern: "^[\\w-]{1,64}$" } } },
});

/**
 * Refuses files that are given as text: a prover would read them as local paths.
 * @param {any} request
 */
function withoutLocalPaths(request) {
    for (const name of ["zkey", "witness", "wasm", "inputs"]) {
        const value = request[name];
        if (value !== undefined && (typeof value !== "object" || value === null || Array.isArray(value)))
            throw Object.assign(new Error(`${name}: expected ${EXPECTED[name] ?? EXPECTED.file}, got another value`), {
                code: "ERR_OPTION",
            });
    }
    return request;
}
const EXPECTED = { file: "{ path, sha256 }, { url, sha256 } or { bytes }", inputs: "inputs by signal name" };

/** @param {string} what */
const tooMany = (what) =>
    Object.assign(new Error(`expected at most ${what} of a tenant at once, got one more`), {
        code: "ERR_LIMIT", statusCode: 429,
    });

/** Opens an event stream to one listener. @param {any} reply */
function openStream(reply) {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store", connection: "keep-alive" });
    return (text) => {
        if (raw.writableLength > UNREAD) raw.destroy();
        else raw.write(text);
    };
}

/** Errors as JSON. @param {any} app - of fastify @param {(line: object) => void} log */
function handleErrors(app, log) {
    app.setErrorHandler((error, _request, reply) => {
        const status = statusOf(error);
        if (status === 429) reply.header("retry-after", RETRY_S);
        // clients do not see the server's own failures
        const told = status >= 500 ? new Error("expected an answer, got a failure of the server") : error;
        if (status >= 500) log({ event: "error", code: error.code, message: publicMessage(error) });
        const code = String(error.code ?? "").startsWith("ERR_") ? error.code : "ERR_OPTION";
        reply.code(status).send(bodyOf({ code: status >= 500 ? "ERR_FAILED" : code, message: told.message }));
    });
    app.setNotFoundHandler((_request, reply) => reply.code(404).send(bodyOf({ code: "ERR_OPTION", message: "no such place" })));
}

/**
 * The routes that need a token.
 * @param {any} inner - of fastify
 * @param {import("../../../src/provers/queue/prover.js").Prover} prover
 * @param {ReturnType<typeof createMetrics>} metrics
 * @param {{ streams: Set<() => void>, alone: boolean }} state - streams: functions that end the open event
 *   streams; alone: there is only one tenant, which may see all metrics and use high priority
 */
function addRoutes(inner, prover, metrics, { streams, alone }) {
    const open = createSlots(STREAMS);
    /** The job, if it belongs to the tenant; otherwise the answer is 404. */
    const jobOf = async (request, reply) => {
        const job = await prover.get(request.params.id);
        if (job?.tenant === request.tenant) return job;
        await reply.code(404).send(bodyOf({ code: "ERR_OPTION", message: "no such job" }));
        return undefined;
    };
    const told = async (job) => {
        const { state, progress, result, error } = await job.status();
        return { id: job.id, state, progress, result, ...(error && bodyOf(error)) };
    };
    inner.get("/metrics", async ({ tenant }, reply) => {
        const text = await metrics.text(alone || tenant === OPERATOR ? undefined : tenant);
        return reply.type(metrics.type).send(text);
    });
    inner.post("/prove", { schema: { body: SCHEMA.body } }, async (request, reply) => {
        if (!alone && request.body.priority === "high")
            throw Object.assign(new Error("priority: expected normal or low, for all tenants alike, got high"), {
                code: "ERR_OPTION",
            });
        const job = await prover.submit({ ...withoutLocalPaths(request.body), tenant: request.tenant });
        metrics.submitted(request.tenant);
        return reply.code(202).header("location", `/jobs/${job.id}`).send({ id: job.id });
    });
    inner.get("/jobs/:id", { schema: { params: SCHEMA.params } }, async (request, reply) => {
        const job = await jobOf(request, reply);
        return job ? told(job) : reply;
    });
    inner.delete("/jobs/:id", { schema: { params: SCHEMA.params } }, async (request, reply) => {
        const job = await jobOf(request, reply);
        return job ? { cancelled: await job.cancel() } : reply;
    });
    inner.get("/jobs/:id/events", { schema: { params: SCHEMA.params } }, async (request, reply) => {
        const job = await jobOf(request, reply);
        if (!job) return;
        const release = open.take(request.tenant);
        if (!release) throw tooMany(`${STREAMS} event streams`);
        request.release(); // the request has been read; from now on it counts as a stream
        await follow(job, told, reply, streams, release);
    });
}

/**
 * Authenticates a request and counts it against the tenant's limit, before its body is read.
 * @param {any} app - of fastify
 * @param {ReturnType<typeof tokenList>} known
 */
function admit(app, known) {
    const open = createSlots(OPEN);
    app.decorateRequest("tenant", undefined);
    app.decorateRequest("release", undefined);
    return async (request, reply) => {
        request.tenant = tenantOf(known, request.headers.authorization);
        const isOperator = request.tenant === OPERATOR;
        if (request.tenant === undefined || (isOperator && request.routeOptions.url !== "/metrics")) {
            reply.header("www-authenticate", "Bearer");
            return reply.code(401).send(bodyOf({ code: "ERR_OPTION", message: "expected a bearer token that is known" }));
        }
        request.release = open.take(request.tenant);
        if (!request.release) throw tooMany(`${OPEN} requests`);
        finished(reply.raw, request.release);
        return undefined;
    };
}

/**
 * @param {object} options
 * @param {any} options.fastify - the framework
 * @param {any} options.client - prom-client
 * @param {import("../../../src/provers/queue/prover.js").Prover} options.prover
 * @param {Record<string, string>} options.tokens - by tenant
 * @param {string} [options.metricsToken] - gives access to the metrics of all tenants
 * @param {number} options.body - most bytes of a request
 * @param {(line: object) => void} options.log
 */
export function createFront({ fastify, client, prover, tokens, metricsToken, body, log }) {
    const known = tokenList({ ...tokens, ...(metricsToken && { [OPERATOR]: metricsToken }) });
    const app = fastify({
        logger: false, bodyLimit: body, requestTimeout: 60_000, forceCloseConnections: "idle",
        routerOptions: { maxParamLength: 64 },
        ajv: { customOptions: { removeAdditional: false, coerceTypes: false } }, // what is wrong is refused, not mended
    });
    app.removeContentTypeParser("text/plain"); // JSON alone
    const tenants = Object.keys(tokens), alone = tenants.length === 1;
    const metrics = createMetrics(client, prover, tenants), streams = new Set();
    let stopping = false;

    handleErrors(app, log);
    app.addHook("onResponse", (request, reply, done) => {
        metrics.answered(request.tenant, request.routeOptions.url, request.method, reply.statusCode, reply.elapsedTime);
        log({ event: "request", method: request.method, route: request.routeOptions.url ?? "none",
            status: reply.statusCode, ms: Math.round(reply.elapsedTime), tenant: request.tenant });
        done();
    });
    const authenticate = admit(app, known);

    app.get("/health", async (_request, reply) => {
        const ready = !stopping && await prover.counts().then(() => true, () => false);
        return reply.code(ready ? 200 : 503).send({ status: ready ? "ok" : stopping ? "stopping" : "no queue" });
    });
    app.register(async (inner) => {
        inner.addHook("onRequest", authenticate); // before a body is read
        addRoutes(inner, prover, metrics, { streams, alone });
    });

    return {
        app,
        /** Takes no new work, ends the streams, and finishes answers that are on their way. */
        async close() {
            stopping = true;
            for (const end of streams) end();
            await app.close();
        },
    };
}

/** Reports progress until the job has ended or the client has gone. */
async function follow(job, told, reply, streams, release) {
    const write = openStream(reply), { raw } = reply;
    const send = (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    let ended = false;
    const stop = job.onProgress((report) => send("progress", report));
    const looking = setInterval(() => void look(), LOOK_MS), alive = setInterval(() => write(": \n\n"), ALIVE_MS);
    const end = () => {
        if (ended) return;
        ended = true;
        clearInterval(looking);
        clearInterval(alive);
        stop();
        release();
        streams.delete(end);
        raw.end();
    };
    streams.add(end);
    raw.on("error", end);
    finished(raw, end);
    if (raw.destroyed) return end(); // the client left before the stream began
    async function look() {
        const status = await told(job).catch(() => undefined);
        if (ended || !status || ["waiting", "active"].includes(status.state)) return;
        send(status.state, status);
        end();
    }
    send("status", await told(job));
    return look();
}
