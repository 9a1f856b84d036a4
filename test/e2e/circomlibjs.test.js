/**
 * circomlibjs 0.1.7, whose Poseidon compiles a plugin into the curve, gives on ffturbo what it gives on ffjavascript.
 */
import { expect } from "chai";
import { runScenario } from "../support/client.js";
import { describeInAll } from "../support/extent.js";
import { plainProject, turboProject } from "../support/scratch.js";

/** Poseidon of (1, 2) on bn128, as its authors publish it (circomlib's own test vector). */
const POSEIDON_1_2 = "7853200120776062878684798364095072458815029376092732009249414926327459813530";

describeInAll("circomlibjs on ffturbo", function () {
    this.timeout(300_000);
    let turbo, plain;
    before("runs everything it exports, on both engines", async () => {
        [turbo, plain] = [
            await runScenario(turboProject(), "circomlibjs"),
            await runScenario(plainProject(), "circomlibjs"),
        ];
    });

    for (const part of [
        "exports",
        "babyjub",
        "eddsa",
        "mimc",
        "pedersen",
        "poseidon",
        "sparseMerkleTree",
        "contracts",
        "poseidonPlugin",
    ]) {
        it(`${part}: as on ffjavascript`, () => {
            expect(turbo[part]).to.deep.equal(plain[part]);
        });
    }
    it("signatures are accepted where they should be and refused where they should be", () => {
        for (const name of ["Pedersen", "MiMC", "Poseidon", "MiMCSponge"])
            expect(turbo.eddsa[name]).to.include({ accepted: true, refused: false });
    });
    it("Poseidon agrees with its published vector in all forms", () => {
        const { buildPoseidon, buildPoseidonOpt, buildPoseidonReference } = turbo.poseidon;
        expect([
            buildPoseidon[1],
            buildPoseidonOpt[1],
            buildPoseidonReference[1],
            turbo.poseidonPlugin[0],
        ]).to.deep.equal(Array(4).fill(POSEIDON_1_2));
    });
    it("works through require()", async () => {
        expect(await runScenario(turboProject(), "circomlibjs", {}, { format: "cjs" })).to.deep.equal(turbo);
    });
});
