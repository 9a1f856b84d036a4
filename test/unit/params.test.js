import { expect } from "chai";
import { glsSplit, glvSplit } from "../../scripts/wasm/msm_lane/endomorphism.js";
import * as twin from "../support/twin.js";
import { fieldOf } from "../support/compare.js";
import { ALL, CURVES, groupOf, ORACLES } from "../support/twin_curves.js";

/** As published: EIP-196 and EIP-197; EIP-2539; draft-irtf-cfrg-pairing-friendly-curves, section 4.2.1. */
const PUBLISHED = {
    bn128: {
        p: 21888242871839275222246405745257275088696311157297823662689037894645226208583n,
        r: 21888242871839275222246405745257275088548364400416034343698204186575808495617n,
        h1: 1n,
        h2: 21888242871839275222246405745257275088844257914179612981679871602714643921549n,
        b2: [
            19485874751759354771024239261021720505790618469301721065564631296452457478373n,
            266929791119991161246907387137283842545076965332900288569378510910307636690n,
        ],
    },
    bls12377: {
        p: 0x01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001n,
        r: 0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001n,
        h1: 0x170b5d44300000000000000000000000n,
        h2: 0x26ba558ae9562addd88d99a6f6a829fbb36b00e1dcc40c8c505634fae2e189d693e8c36676bd09a0f3622fba094800452217cc900000000000000000000001n,
        b2: [
            0n,
            0x010222f6db0fd6f343bd03737460c589dc7b4f91cd5fd889129207b63c6bf8000dd39e5c1ccccccd1c9ed9999999999an,
        ],
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

/** Primes as published: Plonky2's paper and circom; FIPS 186-4, D.1.2.3. */
const FIELDS = {
    goldilocks: 0xffffffff00000001n,
    secq256r1: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
};

for (const { name, family, fr } of Object.values(ALL).filter((record) => record.family === "field"))
    it(`parameters of ${name} are the published ones, and frozen`, () => {
        const { nqr, s, n8 } = fieldOf(twin, FIELDS[name]);
        expect(isFrozen(ALL[name])).to.equal(true);
        expect({ family, fr }).to.deep.equal({ family: "field", fr: { name: "frm", p: FIELDS[name], nqr, s, n8 } });
    });

/** Moduli of bn254 as in EIP-196, exchanged; of the Pasta curves as in their announcement. */
const BN_Q = PUBLISHED.bn128.p, BN_R = PUBLISHED.bn128.r;
const PASTA_P = 0x40000000000000000000000000000000224698fc094cf91b992d30ed00000001n;
const PASTA_Q = 0x40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001n;
const CYCLES = {
    grumpkin: [BN_R, BN_Q, -17n, [1n, 17631683881184975370165255887551781615748388533673675138860n]],
    pallas: [PASTA_P, PASTA_Q, 5n, [-1n, 2n]],
    vesta: [PASTA_Q, PASTA_P, 5n, [-1n, 2n]],
};

for (const [name, [p, r, b, generator]] of Object.entries(CYCLES)) describe(`parameters of ${name}`, () => {
    const { fp, fr, g1 } = ALL[name], F = fieldOf(twin, p);
    it("are the published ones, and frozen", () => {
        expect(isFrozen(ALL[name])).to.equal(true);
        expect([fp.p, fr.p, g1.cofactor]).to.deep.equal([p, r, 1n]);
        expect([g1.b, ...g1.generator]).to.deep.equal([b, ...generator].map((c) => F.e(c)));
        for (const field of [fp, fr]) {
            const { nqr, s, n8 } = fieldOf(twin, field.p);
            expect([field.nqr, field.s, field.n8]).to.deep.equal([nqr, s, n8]);
        }
    });
    it("the generator and any other point have order r", () => {
        const e = groupOf(twin, ALL[name], "g1");
        expect(e.isZero(e.timesScalar(e.g, r))).to.equal(true);
        expect(e.isZero(e.timesScalar(e.fromRng(new twin.ChaCha()), r))).to.equal(true);
    });
    it("(beta x, y) is lambda (x, y)", () => {
        const { beta, lambda } = glvSplit({ p, r, generator: g1.generator }), e = groupOf(twin, ALL[name], "g1");
        expect([F.add(F.square(beta), F.add(beta, 1n)), (lambda ** 2n + lambda + 1n) % r]).to.deep.equal([0n, 0n]);
        expect(e.affine(e.timesScalar(e.g, lambda))).to.deep.equal([F.mul(beta, e.g[0]), e.g[1], 1n]);
    });
});

for (const [name, curve] of Object.entries(CURVES)) describe(`parameters of ${name}`, () => {
    const published = PUBLISHED[name];
    const F = fieldOf(twin, curve.fp.p);

    it("are the published ones, and frozen", () => {
        expect([curve.fp.p, curve.fr.p, curve.g1.cofactor, curve.g2.cofactor, curve.g2.b]).to.deep.equal([
            published.p,
            published.r,
            published.h1,
            published.h2,
            published.b2,
        ]);
        expect(isFrozen(curve)).to.equal(true);
        expect(curve.name).to.equal(name);
    });
    it("non-residues, 2-adicities and sizes follow from the moduli", () => {
        for (const field of [curve.fp, curve.fr]) {
            const { nqr, s, n8 } = fieldOf(twin, field.p);
            expect([field.nqr, field.s, field.n8]).to.deep.equal([nqr, s, n8]);
        }
    });
    for (const group of ["g1", "g2"])
        it(`${group}: the generator is on the curve and of order r, and so is the cofactor`, () => {
            const e = groupOf(twin, curve, group);
            const K = e.F;
            const [x, y] = e.g;
            expect(K.eq(K.square(y), K.add(K.mul(K.square(x), x), e.b))).to.equal(true);
            expect(e.isZero(e.timesScalar(e.g, curve.fr.p))).to.equal(true);
            const any = e.fromRng(new twin.ChaCha());
            expect(e.isZero(e.timesScalar(any, curve[group].cofactor * curve.fr.p)), "the order of the curve").to.equal(
                true,
            );
            expect(e.isZero(e.timesScalar(any, curve.fr.p)), "the cofactor is needed").to.equal(
                curve[group].cofactor === 1n,
            );
        });
    it("xi is no square and no cube, and twists b", () => {
        const { nonResidue, twist } = curve.tower, xi = [...curve.tower.xi];
        expect(F.sqrt(F.e(nonResidue))).to.equal(null);
        const E = new twin.F2Field(F, F.e(nonResidue));
        const order = F.p ** 2n - 1n;
        expect(E.sqrt(xi)).to.equal(null);
        expect(E.eq(E.exp(xi, order / 3n), E.one)).to.equal(false);
        const b = [curve.g1.b, 0n];
        expect(twist === "D" ? E.div(b, xi) : E.mul(b, xi)).to.deep.equal(curve.g2.b);
    });
    it("(beta x, y) is lambda (x, y)", () => {
        const { fp, fr, g1, tower } = curve;
        const { beta, lambda } = glvSplit({ p: fp.p, r: fr.p, generator: g1.generator, ...tower });
        expect(F.add(F.square(beta), F.add(beta, 1n))).to.equal(0n);
        expect((lambda ** 2n + lambda + 1n) % curve.fr.p).to.equal(0n);
        const e = groupOf(twin, curve, "g1");
        expect(e.affine(e.timesScalar(e.g, lambda))).to.deep.equal([F.mul(beta, e.g[0]), e.g[1], 1n]);
    });
    it("psi has the eigenvalue p mod r", () => {
        const {
            cx,
            cy,
            eigenvalues: [, , eigenvalue],
        } = glsSplit({ p: curve.fp.p, r: curve.fr.p, generator: curve.g2.generator, ...curve.tower });
        expect(eigenvalue).to.equal(curve.fp.p % curve.fr.p);
        expect((eigenvalue ** 4n - eigenvalue ** 2n + 1n) % curve.fr.p).to.equal(0n);
        const e = groupOf(twin, curve, "g2");
        const E = e.F;
        const psi = [E.mul(E.conjugate(e.g[0]), cx), E.mul(E.conjugate(e.g[1]), cy), E.one];
        expect(e.eq(psi, e.timesScalar(e.g, eigenvalue))).to.equal(true);
    });
    if (ORACLES[name]) it("are those of ffjavascript", async () => {
        const theirs = await ORACLES[name](true);
        expect([theirs.q, theirs.r, theirs.Fr.s, theirs.Fr.toObject(theirs.Fr.nqr), theirs.F1.toObject(theirs.F1.nqr)])
            .to.deep.equal([curve.fp.p, curve.fr.p, curve.fr.s, curve.fr.nqr, curve.fp.nqr]);
        expect([
            theirs.G1.toObject(theirs.G1.g).slice(0, 2),
            theirs.G2.toObject(theirs.G2.g).slice(0, 2),
        ]).to.deep.equal([curve.g1.generator, curve.g2.generator]);
        expect([theirs.F1.toObject(theirs.G1.b), theirs.F2.toObject(theirs.G2.b)]).to.deep.equal([
            curve.g1.b,
            curve.g2.b,
        ]);
        const cofactor = (G) => (G.cofactor ? twin.utils.leBuff2int(G.cofactor) : 1n);
        expect([cofactor(theirs.G1), cofactor(theirs.G2)]).to.deep.equal([curve.g1.cofactor, curve.g2.cofactor]);
    });
});
