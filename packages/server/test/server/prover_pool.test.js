/** ffturbo-server/pool: so many proofs at once, in a fair order, within one bound of memory, and an end. */
import { copyFileSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { verify } from "../../../../src/protocols/groth16/index.js";
import { keyFacts } from "../../../../src/protocols/index.js";
import { createProverPool } from "../../src/pool/prover_pool.js";
import { circuitsIn, fixture, fixtures } from "../../../../test/support/circuits.js";
import { ALL_ROWS, itInAll } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";

const tiny = fixture("mimc_tiny", "circuit.zkey"), witness = fixture("mimc_tiny", "witness.wtns");
const turns = (n = 5) => new Promise((resolve) => { setTimeout(resolve, n); });

/** What opens every gate: a pool whose slots are held does not close. @type {Set<() => void>} */
const gates = new Set();

/** A slot in the pool that is held until it is opened. */
function gate() {
    let open;
    const passed = new Promise((resolve) => { open = resolve; });
    gates.add(open);
    return { passed, open };
}

/** Waits until the pool has so many, however busy the machine is. */
async function reached(pool, counts) {
    const isThere = () => Object.entries(counts).every(([name, count]) => pool.stats()[name] === count);
    for (let i = 0; i < 500 && !isThere(); i++) await turns();
    expect(pool.stats()).to.include(counts);
}

/** Paths of the files that this process has open. */
const openFiles = () => readdirSync("/proc/self/fd").map((fd) => {
    try {
        return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
        return "";
    }
});

describe("a pool of proofs", function () {
    this.timeout(120_000);
    let pool, folder;
    const open = (options) => (pool = createProverPool({ threads: 2, ...options }));
    before(() => { folder = temporaryFolder("pool"); });
    after(() => rmSync(folder, { recursive: true, force: true }));
    afterEach(async () => {
        for (const open of gates) open();
        gates.clear();
        await pool?.close({ abort: true });
        pool = undefined;
    });

    itInAll("proves all fixtures side by side, on both curves", async () => {
        open({ concurrency: 3 });
        const circuits = circuitsIn(fixtures).filter(({ system, name }) => system === "groth16" && (ALL_ROWS || name !== "membership"));
        await Promise.all([...circuits, ...circuits].map(async ({ zkey, wtns, vkey }) => {
            const { proof, publicSignals } = await pool.prove(zkey, wtns);
            expect(await verify(vkey, publicSignals, proof)).to.equal(true);
        }));
        expect(pool.stats()).to.include({ running: 0, waiting: 0, done: 2 * circuits.length, failed: 0, memory: 0 });
    });

    it("runs no more at once than it may, and refuses more than may wait", async () => {
        open({ concurrency: 2, waiting: 3 });
        let running = 0, most = 0;
        const doors = Array.from({ length: 5 }, gate);
        const work = (door) => async () => {
            most = Math.max(most, ++running);
            await door.passed;
            running--;
        };
        const all = doors.map((door) => pool.run(tiny, work(door)));
        await reached(pool, { running: 2, waiting: 3 });
        const refused = await failureOf(pool.prove(tiny, witness));
        expect([refused.code, refused.message.includes("at most 3 waiting")]).to.deep.equal(["ERR_LIMIT", true]);
        let room = false;
        const waited = pool.room().then(() => { room = true; });
        await turns();
        expect(room).to.equal(false);
        doors[0].open();
        await waited;
        for (const { open: pass } of doors) pass();
        await Promise.all(all);
        expect(most).to.equal(2);
    });

    it("serves tenants in turn, and a higher priority first", async () => {
        open({ concurrency: 1 });
        const first = gate(), order = [], enter = (name, options) =>
            pool.run(tiny, async () => { order.push(name); }, options);
        const held = pool.run(tiny, () => first.passed);
        const all = [
            ...["a1", "a2", "a3", "a4"].map((name) => enter(name, { tenant: "a" })),
            ...["b1", "b2"].map((name) => enter(name, { tenant: "b" })),
            enter("c1", { tenant: "c", priority: "low" }), enter("d1", { tenant: "a", priority: "high" }),
        ];
        first.open();
        await Promise.all([held, ...all]);
        expect(order).to.deep.equal(["d1", "a1", "b1", "a2", "b2", "a3", "a4", "c1"]);
    });

    it("holds no more memory for all together than it may; what is larger goes in alone", async () => {
        const least = (await keyFacts(fixture("mimc_example", "circuit.zkey"))).leastMemory(2);
        open({ concurrency: 4, memory: Math.floor(2.5 * least) });
        let most = 0, running = 0, together = 0;
        const look = async () => {
            together = Math.max(together, ++running);
            most = Math.max(most, pool.stats().memory);
            await turns(20);
            running--;
        };
        await Promise.all(Array.from({ length: 6 }, () => pool.run(fixture("mimc_example", "circuit.zkey"), look)));
        expect(most).to.be.within(2 * least, 2.5 * least);
        expect(together, "though four may run").to.equal(2);
        await pool.close();
        open({ concurrency: 4, memory: 2 ** 24 });
        together = 0;
        await Promise.all(Array.from({ length: 3 }, () => pool.run(fixture("mimc_example", "circuit.zkey"), look)));
        expect(together).to.equal(1);
        expect(pool.stats().memory).to.equal(0);
    });

    it("gives a proof a fair share of the memory, or what it needs", async () => {
        open({ concurrency: 2, memory: 2 ** 31 });
        expect(await pool.run(tiny, async (_, { memory }) => memory)).to.equal(2 ** 30);
    });

    it("gives no proof less than its options take, however little there is for all", async () => {
        for (const threads of [0, 2]) {
            open({ concurrency: 4, memory: 2 ** 24, threads });
            expect(await pool.run(tiny, async (_, { memory }) => memory)).to.equal(2 ** 24);
            await pool.close();
        }
    });

    it("an abort ends what waits, what waits for memory and what runs, and nothing else", async () => {
        open({ concurrency: 2, memory: 2 ** 24 });
        const big = fixture("mimc_example", "circuit.zkey"), door = gate();
        const holder = pool.run(big, () => door.passed); // all of the memory
        const controllers = Array.from({ length: 2 }, () => new AbortController());
        const [forMemory, forTurn] = controllers.map(({ signal }) =>
            failureOf(pool.run(big, async () => 1, { signal })));
        await reached(pool, { running: 2, waiting: 1 });
        controllers[1].abort(new Error("two"));
        expect((await forTurn).message).to.equal("two");
        controllers[0].abort(new Error("one"));
        expect((await forMemory).message).to.equal("one");
        door.open();
        await holder;
        const running = new AbortController();
        const proof = failureOf(pool.prove(big, fixture("mimc_example", "witness.wtns"), {
            signal: running.signal, onProgress: ({ phase }) => { if (phase === "A") running.abort(new Error("three")); },
        }));
        expect((await proof).message).to.equal("three");
        expect((await failureOf(pool.prove(tiny, witness, { signal: AbortSignal.abort(new Error("four")) }))).message)
            .to.equal("four");
        expect((await pool.prove(tiny, witness)).proof.protocol, "the pool goes on").to.equal("groth16");
        expect(pool.stats()).to.include({ memory: 0, running: 0, waiting: 0, failed: 3 });
    });

    it("a failure is that of prove, and holds up nobody", async () => {
        open({ concurrency: 1 });
        const bad = new Uint8Array(readFileSync(witness));
        bad[bad.length - 32] ^= 1;
        const all = [pool.prove(tiny, witness), failureOf(pool.prove(tiny, bad)), failureOf(pool.prove("none.zkey", witness)),
            failureOf(pool.prove(tiny, witness, { colour: "red" })), pool.prove(tiny, witness)];
        const [one, check, read, option, two] = await Promise.all(all);
        expect([check.code, read.code, option.code]).to.deep.equal(["ERR_CHECK", "ERR_READ", "ERR_OPTION"]);
        expect([one.publicSignals, two.publicSignals]).to.deep.equal([one.publicSignals, one.publicSignals]);
    });

    it("holds keys open between proofs, as many as it may, and notices another file in their place", async function () {
        if (process.platform !== "linux") this.skip();
        open({ keys: 1 });
        const [one, two] = ["one.zkey", "two.zkey"].map((name) => join(folder, name));
        copyFileSync(tiny, one);
        copyFileSync(tiny, two);
        await pool.prove(one, witness);
        expect(openFiles()).to.include(one);
        const infoOf = (zkey) => pool.run(zkey, async (key) => key);
        expect(await infoOf(one)).to.equal(await infoOf(one));
        await pool.prove(two, witness);
        for (let i = 0; i < 100 && openFiles().includes(one); i++) await turns(10);
        expect([openFiles().includes(one), openFiles().includes(two)]).to.deep.equal([false, true]);
        const before = await infoOf(two);
        rmSync(two);
        copyFileSync(fixture("xor_net", "circuit.zkey"), two);
        expect(await infoOf(two)).not.to.equal(before);
        expect((await pool.prove(two, fixture("xor_net", "witness.wtns"))).proof.protocol).to.equal("groth16");
        await pool.close();
        expect(openFiles().filter((path) => path.startsWith(folder))).to.deep.equal([]);
    });

    it("keeps its curves between proofs, and ends them with it", async () => {
        open();
        const curveOf = () => pool.run(tiny, async (_, { curve }) => curve);
        const curve = await curveOf();
        expect(await curveOf()).to.equal(curve);
        await pool.prove(fixture("mimc_example", "circuit.zkey"), fixture("mimc_example", "witness.wtns"));
        await turns(2000);
        // one or two: the calling thread may have summed instead of one
        expect(curve.tm.pool.filter(Boolean).length, "after more than a pool keeps workers").to.be.at.least(1);
        const { terminate } = curve;
        let ended = false;
        curve.terminate = async () => {
            await turns(20);
            await terminate.call(curve);
            ended = true;
        };
        await pool.close();
        expect(ended, "it waits for them").to.equal(true);
        expect((await failureOf(curve.Fr.fft(new Uint8Array(32 * 4096)))).message).to.include("terminated");
    });

    it("close waits for what was asked for, or aborts it; twice is once", async () => {
        open({ concurrency: 1 });
        const all = [pool.prove(tiny, witness), pool.prove(tiny, witness)];
        const ended = pool.close();
        expect((await failureOf(pool.prove(tiny, witness))).message).to.include("closed");
        await ended;
        expect((await Promise.all(all)).length).to.equal(2);
        await pool.close();
        open({ concurrency: 1 });
        const door = gate(), failures = [
            pool.run(tiny, (_, { signal }) => new Promise((_resolve, reject) => {
                signal.addEventListener("abort", () => reject(signal.reason));
                door.open();
            })),
            pool.prove(tiny, witness),
        ].map(failureOf);
        await door.passed;
        await pool.close({ abort: true });
        for (const failure of failures) expect((await failure).message).to.include("got closed");
    });

    it("refuses what it cannot be told", async () => {
        for (const wrong of [{ concurrency: 0 }, { memory: 1 }, { waiting: -1 }, { threads: 0.5 }, { colour: 1 }, 7])
            expect(() => createProverPool(wrong)).to.throw().with.property("code", "ERR_OPTION");
        open();
        for (const wrong of [{ tenant: "a b" }, { priority: "urgent" }, { signal: 1 }, { threads: 1 }, { memory: 2 ** 30 }])
            expect((await failureOf(pool.prove(tiny, witness, wrong))).code).to.equal("ERR_OPTION");
        writeFileSync(join(folder, "not.zkey"), "not a key");
        expect((await failureOf(pool.prove(join(folder, "not.zkey"), witness))).code).to.equal("ERR_FILE");
    });

    it("starts nothing before there is work", () => {
        const before = process.getActiveResourcesInfo().length;
        open();
        expect(process.getActiveResourcesInfo().length).to.equal(before);
        expect(pool.stats()).to.include({ running: 0, keys: 0 });
    });
});
