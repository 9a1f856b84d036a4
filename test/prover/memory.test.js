/** What a proof may hold: chunks stay within the budget, columns take turns, too little is refused at once. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { buildBn128 } from "../../src/index.js";
import { createBudget } from "../../src/files/budget.js";
import { createProgress } from "../../src/files/progress.js";
import { openSource } from "../../src/files/source.js";
import { openWtns, readValues } from "../../src/files/wtns.js";
import { prove, zkeyInfo } from "../../src/protocols/groth16/index.js";
import { footprintOf } from "../../src/protocols/groth16/memory.js";
import { PARTS, pointBytesOf, msmPart } from "../../src/protocols/groth16/msms.js";
import { openZkey } from "../../src/protocols/groth16/zkey.js";
import { fittingWorkers, planMemory } from "../../src/protocols/key/memory.js";
import { takeShared } from "../../src/util/shared.js";
import { sectionsOf } from "../support/binfiles.js";
import { circuitsIn, fixtures } from "../support/circuits.js";
import { scalars } from "../support/points.js";
import { seed } from "../support/random.js";

const { zkey, wtns } = circuitsIn(fixtures).find(({ name }) => name === "mimc_example");

for (const threads of [0, 2]) describe(`prover: memory (${threads} workers, SEED=${seed})`, function () {
    this.timeout(120_000);
    let curve;
    before(async () => { curve = await buildBn128({ threads }); });
    after(() => curve.terminate());

    for (const part of ["A", "B2", "C"]) it(`sum ${part}: chunks and all of them together stay within the budget`, async () => {
        const sources = [await openSource("zkey", zkey), await openSource("witness", wtns)];
        const key = await openZkey(sources[0]), pointBytes = pointBytesOf(key, part), reads = [];
        const values = (await readValues(await openWtns(sources[1]), () => {})).subarray(0, 700 * 32);
        const { signal } = new AbortController(), progress = createProgress(undefined);
        const sum = async (chunkBytes, budget) => {
            const seen = (points) => ({ ...points, read: (from, count, signal) => {
                reads.push(count * pointBytes);
                return points.read(from, count, signal);
            } });
            const pointSections = new Map([...key.pointSections].map(([type, points]) => [type, seen(points)]));
            const zkey = { ...key, pointSections };
            const context = { zkey, curve, tm: curve.tm, progress, budget, chunkBytes, signal };
            return curve[PARTS[part].group].toAffine(await msmPart(context, part, values));
        };
        const want = await sum(2 ** 25, createBudget(2 ** 30));
        expect(reads).to.deep.equal([700 * pointBytes]);
        reads.length = 0;
        let held = 0, most = 0;
        const limit = 3 * 100 * (pointBytes + 32), budget = createBudget(limit);
        const watched = {
            async take(bytes) {
                await budget.take(bytes);
                most = Math.max(most, held += bytes);
            },
            give(bytes) {
                held -= bytes;
                budget.give(bytes);
            },
        };
        expect(Buffer.compare(await sum(100 * pointBytes, watched), want)).to.equal(0);
        expect(Math.max(...reads)).to.be.at.most(100 * pointBytes);
        expect(reads.reduce((a, b) => a + b), "every point once").to.equal(700 * pointBytes);
        expect(most).to.be.within(limit / 4, limit);
        expect(held, "all is given back").to.equal(0);
        await Promise.all(sources.map((source) => source.close()));
    });

    it("columns in sequence give the same quotient, in one task, over the first of them", async () => {
        const { Fr } = curve;
        for (const n of [1, 2, 64, 2 ** 12]) {
            const columns = [0, 1, 2].map(() => scalars(n, 32, curve.r)), want = await Fr.cosetQuotient(...columns);
            const shared = columns.map((bytes) => {
                const copy = takeShared(bytes.length);
                copy.set(bytes);
                return copy;
            });
            const cases = { kept: columns, shared, consumed: columns.map((bytes) => bytes.slice()) };
            for (const [label, given] of Object.entries(cases)) {
                const got = await Fr.cosetQuotient(...given, { sequence: true, consume: label !== "kept" });
                expect(Buffer.compare(got, want), `${label}, ${n}`).to.equal(0);
            }
            if (threads) {
                const asked = [], { queueAction } = curve.tm;
                curve.tm.queueAction = (...args) => (asked.push(args), queueAction.apply(curve.tm, args));
                await Fr.cosetQuotient(...columns, { sequence: true });
                delete curve.tm.queueAction;
                expect(asked.length).to.equal(1);
            }
        }
    });
});

/** A key like the given one, with 2^20 signals and constraints; its points are zeros. */
function enlarged(bytes) {
    const n = 2 ** 20, sizes = { 5: 64 * n, 6: 64 * n, 7: 128 * n, 8: 64 * (n - 1 - 1), 9: 64 * n };
    const pieces = [{ at: 0, bytes: bytes.slice(0, 12) }];
    let at = 12;
    for (const { type, header, offset, size } of sectionsOf(bytes)) {
        const content = bytes.slice(offset, offset + size), head = bytes.slice(header, offset);
        const view = new DataView(content.buffer), nPublic = type === 2 ? view.getUint32(76, true) : 0;
        if (type === 2) for (const where of [72, 80]) view.setUint32(where, n, true);
        if (type === 2) sizes[8] = 64 * (n - nPublic - 1);
        new DataView(head.buffer).setBigUint64(4, BigInt(sizes[type] ?? size), true);
        pieces.push({ at, bytes: head });
        if (!sizes[type]) pieces.push({ at: at + 12, bytes: content });
        at += 12 + (sizes[type] ?? size);
    }
    return { pieces, size: at };
}

