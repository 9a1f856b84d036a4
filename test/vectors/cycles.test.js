/**
 * Curves without a pairing, and a mere field, as others compute them: against every file of vectors beside this one
 * that gnark/cycles.go and arkworks/cycles.rs write.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { p256 } from "@noble/curves/nist.js";
import { expect } from "chai";
import { getCurveFromName } from "../../src/index.js";
import { runs, seed, uniform } from "../support/random.js";
import { ALL } from "../support/twin_curves.js";

const here = dirname(fileURLToPath(import.meta.url));
const MAKERS = {
    grumpkin: "gnark", goldilocks: "gnark", pallas: "arkworks", vesta: "arkworks", edwards_bls12: "arkworks",
    jubjub: "arkworks",
};
/** For which arkworks has another generator of the same group. */
const OTHER_GENERATOR = "edwards_bls12";

for (const [name, maker] of Object.entries(MAKERS)) describe(`vectors of ${maker}, ${name}`, () => {
    const given = JSON.parse(readFileSync(join(here, maker, `${name}.json`), "utf8"));
    let curve;
    before(async () => { curve = await getCurveFromName(name, true); });

    it("say who made them, in which version, under which licence, and how to make them again", () => {
        expect(given).to.include.keys("maker", "version", "license", "made");
        expect(given.curve).to.equal(name);
        expect(existsSync(join(here, "..", "..", given.made))).to.equal(true);
    });

    for (const field of ["F1", "Fr"].filter((one) => given[one])) it(`${field}`, () => {
        const F = curve[field], of = (text) => F.e(BigInt(text));
        expect(given[field].length).to.be.above(10);
        for (const row of given[field]) {
            const [a, b] = [of(row.a), of(row.b)];
            const own = {
                sum: F.add(a, b), difference: F.sub(a, b), product: F.mul(a, b), square: F.square(a), inverse: F.inv(a),
            };
            for (const [what, value] of Object.entries(own)) expect(F.toString(value), what).to.equal(row[what]);
            expect(F.isSquare(a), row.a).to.equal(row.legendre >= 0);
        }
    });

    if (given.G1) it("G1: sums, multiples and a sum of products", async () => {
        const { G1 } = curve, { generator, sums, multiples, msm } = given.G1;
        const of = (p) => (p ? G1.fromObject(p.map(BigInt)) : G1.zeroAffine);
        const shown = (p) => (G1.isZero(p) ? null : G1.toObject(G1.toAffine(p)).slice(0, 2).map(String));
        if (name !== OTHER_GENERATOR) expect(shown(G1.g)).to.deep.equal(generator);
        expect(G1.isZero(G1.timesScalar(of(generator), curve.r))).to.equal(true);
        for (const { p, q, sum, difference, double } of sums) {
            expect(shown(G1.add(of(p), of(q)))).to.deep.equal(sum);
            expect(shown(G1.add(G1.toJacobian(of(p)), of(q)))).to.deep.equal(sum);
            expect(shown(G1.sub(of(p), of(q)))).to.deep.equal(difference);
            expect(shown(G1.double(of(p)))).to.deep.equal(double);
        }
        for (const { p, k, multiple } of multiples)
            expect(shown(G1.timesScalar(of(p), BigInt(k)))).to.deep.equal(multiple);
        const bases = curve.array2buffer(msm.points.map(of), 64), scalars = new Uint8Array(32 * msm.scalars.length);
        msm.scalars.forEach((k, i) => curve.Fr.toRprLE(scalars, 32 * i, curve.Fr.e(BigInt(k))));
        for (const batch of ["enabled", "disabled"])
            expect(shown(await G1.multiExpAffine(bases, scalars, undefined, "", { batch }))).to.deep.equal(msm.sum);
    });
});

describe(`@noble/curves, the field of P-256, seed ${seed}`, () => {
    it("secq256r1 computes the same", async () => {
        const { Fp } = p256.Point, { Fr, r } = await getCurveFromName("secq256r1", true);
        expect(Fp.ORDER).to.equal(r);
        expect(r).to.equal(ALL.secq256r1.fr.p);
        for (let i = 0; i < 300; i++) {
            const [a, b] = [runs(r), i % 2 ? uniform(r) : runs(r)], [x, y] = [Fr.e(a), Fr.e(b)];
            expect(Fr.toObject(Fr.add(x, y))).to.equal(Fp.add(a, b));
            expect(Fr.toObject(Fr.sub(x, y))).to.equal(Fp.sub(a, b));
            expect(Fr.toObject(Fr.mul(x, y))).to.equal(Fp.mul(a, b));
            expect(Fr.toObject(Fr.square(x))).to.equal(Fp.sqr(a));
            expect(Fr.toObject(Fr.neg(x))).to.equal(Fp.neg(a));
            if (a !== 0n) expect(Fr.toObject(Fr.inv(x))).to.equal(Fp.inv(a));
            expect(Fr.toObject(Fr.exp(x, b))).to.equal(Fp.pow(a, b));
        }
    });
});
