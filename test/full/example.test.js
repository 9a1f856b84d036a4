/** `npm run example`: proves, has both engines verify, and says how much faster it was on the same witness. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { root } from "../support/scratch.js";

describe("the example", function () {
    this.timeout(600_000);
    it("compares with ffjavascript in the same run, and both believe the proof", async () => {
        const program = join(root, "examples", "prove.mjs");
        const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: root });
        const faster = Number(/^ {2}together +([\d.]+) times faster/m.exec(stdout)?.[1]);
        const rows = [...stdout.matchAll(/^ {2}\S.* +([\d.]+) s +([\d.]+) s$/gm)];
        const [ours, theirs] = [1, 2].map((side) => rows.reduce((sum, row) => sum + Number(row[side]), 0));
        expect(rows).to.not.be.empty;
        expect(faster).to.be.closeTo(theirs / ours, 0.15 * faster);
        expect(stdout).to.match(/^ffturbo +the proof verifies$/m).and.match(/^ffjavascript +the proof verifies$/m);
    });
});
