/** What a prover keeps of its jobs, in one process and over Redis alike: keys of requests, lists, ages, and events. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Queue } from "bullmq";
import { expect } from "chai";
import { createLocalProver } from "../../src/pool/index.js";
import { createProver, createWorker } from "../../src/queue/index.js";
import { sha256Of } from "../../src/references.js";
import { failureOf } from "../../../../test/support/failure.js";
import { circuits } from "../support/queue.js";
import { pause, until } from "../../../../test/support/until.js";
import { noRedis, openRedis } from "../support/redis.js";

const tiny = circuits.find(({ name }) => name === "mimc_tiny");
const TRACE = "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01";

/** A prover whose jobs wait until `work` is called: for a file that does not come, or for a worker. */
const PROVERS = {
    "of one process": async (_redis, onEvent) => {
        const held = [], server = createServer((_, response) => { held.push(response); });
        await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
        const bytes = readFileSync(tiny.wtns), prover = createLocalProver({ threads: 1, onEvent });
        return {
            prover, witness: { url: `http://127.0.0.1:${server.address().port}/`, sha256: sha256Of(bytes) },
            work: async () => {
                server.removeAllListeners("request");
                server.on("request", (_, response) => response.end(bytes));
                for (const response of held) response.end(bytes);
            },
            async close() {
                await prover.close({ grace: 0 });
                server.closeAllConnections();
                server.close();
            },
        };
    },
    "over Redis": async (redis, onEvent) => {
        const connection = redis.connection, queue = `submissions-${Math.random()}`;
        const prover = createProver({ connection, queue, onEvent });
        let worker;
        return {
            prover, queue, witness: tiny.wtns,
            work: async () => { worker = createWorker({ connection, queue, threads: 1, onEvent }); },
            async close() {
                await worker?.close();
                await prover.close();
            },
        };
    },
};

