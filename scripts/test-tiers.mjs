/**
 * Runs the suites that depend on the JavaScript engine on other Nodes:
 * `npm run test:tiers [-- 22 26]`. A Node that cannot be installed, a missing suite and a run
 * without tests are failures, never skips.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeOf } from "./other-node.mjs";
import { runSuites } from "./run-suites.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const NODES = ["20", "22", "24", "26"];
/**
 * What an engine can break: kernels, which each compiles differently, workers, timers, open files,
 * copies kept.
 */
const TIER_SUITES = [
    "test/differential", "test/pool", "test/ses", "test/unit/tiers.test.js",
    ...["exit_codes", "open_files"].map((name) => `test/command/${name}.test.js`),
    ...["process_memory", "prove", "sources", "witness_calculator"].map((name) => `test/prover/${name}.test.js`),
    "packages/server/test/server/serve.test.js",
];
/**
 * Plain WebAssembly, which engines have compiled alike for years: the newest Node is asked alone.
 */
const NEWEST_ALONE = /^test\/differential\/(encoding|fft|field_ops|group|msm|oracle_exports|pairing|parts|prime_field|qap|tower)\.test\.js$/;

/**
 * Runs the suites on one Node, where a lane tier that should run and does not is a failure; the
 * report stands in .scratch, and has at least one test.
 * @param {string} major
 * @param {string[]} files
 */
async function runOn(major, files) {
    const node = nodeOf(major);
    const report = join(root, ".scratch", `tiers-${major}.json`);
    const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
    if (!version.startsWith(`v${major}.`)) throw new Error(`test:tiers: expected Node ${major}, got ${version}`);
    console.log(`\nNode ${version}`);
    const env = { ...process.env, TIERS: "required" };
    const { passes, failures, failed } = await runSuites(files, {
        // many wait
        node, env, report, timeout: 120_000, retries: 1, processes: availableParallelism() + 2,
    });
    if (passes + failures === 0) throw new Error(`test:tiers: expected tests to run on Node ${major}, got none`);
    return { version, passes, failures, failed };
}

/** The test files of the suites, each of which must be there. */
function suiteFiles() {
    return TIER_SUITES.flatMap((suite) => {
        const path = join(root, suite);
        if (!existsSync(path)) throw new Error(`test:tiers: expected the suite ${suite}, got no such file`);
        return suite.endsWith(".js")
            ? [suite]
            : readdirSync(path)
                  .filter((name) => name.endsWith(".test.js"))
                  .map((name) => `${suite}/${name}`);
    });
}

async function main() {
    const wanted = process.argv.length > 2 ? process.argv.slice(2) : NODES;
    const files = suiteFiles(), results = [];
    for (const major of wanted)
        results.push(await runOn(major, files.filter((file) => major === NODES.at(-1) || !NEWEST_ALONE.test(file))));
    const total = (what) => results.reduce((sum, result) => sum + result[what], 0);
    for (const line of results.flatMap(({ failed }) => failed)) console.log(`failed: ${line}`);
    for (const { version, passes, failures } of results)
        console.log(`tiers on Node ${version}: ${passes} passed, ${failures} failed`);
    console.log(`${total("passes")} passed, ${total("failures")} failed`);
    if (total("failures") > 0) process.exitCode = 1;
}

await main();
