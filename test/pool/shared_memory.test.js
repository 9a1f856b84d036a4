/**
 * Memory that a pool lends to operations on many elements: bounded, used again unless something failed, cleared when
 * the pool is wiped, and given up when the workers end.
 */
import { expect } from "chai";
import { SharedMemory } from "../../src/pool/shared_memory.js";
import { buildBn128 } from "../../src/index.js";
import { isShared } from "../../src/util/shared.js";

const MIB = 1 << 20, again = { again: true };
const isClear = (bytes) => bytes.every((byte) => byte === 0);
const settled = () => new Promise((resolve) => { setTimeout(resolve, 0); });

describe("pool: shared memory", () => {
    it("is lent to one at a time, and lent again: the smallest that is large enough", () => {
        const memory = new SharedMemory(), [small, large] = [memory.take(MIB), memory.take(4 * MIB)];
        expect([small, large].map(isShared)).to.deep.equal([true, true]);
        expect([small.length, large.length, memory.inUse]).to.deep.equal([MIB, 4 * MIB, 5 * MIB]);
        memory.give(large, again);
        memory.give(small, again);
        expect([memory.inUse, memory.unused]).to.deep.equal([0, 5 * MIB]);
        const first = memory.take(100), second = memory.take(100);
        expect(first.length).to.equal(100);
        expect(first.buffer).to.equal(small.buffer);
        expect(second.buffer).to.equal(large.buffer);
        memory.give(first, again);
        memory.give(first, again); // twice is once
        expect([memory.inUse, memory.unused]).to.deep.equal([4 * MIB, MIB]);
    });

    it("what is too small makes room, so that growing operations leave little behind", () => {
        const memory = new SharedMemory();
        for (let length = MIB / 4; length <= 16 * MIB; length += MIB / 4) memory.give(memory.take(length), again);
        expect(memory.unused).to.equal(16 * MIB);
        for (let length = 2; length < 1000; length++) memory.give(memory.take(length), again);
        expect(memory.unused, "nothing new").to.equal(16 * MIB);
    });

    it("is refused above its bound, and what nobody uses makes room below it", () => {
        const memory = new SharedMemory();
        expect(memory.take(81 * MIB), "too much").to.equal(undefined);
        const [one, other] = [memory.take(40 * MIB), memory.take(40 * MIB)];
        expect(memory.take(1), "all is lent").to.equal(undefined);
        memory.give(one, again);
        memory.give(other, again);
        expect(memory.take(72 * MIB).length).to.equal(72 * MIB);
        expect(memory.inUse + memory.unused).to.equal(80 * MIB);
    });

    it("is not lent again after a failure, when a worker may still write to it", () => {
        const memory = new SharedMemory(), failed = memory.take(MIB);
        memory.give(failed, { again: false });
        expect([memory.inUse, memory.unused]).to.deep.equal([0, 0]);
        expect(memory.take(MIB).buffer).to.not.equal(failed.buffer);
    });

    it("is cleared where it is not kept: after a failure, and when nothing is kept any more", () => {
        const memory = new SharedMemory(), failed = memory.take(MIB), late = memory.take(MIB);
        for (const bytes of [failed, late]) bytes.fill(7);
        memory.give(failed, { again: false });
        expect([failed.some(Boolean), late.some(Boolean)]).to.deep.equal([false, true]);
        memory.close();
        memory.give(late, again);
        expect(late.some(Boolean)).to.equal(false);
    });

    it("is cleared for those who ask, and for all when it is wiped, also while it is lent", () => {
        const memory = new SharedMemory();
        const used = (how) => {
            const bytes = memory.take(MIB, how);
            const found = isClear(bytes);
            bytes.fill(7);
            return { bytes, found };
        };
        expect(used().found, "new").to.equal(true);
        const [{ bytes }] = [used()];
        memory.give(bytes, again);
        const dirty = used();
        expect(dirty.found, "as it was left").to.equal(false);
        memory.give(dirty.bytes, again);
        const asked = used({ cleared: true });
        expect(asked.found, "asked for").to.equal(true);
        memory.give(asked.bytes, again);
        memory.wipe();
        const wiped = used();
        expect(wiped.found, "wiped").to.equal(true);
        memory.wipe();
        memory.give(wiped.bytes, again);
        expect(used().found, "wiped while it was lent").to.equal(true);
    });

    it("where its user says that it is clear, it is not cleared again", () => {
        const memory = new SharedMemory(), bytes = memory.take(64);
        bytes.fill(7); // not what it says
        memory.give(bytes, { again: true, cleared: true });
        expect(isClear(memory.take(64, { cleared: true }))).to.equal(false);
    });

    it("is given up with the last worker, and nothing is kept after the end", async () => {
        const curve = await buildBn128({ threads: 2, terminationTimeout: 60 }), { tm } = curve;
        const input = new Uint8Array(32 * 2 ** 15);
        try {
            await curve.Fr.fft(input);
            expect(tm.shared.unused).to.equal(2 * input.length);
            while (tm.pool.some(Boolean)) await settled();
            expect(tm.shared.unused).to.equal(0);
            await curve.Fr.fft(input);
        } finally {
            await curve.terminate();
        }
        expect(tm.shared.unused).to.equal(0);
        const late = tm.shared.take(64);
        tm.shared.give(late, again);
        expect(tm.shared.unused, "after the end").to.equal(0);
    });

    it("is not borrowed where all tasks run on the calling thread", async () => {
        const curve = await buildBn128(true), input = new Uint8Array(32 * 2 ** 17).fill(1);
        await curve.Fr.fft(input);
        await curve.Fr.batchInverse(input);
        expect(curve.tm.shared.unused).to.equal(0);
    });

    it("is cleared when the pool is wiped", async () => {
        const curve = await buildBn128({ threads: 2, terminationTimeout: 60_003 });
        try {
            await curve.Fr.fft(new Uint8Array(32 * 2 ** 15).fill(1));
            curve.tm.wipe();
            expect(isClear(curve.tm.shared.take(2 ** 21))).to.equal(true);
        } finally {
            await curve.terminate();
        }
    });
});
