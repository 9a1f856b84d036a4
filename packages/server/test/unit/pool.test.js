/** What a pool of proofs holds, and what it lets go: keys, slots, ended jobs, listeners, timers. */
import { getEventListeners } from "node:events";
import { copyFileSync, promises, readdirSync, readlinkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { KeyCache } from "../../src/pool/key_cache.js";
import { createLocalProver, LocalJobs } from "../../src/pool/local.js";
import { createProverPool } from "../../src/pool/prover_pool.js";
import { fixture } from "../../../../test/support/circuits.js";
import { failureOf } from "../../../../test/support/failure.js";
import { stopTimers } from "../../../../test/support/timers.js";

const tiny = fixture("mimc_tiny", "circuit.zkey"), witness = fixture("mimc_tiny", "witness.wtns");
const turn = () => new Promise((resolve) => { setImmediate(resolve); });
/** A promise, and what settles it. */
function gate() {
    let open;
    const passed = new Promise((resolve) => { open = resolve; });
    return { passed, open };
}

describe("keys that are held open", () => {
    let folder, keys;
    before(() => { folder = temporaryFolder("keys"); });
    after(() => rmSync(folder, { recursive: true, force: true }));
    afterEach(() => keys?.close());
    const key = (name, from = tiny) => {
        const path = join(folder, name);
        copyFileSync(from, `${path}.new`);
        renameSync(`${path}.new`, path);
        return path;
    };
    const sourceOf = (path) => keys.use(path, undefined, async ({ source }) => source);
    /** Files of ours that this process has open. */
    const open = () => readdirSync("/proc/self/fd").flatMap((fd) => {
        try {
            return [readlinkSync(`/proc/self/fd/${fd}`)];
        } catch {
            return [];
        }
    }).filter((path) => path.startsWith(folder));
    /** Until so many are open: they are closed in the background. */
    const areOpen = async (count) => {
        for (let i = 0; i < 500 && open().length !== count; i++) await turn();
        expect(open().length).to.equal(count);
    };
    const onLinux = process.platform === "linux" ? it : it.skip;

    onLinux("are the latest used, as many as were asked for, and those in use besides", async () => {
        keys = new KeyCache(2);
        const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => key(name)), first = await sourceOf(a);
        await sourceOf(b);
        expect(await sourceOf(a)).to.equal(first);
        await sourceOf(c); // b is the one that was not used for longest
        expect(keys.size).to.equal(2);
        expect(await sourceOf(a), "used again").to.equal(first);
        await areOpen(2);
        const { passed, open: go } = gate(), using = keys.use(b, undefined, () => passed);
        await sourceOf(d);
        await sourceOf(c);
        expect(keys.size, "two unused ones, and one in use").to.equal(3);
        go();
        await using;
        expect(keys.size).to.equal(2);
        await areOpen(2);
        await keys.close();
        expect(keys.size).to.equal(0);
        await areOpen(0);
    });

    onLinux("are opened again where another file has taken their place, and closed by their last user", async () => {
        keys = new KeyCache(2);
        const path = key("replaced"), { passed, open: go } = gate();
        let old;
        const using = keys.use(path, undefined, async ({ source }) => { old = source; await passed; });
        while (!old) await turn();
        key("replaced", fixture("xor_net", "circuit.zkey"));
        const other = await sourceOf(path);
        expect(other).not.to.equal(old);
        expect((await old.read(0, 4)).length, "it is still open").to.equal(4);
        go();
        await using;
        await areOpen(1);
        expect(await sourceOf(path), "the other is kept").to.equal(other);
        await keys.close();
        await areOpen(0);
    });

    onLinux("are forgotten, and closed, where they are no keys", async () => {
        keys = new KeyCache(2);
        const path = join(folder, "none");
        writeFileSync(path, "not a key");
        for (let i = 0; i < 2; i++) expect(await failureOf(sourceOf(path))).to.include({ code: "ERR_FILE" });
        await turn();
        expect(keys.size).to.equal(0);
        await areOpen(0);
    });

    onLinux("are closed at the end even in use, when their user is done", async () => {
        keys = new KeyCache(2);
        const path = key("late"), { passed, open: go } = gate();
        let begun = false;
        const using = keys.use(path, undefined, async () => { begun = true; await passed; });
        while (!begun) await turn();
        await keys.close();
        expect(open().length).to.equal(1);
        go();
        await using;
        await areOpen(0);
    });

    it("are closed when close() has ended, however long that takes", async () => {
        const { open: ownOpen } = promises;
        let closed = false;
        promises.open = async (...given) => {
            const file = await ownOpen(...given), { close } = file;
            file.close = async () => {
                await turn();
                await close.call(file);
                closed = true;
            };
            return file;
        };
        syncBuiltinESMExports();
        try {
            keys = new KeyCache(2);
            await sourceOf(key("slow"));
            expect(closed).to.equal(false);
            await keys.close();
            expect(closed).to.equal(true);
        } finally {
            promises.open = ownOpen;
            syncBuiltinESMExports();
        }
    });

    it("are looked at once where they are bytes, and not held", async () => {
        keys = new KeyCache(2);
        const { readFileSync } = await import("node:fs"), bytes = new Uint8Array(readFileSync(tiny));
        const infoOf = (given) => keys.use(given, undefined, async ({ info, source }) => [info, source]);
        const [first, source] = await infoOf(bytes), [second] = await infoOf(bytes);
        const [other] = await infoOf(bytes.slice());
        expect([first === second, first === other, source === bytes, keys.size]).to.deep.equal([true, false, true, 0]);
        for (const nothing of [join(folder, "nothing"), folder])
            expect((await failureOf(infoOf(nothing))).code, "the prover says so").to.be.oneOf(["ERR_READ", "ERR_FILE"]);
    });
});

