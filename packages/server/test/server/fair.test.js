/** The ranks of jobs and the slots of tenants, as Redis keeps them. */
import { Queue } from "bullmq";
import { expect } from "chai";
import { arrived, forgetRanks, gone, oldest, page, rankOf, served, unlist } from "../../src/queue/fair.js";
import { FullError } from "../../src/failures.js";
import { failureOf } from "../../../../test/support/failure.js";
import { noRedis, openRedis } from "../support/redis.js";

/** Ranks of a priority. */
const ROW = 2 ** 19;

describe("ranks of jobs", function () {
    this.timeout(60_000);
    let redis, queue, client, count = 0;
    before(async function () {
        if (noRedis) {
            this.test.parent.title += `: skipped, ${noRedis}`;
            this.skip();
        }
        redis = await openRedis();
    });
    after(() => redis?.close());
    beforeEach(async () => {
        queue = new Queue(`test-${count++}`, { connection: redis.connection });
        client = await queue.getBackend().client;
    });
    afterEach(() => queue?.close());
    const next = (tenant, id, more) => rankOf(queue, tenant, "normal", { id, slots: 100, ...more });
    const key = (name) => queue.toKey(name);

    it("a tenant who comes late has saved up nothing, and waits for nobody's backlog", async () => {
        let names = 0;
        const rank = (tenant, priority = "normal") =>
            rankOf(queue, tenant, priority, { id: `${names++}`, slots: 100 });
        expect([await rank("a"), await rank("a"), await rank("a"), await rank("b")].map((one) => one - ROW))
            .to.deep.equal([1, 2, 3, 1]);
        const job = { tenant: "a", id: "0" };
        await served(queue, ROW + 2, job);
        await served(queue, ROW + 1, job); // a job that was lost comes again
        expect([await rank("c"), await rank("c"), await rank("a"), await rank("b")].map((one) => one - ROW))
            .to.deep.equal([3, 4, 4, 3]);
        expect([await rank("c", "high"), await rank("c", "low")]).to.deep.equal([1, 2 * ROW + 1]);
        expect(await client.hget(key("ranks"), "now:1")).to.equal("2");
        await client.hset(key("ranks"), "1:a", ROW - 2);
        expect([await rank("a"), await rank("a")], "never the rank of a lower priority")
            .to.deep.equal([2 * ROW - 1, 2 * ROW - 1]);
        await forgetRanks(queue);
        expect(await rank("a") - ROW).to.equal(1);
    });

    it("an unused queue is forgotten after a day", async () => {
        const now = async () => {
            const [seconds, micros] = (await client.time()).map(Number);
            return 1000 * seconds + Math.floor(micros / 1000);
        };
        const before = await now();
        await next("a", "1");
        const end = await now(), day = 86_400_000;
        for (const name of ["ranks", "room:coming", "room:tenants", "room:jobs:a", "room:since:a", "listed:a"])
            expect(await client.pexpiretime(key(name)), name).to.be.within(before + day, end + day);
    });

    it("one job more is asked for unless it says how many, and waits until it is gone, or should have come", async () => {
        const one = { slots: 1 };
        expect(await next("a", "1", one)).to.equal(ROW + 1);
        const error = await failureOf(next("a", "2", one));
        expect(error).to.be.instanceOf(FullError);
        expect((await failureOf(next("b", "2", { slots: 2, jobs: 2 }))).message).to.include("at most 2 waiting");
        await gone(queue, "a", "1");
        for (const name of ["room:coming", "room:jobs:a", "room:since:a", "listed:a"])
            expect(await client.zscore(key(name), "1"), name).to.equal(null);
        expect(await next("a", "2", one)).to.equal(ROW + 2);
        await client.zincrby(key("room:coming"), -30_000, "2");
        await failureOf(next("a", "3", one));
        await client.zincrby(key("room:coming"), -30_000, "2");
        expect(await next("a", "3", one), "after a minute").to.equal(ROW + 3);
        await arrived(queue, "3");
        expect(await client.zscore(key("room:coming"), "3")).to.equal(null);
        expect(await next("a", "4", one), "it is not in the queue either").to.equal(ROW + 4);
    });

    it("a job that is served no longer counts as waiting", async () => {
        await next("a", "1");
        await next("a", "2");
        await served(queue, ROW + 1, { tenant: "a", id: "1" });
        expect(await client.zrange(key("room:since:a"), 0, -1)).to.deep.equal(["2"]);
        expect(await oldest(queue, "b")).to.equal(0);
        await client.zadd(key("room:since:a"), (await client.zscore(key("room:since:a"), "2")) - 60_000, "2");
        for (const tenant of ["a", undefined]) expect(await oldest(queue, tenant)).to.be.within(60_000, 600_000);
    });

    it("the newest ten thousand jobs of a tenant are listed, in pages", async () => {
        await client.zadd(key("listed:a"), ...Array.from({ length: 10_000 }, (_, i) => [i + 1, `old${i}`]).flat());
        await next("a", "new");
        expect(await client.zcard(key("listed:a"))).to.equal(10_000);
        expect(await client.zscore(key("listed:a"), "old0")).to.equal(null);
        const first = await page(queue, "a", 2);
        expect(first.map(({ id }) => id)).to.deep.equal(["new", "old9999"]);
        expect((await page(queue, "a", 2, first[1].at)).map(({ id, at }) => [id, at])).to.deep.equal([["old9998", 9999], ["old9997", 9998]]);
        await unlist(queue, "a", "old9998");
        expect((await page(queue, "a", 1, first[1].at))[0].id).to.equal("old9997");
        expect(await page(queue, "b", 2)).to.deep.equal([]);
    });

    it("scripts are made known to a connection once", async () => {
        const { defineCommand } = client, made = [];
        client.defineCommand = (...args) => {
            made.push(args[0]);
            return defineCommand.apply(client, args);
        };
        for (let i = 0; i < 3; i++) await next("a", String(i));
        expect(made.length).to.equal(new Set(made).size).and.above(0);
    });

    it("what Redis refuses is refused by each of them", async () => {
        const refuse = async () => { throw new Error("no connection"); };
        const lost = { defineCommand() {}, runCommand: refuse, del: refuse };
        const broken = { getBackend: () => ({ client: Promise.resolve(lost) }), toKey: (name) => name };
        for (const run of [rankOf(broken, "a", "normal", { id: "1", slots: 1 }), arrived(broken, "1"),
            oldest(broken), page(broken, "a", 1), unlist(broken, "a", "1"),
            gone(broken, "a", "1"), served(broken, 1, { tenant: "a", id: "1" }), forgetRanks(broken)])
            expect((await failureOf(run)).message).to.equal("no connection");
    });
});
