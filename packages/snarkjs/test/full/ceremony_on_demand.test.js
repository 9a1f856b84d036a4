/**
 * Curves that snarkjs has no name for: it refuses them by its own list, and does a whole ceremony on them where that
 * list, one file, is replaced.
 */
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { curves } from "snarkjs";
import { root, workFolder } from "../../../../test/support/scratch.js";
import { CURVES, ORACLES } from "../../../../test/support/twin_curves.js";

for (const name of Object.keys(CURVES).filter((one) => !ORACLES[one])) describe(`snarkjs on ${name}`, function () {
    this.timeout(600_000);

    it("knows no such curve", async () => {
        const error = await curves.getCurveFromName(name).catch((thrown) => thrown);
        expect(error.message).to.equal(`Curve not supported: ${name}`);
    });

    it("does a whole ceremony with our list of curves, and proofs of either side verify on either side", async () => {
        const folder = workFolder(`ceremony-${name}`);
        try {
            const script = join(root, "test/e2e/scenarios/ceremony_own_list.mjs");
            const { stdout } = await promisify(execFile)(process.execPath, [script, name, folder], { cwd: root });
            const proof = { curve: name, accepted: [true, true, true], refused: false };
            expect(JSON.parse(stdout.trim().split("\n").at(-1))).to.deep.equal({
                powersOfTau: true, zkey: true, theirs: proof, ours: proof, fromInputs: proof, vkey: name,
            });
        } finally {
            rmSync(folder, { recursive: true, force: true });
        }
    });
});
