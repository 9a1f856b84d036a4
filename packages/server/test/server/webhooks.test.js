/** Webhooks: signed, sent only where they may be, again for a while, and never to a location that a receiver names. */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { Queue } from "bullmq";
import { expect } from "chai";
import fastify from "fastify";
import client from "prom-client";
import { createEnds } from "../../src/command/ends.js";
import { createFront } from "../../src/command/front.js";
import { scheduleInRedis } from "../../src/command/webhook_queue.js";
import { createTry, hookKey, LATER_MS, scheduleHere, signed, TRIES } from "../../src/command/webhooks.js";
import { createLocalProver } from "../../src/pool/local.js";
import { createProver, createWorker } from "../../src/queue/index.js";
import { itInAll } from "../../../../test/support/extent.js";
import { circuits } from "../support/queue.js";
import { until } from "../../../../test/support/until.js";
import { noRedis, openRedis } from "../support/redis.js";
import { stopTimers } from "../../../../test/support/timers.js";

const tiny = circuits.find(({ name }) => name === "mimc_tiny");
const TOKENS = { a: "a-0123456789abcdef", b: "b-0123456789abcdef" };
const TRACE = "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01";

/** A receiver that answers with these statuses in turn, then 200, and keeps what it got. */
async function openReceiver(statuses = [], headers = {}) {
    const got = [], server = createServer((request, response) => {
        let body = "";
        request.on("data", (chunk) => { body += chunk; });
        request.on("end", () => {
            got.push({ url: request.url, method: request.method, headers: request.headers, body });
            response.writeHead(statuses.shift() ?? 200, headers).end();
        });
    });
    await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
    return {
        got, url: `http://127.0.0.1:${server.address().port}/hooks/`,
        close() {
            server.close();
            server.closeAllConnections();
        },
    };
}

/** As a receiver checks it, with what it was given: the secret and the message. */
function check({ headers, body }, token, id) {
    const secret = createHmac("sha256", token).update("ffturbo webhook").digest();
    const { "webhook-id": name, "webhook-timestamp": time, "webhook-signature": signature } = headers;
    expect([name, signature]).to.deep.equal([id, `v1,${createHmac("sha256", secret).update(`${name}.${time}.${body}`).digest("base64")}`]);
    expect(Math.abs(Date.now() / 1000 - Number(time))).to.be.below(60);
}

