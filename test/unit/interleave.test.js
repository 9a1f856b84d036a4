/** Parts of a transform in order, in WebAssembly and where nothing may be compiled. */
import { expect } from "chai";
import { interleave } from "../../src/batch/gather.js";
import { interleaveParts } from "../../src/batch/interleave.js";

const SIZE = 32;
const partOf = (rows, j) => Uint8Array.from({ length: rows * SIZE }, (_, i) => i * 31 + j * 7 + (i >> 9));
const partsOf = (count, rows) => Array.from({ length: count }, (_, j) => partOf(rows, j));

/** @param {typeof interleaveParts} interleaveParts @param {number[][]} shapes */
async function check(interleaveParts, shapes) {
    for (const [count, rows] of shapes) {
        const parts = partsOf(count, rows), want = new Uint8Array(count * rows * SIZE);
        for (const [j, part] of parts.entries()) await interleave(part, SIZE, count, j, want);
        const all = new Uint8Array(want.length + 2 * SIZE).fill(9), got = all.subarray(SIZE, SIZE + want.length);
        await interleaveParts(parts.map((part) => part.slice()), got);
        expect(Buffer.compare(got, want), `${rows} rows of ${count}`).to.equal(0);
        const ends = [all.subarray(0, SIZE), all.subarray(-SIZE)].flatMap((end) => [...end]);
        expect(ends.every((byte) => byte === 9), "beyond").to.equal(true);
    }
}

const SHAPES = [
    [1, 1], [1, 5], [2, 1], [2, 1024], [2, 1025], [2, 4096], [4, 512], [4, 513], [8, 3000], [16, 130], [64, 40],
];

describe("batch: weaving", () => {
    it("puts element r of part j at r T + j, for any number of windows", () => check(interleaveParts, SHAPES));

    it("does so where nothing may be compiled", async () => {
        const { Module } = WebAssembly;
        let asked = 0;
        WebAssembly.Module = class { constructor() { asked++; throw new Error("not allowed here"); } };
        try {
            const { interleaveParts: uncompiled } = await import("../../src/batch/interleave.js?uncompiled");
            await check(uncompiled, SHAPES);
            const rows = 2 ** 17, parts = partsOf(2, rows), all = new Uint8Array(2 * rows * SIZE);
            for (const start = performance.now(); performance.now() < start + 50;); // other work is due
            await uncompiled(parts, all);
            for (const [j, part] of parts.entries())
                expect(Buffer.compare(all.subarray(-SIZE * (2 - j)).subarray(0, SIZE), part.subarray(-SIZE)), `${j}`).to.equal(0);
        } finally {
            WebAssembly.Module = Module;
        }
        expect(asked, "asked once").to.equal(1);
    });

    it("leaves nothing of the parts in its memory", async () => {
        const { Instance } = WebAssembly, memories = [];
        WebAssembly.Instance = class {
            constructor(module) {
                const instance = new Instance(module);
                memories.push(instance.exports.memory);
                return instance;
            }
        };
        try {
            const { interleaveParts } = await import("../../src/batch/interleave.js?watched");
            await interleaveParts(partsOf(2, 2000), new Uint8Array(2 * 2000 * SIZE));
        } finally {
            WebAssembly.Instance = Instance;
        }
        expect(memories).to.have.length(1);
        expect(new Uint8Array(memories[0].buffer).every((byte) => byte === 0)).to.equal(true);
    });
});
