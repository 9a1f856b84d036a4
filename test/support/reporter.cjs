/**
 * mocha's own report, and for whoever adds up several runs its counts, what failed, and what failed once and passed when
 * it ran again (with `--retries`): as JSON with `--reporter test/support/reporter.cjs --reporter-option
 * output=counts.json`, or to the function `counted`. With `brief`, mocha's report ends with failures only.
 */
const { writeFileSync } = require("node:fs");
const { reporters } = require("mocha");

module.exports = class Counting extends reporters.Spec {
    constructor(runner, options) {
        super(runner, options);
        const { output, counted, brief } = options.reporterOptions ?? options.reporterOption ?? {};
        this.brief = Boolean(brief);
        const failed = [], retried = new Map();
        const line = (test, error) => `${test.fullTitle()}: ${error?.message ?? error}`.slice(0, 400);
        runner.on("retry", (test, error) => retried.set(test.fullTitle(), line(test, error)));
        runner.on("fail", (test, error) => {
            failed.push(line(test, error));
            retried.delete(test.fullTitle());
        });
        runner.once("end", () => {
            const { passes = 0, failures = 0, pending = 0 } = this.stats;
            const counts = { passes, failures, pending, failed, retried: [...retried.values()] };
            if (output) writeFileSync(output, JSON.stringify(counts));
            counted?.(counts);
        });
    }

    epilogue() { if (!this.brief || this.failures.length > 0) super.epilogue(); }
};
