/**
 * `npm test`: runs the suites of .mocharc.json in two processes at once that take about equally long, in half the time
 * on two cores. The first reports while it runs, the second when both have ended.
 *
 *     npm test                     all suites
 *     npm test -- --grep pool      arguments go to mocha, in one process
 *     node scripts/test.mjs --report PREFIX    for .ci/run: also writes PREFIX-1.json and PREFIX-2.json with what
 *                                  passed and failed, and PREFIX-1.status and PREFIX-2.status with how mocha ended
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
/** Suites of callers, many of which start processes: together about half of the time. */
const FIRST = ["test/api", "test/e2e", "test/pool", "test/prover"];
/** Long suites and those that need other programs: what .mocharc.json leaves out. */
const ELSEWHERE = JSON.parse(readFileSync(join(root, ".mocharc.json"), "utf8")).ignore.map((glob) => glob.replace("/**", ""));
const TIMEOUT_MS = 60_000;

const within = (folders) => (file) => folders.some((folder) => file.startsWith(`${folder}/`));
const suites = readdirSync(join(root, "test"), { recursive: true })
    .map((name) => `test/${String(name).replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".test.js") && !within(ELSEWHERE)(file))
    .sort();

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

/** Both halves at once. @param {string} [prefix] - of the reports @returns {Promise<boolean>} whether all passed */
async function halves(prefix) {
    const half = async (/** @type {boolean} */ first) => {
        const report = prefix && `${prefix}-${first ? 1 : 2}`;
        const reporter = report
            ? ["--retries", "1", "--reporter", "./test/support/reporter.cjs", "--reporter-option", `output=${report}.json`]
            : [];
        const files = suites.filter((file) => within(FIRST)(file) === first);
        const ended = await mocha(["--no-config", "--timeout", String(TIMEOUT_MS), ...reporter, ...files], !first);
        if (report) writeFileSync(`${report}.status`, ended.passed ? "0" : "1");
        return ended;
    };
    const [first, second] = await Promise.all([half(true), half(false)]);
    process.stdout.write(second.said);
    return first.passed && second.passed;
}

async function main(args) {
    if (args[0] === "--report") return halves(args[1]);
    return args.length ? (await mocha(args)).passed : halves();
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
