/** ffturbo-snarkjs: the caller's snarkjs with faster programs, and nothing else changed in it. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { compile } from "../../../../scripts/make-fixtures.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { optimizeCircuit, verify } from "../../../../src/protocols/groth16/index.js";
import { withFfturbo } from "../../src/index.js";
import { compileText, PRODUCT } from "../../../../test/support/circuit_wasm.js";
import { itInAll } from "../../../../test/support/extent.js";
import { fullOfSegments } from "../../../../test/support/hostile_circuits.js";
import { fixture } from "../../../../test/support/circuits.js";

const json = (path) => JSON.parse(readFileSync(path, "utf8"));

/** A snarkjs that says what it was given. */
function spy() {
    const calls = [], note = (name) => async (...args) => { calls.push([name, ...args]); return name; };
    return {
        calls,
        snarkjs: {
            wtns: Object.freeze({ calculate: note("calculate"), debug: note("debug") }),
            groth16: { fullProve: note("groth16"), prove: note("prove") },
            plonk: { fullProve: note("plonk") },
            fflonk: { fullProve: note("fflonk") },
            version: "1",
        },
    };
}

describe("prover: ffturbo-snarkjs", function () {
    this.timeout(120_000);
    let folder, code, path, fast;
    before(() => {
        folder = temporaryFolder("snarkjs");
        code = compileText(PRODUCT, "bn128");
        path = join(folder, "circuit.wasm");
        writeFileSync(path, code);
        fast = optimizeCircuit(code);
    });
    after(async () => {
        rmSync(folder, { recursive: true });
        await globalThis.curve_bn128?.terminate(); // of snarkjs
    });

    it("hands on the faster file, of whatever kind it was, and all other arguments", async () => {
        const { snarkjs: theirs, calls } = spy(), ours = withFfturbo(theirs), options = { any: 1 };
        const bytes = Uint8Array.from(code), record = { type: "mem", data: bytes };
        for (const given of [path, bytes, record, { type: "file", fileName: path }]) {
            expect(await ours.wtns.calculate({ a: 1 }, given, "out.wtns", options)).to.equal("calculate");
            const [, inputs, file, out, last] = calls.pop();
            expect([inputs, out]).to.deep.equal([{ a: 1 }, "out.wtns"]);
            expect(last).to.equal(options);
            expect(file.type).to.equal("mem");
            expect(Buffer.compare(file.data, fast)).to.equal(0);
        }
        expect(Buffer.compare(bytes, code)).to.equal(0);
        for (const protocol of ["groth16", "plonk", "fflonk"]) {
            expect(await ours[protocol].fullProve({}, path, "key")).to.equal(protocol);
            expect(calls.pop()[2].data).to.have.length(fast.length);
        }
    });

    it("leaves everything else to snarkjs: other files, other methods, what cannot be read", async () => {
        const { snarkjs: theirs, calls } = spy(), ours = withFfturbo(theirs);
        const others = [
            compileText(PRODUCT, "goldilocks"), Uint8Array.of(1, 2, 3), join(folder, "none.wasm"), undefined, 7,
            { type: "bigMem" }, { type: "mem", data: "text" },
        ];
        for (const given of others) {
            await ours.wtns.calculate({}, given);
            expect(calls.pop()[2]).to.equal(given);
        }
        expect(ours.wtns.debug).to.equal(theirs.wtns.debug);
        expect(ours.groth16.prove).to.equal(theirs.groth16.prove);
        expect(ours.version).to.equal("1");
        expect(Object.keys(ours)).to.deep.equal(Object.keys(theirs));
        expect(theirs.groth16.fullProve).to.not.equal(ours.groth16.fullProve);
    });

    it("refuses what is not snarkjs", () => {
        for (const other of [undefined, null, {}, { wtns: {} }, { wtns: { calculate() {} }, groth16: {} }, "snarkjs"])
            expect(() => withFfturbo(other)).to.throw(TypeError, /^withFfturbo: expected the module snarkjs, got /);
    });

    itInAll("gives witnesses and errors of snarkjs", async () => {
        const outcome = async ({ wtns }, inputs, file) => {
            const out = { type: "mem" };
            try {
                await wtns.calculate(inputs, file, out);
                return Buffer.from(out.data).toString("hex");
            } catch (error) {
                return error.message;
            }
        };
        const ours = withFfturbo(snarkjs);
        for (const inputs of [{ a: 3, b: -5 }, { a: 3 }, { a: 3, b: [1, 2] }, { a: 1, b: 2, c: 3 }, { a: "x", b: 1 }])
            expect(await outcome(ours, inputs, path)).to.equal(await outcome(snarkjs, inputs, path));
        expect(await outcome(ours, {}, join(folder, "none"))).to.equal(await outcome(snarkjs, {}, join(folder, "none")));
        const product = await outcome(ours, { a: 3, b: 5 }, path);
        expect(Buffer.from(product, "hex").includes(Buffer.of(15, 0, 0, 0, 0, 0, 0, 0))).to.equal(true);
    });

    itInAll("runs the original where the engine refuses the faster file, and nothing twice otherwise", async () => {
        const table = Array.from({ length: 60 }, (_, i) => `${3n ** BigInt(100 + i)}`).join(", ");
        const most = fullOfSegments(compileText(`pragma circom 2.0.0; template T() { signal input a; signal output c;
            var t[60] = [${table}]; var s = 0; for (var i = 0; i < 60; i++) s += t[i] * (i + a); c <-- s; }
            component main = T();`, "bn128"));
        const outputs = [];
        for (const { wtns } of [snarkjs, withFfturbo(snarkjs)]) {
            const out = { type: "mem" };
            await wtns.calculate({ a: 3 }, most, out);
            outputs.push(Buffer.from(out.data).toString("hex"));
        }
        expect(outputs[0]).to.equal(outputs[1]);
        const { snarkjs: theirs } = spy(), given = [];
        theirs.groth16.fullProve = async (_, wasm) => {
            given.push(wasm);
            throw new Error("refused");
        };
        const { groth16 } = withFfturbo(theirs), error = async (file) =>
            (await groth16.fullProve({}, file).catch((reason) => reason)).message;
        expect([await error(code), await error(most)]).to.deep.equal(["refused", "refused"]);
        expect(given.map((wasm) => wasm === most)).to.deep.equal([false, false, true]);
    });

    it("proves with snarkjs", async () => {
        compile("xor_net", "bn128", folder);
        const { groth16 } = withFfturbo(snarkjs), at = (file) => fixture("xor_net", file);
        const made = await groth16.fullProve(
            json(at("input.json")), join(folder, "xor_net.wasm"), at("circuit.zkey"), undefined, undefined,
            { singleThread: true },
        );
        expect(await verify(json(at("vkey.json")), made.publicSignals, made.proof)).to.equal(true);
        expect(made.publicSignals).to.deep.equal(json(at("public.json")));
    });
});
