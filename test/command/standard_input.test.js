/** `-` as an input: standard input for one file, whatever the command. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { compile } from "../../scripts/make-fixtures.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { verify } from "../../src/protocols/index.js";
import { fixtures } from "../support/circuits.js";
import { runCommand } from "../support/command.js";

const at = (file) => join(fixtures, "xor_net", file);
const json = (file) => JSON.parse(readFileSync(at(file), "utf8"));

describe("prover: standard input", function () {
    this.timeout(120_000);
    let folder;
    beforeEach(() => { folder = temporaryFolder("standard-input"); });

    /** @param {string} input - name of a file @param {string[]} args */
    const fed = (input, args) => runCommand(folder, args, {
        stdio: ["pipe", "pipe", "pipe"], onStart: ({ stdin }) => stdin.on("error", () => {}).end(readFileSync(input)),
    });
    const holds = (text) => verify(json("vkey.json"), json("public.json"), JSON.parse(text));

    it("is the key or the witness of a proof, which is all that is written to standard output", async () => {
        for (const [input, args] of [
            ["witness.wtns", [at("circuit.zkey"), "-"]], ["circuit.zkey", ["-", at("witness.wtns")]],
        ]) {
            const { code, out, err } = await fed(at(input), ["prove", ...args, "-"]);
            expect(code, err).to.equal(0);
            expect(await holds(out)).to.equal(true);
            expect(readdirSync(folder)).to.deep.equal([]);
        }
        const { code } = await runCommand(folder, ["prove", at("circuit.zkey"), at("witness.wtns"), "-", "public.json"]);
        expect(code).to.equal(0);
        expect(readdirSync(folder)).to.deep.equal(["public.json"]);
    });

    it("is the proof or the signals that are verified, or the key", async () => {
        for (const [input, args] of [
            ["proof.json", [at("vkey.json"), at("public.json"), "-"]], ["public.json", [at("vkey.json"), "-", at("proof.json")]],
            ["vkey.json", ["-", at("public.json"), at("proof.json")]],
        ])
            expect(await fed(at(input), ["verify", ...args]), input).to.include({ code: 0, out: "the proof verifies\n" });
    });

    it("is the program or the inputs of a witness, and what is proved from them", async () => {
        const circuit = temporaryFolder("standard-input-circuit"), wasm = join(circuit, "xor_net.wasm");
        compile("xor_net", "bn128", circuit);
        for (const [input, args] of [[wasm, ["-", at("input.json")]], [at("input.json"), [wasm, "-"]]]) {
            expect((await fed(input, ["wtns", ...args])).code).to.equal(0);
            expect(readFileSync(join(folder, "witness.wtns")).equals(readFileSync(at("witness.wtns")))).to.equal(true);
        }
        const { code, out } = await fed(at("input.json"), ["fullprove", "-", wasm, at("circuit.zkey"), "-"]);
        expect(code).to.equal(0);
        expect(await holds(out)).to.equal(true);
    });

    it("is refused twice, and is no file of that name", async () => {
        const twice = await fed(at("proof.json"), ["verify", at("vkey.json"), "-", "-"]);
        expect(twice.code).to.equal(2);
        expect(twice.err).to.include("ffturbo: -: expected standard input for one file, got it for two");
        writeFileSync(join(folder, "-"), readFileSync(at("proof.json")));
        const empty = await runCommand(folder, ["verify", at("vkey.json"), at("public.json"), "-"], {
            stdio: ["ignore", "pipe", "pipe"],
        });
        expect(empty.code).to.equal(3);
        expect(empty.err).to.include("ffturbo: -: expected JSON, got ");
        expect(existsSync(join(folder, "-"))).to.equal(true);
    });
});
