/**
 * Records which code each suite reaches: runs mocha with one file, with V8's coverage of all its
 * processes and threads. Records are kept in .scratch/coverage, and made again only if the suite, a
 * file that it reached or the support files of the tests have changed.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { mergeProcessCovs } from "@bcoe/v8-coverage";
import { filesOf, inPackage, LISTS } from "../workspaces.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const KEPT = join(root, ".scratch/coverage");
/** The files that are measured: sources that are not generated. */
const MEASURED = /^((packages\/[^/]+\/)?src|scripts\/wasm)\/.*\.js$/;
const GENERATED = /(^|\/)src\/wasm\/|worker_source\.js$|noble_hashes\.js$|types\.js$/;
const SUITE_LIMIT_MS = 600_000;
/** By which this process may be asked to end. @type {NodeJS.Signals[]} */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const TEST_LIMIT_MS = 180_000; // coverage makes code slower
/** For a program whose time is up to end what it runs in groups of their own, as these tools do. */
const GRACE_MS = 2000;

const sha256 = (text) => createHash("sha256").update(text).digest("hex");
/**
 * Suites that test src here; the others test the tarball, texts or build, run src in a page, or watch for ten minutes
 * how much memory servers take, which is another amount while coverage is recorded.
 */
export const SUITES = [...LISTS.quick, ...LISTS.apart].sort().filter((file) =>
    !/^test\/(e2e|ses)\/|architecture|readme_links|generated|gpu\/browsers|queue\/away/.test(inPackage(file)));
/** @param {string} file */
export const isMeasured = (file) => MEASURED.test(file) && !GENERATED.test(file);
/** @param {string} file */
export const hashOf = (file) => (existsSync(join(root, file)) ? sha256(readFileSync(join(root, file))) : "");

/**
 * Runs a program, then prints what it and its children took of the processors: Node does not say it
 * of children.
 */
const TIMED = '"$@" 3>&-; status=$?; times >&3; exit $status';

/**
 * Of what the shell's `times` prints, the line of its children: user and system time.
 * @param {string} text
 */
