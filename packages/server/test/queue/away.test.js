/**
 * Redis that is stopped, killed, frozen and started again under load, for ten minutes (AWAY_SECONDS for another time):
 * every request is answered within its deadline, no unknown job is left, processes end within their grace,
 * and the memory of 3000 posts without Redis comes back. `npm run test:queue`.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request as ask } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import { ANSWER_MS } from "../../src/command/limits.js";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { circuits } from "../support/queue.js";
import { pause, until } from "../../../../test/support/until.js";
import { noRedis, openRedis } from "../support/redis.js";
import { start } from "../support/servers.js";

const SECONDS = Number(process.env.AWAY_SECONDS ?? 600), POSTS = 3000, GRACE_S = 6, METRICS = "metrics-0123456789abcdef";
const TENANTS = ["t0", "t1", "t2"], TOKENS = Object.fromEntries(TENANTS.map((who) => [who, `${who}-0123456789abcdef`]));
const tiny = circuits.find(({ name }) => name === "mimc_tiny");
const base64 = (file) => ({ bytes: readFileSync(file).toString("base64") });
const BODY = JSON.stringify({ zkey: base64(tiny.zkey), witness: base64(tiny.wtns) });
/** A request that takes memory: as much as may come inside of a job. */
const LARGE = JSON.stringify({ zkey: { bytes: Buffer.alloc(60_000, 1).toString("base64") }, witness: base64(tiny.wtns) });

/** Milliseconds for a request whose answer takes so long at most, on a machine that is busy. */
const SLACK = 30_000;

