/** The buffers of a proof: cleared when dropped and at the end, and shared memory that is lent again or not. */
import { expect } from "chai";
import { SharedMemory } from "../../src/pool/shared_memory.js";
import { openBuffers } from "../../src/protocols/key/buffers.js";
import { committer } from "../../src/protocols/plonkish/commit.js";
import { permutationSides } from "../../src/protocols/plonkish/permutation.js";
import { keptPoints, keptPolynomials, readTogether } from "../../src/protocols/plonkish/reads.js";
import { buildBn128 } from "../../src/index.js";
import { isShared } from "../../src/util/shared.js";

const LARGE = 1 << 16;

describe("lists of a proof", () => {
    const open = () => {
        const shared = new SharedMemory(), secrets = [];
        return { shared, secrets, buffers: openBuffers({ tm: { shared }, secrets }) };
    };
    const isZero = (list) => list.every((byte) => byte === 0);

    it("are zeros, shared where that saves something, and among the secrets", () => {
        const { buffers, secrets } = open(), large = buffers.take(LARGE), small = buffers.take(LARGE - 1);
        expect([isShared(large), isShared(small)]).to.deep.equal([true, false]);
        expect([large.length, small.length]).to.deep.equal([LARGE, LARGE - 1]);
        const asked = buffers.share(LARGE - 1);
        expect([isShared(asked), asked.length, isZero(asked)]).to.deep.equal([true, LARGE - 1, true]);
        expect(isZero(large) && isZero(small)).to.equal(true);
        const own = new Uint8Array(4).fill(7);
        expect(buffers.hold(own)).to.equal(own);
        expect(secrets).to.deep.equal([large, small, asked, own]);
        buffers.end(true);
        expect(secrets).to.deep.equal([]);
        expect(isZero(own)).to.equal(true);
    });

    it("are cleared when they are dropped, and their memory is lent again", () => {
        const { buffers, secrets, shared } = open();
        const [list, other] = [1, 2].map((byte) => buffers.take(LARGE).fill(byte));
        buffers.drop(list);
        expect(isZero(list)).to.equal(true);
        expect(secrets).to.deep.equal([other]);
        expect([shared.unused, shared.inUse]).to.deep.equal([LARGE, LARGE]);
        expect(buffers.take(LARGE).buffer).to.equal(list.buffer);
        expect(other[0], "what is not dropped stays").to.equal(2);
        const own = buffers.hold(new Uint8Array(LARGE).fill(3));
        buffers.drop(own);
        expect(own.length, "memory of its own is given away").to.equal(0);
    });

    for (const [ended, again] of [[true, 2 * LARGE], [false, 0]])
        it(`at the end of a proof that has ${ended ? "succeeded" : "failed"}, ${again} bytes are lent again`, () => {
            const { buffers, shared, secrets } = open(), all = [0, 1].map(() => buffers.take(LARGE).fill(1));
            buffers.end(ended);
            expect(all.every(isZero)).to.equal(true);
            expect([shared.inUse, shared.unused, secrets.length]).to.deep.equal([0, again, 0]);
            buffers.end(ended);
            expect(shared.unused, "once").to.equal(again);
            expect(isShared(buffers.take(LARGE)), "a read that arrives late borrows nothing").to.equal(false);
            expect(shared.inUse).to.equal(0);
        });

    it("are forgotten when they are dropped, wherever they are among the secrets; strangers are cleared alone", () => {
        for (const at of [0, 1, 2]) {
            const { buffers, secrets } = open(), all = [1, 2, 3].map((byte) => buffers.take(4).fill(byte));
            const others = all.filter((_, i) => i !== at), stranger = new Uint8Array(4).fill(9);
            buffers.drop(all[at], stranger);
            expect(secrets).to.deep.equal(others);
            expect(others.every((list) => list.every(Boolean))).to.equal(true);
            for (const list of [all[at], stranger]) expect(list).to.deep.equal(new Uint8Array(4));
        }
    });

    it("are memory of this thread where the host shares none", () => {
        const buffers = openBuffers({ tm: {}, secrets: [] }), list = buffers.take(LARGE);
        expect([isShared(list), buffers.share(LARGE)]).to.deep.equal([false, undefined]);
        buffers.drop(list);
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
        const commit = committer(context, controller, openBuffers(context), 4), list = () => new Uint8Array(32 * 3);
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

describe("what is read of a key more than once", () => {
    /** A section of points of two bytes, which says what was read of it, and answers in a later turn. */
    const section = (points = 6) => {
        const asked = [], bytes = Uint8Array.from({ length: 2 * points }, (_, i) => i);
        const read = async (from, count) => {
            asked.push([from, count]);
            await new Promise((resolve) => { setImmediate(resolve); });
            return bytes.slice(2 * from, 2 * (from + count));
        };
        return { asked, points, pointBytes: 2, read };
    };

    it("is read once for sums side by side, whenever they ask, and each has bytes of its own", async () => {
        const powers = section(), together = readTogether(powers, 3);
        expect([together.points, together.pointBytes]).to.deep.equal([6, 2]);
        const first = together.read(1, 2), second = together.read(1, 2), other = together.read(3, 2);
        const lists = [await first, await second, await together.read(1, 2)];
        expect(powers.asked).to.deep.equal([[1, 2], [3, 2]]);
        for (const list of lists) {
            expect([...list]).to.deep.equal([2, 3, 4, 5]);
            list.fill(9); // as if a worker had taken it
        }
        expect(new Set([...lists, await other].map(({ buffer }) => buffer)).size).to.equal(4);
        expect([...await together.read(1, 2)], "read anew when all have it").to.deep.equal([2, 3, 4, 5]);
        expect(powers.asked.length).to.equal(3);
        const broken = readTogether({ ...powers, read: async () => { throw new Error("gone"); } }, 2);
        const errors = await Promise.all([1, 2].map(() => broken.read(0, 1).catch(({ message }) => message)));
        expect(errors).to.deep.equal(["gone", "gone"]);
    });

    it("is kept among the lists of the proof, and an error of it is heard where it is awaited", async () => {
        for (const shares of [true, false]) {
            const tm = shares ? { shared: new SharedMemory() } : {}, buffers = openBuffers({ tm, secrets: [] });
            const powers = section(LARGE), kept = keptPoints({ zkey: { powers } }, buffers, LARGE - 1);
            expect([kept.points, kept.pointBytes]).to.deep.equal([LARGE - 1, 2]);
            const [one, two] = await Promise.all([kept.read(1, 2), kept.read(1, 2)]);
            expect([[...one], [...two], powers.asked]).to.deep.equal([[2, 3, 4, 5], [2, 3, 4, 5], [[0, LARGE - 1]]]);
            expect([isShared(one), one.buffer === two.buffer]).to.deep.equal([shares, shares]);
        }
        const read = async () => { throw new Error("gone"); }, buffers = openBuffers({ tm: {}, secrets: [] });
        const unheard = [], hear = (reason) => unheard.push(reason);
        process.on("unhandledRejection", hear);
        const kept = keptPoints({ zkey: { powers: { read, pointBytes: 2 } } }, buffers, 4);
        for (let i = 0; i < 3; i++) await new Promise((resolve) => { setImmediate(resolve); });
        process.off("unhandledRejection", hear);
        expect(await kept.read(0, 1).catch(({ message }) => message)).to.equal("gone");
        expect(unheard).to.deep.equal([]);
    });

    for (const keep of [true, false]) it(`is a polynomial, until it is to be forgotten, or longer: ${keep}`, async () => {
        const asked = [], secrets = [], buffers = openBuffers({ tm: {}, secrets });
        const read = async (...where) => { asked.push(where); return Uint8Array.of(where[0]); };
        const zkey = { file: { read }, domainSize: 4, curve: { n8r: 32 } };
        const polynomials = keptPolynomials({ zkey, keep }, buffers), other = buffers.take(1).fill(5);
        const [first, second, same] = await Promise.all([[7, 0], [7, 1], [7, 1]].map((at) => polynomials.read(at)));
        expect([first[0], second[0], same === second]).to.deep.equal([7, 7, true]);
        await polynomials.forget();
        expect([first[0], second[0], other[0], secrets.length]).to.deep.equal(keep ? [7, 7, 5, 3] : [0, 0, 5, 1]);
        const later = await polynomials.read([7, 1]);
        expect([later[0], later === second]).to.deep.equal([7, keep]);
        const wanted = [[7, 0], [7, 640], ...(keep ? [] : [[7, 640]])];
        expect(asked).to.deep.equal(wanted.map(([type, at]) => [type, at, 128, undefined]));
    });

    it("is what sums side by side on workers get, in parts or as a whole, where nothing is kept", async () => {
        const curve = await buildBn128({ threads: 2 }), { G1 } = curve, n = 512, { signal } = new AbortController();
        const points = new Uint8Array(64 * n), polynomials = {};
        for (let i = 0; i < n; i++) points.set(G1.gAffine, 64 * i);
        for (const k of [1, 2, 3]) polynomials[k] = new Uint8Array(32 * n).fill(k);
        const read = async (from, count) => {
            await new Promise((resolve) => { setImmediate(resolve); });
            return points.slice(64 * from, 64 * (from + count));
        };
        const context = {
            zkey: { powers: { points: n, pointBytes: 64, read }, curve: { n8r: 32 } }, curve, tm: curve.tm, keep: false,
            budget: { take: async () => {}, give() {} }, signal,
            progress: { begin: () => ({ advance() {}, end() {} }) },
        };
        try {
            for (const chunkBytes of [2 ** 25, 64 * 100]) {
                const sums = await committer({ ...context, chunkBytes }, new AbortController(), {}, n)(polynomials);
                for (const [k, scalars] of Object.entries(polynomials))
                    expect(G1.eq(sums[k], await G1.multiExpAffine(points, scalars)), `${k}`).to.equal(true);
            }
        } finally {
            await curve.terminate();
        }
    });
});
