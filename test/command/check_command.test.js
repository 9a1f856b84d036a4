/** ffturbo check: reports for people and programs, exit codes, which files it takes. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { circom } from "../../scripts/circom.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { runCommand } from "../support/command.js";

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
