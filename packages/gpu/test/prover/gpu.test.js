/** Proofs with their MSMs on a GPU; a fake one, whose kernels are the CPU's. */
import { expect } from "chai";
import { buildBn128 } from "../../../../src/index.js";
import { useGpu } from "../../src/index.js";
import * as fflonk from "../../../../src/protocols/fflonk/index.js";
import { prove, verify } from "../../../../src/protocols/groth16/index.js";
import * as plonk from "../../../../src/protocols/plonk/index.js";
import { circuitsIn, fixtures } from "../../../../test/support/circuits.js";
import { itInAll } from "../../../../test/support/extent.js";
import { fakeGpu } from "../support/fake_gpu.js";

describe("prover: gpu", () => {
    const circuit = circuitsIn(fixtures).find(({ system, vkey }) => system === "groth16" && vkey.curve === "bn128");
    let curve, gpu;
    before(async () => {
        curve = await buildBn128(true);
        gpu = fakeGpu([curve.G1, curve.G2]);
    });
    after(() => curve.terminate());
    const proveWith = (options) => prove(circuit.zkey, circuit.wtns, { curve, ...options });

    it("refuses enabled without a GPU, before anything is read", async () => {
        const error = await proveWith({ gpu: "enabled" }).catch((reason) => reason);
        expect(error).to.include({ code: "ERR_OPTION" });
        expect(error.message).to.include('prove: expected a GPU for gpu: "enabled", got none');
        await proveWith({ gpu: "auto" });
    });

    it("takes the GPU for A, B2, C and H, and for nothing if it is disabled", async () => {
        await useGpu(curve, gpu);
        const { proof, publicSignals } = await proveWith({ gpu: "enabled" });
        expect(curve.gpuInfo().calls).to.deep.equal({ gpu: 4, cpu: 0, again: 0 });
        expect([curve.G1, curve.G2].map(({ attachedGpu: gpu }) => gpu.msms.counts.gpu)).to.deep.equal([3, 1]);
        expect(await verify(circuit.vkey, publicSignals, proof)).to.equal(true);
        await proveWith({});
        await proveWith({ gpu: "disabled" });
        expect(curve.gpuInfo().calls.gpu).to.equal(4);
    });

    it("takes the GPU for the quotient as well, once it is ready for scalars", async () => {
        const whole = fakeGpu([curve.G1, curve.G2], { fallback: true, Fr: curve.Fr });
        await useGpu(curve, whole);
        await curve.Fr.attachedGpu.prepare(true);
        const { proof, publicSignals } = await proveWith({ gpu: "enabled" });
        expect(curve.gpuInfo().calls).to.deep.equal({ gpu: 5, cpu: 0, again: 0 });
        expect(curve.Fr.attachedGpu.counts.gpu).to.equal(1);
        expect(await verify(circuit.vkey, publicSignals, proof)).to.equal(true);
        whole.fault = { stage: "read", once: true, of: curve.Fr };
        const again = await proveWith({ gpu: "enabled" });
        expect(await verify(circuit.vkey, again.publicSignals, again.proof), "without it where it fails").to.equal(true);
        expect(curve.Fr.attachedGpu.counts.again).to.equal(1);
        await useGpu(curve, gpu);
    });

    for (const [system, protocol, columns] of [["plonk", plonk, 10], ["fflonk", fflonk, 11]])
        it(`takes the GPU for the columns of ${system}, and goes on without it where it fails`, async () => {
            const { zkey, wtns, vkey } = circuitsIn(fixtures).find((one) => one.system === system && one.vkey.curve === "bn128");
            const whole = fakeGpu([curve.G1, curve.G2], { fallback: true, Fr: curve.Fr });
            await useGpu(curve, whole);
            await curve.Fr.attachedGpu.prepare(true);
            const { counts } = curve.Fr.attachedGpu;
            const proveOnce = async (options) => {
                const { proof, publicSignals } = await protocol.prove(zkey, wtns, { curve, gpu: "enabled", ...options });
                expect(await protocol.verify(vkey, publicSignals, proof)).to.equal(true);
            };
            await proveOnce();
            expect(counts, "what has an inverse is for the CPU").to.deep.equal({ gpu: columns, cpu: 0, again: 0 });
            whole.fault = { stage: "read", once: true, of: curve.Fr };
            await proveOnce();
            expect(counts.again).to.be.at.least(1);
            const before = { ...counts };
            await proveOnce({ gpu: "disabled" });
            await proveOnce({ gpu: undefined });
            expect(counts).to.deep.equal(before);
            await useGpu(curve, gpu);
        });

    itInAll("refuses enabled where the GPU is for G1 only, if the protocol has MSMs over G2", async () => {
        const faulty = fakeGpu([curve.G1, curve.G2]);
        faulty.fault = { stage: "compile", of: curve.G2 };
        await useGpu(curve, faulty);
        const error = await proveWith({ gpu: "enabled" }).catch((reason) => reason);
        expect(error).to.include({ code: "ERR_OPTION" });
        expect(error.message).to.include('prove: expected a GPU for gpu: "enabled", got none: WebGPU: expected');
        expect(curve.G1.attachedGpu.isReady).to.equal(true);
        await useGpu(curve, gpu);
    });

    it("goes on without the GPU when it fails", async () => {
        // with the fault it would be refused
        for (const { attachedGpu } of [curve.G1, curve.G2]) await attachedGpu.prepare(true);
        gpu.fault = { stage: "wrong", how: "curve" };
        const { proof, publicSignals } = await proveWith({ gpu: "enabled" });
        expect(await verify(circuit.vkey, publicSignals, proof)).to.equal(true);
        expect(curve.gpuInfo().calls.again).to.be.at.least(1);
        expect(curve.gpuInfo().state).to.equal("off");
    });
});
