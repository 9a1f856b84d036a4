/** Runs a worker of the queue, one process per machine, until a signal ends it. */
import { failure } from "./exit_codes.mjs";
import { readMetricsToken } from "./serve.mjs";
import { createWeakLog } from "./server/known_keys.mjs";
import { graceOf } from "./server/limits.mjs";
import { createMonitor } from "./server/monitor.mjs";
import { connectionOf, lineOf, loadPackages, logLine } from "./server/packages.mjs";
import { loadTracing } from "./server/tracing.mjs";

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
        throw failure("ERR_OPTION", `work: expected to listen on ${host}:${port}, got ${error.message}`, error);
    }
}

/**
 * @param {any} request
 * @param {() => Promise<string>} untilStopped
 * @returns {Promise<number>}
 */
export async function work(request, untilStopped) {
    const { redis, queue, name, threads, memory, concurrency, cache, "cache-size": bytes, allow, grace } = request;
    if (redis === undefined) throw failure("ERR_OPTION", "work: expected --redis or FFTURBO_REDIS, got neither");
    const connection = connectionOf(redis);
    await loadPackages("work", ["bullmq", "ioredis"]);
    const { createWorker } = await import("../../packages/server/src/queue/index.js");
    const stopped = untilStopped();
    const tracing = await loadTracing();
    /** @type {Awaited<ReturnType<typeof openMonitor>>} */
    let monitor;
    const weak = createWeakLog(logLine);
    const looking = new AbortController();
    const worker = createWorker({
        connection, queue, name, threads, memory, concurrency, allow, allowWrite: request["allow-write"],
        cache: cache && { folder: cache, bytes }, onEvent(event) {
            if (event.event === "weak") return weak.used(event);
            monitor?.event(event);
            if (["done", "failed", "again"].includes(event.event)) tracing.ended(event);
            return logLine(lineOf(event));
        },
    });
    try {
        monitor = await openMonitor(request, worker);
    } catch (error) {
        await worker.close({ grace: 0 });
        throw error;
    }
    await Promise.race([worker.ready(), stopped]);
    logLine({ event: "ready", name: worker.name, address: monitor?.address });
    const looked = weak.look(allow ?? [], looking.signal);
    logLine({ event: "stopping", signal: await stopped });
    looking.abort();
    await looked;
    monitor?.stop();
    await worker.close({ grace: graceOf(grace) });
    await monitor?.close();
    logLine({ event: "stopped" });
    return 0;
}
