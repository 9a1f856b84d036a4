/** What a front counts, in the format of Prometheus. Labels are few and none of them a secret. */

/** @param {any} client - prom-client @param {import("../../../src/queue/prover.js").Prover} prover */
export function createMetrics(client, prover) {
    const register = new client.Registry(), registers = [register];
    client.collectDefaultMetrics({ register });
    const requests = new client.Histogram({
        name: "ffturbo_http_request_seconds", help: "Time until an answer, by route", registers,
        labelNames: ["route", "method", "status"], buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    });
    const submitted = new client.Counter({
        name: "ffturbo_jobs_submitted_total", help: "Proofs asked for", labelNames: ["tenant"], registers,
    });
    new client.Gauge({
        name: "ffturbo_jobs", help: "Jobs of the queue: what an autoscaler goes by", labelNames: ["state"], registers,
        async collect() {
            const counts = await prover.counts().catch(() => ({}));
            for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
        },
    });
    return {
        type: register.contentType,
        text: () => register.metrics(),
        submitted: (tenant) => submitted.inc({ tenant }),
        answered: (route = "none", method, status, ms) => requests.observe({ route, method, status }, ms / 1000),
    };
}
