/** Many PLONK and FFLONK proofs at once: the answers of one by one, and a bounded number of equations. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { buildBn128 } from "../../src/index.js";
import * as fflonk from "../../src/protocols/fflonk/index.js";
import * as plonk from "../../src/protocols/plonk/index.js";
import { holdTogether } from "../../src/protocols/plonkish/many.js";
import { fixture, fixtures } from "../support/circuits.js";
import { itInAll } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { withFixedRandom } from "../support/fixed_random.js";

const json = (file) => JSON.parse(readFileSync(join(fixtures, "mimc_tiny", file), "utf8"));
const collect = async (stream) => {
    const all = [];
    for await (const answer of stream) all.push(answer);
    return all;
};

describe("prover: many proofs of plonkish protocols", function () {
    this.timeout(240_000);
    let curve;
    before(async () => { curve = await buildBn128(true); });
    after(() => curve.terminate());

    for (const [name, { prove, verify, verifyMany, verifyStream }] of Object.entries({ plonk, fflonk })) {
        describe(name, () => {
            const vkey = json(`${name}_vkey.json`), points = { plonk: ["A", "Wxi"], fflonk: ["C1", "W1"] }[name];
            let good;
            const changed = (claim, part) => ({ ...claim, proof: { ...claim.proof, ...part } });
            before(async () => {
                good = [{ publicSignals: json(`${name}_public.json`), proof: json(`${name}_proof.json`) }];
                for (let i = 0; i < 2; i++)
                    good.push(await prove(fixture("mimc_tiny", `${name}.zkey`), fixture("mimc_tiny", "witness.wtns"), { curve }));
            });

            it("says of each what verify says, in order, as a list and as a stream", async () => {
                const [first, second, third] = good, within = name === "fflonk";
                const place = ({ proof }, point) => (within ? proof.polynomials : proof)[point];
                const withPoint = (claim, point, value) => changed(claim, within
                    ? { polynomials: { ...claim.proof.polynomials, [point]: value } } : { [point]: value });
                const [x, y] = place(second, points[0]);
                const bad = [
                    { ...first, publicSignals: ["7", ...first.publicSignals.slice(1)] },
                    { ...first, publicSignals: first.publicSignals.map((text) => String(BigInt(text) + curve.r)) },
                    withPoint(second, points[0], place(third, points[0])),
                    withPoint(second, points[1], place(third, points[1])),
                    withPoint(second, points[0], [y, x, "1"]),
                    withPoint(second, points[0], ["0", "1", "0"]),
                    withPoint(second, points[0], [String(BigInt(x) + curve.q), y, "1"]),
                    changed(third, { protocol: "groth16" }),
                    { ...first, proof: null }, null, undefined, 7,
                ];
                const items = bad.flatMap((item, i) => [item, good[i % 3]]), expected = [];
                for (const item of items)
                    expected.push(await verify(vkey, item?.publicSignals, item?.proof, { curve, reason: true }));
                expect(expected.map(({ valid }) => valid)).to.deep.equal(items.map((_, i) => i % 2 === 1));
                expect(await verifyMany(vkey, items, { curve, reason: true })).to.deep.equal(expected);
                expect(await verifyMany(vkey, items)).to.deep.equal(expected.map(({ valid }) => valid));
                expect(await collect(verifyStream(vkey, items, { curve, reason: true }))).to.deep.equal(expected);
                expect(await verifyMany(vkey, [], { curve })).to.deep.equal([]);
            });

            itInAll("asks one equation for a batch, and at most n / 4 more than n if half are bad", async () => {
                const own = curve.pairingEq;
                let asked = 0;
                curve.pairingEq = (...pairs) => {
                    asked++;
                    expect(pairs.length).to.equal(4);
                    return own(...pairs);
                };
                try {
                    const items = Array.from({ length: 32 }, (_, i) => good[i % 3]);
                    const ask = async (claims) => {
                        asked = 0;
                        return [(await verifyMany(vkey, claims, { curve })).filter(Boolean).length, asked];
                    };
                    expect(await ask(items)).to.deep.equal([32, 1]);
                    const wrong = { ...good[0], publicSignals: ["7", ...good[0].publicSignals.slice(1)] };
                    const [valid, half] = await ask(items.map((item, i) => (i % 2 ? item : wrong)));
                    expect(valid).to.equal(16);
                    // FFLONK sees most wrong signals by `inv`, without an equation
                    expect(half).to.be.at.most(32 + 8);
                    if (name === "plonk") expect(half).to.be.above(32);
                } finally {
                    curve.pairingEq = own;
                }
            });

            it("refuses what is no key, list or option, and stops on its signal", async () => {
                const message = async (promise) => (await failureOf(promise)).message;
                expect(await message(verifyMany({}, []))).to.match(new RegExp(`expected an? ${name} verification key`));
                expect(() => verifyStream({}, [])).to.throw(/verification key/);
                expect(await message(verifyMany(vkey, 7))).to.match(/^verifyMany: expected a list/);
                expect(await message(verifyMany(vkey, [], { batch: 1 }))).to.match(/^verifyMany: expected options among/);
                expect(await message(verifyMany(vkey, [], { curve: {} }))).to.match(/^verifyMany: expected curve to be/);
                const reason = new Error("enough"), signal = AbortSignal.abort(reason);
                expect(await failureOf(verifyMany(vkey, good, { signal }))).to.equal(reason);
            });
        });
    }

    it("weighs each proof by 128 bits from the host, the same on both sides", async () => {
        const { G1, G2 } = curve, sides = { atX: G1.gAffine, atOne: G1.gAffine }, weights = [];
        const multiExpAffine = (points, scalars) => {
            weights.push(scalars.slice());
            return G1.multiExpAffine(points, scalars);
        };
        const group = Object.create(G1, { multiExpAffine: { value: multiExpAffine } });
        const spied = Object.create(curve, { G1: { value: group } });
        await withFixedRandom(7, () => holdTogether(spied, G2.gAffine, [sides, sides, sides]));
        const drawn = Uint8Array.from({ length: 3 * 128 / 8 }, (_, i) => 7 + i);
        expect(weights).to.deep.equal([drawn, drawn]);
    });

    it("is not taken in by errors that cancel out without factors", async () => {
        const { G1, G2 } = curve, X_2 = G2.toAffine(G2.timesScalar(G2.g, 5n));
        const point = (k) => G1.toAffine(G1.timesScalar(G1.g, k));
        const sides = (x, o) => ({ atX: point(x), atOne: point(o) }), zero = G1.zeroAffine;
        const right = [sides(3n, -15n), sides(-8n, 40n), { atX: zero, atOne: zero }];
        expect(await holdTogether(curve, X_2, right)).to.equal(true);
        for (let i = 0; i < 8; i++) {
            expect(await holdTogether(curve, X_2, [...right, sides(3n, -14n), sides(3n, -16n)])).to.equal(false);
            expect(await holdTogether(curve, X_2, [sides(4n, -15n), sides(2n, -15n), ...right])).to.equal(false);
            expect(await holdTogether(curve, X_2, [{ ...sides(1n, 1n), atX: zero }, ...right])).to.equal(false);
        }
    });
});
