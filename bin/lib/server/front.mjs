/** HTTP front end: accepts requests, reports results; depends only on the Prover interface. */
import { createHash, timingSafeEqual } from "node:crypto";
import { finished } from "node:stream";
import { bodyOf, handleErrors, tooMany } from "./answers.mjs";
import { createMetrics } from "./metrics.mjs";
import { OPERATOR, ROUTES, STREAMS } from "./routes.mjs";
import { createSlots } from "./slots.mjs";

/**
 * Requests of one tenant at once: each may hold a body in memory until its last byte arrives, so many slow ones could
 * hold much memory. A client that submits one job after another needs few.
 */
const OPEN = 64;

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
        const { who } = request.routeOptions.config;
        if (who === "anybody") return undefined;
        request.tenant = tenantOf(known, request.headers.authorization);
        if (request.tenant === undefined || (request.tenant === OPERATOR && who !== "operator")) {
            reply.header("www-authenticate", "Bearer");
            return reply.code(401).send(bodyOf({ code: "ERR_OPTION", message: "expected a bearer token that is known" }));
        }
        request.release = open.take(request.tenant);
        if (!request.release) throw tooMany(`${OPEN} requests`);
        finished(reply.raw, request.release);
        return undefined;
    };
}

/** @param {any} app - of fastify @param {import("./routes.mjs").Service} service @param {any} onRequest */
function addRoutes(app, service, onRequest) {
    for (const { method, url, who, schema = {}, run } of ROUTES)
        app.route({
            method, url, schema, config: { who }, onRequest, // before a body is read
            handler: (request, reply) => run(request, reply, service),
        });
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
    const health = async () =>
        stopping ? "stopping" : prover.counts().then(() => /** @type {const} */ ("ok"), () => "no queue");

    handleErrors(app, log);
    app.addHook("onResponse", (request, reply, done) => {
        metrics.answered(request.tenant, request.routeOptions.url, request.method, reply.statusCode, reply.elapsedTime);
        log({ event: "request", method: request.method, route: request.routeOptions.url ?? "none",
            status: reply.statusCode, ms: Math.round(reply.elapsedTime), tenant: request.tenant });
        done();
    });
    const service = { prover, metrics, open: createSlots(STREAMS), streams, alone, health };
    addRoutes(app, /** @type {any} */ (service), admit(app, known));

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
