/**
 * Verification says false to what is no proof, throws only for a key that is none, and never agrees to a mangled claim.
 */
import { expect } from "chai";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { verifierOf } from "../../src/curves/verifier.js";
import { verify as verifyOnCurve } from "../../src/protocols/groth16/index.js";
import { verify as verifyAlone } from "../../src/protocols/groth16/verify_alone.js";
import { circuitsIn, fixtures } from "../support/circuits.js";
import { failureOf } from "../support/failure.js";

const circuits = circuitsIn(fixtures).filter(
    ({ system, name }) => system === "groth16" && ["xor_net", "mimc_bls"].includes(name),
);
const changed = (object, path, value) => {
    const copy = structuredClone(object), keys = path.split("."), last = keys.pop();
    keys.reduce((inner, key) => inner[key], copy)[last] = value;
    return copy;
};

describe("prover: the curve of ffturbo/verify", () => {
    for (const [name, build] of [
        ["bn128", buildBn128],
        ["bls12381", buildBls12381],
    ])
        it(`${name}: knows the cofactors, by which points are looked at`, async () => {
            const [alone, whole] = [await verifierOf(name), await build(true)];
            for (const group of ["G1", "G2"]) expect(alone[group].cofactor, group).to.deep.equal(whole[group].cofactor);
            expect(alone.G2.cofactor).to.be.instanceOf(Uint8Array);
        });
});

for (const [title, verify] of [
    ["ffturbo/groth16", verifyOnCurve],
    ["ffturbo/verify", (k, s, p) => verifyAlone(k, s, p)],
])
    describe(`prover: verify of ${title}`, function () {
        this.timeout(60_000);
        const curves = {};
        before(async () =>
            Object.assign(curves, { bn128: await buildBn128(true), bls12381: await buildBls12381(true) }),
        );

        for (const { name, vkey, proof, publicSignals } of circuits)
            describe(name, () => {
                const check = (p, s = publicSignals, k = vkey) => verify(k, s, p, { curve: curves[vkey.curve] });

                it("agrees to the committed proof, as strings or bigints, with or without the names of protocol and curve", async () => {
                    expect(await check(proof)).to.equal(true);
                    expect(await check(proof, publicSignals.map(BigInt))).to.equal(true);
                    const bare = { ...proof };
                    delete bare.protocol;
                    delete bare.curve;
                    expect(await check(bare)).to.equal(true);
                });

                it("does not agree to other signals, too few, too many, or out of range", async () => {
                    const { r } = curves[vkey.curve],
                        [first, ...rest] = publicSignals;
                    const others = [
                        [(BigInt(first) + 1n).toString(), ...rest],
                        rest,
                        [...publicSignals, "0"],
                        [(BigInt(first) + r).toString(), ...rest],
                        [`-${first}`, ...rest],
                        ["0x1", ...rest],
                        [null, ...rest],
                        [1.5, ...rest],
                        ["", ...rest],
                    ];
                    for (const signals of others)
                        expect(await check(proof, signals), JSON.stringify(signals)).to.equal(false);
                });

                it("does not agree to another point, one off the curve, outside the subgroup, not reduced, or none", async () => {
                    const { q, G2, F1 } = curves[vkey.curve];
                    for (const group of ["pi_a", "pi_c"])
                        for (const value of [
                            proof.pi_b[0],
                            "1",
                            (BigInt(proof[group][0]) + q).toString(),
                            "-1",
                            7.5,
                            undefined,
                            null,
                            {},
                            "0x10",
                        ])
                            expect(await check(changed(proof, `${group}.0`, value)), `${group} ${value}`).to.equal(
                                false,
                            );
                    for (const value of [undefined, null, "1", [], ["1"], ["1", "2", "3"], proof.pi_b[1]])
                        expect(await check(changed(proof, "pi_b.0", value)), `pi_b ${value}`).to.equal(false);
                    for (const value of ["0", "2"])
                        expect(await check(changed(proof, "pi_a.2", value)), `third ${value}`).to.equal(false);
                    for (const broken of [{}, null, undefined, 7, "proof", []])
                        expect(await check(broken)).to.equal(false);
                    expect(await check({ ...proof, pi_a: proof.pi_c, pi_c: proof.pi_a })).to.equal(false);
                    // A point of the twist that is not in the subgroup: x = 1, 2, ... until one has a y.
                    for (let x = 1n; ; x++) {
                        const compressed = new Uint8Array(2 * F1.n8);
                        compressed[2 * F1.n8 - 1] = Number(x);
                        let point;
                        try {
                            point = G2.fromRprCompressed(compressed, 0);
                        } catch {
                            continue;
                        }
                        if (G2.isZero(G2.timesScalar(point, curves[vkey.curve].r))) continue;
                        const pi_b = G2.toObject(G2.toAffine(point)).map((row) => row.map(String));
                        expect(await check({ ...proof, pi_b })).to.equal(false);
                        break;
                    }
                });

                it("throws only for something that is not a key", async () => {
                    for (const [path, value, code] of [
                        ["protocol", "plonk", "ERR_FILE"],
                        ["curve", "secp256k1", "ERR_CURVE"],
                        ["nPublic", 7, "ERR_FILE"],
                        ["IC", [], "ERR_FILE"],
                        ["IC", undefined, "ERR_FILE"],
                        ["vk_alpha_1", ["1", "1", "1"], "ERR_POINT"],
                        ["vk_beta_2", undefined, "ERR_POINT"],
                    ]) {
                        expect(
                            (await failureOf(check(proof, publicSignals, changed(vkey, path, value)))).code,
                            path,
                        ).to.equal(code);
                    }
                    for (const none of [undefined, null, 7])
                        expect((await failureOf(verify(none, publicSignals, proof))).code).to.equal("ERR_OPTION");
                    for (const [p, s] of [
                        [{ ...proof, protocol: "plonk" }],
                        [{ ...proof, curve: "other" }],
                        [proof, "1"],
                    ])
                        expect(await check(p, s)).to.equal(false);
                });
            });
    });
