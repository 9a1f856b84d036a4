/** Copies in turns: the bytes are right, and others are heard in between. */
import { expect } from "chai";
import { copyInTurns } from "../../src/util/copies.js";
import { gather, interleave } from "../../src/batch/gather.js";
import { createPace, threadPace } from "../../src/util/pace.js";
import { inFlight } from "../../src/batch/submit.js";
import { interleaveParts } from "../../src/batch/interleave.js";
import { BigBuffer } from "../../src/util/bigbuffer.js";

const hold = (ms) => { for (const end = performance.now() + ms; performance.now() < end;); };

function numbers(length) {
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) bytes[i] = i * 7 + (i >> 8);
    return bytes;
}

/** Turns of the event loop during work. */
async function turnsOf(work) {
    let turns = 0, running = true;
    const turn = () => { turns++; if (running) setImmediate(turn); };
    setImmediate(turn);
    const value = await work();
    running = false;
    return { turns, value };
}

describe("turns while copying", () => {
    it("a pace is due after some ms of work, and not after a turn", async () => {
        const pace = createPace(8);
        expect(pace.due).to.equal(false);
        hold(10);
        expect(pace.due).to.equal(true);
        await pace.turn();
        expect(pace.due).to.equal(false);
    });
    it("work that began long ago is due at once; where there is no clock, every so often", async () => {
        expect(createPace(1000, { since: -Infinity }).due).to.equal(true);
        const untimed = createPace(8, { since: NaN, steps: 3 }), asked = Array.from({ length: 7 }, () => untimed.due);
        expect(asked).to.deep.equal([false, false, true, false, false, true, false]);
        expect((await turnsOf(() => untimed.turn())).turns, "a turn without a clock").to.be.at.least(1);
        expect(createPace(8, { since: NaN }).due, "without a number of steps").to.equal(false);
    });
    it("several at one pace go one by one", async () => {
        const pace = createPace(8), seen = [];
        hold(10);
        const lane = async (name) => {
            await pace.turn();
            seen.push(name);
            hold(10);
        };
        const { turns } = await turnsOf(() => Promise.all(["a", "b", "c"].map(lane)));
        expect(seen).to.deep.equal(["a", "b", "c"]);
        expect(turns).to.be.at.least(3);
    });
    it("jobs that copy long start in turns of their own", async () => {
        const { turns, value } = await turnsOf(() =>
            inFlight({ concurrency: 4 }, 6, async (i) => {
                hold(10);
                return i;
            }),
        );
        expect(value).to.deep.equal([0, 1, 2, 3, 4, 5]);
        expect(turns).to.be.at.least(5);
    });
    it("after a failure no job starts, also from a turn", async () => {
        const started = [];
        const failed = await inFlight({ concurrency: 4 }, 20, async (i) => {
            started.push(i);
            hold(10);
            if (i === 1) throw new Error("one");
        }).catch((error) => error);
        expect(failed.message).to.equal("one");
        expect(started.length).to.be.below(4);
    });
    it("short copies are made before the promise comes back", async () => {
        const bytes = numbers(1000), copy = copyInTurns(bytes, 10, 900);
        bytes.fill(0);
        expect(Buffer.compare(await copy, numbers(1000).subarray(10, 900))).to.equal(0);
    });
    for (const [title, make] of [
        ["a Uint8Array", (bytes) => bytes],
        [
            "a part of a larger one",
            (bytes) => {
                const all = new Uint8Array(bytes.length + 3);
                all.set(bytes, 3);
                return all.subarray(3);
            },
        ],
        [
            "a BigBuffer",
            (bytes) => {
                const big = new BigBuffer(bytes.length);
                big.set(bytes, 0);
                return big;
            },
        ],
    ]) {
        it(`long copies of ${title}, in an own buffer`, async () => {
            const bytes = numbers((9 << 20) + 5),
                copy = await copyInTurns(make(bytes), 1, bytes.length - 1);
            expect(Buffer.compare(copy, bytes.subarray(1, -1))).to.equal(0);
            expect(copy.buffer.byteLength).to.equal(copy.length);
        });
    }
    it("interleave undoes gather, over several windows", async () => {
        const size = 32, n = 3 << 16, bytes = numbers(n * size), back = new Uint8Array(bytes.length);
        const parts = await gather(bytes, size, n, 2);
        for (const [j, part] of parts.entries()) await interleave(part, size, 2, j, back);
        expect(Buffer.compare(back, bytes)).to.equal(0);
        expect(Buffer.compare(parts[1].subarray(0, size), bytes.subarray(size, 2 * size))).to.equal(0);
    });
});

/** How many turns of the event loop work takes where one is always, or never, due. */
async function turnsWhere(due, work) {
    const pace = threadPace(), kept = Object.getOwnPropertyDescriptors(pace);
    let turns = 0, open = 0;
    Object.defineProperty(pace, "due", { get: () => due, configurable: true });
    pace.turn = async () => {
        turns++;
        open++;
        await new Promise((resolve) => { setImmediate(resolve); });
        open--;
    };
    try {
        await work();
        expect(open, "each is waited for").to.equal(0);
    } finally {
        Object.defineProperties(pace, kept);
    }
    return turns;
}

describe("turns that are due", () => {
    const MIB = 2 ** 20, bytes = new Uint8Array(7 * MIB), jobs = async () => {};
    const parts = (rows) => [0, 1].map(() => new Uint8Array(32 * rows));
    for (const [what, turns, work] of [
        ["a copy of 2 MiB", 0, () => copyInTurns(bytes, 0, 2 * MIB)],
        ["of a byte more", 1, () => copyInTurns(bytes, 0, 2 * MIB + 1)],
        ["of 4 MiB", 1, () => copyInTurns(bytes, 5, 4 * MIB + 5)],
        ["of 6 MiB and a byte", 3, () => copyInTurns(bytes, 5, 6 * MIB + 6)],
        ["gathering 2 MiB", 0, () => gather(bytes, 32, 2 ** 16, 2)],
        ["a row more", 1, () => gather(bytes, 32, 2 ** 16 + 2, 2)],
        ["three windows", 2, () => gather(bytes, 32, 3 * 2 ** 16, 2)],
        ["putting back 2 MiB", 0, () => interleave(bytes.subarray(0, 2 * MIB), 32, 1, 0, bytes)],
        ["an element more", 1, () => interleave(bytes.subarray(0, 2 * MIB + 32), 32, 1, 0, bytes)],
        ["three windows", 2, () => interleave(bytes.subarray(0, 6 * MIB), 32, 1, 0, bytes)],
        ["31 windows that are interleaved", 0, () => interleaveParts(parts(31 * 1024), bytes.subarray(0, 62 * 32_768))],
        ["32", 1, () => interleaveParts(parts(32 * 1024), bytes.subarray(0, 64 * 32_768))],
        ["65", 2, () => interleaveParts(parts(65 * 1024), bytes.subarray(0, 130 * 32_768))],
        ["four jobs one by one", 3, () => inFlight({ concurrency: 1, singleThread: true }, 4, jobs)],
        ["one job", 0, () => inFlight({ concurrency: 1, singleThread: true }, 1, jobs)],
    ]) it(`${what}: ${turns}`, async () => {
        expect(await turnsWhere(true, work)).to.equal(turns);
        expect(await turnsWhere(false, work), "where none is").to.equal(0);
    });
});
