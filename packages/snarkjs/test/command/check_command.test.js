/** ffturbo check: reports for people and programs, exit codes, which files it takes. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { circom } from "../../../../scripts/circom.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { check, describeCheck } from "../../src/circuits/index.js";
import { describeGates } from "../../src/circuits/text.js";
import { wtns as snarkjsWtns } from "../../src/index.js";
import { runCommand } from "../../../../test/support/command.js";

const SOURCE = `pragma circom 2.0.0;
template Square() { signal input in; signal output out; out <== in * in; }
template Main() {
    signal input a, spare; signal output out;
    component square = Square();
    square.in <== a + 1;
    out <== square.out * a;
}
component main = Main();`;
/** A witness is values of 32 bytes behind two sections' heads and a header. */
const VALUES = 12 + 12 + 40 + 12;

describe("command: check", function () {
    this.timeout(120_000);
    let folder;
    const run = (...args) => runCommand(folder, ["check", ...args]);
    before(async () => {
        folder = temporaryFolder("check");
        writeFileSync(join(folder, "main.circom"), SOURCE);
        circom(folder, "main.circom", ["--r1cs", "--sym", "--wasm", "--O0"]);
        writeFileSync(join(folder, "input.json"), '{ "a": 3, "spare": 1 }');
        await runCommand(folder, ["wtns", "main_js/main.wasm", "input.json", "-o", "right.wtns"]);
        const wrong = readFileSync(join(folder, "right.wtns"));
        wrong[VALUES + 32] = 47; // main.out, which is 48
        writeFileSync(join(folder, "wrong.wtns"), wrong);
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    it("says that all constraints hold, of a witness and of a program with inputs", async () => {
        const out = "all 3 constraints hold\n", program = ["main_js/main.wasm", "input.json"];
        for (const args of [["right.wtns"], ["right.wtns", "main.sym"], program, [...program, "main.sym"]])
            expect(await run("main.r1cs", ...args), args).to.deep.include({ code: 0, out, err: "" });
    });

    it("says that custom gates were not checked, in words, as JSON, to a logger and in the report", async () => {
        const gates = join(folder, "gates");
        mkdirSync(gates);
        writeFileSync(join(gates, "main.circom"), `pragma circom 2.0.6;
pragma custom_templates;
template custom Cube(n) { signal input x; signal output y; y <-- x * x * x * n; }
template custom Line() { signal input x; signal output y; y <-- x; }
template Main() {
    signal input a; signal output c;
    component g = Cube(1), h = Cube(2), l = Line();
    g.x <== a; h.x <== g.y; l.x <== h.y; c <== l.y * a;
}
component main = Main();`);
        circom(gates, "main.circom", ["--r1cs", "--wasm", "--O1"]);
        writeFileSync(join(gates, "input.json"), '{ "a": 3 }');
        const inGates = (...args) => runCommand(gates, args);
        await inGates("wtns", "main_js/main.wasm", "input.json", "-o", "right.wtns");
        const line = "3 uses of custom gates (Cube, Line) were not checked: only constraints are";
        for (const command of [["check"], ["wtns", "check"]])
            expect(await inGates(...command, "main.r1cs", "right.wtns")).to.deep.include(
                { code: 0, out: `${line}\nall 3 constraints hold\n` });
        const customGates = { uses: 3, templates: ["Cube", "Line"] };
        expect(JSON.parse((await inGates("check", "main.r1cs", "right.wtns", "--json")).out)).to.deep.include({ customGates });
        const r1cs = join(gates, "main.r1cs"), wrong = new Uint8Array(readFileSync(join(gates, "right.wtns")));
        wrong[VALUES + 32] ^= 1;
        for (const [wtns, holds] of [[join(gates, "right.wtns"), true], [wrong, false]]) {
            const heard = [], logger = { info: () => {}, warn: (text) => { heard.push(text); } };
            expect(await snarkjsWtns.check(r1cs, wtns, logger)).to.equal(holds);
            expect(heard.join("\n")).to.include(line);
            const report = await check(r1cs, wtns, { max: 1 });
            expect(report.customGates).to.deep.equal({ uses: 3, templates: ["Cube"] });
            expect(describeCheck(report)).to.match(/^3 uses of custom gates \(Cube\) were not checked/m);
        }
        expect(await check(join(folder, "main.r1cs"), join(folder, "right.wtns"))).not.to.have.property("customGates");
        expect(describeGates({ uses: 1, templates: ["a\x1b[2J", "b".repeat(100)] })).to.deep.equal(
            [`1 use of custom gates (a??2J, ${"b".repeat(80)}) was not checked: only constraints are`]);
    });

    it("says which fail, with names, and ends with code 5", async () => {
        const { code, out, err } = await run("main.r1cs", "wrong.wtns", "main.sym");
        expect([code, err]).to.deep.equal([5, ""]);
        expect(out).to.equal(`constraint 1: main.square.out * main.a = main.out
  left    48
  right   47
  main.square.out = 16
  main.a          = 3
  main.out        = 47
  in main.square, main

1 of 3 constraints does not hold
`);
        const without = await run("main.r1cs", "wrong.wtns", "--max", "0", "--threads", "0");
        expect(without.code).to.equal(5);
        expect(without.out).to.equal("1 of 3 constraints does not hold; the first 0 are above\n");
    });

    it("prints the report for programs", async () => {
        const { code, out } = await run("main.r1cs", "wrong.wtns", "main.sym", "--json", "--under");
        const { holds, failing, first, under } = JSON.parse(out);
        expect([code, holds, failing, first[0].left, first[0].right]).to.deep.equal([5, false, 1, "48", "47"]);
        expect(under.unused).to.deep.equal({ count: 1, first: ["main.spare"] });
    });

    it("words signals without constraints as a hint", async () => {
        const { code, out } = await run("main.r1cs", "right.wtns", "main.sym", "--under");
        expect(code).to.equal(0);
        expect(out).to.equal(`hint: 1 signal is in no constraint; a constraint may be missing, or none may be needed
  main.spare
all 3 constraints hold
`);
    });

    it("refuses what it cannot use, with the code of the reason", async () => {
        for (const [args, code, words] of [
            [["main.r1cs"], 2, "expected 2 to 4 file names, got 1"],
            [["main.r1cs", "main_js/main.wasm"], 2, "expected a program with its inputs, 3 or 4 file names, got 2"],
            [["main.r1cs", "right.wtns", "main.sym", "input.json"], 2, "expected a witness, 2 or 3 file names, got 4"],
            [["main.r1cs", "right.wtns", "--max", "x"], 2, '--max: expected a number from 0 to 10000, got "x"'],
            [["main.r1cs", "right.wtns", "--max", "10001"], 2, "--max: expected a number from 0 to 10000"],
            [["main.r1cs", "main.sym"], 3, "expected a wtns file"],
            [["main.r1cs", "missing.wtns"], 3, "missing.wtns: expected a file that can be read"],
            [["main.r1cs", "wrong.wtns", "main.r1cs"], 3, "label,wire,component,name"],
        ]) {
            const { code: got, err } = await run(...args);
            expect(err, args).to.include(words);
            expect(got, args).to.equal(code);
        }
    });
});