describe("the signature of a webhook", () => {
    it("is that of Standard Webhooks, over name, time and body", () => {
        // the example of the specification's libraries
        const key = Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64");
        const { "webhook-signature": signature } = signed(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}');
        expect(signature).to.equal("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    });

    it("changes with the tenant's token, which the receiver need not have", () => {
        expect(hookKey(TOKENS.a).length).to.equal(32);
        expect(hookKey(TOKENS.a).equals(hookKey(TOKENS.b))).to.equal(false);
    });
});

describe("one try of a webhook", function () {
    this.timeout(60_000);
    let receiver, counted, said, job;
    beforeEach(() => {
        [counted, said] = [[], []];
        job = { id: "x", tenant: "a", state: "done" };
    });
    afterEach(() => receiver?.close());
    const open = (allow) => createTry({
        prover: { get: async (id) => (id === "x" ? job : undefined) }, told: async ({ id, state }) => ({ id, state }),
        tokens: TOKENS, allow: allow ?? [receiver.url], log: (line) => said.push(line),
        count: (...row) => counted.push(row),
    });
    const hook = (more) => ({ id: "x", tenant: "a", url: receiver.url, traceparent: TRACE, ...more });

    it("sends what the client would see of the job, once it has ended", async () => {
        receiver = await openReceiver();
        const attempt = open();
        job.state = "active";
        expect([await attempt(hook(), false), receiver.got.length]).to.deep.equal(["later", 0]);
        job.state = "done";
        expect(await attempt(hook(), false)).to.equal("over");
        const [{ method, url, body, headers }] = receiver.got;
        expect([method, url, headers["content-type"], headers.traceparent]).to.deep.equal(["POST", "/hooks/", "application/json", TRACE]);
        expect(JSON.parse(body)).to.deep.equal({ id: "x", state: "done" });
        check(receiver.got[0], TOKENS.a, "x");
        expect(counted).to.deep.equal([["a", "delivered"]]);
        expect(said).to.deep.equal([{ event: "webhook", job: "x", tenant: "a", traceparent: TRACE }]);
        expect(1000 * headers["webhook-timestamp"], "a time that has come").to.be.at.most(Date.now());
        expect(await attempt(hook({ traceparent: undefined }), false)).to.equal("over");
        expect(receiver.got[1].headers).not.to.have.property("traceparent");
    });

    it("is made again if the receiver may take it later, and not if it refuses", async () => {
        receiver = await openReceiver([500, 503, 429, 408, 500, 404, 410, 401]);
        const attempt = open();
        for (let i = 0; i < 4; i++) expect(await attempt(hook(), false)).to.equal("again");
        expect(await attempt(hook(), true), "the last").to.equal("over");
        for (let i = 0; i < 3; i++) expect(await attempt(hook(), false)).to.equal("over");
        expect(counted.map(([, outcome]) => outcome)).to.deep.equal([...Array(4).fill("again"), ...Array(4).fill("failed")]);
        expect(JSON.stringify(said)).not.to.include(receiver.url);
        for (const { message } of said) expect(message).to.be.a("string").and.not.equal("");
        receiver.close();
        expect(await attempt(hook(), false), "nobody there").to.equal("again");
    });

    it("does not follow where the receiver leads", async () => {
        const other = await openReceiver();
        for (const status of [301, 302, 303, 307, 308]) {
            receiver = await openReceiver([status], { location: other.url });
            expect(await open([receiver.url, other.url])(hook(), false)).to.equal("over");
            expect([receiver.got.length, other.got.length, counted.at(-1)[1]]).to.deep.equal([1, 0, "failed"]);
            receiver.close();
        }
        other.close();
    });

    it("goes nowhere but to allowed locations, for known tenants and their own jobs, whatever Redis holds", async () => {
        receiver = await openReceiver();
        const attempt = open(["https://x.example/", receiver.url]), outside = receiver.url.replace("hooks/", "");
        for (const wrong of [{ url: outside }, { url: `${outside}hooks/..%2fx` }, { url: "file:///etc/passwd" }, { url: undefined }, { url: 7 },
            { tenant: "c" }, { tenant: "b" }, { tenant: "__proto__" }, { tenant: undefined }, { id: "y" }])
            expect(await attempt(hook(wrong), false), JSON.stringify(wrong)).to.equal("over");
        expect(await open([])(hook(), false)).to.equal("over");
        job.state = "unknown";
        expect(await attempt(hook(), false)).to.equal("over");
        expect([receiver.got.length, counted.filter(([, outcome]) => outcome === "delivered").length]).to.deep.equal([0, 0]);
        [job, counted.length] = [{ id: "x", tenant: "c", state: "done" }, 0];
        expect([await attempt(hook({ tenant: "c" }), false), counted], "a tenant that has gone").to.deep.equal(["over", []]);
    });

    it("keeps waiting what a tenant has beyond eight under way, and nothing of another", async () => {
        const held = [], server = createServer((_, response) => { held.push(response); });
        await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
        const url = `http://127.0.0.1:${server.address().port}/`, attempt = open([url]);
        receiver = { close: () => server.closeAllConnections() || server.close() };
        const tries = Array.from({ length: 8 }, () => attempt(hook({ url }), false));
        await until(() => held.length === 8);
        expect(await attempt(hook({ url }), false)).to.equal("later");
        job = { ...job, tenant: "b" };
        const other = attempt(hook({ url, tenant: "b" }), false);
        await until(() => held.length === 9);
        for (const response of held) response.end();
        expect([...await Promise.all(tries), await other]).to.deep.equal(Array(9).fill("over"));
    });
});

describe("the schedule of webhooks in one process", () => {
    let timers, restore;
    beforeEach(() => { ({ timers, restore } = stopTimers()); });
    afterEach(() => restore());
    const turn = () => new Promise((resolve) => { setImmediate(resolve); });
    const hook = { id: "x", tenant: "a", url: "http://x.example/" };
    /** Runs the timer that is set now. */
    async function next() {
        timers.filter(({ runs }) => runs).at(-1).callback();
        await turn();
    }

    it("begins at the end of the job, doubles its pauses, and ends after eight tries", async () => {
        const lasts = [];
        let end, waits = 0;
        const attempt = async (_, last) => { lasts.push(last); return last ? "over" : "again"; };
        const schedule = scheduleHere(attempt, (_, ended) => { waits++; end = ended; });
        await schedule.add(hook, {});
        await schedule.add(hook, {}); // of a request that was repeated
        expect(timers.length).to.equal(0);
        end();
        for (let i = 0; i < TRIES; i++) await next();
        expect(lasts).to.deep.equal([...Array(TRIES - 1).fill(false), true]);
        expect(timers.map(({ ms }) => ms)).to.deep.equal([0, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000]);
        for (const { ref } of timers) expect(ref, "keeps no process alive").to.equal(false);
        expect(waits).to.equal(1);
        await schedule.add(hook, {}); // it is forgotten
        expect(waits).to.equal(2);
        end();
        expect(timers.length).to.equal(TRIES + 1);
        await schedule.close();
        expect(timers.at(-1).runs).to.equal(false);
    });

    it("plans nothing more when it was closed during a try", async () => {
        let end, settle;
        const attempt = () => new Promise((resolve) => { settle = resolve; });
        const schedule = scheduleHere(attempt, (_, ended) => { end = ended; });
        await schedule.add(hook, {});
        end();
        await next();
        await schedule.close();
        const { length } = timers;
        settle("again");
        await turn();
        expect(timers.length).to.equal(length);
    });

    it("looks later without counting it as a try, and does nothing once it is closed", async () => {
        const lasts = [];
        let end;
        const schedule = scheduleHere(async (_, last) => { lasts.push(last); return "later"; }, (_, ended) => { end = ended; });
        await schedule.add(hook, {});
        end();
        for (let i = 0; i < 2 * TRIES; i++) await next();
        expect([lasts.some(Boolean), timers.at(-1).ms]).to.deep.equal([false, LATER_MS]);
        const { length } = timers;
        await schedule.close();
        end();
        expect(timers.length).to.equal(length);
    });
});

describe("a server with webhooks", function () {
    this.timeout(60_000);
    let receiver, front, prover, redis, schedule;
    before(async () => { if (!noRedis) redis = await openRedis(); });
    after(() => redis?.close());
    afterEach(async () => {
        await front?.close();
        await prover?.close({ grace: 0 });
        receiver?.close();
        front = prover = receiver = undefined;
    });
    const openFront = (options) => (front = createFront({
        fastify, client, prover, tokens: TOKENS, body: 2 ** 20, log: () => {}, allow: [receiver.url], ...options,
    }));
    const post = (payload) => front.app.inject({
        method: "POST", url: "/prove", payload, headers: { authorization: `Bearer ${TOKENS.a}`, traceparent: TRACE },
    });
    const request = (url) => ({ zkey: { path: tiny.zkey }, witness: { path: tiny.wtns }, webhook: { url } });

    it("tells the end of a job, and takes no request with an address that is not allowed", async () => {
        receiver = await openReceiver();
        prover = createLocalProver({ threads: 1 });
        openFront();
        for (const url of [receiver.url.replace("hooks", "other"), "https://x.example/", `${receiver.url}../x`]) {
            const { statusCode, json } = await post(request(url));
            expect([statusCode, json().error.code], url).to.deep.equal([400, "ERR_OPTION"]);
        }
        expect((await prover.list({ tenant: "a" })).jobs).to.deep.equal([]);
        const { id } = (await post(request(`${receiver.url}done`))).json();
        await until(() => receiver.got.length > 0);
        const [message] = receiver.got, told = JSON.parse(message.body);
        expect([told.id, told.state, told.result.publicSignals, message.url]).to.deep.equal([id, "done", tiny.publicSignals, "/hooks/done"]);
        check(message, TOKENS.a, id);
        const page = async () => (await front.app.inject({ url: "/metrics", headers: { authorization: `Bearer ${TOKENS.a}` } })).body;
        await until(async () => (await page()).includes('ffturbo_webhooks_total{outcome="delivered"} 1'));
    });

    it("sends none without locations that it may send them to", async () => {
        receiver = await openReceiver();
        prover = createLocalProver({ threads: 1 });
        openFront({ allow: undefined });
        expect((await post(request(receiver.url))).statusCode).to.equal(400);
    });

    describe("over Redis", () => {
        before(function () { if (noRedis) this.skip(); });
        const options = () => ({ connection: redis.connection, queue: `hooks-${Math.random()}` });
        const openQueued = (given) => openFront({
            schedule: (attempt, onEnd) => (schedule = scheduleInRedis({ ...given, tenants: ["a", "b"], attempt, onEnd, log: () => {} })),
        });

        itInAll("sends it again after a failure, though the front that took the request has gone", async () => {
            receiver = await openReceiver([500, 500]);
            const given = options();
            prover = createProver(given);
            const first = openQueued(given), { id } = (await post(request(receiver.url))).json();
            await first.close();
            const gone = prover;
            prover = createProver(given);
            openQueued(given);
            await gone.close();
            const worker = createWorker({ ...given, threads: 1 });
            await until(() => receiver.got.length === 3, 50_000);
            for (const message of receiver.got) check(message, TOKENS.a, id);
            const redisClient = redis.client(), left = () => redisClient.keys(`bull:${given.queue}-webhooks:*${id}*`);
            await until(async () => (await left()).length === 0);
            redisClient.disconnect();
            await worker.close();
        });

        it("does not count it as a try when it looks too early", async () => {
            receiver = await openReceiver();
            const given = options(), lasts = [], ends = createEnds(), redisClient = redis.client();
            const connections = async () => Number(/connected_clients:(\d+)/.exec(await redisClient.info("clients"))[1]);
            try {
                const before = await connections();
                schedule = scheduleInRedis({ ...given, tenants: ["a"], log: () => {}, onEnd: ends.onEnd, attempt: async (_, last) => {
                    lasts.push(last);
                    return lasts.length < 3 ? "later" : "over";
                } });
                await schedule.add({ id: "x", tenant: "a", url: receiver.url }, { id: "x", result: async () => {} });
                await until(() => lasts.length === 3, 50_000);
                expect(lasts).to.deep.equal([false, false, false]);
                await until(async () => (await redisClient.keys(`bull:${given.queue}-webhooks:x`)).length === 0);
                await schedule.close();
                await until(async () => await connections() <= before); // it leaves none
            } finally {
                redisClient.disconnect();
            }
        });

        it("says of the last try that there is no other, and of the only one of who asks for no more", async () => {
            const given = options(), lasts = { twice: [], once: [] };
            schedule = scheduleInRedis({ ...given, tenants: ["a"], log: () => {}, onEnd: () => {}, attempt: async ({ id }, last) => {
                lasts[id].push(last);
                return "again";
            } });
            const queue = new Queue(`${given.queue}-webhooks`, { connection: given.connection });
            try {
                await queue.add("webhook", { id: "twice" }, { attempts: 2 });
                await queue.add("webhook", { id: "once" });
                await until(() => lasts.twice.length === 2 && lasts.once.length === 1);
            } finally {
                await queue.close();
                await schedule.close();
            }
            expect(lasts).to.deep.equal({ twice: [false, true], once: [true] });
        });
    });
});
