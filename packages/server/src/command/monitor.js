/**
 * The port of a worker: whether it lives, whether it can take jobs, and its metrics for Prometheus.
 */
import { createServer } from "node:http";
import { SILENT_MS } from "./limits.js";
import { addStats, countersOfProofs, gaugeReady } from "./proof_metrics.js";
import { tenantOf, tokenList } from "./tokens.js";
import { createProbe } from "./within.js";

/** Connections at once, and milliseconds that one may be silent, or take to send its request. */
const CONNECTIONS = 64, PATIENCE_MS = 10_000;

/** Status, text and headers. @typedef {[number, string?, Record<string, string>?]} Answer */
/**
 * @typedef {Record<string, (request: import("node:http").IncomingMessage) => Promise<Answer>>}
 *   Pages
 */

/**
 * @param {() => Promise<string>} ready
 * @param {any} register - of prom-client
 * @param {ReturnType<typeof tokenList>} known
 * @returns {Pages}
 */
const pagesOf = (ready, register, known) => ({
    "/health": async () => [200, JSON.stringify({ status: "ok" })],
    "/ready": async () => {
        const status = await ready();
        return [status === "ok" ? 200 : 503, JSON.stringify({ status })];
    },
    "/metrics": async ({ headers }) =>
        (tenantOf(known, headers.authorization) === undefined
            ? [401, "", { "www-authenticate": "Bearer" }]
            : [200, await register.metrics(), { "content-type": register.contentType }]),
});

/** @param {Pages} pages @returns {import("node:http").Server} */
function serverOf(pages) {
    const server = createServer({ requestTimeout: PATIENCE_MS }, (request, response) => {
        const url = String(request.url);
        const page = Object.hasOwn(pages, url) ? pages[url] : async () => [404];
        const answer = ["GET", "HEAD"].includes(String(request.method)) ? page(request) : Promise.resolve([405]);
        answer.catch(() => [500]).then((/** @type {any} Answer */ [status, text, headers]) => {
            response.writeHead(status, { "content-type": "application/json", ...headers });
            response.end(text);
        });
    });
    server.maxConnections = CONNECTIONS;
    server.setTimeout(PATIENCE_MS);
    return server;
}

/**
 * @param {object} options
 * @param {any} options.client - prom-client
 * @param {{ ping: () => Promise<void>, stats: () => Promise<any> }} options.worker
 * @param {string} [options.metricsToken] - without one, the metrics are closed
 */
export function createMonitor({ client, worker, metricsToken }) {
    const register = new client.Registry();
    const proofs = countersOfProofs(client, register);
    const known = tokenList(metricsToken ? { operator: metricsToken } : {});
    const probe = createProbe(worker.ping, SILENT_MS);
    client.collectDefaultMetrics({ register });
    addStats(client, register, worker.stats);
    let stopping = false;
    const ready = async () => (stopping ? "stopping" : await probe() ? "ok" : "no queue");
    gaugeReady(client, register, ready);
    const server = serverOf(pagesOf(ready, register, known));
    return {
        event: proofs.event,
        /**
         * @param {number} port
         * @param {string} host
         * @returns {Promise<import("node:net").AddressInfo>}
         */
        listen: (port, host) => new Promise((resolve, reject) => {
            server.once("error", reject);
            server.listen(port, host, () => resolve(/** @type {any} */ (server.address())));
        }),
        /** The worker takes no more jobs. */
        stop() { stopping = true; },
        close: () => new Promise((resolve) => {
            server.close(() => resolve(undefined));
            server.closeAllConnections();
        }),
    };
}
