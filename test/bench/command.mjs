/**
 * Suites `command` and `override`: `ffturbo prove`, and `snarkjs groth16 prove` on ffturbo, against `snarkjs groth16
 * prove` on ffjavascript; each a whole process, from start to exit, its proof verified after the clock has stopped.
 */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { verify } from "../../src/protocols/groth16/index.js";
import { circuitsIn, corpus, fixtures } from "../support/circuits.js";
import { root, turboProject } from "../support/scratch.js";
import { finish } from "./harness.mjs";

const PEAK = join(root, "test", "support", "peak.cjs");

/** Runs a program of Node to its end: wall time, peak memory, what it said. */
function measure(args, env) {
    const started = performance.now();
    const child = spawn(process.execPath, ["--require", PEAK, ...args], {
        env: { ...process.env, ...env },
        stdio: ["ignore", "pipe", "pipe", "pipe"],
    });
    let out = "", err = "", peak = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    child.stderr.on("data", (chunk) => (err += chunk));
    child.stdio[3].on("data", (chunk) => (peak += chunk));
    return new Promise((resolve, reject) => {
        child.on("close", (code) => {
            if (code === 0) resolve({ ms: performance.now() - started, peak: Number(peak), out });
            else reject(new Error(`${args.join(" ")}: expected exit code 0, got ${code}\n${err}${out}`));
        });
    });
}

/** BENCH_CIRCUITS names a folder with more circuits, as make_circuits.mjs writes it; `wanted` picks by name. */
const allCircuits = (wanted) => [fixtures, corpus, process.env.BENCH_CIRCUITS ?? ""].flatMap(circuitsIn)
    .filter(({ system, name }) => system === "groth16" && name !== "mimc_tiny" && (!wanted || wanted.includes(name)));

const snarkjsOf = (project) => join(project, "node_modules", "snarkjs", "build", "cli.cjs");

/** What proves, by the side of a row that it stands on. */
function programs(sides, at) {
    const snarkjs =
        (project) =>
        ({ zkey, wtns }) =>
            measure([snarkjsOf(project), "groth16", "prove", zkey, wtns, at("proof.json"), at("public.json")]);
    const all = {
        command:
            () =>
            ({ zkey, wtns }) =>
                measure([
                    join(root, "bin", "ffturbo.mjs"),
                    "prove",
                    zkey,
                    wtns,
                    at("proof.json"),
                    at("public.json"),
                    "--json",
                    "--timings",
                ]),
        override: () => snarkjs(turboProject()),
        theirs: () => snarkjs(root),
    };
    return Object.fromEntries(sides.map((side) => [side, all[side]()]));
}

/** Every program in turn, the other way round in every second round. */
async function runAll(proving, circuit, rounds, at) {
    const readJson = (name) => JSON.parse(readFileSync(at(name), "utf8"));
    const sides = Object.keys(proving), runs = Object.fromEntries(sides.map((side) => [side, []]));
    for (let round = 0; round < rounds; round++) for (const side of round % 2 ? sides.toReversed() : sides) {
        runs[side].push(await proving[side](circuit));
        if (!(await verify(circuit.vkey, readJson("public.json"), readJson("proof.json"))))
            throw new Error(`command: expected a proof of ${circuit.name} that verifies, got another from ${side}`);
    }
    return runs;
}

function row(suite, { name, vkey }, ours, theirs) {
    const times = (runs) => runs.map(({ ms }) => ms), most = (runs) => Math.max(...runs.map(({ peak }) => peak));
    const peak = { ours: most(ours), theirs: most(theirs), ratio: most(ours) / most(theirs) };
    return { ...finish({ suite, curve: vkey.curve, name }, { ours: times(ours), theirs: times(theirs) }), peak };
}

/** The run in the middle shows where the time goes. */
const phasesOf = (runs) => JSON.parse([...runs].sort((a, b) => a.ms - b.ms)[Math.floor(runs.length / 2)].out).timings;

async function* proofs(suites, { proofs: rounds, circuits }) {
    const folder = temporaryFolder("bench");
    const at = (name) => join(folder, name);
    try {
        const proving = programs([...suites, "theirs"], at);
        for (const circuit of allCircuits(circuits)) {
            const runs = await runAll(proving, circuit, rounds, at);
            for (const suite of suites) yield { ...row(suite, circuit, runs[suite], runs.theirs), ...(suite === "command" && { phases: phasesOf(runs.command) }) };
        }
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}

export const command = (options) => proofs(["command"], options);
export const override = (options) => proofs(["override"], options);
/** Both against the same runs of snarkjs on ffjavascript. */
export const proving = (options) => proofs(["command", "override"], options);
