import { readFileSync } from "node:fs";
import { expect } from "chai";
import { ChaCha } from "ffjavascript-oracle";
import { ProverError } from "../../src/protocols/bigint.js";
import { buildPairing } from "../../src/bigint/pairing.js";
import { rowsOf, thinned } from "../support/extent.js";
import { builderOf, CURVES, ORACLES, twinOf } from "../support/twin_curves.js";
import { uniform } from "../support/random.js";

const FIXTURES = { bn128: "mimc_tiny", bls12381: "mimc_bls" };
const fixture = (name, file) =>
    JSON.parse(readFileSync(new URL(`../fixtures/${name}/${file}.json`, import.meta.url), "utf8"));

for (const [name, curve] of thinned(Object.entries(CURVES), 2)) describe(`pairing of ${name} on BigInt`, () => {
    let theirs;
    let P;
    before(async () => {
        theirs = await (ORACLES[name] ?? builderOf(name))(true);
        P = buildPairing(curve);
    });
    const bytes = (a) => {
        const buff = new Uint8Array(P.tower.Fp12.n8);
        P.tower.Fp12.toRprLEM(buff, 0, a);
        return buff;
    };

    it("gives the bytes of ffjavascript, or of the engine where that has no such curve", () => {
        for (let i = 0; i < rowsOf(2, 1); i++) {
            const [s, t] = i === 0 ? [1n, 1n] : [uniform(curve.fr.p), uniform(curve.fr.p)];
            const [p, q] = [P.G1.timesScalar(P.G1.g, s), P.G2.timesScalar(P.G2.g, t)];
            const reference = theirs.pairing(
                theirs.G1.fromObject(P.G1.affine(p)),
                theirs.G2.fromObject(P.G2.affine(q)),
            );
            expect(bytes(P.pairing(p, q))).to.deep.equal(reference);
        }
    });
    it("is bilinear, of order r and not degenerate", () => {
        const { Fp12 } = P.tower;
        const [s, t] = [uniform(2n ** 40n), uniform(2n ** 40n)];
        const e = P.pairing(P.G1.g, P.G2.g);
        expect(
            Fp12.eq(P.pairing(P.G1.timesScalar(P.G1.g, s), P.G2.timesScalar(P.G2.g, t)), Fp12.exp(e, s * t)),
        ).to.equal(true);
        expect(Fp12.eq(Fp12.exp(e, curve.fr.p), Fp12.one)).to.equal(true);
        expect(Fp12.eq(e, Fp12.one)).to.equal(false);
    });
    it("is 1 where a point is zero", () => {
        const { one } = P.tower.Fp12;
        expect([P.pairing(P.G1.zero, P.G2.g), P.pairing(P.G1.g, P.G2.zero)]).to.deep.equal([one, one]);
        expect(P.productIsOne([])).to.equal(true);
        expect(P.productIsOne([[P.G1.g, P.G2.g]])).to.equal(false);
        expect(P.productIsOne([[P.G1.g, P.G2.g], [P.G1.neg(P.G1.g), P.G2.g]])).to.equal(true);
    });
    it("the tower agrees with the wasm fields on a product and an inverse", () => {
        const { Fp12 } = P.tower;
        const draw = () => [0, 1].map(() => [0, 1, 2].map(() => [uniform(curve.fp.p), uniform(curve.fp.p)]));
        const [a, b] = [draw(), draw()];
        expect(bytes(Fp12.mul(a, b))).to.deep.equal(theirs.F12.mul(bytes(a), bytes(b)));
        expect(bytes(Fp12.inv(a))).to.deep.equal(theirs.F12.inv(bytes(a)));
        expect(bytes(P.tower.frobenius(a))).to.deep.equal(bytes(Fp12.exp(a, curve.fp.p)));
    });

    if (FIXTURES[name]) describe("Groth16", () => {
        const [key, signals, proof] = ["vkey", "public", "proof"].map((file) => fixture(FIXTURES[name], file));
        const { verify } = twinOf(name);
        const changed = (change) => {
            const copy = structuredClone({ key, signals, proof });
            change(copy);
            return verify(copy.key, copy.signals, copy.proof);
        };

        it("accepts a proof made by snarkjs", () => expect(verify(key, signals, proof)).to.equal(true));
        it("rejects another signal, another proof, another key", () => {
            expect(changed((c) => { c.signals[0] = String(BigInt(c.signals[0]) + 1n); })).to.equal(false);
            expect(changed((c) => { c.proof.pi_a = c.proof.pi_c; })).to.equal(false);
            expect(changed((c) => { c.key.vk_alpha_1 = c.key.IC[1]; })).to.equal(false);
        });
        it("rejects what is not canonical", () => {
            expect(
                changed((c) => {
                    c.signals[0] = String(BigInt(c.signals[0]) + curve.fr.p);
                }),
                "a signal of r or more",
            ).to.equal(false);
            expect(changed((c) => { c.signals[0] = "-1"; })).to.equal(false);
            expect(
                changed((c) => {
                    c.proof.pi_a[0] = String(BigInt(c.proof.pi_a[0]) + curve.fp.p);
                }),
                "a coordinate of p or more",
            ).to.equal(false);
            expect(changed((c) => { c.proof.pi_a[1] = "5"; }), "a point off the curve").to.equal(false);
            expect(changed((c) => { c.proof.pi_a.length = 1; })).to.equal(false);
            expect(changed((c) => { c.proof.pi_b[0] = ["1"]; })).to.equal(false);
        });
        it("rejects a point outside of the subgroup", () => {
            const outside = P.G2.fromRng(new ChaCha());
            expect(P.G2.isZero(P.G2.timesScalar(outside, curve.fr.p))).to.equal(false);
            expect(changed((c) => { c.proof.pi_b = outside.map((x) => x.map(String)); })).to.equal(false);
        });
        it("rejects a wrong number of signals, and refuses anything that is not a key", () => {
            expect(changed((c) => c.signals.push("1"))).to.equal(false);
            expect(() => verify({}, signals, proof))
                .to.throw(ProverError, "verify: expected a groth16 verification key")
                .with.property("code", "ERR_FILE");
            expect(() => verify({ ...key, curve: name === "bn128" ? "bls12381" : "bn128" }, signals, proof))
                .to.throw(ProverError)
                .with.property("code", "ERR_CURVE");
        });
    });
});
