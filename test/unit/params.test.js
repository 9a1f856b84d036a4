import { expect } from "chai";
import * as oracle from "ffjavascript-oracle";
import * as twin from "../support/twin.js";
import { fieldOf } from "../support/compare.js";
import { CURVES, groupOf } from "../support/twin_curves.js";

/** As published: EIP-196 and EIP-197; draft-irtf-cfrg-pairing-friendly-curves, section 4.2.1. */
const PUBLISHED = {
    bn128: {
        p: 21888242871839275222246405745257275088696311157297823662689037894645226208583n,
        r: 21888242871839275222246405745257275088548364400416034343698204186575808495617n,
        h1: 1n,
        h2: 21888242871839275222246405745257275088844257914179612981679871602714643921549n,
        b2: [19485874751759354771024239261021720505790618469301721065564631296452457478373n, 266929791119991161246907387137283842545076965332900288569378510910307636690n],
    },
    bls12381: {
        p: 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn,
        r: 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n,
        h1: 0x396c8c005555e1568c00aaab0000aaabn,
        h2: 0x5d543a95414e7f1091d50792876a202cd91de4547085abaa68a205b2e5a7ddfa628f1cb4d9e82ef21537e293a6691ae1616ec6e786f0c70cf1c38e31c7238e5n,
        b2: [4n, 4n],
    },
};

function isFrozen(value) {
    return typeof value !== "object" || (Object.isFrozen(value) && Object.values(value).every(isFrozen));
}

for (const [name, curve] of Object.entries(CURVES)) describe(`parameters of ${name}`, () => {
    const published = PUBLISHED[name];
    const F = fieldOf(twin, curve.fp.p);

    it("are the published ones, and frozen", () => {
        expect([curve.fp.p, curve.fr.p, curve.g1.cofactor, curve.g2.cofactor, curve.g2.b]).to.deep.equal([published.p, published.r, published.h1, published.h2, published.b2]);
        expect(isFrozen(curve)).to.equal(true);
        expect(curve.name).to.equal(name);
    });
    it("non-residues and 2-adicities follow from the moduli", () => {
        for (const field of [curve.fp, curve.fr]) {
            const { nqr, s } = fieldOf(twin, field.p);
            expect([field.nqr, field.s]).to.deep.equal([nqr, s]);
        }
    });
    for (const group of ["g1", "g2"]) it(`${group}: the generator is on the curve and of order r, and so is the cofactor`, () => {
        const e = groupOf(twin, curve, group);
        const K = e.F;
        const [x, y] = e.g;
        expect(K.eq(K.square(y), K.add(K.mul(K.square(x), x), e.b))).to.equal(true);
        expect(e.isZero(e.timesScalar(e.g, curve.fr.p))).to.equal(true);
        const any = e.fromRng(new twin.ChaCha());
        expect(e.isZero(e.timesScalar(any, curve[group].cofactor * curve.fr.p)), "the order of the curve").to.equal(true);
        expect(e.isZero(e.timesScalar(any, curve.fr.p)), "the cofactor is needed").to.equal(curve[group].cofactor === 1n);
    });
    it("xi is no square and no cube, and twists b", () => {
        const E = new twin.F2Field(F, F.negone);
        const order = F.p ** 2n - 1n;
        expect(E.sqrt([...curve.xi])).to.equal(null);
        expect(E.eq(E.exp([...curve.xi], order / 3n), E.one)).to.equal(false);
        const b = [curve.g1.b, 0n];
        expect(curve.twist === "D" ? E.div(b, [...curve.xi]) : E.mul(b, [...curve.xi])).to.deep.equal(curve.g2.b);
    });
    it("(beta x, y) is lambda (x, y)", () => {
        const { beta, lambda } = curve.glv;
        expect(F.add(F.square(beta), F.add(beta, 1n))).to.equal(0n);
        expect((lambda ** 2n + lambda + 1n) % curve.fr.p).to.equal(0n);
        const e = groupOf(twin, curve, "g1");
        expect(e.affine(e.timesScalar(e.g, lambda))).to.deep.equal([F.mul(beta, e.g[0]), e.g[1], 1n]);
    });
    it("psi has the eigenvalue p mod r", () => {
        const { eigenvalue } = curve.gls;
        expect(eigenvalue).to.equal(curve.fp.p % curve.fr.p);
        expect((eigenvalue ** 4n - eigenvalue ** 2n + 1n) % curve.fr.p).to.equal(0n);
        const e = groupOf(twin, curve, "g2");
        const E = e.F;
        const xi = curve.twist === "D" ? [...curve.xi] : E.inv([...curve.xi]);
        const [cx, cy] = [3n, 2n].map((k) => E.exp(xi, (F.p - 1n) / k));
        const psi = [E.mul(E.conjugate(e.g[0]), cx), E.mul(E.conjugate(e.g[1]), cy), E.one];
        expect(e.eq(psi, e.timesScalar(e.g, eigenvalue))).to.equal(true);
    });
    it("are those of ffjavascript", async () => {
        const theirs = await oracle.getCurveFromName(name, true);
        expect([theirs.q, theirs.r, theirs.Fr.s, theirs.Fr.toObject(theirs.Fr.nqr), theirs.F1.toObject(theirs.F1.nqr)])
            .to.deep.equal([curve.fp.p, curve.fr.p, curve.fr.s, curve.fr.nqr, curve.fp.nqr]);
        expect([theirs.G1.toObject(theirs.G1.g).slice(0, 2), theirs.G2.toObject(theirs.G2.g).slice(0, 2)]).to.deep.equal([curve.g1.generator, curve.g2.generator]);
        expect([theirs.F1.toObject(theirs.G1.b), theirs.F2.toObject(theirs.G2.b)]).to.deep.equal([curve.g1.b, curve.g2.b]);
        const cofactor = (G) => (G.cofactor ? twin.utils.leBuff2int(G.cofactor) : 1n);
        expect([cofactor(theirs.G1), cofactor(theirs.G2)]).to.deep.equal([curve.g1.cofactor, curve.g2.cofactor]);
    });
});
