/** The lists of a proof: cleared when they are dropped and at the end, and shared memory that is lent again or not. */
import { expect } from "chai";
import { SharedMemory } from "../../src/pool/shared_memory.js";
import { committer } from "../../src/protocols/plonkish/commit.js";
import { permutationSides } from "../../src/protocols/plonkish/permutation.js";
import { openLists } from "../../src/protocols/plonkish/lists.js";
import { isShared } from "../../src/util/shared.js";

const LARGE = 1 << 16;

describe("lists of a proof", () => {
    const open = () => {
        const shared = new SharedMemory(), secrets = [];
        return { shared, secrets, lists: openLists({ tm: { shared }, secrets }) };
    };
    const isZero = (list) => list.every((byte) => byte === 0);

    it("are zeros, shared where that saves something, and among the secrets", () => {
        const { lists, secrets } = open(), large = lists.take(LARGE), small = lists.take(LARGE - 1);
        expect([isShared(large), isShared(small)]).to.deep.equal([true, false]);
        expect([large.length, small.length]).to.deep.equal([LARGE, LARGE - 1]);
        expect(isZero(large) && isZero(small)).to.equal(true);
        const own = new Uint8Array(4).fill(7);
        expect(lists.hold(own)).to.equal(own);
        expect(secrets).to.deep.equal([large, small, own]);
        lists.end(true);
        expect(secrets).to.deep.equal([]);
        expect(isZero(own)).to.equal(true);
    });

    it("are cleared when they are dropped, and their memory is lent again", () => {
        const { lists, secrets, shared } = open(), list = lists.take(LARGE).fill(1), other = lists.take(LARGE).fill(2);
        lists.drop(list);
        expect(isZero(list)).to.equal(true);
        expect(secrets).to.deep.equal([other]);
        expect([shared.unused, shared.inUse]).to.deep.equal([LARGE, LARGE]);
        expect(lists.take(LARGE).buffer).to.equal(list.buffer);
        expect(other[0], "what is not dropped stays").to.equal(2);
        const own = lists.hold(new Uint8Array(LARGE).fill(3));
        lists.drop(own);
        expect(own.length, "memory of its own is given away").to.equal(0);
    });

    for (const [ended, again] of [[true, 2 * LARGE], [false, 0]])
        it(`at the end of a proof that has ${ended ? "succeeded" : "failed"}, ${again} bytes are lent again`, () => {
            const { lists, shared, secrets } = open(), all = [0, 1].map(() => lists.take(LARGE).fill(1));
            lists.end(ended);
            expect(all.every(isZero)).to.equal(true);
            expect([shared.inUse, shared.unused, secrets.length]).to.deep.equal([0, again, 0]);
            lists.end(ended);
            expect(shared.unused, "once").to.equal(again);
        });

    it("are forgotten when they are dropped, wherever they are among the secrets; strangers are cleared alone", () => {
        for (const at of [0, 1, 2]) {
            const { lists, secrets } = open(), all = [1, 2, 3].map((byte) => lists.take(4).fill(byte));
            const others = all.filter((_, i) => i !== at), stranger = new Uint8Array(4).fill(9);
            lists.drop(all[at], stranger);
            expect(secrets).to.deep.equal(others);
            expect(others.every((list) => list.every(Boolean))).to.equal(true);
            for (const list of [all[at], stranger]) expect(list).to.deep.equal(new Uint8Array(4));
        }
    });

    it("are memory of this thread where the host shares none", () => {
        const lists = openLists({ tm: {}, secrets: [] }), list = lists.take(LARGE);
        expect(isShared(list)).to.equal(false);
        lists.drop(list);
        expect(list.length).to.equal(0);
    });
});

describe("commitments of a round", () => {
    /**
     * Of rounds of two sums and of one, where points may be kept or not: the points that they read, by number, and how
     * many sums are one task each.
     */
    async function readsOf(keep, concurrency = 1) {
        const seen = [], alone = [], taken = [], section = new Uint8Array(64 * 5);
        const controller = new AbortController(), { signal } = controller;
        section.forEach((_, i) => { section[i] = i >> 6; });
        const read = async (from, count, given) => {
            expect(given).to.equal(signal);
            seen.push([from, count]);
            return section.slice(64 * from, 64 * (from + count));
        };
        const multiExpAffineChunked = async (reader, length) => {
            alone.push(Boolean(reader.alone));
            return (await reader(0, length)).slice(-1);
        };
        const curve = { G1: { multiExpAffineChunked, toAffine: (sum) => sum[0] } };
        const context = {
            keep, signal, curve, tm: { concurrency, shared: new SharedMemory() }, secrets: [], gpu: "disabled",
            chunkBytes: 1 << 20,
            zkey: { curve: { n8r: 32 }, powers: { points: 5, pointBytes: 64, read } },
            budget: { take: async (bytes) => { taken.push(bytes); }, give() {} },
            progress: { begin: () => ({ advance() {}, end() {} }) },
        };
        const commit = committer(context, controller, openLists(context), 4), list = () => new Uint8Array(32 * 3);
        for (const names of [["A", "B"], ["Z"]]) {
            const sums = await commit(Object.fromEntries(names.map((name) => [name, list()])));
            expect(sums, "the last of three points").to.deep.equal(Object.fromEntries(names.map((name) => [name, 2])));
        }
        return { seen, alone, taken };
    }

    it("read their points once for all rounds where these may be kept, or else once for each", async () => {
        expect((await readsOf(true)).seen).to.deep.equal([[0, 4]]);
        expect((await readsOf(false)).seen).to.deep.equal([[0, 3], [0, 3]]);
    });

    it("are one task each, as many as occupy all workers, where points may be kept; two workers share the others", async () => {
        const points = 64 * 3, scalars = 32 * 3, once = points + scalars, shared = 2 * once;
        const kept = await readsOf(true, 2);
        expect(kept.alone).to.deep.equal([true, true, false]);
        expect(kept.taken, "bytes on their way: those of a shared sum twice").to.deep.equal([once, once, shared]);
        const again = await readsOf(false, 2);
        expect(again.alone).to.deep.equal([false, false, false]);
        expect(again.taken).to.deep.equal([shared, shared, shared]);
        expect((await readsOf(true, 4)).alone, "two sums do not occupy four workers").to.deep.equal([false, false, false]);
    });
});

describe("sides of the permutation", () => {
    const r = 10007n, Fr = { two: 2n, one: 1n, eq: (a, b) => a === b, add: (a, b) => (a + b) % r };
    const words = { add: (x, y) => (x + y) % r, mul: (x, y) => (x * y) % r };
    const columns = [17n, 4000n, 9999n], sigmas = [5n, 6006n, 123n], beta = 777n, gamma = 8080n, x = 4321n;
    for (const [k1, k2] of [[2n, 3n], [2n, 5n], [5n, 6n], [5n, 3n]]) it(`are products for k1 = ${k1} and k2 = ${k2}`, () => {
        const sides = permutationSides(Fr, words, { gamma, k1, k2 }), shifted = sides.shifted(columns);
        const product = (places) =>
            columns.reduce((all, column, j) => (all * (column + beta * places[j] + gamma)) % r, 1n);
        expect(sides.own(shifted, (beta * x) % r)).to.equal(product([x, k1 * x, k2 * x]));
        expect(sides.other(shifted, (column, j) => (column + beta * sigmas[j]) % r)).to.equal(product(sigmas));
    });
});
