/**
 * The metrics of the front end, in the format of Prometheus: all of them for the operator, and for
 * a tenant those of its own requests and jobs. Labels are few, and none of them is secret.
 */
import { within } from "../queue/connection.js";
import { SILENT_MS } from "./limits.js";
import { addStats, countersOfProofs, gaugeReady } from "./proof_metrics.js";

/**
 * The counters of requests and jobs, for all tenants or for one.
 * @param {any} client - prom-client
 */
function countersIn(client) {
    const register = new client.Registry(), registers = [register];
    const requests = new client.Histogram({
        name: "ffturbo_http_request_seconds", help: "Time until an answer, by route", registers,
        labelNames: ["route", "method", "status"], buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    });
    const submitted = new client.Counter({
        name: "ffturbo_jobs_submitted_total", help: "Proofs asked for", labelNames: ["tenant"], registers,
    });
    const ended = new client.Counter({
        name: "ffturbo_jobs_ended_total", help: "Jobs that ended: done, or the code of the failure",
        labelNames: ["tenant", "outcome"], registers,
    });
    const seconds = new client.Histogram({
        name: "ffturbo_job_seconds", help: "Time from request to end, of jobs that were done", registers,
        buckets: [0.1, 0.5, 2, 10, 30, 60, 300, 1800, 7200],
    });
    const webhooks = new client.Counter({
        name: "ffturbo_webhooks_total", help: "Tries of webhooks: delivered, again or failed", labelNames: ["outcome"],
        registers,
    });
    return { register, requests, submitted, ended, seconds, webhooks, proofs: countersOfProofs(client, register) };
}

/**
 * @param {any} client - prom-client
 * @param {any} register
 * @param {() => Promise<number>} ask - milliseconds
 */
const gaugeOldest = (client, register, ask) => new client.Gauge({
    name: "ffturbo_oldest_job_seconds", help: "For how long the oldest waiting job has waited; 0 if none waits",
    registers: [register],
    async collect() {
        const ms = await within(ask(), SILENT_MS).catch(() => undefined);
        if (ms === undefined) this.remove(); // not known
        else this.set(ms / 1000);
    },
});

/**
 * @param {any} client - prom-client
 * @param {any} prover - import("../jobs.js").Prover, with `stats` where proofs
 *   are made here
 * @param {string[]} tenants
 * @param {() => Promise<string>} ready - "ok" if it takes requests
 */
export function createMetrics(client, prover, tenants, ready) {
    const all = countersIn(client);
    const own = new Map(tenants.map((tenant) => [tenant, countersIn(client)]));
    client.collectDefaultMetrics({ register: all.register });
    new client.Gauge({
        name: "ffturbo_jobs", help: "Jobs of the queue: what an autoscaler goes by", labelNames: ["state"],
        registers: [all.register],
        async collect() {
            const counts = await within(prover.counts(), SILENT_MS).catch(() => ({}));
            this.reset(); // not known
            for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
        },
    });
    gaugeReady(client, all.register, ready);
    gaugeOldest(client, all.register, async () => prover.oldest());
    for (const [tenant, { register }] of own) gaugeOldest(client, register, async () => prover.oldest({ tenant }));
    if (prover.stats) addStats(client, all.register, prover.stats);
    /** The counters for this tenant. @param {string | undefined} tenant */
    const of = (tenant) => [all, tenant === undefined ? undefined : own.get(tenant)].filter((one) => one !== undefined);
    return {
        type: all.register.contentType,
        /** @param {string} [tenant] - whose metrics; everything by default */
        text: (tenant) =>
            /** @type {typeof all} */ (tenant === undefined ? all : own.get(tenant)).register.metrics(),
        /** @param {string} tenant */
        submitted: (tenant) => { for (const { submitted } of of(tenant)) submitted.inc({ tenant }); },
        /**
         * @param {string | undefined} tenant
         * @param {string | undefined} route
         * @param {string} method
         * @param {number} status
         * @param {number} ms
         */
        answered(tenant, route = "none", method, status, ms) {
            for (const { requests } of of(tenant)) requests.observe({ route, method, status }, ms / 1000);
        },
        /** @param {string} tenant @param {string} outcome */
        hook: (tenant, outcome) => { for (const { webhooks } of of(tenant)) webhooks.inc({ outcome }); },
        /** What provers tell. @param {any} event - WorkerEvent or EndEvent */
        event(event) {
            const { tenant, code, ms } = event;
            for (const { proofs, ended, seconds } of of(tenant)) {
                if (event.event !== "ended") {
                    proofs.event(event);
                    continue;
                }
                ended.inc({ tenant, outcome: code ?? "done" });
                if (code === undefined) seconds.observe(ms / 1000);
            }
        },
    };
}
