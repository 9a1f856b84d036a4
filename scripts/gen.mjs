/**
 * Writes what is generated, or checks it, and says what it does and how long each step takes.
 *
 *     npm run gen                     everything: a minute or two, nearly all of it for the modules
 *     npm run gen -- worker           one step: modules, hashes, challenges, worker, manual or
 *                                     entries
 *     npm run gen -- msm_buckets      one module, by its name in scripts/wasm/modules.js; several
 *                                     names work, too
 *     npm run gen -- worker --check   compares, and fails on a difference; npm run gen:check
 *                                     compares everything
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LISTS, MODULES } from "./wasm/modules.js";

const here = dirname(fileURLToPath(import.meta.url));
/** In the order in which one needs the other: the worker contains modules and hashes. */
const STEPS = [
    { name: "modules", script: "gen-wasm.mjs", what: "modules of curves, with proofs of their bounds, and lists of curves" },
    { name: "hashes", script: "gen-hashes.mjs", what: "hash functions" },
    { name: "challenges", script: "gen-first-challenges.mjs", what: "hashes that ceremonies begin with" },
    { name: "worker", script: "gen-worker.mjs", what: "sources of workers" },
    { name: "manual", script: "gen-manual.mjs", what: "pages of the manual" },
    { name: "entries", script: "gen-entries.mjs", what: "entries of the package, in package.json" },
];

/**
 * What to run for the names that are given.
 * @param {string[]} names - of steps and of modules; none for everything
 * @returns {{ script: string, what: string, modules: string[] }[]}
 * @throws {RangeError} for a name that nothing has
 */
export function plan(names) {
    const modules = names.filter((name) => MODULES.some((entry) => entry.name === name));
    const steps = STEPS.filter(({ name }) => names.length === 0 || names.includes(name));
    const unknown = names.filter((name) => !modules.includes(name) && !steps.some((step) => step.name === name));
    if (unknown.length)
        throw new RangeError(`gen: expected ${[...STEPS, ...MODULES].map(({ name }) => name).join(", ")}, got ${unknown.join(", ")}`);
    const [all] = STEPS, some = modules.length && !names.includes(all.name);
    const chosen = some ? [{ ...all, what: modules.join(", ") }, ...steps] : steps;
    return chosen.map(({ script, what }) => ({ script, what, modules: some && script === all.script ? modules : [] }));
}

/**
 * The names that each process of a step gets: all modules are made by several at once.
 * @param {{ script: string, modules: string[] }} step
 * @param {number} processes
 * @returns {string[][]}
 */
export function shares({ script, modules }, processes) {
    if (script !== STEPS[0].script || modules.length) return [modules];
    const all = [LISTS, ...MODULES.map(({ name }) => name)];
    return Array.from({ length: processes }, (_, k) => all.filter((_name, i) => i % processes === k));
}

/** @param {string} script @param {string[]} args @returns {Promise<number | null>} its exit code */
async function run(script, args) {
    const [code] = await once(spawn(process.execPath, [join(here, script), ...args], { stdio: "inherit" }), "close");
    return code;
}

const compare = (script) => spawnSync(process.execPath, [join(here, script), "--check"], { encoding: "utf8" });

/**
 * For builds: bundles of a stale source would pass every check but that of the source. Modules take
 * minutes; gen:check compares them.
 * @param {(script: string) => { status: number | null, stdout: string, stderr: string }} [run] - a
 *   script with --check
 * @throws {Error} naming the command that helps
 */
export function refuseStale(run = compare) {
    for (const { name, script, what } of STEPS.filter((step) => step.name !== "modules")) {
        const { status, stdout, stderr } = run(script);
        if (status !== 0)
            throw new Error(`build: expected ${what} that are up to date, got others; run npm run gen -- ${name}\n${stdout}${stderr}`);
    }
}

/** @param {string[]} args */
async function main(args) {
    const check = args.includes("--check");
    const names = args.filter((arg) => arg !== "--check");
    for (const step of plan(names)) {
        console.log(`gen: ${check ? "compares" : "writes"} ${step.what}`);
        const began = performance.now();
        const more = check ? ["--check"] : [];
        const codes = await Promise.all(
            shares(step, availableParallelism()).map((share) => run(step.script, [...share, ...more])));
        console.log(`gen: ${((performance.now() - began) / 1000).toFixed(0)} s`);
        if (codes.some((code) => code !== 0)) process.exitCode = 1;
    }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
