/** Batches that must not be accepted: errors that cancel out, points of small order, infinity, numbers out of range. */
import { expect } from "chai";
import { verifierOf } from "../../src/curves/verifier.js";
import * as onWorkers from "../../src/protocols/groth16/index.js";
import * as alone from "../../src/protocols/groth16/verify_alone.js";
import { batchOn, changed, claimNumber, moved } from "../support/batches.js";
import { verify as verifyBigint } from "../../src/protocols/bigint.js";
import { itInAll, rowsInFull, rowsOf, thinned } from "../support/extent.js";
import { toyClaim } from "../support/toy_claims.js";
import { pointOfOrder, SMALL_ORDERS } from "../support/torsion.js";

const INFINITY = { pi_a: ["0", "1", "0"], pi_b: [["0", "0"], ["1", "0"], ["0", "0"]], pi_c: ["0", "1", "0"] };

const BOTH = ["bn128", "bls12381"], ONE = rowsInFull(BOTH, ["bn128"]);
for (const [title, { verify, verifyMany }] of Object.entries({ alone, onWorkers }))
    for (const name of title === "alone" ? rowsOf(BOTH, ["bn128"]) : rowsOf(ONE, []))
        describe(`prover: hostile batches, ${title}, ${name}`, function () {
            this.timeout(300_000);
            let curve, good;

            before(async () => {
                curve = await verifierOf(name);
                good = Array.from({ length: 6 }, (_, k) => claimNumber(curve, k));
            });

            /** Each is what verify says of it alone, and those of `bad` are refused. */
            async function agrees(items, bad, reason) {
                const { vkey } = good[0], answers = await verifyMany(vkey, items, { reason: true });
                expect(answers.map(({ valid }) => !valid)).to.deep.equal(items.map((_, i) => bad.includes(i)));
                if (reason) for (const i of bad) expect(answers[i].reason).to.equal(reason);
                for (const [i, { publicSignals, proof }] of items.entries())
                    expect(answers[i]).to.deep.equal(await verify(vkey, publicSignals, proof, { reason: true }));
            }

            /** The batch with claim i replaced. */
            const but = (replaced) => good.map((claim, i) => replaced[i] ?? claim);

            it("errors that cancel out in an MSM without factors, or with the factors' halves alone", async () => {
                const { G1 } = curve, by = (k) => G1.timesScalar(G1.g, k);
                await agrees(but({ 1: moved(good[1], "pi_c", G1, by(5n)), 4: moved(good[4], "pi_c", G1, by(-5n)) }), [1, 4], "EQUATION");
                await agrees(but({ 2: changed(good[2], { pi_c: good[3].proof.pi_c }), 3: changed(good[3], { pi_c: good[2].proof.pi_c }) }), [2, 3], "EQUATION");
                // the same wrong proof again and again, and a right one with another's signals
                const wrong = moved(good[0], "pi_c", G1, by(1n));
                await agrees([wrong, wrong, wrong, wrong], [0, 1, 2, 3], "EQUATION");
                await agrees(but({ 1: { ...good[1], publicSignals: good[2].publicSignals }, 2: { ...good[2], publicSignals: good[1].publicSignals } }), [1, 2], "EQUATION");
            });

            it("points of small order, alone and where their sum is zero", async () => {
                for (const [place, group] of [["pi_a", "G1"], ["pi_b", "G2"], ["pi_c", "G1"]]) {
                    const G = curve[group];
                    for (const order of SMALL_ORDERS[name][group].slice(0, rowsOf(3, 1))) {
                        const T = pointOfOrder(curve, group, order);
                        await agrees(but({ 3: moved(good[3], place, G, T) }), [3], "POINT_SUBGROUP");
                        await agrees(but({ 0: moved(good[0], place, G, T), 5: moved(good[5], place, G, G.neg(T)) }), [0, 5], "POINT_SUBGROUP");
                    }
                }
            });

            it("a point off its curve beside one of small order, in the order in which verify looks", async () => {
                const [group, place] = name === "bn128" ? ["G2", "pi_b"] : ["G1", "pi_a"];
                const T = pointOfOrder(curve, group, SMALL_ORDERS[name][group][0]);
                const outside = moved(good[2], place, curve[group], T);
                const both = changed(outside, { pi_c: [good[2].proof.pi_c[1], good[2].proof.pi_c[0], "1"] });
                await agrees(but({ 2: both }), [2], "POINT_SUBGROUP");
                await agrees(but({ 2: changed(good[2], { pi_c: both.proof.pi_c }) }), [2], "POINT_CURVE");
            });

            it("infinity in any place, and the affine point (0, 0)", async () => {
                for (const [place, point] of Object.entries(INFINITY)) {
                    await agrees(but({ 1: changed(good[1], { [place]: point }) }), [1], "EQUATION");
                    const origin = place === "pi_b" ? [["0", "0"], ["0", "0"], ["1", "0"]] : ["0", "0", "1"];
                    await agrees(but({ 1: changed(good[1], { [place]: origin }) }), [1], "POINT_CURVE");
                }
                const nothing = changed(good[0], INFINITY);
                await agrees([nothing, nothing], [0, 1], "EQUATION");
            });

            it("signals of r and more, and coordinates of q and more", async () => {
                const { r, q } = curve, [first, second] = good[4].publicSignals;
                const beyond = BigInt(first) + r, below = BigInt(first) - r;
                for (const text of [String(r), String(beyond), String(below), `0x${beyond.toString(16)}`, `${first} `])
                    await agrees(but({ 4: { ...good[4], publicSignals: [text, second] } }), [4], "SIGNAL_VALUE");
                const { pi_a: [x, y, z] } = good[4].proof;
                await agrees(but({ 4: changed(good[4], { pi_a: [String(BigInt(x) + q), y, z] }) }), [4], "PROOF_FORM");
            });

            it("with points of the key at infinity: refused where verify refuses it, answered as verify answers elsewhere", async () => {
                const { vkey } = good[0], failure = (promise) => promise.then(() => "none", ({ message }) => message);
                for (const place of ["vk_alpha_1", "vk_beta_2", "vk_gamma_2", "vk_delta_2"]) {
                    const damaged = { ...vkey, [place]: place.endsWith("1") ? INFINITY.pi_a : INFINITY.pi_b };
                    expect(await failure(verifyMany(damaged, good))).to.match(/order r, got the point at infinity/);
                }
                const blank = { ...vkey, IC: vkey.IC.map(() => INFINITY.pi_a) }; // signals that say nothing
                expect(await verifyMany(blank, good, { insecure: true })).to.deep.equal(good.map(() => false));
                const ofBlank = Array.from({ length: 3 }, (_, k) => claimNumber(curve, k, { ic: [0n, 0n, 0n] }));
                const answers = await verifyMany(ofBlank[0].vkey, [...ofBlank, good[0]], { insecure: true });
                expect(answers).to.deep.equal([true, true, true, false]);
            });
        });

