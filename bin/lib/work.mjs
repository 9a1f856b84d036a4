/** Runs a worker of the queue, one process per machine, until a signal ends it. */
import { failure } from "./exit_codes.mjs";
import { connectionOf, loadPackages, logLine } from "./server/packages.mjs";

/**
 * @param {any} request
 * @param {() => Promise<string>} untilStopped
 * @returns {Promise<number>}
 */
export async function work(
    { redis, queue, name, threads, memory, concurrency, cache, "cache-size": bytes, allow, "allow-write": allowWrite, grace },
    untilStopped,
) {
    if (redis === undefined) throw failure("ERR_OPTION", "work: expected --redis or FFTURBO_REDIS, got neither");
    const connection = connectionOf(redis);
    await loadPackages("work", ["bullmq", "ioredis"]);
    const { createWorker } = await import("../../src/provers/queue/index.js");
    const stopped = untilStopped();
    const worker = createWorker({
        connection, queue, name, threads, memory, concurrency, allow, allowWrite,
        cache: cache && { folder: cache, bytes }, onEvent: logLine,
    });
    await Promise.race([worker.ready(), stopped]);
    logLine({ event: "ready", name: worker.name });
    logLine({ event: "stopping", signal: await stopped });
    await worker.close({ grace: 1000 * grace });
    logLine({ event: "stopped" });
    return 0;
}
