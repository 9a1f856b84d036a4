/**
 * Files that are almost what a compiler of circuits writes: each runs as it is, or as the original would. Two witnesses
 * of a kept calculator are those of fresh ones.
 */
import { expect } from "chai";
import { rewriteCircuit } from "../../src/files/circuit/rewrite.js";
import { READER } from "../../src/params/circom.js";
import {
    calculateWitness, createWitnessCalculator, optimizeCircuit, ProverError, witnessInfo,
} from "../../src/protocols/groth16/index.js";
import { fullOfSegments, HOSTILE, padded } from "../support/hostile_circuits.js";
import { calculator } from "../support/calculators.js";
import { compileText } from "../support/circuit_wasm.js";
import { rowsOf } from "../support/extent.js";

const CONSTANTS = Array.from({ length: 60 }, (_, i) => `${3n ** BigInt(100 + i) % 2n ** 250n}`).join(", ");
/** Products, which need the prime; divisions, which need old functions; a table of constants; lines of log. */
const SOURCE = `pragma circom 2.0.0; template T() {
    signal input a; signal input b; signal output c[4]; var t[60] = [${CONSTANTS}];
    var sum = 0; for (var i = 0; i < 60; i++) sum += t[i] * (i + a);
    c[0] <== a * b; c[1] <-- a \\ (b + 1); c[2] <-- sum; c[3] <-- (a >> 3) & b; log("a", a); } component main = T();`;
const INPUTS = [{ a: -7n, b: 5n }, { a: 2n ** 250n, b: -3n }, { a: 5n, b: 6n }];

/** A witness as text, its lines before it; or its error. */
const outcome = async (calculate) => {
    const lines = [];
    try {
        const { values } = await calculate((line) => lines.push(line));
        return [...lines, Buffer.from(values).toString("hex")].join("\n");
    } catch (error) {
        return [...lines, `${error.code} ${error.message}`].join("\n");
    }
};

describe("prover: files like a circuit's", function () {
    this.timeout(120_000);
    let wasm;
    before(() => { wasm = compileText(SOURCE, "bn128"); });

    /** The same outcomes as it is, faster, twice in a kept calculator, and in the file that others get. */
    let turns = 0;
    async function compare(code) {
        const { rewritten } = witnessInfo(code);
        for (const threads of rowsOf([0, 2], [turns++ % 2 ? 2 : 0])) {
            const kept = await createWitnessCalculator(code, { threads }).catch((error) => error);
            for (const inputs of INPUTS) {
                const plain = await outcome((onLog) =>
                    calculateWitness(code, inputs, { threads: 0, rewrite: false, onLog }));
                const faster = (onLog) => calculateWitness(code, inputs, { threads, onLog });
                expect(await outcome(faster), "faster").to.equal(plain);
                const again = (onLog) => kept.calculate?.(inputs, { onLog }) ?? Promise.reject(kept);
                expect(await outcome(again), "kept").to.equal(plain);
                expect(await outcome(again), "kept, again").to.equal(plain);
            }
        }
        return rewritten;
    }

    it("the original is recognised, and has the witness of its plain form", async () => {
        expect(await compare(wasm)).to.equal(true);
        expect((await outcome((onLog) => calculateWitness(wasm, INPUTS[0], { onLog }))).split("\n")).to.have.length(2);
    });

    for (const { what, change, rewritten } of HOSTILE)
        it(`${what}: ${rewritten ? "exchanged, with the same witness" : "runs as it is"}`, async () => {
            const code = change(wasm);
            expect(Buffer.compare(code, wasm), "changed").to.not.equal(0);
            expect(WebAssembly.validate(code), "valid").to.equal(what !== "code that a count of segments makes valid");
            expect(await compare(code)).to.equal(rewritten);
        });

    it("counts and lengths may be longer than the shortest", async () => {
        const code = padded(wasm);
        expect(code.length).to.be.above(wasm.length + 300);
        expect(WebAssembly.validate(code)).to.equal(true);
        expect(WebAssembly.validate(optimizeCircuit(code))).to.equal(true);
        expect(await compare(code)).to.equal(true);
    });

    it("a faster file that the engine refuses runs as it is", async () => {
        const most = fullOfSegments(wasm);
        expect(WebAssembly.validate(most)).to.equal(true);
        expect(WebAssembly.validate(rewriteCircuit(most).bytes), "one more").to.equal(false);
        expect(() => optimizeCircuit(most)).to.throw(ProverError, /^wasm: expected a file that is valid with our field functions/);
        expect(await compare(most)).to.equal(true);
    });

    it("a reader that is not ours is not asked", async () => {
        const wrong = `(func (export "${READER}") (param i32 i32 i32 i32) (unreachable))`;
        const code = calculator({ more: wrong });
        expect((await calculateWitness(code, { a: 3 })).values[32]).to.equal(7);
        expect((await calculateWitness(await WebAssembly.compile(code), { a: 3 })).values[32]).to.equal(7);
    });
});