describe("prover: what a batch costs and whether it holds", function () {
    this.timeout(300_000);

    it("signals of any length have one sum, with zeros, and points of the key at infinity", async () => {
        const curve = await verifierOf("bn128"), { r } = curve;
        const keys = [(i) => 60n + BigInt(i), (i) => (i === 1 ? 0n : 9n), () => 0n];
        const lists = [[0n, 0n, 0n], [1n, 0n, 255n, 256n], [r - 1n, 0n, 1n], [7n, r - 1n, r - 2n, 2n ** 250n, 3n]];
        for (const signals of thinned(lists, 3)) {
            for (const ic of rowsOf(keys, keys.slice(1, 2)).map((of) => signals.map((_, i) => of(i)))) {
                const { vkey, publicSignals, proof } = toyClaim(curve, { signals, ic: [55n, ...ic] })();
                expect(await alone.verify(vkey, publicSignals, proof, { insecure: true }), `${signals} ${ic}`).to.equal(true);
                expect(await verifyBigint(vkey, publicSignals, proof, { insecure: true })).to.equal(true);
                const changes = signals.map((_, i) => publicSignals.with(i, publicSignals[i] === "5" ? "6" : "5"));
                for (const [i, other] of changes.entries())
                    expect(await alone.verify(vkey, other, proof, { insecure: true }), `${other}`).to.equal(ic[i] === 0n);
            }
        }
    });

    itInAll("no more than twice the pairs and final exponentiations of one by one, if half are bad", async () => {
        for (const name of rowsOf(["bn128", "bls12381"], ["bn128"])) {
            const curve = await verifierOf(name), { finalExponentiation, tm: { instance } } = curve;
            const own = instance.exports;
            const made = { pairs: 0, equations: 0 };
            const count = async (body) => {
                Object.assign(made, { pairs: 0, equations: 0 });
                await body();
                return { ...made };
            };
            const op = `${name}_millerProduct`;
            instance.exports = { ...own, [op]: (p, q, n, pf, lines, fixed, ...rest) => {
                made.pairs += n + fixed;
                return own[op](p, q, n, pf, lines, fixed, ...rest);
            } };
            curve.finalExponentiation = (f) => {
                made.equations++;
                return finalExponentiation(f);
            };
            try {
                const claims = Array.from({ length: 64 }, (_, k) => claimNumber(curve, k)), { vkey } = claims[0];
                const oneByOne = await count(async () => {
                    for (const { publicSignals, proof } of claims) await alone.verify(vkey, publicSignals, proof);
                });
                expect(oneByOne.equations).to.equal(64);
                const wrong = (claim) => ({ ...claim, publicSignals: ["77", "5"] });
                for (const isBad of [(i) => i % 2, (i) => i < 32, (i) => i >= 32, () => true, (i) => i % 16 === 15]) {
                    const items = claims.map((claim, i) => (isBad(i) ? wrong(claim) : claim));
                    const together = await count(() => alone.verifyMany(vkey, items));
                    expect(together.equations).to.be.at.most(2 * oneByOne.equations);
                    expect(together.pairs).to.be.at.most(2 * oneByOne.pairs);
                }
                const long = Array.from({ length: 256 }, (_, i) => claims[i % 64]);
                const oneBad = await count(() => alone.verifyMany(vkey, [...long.slice(1), wrong(claims[0])]));
                expect(oneBad.equations).to.be.at.most(1 + 4 + 16); // all, four halves, and its chunk one by one
                const allGood = await count(() => alone.verifyMany(vkey, claims));
                expect(allGood).to.deep.equal({ pairs: 64 + 3, equations: 1 });
            } finally {
                instance.exports = own;
                curve.finalExponentiation = finalExponentiation;
            }
        }
    });

    it("random wrong batches do not hold, with factors drawn anew for each", async () => {
        const curve = await verifierOf("bn128"), { G1 } = curve, claims = Array.from({ length: 4 }, (_, k) => claimNumber(curve, k));
        const { read, chunk, holds } = await batchOn(curve, claims[0].vkey), good = claims.map(read);
        expect(await holds([await chunk(good)])).to.equal(true);
        const by = G1.timesScalar(G1.g, 9n), wrong = [[1, by], [3, G1.neg(by)]].map(([i, point]) => ({ i, point }));
        for (let k = 0; k < 20; k++) {
            const batch = good.map((statement, i) => {
                const found = wrong.find((one) => one.i === i);
                return found ? { ...statement, c: G1.toAffine(G1.add(statement.c, found.point)) } : statement;
            });
            expect(await holds([await chunk(batch)]), k).to.equal(false);
        }
    });
});
