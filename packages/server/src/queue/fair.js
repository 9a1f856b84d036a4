/**
 * A fair order for tenants that share a queue: start-time fair queueing, with the priorities of
 * BullMQ.
 *
 * Each job gets a rank: one more than the last of its tenant, or than the rank that is being
 * served, whichever is higher. Jobs are served by rank, so that every waiting tenant is served once
 * per round, and a tenant that was idle gets no advantage from it.
 *
 * server/admission has the rule for who gets a rank at all; Redis applies it for all provers together.
 * It has the names of each tenant's waiting jobs, in the order in which they are served; before
 * they are counted, those at the front that BullMQ no longer lists as waiting are dropped. It also
 * has the times since when they wait, and the names of each tenant's jobs, the newest first, for as
 * many as are listed.
 * @module server/queue/fair
 */
import { FullError } from "../failures.js";
import { PRIORITIES } from "../options.js";

/** @import { Queue } from "bullmq" */
/** @import { Priority } from "../options.js" */

/**
 * Ranks for each priority: BullMQ has priorities up to 2^21. Beyond these ranks it is first come,
 * first served.
 */
const RANKS = 2 ** 19;

/** Seconds after which the ranks of an unused queue are dropped. */
const FORGET = 86_400;

/**
 * Milliseconds from a job's rank to its arrival in the queue; a job that takes longer no longer
 * counts as waiting.
 */
const COMING_MS = 60_000;

/** How many jobs of a tenant are listed: the newest. */
const LISTED = 10_000;

/**
 * Gives 0 if there is no room, by mayEnter of server/admission: all but one job of a split proof count
 * as taken.
 */
const NEXT = `
local key, prioritized, coming, tenants, jobs = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local since, listed = KEYS[6] .. ":" .. ARGV[1], KEYS[7] .. ":" .. ARGV[1]
local tenant, class, id, slots = ARGV[1], ARGV[2], ARGV[5], tonumber(ARGV[6])
local more = tonumber(ARGV[8]) - 1
local time = redis.call("time")
local ms = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call("zremrangebyscore", coming, "-inf", ms - tonumber(ARGV[7]))
local function waiting(who)
    local own = jobs .. ":" .. who
    local first = redis.call("zrange", own, 0, 0)[1]
    while first do
        if redis.call("zscore", prioritized, first) or redis.call("zscore", coming, first) then
            return redis.call("zcard", own)
        end
        redis.call("zrem", own, first)
        first = redis.call("zrange", own, 0, 0)[1]
    end
    redis.call("srem", tenants, who)
    return 0
end
local own, others = waiting(tenant), 0
local taken = own
for _, who in ipairs(redis.call("smembers", tenants)) do
    local count = who == tenant and 0 or waiting(who)
    taken = taken + count
    if count > 0 then others = others + 1 end
end
if own + more == 0 then
    if others >= slots then return 0 end
elseif taken + more >= slots or (own + more) * (others + 1) >= slots then return 0 end
local now = tonumber(redis.call("hget", key, "now:" .. class) or "0")
local last = tonumber(redis.call("hget", key, class .. ":" .. tenant) or "0")
local rank = math.min(math.max(now, last) + 1, tonumber(ARGV[3]))
redis.call("hset", key, class .. ":" .. tenant, rank)
redis.call("zadd", jobs .. ":" .. tenant, class * (ARGV[3] + 1) + rank, id)
redis.call("sadd", tenants, tenant)
redis.call("zadd", coming, ms, id)
redis.call("zadd", since, "NX", ms, id)
local newest = tonumber(redis.call("zrevrange", listed, 0, 0, "withscores")[2] or "0")
redis.call("zadd", listed, "NX", string.format("%.0f", math.max(newest + 1, time[1] * 1000000 + time[2])), id)
redis.call("zremrangebyrank", listed, 0, -1 - tonumber(ARGV[9]))
for _, used in ipairs({ key, coming, tenants, jobs .. ":" .. tenant, since, listed }) do
    redis.call("expire", used, ARGV[4])
end
return rank`;

const SERVED = `
local now = tonumber(redis.call("hget", KEYS[1], "now:" .. ARGV[1]) or "0")
if tonumber(ARGV[2]) > now then redis.call("hset", KEYS[1], "now:" .. ARGV[1], ARGV[2]) end
redis.call("zrem", KEYS[2], ARGV[3])
return now`;

/**
 * Milliseconds since the oldest job of these tenants, or of all, began to wait; 0 if none waits.
 */
const OLDEST = `
local prioritized, coming, tenants, since = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local time = redis.call("time")
local ms, oldest = time[1] * 1000 + math.floor(time[2] / 1000), 0
for _, who in ipairs(ARGV[1] == "" and redis.call("smembers", tenants) or { ARGV[1] }) do
    local own = since .. ":" .. who
    local first = redis.call("zrange", own, 0, 0, "withscores")
    while first[1] do
        if redis.call("zscore", prioritized, first[1]) or redis.call("zscore", coming, first[1]) then
            oldest = math.max(oldest, ms - first[2])
            break
        end
        redis.call("zrem", own, first[1])
        first = redis.call("zrange", own, 0, 0, "withscores")
    end
end
return oldest`;

