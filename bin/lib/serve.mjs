/** Runs the HTTP front end, until a signal ends it. */
import { failure } from "./exit_codes.mjs";
import { readJson } from "./files.mjs";
import { createFront } from "./server/front.mjs";
import { createWeakLog } from "./server/known_keys.mjs";
import { ANSWER_MS, graceOf } from "./server/limits.mjs";
import { connectionOf, lineOf, loadPackages, logLine } from "./server/packages.mjs";
import { loadTracing } from "./server/tracing.mjs";

/** The least length of a token: a short one can be guessed. */
const LEAST_TOKEN = 16;

/** @param {string | undefined} file @returns {Promise<Record<string, string>>} tokens by tenant */
export async function readTokens(file) {
    const single = process.env.FFTURBO_TOKEN;
    const tokens = file === undefined ? (single ? { default: single } : {}) : await readJson(file);
    const entries = Object.entries(Object(tokens));
    const where = file ?? "FFTURBO_TOKEN";
    if (entries.length === 0)
        throw failure("ERR_OPTION", "serve: expected bearer tokens, by --tokens or FFTURBO_TOKEN, got none");
    for (const [tenant, token] of entries) {
        if (!/^[\w.@-]{1,64}$/.test(tenant))
            throw failure("ERR_OPTION", `${where}: expected tenants of 1 to 64 letters, digits or . @ _ -`);
        if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token) || token.length < LEAST_TOKEN)
            throw failure("ERR_OPTION", `${where}: expected tokens of ${LEAST_TOKEN} letters or more for ${tenant}`);
    }
    return Object.fromEntries(entries);
}

/** @returns {string | undefined} the token for the metrics of all tenants */
export function readMetricsToken() {
    const token = process.env.FFTURBO_METRICS_TOKEN || undefined;
    if (token !== undefined && (!/^[\x21-\x7e]+$/.test(token) || token.length < LEAST_TOKEN))
        throw failure("ERR_OPTION", `FFTURBO_METRICS_TOKEN: expected a token of ${LEAST_TOKEN} letters or more`);
    return token;
}

/**
 * The prover behind the front end: workers behind Redis, or this process.
 * @param {any} request
 * @param {(event: any) => void} [onEvent] - what happens to its jobs
 */
export async function openProver(request, onEvent) {
    const { redis, queue, waiting, allow, threads, memory, concurrency, cache, "cache-size": bytes, body } = request;
    const locations = allow ?? []; // only what the operator allows, because requests come from outside
    if (redis !== undefined) {
        const connection = connectionOf(redis);
        await loadPackages("serve", ["bullmq", "ioredis"]);
        const { createProver } = await import("../../packages/server/src/queue/index.js");
        return createProver({
            connection, queue, waiting, allow: locations, allowWrite: request["allow-write"], timeout: ANSWER_MS, onEvent,
        });
    }
    const { createLocalProver } = await import("../../packages/server/src/pool/index.js");
    // files inside a request may be as long as its body: they stay in this process
    return createLocalProver({
        waiting, allow: locations, inline: body, threads, memory, concurrency, cache: cache && { folder: cache, bytes },
        onEvent,
    });
}

/**
 * When webhooks are sent: with Redis, by whichever front is there.
 * @param {any} request
 * @param {string[]} tenants
 */
async function scheduleOf({ redis, queue }, tenants) {
    if (redis === undefined) return undefined;
    const { scheduleInRedis } = await import("./server/webhook_queue.mjs");
    const connection = connectionOf(redis);
    return (attempt, onEnd) => scheduleInRedis({ connection, queue, tenants, attempt, onEnd, log: logLine });
}

/**
 * @param {any} request
 * @param {() => Promise<string>} untilStopped
 * @returns {Promise<number>}
 */
export async function serve(request, untilStopped) {
    const { port, host = "127.0.0.1", body, tokens, allow, grace, delegate = false } = request;
    const known = await readTokens(tokens);
    const metricsToken = readMetricsToken();
    if (delegate && request.redis !== undefined)
        throw failure("ERR_OPTION", "serve: expected --delegate without --redis, because MSMs are made here, got both");
    const [{ default: fastify }, client] = await loadPackages("serve", ["fastify", "prom-client"]);
    const stopped = untilStopped();
    const tracing = await loadTracing();
    const prover = await openProver(request, onEvent);
    const front = createFront({
        fastify, client: client.default ?? client, prover, tokens: known, metricsToken, body, allow, delegate,
        log: logLine,
        tracing, schedule: await scheduleOf(request, Object.keys(known)),
    });
    const weak = createWeakLog(logLine);
    const looking = new AbortController();
    function onEvent(event) {
        if (event.event === "weak") return weak.used(event);
        front.event(event);
        if (event.event !== "ended") tracing.ended(event);
        return logLine(lineOf(event));
    }
    try {
        await front.app.listen({ port, host });
    } catch (error) {
        await prover.close({ grace: 0 });
        throw failure("ERR_OPTION", `serve: expected to listen on ${host}:${port}, got ${error.message}`, error);
    }
    logLine({ event: "ready", address: front.app.addresses()[0] });
    const looked = weak.look(allow ?? [], looking.signal);
    logLine({ event: "stopping", signal: await stopped });
    looking.abort();
    const end = Date.now() + graceOf(grace);
    const left = () => Math.max(0, end - Date.now());
    await Promise.all([front.close({ grace: left() }), looked]);
    await prover.close({ grace: left() });
    logLine({ event: "stopped" });
    return 0;
}
