/** Callers' buffers: what counts as one, how many elements it has, and what is copied or taken over. */
import { expect } from "chai";
import { allocateLike, countElements, isBuffer, joinArray, kindOf, splitArray, takeOver } from "../../src/batch/buffers.js";
import { copyRange } from "../../src/util/copies.js";
import { BigBuffer } from "../../src/util/bigbuffer.js";

const detached = () => {
    const bytes = new Uint8Array(4);
    structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    return bytes;
};
const goneBig = () => {
    const big = new BigBuffer(8);
    structuredClone(big.buffers[0].buffer, { transfer: [big.buffers[0].buffer] });
    return big;
};

describe("callers' buffers", () => {
    it("are bytes or a BigBuffer, of which nothing was given away", () => {
        for (const good of [new Uint8Array(0), new Uint8Array(3), Buffer.from([1]), new BigBuffer(8)])
            expect(isBuffer(good)).to.equal(true);
        for (const [wrong, kind] of [[detached(), "a detached one"], [goneBig(), "a detached one"], [[1, 2], "an array"],
            ["text", "string"], [undefined, "undefined"], [null, "object"], [new ArrayBuffer(4), "object"]]) {
            expect(isBuffer(wrong)).to.equal(false);
            expect(kindOf(wrong)).to.equal(kind);
        }
    });

    it("have a whole number of elements", () => {
        expect([countElements(new Uint8Array(96), 32, "f"), countElements(new Uint8Array(0), 32, "f"),
            countElements(new BigBuffer(64), 32, "f")]).to.deep.equal([3, 0, 2]);
        for (const [wrong, got] of [[new Uint8Array(95), "95 bytes"], [new BigBuffer(33), "33 bytes"], [detached(),
            "a detached one"], [{ byteLength: 64 }, "object"], [[1], "an array"], [undefined, "undefined"]])
            expect(() => countElements(wrong, 32, "f")).to.throw(Error,
                `f: Invalid buffer size: expected a Uint8Array or BigBuffer of N * 32 bytes, got ${got}`);
    });

    it("lists are joined element by element: bytes, or as many integers, and no holes", () => {
        expect([...joinArray([Uint8Array.of(1, 2), [3, 4]], 2, "f")]).to.deep.equal([1, 2, 3, 4]);
        expect(joinArray([], 2, "f").length).to.equal(0);
         
        for (const [list, at] of [[[Uint8Array.of(1, 2), Uint8Array.of(1)], 1], [[[1, 2, 3]], 0], [[[1, 0.5]], 0],
            [[[1, "2"]], 0], [["ab"], 0], [[, Uint8Array.of(1, 2)], 0], [[Uint8Array.of(1, 2), [1, , ]], 1], [[{ length: 2 }], 0]])
            expect(() => joinArray(list, 2, "f")).to.throw(Error, new RegExp(
                `^f: Invalid buffer size: expected elements of 2 bytes, got .+ at index ${at}$`));
    });

    it("are split into copies of their elements", () => {
        for (const buff of [Uint8Array.of(1, 2, 3, 4), Object.assign(new BigBuffer(4))]) {
            if (!(buff instanceof Uint8Array)) buff.set(Uint8Array.of(1, 2, 3, 4), 0);
            const parts = splitArray(buff, 2);
            expect(parts.map((part) => [...part])).to.deep.equal([[1, 2], [3, 4]]);
            parts[0].fill(9);
            expect([...copyRange(buff, 0, 2)]).to.deep.equal([1, 2]);
        }
    });

    it("a copy is in a buffer of its own, also of a Buffer or a part", () => {
        const all = Uint8Array.from({ length: 10 }, (_, i) => i);
        for (const buff of [all, Buffer.from(all), new Uint8Array(Uint8Array.from([9, 9, ...all]).buffer, 2)]) {
            const copy = copyRange(buff, 3, 7);
            expect([...copy]).to.deep.equal([3, 4, 5, 6]);
            expect(copy.buffer.byteLength).to.equal(4);
            expect(Object.getPrototypeOf(copy)).to.equal(Uint8Array.prototype);
        }
    });

    it("results are of the same class", () => {
        expect(allocateLike(Buffer.alloc(1), 5)).to.be.instanceOf(Uint8Array).with.lengthOf(5);
        expect(allocateLike(new BigBuffer(1), 5).constructor).to.equal(BigBuffer);
    });

    it("are taken over whole, and copied where others may use the rest", () => {
        const whole = Uint8Array.of(1, 2, 3), taken = takeOver(whole);
        expect([[...taken], whole.length]).to.deep.equal([[1, 2, 3], 0]);
        const part = Uint8Array.of(1, 2, 3).subarray(1), shared = new Uint8Array(new SharedArrayBuffer(2)).fill(7);
        for (const given of [part, shared]) {
            const copy = takeOver(given);
            expect([...copy]).to.deep.equal([...given]);
            expect(copy.buffer).to.be.instanceOf(ArrayBuffer).and.not.equal(given.buffer);
            expect(given.length).to.equal(2);
        }
        const { structuredClone: clone } = globalThis;
        globalThis.structuredClone = undefined;
        try {
            const kept = Uint8Array.of(4, 5), copy = takeOver(kept);
            expect([[...copy], kept.length, copy === kept]).to.deep.equal([[4, 5], 2, false]);
        } finally {
            globalThis.structuredClone = clone;
        }
    });
});
