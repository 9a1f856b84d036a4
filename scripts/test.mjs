/**
 * `npm test`: runs suites in two processes at once that take about equally long, in half the time on two cores. The
 * first reports while it runs, the second when both have ended.
 *
 *     npm test                       the quick set: every behaviour, with the shorter tables (test/support/extent.js)
 *     npm test -- --changed [REV]    what tells most about the files that differ from REV (HEAD), within a minute
 *     npm run test:package           the package: its tarball, types, bundles and the pages of docs/
 *     npm run test:all               all of them with the long tables, as .ci/run does
 *     npm test -- --grep pool        other arguments go to mocha, in one process
 *
 * With `--report PREFIX`, PREFIX-1.json and PREFIX-2.json say what passed and failed, and PREFIX-1.status and
 * PREFIX-2.status how mocha ended.
 */
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { divide, suitesOfChange } from "./reach.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const TIMEOUT_MS = 60_000;
/** Of suites, on both processes together: a minute by the clock, with what it takes to start. */
const CHANGED_SECONDS = 80;
/** Long suites and those that need other programs: what .mocharc.json leaves out. */
const ELSEWHERE = JSON.parse(readFileSync(join(root, ".mocharc.json"), "utf8")).ignore.map((glob) => glob.replace("/**", ""));
const PACKAGE = "test/package";

const within = (folders) => (file) => folders.some((folder) => file.startsWith(`${folder}/`));
const suites = readdirSync(join(root, "test"), { recursive: true })
    .map((name) => `test/${String(name).replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".test.js"))
    .sort();
const quick = suites.filter((file) => !within(ELSEWHERE)(file)), packaging = suites.filter(within([PACKAGE]));

/**
 * Runs mocha; resolves to whether all passed.
 * @param {string[]} args
 * @param {boolean} later - report everything at the end
 */
const mocha = (args, later = false) => new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, "node_modules/mocha/bin/mocha.js"), ...args], {
        cwd: root,
        stdio: ["inherit", later ? "pipe" : "inherit", later ? "pipe" : "inherit"],
    });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => said.push(chunk));
    child.on("close", (code) => resolve({ passed: code === 0, said: Buffer.concat(said) }));
});

/**
 * Both halves at once.
 * @param {string[]} files
 * @param {string} [prefix] - of the reports
 * @returns {Promise<boolean>} whether all passed
 */
async function halves(files, prefix) {
    const run = async (/** @type {string[]} */ half, /** @type {number} */ i) => {
        const report = prefix && `${prefix}-${i + 1}`;
        const reporter = report
            ? ["--retries", "1", "--reporter", "./test/support/reporter.cjs", "--reporter-option", `output=${report}.json`]
            : [];
        const ended = await mocha(["--no-config", "--timeout", String(TIMEOUT_MS), ...reporter, ...half], i > 0);
        if (report) writeFileSync(`${report}.status`, ended.passed ? "0" : "1");
        return ended;
    };
    const ended = await Promise.all(divide(files, 2).filter((half) => half.length > 0).map(run));
    for (const { said } of ended.slice(1)) process.stdout.write(said);
    return ended.every(({ passed }) => passed);
}

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);

/** @param {string} revision */
async function changed(revision) {
    const files = [...git("diff", "--name-only", revision), ...git("ls-files", "--others", "--exclude-standard")];
    const { suites: chosen, left } = suitesOfChange(files.filter((file) => !file.startsWith("build/")), CHANGED_SECONDS);
    if (files.some((file) => file.startsWith("scripts/wasm/") || file.startsWith("src/pool/")))
        console.log("npm run gen:check compares what is generated from these files");
    if (left.length) console.log(`There was no time for:\n${left.map((suite) => `  ${suite}`).join("\n")}\n`);
    return halves(chosen);
}

/** @param {string[]} args */
async function main(args) {
    const at = args.indexOf("--report"), [, prefix] = at < 0 ? [] : args.splice(at, 2);
    const [kind, revision = "HEAD"] = args;
    if (kind === "--changed") return changed(revision);
    if (kind === "--package") return halves(packaging, prefix);
    if (kind === "--all") {
        process.env.TEST_EXTENT = "all";
        return halves([...quick, ...packaging], prefix);
    }
    return kind === undefined ? halves(quick, prefix) : (await mocha(args)).passed;
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
