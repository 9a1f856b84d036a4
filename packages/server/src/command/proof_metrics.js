/**
 * The metrics of a process that makes proofs: how long they take, how they fail, and what they
 * hold.
 */
import { createLabels } from "./labels.js";

/** Circuits with a label of their own: in all, and of one tenant. Others share one. */
const CIRCUITS = 64, CIRCUITS_OF_ONE = 8;

/** Codes of failures with a label of their own. */
const CODES = 32;

/** Characters of a circuit's hash in its label. */
const HASH = 12;

/**
 * @param {any} client - prom-client
 * @param {any} register
 */
export function countersOfProofs(client, register) {
    const registers = [register], circuits = createLabels(CIRCUITS, CIRCUITS_OF_ONE);
    const codes = createLabels(CODES);
    const seconds = new client.Histogram({
        name: "ffturbo_proof_seconds", help: "Time to make a proof, or a part of one, by circuit: its key's sha256",
        labelNames: ["circuit", "kind"], registers, buckets: [0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000],
    });
    const failures = new client.Counter({
        name: "ffturbo_proof_failures_total", help: "Proofs that failed for good, by code", labelNames: ["code"], registers,
    });
    const retries = new client.Counter({
        name: "ffturbo_proof_retries_total", labelNames: ["reason"], registers,
        help: "Proofs that are tried again: the code of the failure, lost with its worker, or returned by it",
    });
    const errors = new client.Counter({
        name: "ffturbo_queue_errors_total", help: "Errors of the connection to the queue", registers,
    });
    return {
        /** @param {import("../queue/worker.js").WorkerEvent} event */
        event({ event, tenant, circuit = "", kind, ms = 0, code = "" }) {
            if (event === "done")
                seconds.observe({ circuit: circuits.of(circuit.slice(0, HASH), tenant), kind }, ms / 1000);
            if (event === "failed") failures.inc({ code: codes.of(code) });
            if (event === "again") retries.inc({ reason: codes.of(code) });
            if (event === "lost" || event === "returned") retries.inc({ reason: event });
            if (event === "error") errors.inc();
        },
    };
}

/** @import { ProofStats } from "../queue/worker.js" */

/**
 * What proofs hold now.
 * @param {any} client - prom-client
 * @param {any} register
 * @param {() => Promise<Readonly<ProofStats>>} stats
 */
export function addStats(client, register, stats) {
    const registers = [register];
    /**
     * @param {"Gauge" | "Counter"} kind
     * @param {string} name
     * @param {string} help
     * @param {(stats: Readonly<ProofStats>, metric: any) => void} read - metric: of prom-client
     * @param {object} [more]
     */
    const make = (kind, name, help, read, more) => new client[kind]({
        name, help, registers, ...more,
        async collect() {
            this.reset();
            read(await stats(), this);
        },
    });
    make("Gauge", "ffturbo_proofs", "Proofs of this process, by what they do", ({ pool }, gauge) => {
        gauge.set({ state: "running" }, pool.running);
        gauge.set({ state: "waiting" }, pool.waiting);
    }, { labelNames: ["state"] });
    make("Gauge", "ffturbo_proof_memory_bytes", "Memory set aside for proofs that run", ({ pool }, gauge) =>
        gauge.set(pool.memory));
    for (const [name, what] of /** @type {const} */ ([["hits", "were there"], ["misses", "had to be fetched"]]))
        make("Counter", `ffturbo_cache_${name}_total`, `Keys and programs from addresses that ${what}`,
            ({ cache }, counter) => counter.inc(cache[name]));
    make("Gauge", "ffturbo_cache_bytes", "Bytes of the cache of keys and programs", ({ cache }, gauge) =>
        gauge.set(cache.bytes));
}

/**
 * @param {any} client - prom-client
 * @param {any} register
 * @param {() => Promise<string>} ready - "ok" if it is
 */
export const gaugeReady = (client, register, ready) => new client.Gauge({
    name: "ffturbo_ready", help: "1 if this process reaches its queue and does not stop", registers: [register],
    async collect() { this.set(await ready() === "ok" ? 1 : 0); },
});
