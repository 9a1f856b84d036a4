/** ffturbo wtns and ffturbo optimize, and what the optimised file does in other hosts. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { WitnessCalculatorBuilder } from "circom_runtime";
import { circom } from "../../../../scripts/circom.mjs";
import { compile } from "../../../../scripts/make-fixtures.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { wtnsToJson } from "../../src/circuits/index.js";
import { optimizeCircuit } from "../../../../src/protocols/groth16/index.js";
import { fixtures } from "../../../../test/support/circuits.js";
import { R } from "../../../../test/support/calculators.js";
import { compileText, PRODUCT } from "../../../../test/support/circuit_wasm.js";
import { runCommand, SNARKJS } from "../../../../test/support/command.js";

describe("prover: commands for circuits", function () {
    this.timeout(120_000);
    let folder;
    before(() => {
        folder = temporaryFolder("optimize");
        compile("xor_net", "bn128", folder);
    });
    after(() => rmSync(folder, { recursive: true, force: true }));
    const run = (args) => runCommand(folder, args);
    const input = join(fixtures, "xor_net", "input.json"),
        expected = readFileSync(join(fixtures, "xor_net", "witness.wtns"));
    const file = (name) => readFileSync(join(folder, name));

    it("wtns writes the witness that snarkjs reads", async () => {
        expect(await run(["wtns", "xor_net.wasm", input])).to.include({ code: 0, out: "" });
        expect(Buffer.compare(file("witness.wtns"), expected)).to.equal(0);
        expect(
            (await run(["wtns", "xor_net.wasm", input, "--output", "other.wtns", "--threads", "0", "--quiet"])).err,
        ).to.equal("");
        expect(Buffer.compare(file("other.wtns"), expected)).to.equal(0);
    });

    it("optimize writes a file that gives circom_runtime the same witness", async () => {
        const { code, err } = await run(["optimize", "xor_net.wasm", "-o", "fast.wasm"]);
        expect(err).to.equal("circom 2.0.8 to 2.2.3, bn128: fast.wasm\n");
        expect(code).to.equal(0);
        expect(Buffer.compare(file("fast.wasm"), optimizeCircuit(new Uint8Array(file("xor_net.wasm"))))).to.equal(0);
        const oracle = await WitnessCalculatorBuilder(file("fast.wasm"));
        expect(
            Buffer.compare(await oracle.calculateWTNSBin(JSON.parse(readFileSync(input, "utf8")), true), expected),
        ).to.equal(0);
        expect((await run(["wtns", "fast.wasm", input, "-o", "fast.wtns"])).code).to.equal(0);
        expect(Buffer.compare(file("fast.wtns"), expected)).to.equal(0);
    });

    it("integers of an input file keep all their digits, in every command that reads one", async () => {
        writeFileSync(join(folder, "echo.circom"), `pragma circom 2.0.0;
            template Echo() { signal input a[4]; signal output o[4]; for (var i = 0; i < 4; i++) o[i] <== a[i]; }
            component main = Echo();`);
        circom(folder, "echo.circom", ["--r1cs", "--wasm"]);
        const wasm = "echo_js/echo.wasm", digits = "1000000000000000000001";
        writeFileSync(join(folder, "digits.json"), `{ "a": [${digits}, 1e18, [-9007199254740993, 2.50e1]] }`);
        const wanted = [BigInt(digits), 10n ** 18n, R - 9007199254740993n, 25n];
        for (const [name, args, command] of [["1.wtns", ["wtns", wasm, "digits.json", "-o", "1.wtns"]],
            ["2.wtns", ["wtns", "debug", wasm, "digits.json", "2.wtns"]], ["3.wtns", ["wc", wasm, "digits.json", "3.wtns"], SNARKJS]]) {
            expect(await runCommand(folder, args, { command }), args).to.include({ code: 0 });
            expect((await wtnsToJson(join(folder, name))).slice(1, 5), name).to.deep.equal(wanted);
        }
        writeFileSync(join(folder, "rounded.json"), '{ "a": [9007199254740991.4, 1, 1, 1] }');
        expect((await run(["wtns", wasm, "rounded.json"])).err).to.include(
            'input a[0]: expected an integer, or its decimal or 0x text, got "9007199254740991.4"');
    });

    it("refuses files that it does not know, outputs that are inputs, and options that are not for it", async () => {
        writeFileSync(join(folder, "goldilocks.wasm"), compileText(PRODUCT, "goldilocks"));
        const unknown = await run(["optimize", "goldilocks.wasm", "-o", "none.wasm"]);
        expect(unknown.code).to.equal(3);
        expect(unknown.err).to.match(/expected the field functions of a known compiler/);
        expect(existsSync(join(folder, "none.wasm"))).to.equal(false);
        const before = file("xor_net.wasm");
        expect((await run(["optimize", "xor_net.wasm", "-o", "xor_net.wasm"])).code).to.equal(2);
        expect(Buffer.compare(file("xor_net.wasm"), before)).to.equal(0);
        expect((await run(["optimize", "xor_net.wasm"])).code).to.equal(2);
        expect((await run(["info", "xor_net.wasm", "-o", "x"])).code).to.equal(2);
        expect((await run(["wtns", "missing.wasm", input])).code).to.equal(3);
        writeFileSync(join(folder, "bad.json"), '{"word": "x"}');
        expect((await run(["wtns", "xor_net.wasm", "bad.json"])).code).to.equal(5);
    });
});
