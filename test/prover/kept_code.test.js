/**
 * The code that the command keeps for later proofs: what is kept, when it is used, that none is used that is damaged or
 * not ours, and what a quiet proof does without.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import module from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { verify } from "../../src/protocols/groth16/index.js";
import { fixtures } from "../support/circuits.js";
import { root } from "../support/scratch.js";

const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));
const at = (file) => join(fixtures, "mimc_example", file);

/** Runs a command with code from a folder; prints what its workers run, and what of Node it has loaded. */
const PROGRAM = `
    const threads = require("node:worker_threads"), { writeSync } = require("node:fs"), { pathToFileURL } = require("node:url");
    const workers = [], { Worker } = threads;
    threads.Worker = class extends Worker {
        constructor(code, options) {
            workers.push(code);
            super(code, options);
        }
    };
    const [, root, folder, ...args] = process.argv, { loadCommand, keep } = require(root + "/bin/lib/load.cjs");
    process.argv = [process.argv[0], "ffturbo", ...args];
    loadCommand(folder, args).main(pathToFileURL(root + "/")).then((code) => {
        const streams = process.moduleLoadList.filter((name) => /NativeModule (net|tty)$/.test(name));
        keep();
        writeSync(1, JSON.stringify({ code, workers, streams }) + "\\n");
        process.exit();
    });
`;

describe("prover: the code that is kept", function () {
    this.timeout(120_000);
    let folder, cache;
    beforeEach(() => {
        folder = mkdtempSync(join(tmpdir(), "ffturbo-kept-"));
        cache = join(folder, "cache");
        mkdirSync(cache);
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    const run = (...args) => {
        const { stdout, stderr, status } = spawnSync(process.execPath, ["-e", PROGRAM, root, cache, ...args], {
            cwd: folder, encoding: "utf8",
        });
        expect(status, stderr).to.equal(0);
        return { ...JSON.parse(stdout.trim().split("\n").at(-1)), stderr };
    };
    const prove = (threads = 2) =>
        run("prove", at("circuit.zkey"), at("witness.wtns"), "--threads", String(threads), "--quiet");
    const kept = () => readdirSync(cache).sort();
    const moments = () => kept().map((name) => statSync(join(cache, name), { bigint: true }).mtimeNs);
    const expectProof = async () => {
        const [proof, publicSignals] = ["proof.json", "public.json"].map((name) => readJson(join(folder, name)));
        expect(await verify(readJson(at("vkey.json")), publicSignals, proof)).to.equal(true);
    };

    it("a proof keeps both files, the next uses them, and so does its worker", async () => {
        const first = prove();
        expect(first.code).to.equal(0);
        expect(first.workers).to.have.length(1);
        expect(first.workers[0]).to.include("loadWorker(undefined)");
        expect(kept()).to.have.length(2);
        const before = moments(), second = prove();
        expect(moments()).to.deep.equal(before);
        expect(second.workers[0]).to.include(`loadWorker(${JSON.stringify(join(cache, "ffturbo-prove"))}`.slice(0, -2));
        await expectProof();
    });

    it("a damaged file is not used, here or in a worker, but replaced", async () => {
        prove();
        for (const place of [0, 40, 20_000]) {
            for (const name of kept()) {
                const bytes = readFileSync(join(cache, name));
                bytes[place] ^= 0xff;
                writeFileSync(join(cache, name), bytes);
            }
            const before = moments(), { code, workers } = prove();
            expect(code).to.equal(0);
            expect(workers[0]).to.include("loadWorker(undefined)");
            moments().forEach((moment, i) => expect(moment > before[i]).to.equal(true));
            await expectProof();
        }
        for (const name of kept()) writeFileSync(join(cache, name), "");
        expect(prove().code).to.equal(0);
        const before = moments();
        prove();
        expect(moments()).to.deep.equal(before);
    });

    it("a file that others may write to is not used, but replaced", function () {
        if (!process.getuid) this.skip();
        prove();
        for (const mode of [0o620, 0o602]) {
            for (const name of kept()) chmodSync(join(cache, name), mode);
            expect(prove().workers[0]).to.include("loadWorker(undefined)");
            for (const name of kept()) expect(statSync(join(cache, name)).mode & 0o777).to.equal(0o600);
        }
    });

    it("proofs of another kind keep their own, and other commands none", () => {
        prove();
        const before = kept();
        expect(prove(0).workers).to.deep.equal([]);
        expect(kept()).to.have.length(4);
        expect(kept()).to.include.members(before);
        run("verify", at("vkey.json"), join(folder, "public.json"), join(folder, "proof.json"));
        expect(kept()).to.have.length(4);
    });

    it("a folder that cannot be written costs nothing but time", () => {
        rmSync(cache, { recursive: true });
        writeFileSync(cache, "");
        expect(prove().code).to.equal(0);
    });

    it("a quiet proof opens neither standard output nor standard error", () => {
        expect(prove().streams).to.deep.equal([]);
        expect(run("verify", at("vkey.json"), join(folder, "public.json"), join(folder, "proof.json")).streams)
            .to.include("NativeModule net");
    });

    it("the command keeps code where Node has a cache, unless it is told not to", () => {
        const command = (env) => {
            const args = [join(root, "bin/ffturbo.mjs"), "prove", at("circuit.zkey"), at("witness.wtns"), "--quiet"];
            const { status, stderr } = spawnSync(process.execPath, args, {
                cwd: folder, encoding: "utf8", env: { ...process.env, NODE_COMPILE_CACHE: cache, ...env },
            });
            expect(status, stderr).to.equal(0);
            return readdirSync(cache, { recursive: true }).filter((name) => /ffturbo-prove/.test(name)).length;
        };
        expect(command({ NODE_DISABLE_COMPILE_CACHE: "1" })).to.equal(0);
        expect(command({})).to.equal(module.getCompileCacheDir ? 2 : 0);
    });
});