describe("a server whose Redis comes and goes", function () {
    this.timeout((SECONDS + 600) * 1000);
    let folder, redis, front, worker;
    const agent = new Agent({ keepAlive: false }), told = new Set(), logged = new Set(), statuses = new Map();
    const figures = { requests: 0, left: 0, slowest: 0, refused: 0, cycles: 0, slowestEnd: 0 };
    /** Is the front there for new connections? Do clients submit, and how many wait for an answer? */
    let up = false, submitting = true, submissions = 0;
    /** What happened when, to explain an unknown job. */
    const history = [];
    before(async function () {
        if (noRedis) {
            this.test.parent.title += `: skipped, ${noRedis}`;
            this.skip();
        }
        folder = temporaryFolder("away");
        writeFileSync(join(folder, "tokens.json"), JSON.stringify(TOKENS));
        redis = await openRedis();
        [front, worker] = await Promise.all([openFront(), openWorker()]);
    });
    after(async () => {
        redis?.thaw();
        await Promise.all([front?.stop("SIGKILL"), worker?.stop("SIGKILL")]);
        await redis?.close();
        if (folder) rmSync(folder, { recursive: true, force: true });
    });

    const run = (...args) => start([...args, "--grace", String(GRACE_S)], {
        FFTURBO_REDIS: redis.url, FFTURBO_METRICS_TOKEN: METRICS,
    });
    async function openFront() {
        const made = await run("serve", "--port", "0", "--tokens", join(folder, "tokens.json"), "--waiting", "100000");
        up = true;
        return made;
    }
    const openWorker = () => run("work");

    /** One request; undefined if the client leaves after so many milliseconds, or if there was no server. */
    const send = (method, path, { body, tenant = "t0", leave, token = TOKENS[tenant] } = {}) => new Promise((resolve, reject) => {
        const began = Date.now(), wasUp = up, headers = { authorization: `Bearer ${token}` };
        if (body) Object.assign(headers, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
        const sent = ask(`${front.url}${path}`, { method, headers, agent }, (answer) => {
            const parts = [];
            answer.on("data", (part) => parts.push(part));
            answer.on("error", gone);
            answer.on("end", () => {
                clearTimeout(timer);
                const text = Buffer.concat(parts).toString(), ms = Date.now() - began;
                figures.slowest = Math.max(figures.slowest, ms);
                figures.requests++;
                const label = `${method} ${path.replace(/proof-.*/, ":id").replace(/\?.*/, "?")} ${answer.statusCode}`;
                statuses.set(label, (statuses.get(label) ?? 0) + 1);
                resolve({ status: answer.statusCode, text, ms });
            });
        });
        const timer = leave === undefined ? undefined : setTimeout(() => {
            figures.left++;
            sent.destroy();
            resolve(undefined);
        }, leave);
        /** Without a server there is no answer; with one there has to be. */
        function gone(error) {
            clearTimeout(timer);
            if (leave !== undefined || !wasUp || !up) { figures.refused++; resolve(undefined); }
            else reject(new Error(`${method} ${path}: expected an answer, got ${error.message}`));
        }
        sent.on("error", gone);
        sent.end(body);
    });

    /** A client that posts, waits, asks and leaves, until the time is up. */
    async function client(number, end) {
        const tenant = TENANTS[number % 3], known = [];
        for (let i = number; Date.now() < end; i++) {
            const wait = i % 3 === 0 ? 5 : undefined, leave = i % 3 === 1 ? 5 + (i * 37) % 300 : undefined;
            await until(() => submitting, 60_000);
            submissions++;
            const answer = await send("POST", wait ? `/prove?wait=${wait}` : "/prove", { body: BODY, tenant, leave });
            submissions--;
            if (answer) {
                expect(answer.ms, `${answer.status}`).to.be.below(ANSWER_MS + 1000 * (wait ?? 0) + ANSWER_MS + SLACK);
                expect(answer.status, answer.text).to.be.oneOf([200, 202, 429, 503]);
                if (answer.status < 300) {
                    const { id } = JSON.parse(answer.text);
                    told.add(id);
                    known.push(id);
                }
            }
            const looked = known.length > 0 && await send("GET", `/jobs/${known[i % known.length]}`, { tenant });
            if (looked) {
                expect(looked.ms).to.be.below(ANSWER_MS + SLACK);
                expect(looked.status, looked.text).to.be.oneOf([200, 429, 503]);
            }
            await pause(50);
        }
    }

    /** Ends a process as an operator does, and says within which time. */
    async function end(server) {
        const began = Date.now();
        expect(await server.stop(), server.said().slice(-2000)).to.deep.equal({ code: 0, signal: null });
        figures.slowestEnd = Math.max(figures.slowestEnd, Date.now() - began);
        expect(Date.now() - began).to.be.below(1000 * GRACE_S + SLACK);
        remember(server);
    }

    /** What a front said to clients, by its own log: some left while their answer was on the way. */
    const remember = ({ log }) => {
        for (const { event, job, status } of log()) if (event === "request" && status < 300) logged.add(job);
    };

    async function restartFront() {
        up = false;
        await end(front);
        front = await openFront();
    }

    async function outages(until_) {
        const ways = [
            async () => { await redis.stop("SIGTERM"); await pause(8000); await redis.start(); },
            async () => { redis.freeze(); await pause(8000); redis.thaw(); },
            async () => { await redis.stop("SIGKILL"); await pause(1000); await redis.start(); },
            async () => { // no submission is on its way when Redis stops: a front that ends could not withdraw it
                submitting = false;
                await until(() => submissions === 0, 60_000);
                await redis.stop("SIGTERM");
                submitting = true;
                await pause(2000);
                await restartFront();
                await redis.start();
            },
            async () => {
                await redis.stop("SIGTERM");
                await pause(1000);
                await end(worker);
                await redis.start();
                worker = await openWorker();
            },
            restartFront,
        ];
        for (let i = 0; Date.now() < until_; i++) {
            await pause(3000);
            history.push(`${new Date().toISOString()} way ${i % ways.length}`);
            await ways[i % ways.length]();
            figures.cycles++;
        }
    }

    /** Bytes of the front, by its own metrics. */
    async function memory() {
        const { text } = await send("GET", "/metrics", { token: METRICS });
        const of = (name) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)[1]) / 2 ** 20;
        return {
            rss: of("process_resident_memory_bytes"), heap: of("nodejs_heap_size_used_bytes"), external: of("nodejs_external_memory_bytes"),
        };
    }

    /** Clients know every job in Redis, and every job that they know is there. */
    async function knowsAll() {
        remember(front);
        const reader = redis.client(), keys = await reader.keys("bull:ffturbo:proof-*");
        const ids = [...new Set(keys.map((key) => key.split(":")[2]))], unknown = ids.filter((id) => !told.has(id) && !logged.has(id));
        const found = await Promise.all(unknown.map((id) => reader.hmget(`bull:ffturbo:${id}`, "timestamp", "failedReason")));
        reader.disconnect();
        const lines = found.map(([time, ...more]) => [new Date(Number(time)).toISOString(), ...more].join(" "));
        expect(unknown, `unknown jobs\n${[...history, ...lines].sort().join("\n")}`).to.deep.equal([]);
        expect([...told].filter((id) => !ids.includes(id)), "jobs that were told and are gone").to.deep.equal([]);
        return ids.length;
    }

    const idle = () => until(async () => {
        const answer = await send("GET", "/metrics", { token: METRICS });
        return /^ffturbo_jobs\{state="waiting"\} 0$/m.test(answer?.text) && /^ffturbo_jobs\{state="active"\} 0$/m.test(answer.text);
    }, 300_000);

    it(`answers in time for ${SECONDS} seconds, and knows all of its jobs`, async () => {
        const stop = Date.now() + 1000 * SECONDS;
        await Promise.all([outages(stop), ...Array.from({ length: 12 }, (_, i) => client(i, stop))]);
        await until(async () => (await send("GET", "/ready"))?.status === 200);
        await idle();
        figures.jobs = await knowsAll();
        console.log(figures, Object.fromEntries([...statuses].sort()));
    });

    it(`gives back the memory of ${POSTS} posts without Redis, and makes no jobs of them`, async () => {
        const before = await memory(), jobs = await knowsAll();
        let most = 0;
        await redis.stop("SIGTERM");
        let left = POSTS;
        const watching = setInterval(() => void memory().then(({ rss }) => { most = Math.max(most, rss); }), 1000);
        await Promise.all(Array.from({ length: 100 }, async (_, i) => {
            while (left-- > 0) {
                const tenant = TENANTS[i % 3], leave = i % 2 ? 100 : undefined;
                const answer = await send("POST", "/prove", { body: LARGE, tenant, leave });
                if (!answer) continue;
                expect(answer.ms).to.be.below(ANSWER_MS + SLACK);
                expect(answer.status, answer.text).to.be.oneOf([429, 503]);
                if (answer.status === 429) await pause(200);
            }
        }));
        clearInterval(watching);
        await redis.start();
        await until(async () => (await send("GET", "/ready"))?.status === 200);
        await pause(ANSWER_MS);
        expect(await knowsAll(), "what was refused is no job").to.equal(jobs);
        let after;
        await until(async () => {
            after = await memory();
            return after.heap + after.external < before.heap + before.external + 40;
        }, 60_000);
        console.log({ before, most, after });
        expect(most - before.rss, "MiB at most: a bounded number of requests").to.be.below(200);
    });
});
