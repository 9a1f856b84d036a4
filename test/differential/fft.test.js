import { expect } from "chai";
import { callBoth, CURVE_NAMES, pack, sides } from "../support/oracle.js";
import { edges, runs, seed, uniform } from "../support/random.js";

for (const curve of CURVE_NAMES) describe(`Fr transforms of ${curve} against ffjavascript, seed ${seed}`, () => {
    let both, r, n8;
    before(async () => { both = await sides(curve); ({ r, n8r: n8 } = both); });

    const special = () => edges({ p: r, w: 29, R: 2n ** 256n }).map((v) => v % r);
    const elements = (n) =>
        pack(
            Array.from({ length: n }, (_, i) => (i % 3 === 0 ? uniform(r) : i % 3 === 1 ? runs(r) : special()[i % 10])),
            n8,
        );
    const same = (fnName, args, read) => {
        const [ours, theirs] = callBoth(both, fnName, args, read);
        expect(ours.bytes.join(), fnName).to.equal(theirs.bytes.join());
        expect(ours.result, fnName).to.equal(theirs.result);
    };
    const zeros = (n) => new Uint8Array(n * n8);

    it("fft and ifft, 1 to 2^11 elements; all zero, all p - 1, one element", () => {
        for (let bits = 0; bits <= 11; bits++)
            for (const fnName of ["frm_fft", "frm_ifft"]) same(fnName, [elements(1 << bits), 1 << bits], [0]);
        for (const list of [
            Array(64).fill(0n),
            Array(64).fill(r - 1n),
            [r - 1n, ...Array(63).fill(0n)],
            [...Array(63).fill(0n), 1n],
        ]) {
            for (const fnName of ["frm_fft", "frm_ifft"]) same(fnName, [pack(list, n8), 64], [0]);
        }
    });

    it("ifft undoes fft", () => {
        const { exports, mem } = both.list[0],
            bytes = elements(1 << 10),
            at = mem.alloc(bytes.length),
            mark = mem.u32[0];
        mem.u8.set(bytes, at);
        exports.frm_fft(at, 1 << 10);
        exports.frm_ifft(at, 1 << 10);
        expect(Buffer.from(mem.u8.slice(at, at + bytes.length)).equals(Buffer.from(bytes))).to.equal(true);
        expect(mem.u32[0]).to.equal(mark);
    });

    it("rawfft with a factor, in order and reversed", () => {
        for (const bits of [1, 2, 3, 6])
            for (const reverse of [0, 1]) same("frm_rawfft", [elements(1 << bits), bits, reverse, elements(1)], [0, 3]);
    });

    it("fftMix at every level, and on a rest", () => {
        for (let bits = 1; bits <= 7; bits++) same("frm_fftMix", [elements(128), 128, bits], [0]);
        same("frm_fftMix", [elements(6), 6, 2], [0]);
        same("frm_fftMix", [elements(4), 4, 3], [0]);
        same("frm_fftMix", [elements(4), 4, 0], [0]);
        same("frm_fftMix", [elements(4), 0, 1], [0]);
    });

    it("joins, extended joins, prepareLagrangeEvaluation", () => {
        for (const n of [0, 1, 5, 16]) {
            same("frm_fftJoin", [elements(n), elements(n), n, elements(1), elements(1)], [0, 1, 3, 4]);
            for (const fnName of ["frm_fftJoinExt", "frm_fftJoinExtInv", "frm_prepareLagrangeEvaluation"]) {
                for (const bits of [1, 4, 10, 27, 28])
                    same(fnName, [elements(n), elements(n), n, elements(1), elements(1), bits], [0, 1, 3, 4]);
            }
        }
    });

    it("fftFinal and batchApplyKey, any number of elements, in place too", () => {
        for (const n of [0, 1, 2, 3, 7, 16]) {
            same("frm_fftFinal", [elements(n), n, elements(1)], [0, 2]);
            same("frm_batchApplyKey", [elements(n), n, elements(1), elements(1), zeros(n)], [0, 2, 3, 4]);
        }
        const { exports, mem } = both.list[0], bytes = elements(9), [first, inc] = [elements(1), elements(1)];
        const [{ bytes: [expected] }] = callBoth(both, "frm_batchApplyKey", [bytes, 9, first, inc, zeros(9)], [4]);
        const [at, f, i] = [bytes, first, inc].map((b) => {
            const a = mem.alloc(b.length);
            mem.u8.set(b, a);
            return a;
        });
        exports.frm_batchApplyKey(at, 9, f, i, at);
        expect(Buffer.from(mem.u8.slice(at, at + bytes.length)).toString("hex")).to.equal(expected);
    });

    it("refuses sizes that are no power of two or too large by a trap, at once", () => {
        const { exports, mem } = both.list[0], at = mem.alloc(256);
        for (const n of [0, 3, 5, 6]) expect(() => exports.frm_fft(at, n)).to.throw(WebAssembly.RuntimeError);
        expect(() => exports.frm_rawfft(at, 33, 0, at)).to.throw(WebAssembly.RuntimeError);
        expect(() => exports.frm_fftJoinExt(at, at, 1, at, at, 33)).to.throw(WebAssembly.RuntimeError);
    });
});
