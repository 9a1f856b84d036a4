/**
 * Webhooks: the end of a job, sent to the address that its request named, signed as in Standard
 * Webhooks. The address comes from a tenant: it has to be in a location of --allow, and redirects are
 * not followed. When to send, and again, is up to a schedule: that of this process, or one in Redis
 * that outlives it (webhook_queue.js).
 */
import { createHmac } from "node:crypto";
import { mayTryAgain, publicMessage } from "../failures.js";
import { upload } from "../http.js";
import { checkAllowed } from "../allowlist.js";
import { isAddress } from "../references.js";
import { HOOKS } from "./limits.js";
import { createSlots } from "./slots.js";

/**
 * @typedef {{ id: string, tenant: string, url: string, traceparent?: string }} Hook - id: of the
 *   job
 */

/**
 * What became of one try: later: its job has not ended, or the tenant has too many under way;
 * again: the receiver failed, but may not the next time; over: it was delivered, or never will be.
 * @typedef {"later" | "again" | "over"} Try
 */

/**
 * Runs tries of hooks until they are over.
 * @typedef {object} Schedule
 * @property {(hook: Hook, job: any) => Promise<void>} add
 * @property {(grace: number) => Promise<void>} close - grace: milliseconds for tries that are under
 *   way
 */

/**
 * How often a webhook is sent at most, and milliseconds before the second time, doubled with each.
 */
export const TRIES = 8, AGAIN_MS = 1000;

/** Milliseconds until a hook whose job has not ended is looked at again, if its end was missed. */
export const LATER_MS = 5000;

/** Milliseconds that a receiver may take to answer. */
const ANSWER_MS = 10_000;

/**
 * The key that the webhooks of a tenant are signed with. It follows from its token, so that a
 * receiver can have the one without the other.
 * @param {string} token
 */
export const hookKey = (token) => createHmac("sha256", token).update("ffturbo webhook").digest();

/**
 * @param {Buffer} key
 * @param {string} id
 * @param {number} seconds - since 1970
 * @param {string} body
 */
export const signed = (key, id, seconds, body) => ({
    "content-type": "application/json", "webhook-id": id, "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`,
});

/** @param {string} url @param {readonly string[]} allow @throws {Error} ERR_OPTION */
export const checkHook = (url, allow) => checkAllowed("webhook", { url }, allow);

/**
 * @param {object} options
 * @param {import("../jobs.js").Prover} options.prover
 * @param {(job: any) => Promise<any>} options.told - what clients see of a job
 * @param {Record<string, string>} options.tokens - by tenant
 * @param {readonly string[]} options.allow
 * @param {(line: object) => void} options.log
 * @param {(tenant: string, outcome: string) => void} options.count
 * @returns {(hook: Hook, last: boolean) => Promise<Try>} one try; last: there will be no other
 */
export function createTry({ prover, told, tokens, allow, log, count }) {
    const keys = new Map(Object.entries(tokens).map(([tenant, token]) => [tenant, hookKey(token)]));
    const slots = createSlots(HOOKS);

    /** @param {Hook} hook @returns {Promise<Try>} */
    async function send({ id, tenant, url, traceparent }) {
        const job = await prover.get(id);
        const status = job?.tenant === tenant ? await told(job) : undefined;
        // withdrawn, or forgotten
        if (status === undefined || status.state === "unknown") return "over";
        if (["waiting", "active"].includes(status.state)) return "later";
        const body = JSON.stringify(status);
        const key = /** @type {Buffer} */ (keys.get(tenant));
        const headers = signed(key, id, Math.floor(Date.now() / 1000), body);
        await upload("webhook", url, Buffer.from(body), ANSWER_MS, undefined, {
            method: "POST", headers: { ...headers, ...(traceparent && { traceparent }) },
        });
        log({ event: "webhook", job: id, tenant, traceparent });
        count(tenant, "delivered");
        return "over";
    }

    return async function attempt(hook, last) {
        const { id, tenant, url, traceparent } = hook, release = keys.has(tenant) && slots.take(tenant);
        if (!release) return keys.has(tenant) ? "later" : "over";
        try {
            if (!isAddress(url)) return "over";
            checkHook(url, allow); // anybody may have written it into Redis
            return await send(hook);
        } catch (/** @type {any} */ error) {
            const over = last || !mayTryAgain(error);
            count(tenant, over ? "failed" : "again");
            log({ event: over ? "webhook failed" : "webhook again", job: id, tenant, traceparent, code: error.code,
                message: publicMessage(error) });
            return over ? "over" : "again";
        } finally {
            release();
        }
    };
}

/**
 * The schedule of one process: nothing outlives it.
 * @param {(hook: Hook, last: boolean) => Promise<Try>} attempt
 * @param {ReturnType<typeof import("./ends.js").createEnds>["onEnd"]} onEnd
 * @returns {Schedule}
 */
export function scheduleHere(attempt, onEnd) {
    /** @type {Map<string, any>} */
    const timers = new Map();
    /** @param {Hook} hook @param {number} tries @param {number} ms */
    const plan = (hook, tries, ms) => void timers.set(hook.id, setTimeout(() => void run(hook, tries), ms).unref());
    /** @param {Hook} hook @param {number} tries - before this one */
    async function run(hook, tries) {
        const became = await attempt(hook, tries + 1 >= TRIES);
        if (!timers.has(hook.id)) return; // closed in the meantime
        if (became === "over") timers.delete(hook.id);
        else plan(hook, became === "again" ? tries + 1 : tries, became === "again" ? AGAIN_MS * 2 ** tries : LATER_MS);
    }
    return {
        async add(hook, job) {
            if (timers.has(hook.id)) return; // of the same request
            timers.set(hook.id, undefined);
            onEnd(job, () => { if (timers.has(hook.id)) plan(hook, 0, 0); });
        },
        async close() {
            for (const timer of timers.values()) clearTimeout(timer);
            timers.clear();
        },
    };
}
