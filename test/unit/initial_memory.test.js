/** Which parts of a circuit's memory have content when it starts: what mutants of circuit/module_sections.js showed. */
import binaryen from "binaryen";
import { expect } from "chai";
import { moduleSectionsOf, initialMemory } from "../../src/files/circuit/module_sections.js";
import { hasPlainElements } from "../../src/files/circuit/elements.js";
import { isPlain } from "../../src/files/circuit/reader.js";
import { encodeUnsigned } from "../../src/util/wasm_binary.js";
import { itInAll } from "../support/extent.js";

/** @param {string} body */
function moduleOf(body) {
    const module = binaryen.parseText(`(module (memory 2) ${body} (func (export "f")))`);
    module.setFeatures(binaryen.Features.BulkMemory | binaryen.Features.MutableGlobals);
    const bytes = module.emitBinary();
    module.dispose();
    return bytes;
}
const segment = (at, length) => `(data (i32.const ${at}) "${"x".repeat(length)}")`;

describe("initial memory of a circuit's program", () => {
    for (const [what, body, parts] of [
        ["none", "", []],
        ["one segment", segment(64, 32), [[64, 96]]],
        ["close ones are one part", segment(64, 32) + segment(100, 10), [[64, 110]]],
        ["in the order of memory", segment(9000, 4) + segment(0, 4), [[0, 4], [9000, 9004]]],
        ["a gap of 4095 is none, one of 4096 is", segment(0, 1) + segment(4096, 1) + segment(8193, 1), [[0, 4097], [8193, 8194]]],
        ["one within another", segment(0, 100) + segment(10, 5) + segment(20_000, 1), [[0, 100], [20_000, 20_001]]],
        ["three close ones, then a far one", segment(0, 1) + segment(1000, 1) + segment(2000, 1) + segment(60_000, 2),
            [[0, 2001], [60_000, 60_002]]],
        ["what is not in memory at the start does not count", `${segment(64, 4)} (data "passive")`, [[64, 68]]],
    ]) it(what, () => expect(initialMemory(moduleOf(body))).to.deep.equal(parts));

    itInAll("lists of more than a million entries are not read", () => {
        const module = (count) => Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 10,
            ...encodeUnsigned(count + encodeUnsigned(count).length), ...encodeUnsigned(count),
            ...new Array(count).fill(0)]);
        expect(moduleSectionsOf(module(2 ** 20)).bodies).to.have.length(2 ** 20);
        expect(() => moduleSectionsOf(module(2 ** 20 + 1))).to.throw(RangeError, /lists of at most 1048576, got one of 1048577$/);
    });

    it("not known where there is state outside, or no module", () => {
        const global = '(global $g (mut i32) (i32.const 0)) (func (export "g") (global.set $g (i32.const 1)))';
        expect(initialMemory(moduleOf(segment(64, 4) + global))).to.equal(undefined);
        expect(initialMemory(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 10, 200]))).to.equal(undefined);
    });
});

describe("a body that changes memory and globals alone", () => {
    const [NO_LOCALS, I32_CONST, DROP, END, TABLE_SET] = [0, 0x41, 0x1a, 0x0b, 0x26];
    const bodyOf = (times, ...last) =>
        Uint8Array.from([NO_LOCALS, ...Array.from({ length: times }, () => [I32_CONST, 1, DROP]).flat(), ...last]);

    it("is read to its end, also in several pieces", () => {
        for (const times of [0, 1, 6666, 6667, 20_000]) {
            expect(isPlain(bodyOf(times, END)), String(times)).to.equal(true);
            expect(isPlain(bodyOf(times, I32_CONST, 0, I32_CONST, 0, TABLE_SET, 0, END)), `${times}, and a table`).to.equal(false);
        }
    });

    it("has no instruction that goes on behind its end", () => {
        for (const times of [0, 7000]) expect(isPlain(bodyOf(times, I32_CONST, 0x80))).to.equal(false);
    });
});

describe("constants of a circuit", () => {
    const P = 2n ** 254n + 79n, LONG = 0x80000000, MONTGOMERY = 0x40000000;
    const element = (flags, value = 0n) => {
        const bytes = Buffer.alloc(40);
        bytes.writeUInt32LE(flags, 4);
        for (let i = 0; i < 4; i++) bytes.writeBigUInt64LE((value >> BigInt(64 * i)) & (2n ** 64n - 1n), 8 + 8 * i);
        return bytes;
    };
    /** The last segment of a file has these elements, less some bytes. */
    const arePlain = (elements, less = 0) => {
        const bytes = Buffer.concat([Buffer.alloc(8, 255), ...elements]);
        return hasPlainElements({ bytes, data: [{ at: 0, end: 8 }, { at: 8, end: bytes.length - less }] }, P);
    };

    it("are whole elements with values below the prime, and flags that circom writes", () => {
        for (const flags of [0, LONG, (MONTGOMERY | LONG) >>> 0])
            expect(arePlain([element(flags, P - 1n)]), `${flags}`).to.equal(true);
        expect(arePlain([])).to.equal(true);
        for (const value of [P, 2n ** 256n - 1n]) expect(arePlain([element(LONG, value)]), `${value}`).to.equal(false);
        for (const flags of [1, 1 << 8, LONG + 1]) expect(arePlain([element(flags)]), `${flags}`).to.equal(false);
        for (const less of [1, 8, 39]) expect(arePlain([element(0), element(0)], less), `${less} less`).to.equal(false);
    });

    it("are looked at in every piece of them, to the last one", () => {
        const many = Array.from({ length: 2000 }, () => element(LONG, P - 1n));
        expect(arePlain(many)).to.equal(true);
        for (const i of [0, 499, 500, 511, 512, 1000, 1999]) {
            const wrong = [...many];
            wrong[i] = element(LONG, P);
            expect(arePlain(wrong), `element ${i}`).to.equal(false);
        }
    });
});
