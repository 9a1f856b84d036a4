/**
 * A fair order for tenants that share a queue: start-time fair queueing, with the priorities of BullMQ.
 *
 * Each job gets a rank: one more than the last of its tenant, or than the rank that is being served, whichever is
 * higher. Jobs are served by rank, so that every waiting tenant is served once per round, and a tenant that was idle
 * gets no advantage from it.
 * @module queue/fair
 */
import { PRIORITIES } from "./options.js";

/** @import { Queue } from "bullmq" */
/** @import { Priority } from "./options.js" */

/** Ranks for each priority: BullMQ has priorities up to 2^21. Beyond these ranks it is first come, first served. */
const RANKS = 2 ** 19;

/** Seconds after which the ranks of an unused queue are dropped. */
const FORGET = 86_400;

const NEXT = `
local key, tenant, class = KEYS[1], ARGV[1], ARGV[2]
local now = tonumber(redis.call("hget", key, "now:" .. class) or "0")
local last = tonumber(redis.call("hget", key, class .. ":" .. tenant) or "0")
local rank = math.min(math.max(now, last) + 1, tonumber(ARGV[3]))
redis.call("hset", key, class .. ":" .. tenant, rank)
redis.call("expire", key, ARGV[4])
return rank`;

const SERVED = `
local now = tonumber(redis.call("hget", KEYS[1], "now:" .. ARGV[1]) or "0")
if tonumber(ARGV[2]) > now then redis.call("hset", KEYS[1], "now:" .. ARGV[1], ARGV[2]) end
return now`;

/** @type {WeakSet<object>} */
const prepared = new WeakSet();

/** @param {Queue} queue @param {string} command @param {(string | number)[]} args */
async function call(queue, command, args) {
    const client = await queue.getBackend().client;
    if (!prepared.has(client)) {
        client.defineCommand("ffturboNextRank", { numberOfKeys: 1, lua: NEXT });
        client.defineCommand("ffturboServedRank", { numberOfKeys: 1, lua: SERVED });
        prepared.add(client);
    }
    return client.runCommand(command, [queue.toKey("ranks"), ...args]);
}

/**
 * @param {Queue} queue
 * @param {string} tenant
 * @param {Priority} priority
 * @returns {Promise<number>} a priority of BullMQ
 */
export async function rankOf(queue, tenant, priority) {
    const row = PRIORITIES.indexOf(priority);
    return row * RANKS + Number(await call(queue, "ffturboNextRank", [tenant, row, RANKS - 1, FORGET]));
}

/** Notes that a job of this rank is being served. @param {Queue} queue @param {number} rank */
export async function served(queue, rank) {
    await call(queue, "ffturboServedRank", [Math.floor(rank / RANKS), rank % RANKS]);
}

/** Resets the ranks when no job waits. @param {Queue} queue */
export async function forgetRanks(queue) {
    const client = await queue.getBackend().client;
    await client.del(queue.toKey("ranks"));
}
