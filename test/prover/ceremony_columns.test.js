/** Keys of PLONK and FFLONK: byte for byte those of snarkjs; what the set-ups refuse. */
import { expect } from "chai";
import * as snarkjs from "snarkjs";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { setupFflonk, setupPlonk } from "../../packages/snarkjs/src/ceremony/index.js";
import { prove as provePlonk } from "../../src/protocols/plonk/index.js";
import { withSections } from "../support/binfiles.js";
import { encodeR1cs, shapes } from "../support/constraints.js";
import { rowsOf, thinned } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { readPowers, repeatedPowers } from "../support/known_powers.js";
import { circuitOf } from "../support/plonkish_circuits.js";
import { below, uniform } from "../support/random.js";
import { compiledText } from "../support/real_files.js";

const mem = () => ({ type: "mem" });
const same = (a, b, what) => expect(Buffer.compare(a, b), what).to.equal(0);
const BUILD = { bn128: buildBn128, bls12381: buildBls12381 };

const CIRCUIT = `pragma circom 2.0.0;
template Main() {
    signal input a[6];
    signal output b;
    signal c <== (a[0] + 2 * a[1] - 5 * a[2] + a[3] + 77) * (a[4] - a[5]);
    signal d <== a[0] + 3 * a[1] - a[2] - a[3] + 4 * a[4] + a[5] + 9;
    signal e <== 3 * c;
    b <== e * d + c;
}
component main {public [a]} = Main();
`;

