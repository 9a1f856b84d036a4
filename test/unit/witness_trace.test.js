/** Which signals a program has set, at the edges of its memory: where they lie is read from a module of anybody. */
import { expect } from "chai";
import { cellReader, cellsOf, markSignals, unsetSignals } from "../../src/files/witness/trace.js";

const SIZE = 40, WORDS = SIZE / 4, COUNT = 3;
const trace = { numbers: 64, elements: 128, size: SIZE, most: 2 };

/** The memory of a program with six labels, of which the witness has 0, 2 and 4. */
function memoryOf(bytes = 128 + 6 * SIZE) {
    const buffer = new ArrayBuffer(bytes);
    new Uint32Array(buffer, trace.numbers, COUNT).set([0, 2, 4]);
    return buffer;
}
/** What is there of the signals, and whether marking them changed anything. */
function said(buffer, of) {
    const before = Buffer.from(buffer.slice(0));
    markSignals(buffer, of, COUNT);
    const marked = Buffer.compare(before, Buffer.from(buffer)) !== 0;
    return [marked, unsetSignals(buffer, of, COUNT)?.count, cellsOf(buffer, of, COUNT)?.length];
}

describe("the signals of a program", () => {
    it("are those up to the last of the witness, or as many as the caller says, without the constant", () => {
        expect(said(memoryOf(), trace)).to.deep.equal([true, 4, 5 * SIZE]);
        expect(said(memoryOf(), { ...trace, labels: 6 })).to.deep.equal([true, 5, 6 * SIZE]);
        expect(said(memoryOf(), { ...trace, labels: 2 })).to.deep.equal([true, 1, 2 * SIZE]);
    });

    it("lie within its memory, to its last byte, at multiples of four; else nothing is said of them", () => {
        const end = 128 + 6 * SIZE, nothing = [false, undefined, undefined];
        for (const wrong of [{ numbers: 66 }, { elements: 130 }, { labels: 7 }, { elements: end - 4 * SIZE },
            { numbers: end - 8, elements: 0, labels: 2 }, { numbers: 2 ** 32 - 4 }])
            expect(said(memoryOf(), { ...trace, ...wrong }), JSON.stringify(wrong)).to.deep.equal(nothing);
        const last = { ...trace, numbers: end - 12, elements: 0, labels: 2 };
        expect(said(memoryOf(), last), "numbers at the end").to.deep.equal([true, 1, 2 * SIZE]);
    });

    it("that were not set are counted, and the first of them named", () => {
        const buffer = memoryOf(), words = new Uint32Array(buffer, trace.elements);
        markSignals(buffer, trace, COUNT);
        expect(unsetSignals(buffer, trace, COUNT)).to.deep.equal({ count: 4, first: [1, 2] });
        words[WORDS] = 5; // a short value
        words[3 * WORDS + 1] = 0x80000000; // a long one
        expect(unsetSignals(buffer, trace, COUNT)).to.deep.equal({ count: 2, first: [2, 4] });
        words[2 * WORDS + WORDS - 1]++; // the last word of a mark
        expect(unsetSignals(buffer, trace, COUNT)).to.deep.equal({ count: 1, first: [4] });
        words.copyWithin(4 * WORDS, 2 * WORDS, 3 * WORDS); // with the mark of another
        expect(unsetSignals(buffer, trace, COUNT)).to.deep.equal({ count: 0, first: [] });
    });

    it("are handed out up to 256 MiB", () => {
        const size = 32, labels = 2 ** 28 / size + 1, buffer = new ArrayBuffer(128 + labels * size);
        expect(cellsOf(buffer, { ...trace, size, labels }, COUNT)).to.equal(undefined);
    });

    it("are read as numbers of the field, however the program has them", () => {
        const r = 101n, labels = 5, cells = new Uint8Array(labels * SIZE), words = new Uint32Array(cells.buffer);
        const put = (label, short, type, long) => words.set([short, type, long], label * WORDS);
        put(0, 7, 0, 0);
        put(1, -3, 0, 0);
        put(2, 9, 0x80000000, 205);
        put(3, 9, 0xc0000000, Number((2n ** 256n * 44n) % r));
        put(4, 9, 0x40000000, 300); // Montgomery form says nothing of a short value
        const { isSet, value } = cellReader({ cells, size: SIZE, r });
        expect([0, 1, 2, 3, 4].map(value)).to.deep.equal([7n, 98n, 3n, 44n, 9n]);
        expect([0, 4, 5, 1000].map(isSet)).to.deep.equal([true, true, false, false]);
    });
});