describe("jobs of one process", () => {
    let timers, restore;
    beforeEach(() => { ({ timers, restore } = stopTimers()); });
    afterEach(() => restore());
    const ended = (jobs, tenant, bytes) => {
        const job = jobs.open(tenant, 1);
        jobs.end(job, bytes);
        return job;
    };
    const kept = (jobs, list) => list.map(({ id }) => jobs.all.has(id));

    it("keep 16 MiB of results for a tenant, the latest, and nothing of others goes", () => {
        const jobs = new LocalJobs(10, 100, 60), other = ended(jobs, "b", 2 ** 24 + 1);
        expect(kept(jobs, [other]), "more than is kept").to.deep.equal([false]);
        expect([jobs.ended.size, jobs.unfinished.size, jobs.room.taken]).to.deep.equal([0, 0, 0]);
        const exact = ended(jobs, "b", 2 ** 24), list = [2 ** 23, 2 ** 23, 1].map((bytes) => ended(jobs, "a", bytes));
        expect(kept(jobs, [exact, ...list])).to.deep.equal([true, false, true, true]);
    });

    it("keep a thousand of them", () => {
        const jobs = new LocalJobs(10, 100, 60), list = Array.from({ length: 1002 }, () => ended(jobs, "a", 0));
        expect(kept(jobs, list.slice(0, 4))).to.deep.equal([false, false, true, true]);
    });

    it("are forgotten after a while, with no timer left, and none keeps the process alive", () => {
        const jobs = new LocalJobs(10, 100, 60), [one, two] = [ended(jobs, "a", 5), ended(jobs, "a", 5)];
        for (const { ms, ref, runs } of timers) expect([ms, ref, runs]).to.deep.equal([60_000, false, true]);
        timers[0].callback();
        expect([kept(jobs, [one, two]), timers[0].runs, jobs.ended.get("a").size]).to.deep.equal([[false, true], false, 1]);
        timers[1].callback();
        expect([jobs.ended.size, jobs.all.size]).to.deep.equal([0, 0]);
        jobs.forget(one); // again
        const long = new LocalJobs(10, 100, 1e9);
        ended(long, "a", 1);
        expect(timers.at(-1).ms).to.equal(2 ** 31 - 1);
    });

    it("take a slot for each part of the memory that they hold, until they end", () => {
        const jobs = new LocalJobs(10, 100, 60);
        expect([0, 1, 100, 101, 250].map((bytes) => jobs.open("a", bytes).slots)).to.deep.equal([1, 1, 1, 2, 3]);
        expect([jobs.room.taken, jobs.unfinished.size, jobs.all.size]).to.deep.equal([8, 5, 5]);
        for (const job of jobs.unfinished) jobs.end(job, 0);
        expect([jobs.room.taken, jobs.unfinished.size]).to.deep.equal([0, 0]);
    });
});

