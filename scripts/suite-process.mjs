/**
 * A process of scripts/run-suites.mjs, which names it one suite at a time: mocha runs it, and what came out goes back.
 * Before each test it says which one begins, so that whoever ends this process knows what was running.
 */
import Mocha from "mocha";
import { createRequire } from "node:module";
import { forgetCurves } from "../test/support/forget_curves.js";

const Reporter = createRequire(import.meta.url)("../test/support/reporter.cjs");
const { timeout, retries } = JSON.parse(process.argv[2]);

// as under mocha's own command: tests await some promises later than these are rejected
process.on("unhandledRejection", () => {});

/** @param {unknown} message */
const send = (message) => process.send?.(message);

/** @param {string} suite */
async function run(suite) {
    let counts;
    const mocha = new Mocha({
        timeout, retries, reporter: Reporter,
        reporterOption: { brief: true, counted: (/** @type {object} */ all) => { counts = all; } },
    });
    forgetCurves();
    mocha.addFile(suite);
    await mocha.loadFilesAsync();
    await new Promise((resolve) => {
        const runner = mocha.run(() => {
            runner.dispose(); // its listeners would end this process for an exception in a later suite
            resolve(undefined);
        });
        for (const event of ["test", "hook"]) runner.on(event, (one) => send({ runs: one.fullTitle() }));
    });
    send({ ended: suite, counts });
}

process.on("message", (/** @type {{ suite?: string }} */ { suite }) => {
    if (suite !== undefined) return void run(suite).catch((error) => setImmediate(() => { throw error; }));
    // what still runs now was forgotten by a suite, and keeps this process from ending
    send({ open: process.getActiveResourcesInfo().filter((name) => !/^(Pipe|TTY)Wrap$/.test(name)) });
    process.disconnect();
});
