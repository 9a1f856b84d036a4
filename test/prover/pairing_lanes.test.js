/** One proof after another on the same curve: the second and those after it on lanes, with the same answers. */
import { expect } from "chai";
import { getCurveFromName } from "../../src/index.js";
import { warmPairing } from "../../src/curves/pairing_lanes.js";
import { verifierOf } from "../../src/curves/verifier.js";
import { pairsOnLanes } from "../../src/kernels/pairing/context.js";
import { verify, verifyMany } from "../../src/protocols/groth16/index.js";
import { detectTier } from "../../src/runtime/tiers.js";
import { thinned } from "../support/extent.js";
import { toyClaim } from "../support/toy_claims.js";
import { CURVES, definitionOf } from "../support/twin_curves.js";

const tier = detectTier();

/** Has the curve a pairing on the lanes of a tier? */
const has = async (name, of = tier) =>
    (await definitionOf(name)).lanes(of).some(({ layout }) => pairsOnLanes(CURVES[name], layout));

/** How often the base module answered. */
const counted = (curve) => {
    const { finalExponentiation } = curve, count = { base: 0 };
    curve.finalExponentiation = (value) => {
        count.base++;
        return finalExponentiation(value);
    };
    return count;
};

const fresh = (name, options = {}) => getCurveFromName(name, { singleThread: true, ...options });

/** What may be at infinity, and what is the same or the opposite of something else. */
const CLAIMS = {
    "a proof": {},
    "A at infinity": { a: 0n },
    "B at infinity": { b: 0n },
    "C at infinity": { a: 11n * 13n + 649n * 19n, b: 1n },
    "the sum over signals at infinity": { ic: [-594n, 66n] },
    "gamma and delta the same": { gamma: 23n },
    "gamma the opposite of delta": { gamma: -23n },
    "A and B the generators": { a: 1n, b: 1n },
    "A the opposite of the generator": { a: -1n },
    "C the same as A": { a: 5n, b: 23n, ic: [-594n - 13n * 11n, 66n], gamma: 1n },
    "a wrong C": { c: 5n },
    "no C where one is needed": { c: 0n },
    "no signals": { ic: [77n], signals: [] },
};

for (const name of thinned(Object.keys(CURVES), 2)) describe(`prover: the pairing of ${name} on lanes`, function () {
    this.timeout(60_000);

    it("is opened for the second proof on a curve, and not for the first", async () => {
        const curve = await fresh(name), other = await fresh(name);
        expect(await warmPairing(curve)).to.equal(undefined);
        const second = await warmPairing(curve);
        expect(second !== undefined).to.equal(await has(name));
        expect(await warmPairing(curve)).to.equal(second);
        expect(await warmPairing(other)).to.equal(undefined);
    });

    it("is not used on a curve of another tier, or one that only verifies", async () => {
        const curves = [await fresh(name, { tier: "scalar" }), name in { bn128: 1, bls12381: 1 } && await verifierOf(name)];
        for (const curve of curves.filter(Boolean))
            for (let i = 0; i < 3; i++) expect(await warmPairing(curve)).to.equal(undefined);
    });

    it("gives the answers of the base module, whatever is at infinity", async () => {
        const curve = await fresh(name), plain = await fresh(name, { tier: "scalar" }), count = counted(curve);
        const first = toyClaim(curve)();
        for (let i = 0; i < 2; i++)
            expect(await verify(first.vkey, first.publicSignals, first.proof, { curve })).to.equal(true);
        for (const [what, trapdoor] of Object.entries(CLAIMS)) {
            const { vkey, publicSignals, proof } = toyClaim(curve, trapdoor)();
            const other = { ...proof, pi_a: toyClaim(curve, { a: 3n })().proof.pi_a };
            for (const one of [proof, other, proof]) {
                const [got, want] = await Promise.all([curve, plain].map((on) =>
                    verify(vkey, publicSignals, one, { curve: on, reason: true, insecure: true })));
                expect(got, what).to.deep.equal(want);
            }
            const before = count.base, asked = { curve, reason: true, insecure: true };
            const { valid } = await verify(vkey, publicSignals, proof, asked);
            expect(valid, what).to.equal(trapdoor.c === undefined);
            const lanes = await has(name) && !what.includes("infinity") && what !== "no C where one is needed";
            expect(count.base - before, `${what}: calls of the base module`).to.equal(lanes ? 0 : 1);
        }
    });

    it("looks at the proofs of a bad batch one by one", async () => {
        const curve = await fresh(name), count = counted(curve), { vkey, publicSignals, proof } = toyClaim(curve)();
        const items = Array.from({ length: 8 }, () => ({ publicSignals: ["10"], proof }));
        items[5] = { publicSignals, proof };
        expect(await verifyMany(vkey, items, { curve })).to.deep.equal(items.map((_, i) => i === 5));
        // all of them, and the first one alone
        expect(count.base).to.equal(1 + (await has(name) ? 1 : items.length));
    });

    it("is the base module's where lanes cannot be opened", async () => {
        const broken = Object.fromEntries(
            (await definitionOf(name)).lanes(tier).map(({ name: lane }) => [lane, new Uint8Array(8)]),
        );
        const curve = await fresh(name, { modules: broken }), { vkey, publicSignals, proof } = toyClaim(curve)();
        const count = counted(curve);
        for (let i = 1; i < 4; i++) {
            expect(await verify(vkey, publicSignals, proof, { curve })).to.equal(true);
            expect(count.base).to.equal(i);
        }
    });
});
