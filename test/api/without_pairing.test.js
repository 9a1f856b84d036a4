/** Curves without a pairing and mere fields: what they have, how they are found, and who says what they lack. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import * as bigint from "../../src/protocols/bigint.js";
import { getCurveFromName, getCurveFromQ, getCurveFromR } from "../../src/index.js";
import { proverCurve } from "../../src/curves/prover_curve.js";
import { verifierOf } from "../../src/curves/verifier.js";
import { prove, verify } from "../../src/protocols/groth16/index.js";
import { fixture } from "../support/circuits.js";
import { uniform } from "../support/random.js";
import { ALL } from "../support/twin_curves.js";

const TWINS = {
    grumpkin: bigint.bigintGrumpkin, pallas: bigint.bigintPallas, vesta: bigint.bigintVesta,
    edwards_bls12: bigint.bigintEdwardsBls12, babyjubjub: bigint.bigintBabyjubjub, jubjub: bigint.bigintJubjub,
};
const message = (promise) => promise.then(() => "no error", (error) => error.message);
const WITHOUT = Object.values(ALL).filter(({ pairing }) => !pairing);
const PROVING = "bn128 or bls12381 or bls12377";
const OF_PAIRING = ["G2", "F2", "F6", "F12", "Gt", "pairing", "pairingEq", "prepareG1", "prepareG2", "millerLoop"];

/** Weierstrass curves over fields of 8 n8 - 1 bits: an encoded x has one bit for a flag, not two. */
const NARROW = Object.values(ALL).filter(({ fp, g1 }) => g1?.model === "weierstrass" && fp.p >= 2n ** BigInt(8 * fp.n8 - 2));

describe("encoded points in fields with room for one flag", () => {
    it("are those of pallas and vesta", () =>
        expect(NARROW.map(({ name }) => name)).to.include.members(["pallas", "vesta"]));

    for (const { name, fp: { p, n8 } } of NARROW) it(`${name}: bit 0x40 belongs to x`, async () => {
        const { G1: G, F1: F } = await getCurveFromName(name, true);
        const encode = (x) => Uint8Array.from(Buffer.from(x.toString(16).padStart(2 * n8, "0"), "hex"));
        const xOf = (point) => F.toObject(point.slice(0, n8));
        let on = 0, off = 0;
        for (let x = 2n ** BigInt(8 * n8 - 2); on < 5 || off < 5; x++) {
            const e = F.e(x), bytes = encode(x);
            expect(bytes[0] & 0xc0).to.equal(0x40);
            if (F.isSquare(F.add(F.mul(F.square(e), e), G.b))) {
                on++;
                for (const flag of [0, 0x80]) {
                    const flagged = bytes.slice();
                    flagged[0] |= flag;
                    const point = G.fromRprCompressed(flagged, 0), back = new Uint8Array(n8);
                    expect(xOf(point)).to.equal(x);
                    G.toRprCompressed(back, 0, point);
                    expect(back).to.deep.equal(flagged);
                }
            } else {
                off++;
                expect(() => G.fromRprCompressed(bytes, 0)).to.throw("expected the x of a point on the curve");
            }
        }
        expect(G.isZero(G.fromRprCompressed(new Uint8Array(n8), 0)), "infinity is all zero").to.equal(true);
        expect(p).to.equal(F.p);
    });
});

