/** The ffturbo command as a shell meets it: files, standard output, exit codes, and silence where nobody looks. */
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { compile } from "../../scripts/make-fixtures.mjs";
import { verify } from "../../src/prover/index.js";
import { fixtures } from "../support/circuits.js";
import { root } from "../support/scratch.js";

const at = (file, circuit = "xor_net") => join(fixtures, circuit, file);
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

describe("prover: the command", function () {
    this.timeout(120_000);
    let folder;
    beforeEach(() => { folder = mkdtempSync(join(tmpdir(), "ffturbo-command-")); });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    const run = (args, onStart = () => {}) => new Promise((resolve) => {
        const child = spawn(process.execPath, [join(root, "bin", "ffturbo.mjs"), ...args], { cwd: folder, env: { ...process.env, FFTURBO_THREADS: "2" } });
        let out = "", err = "";
        child.stdout.on("data", (chunk) => (out += chunk));
        child.stderr.on("data", (chunk) => (err += chunk));
        child.on("close", (code, signal) => resolve({ code, signal, out, err }));
        onStart(child);
    });
    const expectFiles = async (proofFile, publicFile, circuit = "xor_net") => {
        const publicSignals = readJson(join(folder, publicFile));
        expect(publicSignals).to.deep.equal(readJson(at("public.json", circuit)));
        expect(await verify(readJson(at("vkey.json", circuit)), publicSignals, readJson(join(folder, proofFile)))).to.equal(true);
    };

    it("prove writes proof.json and public.json, says so, and draws no bars into a pipe", async () => {
        const { code, out, err } = await run(["prove", at("circuit.zkey"), at("witness.wtns"), "--check"]);
        expect({ code, out }).to.deep.equal({ code: 0, out: "" });
        expect(err).to.match(/^proved in [\d.]+ s, verified: proof\.json, public\.json\n$/);
        await expectFiles("proof.json", "public.json");
        expect(readdirSync(folder).sort()).to.deep.equal(["proof.json", "public.json"]);
    });

    it("ends quietly when nobody reads on", async () => {
        expect(await run(["info", at("circuit.zkey")], (child) => child.stdout.destroy())).to.include({ code: 0, err: "" });
        expect(await run(["--help"], (child) => child.stdout.destroy())).to.include({ code: 0, err: "" });
    });

    it("prove writes where it is told, and overwrites", async () => {
        for (let round = 0; round < 2; round++) expect((await run(["prove", at("circuit.zkey"), at("witness.wtns"), "a.json", "b.json", "--threads", "0", "--quiet", "--memory", "64m"]))).to.deep.equal({ code: 0, signal: null, out: "", err: "" });
        await expectFiles("a.json", "b.json");
    });

    it("--json gives one object on standard output, and files only when named", async () => {
        const { code, out, err } = await run(["prove", at("circuit.zkey", "mimc_bls"), at("witness.wtns", "mimc_bls"), "--json", "--timings", "--paranoid"]);
        expect({ code, err }).to.deep.equal({ code: 0, err: "" });
        const { proof, publicSignals, timings } = JSON.parse(out);
        expect(await verify(readJson(at("vkey.json", "mimc_bls")), publicSignals, proof)).to.equal(true);
        expect(timings.map(({ phase }) => phase)).to.include.members(["witness", "points", "H"]);
        expect(readdirSync(folder)).to.deep.equal([]);
    });

    it("verify says yes with 0, no with 1", async () => {
        const files = [at("vkey.json"), at("public.json"), at("proof.json")];
        expect(await run(["verify", ...files])).to.deep.equal({ code: 0, signal: null, out: "the proof verifies\n", err: "" });
        writeFileSync(join(folder, "other.json"), JSON.stringify(["1"]));
        expect(await run(["verify", files[0], "other.json", files[2]])).to.deep.equal({ code: 1, signal: null, out: "the proof does NOT verify\n", err: "" });
        expect(JSON.parse((await run(["verify", "--json", files[0], "other.json", files[2]])).out)).to.deep.equal({ ok: false });
    });

    it("fullprove goes from inputs to a proof, and says what the circuit refuses", async () => {
        compile("xor_net", "bn128", folder);
        for (const name of readdirSync(folder).filter((file) => file !== "xor_net.wasm")) rmSync(join(folder, name), { recursive: true });
        expect((await run(["fullprove", at("input.json"), "xor_net.wasm", at("circuit.zkey")])).code).to.equal(0);
        await expectFiles("proof.json", "public.json");
        writeFileSync(join(folder, "bad.json"), JSON.stringify({ nothing: 1 }));
        const { code, err } = await run(["fullprove", "bad.json", "xor_net.wasm", at("circuit.zkey"), "p.json"]);
        expect(code).to.equal(5);
        expect(err).to.match(/^ffturbo: input nothing: expected the name of an input of the circuit/);
        expect(existsSync(join(folder, "p.json"))).to.equal(false);
    });

    it("info says what a key holds", async () => {
        const { code, out } = await run(["info", at("circuit.zkey", "mimc_example")]);
        expect(code).to.equal(0);
        for (const line of [/^curve +bn128$/m, /^constraints +2688$/m, /^signals +2801$/m, /^domain +2\^12$/m, /^expected memory +[\d.]+ MiB with 2 threads$/m]) expect(out).to.match(line);
        expect(JSON.parse((await run(["info", "--json", at("circuit.zkey", "mimc_example")])).out)).to.include({ constraints: 2688, domainSize: 4096 });
    });

    it("wrong use is 2, with the usage; --help is 0", async () => {
        expect((await run(["--help"])).out).to.match(/^Usage:/);
        for (const args of [["prov"], ["prove", "a"], ["prove", "a", "b", "--thread", "2"], ["prove", "a", "b", "--threads", "-1"], ["prove", "a", "b", "--threads", "x"], ["prove", "a", "b", "--memory", "much"], ["verify", "a"], ["info"]]) {
            const { code, out, err } = await run(args);
            expect({ code, out }, args.join(" ")).to.deep.equal({ code: 2, out: "" });
            expect(err).to.match(/^ffturbo: .+\n\nUsage:/);
        }
    });

    it("bad files are 3, files that do not fit 4, a proof that fails its check 1; and no proof is written", async () => {
        copyFileSync(at("circuit.zkey"), join(folder, "short.zkey"));
        truncateSync(join(folder, "short.zkey"), 100_000);
        const witness = new Uint8Array(readFileSync(at("witness.wtns")));
        witness[witness.length - 32] ^= 1;
        writeFileSync(join(folder, "wrong.wtns"), witness);
        const cases = [
            [["missing.zkey", at("witness.wtns")], 3, /missing\.zkey: expected a file that can be read/],
            [["short.zkey", at("witness.wtns")], 3, /short\.zkey: .* truncated or damaged/],
            [[at("witness.wtns"), at("witness.wtns")], 3, /expected a zkey file, got .* \(that is a witness\)/],
            [[at("plonk.zkey", "mimc_tiny"), at("witness.wtns")], 3, /a plonk key/],
            [[at("circuit.zkey"), at("witness.wtns", "mimc_tiny")], 4, /the witness of another circuit/],
            [[at("circuit.zkey"), at("witness.wtns", "mimc_bls")], 4, /compile the circuit for bn128/],
            [[at("circuit.zkey"), "wrong.wtns", "--check"], 1, /does not satisfy the circuit/],
        ];
        for (const [args, expected, message] of cases) {
            const { code, out, err } = await run(["prove", ...args]);
            expect({ code, out }, err).to.deep.equal({ code: expected, out: "" });
            expect(err).to.match(message);
            expect(err.trim().split("\n").length, err).to.equal(1);
        }
        expect(readdirSync(folder).sort()).to.deep.equal(["short.zkey", "wrong.wtns"]);
        expect((await run(["prove", at("circuit.zkey"), at("witness.wtns"), "no/such/folder.json"])).code).to.equal(3);
        expect((await run(["verify", at("vkey.json"), at("circuit.zkey"), at("proof.json")])).code).to.equal(3);
    });

    it("a signal stops it with 130, and leaves no file", async function () {
        if (process.platform === "win32") {
            this.test.title += ": there are no signals here";
            return;
        }
        let child;
        const silent = createServer(() => child.kill("SIGINT")); // asked for the key, it never answers
        await new Promise((resolve) => { silent.listen(0, "127.0.0.1", resolve); });
        try {
            const { code, err } = await run(["prove", `http://127.0.0.1:${silent.address().port}/key`, at("witness.wtns")], (started) => { child = started; });
            expect({ code, err }).to.deep.equal({ code: 130, err: "ffturbo: stopped by a signal\n" });
            expect(readdirSync(folder)).to.deep.equal([]);
        } finally {
            silent.closeAllConnections();
            silent.close();
        }
    });
});
