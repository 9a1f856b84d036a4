/** r1cs print and export, wtns export, debug and check: what they print and write, and how they end. */
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { circom } from "../../scripts/circom.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { runCommand } from "../support/command.js";
import { itInAll } from "../support/extent.js";

const SOURCE = `pragma circom 2.0.0;
template Main() {
    signal input a; signal output out; signal never;
    if (a == 77) { never <-- 1; }
    assert(a < 50);
    log("a is", a);
    out <== (a + 1) * a;
}
component main = Main();`;
const MINUS = 21888242871839275222246405745257275088548364400416034343698204186575808495616n;

describe("command: circuit tools", function () {
    this.timeout(120_000);
    let folder;
    const run = (...args) => runCommand(folder, args), at = (name) => join(folder, name);
    before(async () => {
        folder = temporaryFolder("tools");
        writeFileSync(at("main.circom"), SOURCE);
        circom(folder, "main.circom", ["--r1cs", "--sym", "--wasm", "--O0"]);
        writeFileSync(at("input.json"), '{ "a": 3 }');
        writeFileSync(at("large.json"), '{ "a": 60 }');
        await run("wtns", "main_js/main.wasm", "input.json", "-o", "right.wtns", "--quiet");
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    it("--json says what a witness and a program are; a result and the object cannot both be standard output", async () => {
        const told = async (...args) => JSON.parse((await run(...args, "--json")).out);
        const wasm = "main_js/main.wasm";
        expect(await told("wtns", wasm, "input.json", "-o", "j.wtns")).to.deep.equal({ file: "j.wtns", values: 4 });
        expect(await told("wtns", "debug", wasm, "input.json", "j.wtns", "main.sym")).to.deep.include({ file: "j.wtns", values: 4 })
            .and.have.property("unset");
        expect(await told("optimize", wasm, "-o", "fast.wasm")).to.include({ file: "fast.wasm", prime: "bn128" }).and.have.property("generator");
        for (const args of [["wtns", wasm, "input.json", "-o", "-"], ["wtns", "debug", wasm, "input.json", "-"], ["optimize", wasm, "-o", "-"]]) {
            const { code, out, err } = await run(...args, "--json");
            expect({ code, out }, args.join(" ")).to.deep.equal({ code: 2, out: "" });
            expect(err).to.include("expected a file of its own for each result");
        }
    });

    it("an input that is missing or unknown: which there are, from the files beside the program", async () => {
        const wasm = join("main_js", "main.wasm"), sym = join("main.sym");
        writeFileSync(at("none.json"), "{}");
        writeFileSync(at("other.json"), '{ "aa": 1 }');
        const missing = `an input of the circuit is missing: a (${sym})`;
        const unknown = `got one that it does not have; did you mean a? inputs are a (${sym})`;
        for (const args of [
            (input) => ["wtns", wasm, input, "-o", "no.wtns"], (input) => ["wtns", "debug", wasm, input, "no.wtns", "main.sym"],
            (input) => ["check", "main.r1cs", wasm, input, "main.sym"],
        ])
            for (const [input, text] of [["none.json", missing], ["other.json", unknown]]) {
                const { code, err } = await run(...args(input));
                expect(code, err).to.equal(5);
                expect(err.trim()).to.satisfy((said) => said.endsWith(text), err);
            }
        expect(existsSync(at("no.wtns"))).to.equal(false);
        copyFileSync(at("main.sym"), at("only.sym"));
        copyFileSync(at(wasm), at("only.wasm"));
        expect((await run("wtns", "only.wasm", "other.json")).err)
            .to.include("signals of the main component, inputs among them, are out, a, never (only.sym)");
        writeFileSync(at("only.sym"), "damaged");
        expect((await run("wtns", "only.wasm", "other.json")).err).to.match(/got one that it does not have\n$/);
    });

    it("prints constraints", async () => {
        const line = (out, a) => `[ ${MINUS}1 +${MINUS}${a} ] * [ ${a} ] - [ ${MINUS}${out} ] = 0\n`;
        expect(await run("r1cs", "print", "main.r1cs", "main.sym"))
            .to.deep.include({ code: 0, out: line("main.out", "main.a"), err: "" });
        expect((await run("r1cs", "print", "main.r1cs")).out).to.equal(line("wire[1]", "wire[2]"));
    });

    it("says where it exported to, unless it is to be quiet", async () => {
        for (const [args, err] of [[[], "told.json\n"], [["--quiet"], ""]])
            expect(await run("r1cs", "export", "json", "main.r1cs", "told.json", ...args)).to.deep.include({ code: 0, err });
    });

    itInAll("exports to a named file, to one named after the input, and to standard output", async () => {
        expect(await run("r1cs", "export", "json", "main.r1cs")).to.deep.include({ code: 0, out: "", err: "main.json\n" });
        const text = readFileSync(at("main.json"), "utf8"), { nConstraints, constraints } = JSON.parse(text);
        expect([nConstraints, constraints.length]).to.deep.equal([1, 1]);
        expect(await run("r1cs", "export", "json", "main.r1cs", "-")).to.deep.include({ code: 0, out: text, err: "" });
        expect(await run("wtns", "export", "json", "right.wtns", "values.json", "--quiet"))
            .to.deep.include({ code: 0, out: "", err: "" });
        expect(JSON.parse(readFileSync(at("values.json"), "utf8"))).to.deep.equal(["1", "12", "3", "0"]);
    });

    it("debugs a witness: the file, lines of log(), and signals that were never set", async () => {
        const { code, err } = await run("wtns", "debug", "main_js/main.wasm", "input.json", "debugged.wtns", "main.sym");
        expect([code, err]).to.deep.equal([
            0, "a is 3\n1 signal was never set, and is 0:\n  main.never\n4 values: debugged.wtns\n",
        ]);
        expect(Buffer.compare(readFileSync(at("debugged.wtns")), readFileSync(at("right.wtns")))).to.equal(0);
    });

    it("says what the component had when an assertion failed, and writes nothing", async () => {
        for (const args of [
            ["wtns", "debug", "main_js/main.wasm", "large.json", "none.wtns", "main.sym"],
            ["check", "main.r1cs", "main_js/main.wasm", "large.json", "main.sym"],
        ]) {
            const { code, err } = await run(...args);
            expect(code).to.equal(5);
            expect(err).to.match(/template Main_\d+ line: 5\n {2}in main: out not set, a = 60, never not set\n$/);
        }
        expect(existsSync(at("none.wtns"))).to.equal(false);
    });

    itInAll("wtns check is check", async () => {
        for (const args of [["main.r1cs", "right.wtns"], ["main.r1cs", "right.wtns", "main.sym", "--json"]])
            expect(await run("wtns", "check", ...args)).to.deep.equal(await run("check", ...args));
        const { out } = await run("check", "main.r1cs", "main_js/main.wasm", "input.json", "main.sym");
        expect(out).to.equal("1 signal was never set, and is 0:\n  main.never\nthe constraint holds\n");
    });

    it("names of several words: help, and what is not right", async () => {
        const help = await run("help", "r1cs", "export", "json");
        expect(help).to.deep.include({ code: 0, out: (await run("r1cs", "export", "json", "--help")).out });
        expect(help.out).to.match(/^Usage: ffturbo r1cs export json circuit\.r1cs \[circuit\.json\]\n/);
        for (const [args, words] of [
            [["r1cs"], 'expected a command, got "r1cs"; did you mean r1cs print?'],
            [["r1cs", "print"], "r1cs print: expected 1 to 2 file names, got 0"],
            [["wtns", "debug", "a", "b", "--max", "x"], '--max: expected a number from 0 to 10000, got "x"'],
            [["wtns", "export", "json", "a", "--under"], 'wtns export json: expected options among --quiet --help --version, got "--under"'],
            [["wtns", "export", "main_js/main.wasm", "x"], "wtns: expected 2 file names, got 3"],
            [["help", "prove", "verify"], "help: expected 0 to 1 file names, got 2"],
            [["help", "nothing"], "expected a command among"],
            [["wtns", "export", "json", "right.wtns", "right.wtns"], "expected a file of its own for each result"],
        ]) {
            const { code, err } = await run(...args);
            expect(err, args).to.include(words);
            expect(code, args).to.equal(2);
        }
    });
});
