/**
 * `npm test`: runs suites in two processes more than there are processors, since some of them wait,
 * and prints each when it has ended; then what failed, once more, and the counts.
 *
 *     npm test                       the quick set: shorter tables, without clients and tools
 *                                    (test/support/extent.js)
 *     npm test -- --changed [REV]    what tells most about the files that differ from REV (HEAD),
 *                                    within a minute
 *     npm run test:for FILE...       all that reaches these files, as after a word of an error
 *                                    changed
 *     npm run test:package           the package: its tarball, types, bundles and the pages of
 *                                    docs/
 *     npm run test:all               all of them with the tables that .ci/run takes
 *     npm run test:full [FOLDER...]  all there is but the queue and the GPU: each table
 *                                    whole, test/hosts, and at the end test/full, one suite at a
 *                                    time; or what is in these folders alone
 *     npm test -w packages/NAME      one of the packages beside the root, alone
 *     npm test -- --grep pool        other arguments go to mocha, in one process; npx mocha FILE
 *                                    runs one suite
 *
 * With `--report FILE`, the counts and what failed are there as JSON, and a test that fails is run
 * once more.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { nearest, readReach, suitesFor, suitesOfChange } from "./reach.mjs";
import { runSuites } from "./run-suites.mjs";
import { LISTS, SUITES, within } from "./workspaces.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
/** Each takes up to a gigabyte. */
const MOST_PROCESSES = 8;
/** Of suites, on all processes together: a minute by the clock, with what it takes to start. */
const CHANGED_SECONDS = 80;
/** Long suites may say nothing for as long as they take. */
const LONG_MS = 10_800_000;
/** In which a test may take longer than in the quick run. */
const PATIENT = { timeout: 600_000, silence: LONG_MS };

const { quick, package: packaging, hosts, long } = LISTS;
const all = [...quick, ...packaging];

/**
 * mocha with the suites that the arguments name, or with the quick set.
 * @param {string[]} args
 * @returns {boolean}
 */
function mocha(args) {
    const files = args.some((arg) => arg.endsWith(".test.js")) ? [] : quick;
    const command = [join(root, "node_modules/mocha/bin/mocha.js"), ...args, ...files];
    return spawnSync(process.execPath, command, { cwd: root, stdio: "inherit" }).status === 0;
}

/**
 * @param {string[]} files
 * @param {string} [report]
 * @param {object} [options] - of runSuites
 * @returns {Promise<boolean>} whether all passed
 */
async function run(files, report, options) {
    const { passes, failures, pending, failed, retried } = await runSuites(files, {
        report, retries: report ? 1 : 0, processes: Math.min(MOST_PROCESSES, availableParallelism() + 2), ...options,
    });
    for (const line of retried) console.log(`unsteady: ${line}`);
    for (const line of failed) console.log(`failed: ${line}`);
    console.log(`\n${passes} passed, ${failures} failed, ${pending} pending`);
    return failures === 0;
}

/** @param {string[]} files - from this folder, or from the root */
async function reaching(files) {
    const map = readReach();
    const paths = files.map((file) => relative(root, resolve(file)).replaceAll("\\", "/"));
    const missing = paths.filter((path) => path.startsWith("../") || !existsSync(join(root, path)));
    if (paths.length === 0 || missing.length)
        throw new Error(`test:for: expected files of this repository, got ${missing.join(", ") || "none"}`);
    const chosen = paths.flatMap((path) => {
        const known = suitesFor(path, map);
        return known.length > 0 ? known : nearest(path, map);
    });
    if (chosen.length === 0) throw new Error(`test:for: expected files that suites run, got ${paths.join(", ")}; npm test runs everything`);
    console.log(`${[...new Set(chosen)].join("\n")}\n`);
    return run([...new Set(chosen)]);
}

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);

/** @param {string} revision */
async function changed(revision) {
    const files = [...git("diff", "--name-only", revision), ...git("ls-files", "--others", "--exclude-standard")];
    const { suites: chosen, left } = suitesOfChange(files.filter((file) => !file.startsWith("build/")), CHANGED_SECONDS);
    if (files.some((file) => file.startsWith("scripts/wasm/") || file.startsWith("src/pool/")))
        console.log("npm run gen:check compares what is generated from these files");
    if (left.length) console.log(`There was no time for:\n${left.map((suite) => `  ${suite}`).join("\n")}\n`);
    return run(chosen);
}

/** @param {string[]} folders - what is in them alone; without any, everything */
async function full(folders) {
    process.env.TEST_EXTENT = "full";
    const asked = within(folders.map((name) => name.replace(/\/$/, "")));
    const chosen = folders.length ? SUITES.filter(asked) : [...all, ...hosts, ...long];
    if (chosen.length === 0) throw new Error(`test:full: expected folders with suites, got ${folders.join(", ")}`);
    const isLong = (suite) => long.includes(suite);
    const usual = chosen.filter((suite) => !isLong(suite)), last = chosen.filter(isLong);
    const parts = [[usual, PATIENT], [last, { ...PATIENT, processes: 1 }]];
    let passed = true;
    for (const [files, options] of parts) if (files.length) passed = await run(files, undefined, options) && passed;
    return passed;
}

/** The suites of one package, but for the long ones. @param {string} folder */
function ofPackage(folder) {
    const suites = all.filter(within([folder]));
    if (suites.length === 0) throw new Error(`test: expected the folder of a package with suites, got ${folder}`);
    return run(suites);
}

/** @param {string[]} args */
async function main(args) {
    const at = args.indexOf("--report");
    const [, report] = at < 0 ? [] : args.splice(at, 2);
    const [kind, revision = "HEAD"] = args;
    if (kind === "--for") return reaching(args.slice(1));
    if (kind === "--changed") return changed(revision);
    if (kind === "--package") return run(packaging, report);
    if (kind === "--of") return ofPackage(revision);
    if (kind === "--all") {
        process.env.TEST_EXTENT = "all";
        return run(all, report);
    }
    if (kind === "--full") return full(args.slice(1));
    return kind === undefined ? run(quick, report) : mocha(args);
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
