/** `npm run coverage` holds its floors. What it records, the sample of mutants beside takes as well. */
import { spawnSync } from "node:child_process";
import { expect } from "chai";
import { DAILY } from "../support/extent.js";
import { root } from "../support/scratch.js";

describe("coverage", function () {
    this.timeout(7_200_000);
    it("of every room is above its floor", () => {
        const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/coverage/main.mjs"], {
            cwd: root, env: DAILY, encoding: "utf8", timeout: 7_000_000, killSignal: "SIGKILL",
        });
        console.log(stdout);
        expect(status, `${stdout}\n${stderr}`).to.equal(0);
    });
});
