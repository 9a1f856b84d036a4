/** How a sum is cut into tasks, what each gets, and what is told, cleared and given back; the pool is a stand-in. */
import { expect } from "chai";
import { multiExponentiation } from "../../src/batch/msm.js";
import { takeShared } from "../../src/util/shared.js";

const POINT = 64, SCALAR = 32;

/** A pool that runs nothing, and says what it was given. */
function poolOf({ run = () => {}, ...more } = {}) {
    const asked = [];
    const take = (here) => async (task, _buffers, options = {}) => {
        const call = task.find(({ cmd }) => cmd === "CALL"), values = call.params.flatMap(({ val }) => val ?? []);
        const bytes = [...task.map(({ buff }) => buff), ...call.params.map(({ buff }) => buff)].filter(Boolean);
        const [, points, share, shares] = values, [bases, scalars] = bytes;
        const one = { here, op: call.kernel.op, points, share, shares, bases, scalars, options, scalarBytes: values[0],
            room: task.find(({ cmd }) => cmd === "ALLOC").len, first: scalars[0] };
        asked.push(one);
        await run(one);
        return [Uint8Array.of(1)];
    };
    const tm = { concurrency: 4, queueAction: take(false), runHere: take(true), ...more };
    return { tm, asked };
}

const G = { prefix: "g1m", F: { n8: 32 }, zero: new Uint8Array(96), add: ([a], [b]) => Uint8Array.of(a + b) };
const sums = (tm, tierPool = () => undefined) => multiExponentiation({ tm, G, wholeCurve: true, tierPool });
const long = (n, size = SCALAR) => new Uint8Array(n * size).fill(255);

/** Tasks of a sum over n points: points, share and shares of each. */
async function tasksOf(pool, n, { scalars = long(n), chunkBytes, coordinates = 2, ...options } = {}) {
    const { tm, asked } = poolOf(pool), bytes = n * 32 * coordinates;
    const read = Object.assign((_offset, length) => new Uint8Array(length), { fresh: true, chunkBytes });
    const total = await (coordinates === 3
        ? sums(tm).multiExp(new Uint8Array(bytes), scalars, undefined, undefined, options)
        : sums(tm).multiExpAffineChunked(read, bytes, scalars, undefined, undefined, options));
    expect([...total], "each is added once").to.deep.equal([asked.length]);
    expect(asked.every(({ here }) => here === asked[0].here)).to.equal(true);
    const points = asked.map((one) => one.points), [{ here, shares, op, options: { cold } }] = asked;
    return { asked, here, op, shares, cold, points, count: asked.length };
}

