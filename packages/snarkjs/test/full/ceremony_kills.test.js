/**
 * The commands of ceremonies, killed at twenty moments each: what they read stays as it was, what they write is not
 * there or is whole, and the same command then runs as before.
 */
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { buildBn128 } from "../../../../src/index.js";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { makeFile, sectionsOf } from "../../../../test/support/binfiles.js";
import { COMMAND, runCommand } from "../../../../test/support/command.js";
import { encodeR1cs } from "../../../../test/support/constraints.js";

const MOMENTS = 20, POWER = 8, ROWS = 100;
const BEACON = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20";

/** Commands in the order of a ceremony, each with what it reads and writes; those marked draw a secret. */
const CEREMONY = [
    ["powersoftau new bn128 8 a.ptau", [], ["a.ptau"]],
    ["powersoftau contribute a.ptau b.ptau -e x", ["a.ptau"], ["b.ptau"], "secret"],
    [`powersoftau beacon b.ptau c.ptau ${BEACON} 10`, ["b.ptau"], ["c.ptau"]],
    ["powersoftau export challenge c.ptau c.challenge", ["c.ptau"], ["c.challenge"]],
    ["powersoftau challenge contribute bn128 c.challenge c.response -e x", ["c.challenge"], ["c.response"], "secret"],
    ["powersoftau import response c.ptau c.response d.ptau", ["c.ptau", "c.response"], ["d.ptau"]],
    ["powersoftau prepare phase2 d.ptau final.ptau", ["d.ptau"], ["final.ptau"]],
    ["powersoftau convert older.ptau converted.ptau", ["older.ptau"], ["converted.ptau"]],
    ["powersoftau truncate final.ptau", ["final.ptau"], [1, 2, 3, 4, 5, 6, 7].map((power) => `final_0${power}.ptau`)],
    ["powersoftau export json final.ptau final.json", ["final.ptau"], ["final.json"]],
    ["groth16 setup c.r1cs final.ptau k0.zkey", ["c.r1cs", "final.ptau"], ["k0.zkey"]],
    ["plonk setup c.r1cs final.ptau plonk.zkey", ["c.r1cs", "final.ptau"], ["plonk.zkey"]],
    ["fflonk setup small.r1cs final.ptau fflonk.zkey", ["small.r1cs", "final.ptau"], ["fflonk.zkey"]],
    ["zkey contribute k0.zkey k1.zkey -e x", ["k0.zkey"], ["k1.zkey"], "secret"],
    [`zkey beacon k1.zkey k2.zkey ${BEACON} 10`, ["k1.zkey"], ["k2.zkey"]],
    ["zkey export bellman k2.zkey k2.params", ["k2.zkey"], ["k2.params"]],
    ["zkey bellman contribute bn128 k2.params k3.params -e x", ["k2.params"], ["k3.params"], "secret"],
    ["zkey import bellman k2.zkey k3.params k3.zkey", ["k2.zkey", "k3.params"], ["k3.zkey"]],
    ["zkey export verificationkey k3.zkey vkey.json", ["k3.zkey"], ["vkey.json"]],
    ["zkey export json k3.zkey k3.json", ["k3.zkey"], ["k3.json"]],
];

/** A system of products in a row. @param {bigint} r @param {number} rows */
const system = (r, rows) => encodeR1cs({
    r, signals: rows + 2, publics: 1,
    constraints: Array.from({ length: rows }, (_, i) => [[[i + 1, 1n]], [[i + 1, 2n], [0, 3n]], [[i + 2, 1n]]]),
});

/** As versions before 0.4.14 prepared it: without the last domain of section 12. @param {Uint8Array} bytes */
const older = (bytes) => makeFile("ptau", 1, sectionsOf(bytes).map(({ type, offset, size }) => {
    const body = bytes.slice(offset, offset + size);
    return [type, type === 12 ? body.slice(0, (2 ** (POWER + 1) - 1) * 64) : body];
}));

describe("commands of ceremonies that are killed", function () {
    this.timeout(1_200_000);
    let folder, whole;
    const at = (name) => join(folder, name), kept = (name) => join(whole, name);
    const words = (line) => line.split(" "), read = (path) => readFileSync(path);
    before(async () => {
        [folder, whole] = [temporaryFolder("killed"), temporaryFolder("whole")];
        const { r, terminate } = await buildBn128({ singleThread: true });
        writeFileSync(kept("c.r1cs"), system(r, ROWS));
        writeFileSync(kept("small.r1cs"), system(r, 4));
        await terminate?.();
    });
    after(() => { for (const path of [folder, whole]) rmSync(path, { recursive: true, force: true }); });

    /** Runs the command until a moment. @returns {Promise<string | null>} the signal that ended it, if it was one */
    async function killed(line, ms) {
        const child = spawn(process.execPath, [COMMAND, ...words(line)], {
            cwd: folder, stdio: "ignore", env: { ...process.env, FFTURBO_THREADS: "2" },
        });
        const ended = new Promise((resolve) => child.on("close", (_code, signal) => resolve(signal)));
        const early = new AbortController();
        await Promise.race([ended, sleep(ms, undefined, { signal: early.signal }).catch(() => {})]);
        early.abort();
        child.kill("SIGKILL");
        return ended;
    }

    /** Is a contribution that was drawn anew as good as the one of the first run? */
    async function accepted(name) {
        const verify = {
            "b.ptau": ["powersoftau", "verify", "b.ptau"],
            "k1.zkey": ["zkey", "verify", "init", kept("k0.zkey"), kept("final.ptau"), "k1.zkey"],
            "c.response": ["powersoftau", "import", "response", kept("c.ptau"), "c.response", "check.ptau"],
            "k3.params": ["zkey", "import", "bellman", kept("k2.zkey"), "k3.params", "check.zkey"],
        }[name];
        const { code, err } = await runCommand(folder, verify);
        expect(code, `${name}: ${err}`).to.equal(0);
        for (const other of ["check.ptau", "check.zkey"]) rmSync(at(other), { force: true });
    }

    for (const [line, inputs, outputs, secret] of CEREMONY) it(line, async () => {
        if (line.includes("older")) writeFileSync(kept("older.ptau"), older(new Uint8Array(read(kept("final.ptau")))));
        const started = performance.now(), first = await runCommand(whole, words(line));
        expect(first.code, first.err).to.equal(0);
        const took = performance.now() - started;
        let hits = 0;
        for (let i = 0; i < MOMENTS; i++) {
            rmSync(folder, { recursive: true, force: true });
            mkdirSync(folder);
            for (const name of inputs) copyFileSync(kept(name), at(name));
            hits += Number(await killed(line, (took * (i + 1)) / (MOMENTS + 1)) === "SIGKILL");
            for (const name of inputs) expect(Buffer.compare(read(at(name)), read(kept(name))), name).to.equal(0);
            for (const name of outputs) {
                if (!existsSync(at(name))) continue;
                if (secret) await accepted(name);
                else expect(Buffer.compare(read(at(name)), read(kept(name))), `${name} at ${i}`).to.equal(0);
            }
            const again = await runCommand(folder, words(line));
            expect(again.code, again.err).to.equal(0);
        }
        expect(hits, "kills that came in time").to.be.at.least(1);
        const known = [...inputs, ...outputs];
        expect(readdirSync(folder).filter((name) => !known.includes(name)), "the next run removes it").to.deep.equal([]);
    });
});
