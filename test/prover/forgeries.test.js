/**
 * Real forgeries: points of small order, and points off the subgroup, in each place of proof and key, for all three
 * verifiers.
 * Where the equation does not feel them (the torsion of G1 anywhere; G2 beside the point at infinity) it holds, and a
 * verifier without the check of the order accepts.
 */
import { expect } from "chai";
import { bigintBls12377, verify as verifyOnBigInt } from "../../src/protocols/bigint.js";
import { buildBls12377, buildBls12381, buildBn128 } from "../../src/index.js";
import { verify as verifyOnCurve } from "../../src/protocols/groth16/index.js";
import { verify as verifyAlone } from "../../src/protocols/groth16/verify_alone.js";
import { ALL_ROWS, itOnOne } from "../support/extent.js";
import { toyClaim } from "../support/toy_claims.js";
import { GROUPS_WITH_TORSION, pointOfOrder, pointOutside } from "../support/torsion.js";

const VERIFIERS = {
    "ffturbo/groth16": verifyOnCurve,
    "ffturbo/verify": verifyAlone,
    "ffturbo/bigint": async (...args) => verifyOnBigInt(...args),
};
const POINTS_OF = {
    G1: ["pi_a", "pi_c", "vk_alpha_1", "IC[0]", "IC[1]"],
    G2: ["pi_b", "vk_beta_2", "vk_gamma_2", "vk_delta_2"],
};

/** Claims in which the place is beside the point at infinity, so that the equation holds whatever stands there. */
const FREE = {
    pi_b: { a: 0n },
    vk_gamma_2: { ic: [-9n, 1n] },
    vk_delta_2: { a: 11n, b: 13n + 19n, ic: [11n, 0n], signals: [9n] },
};

describe("prover: forgeries", function () {
    this.timeout(120_000);
    const curves = {};
    before(async () => {
        bigintBls12377(); // from now on its keys are known there
        const [bn128, bls12381, bls12377] = await Promise.all(
            [buildBn128, buildBls12381, buildBls12377].map((build) => build(true)),
        );
        Object.assign(curves, { bn128, bls12381, bls12377 });
    });
    const verdictOf = (verify, { vkey, publicSignals, proof }) =>
        verify(vkey, publicSignals, proof, { reason: true, insecure: true }).catch((error) => ({
            code: error.code,
            message: error.message,
        }));

    for (const name of ["bn128", "bls12381", "bls12377"])
        itOnOne(name)(`${name}: the trapdoor makes proofs that verify, beside infinity too`, async () => {
            for (const trapdoor of [{}, ...Object.values(FREE)])
                for (const [title, verify] of Object.entries(VERIFIERS)) {
                    expect(
                        await verdictOf(verify, toyClaim(curves[name], trapdoor)()),
                        `${title} ${Object.keys(trapdoor)}`,
                    ).to.deep.equal({ valid: true });
                }
        });

    it("the equation does not detect torsion: without a check of the order these claims would hold", () => {
        for (const [name, group, orders] of GROUPS_WITH_TORSION) for (const place of POINTS_OF[group]) {
            if (group === "G2" && !FREE[place]) continue;
            const curve = curves[name],
                { G1, G2 } = curve,
                claim = toyClaim(curve, FREE[place])({ [place]: pointOfOrder(curve, group, orders[0]) });
            const one = (json) => G1.fromObject(json.map(BigInt)),
                two = (json) => G2.fromObject(json.map((row) => row.map(BigInt)));
            const { vkey, proof, publicSignals } = claim;
            const input = vkey.IC.slice(1).reduce(
                (sum, point, i) => G1.add(sum, G1.timesScalar(one(point), BigInt(publicSignals[i]))),
                one(vkey.IC[0]),
            );
            const pairs = [
                [G1.neg(one(proof.pi_a)), two(proof.pi_b)],
                [one(vkey.vk_alpha_1), two(vkey.vk_beta_2)],
                [input, two(vkey.vk_gamma_2)],
                [one(proof.pi_c), two(vkey.vk_delta_2)],
            ];
            const product = pairs
                .filter(([p]) => !G1.isZero(p))
                .map(([p, q]) => curve.pairing(p, q))
                .reduce((a, b) => curve.Gt.mul(a, b));
            // The input with torsion in IC[0] and in IC[1] is the input and torsion: no pairing feels it.
            expect(curve.Gt.eq(product, curve.Gt.one), `${name} ${place}`).to.equal(true);
        }
    });

    for (const [name, group, orders] of GROUPS_WITH_TORSION)
        for (const place of POINTS_OF[group])
            describe(`${name}, ${place}`, () => {
                const expectRefused = async (claim, title) => {
                    for (const [verifier, verify] of Object.entries(VERIFIERS)) {
                        if (!ALL_ROWS && name === "bls12377" && verifier === "ffturbo/bigint") continue;
                        const found = await verdictOf(verify, claim);
                        if (place.startsWith("pi_"))
                            expect(found, `${verifier}, ${title}`).to.include({
                                valid: false,
                                reason: "POINT_SUBGROUP",
                                input: "proof",
                            });
                        else expect(found, `${verifier}, ${title}`).to.include({ code: "ERR_POINT" });
                        expect(found.message, verifier).to.include(place);
                    }
                };

                it("torsion of each small order is refused, also where the equation holds", async () => {
                    for (const order of orders)
                        await expectRefused(
                            toyClaim(curves[name], FREE[place])({ [place]: pointOfOrder(curves[name], group, order) }),
                            order,
                        );
                });

                it("a point of small order, and one of large order outside the subgroup, are refused", async () => {
                    const G = curves[name][group],
                        json = (point) => G.toObject(point).map((c) => (Array.isArray(c) ? c.map(String) : String(c)));
                    for (const point of [
                        ...orders.map((order) => pointOfOrder(curves[name], group, order)),
                        pointOutside(curves[name], group),
                    ]) {
                        const claim = toyClaim(curves[name], FREE[place])();
                        if (place.startsWith("IC")) claim.vkey.IC[Number(place[3])] = json(point);
                        else (place.startsWith("pi_") ? claim.proof : claim.vkey)[place] = json(point);
                        await expectRefused(claim, "alone");
                    }
                });
            });
});