describe("tasks of a sum", () => {
    for (const [what, pool, n, options, wanted] of [
        ["2 ms of work stay on this thread", {}, 62, {}, { here: true, points: [62] }],
        ["more go to a worker", {}, 63, {}, { here: false, points: [63] }],
        ["unless a tier is named", {}, 5, { tier: "scalar" }, { here: false, points: [5] }],
        ["40 ms are one task while no worker runs", { cold: true }, 1250, {}, { cold: true, points: [1250], shares: 1 }],
        ["more are not", { cold: true }, 1251, {}, { cold: false, shares: 2, count: 4 }],
        ["with a tier of its own they are not either", { cold: true }, 1250, { tier: "scalar" }, { cold: false, count: 4 }],
        ["where no worker can be cold", {}, 1250, {}, { cold: false, count: 4 }],
        ["two workers share 128 points", { concurrency: 2 }, 128, {}, { shares: 2, points: [128, 128] }],
        ["but not 127", { concurrency: 2 }, 127, {}, { shares: 1, points: [63, 64] }],
        ["an odd number of workers shares nothing", { concurrency: 3 }, 200, {}, { shares: 1, count: 3 }],
        ["the base module neither", { concurrency: 2 }, 128, { batch: "disabled" }, { shares: undefined, points: [64, 64] }],
        ["up to 8 MiB are shared", { concurrency: 2 }, 2 ** 17, {}, { shares: 2, count: 2 }],
        ["no more", { concurrency: 2 }, 2 ** 17 + 1, {}, { shares: 1, count: 2 }],
        ["up to one chunk as well", { concurrency: 2 }, 200, { chunkBytes: 200 * POINT }, { shares: 2, count: 2 }],
        ["and again no more", { concurrency: 2 }, 201, { chunkBytes: 200 * POINT }, { shares: 1, count: 2 }],
        ["scalars of 4 bytes are not shared", { concurrency: 2 }, 600, { scalars: long(600, 4) }, { shares: 1, count: 2 }],
        ["of 5 bytes they are", { concurrency: 2 }, 600, { scalars: long(600, 5) }, { shares: 2, count: 2 }],
        ["lanes on this thread pause by themselves", { concurrency: 1, singleThread: true }, 2000, {}, { count: 1 }],
        ["the base module gets 40 ms at a time", { concurrency: 1, singleThread: true }, 1250, { batch: "disabled" }, { count: 1 }],
        ["and then a turn", { concurrency: 1, inProcess: true }, 1251, { batch: "disabled" }, { count: 2 }],
        ["but not in a worker", { concurrency: 1 }, 1251, { batch: "disabled" }, { count: 1 }],
        ["jacobian points are the base module's", { concurrency: 2 }, 100, { coordinates: 3 },
            { op: "multiexp", shares: undefined, points: [50, 50] }],
    ]) it(what, async () => expect(await tasksOf(pool, n, options)).to.deep.include(wanted));

    it("shares pay off from nine long scalars of 64 on", async () => {
        for (const [count, shares] of [[8, 1], [9, 2]]) {
            const scalars = new Uint8Array(128 * SCALAR).fill(0);
            for (let i = 0; i < count; i++) scalars[2 * i * SCALAR + 4 + (i % 28)] = 1; // every second one is looked at
            for (let i = 0; i < 128; i++) scalars.fill(255, i * SCALAR, i * SCALAR + 4); // short, and not nothing
            for (let i = 1; i < 128; i += 2) scalars.fill(255, i * SCALAR, (i + 1) * SCALAR);
            expect((await tasksOf({ concurrency: 2 }, 128, { scalars })).shares, `${count} of them`).to.equal(shares);
        }
    });

    it("know their sizes, have room for one jacobian point, and belong together", async () => {
        const { asked } = await tasksOf({ concurrency: 2 }, 200);
        expect(asked.map(({ share }) => share)).to.deep.equal([0, 1]);
        expect(asked.map(({ room, scalarBytes }) => [room, scalarBytes])).to.deep.equal([[96, 32], [96, 32]]);
        expect(asked[0].options.group).to.be.an("object").that.equals(asked[1].options.group);
        const one = (await tasksOf({ concurrency: 2 }, 200)).asked[0];
        expect(one.options.group, "of each sum alone").to.not.equal(asked[0].options.group);
    });
});

