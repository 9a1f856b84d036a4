/** Runs the HTTP front end, until a signal ends it. */
import { messageOf, ProverError } from "../../../../src/internal/server.js";
import { createFront } from "./front.js";
import { createWeakLog } from "./known_keys.js";
import { ANSWER_MS, graceOf } from "./limits.js";
import { connectionOf, lineOf, loadPackages, logTo } from "./packages.js";
import { loadTracing } from "./tracing.js";

/** @import { Tools } from "./index.js" */
/** @typedef {ReturnType<typeof import("./webhooks.js").createTry>} Attempt */
/** @typedef {ReturnType<typeof import("./ends.js").createEnds>["onEnd"]} OnEnd */

/** The least length of a token: a short one can be guessed. */
const LEAST_TOKEN = 16;

/**
 * @param {string | undefined} file
 * @param {Tools["readJson"]} readJson
 * @returns {Promise<Record<string, string>>} tokens by tenant
 */
export async function readTokens(file, readJson) {
    const single = process.env.FFTURBO_TOKEN;
    const tokens = file === undefined ? (single ? { default: single } : {}) : await readJson(file);
    const entries = Object.entries(Object(tokens));
    const where = file ?? "FFTURBO_TOKEN";
    if (entries.length === 0)
        throw new ProverError("ERR_OPTION", "serve: expected bearer tokens, by --tokens or FFTURBO_TOKEN, got none");
    for (const [tenant, token] of entries) {
        if (!/^[\w.@-]{1,64}$/.test(tenant))
            throw new ProverError("ERR_OPTION", `${where}: expected tenants of 1 to 64 letters, digits or . @ _ -`);
        if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token) || token.length < LEAST_TOKEN)
            throw new ProverError("ERR_OPTION", `${where}: expected tokens of ${LEAST_TOKEN} letters or more for ${tenant}`);
    }
    return Object.fromEntries(entries);
}

/** @returns {string | undefined} the token for the metrics of all tenants */
export function readMetricsToken() {
    const token = process.env.FFTURBO_METRICS_TOKEN || undefined;
    if (token !== undefined && (!/^[\x21-\x7e]+$/.test(token) || token.length < LEAST_TOKEN))
        throw new ProverError("ERR_OPTION", `FFTURBO_METRICS_TOKEN: expected a token of ${LEAST_TOKEN} letters or more`);
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
        const { createProver } = await import("../queue/index.js");
        return createProver({
            connection, queue, waiting, allow: locations, allowWrite: request["allow-write"], timeout: ANSWER_MS, onEvent,
        });
    }
    const { createLocalProver } = await import("../pool/index.js");
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
 * @param {(line: object) => void} log
 */
async function scheduleOf({ redis, queue }, tenants, log) {
    if (redis === undefined) return undefined;
    const { scheduleInRedis } = await import("./webhook_queue.js");
    const connection = connectionOf(redis);
    return (/** @type {Attempt} */ attempt, /** @type {OnEnd} */ onEnd) =>
        scheduleInRedis({ connection, queue, tenants, attempt, onEnd, log });
}

/**
 * @param {any} request
 * @param {Tools} tools
 * @returns {Promise<number>}
 */
export async function serve(request, { readJson, RELEASE, standardError, untilStopped }) {
    const { port, host = "127.0.0.1", body, tokens, allow, grace, delegate = false } = request;
    const log = logTo(standardError);
    const known = await readTokens(tokens, readJson);
    const metricsToken = readMetricsToken();
    if (delegate && request.redis !== undefined)
        throw new ProverError("ERR_OPTION", "serve: expected --delegate without --redis, because MSMs are made here, got both");
    const [{ default: fastify }, client] = await loadPackages("serve", ["fastify", "prom-client"]);
    const stopped = untilStopped();
    const tracing = await loadTracing();
    const prover = await openProver(request, onEvent);
    const front = createFront({
        fastify, client: client.default ?? client, prover, version: RELEASE.version, tokens: known, metricsToken, body,
        allow, delegate, log, tracing, schedule: await scheduleOf(request, Object.keys(known), log),
    });
    const weak = createWeakLog(log);
    const looking = new AbortController();
    /** @param {any} event - WorkerEvent or EndEvent */
    function onEvent(event) {
        if (event.event === "weak") return weak.used(event);
        front.event(event);
        if (event.event !== "ended") tracing.ended(event);
        return log(lineOf(event));
    }
    try {
        await front.app.listen({ port, host });
    } catch (error) {
        await prover.close({ grace: 0 });
        throw new ProverError("ERR_OPTION", `serve: expected to listen on ${host}:${port}, got ${messageOf(error)}`, { cause: error });
    }
    log({ event: "ready", address: front.app.addresses()[0] });
    const looked = weak.look(allow ?? [], looking.signal);
    log({ event: "stopping", signal: await stopped });
    looking.abort();
    const end = Date.now() + graceOf(grace);
    const left = () => Math.max(0, end - Date.now());
    await Promise.all([front.close({ grace: left() }), looked]);
    await prover.close({ grace: left() });
    log({ event: "stopped" });
    return 0;
}
