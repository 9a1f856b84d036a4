/** The resident memory of whole proofs, in processes of their own, against what `zkeyInfo` says. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { zkeyInfo } from "../../src/protocols/groth16/index.js";
import { corpus } from "../support/circuits.js";
import { root } from "../support/scratch.js";

/** Hosts differ: on Node 26 and Linux the figures are within 10 %. */
const MARGIN = 1.35;

describe("prover: memory of a process", function () {
    this.timeout(120_000);

    for (const name of ["poseidon2", "merkle14", "semaphore10", "sha256_32"])
        it(`${name}: is about what is said`, async function () {
        const folder = join(corpus, name), out = temporaryFolder("memory");
        if (!existsSync(folder)) this.skip();
        const { expectedMemory } = await zkeyInfo(join(folder, "circuit.zkey"), { threads: 2 });
        const files = ["circuit.zkey", "witness.wtns"].map((file) => join(folder, file));
        const run = spawnSync(process.execPath, [
            "--require", join(root, "test/support/peak.cjs"), join(root, "bin/ffturbo.mjs"),
            "prove", ...files, join(out, "proof.json"), join(out, "public.json"), "--quiet", "--threads", "2",
        ], { stdio: ["ignore", "ignore", "pipe", "pipe"] });
        expect(run.status, String(run.stderr)).to.equal(0);
        expect(Number(run.output[3]) / expectedMemory).to.be.within(1 / MARGIN, MARGIN);
    });
});
