/** r1cs print and export, wtns export, debug and check: what they print and write, and how they end. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { expect } from "chai";
import { commands } from "../../../../bin/lib/commands.mjs";
import { flush, printTo } from "../../../../bin/lib/output.mjs";
import { circom } from "../../../../scripts/circom.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { fixtures } from "../../../../test/support/circuits.js";
import { printedBy, runCommand } from "../../../../test/support/command.js";
import { encodeR1cs } from "../../../../test/support/constraints.js";
import { itInAll } from "../../../../test/support/extent.js";

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

    it("says what a circuit logs, whatever runs it", async () => {
        const wasm = "main_js/main.wasm", key = join(fixtures, "xor_net", "circuit.zkey");
        for (const [args, code] of [
            [["wtns", wasm, "input.json", "-o", "logged.wtns"], 0], [["check", "main.r1cs", wasm, "input.json"], 0],
            [["wtns", "debug", wasm, "input.json", "logged.wtns", "main.sym", "--quiet"], 0], [["fullprove", "input.json", wasm, key], 4],
        ]) {
            const run_ = await run(...args);
            expect([run_.code, run_.err.split("\n").filter((line) => line === "a is 3").length], run_.err).to.deep.equal([code, 1]);
            expect(run_.err.includes("values: "), args.join(" ")).to.equal(false);
        }
        expect((await run("optimize", wasm, "-o", "quiet.wasm", "--quiet")).err).to.equal("");
    });

    it("debugs into witness.wtns by default, and lists as many signals as it is told", async () => {
        const { code, err } = await run("wtns", "debug", "main_js/main.wasm", "input.json");
        expect([code, err.split("\n").at(-2)]).to.deep.equal([0, "4 values: witness.wtns"]);
        expect(readFileSync(at("witness.wtns")).equals(readFileSync(at("right.wtns")))).to.equal(true);
        const few = await run("wtns", "debug", "main_js/main.wasm", "input.json", "few.wtns", "main.sym", "--max", "0");
        expect(few.err).to.include("1 signal was never set").and.not.include("main.never");
    });

    it("check takes a program by its ending, before a question mark or #, and names inputs from the files that are given", async () => {
        mkdirSync(at("alone"));
        copyFileSync(at("main_js/main.wasm"), at("alone/p.wasm#1"));
        expect((await run("check", "main.r1cs", "alone/p.wasm#1", "input.json")).out).to.match(/the constraint holds\n$/);
        copyFileSync(at("main_js/main.wasm"), at("alone/p.wasm"));
        const { err } = await run("check", "main.r1cs", "alone/p.wasm", "none.json", "main.sym");
        expect(err).to.match(/an input of the circuit is missing: a \(main\.sym\)\n$/);
        expect((await run("check", "main.r1cs", "alone/p.wasm", "none.json")).err).to.match(/is missing\n$/);
    });

    it("ends with the reason of its signal", async () => {
        const reason = new Error("enough"), signal = AbortSignal.abort(reason);
        for (const line of [
            "r1cs print main.r1cs", "r1cs export json main.r1cs no.json", "wtns export json right.wtns no.json",
            "wtns debug main_js/main.wasm input.json no.wtns", "wtns check main.r1cs right.wtns", "check main.r1cs right.wtns",
            "check main.r1cs main_js/main.wasm input.json", "wtns main_js/main.wasm input.json -o no.wtns",
            "optimize main_js/main.wasm -o no.wasm", "info main.r1cs main.sym", "info main.sym",
        ]) expect(await printedBy(folder, line, signal).catch((error) => error), line).to.equal(reason);
        expect(readdirSync(folder).filter((name) => name.startsWith("no."))).to.deep.equal([]);
    });

    it("prints no more than a reader takes", async () => {
        const constraints = Array.from({ length: 3000 }, () => [[[1, 1n]], [[2, MINUS]], [[3, 1n]]]);
        writeFileSync(at("long.r1cs"), encodeR1cs({ r: MINUS + 1n, signals: 4, publics: 1, constraints }));
        let most = 0, length = 0;
        const slow = new Writable({ write(chunk, _, done) {
            most = Math.max(most, slow.writableLength);
            length += chunk.length;
            setImmediate(done);
        } });
        printTo({ out: () => slow, error: () => process.stderr });
        try {
            await commands["r1cs print"]({ files: [at("long.r1cs")] }, new AbortController().signal);
            await flush();
        } finally {
            printTo({ out: () => process.stdout, error: () => process.stderr });
        }
        expect(length).to.be.above(2 ** 17);
        expect(most).to.be.below(2 ** 16 + 2 ** 10);
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
