/** Into how many tasks a transform is cut, and where it runs, at the borders of each rule. */
import { expect } from "chai";
import { allocateResult, half, taskCount, wholeTransform } from "../../src/batch/fft_tasks.js";

const GB = 2 ** 30;
/** A transform of 2^bits elements that takes so many milliseconds by the estimate of the base module. */
const transform = (bits, { ms = 1, workers = 2, sMid = 32, ...more } = {}) => ({
    n: 2 ** bits, bits, sMid, us: (2000 * ms) / (2 ** bits * bits), halves: false, pauses: false,
    prefix: "frm", Fr: { prefix: "frm" },
    tm: { concurrency: workers, singleThread: workers === 1 }, ...more,
});

describe("tasks of a transform", () => {
    for (const [what, job, tasks] of [
        ["less than 4 ms of work is one task", transform(10, { ms: 3.99 }), 1],
        ["4 ms of work are two tasks", transform(10, { ms: 4 }), 2],
        ["four workers get one each", transform(12, { ms: 4, workers: 4 }), 4],
        ["three get eight, since one of them would have two of four", transform(10, { ms: 4, workers: 3 }), 8],
        ["on lanes one task does what two would take longer for", transform(13, { ms: 100, halves: true }), 1],
        ["two do 1.5 ms", transform(14, { halves: true }), 2],
        ["two workers get no more than two", transform(17, { halves: true }), 2],
        ["four neither, where each would do less than 4 ms", transform(16, { workers: 4, halves: true }), 2],
        ["or else four", transform(17, { workers: 4, halves: true }), 4],
        ["on this thread, tasks of 40 ms at most", transform(16, { ms: 80, workers: 1 }), 2],
        ["and no more than that takes", transform(16, { ms: 81, workers: 1 }), 4],
        ["nor are there workers to share it with", transform(12, { ms: 8, tm: { concurrency: 4, inProcess: true } }), 1],
        ["unless they pause by themselves", transform(16, { ms: 81, workers: 1, pauses: true }), 1],
        ["128 MiB of data are one task", transform(22, { ms: 1 }), 1],
        ["more are not", transform(22, { ms: 1, sMid: 33 }), 2],
        ["points of 4 MiB are one task", transform(15, { sMid: 128, prefix: "g2m" }), 1],
        ["more are two, of 4 MiB again", transform(16, { sMid: 128, prefix: "g1m" }), 2],
        ["or four", transform(16, { sMid: 129, prefix: "g1m" }), 4],
        ["and eight, also for one thread", transform(20, { sMid: 96, prefix: "g1m", workers: 1, pauses: true }), 8],
        ["of which each has 128 MiB at most", transform(24, { sMid: 96, prefix: "g1m" }), 16],
        ["slices of round 2 have at least two elements", transform(3, { ms: 400, workers: 8 }), 2],
    ]) it(what, () => expect(taskCount(job)).to.equal(tasks));
});

describe("half of a transform", () => {
    it("has its input to itself, unless it is a part of the whole", () => {
        const buff = new Uint8Array(64), job = { ...transform(1), sIn: 32, owned: true, buff };
        expect(half(job, buff.slice(32), {}).owned).to.equal(true);
        for (const i of [0, 1]) {
            const { owned, buff: { byteOffset, length } } = half(job, buff, {}, i);
            expect({ owned, byteOffset, length }).to.deep.equal({ owned: false, byteOffset: 32 * i, length: 32 });
        }
    });
});

describe("where a transform of several tasks runs", () => {
    /** Both ways are stopped at what they do first. */
    const way = (job) => wholeTransform(Object.defineProperties({ ...job, sOut: 32 }, {
        buff: { get() { throw new Error("rounds"); } },
        tm: { value: { ...job.tm, shared: { take() { throw new Error("lanes"); } } } },
    }), "fft", { bytes: new Uint8Array(0), at: 0 }).then(() => "nowhere", ({ message }) => message);

    for (const [what, job, expected] of [
        ["on lanes", transform(20, { halves: true }), "lanes"],
        ["without lanes in two rounds", transform(20, { ms: 100 }), "rounds"],
        ["on lanes up to a result of 1 GiB", transform(25, { halves: true }), "lanes"],
        ["in two rounds if it is larger", transform(26, { halves: true }), "rounds"],
    ]) it(what, async () => expect(await way(job)).to.equal(expected));

    it("into a Uint8Array of 1 GiB at most, as ffjavascript does", () => {
        expect(allocateResult(GB)).to.be.a("uint8array").with.lengthOf(GB);
        expect(allocateResult(GB + 32).constructor.name).to.equal("BigBuffer");
    });
});
