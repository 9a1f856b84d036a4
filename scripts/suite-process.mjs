/**
 * A process of scripts/run-suites.mjs, which names it one suite at a time: mocha runs it, and what
 * came out goes back. Before each test it says which one begins, so that whoever ends this process
 * knows what was running.
 */
import Mocha from "mocha";
import { createRequire } from "node:module";
import { forgetCurves } from "../test/support/forget_curves.js";

const Reporter = createRequire(import.meta.url)("../test/support/reporter.cjs");
const { timeout, retries } = JSON.parse(process.argv[2]);
const HEARD = /** @type {any[]} */ (["unhandledRejection", "uncaughtException"]);

// as under mocha's own command: tests await some promises later than these are rejected
process.on("unhandledRejection", () => {});

/** @param {unknown} message */
const send = (message) => process.send?.(message);

/** What keeps this process from ending, but for the pipes to the one that started it. */
const held = () => process.getActiveResourcesInfo().filter((name) => !/^(Pipe|TTY)Wrap$/.test(name));

/** @type {{ suite: string, open: number }[]} how much there was of it after each suite */
const after = [];

/**
 * The first of the suites since which there was never less than now: what is left is most likely
 * its own.
 */
const since = (/** @type {number} */ open) => after[after.findLastIndex((one) => one.open < open) + 1]?.suite;

/**
 * Takes away what others have begun to hear meanwhile: a compiler of contracts, for one, throws the
 * reason of each rejected promise that has no handler, which would fail some suite after its own.
 * @returns {() => void}
 */
function keepListeners() {
    const kept = HEARD.map((event) => new Set(process.listeners(event)));
    return () => HEARD.forEach((event, i) => {
        for (const listener of process.listeners(event)) if (!kept[i].has(listener)) process.off(event, listener);
    });
}

/** @param {string} suite */
async function run(suite) {
    let counts;
    const started = performance.now();
    const before = process.cpuUsage();
    const restore = keepListeners();
    const mocha = new Mocha({
        timeout, retries, reporter: Reporter,
        reporterOption: { brief: true, counted: (/** @type {object} */ all) => { counts = all; } },
    });
    mocha.addFile(suite);
    await mocha.loadFilesAsync();
    await new Promise((resolve) => {
        const runner = mocha.run(() => {
            // its listeners would end this process for an exception in a later suite
            runner.dispose();
            resolve(undefined);
        });
        for (const event of ["test", "hook"]) runner.on(event, (one) => send({ runs: one.fullTitle() }));
    });
    restore();
    await forgetCurves();
    after.push({ suite, open: held().length });
    const { user, system } = process.cpuUsage(before);
    send({ ended: suite, counts, took: [(performance.now() - started) / 1e3, (user + system) / 1e6] });
}

process.on("message", (/** @type {{ suite?: string }} */ { suite }) => {
    if (suite !== undefined) return void run(suite).catch((error) => setImmediate(() => { throw error; }));
    // what still runs now was forgotten by a suite, and keeps this process from ending
    const open = held();
    send({ open, since: since(open.length) });
    process.disconnect();
});
