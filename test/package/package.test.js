/** The tarball as other people's tools see it. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { checkTarball } from "../../scripts/check-package.mjs";
import { packRepository, root } from "../support/scratch.js";

/** Node shows the line that an error was thrown from, before what it says. */
const LONGEST_LINE = 240;

describe("the package", function () {
    this.timeout(600_000);
    it("has entry points and types that publint and arethetypeswrong accept", async () => {
        expect(await checkTarball(packRepository().bytes)).to.deep.equal([]);
    });

    for (const [name, load] of Object.entries({
        require: `require(${JSON.stringify(join(root, "build", "groth16.cjs"))})`,
        import: `await import(${JSON.stringify(String(pathToFileURL(join(root, "build", "groth16.mjs"))))})`,
    })) it(`an error that no one catches is read at once, after ${name}`, () => {
        const program = `void (async () => { const { fullProve } = ${load}; fullProve({}, "nowhere.wasm", "nowhere.zkey"); })()`;
        const { status, stderr } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
        expect(status).to.equal(1);
        expect(stderr).to.match(/^ProverError: nowhere\.(wasm|zkey): expected a file that can be read/m);
        expect(Math.max(...stderr.split("\n").map((line) => line.length))).to.be.below(LONGEST_LINE);
    });
});