for (const [system, setup, curves, power] of [
    ["plonk", setupPlonk, thinned(["bn128", "bls12381"], 2), 12], ["fflonk", setupFflonk, ["bn128"], 15],
]) for (const name of curves) describe(`${system} set-up on ${name}`, function () {
    this.timeout(120_000);
    let curve, ptau;
    before(async () => {
        curve = await BUILD[name]({ threads: 2 });
        ptau = repeatedPowers(curve, power);
    });
    after(async () => {
        await curve?.terminate();
        await (await snarkjs.curves.getCurveFromName(name)).terminate();
    });
    const compare = async (r1cs) => {
        const own = mem(), other = mem();
        await setup(r1cs, ptau, own, { curve });
        expect(await snarkjs[system].setup(r1cs, ptau, other), "snarkjs refuses it").not.to.equal(-1);
        same(own.data, other.data);
    };
    const random = (r) => ({ pick: below, element: () => uniform(r) });

    const all = Object.keys(shapes(7n, random(7n)));
    for (const what of rowsOf(all, ["one constraint"])) {
        // their Lagrange polynomials alone would take a minute
        if (what === "256 public signals") continue;
        it(`${what}: the bytes of snarkjs`, async () => {
            await compare(encodeR1cs({ r: curve.r, ...shapes(curve.r, random(curve.r))[what] }));
        });
    }

    if (name === "bn128") for (const level of rowsOf(["--O0", "--O1", "--O2"], ["--O2"])) it(`circom ${level}: the bytes of snarkjs`, async () => {
        await compare(compiledText(CIRCUIT, level)[0]);
    });

    it("many public signals: the bytes of snarkjs", async () => {
        const constraints = [[[[1, 2n]], [[2, 3n]], [[17, 1n]]]];
        await compare(encodeR1cs({ r: curve.r, signals: 20, publics: 16, constraints }));
    });

    it("refuses too few powers, with the power that it needs, and writes nothing", async () => {
        const few = repeatedPowers(curve, 3), out = mem();
        const many = encodeR1cs({ r: curve.r, signals: 2, constraints: new Array(9).fill([[], [], [[1, 1n]]]) });
        const error = await failureOf(setup(many, few, out, { curve }));
        expect(error).to.include({ code: "ERR_FILE" });
        const needed = system === "plonk" ? 4 : 7;
        expect(error.message).to.equal(
            `ptau: expected powers of tau of power ${needed} or more for 9 rows of gates, got power 3`);
        expect(out.data).to.equal(undefined);
    });

    it("holds nothing for signals that only a header has", async () => {
        const r1cs = encodeR1cs({ r: curve.r, signals: 3, publics: 1, constraints: [[[], [], [[1, 1n]]]] });
        const withoutLabels = withSections(r1cs, (list) => list.filter(([type]) => type !== 3));
        const claiming = (...counts) => withSections(withoutLabels, (list) => list.map(([type, body]) => {
            const view = new DataView(body.buffer);
            if (type === 1) for (const [i, value] of counts.entries()) view.setUint32(36 + 4 * i, value, true);
            return [type, body];
        }));
        const many = 2 ** (power + 1);
        await setup(claiming(3, 0, 1), ptau, mem(), { curve }); // the constraint could name the third
        for (const [bytes, words] of [
            [claiming(4, 0, 1), "r1cs: expected section 3 (labels), or at most 3 signals without it"],
            [claiming(2 ** 32 - 1, 0, 1), "r1cs: expected section 3 (labels), or at most 3 signals without it"],
            [claiming(many + 1, 0, many), `of power ${power + 1} or more for ${many} public signals, got power ${power}`],
        ]) {
            const out = mem(), error = await failureOf(setup(bytes, ptau, out, { curve }));
            expect(error).to.include({ code: "ERR_FILE" });
            expect(error.message).to.include(words);
            expect(out.data).to.equal(undefined);
        }
    });

    it("refuses points off the curve, circuits without rows, an output that is an input", async () => {
        const r1cs = encodeR1cs({ r: curve.r, signals: 2, constraints: [[[], [], [[1, 1n]]]] });
        const size = 2 * curve.F1.n8;
        const bad = (type, at) => withSections(ptau, (list) => list.map(([one, body]) => {
            if (one === type) body[at] ^= 1;
            return [one, body];
        }));
        for (const [type, at] of [[2, 3 * size], [3, 2 * size], ...(system === "plonk" ? [[12, 10 * size]] : [])]) {
            const error = await failureOf(setup(r1cs, bad(type, at), mem(), { curve }));
            expect(error, type).to.include({ code: "ERR_POINT" });
            expect(error.message).to.include(`of section ${type} on the curve`);
        }
        const none = encodeR1cs({ r: curve.r, signals: 2, constraints: [] });
        expect((await failureOf(setup(none, ptau, mem(), { curve }))).message).to.include("got one without");
        expect(await failureOf(setup(r1cs, ptau, r1cs, { curve }))).to.include({ code: "ERR_OPTION" });
    });

    if (system === "plonk") it("refuses powers that are not prepared", async () => {
        const r1cs = encodeR1cs({ r: curve.r, ...shapes(curve.r, random(curve.r))["one constraint"] });
        const raw = withSections(ptau, (list) => list.filter(([type]) => type < 12));
        expect((await failureOf(setup(r1cs, raw, mem(), { curve }))).message).to.include("prepared for phase 2");
    });
});

describe("set-ups with columns", function () {
    this.timeout(120_000);
    let curve;
    before(async () => { curve = await buildBn128({ threads: 2 }); });
    after(async () => { await curve?.terminate(); });

    it("fflonk is refused on bls12381, and by name", async () => {
        const bls = await buildBls12381({ singleThread: true });
        const r1cs = encodeR1cs({ r: bls.r, signals: 2, constraints: [[[], [], [[1, 1n]]]] });
        const error = await failureOf(setupFflonk(r1cs, repeatedPowers(bls, 3), mem(), { curve: bls }));
        expect(error).to.include({ code: "ERR_CURVE" });
        expect(error.message).to.include("whose roots of unity FFLONK has, got bls12381");
    });

    it("a proof with a key of ours verifies under snarkjs", async () => {
        const { r1cs, wtns } = circuitOf({ rows: 100, publics: 2, sums: true }), zkey = mem();
        await setupPlonk(r1cs, await readPowers(curve, 9), zkey, { curve });
        const { proof, publicSignals } = await provePlonk(zkey.data, wtns, { curve });
        const vkey = await snarkjs.zKey.exportVerificationKey(zkey.data);
        expect(await snarkjs.plonk.verify(vkey, publicSignals, proof)).to.equal(true);
        await (await snarkjs.curves.getCurveFromName("bn128")).terminate();
    });
});
