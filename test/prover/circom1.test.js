/** Programs that circom 1 made run behind the interface of those of circom 2, in memory that we give them. */
import { expect } from "chai";
import { calculateWitness, ProverError } from "../../src/protocols/groth16/index.js";
import { firstCalculator, R } from "../support/calculators.js";

const INPUTS = Object.freeze({ a: 3, b: ["5", -1] });
const HERE = { threads: 0 };
/** What the import `error` is called with: a code, the address of a text, four values more. */
const error = (code, text = 288, ...more) =>
    `(call $error ${[code, text, ...more, 0, 0, 0, 0].slice(0, 6).map((n) => `(i32.const ${n})`).join(" ")})`;

const valuesOf = ({ values, count }) => Array.from({ length: count }, (_, i) =>
    values.slice(32 * i, 32 * i + 32).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n));

async function refusal(code, instead, inputs = INPUTS, options = HERE) {
    const failure = await calculateWitness(firstCalculator(instead), inputs, options).then(() => undefined, (e) => e);
    expect(failure, "a witness").to.be.instanceOf(ProverError);
    expect(failure.code, failure.message).to.equal(code);
    return failure.message;
}

describe("prover: a program that circom 1 made", function () {
    this.timeout(60_000);

    for (const threads of [0, 2]) it(`calculates, with ${threads} workers`, async () => {
        for (let i = 0; i < 2; i++) { // the second one is not in the memory of the first
            const witness = await calculateWitness(firstCalculator(), INPUTS, { threads });
            expect(valuesOf(witness)).to.deep.equal([1n, 3n, 5n, R - 1n, 15n]);
            expect(witness.r).to.equal(R);
            expect(witness.n8).to.equal(32);
        }
    });

    it("runs with the checks of its circuit", async () => {
        const { values } = await calculateWitness(firstCalculator({ last: "(i64.load32_u (i32.const 516))" }), INPUTS, HERE);
        expect(values[4 * 32]).to.equal(1);
    });

    it("logs values in each form of an element, a line each", async () => {
        const log = "(call $log (i32.const 3072))", lines = [];
        const short = (value, type) => `(i32.store (i32.const 3072) (i32.const ${value})) (i32.store (i32.const 3076) (i32.const ${type})) ${log}`;
        const long = (value) => `(i64.store (i32.const 3080) (i64.const ${value}))`;
        const montgomery = (1n << 256n) % R; // of 1
        const run = [
            "(call $log (i32.const 1088))", short(7, 0), short(-2, 0), long(9), short(5, 0x80000000 | 0),
            ...[0, 1, 2, 3].map((i) =>
                `(i64.store (i32.const ${3080 + 8 * i}) (i64.const ${BigInt.asIntN(64, montgomery >> BigInt(64 * i))}))`),
            short(5, 0xc0000000 | 0),
        ].join("\n");
        await calculateWitness(firstCalculator({ run }), INPUTS, { ...HERE, onLog: (line) => lines.push(line) });
        expect(lines).to.deep.equal(["3", "7", String(R - 2n), "9", "1"]);
    });

    it("refuses inputs that it does not have, and those that are missing", async () => {
        expect(await refusal("ERR_INPUT", {}, { ...INPUTS, c: 1 })).to.match(/^input c: expected the name of an input/);
        expect(await refusal("ERR_INPUT", {}, { a: 3, b: [5] })).to.match(/an input of the circuit is missing/);
        expect(await refusal("ERR_INPUT", {}, { b: [5, 1] })).to.match(/an input of the circuit is missing/);
        expect(await refusal("ERR_INPUT", {}, { a: 3, b: [5, "x"] })).to.match(/^input b\[1\]: expected an integer/);
    });

    it("a name without values is none of its inputs' either", async () => {
        const { count } = await calculateWitness(firstCalculator(), { ...INPUTS, c: [] }, HERE);
        expect(count).to.equal(5);
    });

    it("says what its circuit refused, and where", async () => {
        const said = async (run) => (await refusal("ERR_INPUT", { run })).replace(/^.*, got /, "");
        expect(await said(error(7, 288, 1, 2, 3, 320))).to.equal("a text at here:7");
        expect(await said(error(9, 288, 1, 2, 320, 0))).to.equal("a text at here:7");
        expect(await said(error(9, 288, 1, 2, 0, 320))).to.equal("a text");
        expect(await said(error(6, 288, 1, 2, 320, 320))).to.equal("a text");
    });

    it("a signal that is read before it is set is no failure, as in snarkjs", async () => {
        expect(valuesOf(await calculateWitness(firstCalculator({ run: error(5) }), INPUTS, HERE))[4]).to.equal(15n);
    });

    it("says that it found too little memory", async () => {
        for (const code of [1, 2]) expect(await refusal("ERR_LIMIT", { run: error(code) })).to.match(/a text; raise witnessMemory/);
        const options = { ...HERE, witnessMemory: 65536 };
        expect(await refusal("ERR_LIMIT", {}, INPUTS, options))
            .to.match(/^wasm: .*memory.*; raise witnessMemory if you trust it$/);
    });

    it("its memory is as large as allowed, and does not grow", async () => {
        const last = "(i64.extend_i32_u (i32.add (i32.mul (memory.size) (i32.const 10)) (memory.grow (i32.const 1))))";
        for (const [witnessMemory, pages] of [[3 * 65536 + 5, 3n], [undefined, 32767n]]) {
            const options = { ...HERE, ...(witnessMemory && { witnessMemory }) };
            const witness = await calculateWitness(firstCalculator({ last }), INPUTS, options);
            expect(valuesOf(witness)[4]).to.equal(10n * pages - 1n);
        }
    });

    it("gets what a host has that has less", async () => {
        const { Memory } = WebAssembly, asked = [];
        WebAssembly.Memory = class extends Memory {
            constructor(limits) {
                asked.push(limits.initial);
                if (limits.initial > 10_000) throw new RangeError("none");
                super(limits);
            }
        };
        try {
            expect((await calculateWitness(firstCalculator(), INPUTS, HERE)).count).to.equal(5);
            expect(asked).to.deep.equal([32767, 16383, 8191]);
        } finally {
            WebAssembly.Memory = Memory;
        }
    });

    it("says when its host has none", async () => {
        const { Memory } = WebAssembly;
        WebAssembly.Memory = class { constructor() { throw new RangeError("none"); } };
        try {
            expect(await refusal("ERR_LIMIT", {})).to.match(/expected room for the memory of a program of circom 1/);
        } finally {
            WebAssembly.Memory = Memory;
        }
    });

    it("another failure of its host is told as it is", async () => {
        const { Memory } = WebAssembly;
        WebAssembly.Memory = class { constructor() { throw new TypeError("no memory of this kind"); } };
        try {
            expect(await calculateWitness(firstCalculator(), INPUTS, HERE).catch(String)).to.match(/no memory of this kind/);
        } finally {
            WebAssembly.Memory = Memory;
        }
    });

    it("does not take a module that is none", async () => {
        for (const missing of ["init", "getNVars", "getFrLen", "getPRawPrime", "getWitnessBuffer", "getSignalOffset32", "setSignal"])
            expect(await refusal("ERR_FILE", { missing })).to.match(new RegExp(`circom 1, got a module without ${missing};`));
        expect(await refusal("ERR_FILE", { more: '(import "env" "time" (func))' })).to.match(/imports env\.time$/);
        expect(await refusal("ERR_FILE", { more: '(import "runtime" "exceptionHandler" (func (param i32)))' }))
            .to.match(/imports runtime\.exceptionHandler$/);
        expect(await refusal("ERR_FILE", { memory: false })).to.match(/circom 2, got a module without memory/);
        expect(await refusal("ERR_FILE", { start: "(call $log (i32.const 64))" })).to.match(/speaks while it starts/);
        expect(await refusal("ERR_FILE", { length: "(i32.const 8)" })).to.match(/values of 4 to 256 bytes, got 0/);
    });

    it("addresses outside of its memory end the calculation", async () => {
        for (const address of [-8, 1089, 2 * 65536 - 36]) expect(
            await refusal("ERR_FILE", { run: `(call $log (i32.const ${address}))` }, INPUTS, { ...HERE, witnessMemory: 2 * 65536 }),
        ).to.match(/expected a value within its memory, got address \d+$/);
        for (const length of [-40, 2 ** 31 - 4]) await refusal("ERR_FILE", { length: `(i32.const ${length})` });
        const text = "(memory.fill (i32.const 4096) (i32.const 65) (i32.const 126976))"; // to the end of two pages
        const options = { ...HERE, witnessMemory: 2 * 65536 };
        expect(await refusal("ERR_FILE", { run: text + error(7, 4200) }, INPUTS, options)).to.match(/messages of at most/);
        expect(await refusal("ERR_INPUT", { run: error(7, -1) })).to.match(/got $/);
    });

    it("its lines are bounded, however many there are", async () => {
        const lines = [];
        const loop = `(local $n i32) (loop $again (call $log (i32.const 1088))
            (local.set $n (i32.add (local.get $n) (i32.const 1))) (br_if $again (i32.lt_u (local.get $n) (i32.const 2200000))))`;
        const wasm = firstCalculator({ run: "(call $many)", functions: `(func $many ${loop})` });
        await calculateWitness(wasm, INPUTS, { ...HERE, onLog: (line) => lines.push(line) });
        expect(lines.at(-1)).to.match(/^log: expected at most/);
    });
});
