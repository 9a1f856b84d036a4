/** Curves without a pairing and mere fields: what they have, how they are found, and who says what they lack. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { getCurveFromName, getCurveFromQ, getCurveFromR } from "../../src/index.js";
import { proverCurve } from "../../src/curves/prover_curve.js";
import { verifierOf } from "../../src/curves/verifier.js";
import { prove, verify } from "../../src/protocols/groth16/index.js";
import { fixture } from "../support/circuits.js";
import { ALL } from "../support/twin_curves.js";

const message = (promise) => promise.then(() => "no error", (error) => error.message);
const WITHOUT = Object.values(ALL).filter(({ pairing }) => !pairing);
const PROVING = "bn128 or bls12381 or bls12377";
const OF_PAIRING = ["G2", "F2", "F6", "F12", "Gt", "pairing", "pairingEq", "prepareG1", "prepareG2", "millerLoop"];

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
            expect(await message(Fr.fft(new Uint8Array(8 * fr.n8)))).to.equal(
                `fft: expected at most 2^${fr.s + 1} elements, got 2^3`,
            );
        });

    it("are found where q or r is another curve's r or q", async () => {
        const name = async (promise) => (await promise).name;
        for (const [one, other] of [["bn128", "grumpkin"], ["pallas", "vesta"]]) {
            const [a, b] = [ALL[one], ALL[other]];
            expect([a.fp.p, a.fr.p]).to.deep.equal([b.fr.p, b.fp.p]);
            expect(await name(getCurveFromQ(a.fp.p, true))).to.equal(one);
            expect(await name(getCurveFromQ(a.fr.p, true))).to.equal(other);
            expect(await name(getCurveFromR(a.fr.p, true))).to.equal(one);
            expect(await name(getCurveFromR(a.fp.p, true))).to.equal(other);
        }
        expect(await message(getCurveFromQ(ALL.goldilocks.fr.p, true))).to.match(/^Curve not supported: ffffffff00000001$/);
    });

    it("are found whatever the case and punctuation of the name", async () => {
        for (const [name, ...others] of [
            ["grumpkin", "Grumpkin", "GRUMP-KIN"],
            ["secq256r1", "SECQ256R1", "secq_256_r1"],
            ["goldilocks", "Goldi Locks"],
        ])
            for (const other of others) expect((await getCurveFromName(other, true)).name).to.equal(name);
    });

    it("are refused by the prover and the verifier, which say what they take", async () => {
        const key = new Uint8Array(readFileSync(fixture("mimc_tiny", "circuit.zkey"))), wtns = fixture("mimc_tiny", "witness.wtns");
        const modulus = (p) => Buffer.from(p.toString(16).padStart(64, "0"), "hex").reverse();
        const at = Buffer.from(key).indexOf(modulus(ALL.bn128.fp.p));
        expect(at).to.be.within(1, 200);
        key.set(modulus(ALL.grumpkin.fp.p), at);
        expect(await message(prove(key, wtns))).to.equal(
            `zkey: expected a key for ${PROVING}, got one for grumpkin, which has no pairing`,
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