function childSeconds(text) {
    const values = [...(text.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
    if (values.length !== 2) return undefined;
    return values.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}

/**
 * How to end what runs: programs have groups of their own, which a signal to this process does not
 * reach.
 */
const running = new Set();

/** @param {NodeJS.Signals} signal */
function endAll(signal) {
    for (const end of running) end();
    process.kill(process.pid, signal);
}

/** A signal that ends this process ends the program too. @param {() => void} end */
function remember(end) {
    if (running.size === 0) for (const signal of SIGNALS) process.once(signal, endAll);
    running.add(end);
}

/** @param {() => void} end */
function forget(end) {
    running.delete(end);
    if (running.size === 0) for (const signal of SIGNALS) process.off(signal, endAll);
}

/**
 * Runs a program in a separate process group, which is ended with all its children when the time is
 * up, and when this process gets a signal to end.
 * @param {string[]} args - of node
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, limit: number }} options
 * @returns {Promise<{ passed: boolean, late: boolean, output: string, seconds: number, processor?:
 *   number }>} seconds
 *     by the clock, and of the processors where it ended by itself
 */
export function runNode(args, { cwd, env = process.env, limit }) {
    const started = performance.now();
    const child = spawn("sh", ["-c", TIMED, "sh", process.execPath, ...args],
        { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe", "pipe"] });
    let output = "", late = false, times = "";
    /** @type {import("node:stream").Readable} */ (child.stdio[3]).on("data", (chunk) => { times += chunk; });
    for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (chunk) => { output = (output + chunk).slice(-20_000); });
    }
    const signal = (/** @type {NodeJS.Signals} */ name) => {
        try { process.kill(-(child.pid ?? 0), name); } catch { /* it is gone */ }
    };
    const end = () => signal("SIGKILL");
    let timer = setTimeout(() => {
        late = true;
        signal("SIGTERM");
        timer = setTimeout(end, GRACE_MS);
    }, limit);
    remember(end);
    return new Promise((resolve) => child.on("close", (code) => {
        clearTimeout(timer);
        forget(end);
        end(); // ends processes that it left running
        const seconds = (performance.now() - started) / 1000;
        resolve({ passed: code === 0, late, output, seconds, processor: childSeconds(times) });
    }));
}

/** @param {string[]} suites @param {string[]} more */
export const mochaArgs = (suites, ...more) =>
    ["node_modules/mocha/bin/mocha.js", "--no-config", "--exit", "--reporter", "dot", ...more, ...suites];

/**
 * @typedef {object} Reach
 * @property {string} suite
 * @property {boolean} passed
 * @property {number} seconds
 * @property {Record<string, string>} hashes - of the suite, of the tests' support and of all files
 *   reached
 * @property {any[]} result - V8's, `url` as a path from the root
 */

const placeOf = (suite) => join(KEPT, `${suite.replaceAll("/", "__")}.json`);
const supportHash = () => sha256(filesOf("test/support", /\.\w+$/).map(hashOf).join());

/** @param {string} suite @returns {Reach | undefined} what was kept, fresh or not */
export const keptReach = (suite) =>
    (existsSync(placeOf(suite)) ? JSON.parse(readFileSync(placeOf(suite), "utf8")) : undefined);

/**
 * One that failed may have reached less, on that day.
 * @param {Reach | undefined} reach
 * @param {string} support
 */
export const isFresh = (reach, support) => reach !== undefined && reach.passed
    && Object.entries(reach.hashes).every(([file, hash]) => (file === "support" ? support : hashOf(file)) === hash);

/**
 * V8's record of one process; none where it was killed while it wrote.
 * @param {string} path
 * @returns {any[]}
 */
function resultIn(path) {
    try {
        return JSON.parse(readFileSync(path, "utf8")).result;
    } catch (error) {
        if (error instanceof SyntaxError) return [];
        throw error;
    }
}

/**
 * @param {string} folder - of V8's files
 * @returns {any[]} one merged record for each file measured
 */
export function collect(folder) {
    const home = pathToFileURL(root).href + "/";
    const covs = readdirSync(folder).map((name) => ({ result: resultIn(join(folder, name))
        .filter(({ url }) => url.startsWith(home) && isMeasured(url.slice(home.length).split("?")[0]))
        .map((script) => ({ ...script, url: script.url.slice(home.length).split("?")[0] })) }));
    return covs.length ? mergeProcessCovs(covs).result : [];
}

/**
 * One suite alone, in the slow circumstances of coverage.
 * @param {string} suite
 * @param {NodeJS.ProcessEnv} [more]
 */
export const runSuite = (suite, more) => runNode(mochaArgs([suite], "--timeout", String(TEST_LIMIT_MS)), {
    cwd: root, env: { ...process.env, ...more }, limit: SUITE_LIMIT_MS,
});

/**
 * @param {string} suite - a file of tests, from the root
 * @param {boolean} [again] - even if a record is kept
 * @returns {Promise<Reach & { kept: boolean, output?: string }>} output: what was said, unless it
 *   is kept
 */
export async function reachOf(suite, again = false) {
    const support = supportHash();
    const old = keptReach(suite);
    if (old && !again && isFresh(old, support)) return { ...old, kept: true };
    const folder = `${placeOf(suite)}-${process.pid}`;
    mkdirSync(folder, { recursive: true });
    const { passed, seconds, output } = await runSuite(suite, { NODE_V8_COVERAGE: folder });
    const result = collect(folder);
    rmSync(folder, { recursive: true, force: true });
    const files = [suite, ...result.map(({ url }) => url)];
    const hashes = { support, ...Object.fromEntries(files.map((file) => [file, hashOf(file)])) };
    const reach = { suite, passed, seconds, hashes, result };
    writeFileSync(placeOf(suite), JSON.stringify(reach));
    return { ...reach, kept: false, output };
}
