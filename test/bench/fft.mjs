/**
 * The FFT suite: transforms and all that a prover needs around them. One row per figure that is promised:
 *
 *   fft, ifft of Fr by size; three polynomials to a coset against the nine calls; transforms and keys of points;
 *   conversions; qap_buildABC; the first sum of a cold process; peak memory of a transform of 2^20.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { circuitsIn, corpus } from "../support/circuits.js";
import { elements, points } from "./engines.mjs";
import { finish } from "./harness.mjs";
import { eachPair, range, versus } from "./many.mjs";

async function* scalars(both, where, { sizes, settings }) {
    const lengths = range(sizes, 12, 18), values = elements(both.theirs, 2 ** Math.max(...lengths));
    for (const size of lengths) for (const name of ["fft", "ifft"]) {
        const input = values.slice(0, 32 * 2 ** size);
        yield versus({ suite: "fft", name, size, ...where }, both, ({ Fr }) => Fr[name](input), settings);
    }
}

/** The same bytes end to end, for a check. */
const joined = (parts) => Buffer.concat(parts);

async function* coset(both, where, { settings }) {
    const size = 16, inputs = [1, 2, 3].map((seed) => elements(both.theirs, 2 ** size, seed));
    const fused = ({ Fr }) => Promise.all(inputs.map((x) => Fr.ifftShiftFft(x)));
    const calls = ({ Fr }) =>
        Promise.all(inputs.map(async (x) => Fr.fft(await Fr.batchApplyKey(await Fr.ifft(x), Fr.one, Fr.w[size + 1]))));
    const run = async (curve) => joined(await (curve === both.ours ? fused : calls)(curve));
    yield versus({ suite: "fft", name: "three to a coset", size, ...where }, both, run, settings);
}

/**
 * Sizes by group: a round takes seconds, and a minute where ffjavascript does 2^14 points of G2. Larger ones are for Fr
 * alone.
 */
const FFT_SIZES = { G1: [12], G2: [10] }, KEY_SIZES = { G1: [14], G2: [14] }, MOST = 14;

async function* groups(both, where, { sizes, settings }) {
    for (const group of ["G1", "G2"]) {
        const wanted = sizes?.filter((size) => size <= MOST), { Fr } = both.theirs;
        const lengths = { fft: wanted ?? FFT_SIZES[group], batchApplyKey: wanted ?? KEY_SIZES[group] };
        if (wanted?.length === 0) continue;
        const most = Math.max(...lengths.fft, ...lengths.batchApplyKey),
            bases = await points(both.theirs[group], 2 ** most);
        const key = [Fr.e(3n ** 150n), Fr.w[20]],
            few = { ...settings, rounds: Math.min(settings.rounds, most > 10 ? 1 : 3) };
        for (const [name, list] of Object.entries(lengths)) for (const size of list) {
            const input = bases.slice(0, (bases.length / 2 ** most) * 2 ** size), args = name === "fft" ? [] : key;
            yield versus({ suite: "fft", name: `${group}.${name}`, size, ...where }, both, (curve) => curve[group][name](input, ...args), few);
        }
    }
}

async function* conversions(both, where, { settings }) {
    const size = 16, input = elements(both.theirs, 2 ** size);
    for (const name of ["batchToMontgomery", "batchFromMontgomery", "batchInverse"]) {
        yield versus({ suite: "fft", name, size, ...where }, both, ({ Fr }) => Fr[name](input), settings);
    }
}

/** Sections of a file of the binary container of iden3. @param {Buffer} file */
function sections(file) {
    const found = {};
    for (let at = 12, i = 0; i < file.readUInt32LE(8); i++) {
        const length = Number(file.readBigUInt64LE(at + 4));
        found[file.readUInt32LE(at)] = file.subarray(at + 12, at + 12 + length);
        at += 12 + length;
    }
    return found;
}

