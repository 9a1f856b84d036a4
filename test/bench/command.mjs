/** Suite `command`: `ffturbo prove` against `snarkjs groth16 prove` on ffjavascript, each a whole process, from start to exit. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verify } from "../../src/prover/index.js";
import { circuitsIn, corpus, fixtures } from "../support/circuits.js";
import { root } from "../support/scratch.js";
import { finish } from "./harness.mjs";

const PEAK = join(root, "test", "support", "peak.cjs");
const ROUNDS = 5;

/** Runs a program of Node to its end: wall time, peak memory, what it said. */
function measure(args, env) {
    const started = performance.now();
    const child = spawn(process.execPath, ["--require", PEAK, ...args], { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe", "pipe"] });
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

/** BENCH_CIRCUITS names a folder with more circuits, each in a folder of its own like those of the corpus. */
const allCircuits = () => [fixtures, corpus, process.env.BENCH_CIRCUITS ?? ""].flatMap(circuitsIn).filter(({ system, name }) => system === "groth16" && name !== "mimc_tiny");

export async function* command() {
    const folder = mkdtempSync(join(tmpdir(), "ffturbo-bench-"));
    const at = (name) => join(folder, name);
    const programs = {
        ours: ({ zkey, wtns }) => measure([join(root, "bin", "ffturbo.mjs"), "prove", zkey, wtns, at("proof.json"), at("public.json"), "--json", "--timings"]),
        theirs: ({ zkey, wtns }) => measure([join(root, "node_modules", "snarkjs", "build", "cli.cjs"), "groth16", "prove", zkey, wtns, at("proof.json"), at("public.json")]),
    };
    const readJson = (name) => JSON.parse(readFileSync(at(name), "utf8"));
    try {
        for (const circuit of allCircuits()) {
            const runs = { ours: [], theirs: [] };
            for (let round = 0; round < ROUNDS; round++) for (const side of round % 2 ? ["theirs", "ours"] : ["ours", "theirs"]) {
                runs[side].push(await programs[side](circuit));
                if (!await verify(circuit.vkey, readJson("public.json"), readJson("proof.json"))) throw new Error(`command: expected a proof of ${circuit.name} that verifies, got another from ${side}`);
            }
            const times = (side) => runs[side].map(({ ms }) => ms), peak = (side) => Math.max(...runs[side].map((run) => run.peak));
            yield { ...finish({ suite: "command", curve: circuit.vkey.curve, name: circuit.name }, { ours: times("ours"), theirs: times("theirs") }),
                peak: { ours: peak("ours"), theirs: peak("theirs"), ratio: peak("ours") / peak("theirs") }, phases: JSON.parse(runs.ours.at(-1).out).timings };
        }
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}
