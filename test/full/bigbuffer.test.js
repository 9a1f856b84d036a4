import { expect } from "chai";
import { BigBuffer } from "../../src/util/bigbuffer.js";

const GIB = 2 ** 30;

describe("BigBuffer beyond 1 GiB", function () {
    this.timeout(300000);

    it("writes and reads across the border of two pages, at 1.5 GiB", () => {
        const b = new BigBuffer(1.5 * GIB);
        expect(b.buffers.map((page) => page.byteLength)).to.deep.equal([GIB, GIB / 2]);
        const piece = Uint8Array.from({ length: 1000 }, (_, i) => i % 251 + 1);
        b.set(piece, GIB - 300);
        expect(b.slice(GIB - 300, GIB + 700)).to.deep.equal(piece);
        expect([...b.slice(GIB - 302, GIB - 298)]).to.deep.equal([0, 0, 1, 2]);
        expect([...b.buffers[1].subarray(698, 702)]).to.deep.equal([piece[998], piece[999], 0, 0]);
        expect(() => b.set(piece, 1.5 * GIB - 999)).to.throw(RangeError, "offset is out of bounds");
    });
    it("a slice of more than a page is a BigBuffer", () => {
        const b = new BigBuffer(GIB + 16);
        b.set(new Uint8Array([7, 8, 9]), GIB + 5);
        const part = b.slice(4);
        expect(part).to.be.an.instanceof(BigBuffer);
        expect(part.byteLength).to.equal(GIB + 12);
        expect([...part.slice(GIB, GIB + 5)]).to.deep.equal([0, 7, 8, 9, 0]);
    });
});