const PAGE = `
return redis.call("zrevrangebyscore", KEYS[1], ARGV[1], "-inf", "withscores", "limit", 0, ARGV[2])`;

const LEAVE = `
return redis.call("zrem", KEYS[1], ARGV[1])`;

/** @type {WeakSet<object>} */
const prepared = new WeakSet();

/**
 * @param {Queue} queue
 * @param {string} command
 * @param {readonly string[]} keys
 * @param {(string | number)[]} args
 */
async function call(queue, command, keys, args) {
    const client = await queue.getBackend().client;
    if (!prepared.has(client)) {
        client.defineCommand("ffturboNextRank", { numberOfKeys: 7, lua: NEXT });
        client.defineCommand("ffturboServedRank", { numberOfKeys: 2, lua: SERVED });
        client.defineCommand("ffturboOldest", { numberOfKeys: 4, lua: OLDEST });
        client.defineCommand("ffturboPage", { numberOfKeys: 1, lua: PAGE });
        client.defineCommand("ffturboLeave", { numberOfKeys: 1, lua: LEAVE });
        prepared.add(client);
    }
    return client.runCommand(command, [...keys.map((key) => queue.toKey(key)), ...args]);
}

/** Keys of a queue: none of them begins like the name of a job. */
const KEYS = Object.freeze(/** @type {const} */ ({
    ranks: "ranks", prioritized: "prioritized", coming: "room:coming", tenants: "room:tenants", jobs: "room:jobs",
    since: "room:since", listed: "listed",
}));

/**
 * @param {Queue} queue
 * @param {string} tenant
 * @param {Priority} priority
 * @param {{ id: string, jobs?: number, slots: number }} job - about to be added; jobs: how many it
 *   will be; slots: how many may wait
 * @returns {Promise<number>} a priority of BullMQ
 * @throws {FullError} if no further job of this tenant may wait
 */
export async function rankOf(queue, tenant, priority, { id, jobs = 1, slots }) {
    const row = PRIORITIES.indexOf(priority);
    const keys = Object.values(KEYS);
    const args = [tenant, row, RANKS - 1, FORGET, id, slots, COMING_MS, jobs, LISTED];
    const rank = Number(await call(queue, "ffturboNextRank", keys, args));
    if (rank === 0) throw new FullError(slots);
    return row * RANKS + rank;
}

/** The job is in the queue. @param {Queue} queue @param {string} id */
export async function arrived(queue, id) {
    await call(queue, "ffturboLeave", [KEYS.coming], [id]);
}

/**
 * The job no longer waits: it was withdrawn.
 * @param {Queue} queue
 * @param {string} tenant
 * @param {string} id
 */
export async function gone(queue, tenant, id) {
    const sets = [KEYS.coming, ...[KEYS.jobs, KEYS.since, KEYS.listed].map((key) => `${key}:${tenant}`)];
    await Promise.all(sets.map((key) => call(queue, "ffturboLeave", [key], [id])));
}

/**
 * Notes that a job is being served.
 * @param {Queue} queue
 * @param {number} rank
 * @param {{ tenant: string, id: string }} job - which no longer waits
 */
export async function served(queue, rank, { tenant, id }) {
    const keys = [KEYS.ranks, `${KEYS.since}:${tenant}`];
    await call(queue, "ffturboServedRank", keys, [Math.floor(rank / RANKS), rank % RANKS, id]);
}

/**
 * @param {Queue} queue
 * @param {string} [tenant] - by default, of all
 * @returns {Promise<number>} for how many milliseconds the oldest waiting job has waited; 0 if none
 *   waits
 */
export async function oldest(queue, tenant = "") {
    const { prioritized, coming, tenants, since } = KEYS;
    return Number(await call(queue, "ffturboOldest", [prioritized, coming, tenants, since], [tenant]));
}

/**
 * A page of the list of a tenant's jobs, the newest first.
 * @param {Queue} queue
 * @param {string} tenant
 * @param {number} limit
 * @param {number} [before] - microseconds since 1970: the page begins with the newest job before
 * @returns {Promise<{ id: string, at: number }[]>} at: microseconds since 1970, which no two jobs
 *   of a tenant share
 */
export async function page(queue, tenant, limit, before) {
    const rows = await call(queue, "ffturboPage", [`${KEYS.listed}:${tenant}`], [before ? `(${before}` : "+inf", limit]);
    return Array.from({ length: rows.length / 2 }, (_, i) => ({ id: rows[2 * i], at: Number(rows[2 * i + 1]) }));
}

/** The job is no longer listed. @param {Queue} queue @param {string} tenant @param {string} id */
export async function unlist(queue, tenant, id) {
    await call(queue, "ffturboLeave", [`${KEYS.listed}:${tenant}`], [id]);
}

/** Resets the ranks when no job waits. @param {Queue} queue */
export async function forgetRanks(queue) {
    const client = await queue.getBackend().client;
    await client.del(queue.toKey("ranks"));
}
