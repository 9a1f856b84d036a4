/** What callers, users and operators can name is what scripts/ledger says, and where it will be. */
import { spawnSync } from "node:child_process";
import { expect } from "chai";
import { root } from "../support/scratch.js";

describe("the ledger of exports, options, commands, fields, metrics, files and pages", () => {
    it("is that of the sources", function () {
        this.timeout(600_000);
        const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/ledger/main.mjs", "--check"], { cwd: root, encoding: "utf8" });
        expect(status, `${stdout}${stderr}`).to.equal(0);
    });
});
