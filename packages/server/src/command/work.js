/** Runs a worker of the queue, one process per machine, until a signal ends it. */
import { messageOf, ProverError } from "../../../../src/internal/server.js";
import { readMetricsToken } from "./serve.js";
import { createWeakLog } from "./known_keys.js";
import { graceOf } from "./limits.js";
import { createMonitor } from "./monitor.js";
import { connectionOf, lineOf, loadPackages, logTo } from "./packages.js";
import { loadTracing } from "./tracing.js";

/** @import { Tools } from "./index.js" */

/**
 * Opens the port for probes and Prometheus, if one is asked for.
 * @param {any} request
 * @param {any} worker
 */
async function openMonitor({ port, host = "127.0.0.1" }, worker) {
    if (port === undefined) return undefined;
    const metricsToken = readMetricsToken();
    const [client] = await loadPackages("work", ["prom-client"]);
    const monitor = createMonitor({ client: client.default ?? client, worker, metricsToken });
    try {
        return { ...monitor, address: await monitor.listen(port, host) };
    } catch (error) {
        throw new ProverError("ERR_OPTION", `work: expected to listen on ${host}:${port}, got ${messageOf(error)}`, { cause: error });
    }
}

/**
 * @param {any} request
 * @param {Tools} tools
 * @returns {Promise<number>}
 */
export async function work(request, { standardError, untilStopped }) {
    const log = logTo(standardError);
    const { redis, queue, name, threads, memory, concurrency, cache, "cache-size": bytes, allow, grace } = request;
    if (redis === undefined) throw new ProverError("ERR_OPTION", "work: expected --redis or FFTURBO_REDIS, got neither");
    const connection = connectionOf(redis);
    await loadPackages("work", ["bullmq", "ioredis"]);
    const { createWorker } = await import("../queue/index.js");
    const stopped = untilStopped();
    const tracing = await loadTracing();
    /** @type {Awaited<ReturnType<typeof openMonitor>>} */
    let monitor;
    const weak = createWeakLog(log);
    const looking = new AbortController();
    const worker = createWorker({
        connection, queue, name, threads, memory, concurrency, allow, allowWrite: request["allow-write"],
        cache: cache && { folder: cache, bytes }, onEvent(event) {
            if (event.event === "weak") return weak.used(event);
            monitor?.event(event);
            if (["done", "failed", "again"].includes(event.event)) tracing.ended(event);
            return log(lineOf(event));
        },
    });
    try {
        monitor = await openMonitor(request, worker);
    } catch (error) {
        await worker.close({ grace: 0 });
        throw error;
    }
    await Promise.race([worker.ready(), stopped]);
    log({ event: "ready", name: worker.name, address: monitor?.address });
    const looked = weak.look(allow ?? [], looking.signal);
    log({ event: "stopping", signal: await stopped });
    looking.abort();
    await looked;
    monitor?.stop();
    await worker.close({ grace: graceOf(grace) });
    await monitor?.close();
    log({ event: "stopped" });
    return 0;
}
