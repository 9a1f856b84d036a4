/** A calculator for many inputs: the instance is kept, and nothing of one witness is seen by the next. */
import { expect } from "chai";
import { calculateWitness, createWitnessCalculator } from "../../src/protocols/groth16/index.js";
import { openProgram } from "../../src/files/witness/program.js";
import { initialMemory } from "../../src/files/circuit/anatomy.js";
import { rewriteCircuit } from "../../src/files/circuit/rewrite.js";
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
                initial: initialMemory(bytes),
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