describe("a prover of one process, as it ends", () => {
    /** Keys that cannot be had before they are: a server that never answers. */
    const { fetch } = globalThis;
    let silent;
    beforeEach(() => {
        silent = [];
        globalThis.fetch = (_url, { signal }) => new Promise((_, reject) => {
            silent.push(signal);
            signal.addEventListener("abort", () => reject(signal.reason));
        });
    });
    afterEach(() => { globalThis.fetch = fetch; });
    const hanging = { zkey: { bytes: "AQI=" }, witness: { url: "http://host/", sha256: "0".repeat(64) } };

    it("takes 16 MiB of memory at least", async () => {
        for (const memory of [2 ** 24 - 1, 1, 0]) expect(() => createLocalProver({ memory }), String(memory)).to.throw("memory");
        await createLocalProver({ threads: 0, memory: 2 ** 24 }).close();
    });

    it("ends what runs when the grace is over, leaves no timer, and lets what is cancelled end first", async () => {
        const prover = createLocalProver({ threads: 0 });
        const job = await prover.submit({ ...hanging, deadline: Date.now() + 2 ** 33 });
        for (let i = 0; i < 5; i++) await turn();
        expect((await job.status()).state, "a deadline that no timer can wait for").to.equal("waiting");
        const cancelled = await prover.submit(hanging);
        expect([await cancelled.cancel(), (await cancelled.status()).state]).to.deep.equal([true, "failed"]);
        expect(await cancelled.cancel(), "once").to.equal(false);
        const { timers, restore } = stopTimers();
        try {
            const closing = prover.close({ grace: 12_345 });
            expect(timers.map(({ ms }) => ms)).to.deep.equal([12_345]);
            timers[0].callback();
            expect((await failureOf(job.result())).code).to.equal("ERR_CANCELLED");
            await closing;
        } finally {
            restore();
        }
        expect(timers[0].runs).to.equal(false);
        for (const signal of silent) expect(signal.aborted, "no request goes on").to.equal(true);
    });
});

describe("a pool of proofs", () => {
    let pool;
    const open = (options) => (pool = createProverPool({ threads: 0, ...options }));

    for (const threads of [0, 1, 3]) it(`proves with the ${threads} threads that it was given`, async () => {
        const { engine } = await open({ threads }).prove(tiny, witness, { timings: true });
        expect(engine.threads).to.equal(threads);
    });
    afterEach(() => pool?.close({ abort: true }));

    it("counts what was done, and leaves no listener behind", async () => {
        open({ concurrency: 1 });
        const { signal } = new AbortController();
        expect(await pool.run(tiny, async () => {
            expect(getEventListeners(signal, "abort").length).to.be.at.least(1);
            return "done";
        }, { signal })).to.equal("done");
        expect((await failureOf(pool.run(tiny, async () => { throw new Error("no"); }, { signal }))).message).to.equal("no");
        expect(getEventListeners(signal, "abort").length).to.equal(0);
        expect(pool.stats()).to.include({ done: 1, failed: 1, running: 0, waiting: 0, memory: 0, keys: 1 });
    });

    it("gives proofs shares that fit in its memory together, also where it does not divide evenly", async () => {
        const memory = 2 ** 26 + 1, { passed, open: go } = gate(), shares = [];
        open({ concurrency: 2, memory });
        const begun = gate(), both = [1, 2].map(() => pool.run(tiny, async (_, { memory: share }) => {
            if (shares.push(share) === 2) begun.open();
            await passed;
        }));
        await begun.passed;
        expect(shares).to.deep.equal([2 ** 25, 2 ** 25]);
        go();
        await Promise.all(both);
    });

    it("has room again when what waits is given up", async () => {
        open({ concurrency: 1, waiting: 1 });
        const { passed, open: go } = gate(), stop = new AbortController();
        const running = pool.run(tiny, () => passed);
        const waiting = failureOf(pool.run(tiny, async () => 1, { signal: stop.signal }));
        let room = false;
        const waited = pool.room().then(() => { room = true; });
        await turn();
        expect([room, pool.stats().waiting]).to.deep.equal([false, 1]);
        stop.abort(new Error("enough"));
        expect((await waiting).message).to.equal("enough");
        await waited;
        go();
        await running;
        expect(pool.stats()).to.include({ done: 1, failed: 1, running: 0, waiting: 0 });
    });

    it("refuses the options that are its own, for each way to prove, and any for other work", async () => {
        open();
        for (const name of ["threads", "memory", "curve"]) for (const prove of [
            () => pool.prove(tiny, witness, { [name]: 1 }), () => pool.fullProve({}, witness, tiny, { [name]: 1 }),
        ]) expect((await failureOf(prove())).message).to.include(`expected ${name} among the options of the pool`);
        expect((await failureOf(pool.run(tiny, async () => 1, { onProgress() {} }))).code).to.equal("ERR_OPTION");
        expect((await failureOf(pool.room({ tenant: "a b" }))).code).to.equal("ERR_OPTION");
        expect((await failureOf(pool.room({ colour: 1 }))).code).to.equal("ERR_OPTION");
        await pool.room();
    });
});
