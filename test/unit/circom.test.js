/** The compiler that keeps what it has made: the same files as anew, and others for other sources and flags. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { circom } from "../../scripts/circom.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { itInAll } from "../support/extent.js";

const MAIN = `pragma circom 2.0.0;
include "part.circom";
template Main() { signal input a; signal output b; component p = Part(); p.a <== a; b <== p.b; }
component main = Main();`;
const part = (factor) => `pragma circom 2.0.0;
template Part() { signal input a; signal output b; b <== a * a * ${factor} + 1; }`;

describe("circom, kept", function () {
    this.timeout(120_000);
    const folders = [];
    after(() => { for (const folder of folders) rmSync(folder, { recursive: true, force: true }); });
    /** @param {string} included @param {string[]} flags @param {object} [options] */
    const made = (included, flags, options) => {
        const folder = temporaryFolder("circom-test");
        folders.push(folder);
        writeFileSync(join(folder, "main.circom"), MAIN);
        writeFileSync(join(folder, "part.circom"), included);
        circom(folder, "main.circom", flags, options);
        return (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), "latin1") : undefined);
    };

    itInAll("gives the same files again, and others when an included file or a flag is another", () => {
        const anew = made(part(3), ["--r1cs", "--wasm"], { keep: false });
        for (let i = 0; i < 2; i++) { // made now or before, then kept in any case
            const file = made(part(3), ["--r1cs", "--wasm"]);
            for (const name of ["main.r1cs", "main_js/main.wasm"]) expect(file(name), name).to.equal(anew(name));
            expect([file("main.circom"), file("part.circom")]).to.deep.equal([MAIN, part(3)]);
        }
        expect(made(part(5), ["--r1cs", "--wasm"])("main.r1cs")).to.be.a("string").and.not.equal(anew("main.r1cs"));
        expect(made(part(3), ["--r1cs"])("main_js/main.wasm")).to.equal(undefined);
        const other = made(part(3), ["--r1cs", "--wasm", "--prime", "goldilocks"]);
        expect(other("main.r1cs")).to.be.a("string").and.not.equal(anew("main.r1cs"));
    });

    itInAll("keeps nothing of a circuit that the compiler refuses", () => {
        for (let i = 0; i < 2; i++) expect(() => made("signal", ["--r1cs"])).to.throw("Command failed");
    });
});
