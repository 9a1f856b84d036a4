/**
 * The metrics of the front end, in the format of Prometheus: all of them for the operator, and for a tenant those of
 * its own requests. Labels are few, and none of them is secret.
 */

/** The counters of requests, for all tenants or for one. @param {any} client - prom-client @param {any} register */
function countersIn(client, register) {
    const registers = [register];
    const requests = new client.Histogram({
        name: "ffturbo_http_request_seconds", help: "Time until an answer, by route", registers,
        labelNames: ["route", "method", "status"], buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    });
    const submitted = new client.Counter({
        name: "ffturbo_jobs_submitted_total", help: "Proofs asked for", labelNames: ["tenant"], registers,
    });
    return { register, requests, submitted };
}

/**
 * @param {any} client - prom-client
 * @param {import("../../../src/provers/queue/prover.js").Prover} prover
 * @param {string[]} tenants
 */
export function createMetrics(client, prover, tenants) {
    const all = countersIn(client, new client.Registry());
    const own = new Map(tenants.map((tenant) => [tenant, countersIn(client, new client.Registry())]));
    client.collectDefaultMetrics({ register: all.register });
    new client.Gauge({
        name: "ffturbo_jobs", help: "Jobs of the queue: what an autoscaler goes by", labelNames: ["state"],
        registers: [all.register],
        async collect() {
            const counts = await prover.counts().catch(() => ({}));
            for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
        },
    });
    /** The counters for this tenant's requests. @param {string | undefined} tenant */
    const of = (tenant) => [all, own.get(tenant)].filter((one) => one !== undefined);
    return {
        type: all.register.contentType,
        /** @param {string} [tenant] - whose metrics; everything by default */
        text: (tenant) => (tenant === undefined ? all : own.get(tenant)).register.metrics(),
        submitted: (tenant) => { for (const { submitted } of of(tenant)) submitted.inc({ tenant }); },
        answered(tenant, route = "none", method, status, ms) {
            for (const { requests } of of(tenant)) requests.observe({ route, method, status }, ms / 1000);
        },
    };
}