describe("prover: workers", function () {
    this.timeout(60_000);
    const loadFor = (n) => footprintOf({ nVars: n, domainSize: n, sG1: 64, sG2: 128, curve: { n8r: 32 } });

    it("are as many as memory allows, at least one, and all of them where it says nothing", () => {
        const load = loadFor(2 ** 20), held = (workers) => planMemory(load, 0, workers).held;
        expect(held(4)).to.be.above(held(3));
        for (const [memory, wanted, workers] of [
            [held(4), 8, 4], [held(4) - 1, 8, 3], [held(4), 3, 3], [held(1), 8, 1], [1, 8, 1], [1, 1, 1], [1, 0, 0],
            [held(2), 2, 2], [held(2) - 1, 2, 1],
        ]) {
            expect(fittingWorkers(load, memory, wanted), `${memory} ${wanted}`).to.equal(workers);
            if (workers > 0 && memory > 1) expect(planMemory(load, memory, workers).held).to.be.at.most(memory);
        }
        expect(fittingWorkers(loadFor(2 ** 23), 2 ** 30, 8), "the default").to.equal(8);
        expect(fittingWorkers(loadFor(2 ** 23), 2 ** 30 + 1, 8)).to.equal(1);
    });

    it("count what is held of the key in turn, where it may not be kept", () => {
        const load = { ...loadFor(2 ** 16), again: 2 ** 28 }, held = (more) => planMemory({ ...load, ...more }, 0, 2);
        expect(held({}).keep).to.equal(false);
        expect(held({ inTurn: 2 ** 27 }).held - held({}).held).to.equal(2 ** 27);
        const kept = planMemory({ ...load, inTurn: 2 ** 27 }, 2 ** 30, 2);
        expect([kept.keep, kept.held - held({}).held >= 2 ** 28]).to.deep.equal([true, true]);
    });

    it("are fewer in a proof that may not hold more, and info says it", async () => {
        const threads = 4, memory = 2 ** 24;
        const proof = (options) => prove(zkey, wtns, { threads, timings: true, check: false, ...options });
        const [some, all] = [await proof({ memory }), await proof({})];
        const info = await zkeyInfo(zkey, { threads, memory });
        expect(some.engine.threads).to.be.within(1, 3);
        expect(all.engine.threads).to.equal(4);
        expect(info.threads).to.equal(some.engine.threads);
        expect((await zkeyInfo(zkey, { threads })).threads).to.equal(4);
    });
});

describe("prover: too little memory", () => {
    it("is refused before anything begins, with what is needed", async () => {
        const { pieces, size } = enlarged(new Uint8Array(readFileSync(zkey)));
        let read = 0;
        const reader = (offset, length) => {
            read += length;
            const out = new Uint8Array(length);
            for (const { at, bytes } of pieces) {
                const from = Math.max(at, offset), to = Math.min(at + bytes.length, offset + length);
                if (from < to) out.set(bytes.subarray(from - at, to - at), from - offset);
            }
            return out;
        };
        const refused = await prove({ read: reader, size }, wtns, { memory: 2 ** 26, threads: 0 }).catch((e) => e);
        expect(refused.code).to.equal("ERR_LIMIT");
        expect(refused.message).to.match(/^prove: expected memory of at least 134217728 bytes for .* got 67108864; raise/);
        expect(read, "only the header").to.be.below(2 ** 14);
        const other = await prove({ read: reader, size }, wtns, { memory: 2 ** 27, threads: 0 }).catch((e) => e);
        expect(other.code, "with enough, the next check is reached").to.equal("ERR_WITNESS");
    });
});
