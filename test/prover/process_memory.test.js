/**
 * Nothing of a secret is left in the memory of the process after a proof or a contribution: neither in this engine's
 * memories and those of its workers, nor on the heap of the JavaScript engine, nor in memory that was released.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { pow } from "../../src/bigint/modular.js";
import { exportBellman, exportChallenge, newPowersOfTau } from "../../packages/snarkjs/src/ceremony/index.js";
import { ChaCha } from "../../src/util/chacha.js";
import { blake2b } from "../../src/util/hashes.js";
import { R as ORDER } from "../support/calculators.js";
import { fixture } from "../support/circuits.js";
import { ALL_ROWS } from "../support/extent.js";
import { byteOf, searchProcess } from "../support/process_memory.js";

const PROGRAM = fileURLToPath(new URL("../support/secret_run.mjs", import.meta.url));
const R = 1n << 256n, MASK = (1n << 254n) - 1n, POWER = 6;
const inverseOf = (x) => pow(x, ORDER - 2n, ORDER);

/** Scalars as Fr.fromRng draws them, out of the form that they are drawn in. */
function* scalarsFrom(words) {
    for (const stream = new ChaCha(words);;) {
        const drawn = [0n, 64n, 128n, 192n].reduce((sum, at) => sum + (stream.nextU64() << at), 0n) & MASK;
        if (drawn < ORDER) yield (drawn * inverseOf(R)) % ORDER;
    }
}
const first = (count, words) => {
    const scalars = scalarsFrom(words);
    return Array.from({ length: count }, () => scalars.next().value);
};
const wordsOf = (bytes, read) => Array.from({ length: 8 }, (_, i) => bytes[read](4 * i));

/** What is known when a draw of a proof is: the seed, the scalars of its blinding, their inverses. */
function ofProof(count, seed) {
    const words = wordsOf(seed, "readUInt32LE"), scalars = first(count, words);
    return { words: { seed: words }, scalars: { blinding: scalars, inverse: scalars.map(inverseOf) } };
}

/** And of a contribution: the hash of draws and text, secrets, their inverses, powers of the first. */
function ofContribution(count, drawn) {
    const hasher = blake2b();
    hasher.update(drawn);
    hasher.update(Buffer.from("a text"));
    const hash = Buffer.from(hasher.digest()), words = wordsOf(hash, "readUInt32BE"), scalars = first(count, words);
    const most = count > 1 ? 2 ** (POWER + 1) : 1;
    const powers = Array.from({ length: most }, (_, k) => pow(scalars[0], BigInt(k + 2), ORDER));
    return {
        words: { drawn: wordsOf(drawn, "readUInt32LE"), hash: wordsOf(hash, "readUInt32LE"), key: words },
        scalars: { secret: scalars, inverse: scalars.map(inverseOf), power: powers },
    };
}

const toLE = (value) => Buffer.from(value.toString(16).padStart(64, "0"), "hex").reverse();

/** Halves of what is looked for: the collector writes over the beginning of what it has freed. */
function* needlesOf({ words, scalars }) {
    const halves = (label, bytes) => [0, 16].map((at) => [label, bytes.subarray(at, at + 16)]);
    const forms = (x) => [x, (x * R) % ORDER, ORDER - x, ((ORDER - x) * R) % ORDER, x + ORDER];
    const numbers = (label, eight, write) => Array.from({ length: 4 }, (_, i) => {
        const pair = Buffer.alloc(16);
        eight.slice(2 * i, 2 * i + 2).forEach((word, k) => write(pair, word, 8 * k));
        return [label, pair];
    });
    for (const [label, list] of Object.entries(scalars))
        for (const x of list.flatMap(forms)) yield* halves(label, toLE(x));
    for (const [label, eight] of Object.entries(words)) {
        const bytes = Buffer.alloc(32);
        eight.forEach((word, i) => bytes.writeUInt32LE(word, 4 * i));
        yield* halves(label, bytes);
        yield* numbers(`${label} as integers`, eight, (pair, word, at) => pair.writeUInt32LE(word, at + 4)); // V8's
        yield* numbers(`${label} as numbers`, eight, (pair, word, at) => pair.writeDoubleLE(word, at));
    }
}

/** Calls with the bytes that each draws for its secrets, how many scalars come of them, and how often it draws. */
const CALLS = {
    groth16: { bytes: 32, count: 1, draws: 2, of: ofProof },
    plonk: { bytes: 32, count: 11, of: ofProof },
    fflonk: { bytes: 32, count: 9, of: ofProof },
    contributeToKey: { bytes: 64, count: 1, of: ofContribution },
    contributeToBellman: { bytes: 64, count: 1, of: ofContribution },
    contributeToPowersOfTau: { bytes: 64, count: 3, of: ofContribution },
    contributeToChallenge: { bytes: 64, count: 3, of: ofContribution },
};

describe("the memory of the process", function () {
    this.timeout(240_000);
    let folder, files;
    before(async function () {
        if (!existsSync("/proc/self/pagemap")) {
            console.log("      the system has no /proc, in which the memory of a process could be read");
            this.skip();
        }
        folder = temporaryFolder("memory");
        const [ptau, challenge, mpcparams] = ["a.ptau", "a.challenge", "a.params"].map((name) => join(folder, name));
        const key = fixture("mimc_example", "circuit.zkey"), tiny = (file) => fixture("mimc_tiny", file);
        await newPowersOfTau("bn128", POWER, ptau);
        await exportChallenge(ptau, challenge);
        await exportBellman(key, mpcparams);
        files = {
            groth16: [key, fixture("mimc_example", "witness.wtns")],
            plonk: [tiny("plonk.zkey"), tiny("witness.wtns")], fflonk: [tiny("fflonk.zkey"), tiny("witness.wtns")],
            contributeToKey: [key], contributeToBellman: [mpcparams],
            contributeToPowersOfTau: [ptau], contributeToChallenge: [challenge],
        };
    });
    after(() => { if (folder) rmSync(folder, { recursive: true }); });

    /** What is found after a call. */
    async function leftBy(call, threads, env = {}) {
        const { bytes, count, draws = 1, of } = CALLS[call];
        const child = spawn(process.execPath, [PROGRAM, call, threads, ...files[call]], {
            stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, ...env },
        });
        const ended = once(child, "exit");
        try {
            const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended.then(() => ["{}"])]);
            const { lengths } = JSON.parse(line);
            const own = lengths.flatMap((length, draw) => (length === bytes ? [draw] : [])).slice(0, draws);
            expect(own.length, "it draws").to.equal(draws);
            child.kill("SIGSTOP");
            const drawn = own.map((draw) => Buffer.from(Array.from({ length: bytes }, (_, i) => byteOf(draw, i))));
            return searchProcess(child.pid, drawn.flatMap((one) => [...needlesOf(of(count, one))]));
        } finally {
            child.kill("SIGKILL");
            await ended;
        }
    }

    for (const threads of ALL_ROWS ? ["2", "0"] : ["2"]) for (const call of Object.keys(CALLS))
        it(`has no secret of ${call} on ${threads === "0" ? "this thread" : `${threads} workers`} afterwards`, async () => {
            expect(await leftBy(call, threads)).to.deep.equal([]);
        });

    for (const call of ["groth16", "contributeToKey"]) it(`is searched: what is kept of ${call} is found`, async () => {
        const found = await leftBy(call, "0", { KEEP: "yes" });
        expect(found.length).to.be.at.least(2);
    });
});
