import { expect } from "chai";
import * as oracle from "ffjavascript-oracle";
import * as twin from "../support/twin.js";
import { isBigBuffer } from "../../src/util/bigbuffer.js";
import { expectSame, outcome } from "../support/compare.js";
import { uniform } from "../support/random.js";

const { BigBuffer } = twin;
const same = (call, keeping) => expectSame(twin, oracle, (library) => call(library.BigBuffer), keeping);
const bytes = (n, from = 1) => Uint8Array.from({ length: n }, (_, i) => i + from);
const filled = (Class, n) => { const b = new Class(n); b.set(bytes(n)); return b; };

/** The same code with pages of 16 bytes. */
class SmallPages extends BigBuffer {
    get _pageSize() {
        return 16;
    }
}

describe("BigBuffer", () => {
    it("has the methods of ffjavascript", () => {
        for (const key of ["slice", "set"]) expect(BigBuffer.prototype[key]).to.be.a("function");
        same((Class) => [
            Object.keys(new Class(10)),
            new Class(10).buffers,
            new Class(0).buffers,
            new Class(10).byteLength,
        ]);
    });
    const CALLS = {
        slices: (Class) =>
            [[2], [2, 5], [5, 2], [2, 11], [11, 12], [10, 10], [0, 0], [undefined, 3], [1, undefined], []].map(
                (range) => filled(Class, 10).slice(...range),
            ),
        sets: (Class) => {
            const b = new Class(8);
            b.set(bytes(2));
            b.set(bytes(3), 4);
            b.set(new Uint8Array(0), 8);
            b.set(Buffer.from([9]), 7);
            b.set(filled(Class, 2), 2);
            return b;
        },
        "is a class": (Class) => Class(5),
    };
    for (const [name, call] of Object.entries(CALLS)) it(name, () => same(call));
    it("what does not fit is a RangeError", () => {
        for (const [n, offset] of [
            [2, 9],
            [2, 10],
            [11, 0],
        ])
            same((Class) => new Class(10).set(bytes(n), offset), "offset is out of bounds");
    });
    it("a slice is a copy", () => {
        const b = filled(BigBuffer, 10);
        b.slice(0, 10)[0] = 99;
        expect(b.buffers[0][0]).to.equal(1);
    });
    it("is the same across page borders as one array", () => {
        const model = new Uint8Array(100);
        const b = new SmallPages(100);
        expect(b.buffers.map((page) => page.length)).to.deep.equal([16, 16, 16, 16, 16, 16, 4]);
        for (let i = 0; i < 300; i++) {
            const [from, to] = [Number(uniform(101n)), Number(uniform(101n))].sort((x, y) => x - y);
            const piece = bytes(to - from, i);
            const source = i % 2 ? piece : new SmallPages(piece.length);
            if (source !== piece) source.set(piece);
            b.set(source, from);
            model.set(piece, from);
            const part = b.slice(from, to);
            expect(part instanceof Uint8Array, "a Uint8Array when it fits in a page").to.equal(to - from <= 16);
            expect([...(part instanceof Uint8Array ? part : part.buffers.flatMap((page) => [...page]))]).to.deep.equal([
                ...model.slice(from, to),
            ]);
        }
    });
    it("knows the buffers of other copies by their shape", () => {
        const theirs = new oracle.BigBuffer(10);
        for (const yes of [new BigBuffer(10), theirs, new SmallPages(3), new BigBuffer(0)])
            expect(isBigBuffer(yes)).to.equal(true);
        for (const no of [null, undefined, 5, "", bytes(3), [], {}, { buffers: [], byteLength: 0 }, new ArrayBuffer(3)])
            expect(isBigBuffer(no)).to.equal(false);
        expect(theirs instanceof BigBuffer).to.equal(true);
        expect(theirs instanceof SmallPages).to.equal(false);
        expect(new SmallPages(1) instanceof SmallPages).to.equal(true);
        expect({} instanceof BigBuffer).to.equal(false);
        const b = new BigBuffer(12);
        theirs.set(bytes(10));
        b.set(theirs, 1);
        expect([...b.slice()]).to.deep.equal([0, ...bytes(10), 0]);
    });
    it("mends what was odd: an empty buffer, and refusals in words", () => {
        expect(new BigBuffer(0).slice()).to.deep.equal(new Uint8Array(0));
        for (const [call, error] of [
            [() => new BigBuffer(-1), "RangeError"],
            [() => new BigBuffer(1.5), "RangeError"],
            [() => new BigBuffer(), "TypeError"],
            [() => new BigBuffer("10"), "TypeError"],
            [() => new BigBuffer(3).slice(-1), "RangeError"],
            [() => new BigBuffer(3).set(bytes(1), -1), "RangeError"],
            [() => new BigBuffer(3).set([1]), "TypeError"],
            [() => new BigBuffer(3).set(null), "TypeError"],
        ]) {
            expect(outcome(call)).to.have.property("error", error);
        }
    });
});
