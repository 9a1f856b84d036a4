/** A calculator for many inputs: the instance is kept, and nothing of one witness is seen by the next. */
import { expect } from "chai";
import { calculateWitness, createWitnessCalculator } from "../../src/protocols/groth16/index.js";
import { openProgram } from "../../src/files/witness/program.js";
import { initialMemory } from "../../src/files/circuit/module_sections.js";
import { rewriteCircuit } from "../../src/files/circuit/rewrite.js";
import { calculator } from "../support/calculators.js";
import { compileText } from "../support/circuit_wasm.js";

const SOURCE = `pragma circom 2.0.0;
template Careless() {
    signal input x; signal input big[40]; signal output out; signal left[4];
    var t[40]; for (var i = 0; i < 40; i++) t[i] = big[i] * i;
    for (var i = 0; i < 4; i++) { left[i] <-- x == 1 ? t[i + 30] : 0; }
    log("x", x);
    assert(x != 13);
    out <-- left[2] + t[5];
}
component main = Careless();`;

describe("prover: a calculator that is kept", function () {
    this.timeout(120_000);
    let wasm;
    before(() => { wasm = compileText(SOURCE, "bn128", ["--O0"]); });
    const inputs = (x) => ({ x, big: Array.from({ length: 40 }, (_, i) => `${2n ** 200n + BigInt(i * x)}`) });
    const signals = (record) =>
        Object.entries(record).map(([name, value]) => ({ name, values: [value].flat().map(BigInt) }));

    for (const threads of [0, 2]) it(`gives what a fresh one gives, with ${threads} workers`, async () => {
        const calculator = await createWitnessCalculator(wasm, { threads });
        for (const x of [2, 1, 2, 3, 1]) {
            const lines = [], { values } = await calculator.calculate(inputs(x), { onLog: (line) => lines.push(line) });
            expect(Buffer.compare(values, (await calculateWitness(wasm, inputs(x))).values), `x = ${x}`).to.equal(0);
            expect(lines).to.deep.equal([`x ${x}`]);
        }
        for (let i = 0; i < 2; i++) { // an error says what happened now, not before
            const error = await calculator.calculate(inputs(13)).catch((reason) => reason);
            expect(error.message.match(/Careless/g), error.message).to.have.length(1);
            expect((await calculator.calculate(inputs(1))).count).to.be.above(10);
        }
        expect(calculator.info.prime).to.equal("bn128");
        const running = [1, 2, 3].map((x) => calculator.calculate(inputs(x))); // at once
        for (const [i, { values }] of (await Promise.all(running)).entries()) {
            expect(Buffer.compare(values, (await calculateWitness(wasm, inputs(i + 1))).values)).to.equal(0);
        }
        calculator.close();
        expect((await calculator.calculate(inputs(1)).catch((reason) => reason)).message).to.match(
            /expected an open calculator/,
        );
    });

    it("says the name of its file", async () => {
        const calculator = await createWitnessCalculator(wasm, { threads: 0, name: "careless.wasm" });
        calculator.close();
        expect((await calculator.calculate(inputs(1)).catch((error) => error)).message).to.match(/^careless\.wasm: /);
    });

    describe("of another's making: the second witness is that of a fresh one", () => {
        const count = "(i32.store (i32.const 200) (i32.add (i32.load (i32.const 200)) (i32.const 1)))";
        const counted = "(i64.load32_u (i32.const 200))", init = count, turn = "(global.get $turn)";
        const plain = { // nothing that only a new instance resets
            prime: "(i64.store (i32.const 0) (i64.load (i32.const 64))) (i64.store (i32.const 8) (i64.load (i32.const 72))) (i64.store (i32.const 16) (i64.load (i32.const 80))) (i64.store (i32.const 24) (i64.load (i32.const 88)))",
            clear: "(i64.store (i32.const 8) (i64.const 0)) (i64.store (i32.const 16) (i64.const 0)) (i64.store (i32.const 24) (i64.const 0))",
            global: "",
        };
        /** By what changes: the parts of a program, and whether it is kept. */
        const programs = {
            "nothing but its memory": [{ ...plain, init, second: counted }, true],
            "memory that a start function fills": [
                { ...plain, startFunction: "(i32.store (i32.const 200) (i32.const 40))", init, second: counted }, false],
            "a global": [{ init: "(global.set $turn (i32.add (global.get $turn) (i32.const 1)))", second: `(i64.extend_i32_u ${turn})` }, false],
            "the size of its memory": [
                { ...plain, init: "(drop (memory.grow (i32.const 1)))", second: "(i64.extend_i32_u (memory.size))" }, true],
            "its table": [{ ...plain, table: "(table $t 2 funcref)", more: "(elem declare func $f) (func $f)",
                init: "(table.set $t (i32.const 0) (ref.func $f))",
                second: "(i64.extend_i32_u (ref.is_null (table.get $t (i32.const 0))))",
                setInput: "(table.set $t (i32.const 0) (select (result funcref) (ref.null func) (table.get $t (i32.const 1)) (ref.is_null (table.get $t (i32.const 1))))) (table.set $t (i32.const 1) (ref.func $f))" }, false],
            "a segment that it drops": [{ ...plain, more: '(data $once "\\07")',
                init: "(memory.init $once (i32.const 200) (i32.const 0) (i32.const 1)) (data.drop $once)", second: counted }, false],
            "a line that it does not end": [{ ...plain, init: "(i32.store (i32.const 200) (i32.const 65)) (call $write) (i32.store (i32.const 200) (i32.const 66)) (call $write) (i32.store (i32.const 200) (i32.const 10)) (call $write) (i32.store (i32.const 200) (i32.const 67)) (call $write)",
                message: "(i32.load (i32.const 200)) (i32.store (i32.const 200) (i32.const 0))" }, true],
        };
        for (const [what, [parts, kept]] of Object.entries(programs)) for (const threads of [0, 2])
            it(`${what}, with ${threads} workers`, async () => {
                const code = calculator(parts), outcome = async (calculate) => {
                    const lines = [], result = await calculate((line) => lines.push(line)).catch((error) => error);
                    return [...lines, result.values ? Buffer.from(result.values).toString("hex") : result.message];
                };
                expect(initialMemory(code) !== undefined).to.equal(kept);
                const one = await createWitnessCalculator(code, { threads });
                const fresh = await outcome((onLog) => calculateWitness(code, { a: 3 }, { threads, onLog }));
                expect(fresh.at(-1)).to.match(/^[0-9a-f]{128}$/);
                for (let i = 0; i < 3; i++)
                    expect(await outcome((onLog) => one.calculate({ a: 3 }, { onLog })), `witness ${i}`).to.deep.equal(fresh);
            });
    });

    it("has memory as at the start after each witness", async () => {
        const { bytes } = rewriteCircuit(wasm), memoryOf = [];
        const instantiate = WebAssembly.instantiate;
        WebAssembly.instantiate = async (...args) => {
            const instance = await instantiate.apply(WebAssembly, args);
            memoryOf.push(instance.exports.memory);
            return instance;
        };
        try {
            const program = await openProgram(bytes, {
                name: "careless",
                memory: 2 ** 32,
                initial: initialMemory(wasm),
                exchanged: true,
                onLog() {},
            });
            const start = Buffer.from(memoryOf[0].buffer.slice(0));
            program.calculate(signals(inputs(1)));
            expect(Buffer.compare(start, Buffer.from(memoryOf[0].buffer, 0, start.length))).to.not.equal(0);
            expect(program.reset()).to.equal(true);
            expect(Buffer.compare(start, Buffer.from(memoryOf[0].buffer, 0, start.length))).to.equal(0);
            expect(Buffer.from(memoryOf[0].buffer, start.length).every((byte) => byte === 0)).to.equal(true);
        } finally {
            WebAssembly.instantiate = instantiate;
        }
    });

    it("takes a compiled module, stops on an abort, and refuses bad options and files", async () => {
        const calculator = await createWitnessCalculator(await WebAssembly.compile(wasm));
        expect(calculator.info.rewritten).to.equal(false);
        expect((await calculator.calculate(inputs(1))).count).to.be.above(10);
        const reason = new Error("enough");
        expect(
            await calculator.calculate(inputs(1), { signal: AbortSignal.abort(reason) }).catch((error) => error),
        ).to.equal(reason);
        expect((await createWitnessCalculator(wasm, { rewite: false }).catch((error) => error)).code).to.equal(
            "ERR_OPTION",
        );
        expect((await createWitnessCalculator(Uint8Array.of(1, 2, 3)).catch((error) => error)).code).to.equal(
            "ERR_FILE",
        );
        expect((await calculator.calculate([]).catch((error) => error)).message).to.match(/^inputs: expected a record/);
    });
});
