/**
 * The proof machine on functions with several results: what they return is followed to where it is stored, and bounds
 * of it are proved or refused. The text is compiled and run as well: it means what the machine takes it to mean.
 */
import binaryen from "binaryen";
import { expect } from "chai";
import { BASE, Machine, functionsOf } from "../../scripts/wasm/proof/machine.js";
import { demand } from "../../scripts/wasm/proof/words.js";
import { whole, wordOf } from "../../scripts/wasm/proof/vectors.js";

/** Cuts a word into its low 30 bits and the rest. */
const CUT = `(func $cut (param $a i64) (result i64 i64)
(i64.and (local.get $a) (i64.const 1073741823)) (i64.shr_u (local.get $a) (i64.const 30)))`;

/** Two limbs at $p become limbs of 30 bits and a carry, at $out; and it returns the sum of the parts of the first. */
const CARRY = `(func $carry (export "carry") (param $p i32) (param $out i32) (result i64)
(local $low i64) (local $high i64)
(call $cut (i64.load (local.get $p)))
(local.set $high) (local.set $low)
(i64.store (local.get $out) (local.get $low))
(call $cut (i64.add (local.get $high) (i64.load offset=8 (local.get $p))))
(local.set $high) (local.set $low)
(i64.store offset=8 (local.get $out) (local.get $low))
(i64.store offset=16 (local.get $out) (local.get $high))
(return (i64.add (call $cut (i64.load (local.get $p))))))`;

const moduleOf = (...functions) => `(module (memory (export "memory") 1) ${functions.join("\n")})`;
const TEXT = moduleOf(CUT, CARRY);

/** What the function leaves and returns, for two limbs of at most `most`. */
function run(text, most) {
    const machine = new Machine(functionsOf(text)), { words, forms } = machine;
    for (const at of [0, 8]) machine.put(BASE + at, whole(words.int(forms.unknown(0n, most))));
    const sum = machine.call("carry", BASE, BASE + 64);
    const stored = [0, 8, 16].map((at) => wordOf(words, machine.load(BASE + 64 + at)));
    return [...stored, sum].map((word) => words.fit(word, false));
}

/** A proof: both limbs have 30 bits, the carry has `carry`. */
function prove(text, most, carry) {
    const [first, second, last] = run(text, most);
    for (const limb of [first, second]) demand(limb.lo >= 0n && limb.hi < 1n << 30n, "a limb below 2^30", limb);
    demand(last.hi < 1n << carry, `a carry below 2^${carry}`, last);
}

describe("proofs of functions with several results", () => {
    it("follow each of them, on the stack and as operands", () => {
        const [first, second, last, sum] = run(TEXT, (1n << 40n) - 1n).map(({ hi }) => hi);
        expect([first, second]).to.deep.equal([(1n << 30n) - 1n, (1n << 30n) - 1n]);
        expect(last).to.equal(1n << 10n); // 2^40 - 1 + 2^10 - 1 is above 2^40
        expect(sum).to.equal((1n << 30n) + (1n << 10n) - 2n);
    });

    it("hold for bounds that are right, and refuse those that are not", () => {
        prove(TEXT, (1n << 40n) - 1n, 11n);
        expect(() => prove(TEXT, (1n << 40n) - 1n, 10n)).to.throw(RangeError, "expected a carry below 2^10");
        expect(() => prove(TEXT, (1n << 41n) - 1n, 11n)).to.throw(RangeError, "expected a carry below 2^11");
        expect(() => run(TEXT, (1n << 64n) - 1n), "the second sum may not fit").to.throw(RangeError);
    });

    for (const [what, from, to] of [
        ["results that change places", "(local.set $high) (local.set $low)\n(i64.store offset=8",
            "(local.set $low) (local.set $high)\n(i64.store offset=8"],
        ["a mask of another length", "1073741823", "2147483647"],
        ["a shift by fewer bits", "(i64.const 30)", "(i64.const 29)"],
    ])
        it(`refuse ${what}`, () => {
            expect(TEXT).to.include(from);
            expect(() => prove(TEXT.replace(from, to), (1n << 40n) - 1n, 11n)).to.throw(RangeError, "expected a");
        });

    for (const [what, from, to, message] of [
        ["one result too few", "(i64.shr_u (local.get $a) (i64.const 30))", "", "expected 2 results of cut, got 1"],
        ["one result too many", "(result i64 i64)", "(result i64)", "expected 1 results of cut, got 2"],
        ["a result that nothing left", "(local.set $high) (local.set $low)", "(local.set $high) (local.set $low) (drop)",
            "expected a value for drop, got none"],
        ["two values for one local", "(local.set $low)", "(local.set $low (call $cut (i64.const 1)))",
            "expected one value for $low, got several"],
    ])
        it(`say what is wrong with ${what}`, () => {
            expect(TEXT).to.include(from);
            expect(() => run(TEXT.replace(from, to), (1n << 40n) - 1n)).to.throw(message);
        });

    it("take a text for what engines take it for", async () => {
        const module = binaryen.parseText(TEXT);
        module.setFeatures(binaryen.Features.Multivalue);
        expect(module.validate()).to.equal(1);
        const { instance } = await WebAssembly.instantiate(module.emitBinary());
        module.dispose();
        const { memory, carry } = instance.exports, view = new BigUint64Array(memory.buffer);
        const top = (1n << 40n) - 1n;
        for (const [a, b] of [[0n, 0n], [top, top], [1n << 30n, 5n], [(1n << 30n) - 1n, 7n]]) {
            view.set([a, b]);
            const sum = carry(0, 64), machine = new Machine(functionsOf(TEXT)), { words } = machine;
            [a, b].forEach((limb, i) => machine.put(BASE + 8 * i, whole(words.constant(limb))));
            const result = machine.call("carry", BASE, BASE + 64), all = a + (b << 30n);
            const stored = [0, 8, 16].map((at) => words.known(wordOf(words, machine.load(BASE + 64 + at))));
            expect(stored).to.deep.equal([...view.subarray(8, 11)]);
            expect(stored[0] + (stored[1] << 30n) + (stored[2] << 60n)).to.equal(all);
            const expected = (a & 0x3fffffffn) + (a >> 30n);
            expect([BigInt.asUintN(64, sum), words.known(result)]).to.deep.equal([expected, expected]);
        }
    });
});
