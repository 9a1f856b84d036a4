/**
 * One mutant, in a tree of its own: its suites run, the first that is red kills it.
 */
import { availableParallelism, loadavg } from "node:os";
import { applied } from "./operators.mjs";
import { mochaArgs, runNode } from "../coverage/record.mjs";
import { folderOf } from "../wasm/definition.js";
import { inPackage } from "../workspaces.mjs";
import { isThinned, runsCommand } from "./suites.mjs";

/** @import { Mutant } from "./operators.mjs" */
/** @import { Suites } from "./suites.mjs" */
/** @import { Tree } from "./tree.mjs" */

/**
 * same: a change of the generator that no module shows, and no suite either.
 * unreached: no suite runs this code.
 * @typedef {"killed" | "late" | "survived" | "same" | "unreached"} Verdict
 */
/**
 * inAll: the quick run of its suites let it live.
 * @typedef {{ verdict: Verdict, by: string, suites: string[], seconds: number, inAll?: boolean }}
 *   Outcome
 */

const TEST_LIMIT_MS = 60_000;
/**
 * Seconds that suites may take beyond three times what they took when they were recorded; then they
 * count as hung.
 */
const GRACE = 45;
/**
 * Milliseconds for suites that took so many seconds; more where the machine is busy.
 * @param {number} seconds
 */
const limitOf = (seconds) => 1000 * (GRACE + 3 * seconds) * Math.max(1, loadavg()[0] / availableParallelism());
/**
 * A test that did not end in time, which a busy machine can also do: it counts if it happens again.
 */
const SLOW = /Timeout of \d+ms exceeded/;
/** As CI runs suites. @type {NodeJS.ProcessEnv} */
const IN_ALL = { ...process.env, TEST_EXTENT: "all" };
/** Suites that are run in one process: at most this many seconds of them. */
const TOGETHER = 8;

/**
 * The suites in processes: the first alone, since it kills most, the others together.
 * @param {string[]} suites
 * @param {Suites} known
 * @param {number} budget - seconds; what is longer than what is left of it does not run
 * @param {string} [telling] - what the others leave time for, if the budget has as much
 * @returns {string[][]}
 */
export function batchesOf(suites, known, budget, telling) {
    const batches = [], waits = telling !== undefined && suites.includes(telling) && !known.red.has(telling);
    const reserved = waits ? known.cost(telling) : 0;
    let left = reserved > budget ? budget : budget - reserved, room = 0;
    for (const suite of suites) {
        const seconds = known.cost(suite);
        const isReserved = suite === telling && reserved <= budget;
        if ((!isReserved && seconds > left) || known.red.has(suite)) continue;
        if (!isReserved) left -= seconds;
        if (batches.length < 2 || seconds > room) {
            batches.push([]);
            room = TOGETHER;
        }
        batches[batches.length - 1].push(suite);
        room -= seconds;
    }
    return batches;
}

/** @param {string} output @returns {string} the title of the first test that failed */
const failureIn = (output) => (/^ +1\) ([\s\S]*?):\n\n/m.exec(output)?.[1] ?? output.trim().split("\n").at(-1) ?? "")
    .replace(/\s+/g, " ").slice(0, 160);

/**
 * @param {Tree} tree
 * @param {string[]} suites
 * @param {Suites} known
 * @param {number} budget
 * @param {string} [telling] - the suite that says most of the mutant
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ verdict: "killed" | "late", by: string } | undefined>} undefined where all
 *   were green
 */
async function run(tree, suites, known, budget, telling, env) {
    for (const batch of batchesOf(suites, known, budget, telling)) {
        if (batch.some(runsCommand) && !(await tree.bundleCommand())) return { verdict: "killed", by: "the bundle of the command" };
        const expected = batch.reduce((sum, suite) => sum + known.cost(suite), 0);
        const attempt = (/** @type {number} */ patience) => runNode(
            mochaArgs(batch, "--bail", "--timeout", String(TEST_LIMIT_MS)),
            { cwd: tree.path, env, limit: patience * limitOf(expected) },
        );
        let { passed, late, output } = await attempt(1);
        // or was it others?
        if (!passed && (late || SLOW.test(output))) ({ passed, late, output } = await attempt(2));
        if (passed && / 0 passing/.test(output)) known.idle(batch);
        if (passed || !(await isGreen(tree, batch, known, env))) continue;
        return { verdict: late ? "late" : "killed", by: `${batch.join(" ")}: ${failureIn(output)}` };
    }
    return undefined;
}

/**
 * Are these suites green without any mutant? Asked once for each, when it is first red: one that is
 * red anyway is not asked again in this run.
 * @param {Tree} tree
 * @param {string[]} suites
 * @param {Suites} known
 * @param {NodeJS.ProcessEnv} [env]
 */