describe("a sum", () => {
    const bytesOf = (n) => Uint8Array.from({ length: n * POINT }, (_, i) => i * 7 + (i >> 8));

    it("reads each chunk once, gives every share a copy, and says when they are done", async () => {
        const said = [], bases = bytesOf(200);
        const { tm, asked } = poolOf({ concurrency: 2, run: async (one) => {
            await new Promise((resolve) => { setImmediate(resolve); });
            if (one.share === 1) said.push("second");
        } });
        const reader = Object.assign((offset, length) => {
            said.push(["read", offset, length]);
            return bases.slice(offset, offset + length);
        }, { fresh: true, chunkBytes: 300 * POINT, release: (length) => said.push(["release", length]) });
        await sums(tm).multiExpAffineChunked(reader, bases.length, long(200));
        expect(said).to.deep.equal([["read", 0, 200 * POINT], "second", ["release", 200 * POINT]]);
        const [one, other] = asked.map((task) => task.bases);
        expect(one.buffer).to.not.equal(other.buffer);
        for (const copy of [one, other]) expect(Buffer.compare(copy, bases)).to.equal(0);
    });

    it("clears its copies of scalars, also when it fails, and neither the caller's nor shared ones", async () => {
        for (const fails of [false, true]) {
            const { tm, asked } = poolOf({ run: () => { if (fails) throw new Error("no sum"); } });
            const scalars = long(100), { multiExpAffine } = sums(tm);
            const failed = await multiExpAffine(bytesOf(100), scalars).then(() => false, ({ message }) => message);
            expect(failed).to.equal(fails && "no sum");
            expect(asked.map(({ first }) => first)).to.include(255);
            expect(asked.every((task) => task.scalars.every((byte) => byte === 0)), "its own").to.equal(true);
            expect(scalars.every((byte) => byte === 255), "the caller's").to.equal(true);
        }
        const shared = takeShared(100 * SCALAR), { tm, asked } = poolOf({ concurrency: 3 });
        shared.fill(255);
        await sums(tm).multiExpAffine(bytesOf(100), shared);
        expect(shared.every((byte) => byte === 255)).to.equal(true);
        const places = asked.map(({ scalars: { buffer, byteOffset, length } }) =>
            [buffer === shared.buffer, byteOffset, length]);
        expect(places).to.deep.equal([[true, 0, 50 * SCALAR], [true, 50 * SCALAR, 50 * SCALAR]]);
    });

    it("takes what a reader returns as it is where that is safe, and copies it elsewhere", async () => {
        const copied = (room, bytes) => {
            room.set(bytes);
            return room;
        };
        const asOther = { Buffer: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
            shared: (bytes) => copied(takeShared(bytes.length), bytes),
            callers: (bytes) => copied(new Uint8Array(new SharedArrayBuffer(bytes.length)), bytes),
            part: (bytes) => copied(new Uint8Array(bytes.length + 1).subarray(1), bytes),
            own: (bytes) => bytes };
        for (const [kind, n, fresh, taken] of [["own", 100, true, true], ["own", 100, false, false],
            ["own", 100, 1, false], ["own", 200, false, true], ["Buffer", 100, true, false],
            ["shared", 100, true, true], ["callers", 100, true, false], ["part", 100, true, false]]) {
            const given = [], all = bytesOf(n), { tm, asked } = poolOf({ concurrency: 1 });
            const read = Object.assign((offset, length) => {
                given.push(asOther[kind](all.slice(offset, offset + length)));
                return given.at(-1);
            }, { fresh, chunkBytes: 100 * POINT });
            const later = Object.assign(async (...where) => read(...where), read);
            await sums(tm).multiExpAffineChunked(fresh === 1 ? later : read, all.length, long(n));
            const what = `${kind} of ${n}, fresh: ${fresh}`;
            expect(asked.every((task, i) => task.bases === given[i]), what).to.equal(taken);
            asked.forEach((task, i) => expect(Buffer.compare(task.bases, given[i]), what).to.equal(0));
        }
    });

    it("refuses what is not bytes, or not as many as it asked for", async () => {
        for (const [given, type, words] of [["text", Error, "expected basesReader to return a Uint8Array, got string"],
            [new Uint8Array(99 * POINT), RangeError, `return ${100 * POINT} bytes from 0, got ${99 * POINT}`]]) {
            const { tm, asked } = poolOf({ concurrency: 1 });
            const { multiExpAffineChunked } = sums(tm);
            const summing = multiExpAffineChunked(async () => given, 100 * POINT, long(100));
            const error = await summing.catch((reason) => reason);
            expect(error).to.be.instanceOf(type);
            expect(error.message).to.include(words);
            expect(asked).to.deep.equal([]);
        }
    });

    it("counts points as tasks advance, never backwards, and all of them in the end", async () => {
        const done = [], { tm } = poolOf({ concurrency: 2, run: async ({ share, options }) => {
            for (const fraction of [0.001, 0.5, 0.5, 0.75]) options.onFraction(fraction / (1 + share));
        } });
        const onProgress = (now) => done.push(now);
        await sums(tm).multiExpAffine(bytesOf(200), long(200), undefined, undefined, { onProgress });
        expect(done.every(({ total }) => total === 200)).to.equal(true);
        const counts = done.map((now) => now.done);
        expect([...counts.slice(0, 2), counts.at(-1)], "a tenth of a point is none").to.deep.equal([50, 75, 200]);
        expect(counts.length, "what the other share says, and both ends").to.be.within(4, 6);
        expect(counts).to.deep.equal([...new Set(counts)].sort((x, y) => x - y));
        const { tm: silent, asked } = poolOf({ concurrency: 1 });
        await sums(silent).multiExpAffine(bytesOf(100), long(100));
        expect(asked[0].options.onFraction, "where the caller does not ask").to.equal(undefined);
    });

    it("reads nothing more once it is aborted", async () => {
        const controller = new AbortController(), reason = new Error("enough");
        let reads = 0;
        const { tm, asked } = poolOf({ concurrency: 1, singleThread: true, run: () => controller.abort(reason) });
        const read = Object.assign((_offset, length) => (reads++, new Uint8Array(length)), { chunkBytes: 100 * POINT });
        const { multiExpAffineChunked } = sums(tm);
        const options = { signal: controller.signal }, args = [400 * POINT, long(400), undefined, undefined, options];
        expect(await multiExpAffineChunked(read, ...args).catch((error) => error)).to.equal(reason);
        expect([reads, asked.length]).to.deep.equal([1, 1]);
        expect(asked[0].options.signal).to.equal(controller.signal);
        const tiers = [], after = sums(tm, () => { tiers.push("opened"); });
        expect(await after.multiExpAffineChunked(read, ...args).catch((error) => error)).to.equal(reason);
        expect([reads, asked.length]).to.deep.equal([1, 1]);
    });

    it("tells a logger what ffjavascript's does, if it has the method", async () => {
        const lines = [], debug = (line) => lines.push(line);
        for (const logger of [{ debug }, {}, undefined]) {
            const { tm } = poolOf({ concurrency: 1, singleThread: true });
            const read = Object.assign((_offset, length) => new Uint8Array(length), { chunkBytes: 100 * POINT });
            await sums(tm).multiExpAffineChunked(read, 200 * POINT, long(200), logger, "A");
        }
        expect(lines).to.deep.equal(["Multiexp start: A: 0/200", "Multiexp end: A: 0/200", "Multiexp start: A: 100/200",
            "Multiexp end: A: 100/200"]);
        for (const logger of [{}, undefined])
            expect(await sums(poolOf().tm).multiExpAffine(5, long(1), logger).catch(({ message }) => message))
                .to.include("buffBases is not Uint8Array: expected a Uint8Array or BigBuffer, got number");
    });

    it("reads points that our prover shares with workers where they are, also for two shares", async () => {
        const { tm, asked } = poolOf({ concurrency: 2 }), points = takeShared(200 * POINT);
        const read = Object.assign((from, length) => points.subarray(from, from + length), { fresh: true });
        await sums(tm).multiExpAffineChunked(read, points.length, long(200));
        expect(asked.map(({ shares }) => shares)).to.deep.equal([2, 2]);
        for (const { bases } of asked) {
            expect(bases.buffer).to.equal(points.buffer);
            expect(bases.length).to.equal(points.length);
        }
        const own = new Uint8Array(200 * POINT), others = poolOf({ concurrency: 2 });
        await sums(others.tm).multiExpAffineChunked(
            Object.assign(() => own.slice(), { fresh: true }), own.length, long(200),
        );
        expect(others.asked[0].bases.buffer, "others are each given away").to.not.equal(others.asked[1].bases.buffer);
    });

    it("of nothing is zero: the curve's own for no points, a copy for scalars of no bytes", async () => {
        const { tm, asked } = poolOf(), { multiExpAffine } = sums(tm);
        expect(await multiExpAffine(new Uint8Array(0), new Uint8Array(0))).to.equal(G.zero);
        const zero = await multiExpAffine(bytesOf(2), new Uint8Array(0));
        expect(zero).to.deep.equal(G.zero);
        expect(zero).to.not.equal(G.zero);
        expect(asked).to.deep.equal([]);
    });
});