describe("curves without a pairing", () => {
    it("are those of circom that are left", () =>
        expect(WITHOUT.map(({ name }) => name)).to.include.members(["goldilocks", "grumpkin", "pallas", "secq256r1", "vesta"]));

    for (const { name, fp, fr, g1 } of WITHOUT) it(`${name} has its members, and says so where it is asked for more`, async () => {
        const curve = await getCurveFromName(name, true), parts = g1 ? ["F1", "G1"] : [];
        expect(Object.keys(curve)).to.have.members([
            ...(fp ? ["q"] : []), "r", "name", "tm", "Fr", ...parts, "array2buffer", "buffer2array", "terminate",
        ]);
        expect([curve.name, curve.q, curve.r]).to.deep.equal([name, fp?.p, fr.p]);
        const has = g1 ? "Fr, F1 and G1" : "Fr";
        for (const member of OF_PAIRING)
            expect(() => curve[member]).to.throw(
                TypeError,
                `${name}.${member}: expected a curve with a pairing, got one that has only ${has}`,
            );
        for (const member of g1 ? [] : ["F1", "G1"])
            expect(() => curve[member]).to.throw(TypeError, `${name}.${member}: expected a curve with a group`);
        expect("cosetQuotient" in curve.Fr).to.equal(false);
    });

    for (const { name, fr } of WITHOUT.filter((record) => record.fr.s < 28))
        it(`${name}: a transform longer than its roots is refused`, async () => {
            const { Fr } = await getCurveFromName(name, true);
            expect(await message(Fr.fft(new Uint8Array(2 ** (fr.s + 2) * fr.n8)))).to.equal(
                `fft: expected at most 2^${fr.s + 1} elements, got 2^${fr.s + 2}`,
            );
        });

    for (const [name, twin] of Object.entries(TWINS)) it(`${name} is on BigInt, too`, async () => {
        const { Fr, F1, G1, ...facts } = twin(), wasm = await getCurveFromName(name, true), s = uniform(facts.r);
        expect(facts).to.deep.equal({ name, q: wasm.q, r: wasm.r });
        expect(twin()).to.equal(twin());
        expect([Fr.p, F1.p]).to.deep.equal([wasm.r, wasm.q]);
        const point = wasm.G1.toAffine(wasm.G1.timesScalar(wasm.G1.g, s));
        expect(G1.affine(G1.timesScalar(G1.g, s))).to.deep.equal(wasm.G1.toObject(point));
        const drawn = G1.fromRng({ nextU64: () => uniform(2n ** 64n), nextBool: () => true });
        expect(G1.isZero(G1.timesScalar(drawn, facts.r))).to.equal(true);
    });

    it("are found where q or r is another curve's r or q", async () => {
        const name = async (promise) => (await promise).name;
        for (const [one, other] of [["bn128", "grumpkin"], ["pallas", "vesta"]]) {
            const [a, b] = [ALL[one], ALL[other]];
            expect([a.fp.p, a.fr.p]).to.deep.equal([b.fr.p, b.fp.p]);
            expect(await name(getCurveFromQ(a.fp.p, true))).to.equal(one);
            if (one !== "bn128") expect(await name(getCurveFromQ(a.fr.p, true))).to.equal(other);
            expect(await name(getCurveFromR(a.fr.p, true))).to.equal(one);
            expect(await name(getCurveFromR(a.fp.p, true))).to.equal(other);
        }
        for (const embedded of ["edwards_bls12", "babyjubjub", "jubjub"])
            expect(await name(getCurveFromR(ALL[embedded].fr.p, true))).to.equal(embedded);
        for (const only of ["edwards_bls12", "jubjub"]) expect(await name(getCurveFromQ(ALL[only].fp.p, true))).to.equal(only);
        const q = ALL.bn128.fr.p; // of two curves
        expect(await message(getCurveFromQ(q, true))).to.equal(
            `Curve not supported: ${q.toString(16)} is q of babyjubjub and grumpkin: ask for one by its name`,
        );
        expect(await message(getCurveFromQ(ALL.goldilocks.fr.p, true))).to.match(/^Curve not supported: ffffffff00000001$/);
    });

    it("are found whatever the case and punctuation of the name", async () => {
        for (const [name, ...others] of [
            ["grumpkin", "Grumpkin", "GRUMP-KIN"],
            ["secq256r1", "SECQ256R1", "secq_256_r1"],
            ["goldilocks", "Goldi Locks"],
            ["edwards_bls12", "Edwards BLS12", "edwards-bls12", "ed_on_bls12_377"],
            ["babyjubjub", "baby_jubjub", "Baby JubJub", "babyjub"],
            ["jubjub", "JubJub"],
        ])
            for (const other of others) expect((await getCurveFromName(other, true)).name).to.equal(name);
    });

    it("are refused by the prover and the verifier, which say what they take", async () => {
        const key = new Uint8Array(readFileSync(fixture("mimc_tiny", "circuit.zkey"))), wtns = fixture("mimc_tiny", "witness.wtns");
        const modulus = (p) => Buffer.from(p.toString(16).padStart(64, "0"), "hex").reverse();
        const at = Buffer.from(key).indexOf(modulus(ALL.bn128.fp.p));
        expect(at).to.be.within(1, 200);
        key.set(modulus(ALL.pallas.fp.p), at);
        expect(await message(prove(key, wtns))).to.equal(
            `zkey: expected a key for ${PROVING}, got one for pallas, which has no pairing`,
        );
        const vkey = JSON.parse(readFileSync(fixture("mimc_tiny", "vkey.json"), "utf8"));
        for (const name of ["pallas", "secq256r1"]) {
            expect(await message(verify({ ...vkey, curve: name }, [], {}))).to.equal(
                `verify: expected a key for ${PROVING}, got curve "${name}"`,
            );
            for (const open of [proverCurve, verifierOf])
                expect(await message(open(name, {}))).to.equal(
                    `Curve without a pairing: ${name}. Proofs are on ${PROVING}`,
                );
        }
    });
});