/** As snarkjs asks for it, on one thread, with the circuit's own witness. */
async function* qap(both, where, { settings }) {
    const circuit = circuitsIn(corpus).find(({ name }) => name === "sha256_32");
    if (!circuit || where.curve !== "bn128") return;
    const key = sections(readFileSync(circuit.zkey)),
        coefs = Uint8Array.from(key[4].subarray(4)),
        n = key[4].readUInt32LE(0);
    const domain = key[2].readUInt32LE(2 * 4 + 64 + 8),
        witness = Uint8Array.from(sections(readFileSync(circuit.wtns))[2]);
    const variable = (index) => ({ var: index }), value = (number) => ({ val: number });
    const task = () => [
        { cmd: "ALLOCSET", var: 0, buff: coefs.slice() },
        { cmd: "ALLOCSET", var: 1, buff: witness.slice() },
        ...[2, 3, 4].map((index) => ({ cmd: "ALLOC", var: index, len: 32 * domain })),
        {
            cmd: "CALL",
            fnName: "qap_buildABC",
            params: [
                variable(0),
                value(n),
                variable(1),
                variable(2),
                variable(3),
                variable(4),
                value(0),
                value(domain),
                value(0),
                value(witness.length / 32),
            ],
        },
        ...[0, 1, 2].map((out) => ({ cmd: "GET", out, var: 2 + out, len: 32 * domain })),
    ];
    yield versus({ suite: "fft", name: "qap_buildABC", ...where }, both, async ({ tm }) => joined(await tm.queueAction(task())), settings);
}

export const fft = async function* (options) {
    for (const part of [scalars, coset, groups, conversions, qap])
        yield * eachPair(options, (both, where) => part(both, where, options));
    yield* children(options);
};

const SPECIFIERS = { ours: new URL("../../src/index.js", import.meta.url).href, theirs: "ffjavascript-oracle" };

/** What a process of its own prints. @param {"ours" | "theirs"} side @param {string} program */
function inChild(side, program) {
    const text = `const engine = await import(${JSON.stringify(SPECIFIERS[side])}); ${program}; process.exit(0);`;
    const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", text], {
        encoding: "utf8",
        cwd: new URL(".", import.meta.url),
    });
    if (status !== 0) throw new Error(`bench: expected figures of ${side}, got ${stderr}`);
    return JSON.parse(stdout);
}

const FIRST_SUM = `
    const start = performance.now(), curve = await engine.buildBn128(), n = 1024, bases = new Uint8Array(64 * n);
    for (let i = 0; i < n; i++) bases.set(curve.G1.gAffine, 64 * i);
    const sum = await curve.G1.multiExpAffine(bases, Uint8Array.from({ length: 32 * n }, (_, i) => (i % 32 === 31 ? 0 : (7 * i) & 255)));
    console.log(JSON.stringify({ ms: performance.now() - start, result: [...curve.G1.toAffine(sum)] }))`;

const LONG = `
    const { peakMemory } = await import("../support/peak_memory.cjs");
    const curve = await engine.buildBn128(true), bytes = new Uint8Array(32 * 2 ** 20);
    for (let i = 0; i < bytes.length; i += 8) bytes[i] = i >> 5;
    const start = performance.now(), out = await curve.Fr.fft(bytes, undefined, undefined, undefined, undefined, true);
    console.log(JSON.stringify({ ms: performance.now() - start, peak: peakMemory(), result: [...out.subarray(0, 64)] }))`;

async function* children({ settings, curves }) {
    if (!curves.includes("bn128")) return;
    for (const [name, program, threads] of [["first sum of 2^10, cold", FIRST_SUM, "all"], ["fft of 2^20, consumed, cold", LONG, 1]]) {
        const runs = { ours: [], theirs: [] };
        for (let round = 0; round < Math.min(settings.rounds, 5); round++)
            for (const side of ["ours", "theirs"]) runs[side].push(inChild(side, program));
        if (new Set([...runs.ours, ...runs.theirs].map(({ result }) => String(result))).size !== 1)
            throw new Error(`${name}: expected the result of ffjavascript, got another`);
        const row = finish(
            { suite: "fft", curve: "bn128", name, threads },
            { ours: runs.ours.map(({ ms }) => ms), theirs: runs.theirs.map(({ ms }) => ms) },
        );
        if (runs.ours[0].peak === undefined) { yield row; continue; }
        const peak = (side) => Math.max(...runs[side].map((run) => run.peak));
        yield { ...row, peak: { ours: peak("ours"), theirs: peak("theirs"), ratio: peak("ours") / peak("theirs") } };
    }
}
