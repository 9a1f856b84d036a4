/**
 * ffturbo against ffjavascript 0.3.1, in one process, turn by turn.
 *
 *     npm run bench [-- field|msm|fft|ops|convert|pairing|build|prove|command|override|proving …]
 *     [--curve bn128,bls12381] [--sizes 10,12]
 *                   [--modes single,threads] [--tiers auto,fma,simd,scalar] [--rounds 9] [--min-ms 30] [--clock
 *                   wall|processor] [--json out.json]
 *
 *                   [--proofs 5] [--circuits name,name] of whole processes: command, override, and proving, which is
 *                   both
 *
 * A suite is an async generator of rows: to add one, write it and name it in SUITES.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { fft } from "./fft.mjs";
import { command, override, proving } from "./command.mjs";
import { field } from "./field.mjs";
import { HEADER, line, table } from "./harness.mjs";
import { convert, msm } from "./many.mjs";
import { manyOps } from "./ops.mjs";
import { build, pairing, prove } from "./whole.mjs";

const SUITES = { field, msm, fft, ops: manyOps, convert, pairing, build, prove, command, override, proving };
/** Each once: `proving` is two of the others. */
const USUAL = Object.keys(SUITES).filter((name) => name !== "proving");

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        curve: { type: "string", default: "bn128,bls12381" },
        sizes: { type: "string" },
        modes: { type: "string", default: "single,threads" },
        tiers: { type: "string", default: "auto" },
        rounds: { type: "string", default: "9" },
        "min-ms": { type: "string", default: "30" },
        clock: { type: "string", default: "wall" },
        json: { type: "string" },
        proofs: { type: "string", default: "5" },
        circuits: { type: "string" },
    },
});

function commit() {
    try {
        return execFileSync("git", ["describe", "--always", "--dirty"], {
            encoding: "utf8",
            stdio: ["ignore", "pipe", "ignore"],
        }).trim();
    } catch {
        return "unknown";
    }
}

const machine = () => ({
    cpu: cpus()[0]?.model.trim(),
    threads: availableParallelism(),
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
    v8: process.versions.v8,
    commit: commit(),
});
const megabytes = (bytes) => `${Math.round(bytes / 2 ** 20)} MB`;

/**
 * What rapidsnark gains over snarkjs, whole process against whole process on two cores of an EPYC (Zen 4), on circuits
 * like these.
 */
const NATIVE = Object.freeze({ merkle14: 7.3, sha256_32: 7.2, dense_2e16: 5.3, dense_2e18: 5.3, dense_2e20: 5.7 });

/** Milliseconds of each phase, and the measure: what we gain over snarkjs against what a native prover gains. */
function printPhases(rows) {
    const timed = rows.filter(({ phases }) => phases);
    if (!timed.length) return;
    const names = [...new Set(timed.flatMap(({ phases }) => phases.map(({ phase }) => phase)))];
    const span = (phases, name) =>
        phases
            .filter(({ phase }) => phase === name)
            .map(({ start, end }) => `${start.toFixed(0)}-${end.toFixed(0)}`)
            .join();
    const lines = timed.map(({ name, curve, ours, speedup, phases }) => [
        name,
        curve,
        "",
        "",
        "",
        "",
        ...names.map((phase) => span(phases, phase)),
        ours.median.toFixed(0),
        ...(NATIVE[name] ? [NATIVE[name].toFixed(1), (speedup / NATIVE[name]).toFixed(2)] : ["", ""]),
    ]);
    console.log(
        "\nphases of the run in the middle, ms since the call; the whole process; native prover: times faster than snarkjs, and ours against that",
    );
    console.log(table(["circuit", "curve", "", "", "", "", ...names, "process", "native", "of it"], lines));
}

function printPeaks(rows) {
    const lines = rows
        .filter(({ peak }) => peak)
        .map((row) => [
            row.suite,
            row.curve,
            row.name,
            "",
            row.threads ? `${row.threads} thr` : "",
            "",
            megabytes(row.peak.ours),
            megabytes(row.peak.theirs),
            row.peak.ratio.toFixed(3),
        ]);
    if (lines.length)
        console.log(
            `\npeak memory of the process\n${table(["suite", "curve", "case", "", "threads", "", "ffturbo", "ffjavascript", "ratio"], lines)}`,
        );
}

async function main() {
    const unknown = positionals.filter((name) => !SUITES[name]);
    if (unknown.length)
        throw new RangeError(`bench: expected ${Object.keys(SUITES).join(", ")}, got ${unknown.join(", ")}`);
    if (!["wall", "processor"].includes(values.clock))
        throw new RangeError(`bench: expected --clock wall or processor, got ${values.clock}`);
    const options = {
        curves: values.curve.split(","),
        modes: values.modes.split(","),
        tiers: values.tiers.split(","),
        sizes: values.sizes?.split(",").map(Number),
        settings: { rounds: Number(values.rounds), minMs: Number(values["min-ms"]), clock: values.clock },
        proofs: Number(values.proofs),
        circuits: values.circuits?.split(","),
    };
    const on = machine(), rows = [];
    console.log(
        `${on.cpu}, ${on.threads} threads, Node ${on.node}, commit ${on.commit}; ratio = ffturbo / ffjavascript, medians of ${options.settings.rounds} rounds\n`,
    );
    for (const name of positionals.length ? positionals : USUAL) {
        for await (const row of SUITES[name](options)) {
            rows.push(row);
            process.stderr.write(`${line(row).join("  ")}\n`);
        }
    }
    console.log(table(HEADER, rows.map(line)));
    printPhases(rows);
    printPeaks(rows);
    if (values.json) writeFileSync(values.json, `${JSON.stringify({ machine: on, rows }, null, 1)}\n`);
}

await main();
