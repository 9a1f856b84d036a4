/** ffturbo pack and unpack, and what docs/packed.md shows. */
import { execFile } from "node:child_process";
import {
    closeSync, cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { fixture } from "../../../../test/support/circuits.js";
import { runCommand } from "../../../../test/support/command.js";
import { root } from "../../../../test/support/scratch.js";

const exec = promisify(execFile);

describe("command: packed keys", function () {
    this.timeout(120_000);
    let folder, place;
    const run = (...args) => runCommand(folder, args), at = (name) => join(folder, name);
    const same = (a, b) => expect(Buffer.compare(readFileSync(at(a)), readFileSync(at(b)))).to.equal(0);
    const bring = (to) => {
        for (const name of ["circuit.zkey", "witness.wtns", "vkey.json"]) cpSync(fixture("xor_net", name), join(to, name));
    };
    before(() => {
        folder = temporaryFolder("packed_command");
        bring(folder);
        place = join(root, ".scratch", `packed-${process.pid}`); // below the package, whose name is imported
    });
    after(() => { for (const one of [folder, place]) rmSync(one, { recursive: true, force: true }); });

    it("write beside the key unless they are told where, and say how many bytes it takes", async () => {
        const packed = await run("pack", "circuit.zkey");
        expect([packed.code, packed.out]).to.deep.equal([0, ""]);
        expect(packed.err).to.match(/^circuit\.ffkey in [\d.]+ s\n[\d.]+ KiB, of [\d.]+ KiB unpacked \(\d\d %\)\n$/);
        const told = await run("unpack", "circuit.ffkey", "-o", "other.zkey", "--json");
        const facts = JSON.parse(told.out), info = JSON.parse((await run("info", "circuit.ffkey", "--json")).out);
        same("other.zkey", "circuit.zkey");
        expect(facts).to.deep.equal({
            file: "other.zkey", bytes: readFileSync(at("circuit.ffkey")).length, root: info.root,
            zkeyBytes: readFileSync(at("circuit.zkey")).length, digest: facts.digest,
        });
        expect([info.kind, info.bytes, info.zkeyBytes]).to.deep.equal(["zkey", facts.bytes, facts.zkeyBytes]);
        expect(await run("pack", "circuit.zkey", "--whole", "-o", "whole.ffkey", "--quiet")).to.include({ code: 0, out: "", err: "" });
        expect(readFileSync(at("whole.ffkey")).length).to.be.above(facts.bytes);
        expect((await run("info", "circuit.ffkey")).out).to.include("unpacked").and.include(info.root);
    });

    it("leave out what no prover reads, if they are told to, and are not unpacked then", async () => {
        expect(await run("pack", "circuit.zkey", "--prove-only", "-o", "prove.ffkey", "--quiet")).to.include({ code: 0, err: "" });
        expect(readFileSync(at("prove.ffkey")).length).to.be.below(readFileSync(at("circuit.ffkey")).length);
        expect((await run("info", "prove.ffkey")).out).to.match(/^only to prove with +true$/m);
        expect(await run("prove", "prove.ffkey", "witness.wtns", "proof.json", "public.json")).to.include({ code: 0 });
        const { code, err } = await run("unpack", "prove.ffkey", "-o", "never.zkey");
        expect([code, existsSync(at("never.zkey"))], err).to.deep.equal([3, false]);
        expect(err).to.include("got a packed key that is only to prove with");
    });

    it("print nothing into the key, and may where they print nothing", async () => {
        for (const [options, code] of [[[], 0], [["--json"], 2]]) {
            const log = openSync(at("circuit.zkey"), "a"), args = ["pack", "circuit.zkey", "-o", "beside.ffkey", ...options];
            const ended = await runCommand(folder, args, { stdio: ["ignore", log, "pipe"] });
            closeSync(log);
            expect(ended.code, ended.err).to.equal(code);
            if (code) expect(ended.err).to.include("circuit.zkey");
        }
        expect(Buffer.compare(readFileSync(at("circuit.zkey")), readFileSync(fixture("xor_net", "circuit.zkey")))).to.equal(0);
    });

    it("take as much memory as they are told, of a size that is enough", async () => {
        const { code, err } = await run("pack", "circuit.zkey", "-o", "small.ffkey", "--memory", "1k");
        expect([code, existsSync(at("small.ffkey"))], err).to.deep.equal([2, false]);
        expect(err).to.match(/expected memory to be bytes, at least \d+, got 1024/);
        expect(await run("pack", "circuit.zkey", "-o", "small.ffkey", "--memory", "16m")).to.include({ code: 0 });
    });

    it("refuse what they cannot take, and leave nothing", async () => {
        for (const [line, words] of [
            [["pack", "witness.wtns"], "that is a witness"], [["unpack", "circuit.zkey"], "that is a proving key"],
            [["pack", "circuit.zkey", "-o", "circuit.zkey"], "expected a file of its own"],
            [["unpack", "circuit.zkey", "--whole"], "--whole"], [["pack"], "circuit.zkey"],
        ]) {
            const { code, err } = await run(...line);
            expect([code > 0, err.includes(words)], `${line}: ${err}`).to.deep.equal([true, true]);
        }
        for (const name of ["witness.wtns.ffkey", "circuit.zkey.zkey"]) expect(existsSync(at(name)), name).to.equal(false);
    });

    it("are run as docs/packed.md shows them", async () => {
        const page = readFileSync(join(root, "docs", "packed.md"), "utf8");
        const [, lines] = /```sh\n([^]*?)```/.exec(page), [, code] = /```js\n([^]*?)```/.exec(page);
        for (const line of lines.trim().split("\n")) {
            const [npx, name, ...args] = line.split(" ");
            expect([npx, name]).to.deep.equal(["npx", "ffturbo"]);
            expect(await run(...args), line).to.include({ code: 0 });
        }
        same("same.zkey", "circuit.zkey");
        mkdirSync(place, { recursive: true });
        bring(place);
        const more = "import { verify } from \"ffturbo/groth16\";\nimport { readFileSync } from \"node:fs\";\n"
            + "console.log(bytes < zkeyBytes, root.length, await verify(JSON.parse(readFileSync(\"vkey.json\")), publicSignals, proof));";
        writeFileSync(join(place, "example.mjs"), `${code}\n${more}\n`);
        const { stdout } = await exec(process.execPath, ["example.mjs"], { cwd: place });
        expect(stdout).to.equal("true 64 true\n");
        const [, second] = [...page.matchAll(/```js\n([^]*?)```/g)].map(([, text]) => text);
        const twice = `import { openPackedKey as open } from "ffturbo-keys/packed";
const { digest, close } = await open("circuit.ffkey");
await close();
for (const source of ["circuit.ffkey", "nowhere"])
    console.log((await proveKept(source, digest, "witness.wtns")).publicSignals.length);`;
        writeFileSync(join(place, "kept.mjs"), `${second}\n${twice}\n`);
        const env = { ...process.env, XDG_CACHE_HOME: join(place, "cache") };
        const kept = await exec(process.execPath, ["kept.mjs"], { cwd: place, env });
        expect(kept.stdout).to.match(/^(\d+)\n\1\n$/);
    });
});
