/**
 * Runs suites in processes at once: each takes the next one when it has ended one, the longest
 * first, so that all are busy to the end on any machine. A process that dies or hangs fails the
 * suite that it was running, by name and with its last output, and another process goes on with the
 * rest.
 */
import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { longestFirst } from "./reach.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
/**
 * Without a sign of life: mocha ends what waits for longer than a test may, this ends what never
 * comes back.
 */
const SILENCE_MS = 600_000;
/** For a process that has run its last suite. */
const LINGER_MS = 120_000;
const LAST_LINES = 50;
const COUNTED = /** @type {const} */ (["passes", "failures", "pending"]);

/**
 * @typedef {object} Report
 * @property {number} passes
 * @property {number} failures - of tests, and of processes
 * @property {number} pending
 * @property {string[]} failed
 * @property {string[]} retried - tests that failed once and then passed
 * @property {Record<string, number[]>} took - of each suite, seconds by the clock and of its
 *   process's processor time
 */

/** @param {string} output */
const lastLines = (output) => output.trimEnd().split("\n").slice(-LAST_LINES).join("\n");

/** One process, with what it is at. */
class Runner {
    /** @param {Run} run */
    constructor(run) {
        const { node, env, timeout, retries } = run.options;
        this.run = run;
        this.suite = /** @type {string | undefined} */ (undefined);
        this.title = /** @type {string | undefined} */ (undefined);
        this.reason = "";
        this.output = "";
        /** What kept it from ending when there was nothing left to run. */
        this.kept = "what it did not tell";
        this.since = /** @type {string | undefined} */ (undefined);
        this.child = fork(join(root, "scripts/suite-process.mjs"), [JSON.stringify({ timeout, retries })], {
            cwd: run.options.cwd, execPath: node, execArgv: [], env, stdio: ["ignore", "pipe", "pipe", "ipc"],
        });
        for (const stream of [this.child.stdout, this.child.stderr]) stream?.on("data", (chunk) => {
            this.output += chunk;
            this.alive();
        });
        this.child.on("message", (message) => this.hear(message));
        this.child.on("error", (error) => { this.reason = error.message; });
        /** @type {Promise<void>} */
        this.ended = new Promise((resolve) => this.child.on("close", (code, signal) => {
            clearTimeout(this.timer);
            this.close(code, signal);
            resolve();
        }));
        this.next();
    }

    /** Starts to wait anew. @param {number} [wait] */
    alive(wait = this.run.options.silence) {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.end(`there was no sign of it for ${wait / 1000} s`), wait);
    }

    /** @param {any} message */
    hear({ runs, ended, counts, took, open, since }) {
        if (runs !== undefined) {
            this.title = runs;
            this.alive();
        } else if (open !== undefined) {
            this.since = since;
            this.kept = `${open.join(", ") || "nothing that it knew of"}, since ${since}`;
        } else if (ended !== undefined) {
            // output and messages come through different pipes
            setImmediate(() => {
                this.run.add(counts, this.output);
                this.run.report.took[ended] = took;
                this.output = "";
                this.suite = this.title = undefined;
                this.next();
            });
        }
    }

    next() {
        this.suite = this.run.left.shift();
        this.alive(this.suite === undefined ? Math.min(LINGER_MS, this.run.options.silence) : undefined);
        // a process that has just died takes no message: it is seen when it closes
        this.child.send({ suite: this.suite }, () => {});
    }

    /** @param {string} reason */
    end(reason) {
        this.reason ||= reason;
        this.child.kill("SIGKILL");
    }

    /** @param {number | null} code @param {string | null} signal */
    close(code, signal) {
        if (this.suite === undefined && code === 0) return;
        const how = this.reason || (signal ? `signal ${signal}` : `exit code ${code}`);
        const where = this.suite === undefined
            ? `after its last suite, kept by ${this.kept}`
            : `in ${this.suite}, ${this.title === undefined ? "before its first test" : `"${this.title}"`}`;
        const first = `a process ended (${how}) ${where}`;
        const failed = [`${first}; its last output:\n${lastLines(this.output)}`];
        if (this.since !== undefined && this.suite === undefined && this.run.options.retries > 0)
            this.run.kept.push({ suite: this.since, first, failed });
        else this.run.add({ passes: 0, failures: 1, pending: 0, failed, retried: [] }, `${this.output}\n${first}\n`);
    }
}

/** What is left to run, and what came out. */
class Run {
    /** @param {readonly string[]} suites @param {any} options */
    constructor(suites, options) {
        this.options = options;
        this.left = longestFirst(suites);
        /** @type {Report} */
        this.report = { passes: 0, failures: 0, pending: 0, failed: [], retried: [], took: {} };
        /** @type {Set<Runner>} */
        this.runners = new Set();
        /**
         * @type {{ suite: string, first: string, failed: string[] }[]} processes that something
         *   kept at their end
         */
        this.kept = [];
    }

    /** @param {Report} counts @param {string} output */
    add(counts, output) {
        for (const name of COUNTED) this.report[name] += counts[name];
        this.report.failed.push(...counts.failed);
        this.report.retried.push(...counts.retried);
        this.options.print(output);
    }

    /** As long as there are suites: where a process has died, another takes its place. */
    async keepOne() {
        do {
            const runner = new Runner(this);
            this.runners.add(runner);
            await runner.ended;
            this.runners.delete(runner);
        } while (this.left.length > 0);
    }

    /**
     * As a test that failed: what kept a process runs alone once more, and fails where it keeps
     * that one, too.
     */
    async judge() {
        for (const { suite, first, failed } of this.kept) {
            const { failures } = await runSuites([suite], { ...this.options, retries: 0, print: () => {} });
            if (failures > 0) this.add({ passes: 0, failures: 1, pending: 0, failed, retried: [] }, `${first}\n`);
            else this.report.retried.push(first);
        }
    }

    /** @param {string} reason */
    stop(reason) {
        this.left.length = 0;
        for (const runner of this.runners) runner.end(reason);
    }
}

/**
 * @param {readonly string[]} suites - files, from cwd
 * @param {object} [options]
 * @param {string} [options.report] - file for the report, as JSON
 * @param {number} [options.processes]
 * @param {string} [options.node]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {number} [options.timeout] - of a test, ms
 * @param {number} [options.retries]
 * @param {number} [options.silence] - ms without output after which a process is taken to hang
 * @param {string} [options.cwd]
 * @param {(text: string) => unknown} [options.print]
 * @returns {Promise<Report>}
 */
export async function runSuites(suites, options = {}) {
    const { report, processes = 2, ...rest } = options;
    const run = new Run(suites, {
        node: process.execPath, env: process.env, timeout: 60_000, retries: 0, silence: SILENCE_MS, cwd: root,
        print: (/** @type {string} */ text) => process.stdout.write(text), ...rest,
    });
    const stop = (/** @type {string} */ signal) => run.stop(`this run was ended by ${signal}`);
    const signals = /** @type {NodeJS.Signals[]} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
    for (const signal of signals) process.on(signal, stop);
    await Promise.all(Array.from({ length: Math.min(processes, suites.length) }, () => run.keepOne()));
    await run.judge();
    for (const signal of signals) process.off(signal, stop);
    if (report) writeFileSync(report, JSON.stringify(run.report));
    return run.report;
}
