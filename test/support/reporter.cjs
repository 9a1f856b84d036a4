/**
 * mocha's own report, and its counts as JSON for whoever adds up several runs:
 * `--reporter test/support/reporter.cjs --reporter-option output=counts.json`.
 */
const { writeFileSync } = require("node:fs");
const { reporters } = require("mocha");

module.exports = class Counting extends reporters.Spec {
    constructor(runner, options) {
        super(runner, options);
        const { output } = options.reporterOptions ?? {};
        runner.once("end", () => {
            const { passes = 0, failures = 0, pending = 0 } = this.stats;
            if (output) writeFileSync(output, JSON.stringify({ passes, failures, pending }));
        });
    }
};
