/**
 * The bench of published results runs, at its smallest setting, and prints every row with the published figure; its
 * large circuits can be made.
 */
import { execFile } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { temporaryFolder } from "../../scripts/temporary.mjs";
import { verify, zkeyInfo } from "../../src/protocols/groth16/index.js";
import { root } from "../support/scratch.js";

describe("bench:published", function () {
    this.timeout(600_000);
    it("measures products, phases, threads, the curves of the prize and circuits", async () => {
        const folder = temporaryFolder("published"), file = join(folder, "out.json");
        try {
            const program = join(root, "test", "bench", "published.mjs");
            const { stdout } = await promisify(execFile)(process.execPath, [program, "--smallest", "--json", file]);
            const { products, phases, threads, prize, circuits } = JSON.parse(readFileSync(file, "utf8"));
            expect(products.rows.map(([name]) => name)).to.have.lengthOf(6);
            for (const [name, chain] of products.rows)
                if (typeof chain === "number") expect(chain, name).to.be.above(0);
                else expect(name, "the one tier that a Node may lack").to.equal("lanes, fma");
            const [[points, slower, ms, , shares, published]] = phases.rows;
            expect({ points, published }).to.deep.equal({ points: "2^14", published: "2.84 / 0.37 s" });
            expect(slower).to.be.above(ms);
            expect(shares.split(" ").map(Number).reduce((a, b) => a + b)).to.be.within(90, 105);
            expect(threads.rows[0].slice(1, 3)).to.satisfy((list) => list.every((text) => /^[\d.]+ us$/.test(text)));
            expect(prize.rows.map(([name, size, , , , figure]) => [name, size, figure])).to.deep.equal([
                ["bls12377", "2^16", 134], ["edwards_bls12", "2^16", 81],
            ]);
            expect(circuits.rows.map(([name]) => name)).to.deep.equal(["mimc_example"]);
            expect(products.rows.map((row) => row.at(-1)), "published").to.include.members(["4.8; 4.6", "5.2"]);
            expect(stdout).to.include("authV3 (2^16) 796 -> 530 ms").and.include("2.84 / 0.37 s");
        } finally {
            rmSync(folder, { recursive: true, force: true });
        }
    });

    it("makes circuits of any size, whose keys snarkjs proves with", async () => {
        const folder = temporaryFolder("circuits"), run = promisify(execFile);
        const snarkjs = join(root, "node_modules", "snarkjs", "build", "cli.cjs");
        try {
            const program = join(root, "test", "bench", "make_circuits.mjs"), env = { ...process.env, DEVSETUP: "" };
            await run(process.execPath, [program, folder, "dense:5", "bits:6"], { env });
            for (const name of ["dense_2e5", "bits_2e6"]) {
                const cwd = join(folder, name), proof = ["proof.json", "public.json"];
                await run(process.execPath, [snarkjs, "groth16", "prove", "circuit.zkey", "witness.wtns", ...proof], { cwd });
                const [vkey, theirs, signals] = ["vkey.json", ...proof]
                    .map((file) => JSON.parse(readFileSync(join(cwd, file), "utf8")));
                expect(await verify(vkey, signals, theirs), name).to.equal(true);
                expect((await zkeyInfo(join(cwd, "circuit.zkey"))).domainSize).to.equal(2 ** Number(name.split("2e")[1]));
            }
        } finally {
            rmSync(folder, { recursive: true, force: true });
        }
    });
});
