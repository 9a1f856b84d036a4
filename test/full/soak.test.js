/** The short form of npm run soak, and that it notices what is left behind. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";
import { root } from "../support/scratch.js";

const soak = (...args) => {
    const { status, signal, stdout, stderr } = spawnSync(
        process.execPath,
        ["--expose-gc", join(root, "test/full/soak/main.mjs"), ...args],
        { encoding: "utf8", timeout: 1_500_000 },
    );
    return { ended: status ?? signal, stdout, stderr };
};

describe("soak", function () {
    this.timeout(3_000_000);

    for (const [where, ...how] of [["here"], ["in Chromium", "--browser", "chromium"], ["in Firefox", "--browser", "firefox"]]) {
        it(`${where}, curves, proofs at once and killed workers leave nothing`, () => {
            const { ended, stdout, stderr } = soak(...how);
            expect(ended, `${stdout}${stderr}`).to.equal(0);
            expect(stdout).to.match(/60 curves built and ended.*40 proofs at once.*workers killed.*after:/s);
        });

        it(`${where}, a worker that is left is noticed`, () => {
            const { ended, stderr } = soak("--leave", "--seconds", "1", "--cycles", "1", "--proofs", "1", ...how);
            expect(ended).not.to.equal(0);
            expect(stderr).to.match(/soak: expected \d+ (threads|workers), got \d+/);
        });
    }
});
