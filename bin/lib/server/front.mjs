/** The HTTP front: proofs asked for and told of. It sees requests and results, and knows only what a prover is. */
import { createHash, timingSafeEqual } from "node:crypto";
import { FullError, publicMessage } from "../../../src/queue/failures.js";
import { createMetrics } from "./metrics.mjs";

/** HTTP statuses of failures, by code; others are 500. A file that is too long for a job is as a body that is. */
const STATUS = {
    ERR_OPTION: 400, ERR_READ: 400, ERR_LIMIT: 413, ERR_CANCELLED: 409, ERR_DEADLINE: 504,
};

/** @param {any} error @returns {number} */
const statusOf = (error) => error.statusCode ?? (error instanceof FullError ? 429 : STATUS[error.code] ?? 500);

/** Seconds after which who was refused for a full queue may ask again. */
const RETRY_S = 5;

/** Milliseconds between two looks at a job that somebody listens to, and between two signs of life on that line. */
const LOOK_MS = 1000, ALIVE_MS = 15_000;

const digest = (text) => createHash("sha256").update(text).digest();

/** @param {Record<string, string>} tokens - by tenant @returns {{ tenant: string, hash: Buffer }[]} */
export const tokenList = (tokens) =>
    Object.entries(tokens).map(([tenant, token]) => ({ tenant, hash: digest(token) }));

/**
 * Who has this token? Every token is compared, each in constant time: neither what matches nor how far is told by how
 * long it takes.
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
 * A text means a file of this machine to a prover: over HTTP a file says what it is.
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

/** One line of events to one listener. @param {any} reply */
function openStream(reply) {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store", connection: "keep-alive" });
    return (event, data) => raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Errors as JSON. @param {any} app - of fastify @param {(line: object) => void} log */
function handleErrors(app, log) {
    app.setErrorHandler((error, _request, reply) => {
        const status = statusOf(error);
        if (status === 429) reply.header("retry-after", RETRY_S);
        // the client is not shown failures of the server
        const told = status >= 500 ? new Error("expected an answer, got a failure of the server") : error;
        if (status >= 500) log({ event: "error", code: error.code, message: publicMessage(error) });
        const code = String(error.code ?? "").startsWith("ERR_") ? error.code : "ERR_OPTION";
        reply.code(status).send(bodyOf({ code: status >= 500 ? "ERR_FAILED" : code, message: told.message }));
    });
    app.setNotFoundHandler((_request, reply) => reply.code(404).send(bodyOf({ code: "ERR_OPTION", message: "no such place" })));
}

/**
 * What needs a token.
 * @param {any} inner - of fastify
 * @param {import("../../../src/queue/prover.js").Prover} prover
 * @param {ReturnType<typeof createMetrics>} metrics
 * @param {Set<() => void>} streams - of progress that are open
 */
function addRoutes(inner, prover, metrics, streams) {
    /** The job, for whose it is; for others there is none. */
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
    inner.get("/metrics", async (_request, reply) => reply.type(metrics.type).send(await metrics.text()));
    inner.post("/prove", { schema: { body: SCHEMA.body } }, async (request, reply) => {
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
        await follow(job, told, reply, streams);
    });
}

/**
 * @param {object} options
 * @param {any} options.fastify - the framework
 * @param {any} options.client - prom-client
 * @param {import("../../../src/queue/prover.js").Prover} options.prover
 * @param {Record<string, string>} options.tokens - by tenant
 * @param {number} options.body - bytes of a request at most
 * @param {(line: object) => void} options.log
 */
export function createFront({ fastify, client, prover, tokens, body, log }) {
    const known = tokenList(tokens);
    const app = fastify({
        logger: false, bodyLimit: body, requestTimeout: 60_000, forceCloseConnections: "idle",
        routerOptions: { maxParamLength: 64 },
        ajv: { customOptions: { removeAdditional: false, coerceTypes: false } }, // what is wrong is refused, not mended
    });
    app.removeContentTypeParser("text/plain"); // JSON alone
    const metrics = createMetrics(client, prover), streams = new Set();
    let stopping = false;

    handleErrors(app, log);
    app.addHook("onResponse", (request, reply, done) => {
        metrics.answered(request.routeOptions.url, request.method, reply.statusCode, reply.elapsedTime);
        log({ event: "request", method: request.method, route: request.routeOptions.url ?? "none",
            status: reply.statusCode, ms: Math.round(reply.elapsedTime), tenant: request.tenant });
        done();
    });
    app.decorateRequest("tenant", undefined);
    const authenticate = async (request, reply) => {
        request.tenant = tenantOf(known, request.headers.authorization);
        if (request.tenant !== undefined) return undefined;
        reply.header("www-authenticate", "Bearer");
        return reply.code(401).send(bodyOf({ code: "ERR_OPTION", message: "expected a bearer token that is known" }));
    };

    app.get("/health", async (_request, reply) => {
        const ready = !stopping && await prover.counts().then(() => true, () => false);
        return reply.code(ready ? 200 : 503).send({ status: ready ? "ok" : stopping ? "stopping" : "no queue" });
    });
    app.register(async (inner) => {
        inner.addHook("onRequest", authenticate); // before a body is read
        addRoutes(inner, prover, metrics, streams);
    });

    return {
        app,
        /** No new work, streams end, answers that are on their way come. */
        async close() {
            stopping = true;
            for (const end of streams) end();
            await app.close();
        },
    };
}

/** Tells progress until the job has ended, or nobody listens. */
async function follow(job, told, reply, streams) {
    const send = openStream(reply), { raw } = reply;
    let ended = false;
    const stop = job.onProgress((report) => send("progress", report));
    const looking = setInterval(() => void look(), LOOK_MS), alive = setInterval(() => raw.write(": \n\n"), ALIVE_MS);
    const end = () => {
        ended = true;
        clearInterval(looking);
        clearInterval(alive);
        stop();
        streams.delete(end);
        raw.end();
    };
    streams.add(end);
    raw.on("close", end);
    raw.on("error", end);
    async function look() {
        const status = await told(job).catch(() => undefined);
        if (ended || !status || ["waiting", "active"].includes(status.state)) return;
        send(status.state, status);
        end();
    }
    send("status", await told(job));
    await look();
}
