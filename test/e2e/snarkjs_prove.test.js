/**
 * snarkjs, with ffturbo in every place of ffjavascript, proves and verifies; proofs cross between the engines both
 * ways.
 */
import { expect } from "chai";
import { circuitsIn, fixtures } from "../support/circuits.js";
import { openClient, withClient } from "../support/client.js";
import { proveAndCross, verifyBothWays } from "../support/cross.js";
import { describeInAll } from "../support/extent.js";
import { FORGETFUL } from "../support/forgotten_files.js";
import { copiesOf, root, turboProject } from "../support/scratch.js";

/**
 * A forgotten pool may keep the process for this long after its last result; the rest of the wait is the process's own
 * end.
 */
const LINGER_LIMIT_MS = 1000;

// prover/prove.test.js has proofs that snarkjs verifies; this installs what users have
describeInAll("snarkjs on ffturbo", function () {
    this.timeout(300_000);
    let turbo, plain;
    before("installs the clients", () => {
        turbo = openClient(turboProject());
        plain = openClient(root);
    });
    after(() => Promise.all([turbo?.close(), plain?.close()]));

    it("runs on ffturbo on one side and on ffjavascript on the other", async () => {
        expect((await turbo.facts()).engine).to.equal("ffturbo");
        expect((await plain.facts()).engine).to.equal("ffjavascript");
        expect(copiesOf(turboProject(), "ffjavascript").map(({ name }) => name)).to.deep.equal(["ffturbo"]);
    });

    const circuits = circuitsIn(fixtures);
    it("has a fixture for every proof system and curve", () => {
        expect(circuits.map(({ title }) => title)).to.include.members([
            "mimc_example, groth16",
            "xor_net, groth16",
            "mimc_bls, groth16",
            "mimc_tiny, plonk",
            "mimc_tiny, fflonk",
        ]);
    });

    for (const circuit of circuits) {
        it(`${circuit.title}: proved by ffturbo, verified by both`, () =>
            proveAndCross(circuit, turbo, [turbo, plain]));
        it(`${circuit.title}: the committed proof of ffjavascript verifies`, () => verifyBothWays(circuit, turbo));
    }

    it("proves through require() as well, single-threaded too", async () => {
        const [circuit] = circuits.filter(({ name }) => name === "xor_net");
        const { end } = await withClient(turboProject(), { format: "cjs" }, async (common) => {
            await proveAndCross(circuit, common, [plain]);
            const { proof, publicSignals } = await common.snarkjs(
                "groth16.prove",
                circuit.zkey,
                circuit.wtns,
                undefined,
                { singleThread: true },
            );
            await verifyBothWays({ ...circuit, proof, publicSignals }, plain);
        });
        expect(end.code).to.equal(0);
    });

    it("rejects a witness of another circuit in words, and goes on", async () => {
        const pick = (wanted) => circuits.find(({ name }) => name === wanted);
        let failure;
        await turbo
            .snarkjs("groth16.prove", pick("xor_net").zkey, pick("mimc_tiny").wtns)
            .catch((error) => (failure = error));
        expect(failure?.message).to.match(/witness|circuit/i);
        expect(turbo.forgetful(), "snarkjs's own").to.deep.equal(FORGETFUL.refusedWitness);
        await proveAndCross(pick("xor_net"), turbo, [turbo]);
    });

    it("a program that proves and forgets its curves ends by itself", async () => {
        const [circuit] = circuits.filter(({ name }) => name === "mimc_tiny");
        const {
            end: { code, lingeredMs },
        } = await withClient(turboProject(), {}, (client) =>
            client.snarkjs("groth16.prove", circuit.zkey, circuit.wtns),
        );
        // what the machine takes to end any process now
        const { end: idle } = await withClient(turboProject(), {}, (client) => client.facts());
        expect(code).to.equal(0);
        expect(lingeredMs).to.be.below(LINGER_LIMIT_MS + 5 * idle.lingeredMs);
    });
});
