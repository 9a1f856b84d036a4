/** HTTP front end: accepts requests, reports results; depends only on the Prover interface. */
import { setMaxListeners } from "node:events";
import { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { finished } from "node:stream";
import { exactJson, orAborted } from "../../../../src/internal/server.js";
import { GONE, handleErrors, refusal, stopped, tooMany } from "./answers.js";
import { createEnds } from "./ends.js";
import { ARRIVAL_MS, LAST_WORD_MS, OPEN, SHARE_ARRIVAL_MS, SILENT_MS, STREAMS } from "./limits.js";
import { createMetrics } from "./metrics.js";
import { OPERATOR, ROUTES, told } from "./routes.js";
import { wrongRequest } from "./schemas.js";
import { createSlots } from "./slots.js";
import { tenantOf, tokenList } from "./tokens.js";
import { createTracing } from "./tracing.js";
import { createVerifier } from "./verify.js";
import { createTry, scheduleHere } from "./webhooks.js";
import { createProbe } from "./within.js";

/**
 * Authenticates a request and counts it against the tenant's limit, before its body is read, until
 * it has been answered and nothing of it is under way any more: a client that leaves early makes no
 * room for another.
 * @param {any} app - of fastify
 * @param {ReturnType<typeof tokenList>} known
 */
function admit(app, known) {
    const open = createSlots(OPEN);
    app.decorateRequest("tenant", undefined);
    app.decorateRequest("release", undefined);
    app.decorateRequest("handled", undefined);
    return async (/** @type {any} */ request, /** @type {any} */ reply) => {
        const { who } = request.routeOptions.config;
        if (who === "anybody") return;
        request.tenant = tenantOf(known, request.headers.authorization);
        if (request.tenant === undefined || (request.tenant === OPERATOR && who !== "operator"))
            throw refusal(401, "expected a bearer token that is known");
        request.release = open.take(request.tenant);
        if (!request.release) throw tooMany(`${OPEN} requests`);
        finished(reply.raw, () => void Promise.resolve(request.handled).then(request.release));
    };
}

/**
 * Ends connections whose request takes too long to arrive; but for streams of bytes, which their
 * route watches.
 * @param {any} app - of fastify
 * @param {number} ms
 */
function limitArrival(app, ms) {
    app.addHook("onRequest", async (/** @type {any} */ { raw, routeOptions: { config } }, /** @type {any} */ reply) => {
        // one without has arrived
        if (config?.bytes || raw.complete || !(raw.socket instanceof Socket)) return;
        const timer = setTimeout(() => {
            if (raw.complete) return;
            if (!reply.raw.headersSent) raw.socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
            raw.socket.destroySoon();
        }, ms).unref();
        raw.once("close", () => clearTimeout(timer));
    });
}

/**
 * Runs a request until the time for answers is over. What it leaves under way, such as a job that
 * may have to be withdrawn, is `settled` of its error.
 * @param {import("./routes.js").Route} route
 * @param {any} request
 * @param {any} reply
 * @param {import("./routes.js").Service} service
 */
function handle({ run }, request, reply, service) {
    const answer = run(request, reply, service);
    request.handled = answer.catch((error) => error.settled).then(() => { request.body = undefined; });
    return orAborted(answer, service.over);
}

/**
 * @param {any} app - of fastify
 * @param {import("./routes.js").Service} service
 * @param {any} onRequest
 */
function addRoutes(app, service, onRequest) {
    for (const route of service.routes) {
        const { method, url, who, schema = {}, bytes } = route;
        app.route({
            method, url, schema, config: { who, bytes }, onRequest, // before a body is read
            handler: (/** @type {any} */ request, /** @type {any} */ reply) => handle(route, request, reply, service),
        });
    }
}

/**
 * Gives each request a trace, and logs and counts it when it has been answered, or its client has
 * gone.
 * @param {any} app - of fastify
 * @param {ReturnType<typeof createMetrics>} metrics
 * @param {ReturnType<typeof createTracing>} tracing
 * @param {(line: object) => void} log
 */
function watch(app, metrics, tracing, log) {
    app.decorateRequest("trace", undefined);
    app.decorateRequest("job", undefined);
    app.addHook("onRequest", async (/** @type {any} */ request, /** @type {any} */ reply) => {
        const { method, routeOptions: { url: route = "none" } } = request, { raw } = reply, began = performance.now();
        request.trace = tracing.begin(`${method} ${route}`, request.headers.traceparent);
        finished(raw, () => {
            const { tenant, job, trace } = request, status = raw.headersSent ? raw.statusCode : GONE;
            const ms = performance.now() - began;
            metrics.answered(tenant, route, method, status, ms);
            log({ event: "request", method, route, status, ms: Math.round(ms), tenant, job,
                traceparent: trace.traceparent });
            trace.end(status >= 500 ? `status ${status}` : undefined, {
                "http.request.method": method, "http.route": route, "http.response.status_code": status,
                "ffturbo.tenant": tenant, "ffturbo.job": job,
            });
        });
    });
    handleErrors(app, (line, { job, trace }) => log({ ...line, job, traceparent: trace?.traceparent }));
}

/**
 * @param {any} fastify - the framework
 * @param {number} body - most bytes of a request
 * @param {boolean} shares - whether requests may be streams of bytes
 */
function openApp(fastify, body, shares) {
    const app = fastify({
        logger: false, bodyLimit: body, forceCloseConnections: "idle",
        requestTimeout: SHARE_ARRIVAL_MS, // of those that limitArrival leaves alone
        routerOptions: { maxParamLength: 64 }, schemaErrorFormatter: wrongRequest,
        // what is wrong is refused, not mended
        ajv: { customOptions: { removeAdditional: false, coerceTypes: false, verbose: true } },
    });
    // JSON alone, with all digits of its integers
    app.removeContentTypeParser(["text/plain", "application/json"]);
    const parse = app.getDefaultJsonParser("error", "error");
    /** @typedef {(error: Error | null, body?: any) => void} Done */
    app.addContentTypeParser("application/json", { parseAs: "string" }, (
        /** @type {any} */ request, /** @type {string} */ json, /** @type {Done} */ done,
    ) => parse(request, exactJson(json), done));
    if (shares) // read by the route, once it is known how long it may be
        app.addContentTypeParser("application/octet-stream", (
            /** @type {any} */ request, /** @type {any} */ payload, /** @type {Done} */ done,
        ) => {
            if (request.routeOptions.config.bytes) done(null, payload);
            else done(refusal(415, "expected JSON, got a stream of bytes"));
        });
    return app;
}

/**
 * @param {object} options
 * @param {any} options.fastify - the framework
 * @param {any} options.client - prom-client
 * @param {import("../jobs.js").Prover} options.prover
 * @param {string} options.version - of the server, for the description of the API
 * @param {Record<string, string>} options.tokens - by tenant
 * @param {string} [options.metricsToken] - gives access to the metrics of all tenants
 * @param {number} options.body - most bytes of a request
 * @param {number} [options.arrival] - milliseconds that a request may take to arrive
 * @param {boolean} [options.delegate] - makes MSMs for devices that keep their witnesses; default
 *   false
 * @param {readonly string[]} [options.allow] - locations that webhooks may be sent to; default none
 * @param {ReturnType<typeof createTracing>} [options.tracing]
 * @param {(attempt: ReturnType<typeof createTry>, onEnd: ReturnType<typeof createEnds>["onEnd"]) =>
 *   import("./webhooks.js").Schedule} [options.schedule] - of webhooks; by default that of this
 *   process
 * @param {(line: object) => void} options.log
 */
export function createFront({
    fastify, client, prover, version, tokens, metricsToken, body, log,
    allow = [], tracing = createTracing(), schedule = scheduleHere, delegate = false,
    arrival = ARRIVAL_MS,
}) {
    const known = tokenList({ ...tokens, ...(metricsToken && { [OPERATOR]: metricsToken }) });
    const tenants = Object.keys(tokens);
    const alone = tenants.length === 1;
    const ends = createEnds();
    const streams = new Set();
    const waits = new Set();
    const probe = createProbe(async () => prover.counts(), SILENT_MS);
    const stopping = new AbortController();
    const over = new AbortController();
    for (const { signal } of [stopping, over]) setMaxListeners(0, signal); // every request listens
    const ready = async () => (stopping.signal.aborted ? "stopping" : await probe() ? "ok" : "no queue");
    const metrics = createMetrics(client, prover, tenants, ready);
    const app = openApp(fastify, body, delegate);
    const hooks = schedule(createTry({ prover, told, tokens, allow, log, count: metrics.hook }), ends.onEnd);

    limitArrival(app, arrival);
    // the server ends when its connections do
    app.addHook("onSend", async (/** @type {unknown} */ _request, /** @type {any} */ reply) => {
        if (stopping.signal.aborted) reply.header("connection", "close");
    });
    watch(app, metrics, tracing, log);
    const secrets = Object.fromEntries(known.map(({ tenant, hash }) => [tenant, hash]));
    const verifier = createVerifier({ prover, allow, inline: body });
    const routes = ROUTES.filter(({ option }) => option === undefined || delegate);
    const service = {
        routes, version, prover, verifier, metrics, open: createSlots(STREAMS), streams, waits, ends, hooks, allow,
        secrets, alone, ready, stopping: stopping.signal, over: over.signal,
    };
    addRoutes(app, /** @type {any} */ (service), admit(app, known));

    return {
        app,
        /** Counts and traces what a prover tells. */
        event: metrics.event,
        /** @param {{ grace?: number }} [options] - by default it takes as long as it takes */
        async close({ grace = 2 ** 30 } = {}) {
            stopping.abort();
            await closeFront(app, service, over, grace);
        },
    };
}

/**
 * Ends the streams, and finishes answers that are on their way. No new work comes any more.
 * @param {any} app
 * @param {any} service
 * @param {AbortController} over
 * @param {number} grace - milliseconds in which answers, and webhooks, are finished; then requests
 *   are answered with 503
 */
async function closeFront(app, { streams, waits, hooks, verifier }, over, grace) {
    const end = Date.now() + grace;
    const expire = () => {
        over.abort(stopped());
        for (const wait of waits) wait();
    };
    const cut = () => app.server.closeAllConnections(); // requests that still arrive
    const timers = [setTimeout(expire, grace), setTimeout(cut, grace + LAST_WORD_MS)];
    for (const line of streams) line();
    await app.close();
    for (const timer of timers) clearTimeout(timer);
    expire();
    await hooks.close(Math.max(0, end - Date.now()));
    await verifier.close();
}