async function isGreen(tree, suites, known, env) {
    const open = suites.filter((suite) => !known.green.has(suite));
    if (open.length === 0) return true;
    const mutated = tree.putAside();
    for (const suite of open) {
        const { passed } = await runNode(mochaArgs([suite], "--timeout", String(TEST_LIMIT_MS)), {
            // slow is no reason to dismiss it
            cwd: tree.path, env, limit: 2 * limitOf(known.cost(suite)),
        });
        known.judge(suite, passed);
    }
    tree.putBack(mutated);
    return suites.every((suite) => known.green.has(suite));
}

/**
 * @param {Tree} tree
 * @returns {Promise<Record<string, string> | undefined>} undefined where the generator refuses
 */
export async function textsOf(tree) {
    const { passed, output } = await tree.generate(["scripts/mutants/kernels.mjs"], []);
    return passed ? JSON.parse(output.slice(output.lastIndexOf("\n{") + 1)) : undefined;
}

/** @param {Tree} tree @param {Mutant} mutant @param {any} context @returns {Promise<any>} */
async function tryKernel(tree, mutant, { known, budget, texts, proofs }) {
    const direct = known.reaching(mutant);
    const now = await textsOf(tree);
    if (!now) return { verdict: "killed", by: "the generator" };
    const killed = await run(tree, direct, known, budget);
    if (killed) return killed;
    const changed = Object.keys(texts).filter((name) => texts[name] !== now[name]);
    if (changed.length === 0) return { verdict: proofs(mutant.file) ? "survived" : "same", by: "" };
    const names = changed.includes("definitions") ? [] : changed;
    const written = changed.flatMap((name) => (name === "definitions"
        ? ["bases", ...Object.keys(texts).filter((one) => /^b[ln]/.test(one))].map((one) => `${folderOf(one)}/curves/${one}.js`)
        : [`${folderOf(name)}/${name}.js`]));
    const { passed } = await tree.generate(["scripts/gen-wasm.mjs", ...names], written);
    if (!passed) return { verdict: "killed", by: "the proof of bounds" };
    return await run(tree, known.onArtifacts(changed), known, 2 * budget) ?? { verdict: "survived", by: "" };
}

/** @param {Tree} tree @param {Mutant} mutant @param {any} context @returns {Promise<any>} */
async function tryCommand(tree, mutant, { known, budget }) {
    return await run(tree, known.reaching(mutant), known, 2 * budget) ?? { verdict: "survived", by: "" };
}

/** @param {Tree} tree @param {Mutant} mutant @param {any} context @returns {Promise<any>} */
async function trySource(tree, mutant, { known, budget, workers }) {
    const direct = known.reaching(mutant);
    const onWorkers = workers.has(mutant.file);
    if (direct.length === 0 && !onWorkers) return { verdict: "unreached", by: "" };
    const killed = await run(tree, direct, known, budget, known.telling(mutant));
    if (killed || !onWorkers) return killed ?? { verdict: "survived", by: "" };
    if (!(await tree.bundleWorkers()).passed) return { verdict: "killed", by: "the bundle of the workers" };
    return await run(tree, known.onWorkers(), known, budget) ?? { verdict: "survived", by: "" };
}

/**
 * What survives the quick run of its suites: CI's run of those that leave something to it.
 * @param {Tree} tree
 * @param {Mutant} mutant
 * @param {any} context
 */
const tryInAll = (tree, mutant, { known, budget }) =>
    run(tree, known.reaching(mutant).filter(isThinned), known.inAll, 2 * budget, known.telling(mutant), IN_ALL);

/** How mutants of each folder are tried. */
const WAYS = { scripts: tryKernel, bin: tryCommand, src: trySource, packages: trySource };

/**
 * @param {Tree} tree
 * @param {string} text - of the mutant's file
 * @param {Mutant} mutant
 * @param {{ known: Suites, budget: number, workers: Set<string>, texts?: Record<string, string>,
 *   proofs: (file: string) => boolean }} context
 * @returns {Promise<Outcome>}
 */
export async function tryMutant(tree, text, mutant, context) {
    const started = performance.now();
    tree.write(mutant.file, applied(text, mutant));
    let outcome = await WAYS[mutant.file.split("/")[0]](tree, mutant, context);
    if (outcome.verdict === "survived") {
        const killed = await tryInAll(tree, mutant, context);
        if (killed) outcome = { ...killed, inAll: true };
    }
    tree.restore();
    if (inPackage(outcome.by).startsWith("test/")) context.known.credit(mutant.file, outcome.by.split(/[ :]/)[0]);
    return { ...outcome, seconds: (performance.now() - started) / 1000 };
}