for (const [where, open] of Object.entries(PROVERS)) {
    describe(`submissions to a prover ${where}`, function () {
        this.timeout(60_000);
        let redis, told, all;
        before(async function () {
            if (where !== "over Redis") return;
            if (noRedis) this.skip();
            redis = await openRedis();
        });
        after(() => redis?.close());
        beforeEach(async () => {
            told = [];
            all = await open(redis, (event) => {
                told.push(event);
                throw new Error("a listener's own");
            });
        });
        afterEach(() => all.close());
        const submit = (more, how) => all.prover.submit({ zkey: tiny.zkey, witness: all.witness, tenant: "a", ...more }, how);

        it("are one job for one key of a tenant, and refused for another request with that key", async () => {
            const key = "order-1", first = await submit({}, { key }), again = await submit({}, { key });
            expect([again.id, first.repeated, again.repeated]).to.deep.equal([first.id, false, true]);
            expect((await all.prover.counts()).waiting).to.equal(1);
            const error = await failureOf(submit({ priority: "low" }, { key }));
            expect([error.code, error.message.includes(key)]).to.deep.equal(["ERR_CONFLICT", false]);
            for (const other of [await submit({ tenant: "b" }, { key }), await submit({}, { key: "order-2" }), await submit()])
                expect([other.id !== first.id, other.repeated]).to.deep.equal([true, false]);
            for (const wrong of ["", "a b", "x".repeat(256), "\u00e9", 7])
                expect((await failureOf(submit({}, { key: wrong }))).code, String(wrong)).to.equal("ERR_OPTION");
            await all.work();
            const done = await first.result();
            expect(await (await submit({}, { key })).result()).to.deep.equal(done);
        });

        it("with one key at once are one job, which takes one slot", async () => {
            const jobs = await Promise.all(Array.from({ length: 5 }, () => submit({}, { key: "k" })));
            expect(new Set(jobs.map(({ id }) => id)).size).to.equal(1);
            expect((await all.prover.list({ tenant: "a" })).jobs.length).to.equal(1);
            const ends = await Promise.allSettled([0, 1, 2].map((sums) => submit({ deadline: 1e15 + sums }, { key: "l" })));
            expect(ends.filter(({ status }) => status === "fulfilled").length).to.equal(1);
            for (const { reason } of ends.filter(({ status }) => status === "rejected")) expect(reason.code).to.equal("ERR_CONFLICT");
        });

        it("are listed for their tenant, the newest first, a page at a time", async () => {
            const ids = [];
            for (let i = 0; i < 5; i++) ids.unshift((await submit()).id);
            const other = await submit({ tenant: "b" }), page = (how) => all.prover.list({ tenant: "a", ...how });
            const first = await page({ limit: 2 }), second = await page({ limit: 2, after: first.next });
            await submit(); // a page begins where the last one ended, whatever has come since
            const third = await page({ limit: 2, after: second.next });
            expect([first, second, third].map(({ jobs }) => jobs.map(({ id }) => id)))
                .to.deep.equal([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
            expect(third.next).to.equal(undefined);
            const [{ submitted, ...row }] = first.jobs;
            expect(row).to.deep.equal({ id: ids[0], state: "waiting", progress: undefined, error: undefined });
            expect(Math.abs(Date.now() - submitted)).to.be.below(60_000);
            expect((await all.prover.list({ tenant: "b" })).jobs.map(({ id }) => id)).to.deep.equal([other.id]);
            expect(await all.prover.list({ tenant: "nobody" })).to.deep.equal({ jobs: [], next: undefined });
            for (const wrong of [{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { after: "-1" }, { after: "x" }, { after: 7 }, { tenant: ":" }])
                expect((await failureOf(page(wrong))).code, JSON.stringify(wrong)).to.equal("ERR_OPTION");
        });

        it("are as old as the one that has waited longest, of a tenant or of all", async () => {
            const { prover } = all;
            expect([await prover.oldest(), await prover.oldest({ tenant: "a" })]).to.deep.equal([0, 0]);
            const first = await submit();
            await pause(60);
            await submit({ tenant: "b" });
            const ages = []; // the later they are asked for, the older they are
            for (const who of [{ tenant: "b" }, { tenant: "a" }, {}]) ages.push(await prover.oldest(who));
            const [b, a, ofAll] = ages;
            expect([b >= 0, a >= b + 50, ofAll >= a]).to.deep.equal([true, true, true]);
            expect(await prover.oldest({ tenant: "c" })).to.equal(0);
            await first.cancel();
            await pause(5); // a job that came in this millisecond is 0 old
            expect([await prover.oldest({ tenant: "a" }), await prover.oldest() > 0]).to.deep.equal([0, true]);
            await all.work();
            await until(async () => await prover.oldest() === 0);
            expect((await failureOf(prover.oldest({ tenant: "" }))).code).to.equal("ERR_OPTION");
        });

        it("are told with their trace and circuit, whatever the listener does", async () => {
            const job = await submit({}, { traceparent: TRACE });
            await all.work();
            await job.result();
            const bad = await submit({ tenant: "b", zkey: tiny.wtns });
            expect((await failureOf(bad.result())).code).to.equal("ERR_FILE");
            const circuit = sha256Of(readFileSync(tiny.zkey));
            const ends = (id) => told.filter((event) => event.id === id);
            await until(() => ends(job.id).length === 2 && ends(bad.id).length === 2);
            const one = (id, name) => ends(id).find(({ event }) => event === name);
            expect(one(job.id, "done")).to.deep.include({ tenant: "a", kind: "prove", circuit, traceparent: TRACE });
            expect(one(job.id, "ended")).to.deep.include({ tenant: "a", code: undefined, traceparent: TRACE });
            expect(one(bad.id, "failed")).to.deep.include({ tenant: "b", code: "ERR_FILE", traceparent: undefined });
            expect(one(bad.id, "ended")).to.deep.include({ tenant: "b", code: "ERR_FILE" });
            for (const { ms } of told) expect(ms).to.be.at.least(0);
            for (const wrong of [TRACE.toUpperCase(), `${TRACE}-`, TRACE.replace("00-", "01-"), `00-${"0".repeat(32)}-0123456789abcdef-01`, "x"])
                expect((await failureOf(submit({}, { traceparent: wrong }))).code, wrong).to.equal("ERR_OPTION");
        });

        if (where === "over Redis") {
            it("leave neither their key nor what could be tried in Redis", async () => {
                const { id } = await submit({}, { key: "order-3" }), client = redis.client();
                const { data } = await all.prover.get(id) && { data: await client.hget(`bull:${all.queue}:${id}`, "data") };
                expect(JSON.parse(data).fingerprint).to.match(/^[\w+/]{43}=$/);
                const keys = await client.keys("*");
                expect(JSON.stringify([keys, data])).not.to.include("order-3");
                client.disconnect();
            });

            it("leave no time since when they wait once they are taken, whether anyone asks for it or not", async () => {
                const job = await submit(), client = redis.client(), key = `bull:${all.queue}:room:since:a`;
                expect(await client.zcard(key)).to.equal(1);
                await all.work();
                await job.result();
                expect(await client.exists(key)).to.equal(0);
                client.disconnect();
            });

            it("that are gone from Redis are no longer listed, nor waited for", async () => {
                const { id } = await submit(), client = redis.client(), key = (name) => `bull:${all.queue}:${name}`;
                await client.multi().del(key(id)).zrem(key("prioritized"), id).exec();
                expect([await all.prover.oldest(), (await all.prover.list({ tenant: "a" })).jobs]).to.deep.equal([0, []]);
                expect(await client.exists(key("listed:a"), key("room:since:a"))).to.equal(0);
                client.disconnect();
            });

            it("of a tenant are listed up to ten thousand, and forgotten with time", async () => {
                const client = redis.client(), key = `bull:${all.queue}:listed:a`;
                for (let i = 0; i < 10; i++)
                    await client.zadd(key, ...Array.from({ length: 1000 }, (_, j) => [i * 1000 + j + 1, `old-${i}-${j}`]).flat());
                const { id } = await submit();
                expect(await client.zcard(key)).to.equal(10_000);
                expect([await client.zscore(key, "old-0-0"), Number(await client.zscore(key, id)) > 1e15]).to.deep.equal([null, true]);
                for (const kept of [key, `bull:${all.queue}:room:since:a`]) expect(await client.ttl(kept), kept).to.be.within(1, 86_400);
                client.disconnect();
            });

            it("end for each submission when the prover closes, also if another with their key came late", async () => {
                const { add } = Queue.prototype, late = 1e15 + 1;
                let came = 0, ended = false;
                // both are on their way before either is there, and the late one is the second
                Queue.prototype.add = async function (...args) {
                    came++;
                    await until(() => came === 2 && (ended || args[1].deadline !== late));
                    return add.apply(this, args);
                };
                try {
                    const first = submit({ deadline: 1e15 }, { key: "late" });
                    const second = failureOf(submit({ deadline: late }, { key: "late" }));
                    const job = await first, end = failureOf(job.result());
                    ended = true;
                    expect((await second).code).to.equal("ERR_CONFLICT");
                    await all.prover.close();
                    expect((await Promise.race([end, pause(5000)]))?.message).to.include("got it closed");
                } finally {
                    Queue.prototype.add = add;
                }
            });

            it("are added again over a connection that breaks, and other failures are told at once", async () => {
                const { add } = Queue.prototype;
                for (const [failures, message, tries] of [[4, "Connection is closed.", 5], [4, "a mistake", 1]]) {
                    let left = failures, tried = 0;
                    Queue.prototype.add = async function (...args) {
                        tried++;
                        if (left-- > 0) throw new Error(message);
                        return add.apply(this, args);
                    };
                    try {
                        const ended = await submit().catch((error) => error);
                        expect([ended.message ?? ended.tenant, tried]).to.deep.equal([tries === 1 ? message : "a", tries]);
                    } finally {
                        Queue.prototype.add = add;
                    }
                }
            });

            it("that come in one microsecond have positions of their own in the list", async () => {
                const client = redis.client(), key = `bull:${all.queue}:listed:a`;
                await client.zadd(key, 4e15, "from-a-clock-that-was-fast");
                const { id } = await submit();
                expect(Number(await client.zscore(key, id))).to.equal(4e15 + 1);
                client.disconnect();
            });
        } else {
            it("keep their key for as long as their job is kept", async () => {
                const prover = createLocalProver({ threads: 1, keep: 1 });
                const first = await prover.submit({ zkey: tiny.zkey, witness: tiny.wtns, deadline: 1 }, { key: "k" });
                await failureOf(first.result());
                await until(async () => await prover.get(first.id) === undefined);
                const second = await prover.submit({ zkey: tiny.zkey, witness: tiny.wtns, deadline: 2 }, { key: "k" });
                expect([second.id, second.repeated]).to.deep.equal([first.id, false]);
                await prover.close();
            });
        }
    });
}
