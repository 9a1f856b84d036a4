/** `ffturbo verify --many`: lines, folders and standard input, every proof judged by its place. */
import { execFileSync, spawn } from "node:child_process";
import fs, { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect } from "chai";
import { commands } from "../../bin/lib/commands.mjs";
import { verifyMany } from "../../bin/lib/verify_many.mjs";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { prove } from "../../src/protocols/index.js";
import { fixture, fixtures } from "../support/circuits.js";
import { runCommand } from "../support/command.js";
import { itInAll } from "../support/extent.js";

const at = (circuit, file) => join(fixtures, circuit, file);
const json = (circuit, file) => JSON.parse(readFileSync(at(circuit, file), "utf8"));

describe("prover: verify --many", function () {
    this.timeout(120_000);
    const folder = temporaryFolder("verify-many"), vkey = at("xor_net", "vkey.json");
    const good = { publicSignals: json("xor_net", "public.json"), proof: json("xor_net", "proof.json") };
    const wrong = { ...good, publicSignals: ["7", ...good.publicSignals.slice(1)] };
    const odd = { publicSignals: good.publicSignals };
    const lines = (name, items) => {
        writeFileSync(join(folder, name), items.map((item) => typeof item === "string" ? item : JSON.stringify(item)).join("\n"));
        return name;
    };
    const many = (name, ...more) => runCommand(folder, ["verify", vkey, "--many", name, ...more]);

    it("says of a file that all proofs verify, with 0", async () => {
        const { proof, publicSignals } = await prove(fixture("xor_net", "circuit.zkey"), fixture("xor_net", "witness.wtns"));
        const { code, out, err } = await many(lines("good.ndjson", [good, "", { proof, publicSignals }, good, "  ", ""]));
        expect({ code, out, err }).to.deep.equal({ code: 0, out: "all 3 proofs verify\n", err: "" });
        expect(await many("good.ndjson", "--json")).to.include({ code: 0, err: "" });
    });

    it("names those that do not by their lines, with 1, whatever else is in them", async () => {
        const name = lines("mixed.ndjson", [good, "", wrong, good, odd, "null", "7"]);
        const { code, out } = await many(name);
        expect(code).to.equal(1);
        const said = out.trimEnd().split("\n");
        expect(said.map((line) => /line \d/.exec(line)?.[0])).to.deep.equal(["line 3", "line 5", "line 6", "line 7", undefined]);
        for (const line of said.slice(0, 4)) expect(line).to.include(`${name}: line `).and.include(": the proof does NOT verify: ");
        expect(said[4]).to.equal("4 of 6 proofs do NOT verify");
        const inJson = await many(name, "--json");
        expect(inJson.code).to.equal(1);
        const verdicts = inJson.out.trimEnd().split("\n").map((line) => JSON.parse(line));
        expect(verdicts.map(({ ok }) => ok)).to.deep.equal([true, false, true, false, false, false]);
        expect(verdicts[0]).to.deep.equal({ place: `${name}: line 1`, ok: true });
        expect(verdicts[1]).to.include({ place: `${name}: line 3`, reason: "EQUATION" }).and.have.property("message");
    });

    it("speaks of one proof, and of one among others, as of one", async () => {
        expect(await many(lines("one.ndjson", [good]))).to.include({ code: 0, out: "the proof verifies\n" });
        expect((await many(lines("two.ndjson", [good, wrong]))).out).to.match(/\n1 of 2 proofs does NOT verify\n$/);
        expect((await many(lines("bad.ndjson", [wrong]))).out).to.match(/\n1 of 1 proof does NOT verify\n$/);
    });

    it("takes the files of a folder by their names, whatever order the system has; ends with the reason of its signal", async () => {
        mkdirSync(join(folder, "order"));
        for (const name of ["a.json", "b.json", "c.json"]) lines(join("order", name), [good]);
        const { readdir } = fs.promises, told = [], { signal } = new AbortController(), reason = new Error("enough");
        const verifyIn = (options) => verifyMany(JSON.parse(readFileSync(vkey, "utf8")), join(folder, "order"),
            { json: true, print: (text) => told.push(JSON.parse(text).place), styled: (_, text) => text, ...options });
        fs.promises.readdir = async (...args) => (await readdir(...args)).sort().reverse();
        syncBuiltinESMExports();
        try {
            expect(await verifyIn({ signal })).to.equal(0);
        } finally {
            fs.promises.readdir = readdir;
            syncBuiltinESMExports();
        }
        expect(told).to.deep.equal(["a", "b", "c"].map((name) => join(folder, "order", `${name}.json`)));
        const request = { files: [vkey], many: join(folder, "order") }, aborted = AbortSignal.abort(reason);
        for (const ended of [verifyIn({ signal: aborted }), commands.verify(request, aborted)])
            expect((await ended.catch((error) => error)).message).to.equal(reason.message);
    });

    it("takes a folder, file by file in the order of names, and standard input", async () => {
        mkdirSync(join(folder, "proofs"));
        for (const [name, item] of Object.entries({ "b.json": wrong, "a.json": good, "c.txt": "no proof" }))
            lines(join("proofs", name), [item]);
        const { code, out } = await many("proofs", "--json");
        expect(code).to.equal(1);
        expect(out.trimEnd().split("\n").map((line) => JSON.parse(line)).map(({ place, ok }) => [place, ok]))
            .to.deep.equal([[join("proofs", "a.json"), true], [join("proofs", "b.json"), false]]);
        const piped = await runCommand(folder, ["verify", vkey, "--many", "-"], {
            stdio: ["pipe", "pipe", "pipe"], onStart: ({ stdin }) => stdin.end(`${JSON.stringify(good)}\n`.repeat(300)),
        });
        expect(piped).to.include({ code: 0, out: "all 300 proofs verify\n" });
    });

    it("takes plain files of a folder alone, none longer than a line may be, and waits for no pipe", async () => {
        for (const [name, put, message] of [
            ["pipe", (path) => execFileSync("mkfifo", [path]), "expected a file that can be read, got something that is not a plain file"],
            ["within", (path) => mkdirSync(path), "expected a file that can be read, got something that is not a plain file"],
            ["device", (path) => symlinkSync("/dev/zero", path), "expected a file that can be read, got something that is not a plain file"],
            ["sparse", (path) => { writeFileSync(path, ""); truncateSync(path, 2 ** 41); }, "expected at most 1048576 bytes, got more"],
            ["longer", (path) => writeFileSync(path, `"${"a".repeat(2 ** 20 - 1)}"`), "expected at most 1048576 bytes, got more"],
            ["broken", (path) => writeFileSync(path, "{"), "expected JSON, got "],
        ]) {
            mkdirSync(join(folder, name));
            lines(join(name, "a.json"), [good]);
            put(join(folder, name, "b.json"));
            const { code, err } = await many(name);
            expect(code, name).to.equal(3);
            expect(err, name).to.include(`ffturbo: ${join(name, "b.json")}: ${message}`);
        }
        mkdirSync(join(folder, "longest"));
        lines(join("longest", "a.json"), [good]);
        lines(join("longest", "b.json"), [JSON.stringify(good).padEnd(2 ** 20)]);
        symlinkSync(join(folder, "longest", "a.json"), join(folder, "longest", "c.json"));
        expect(await many("longest")).to.include({ code: 0, out: "all 3 proofs verify\n" });
    });

    itInAll("takes lines from a pipe, however long it is, and no line that does not end", async () => {
        execFileSync("mkfifo", [join(folder, "lines")]);
        const writer = spawn("sh", ["-c", 'while cat "$0"; do :; done > "$1"', join(folder, "good.ndjson"), join(folder, "lines")]);
        try {
            const { code, err } = await runCommand(folder, ["verify", vkey, "--many", "lines", "--json"], { onStart: (child) => {
                child.stdout.once("data", () => child.kill("SIGINT")); // it has judged a batch, and reads on
            } });
            expect({ code, err }).to.deep.equal({ code: 130, err: "ffturbo: stopped by SIGINT\n" });
        } finally {
            writer.kill();
        }
        const { code, err } = await runCommand(folder, ["verify", vkey, "--many", "/dev/zero"]);
        expect(code).to.equal(3);
        expect(err).to.include("/dev/zero: line 1: expected at most 1048576 characters, got more");
    });

    it("shares many among workers, and starts none for one proof", async () => {
        const probe = join(folder, "probe.cjs");
        writeFileSync(probe, `const threads = require("node:worker_threads"), { Worker } = threads;
            threads.Worker = class extends Worker { constructor(...args) { process.stderr.write("a worker\\n"); super(...args); } };
            require("node:module").syncBuiltinESMExports();`);
        const env = { NODE_OPTIONS: `--require=${probe}` };
        lines("enough.ndjson", new Array(64).fill(good));
        const together = await runCommand(folder, ["verify", vkey, "--many", "enough.ndjson"], { env });
        expect([together.code, together.err.includes("a worker")]).to.deep.equal([0, true]);
        const files = ["public.json", "proof.json"].map((file) => at("xor_net", file));
        const { code, out, err } = await runCommand(folder, ["verify", vkey, ...files], { env });
        expect({ code, out, err }).to.deep.equal({ code: 0, out: "the proof verifies\n", err: "" });
    });

    it("takes proofs of each protocol", async () => {
        for (const protocol of ["plonk", "fflonk"]) {
            const item = {
                publicSignals: json("mimc_tiny", `${protocol}_public.json`), proof: json("mimc_tiny", `${protocol}_proof.json`),
            };
            const name = lines(`${protocol}.ndjson`, [item, { ...item, publicSignals: ["1"] }, item, "null"]);
            const { code, out } = await runCommand(folder, ["verify", at("mimc_tiny", `${protocol}_vkey.json`), "--many", name]);
            expect(code).to.equal(1);
            expect(out.match(/line \d/g)).to.deep.equal(["line 2", "line 4"]);
        }
    });

    it("refuses what holds no proofs, with the line", async () => {
        for (const [name, code, text] of [
            [lines("broken.ndjson", [good, "{"]), 3, "broken.ndjson: line 2: expected JSON, got "],
            [lines("endless.ndjson", [good, `"${"a".repeat(2 ** 20)}"`]), 3, "endless.ndjson: line 2: expected at most 1048576 characters, got more"],
            [lines("inner.ndjson", [good, `"${"a".repeat(2 ** 20)}"`, good]), 3, "inner.ndjson: line 2: expected at most 1048576 characters"],
            [lines("empty.ndjson", [""]), 3, "empty.ndjson: expected proofs, got none"],
            ["missing.ndjson", 3, "missing.ndjson: expected proofs that can be read, got no such file or folder"],
        ]) {
            const ended = await many(name);
            expect(ended.code, name).to.equal(code);
            expect(ended.err, name).to.include(`ffturbo: ${text}`);
        }
        const key = lines("key.json", ['{ "protocol": "none" }']);
        const { code, err } = await runCommand(folder, ["verify", key, "--many", "good.ndjson"]);
        expect(code).to.equal(3);
        expect(err).to.include("key.json: expected a groth16 or plonk or fflonk verification key");
        for (const args of [[vkey, "a", "b"], [vkey, "a"]]) {
            const ended = await runCommand(folder, ["verify", ...args, "--many", "good.ndjson"]);
            expect(ended.code).to.equal(2);
            expect(ended.err).to.include(`verify: expected 1 file name beside --many, got ${args.length}`);
        }
    });
});
