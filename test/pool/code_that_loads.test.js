/** Modules that load when a curve is built or first works, as the bundles of pages have them. */
import { expect } from "chai";
import { buildCurve } from "../../src/curves/build.js";
import { buildVerifier } from "../../src/curves/verifier.js";
import { bn128 } from "../../src/wasm/curves/bn128.js";

/** The definition, and which of its codes have been asked for. */
function loading() {
    const asked = [];
    const later = (name, code) => async () => { asked.push(name); return code; };
    const lanes = (tier) => bn128.lanes(tier).map((row) => ({ ...row, code: later(row.name, row.code) }));
    return { asked, definition: { ...bn128, code: later("bn128", bn128.code), lanes } };
}

/** A sum that lanes do, as an affine point. */
async function sumOn({ G1, Fr }) {
    const points = new Uint8Array(64 * 64), scalars = new Uint8Array(64 * 32);
    for (let i = 0; i < 64; i++) {
        points.set(G1.toAffine(G1.timesScalar(G1.g, i + 1)), i * 64);
        scalars.set(Fr.fromMontgomery(Fr.e(3 * i + 1)), i * 32);
    }
    return G1.toAffine(await G1.multiExpAffine(points, scalars));
}

describe("modules that load when they are needed", function () {
    this.timeout(60_000);
    const expected = Array.from({ length: 64 }, (_, i) => (i + 1) * (3 * i + 1)).reduce((sum, one) => sum + one);

    for (const threads of [0, 2]) it(`sum with ${threads} workers, and only the tier that runs is asked for`, async () => {
        const { asked, definition } = loading();
        const curve = await buildCurve(definition, { threads, tier: "scalar", logger: {} });
        try {
            expect(asked).to.deep.equal(["bn128"]);
            const { G1 } = curve;
            expect(await sumOn(curve)).to.deep.equal(G1.toAffine(G1.timesScalar(G1.g, expected)));
            expect(asked.slice(1).sort()).to.deep.equal(["msm_bn128_scalar", "msm_buckets"]);
        } finally {
            await curve.terminate();
        }
    });

    it("verify, and take plugins", async () => {
        const { definition } = loading(), verifier = await buildVerifier(definition);
        const { G1, G2 } = verifier;
        expect(await verifier.pairingEq(G1.g, G2.g, G1.neg(G1.g), G2.g)).to.equal(true);
        let called = 0;
        const curve = await buildCurve(definition, { singleThread: true }, () => { called += 1; });
        expect({ called, one: curve.Fr.toString(curve.Fr.one) }).to.deep.equal({ called: 1, one: "1" });
    });

    it("fail with what loading failed with, and load again", async () => {
        let calls = 0;
        const code = async () => { if (calls++ === 0) throw new Error("no network"); return bn128.code; };
        const build = () => buildCurve({ ...bn128, code }, { threads: 0, tier: "scalar", logger: { again: true } });
        const error = await build().then(() => undefined, (reason) => reason);
        expect(error?.message).to.equal("no network");
        await (await build()).terminate();
        expect(calls).to.equal(2);
    });
});
