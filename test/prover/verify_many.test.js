/** Many proofs at once: the answers of one by one, whatever is bad, in order, and at a bounded cost. */
import { expect } from "chai";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { verifierOf } from "../../src/curves/verifier.js";
import { millerProduct, msmSync } from "../../src/batch/main_thread.js";
import { chunkOf, drawFactors, holdTogether, prepareKey } from "../../src/protocols/groth16/equation.js";
import { FACTOR, scaleHere } from "../../src/protocols/groth16/factors.js";
import * as onWorkers from "../../src/protocols/groth16/index.js";
import * as alone from "../../src/protocols/groth16/verify_alone.js";
import { statementOf } from "../../src/protocols/groth16/verify.js";
import { settingOf } from "../../src/protocols/groth16/verify_many.js";
import { batchOn, moved } from "../support/batches.js";
import { itInAll, itOnOne, rowsOf, thinned } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { pointOfOrder, SMALL_ORDERS } from "../support/torsion.js";
import { toyClaim } from "../support/toy_claims.js";

const collect = async (stream) => {
    const all = [];
    for await (const answer of stream) all.push(answer);
    return all;
};

for (const [title, { verify, verifyMany, verifyStream }] of Object.entries({ alone, onWorkers }))
    describe(`prover: verifyMany, ${title}`, function () {
        this.timeout(120_000);
        const curves = {};
        const claimOf = (name, i) => toyClaim(curves[name], { a: 100n + BigInt(i), signals: [BigInt(i)] })();

        const itMore = title === "alone" ? itInAll : it; // workers have more to tidy up
        before(async () => {
            for (const name of ["bn128", "bls12381"]) curves[name] = await verifierOf(name);
        });

        /** Bad in every way that verify knows, by what it says of them. */
        function hostile(name) {
            const curve = curves[name], { G1, r, q } = curve, good = claimOf(name, 1);
            const add = (v, n) => String(BigInt(v) + n), { pi_a: a, pi_b: b } = good.proof;
            const withProof = (proof) => ({ ...good, proof: { ...good.proof, ...proof } });
            // (0, 2) has order 3
            const torsion = name === "bn128" ? [] : [toyClaim(curve, { signals: [1n] })({ pi_a: G1.fromObject([0n, 2n]) })];
            return [
                { ...good, publicSignals: ["2"] },
                { ...good, publicSignals: [add(good.publicSignals[0], r)] },
                { ...good, publicSignals: [] },
                { ...good, publicSignals: "1" },
                withProof({ pi_a: [add(a[0], q), a[1], "1"] }),
                withProof({ pi_a: [a[1], a[0], "1"] }),
                withProof({ pi_a: ["0", "1", "0"] }),
                withProof({ pi_b: [b[1], b[0], b[2]] }),
                withProof({ pi_c: a }),
                withProof({ pi_c: undefined }),
                withProof({ curve: "bls12377" }),
                withProof({ protocol: "plonk" }),
                ...torsion,
                { publicSignals: ["1"], proof: null }, null, undefined, 7, "proof",
            ];
        }

        for (const name of rowsOf(["bn128", "bls12381"], title === "alone" ? [] : ["bn128"]))
            itInAll(`${name}: says of each what verify says`, async () => {
                const { vkey } = claimOf(name, 1), bad = hostile(name);
                const items = bad.flatMap((item, i) => [item, claimOf(name, i), claimOf(name, i)]);
                const one = (item) => verify(vkey, item?.publicSignals, item?.proof, { reason: true });
                const expected = [];
                for (const item of items) expected.push(await one(item));
                expect(expected.filter(({ valid }) => !valid)).to.have.lengthOf(bad.length);
                expect(await verifyMany(vkey, items, { reason: true })).to.deep.equal(expected);
                expect(await verifyMany(vkey, items)).to.deep.equal(expected.map(({ valid }) => valid));
                expect(await collect(verifyStream(vkey, items, { reason: true }))).to.deep.equal(expected);
            });

        it("finds one bad proof at every position, and a batch of bad ones", async () => {
            const items = Array.from({ length: 19 }, (_, i) => claimOf("bn128", i)), { vkey } = items[0];
            const positions = items.map((_, i) => i); // which are looked for in the same way on workers
            for (const bad of rowsOf(positions, title === "alone" ? thinned(positions, 3) : [0, 18])) {
                const claims = items.map((item, i) => (i === bad ? { ...item, publicSignals: ["77"] } : item));
                expect(await verifyMany(vkey, claims), bad).to.deep.equal(items.map((_, i) => i !== bad));
            }
            const none = items.map((item) => ({ ...item, publicSignals: ["77"] }));
            expect(await verifyMany(vkey, none)).to.deep.equal(items.map(() => false));
        });

        it("is not taken in by errors that cancel out without factors", async () => {
            const { G1 } = curves.bn128, { vkey } = claimOf("bn128", 0);
            const moved = (i, by) => {
                const claim = claimOf("bn128", i), c = G1.fromObject(claim.proof.pi_c.map(BigInt));
                const point = G1.toObject(G1.toAffine(G1.add(c, G1.timesScalar(G1.g, by)))).map(String);
                return { ...claim, proof: { ...claim.proof, pi_c: point } };
            };
            for (const [i, j] of [[0, 1], [3, 9]]) {
                const items = Array.from({ length: 10 }, (_, k) => claimOf("bn128", k));
                items[i] = moved(i, 5n);
                items[j] = moved(j, -5n);
                expect(await verifyMany(vkey, items)).to.deep.equal(items.map((_, k) => k !== i && k !== j));
            }
        });

        itMore("takes none, the same proof again and again, and more than a batch of a stream, in order", async () => {
            const good = claimOf("bn128", 3), bad = { ...good, publicSignals: ["4"] };
            expect(await verifyMany(good.vkey, [])).to.deep.equal([]);
            const items = Array.from({ length: 1030 }, (_, i) => (i === 2 || i === 1028 ? bad : good));
            async function* stream() { yield* items; }
            expect(await collect(verifyStream(good.vkey, stream()))).to.deep.equal(items.map((item) => item === good));
        });

        itMore("closes a stream that it does not read to its end, and passes on its error", async () => {
            const good = claimOf("bn128", 3);
            let read = 0, closed = 0;
            async function* endless() {
                try {
                    for (;; read++) yield good;
                } finally {
                    closed++;
                }
            }
            for await (const answer of verifyStream(good.vkey, endless())) {
                expect(answer).to.equal(true);
                break;
            }
            expect({ read, closed }).to.deep.equal({ read: 1023, closed: 1 });
            const broken = new Error("the source broke");
            async function* breaking() { throw broken; }
            expect(await failureOf(collect(verifyStream(good.vkey, breaking())))).to.equal(broken);
        });

        it("ends with the reason of its signal, before it reads on", async () => {
            const good = claimOf("bn128", 3), reason = new Error("enough");
            const aborted = { signal: AbortSignal.abort(reason) };
            expect(await failureOf(verifyMany(good.vkey, [good], aborted))).to.equal(reason);
            const controller = new AbortController();
            let read = 0;
            function* source() {
                for (; read < 10; read++) {
                    if (read === 2) controller.abort(reason);
                    yield good;
                }
            }
            const { signal } = controller;
            expect(await failureOf(collect(verifyStream(good.vkey, source(), { signal })))).to.equal(reason);
            expect(read).to.equal(2);
            // after the last proof, before the answers
            const late = new AbortController();
            function* last() {
                yield good;
                late.abort(reason);
            }
            expect(await failureOf(collect(verifyStream(good.vkey, last(), { signal: late.signal })))).to.equal(reason);
            // while a batch is looked at
            const between = new AbortController(), batch = Array(300).fill(good);
            setTimeout(() => between.abort(reason), 0);
            expect(await failureOf(verifyMany(good.vkey, batch, { signal: between.signal }))).to.equal(reason);
        });

        it("refuses what is no list, no key and no option, and says where", async () => {
            const { vkey, ...good } = claimOf("bn128", 3);
            const message = async (promise) => (await failureOf(promise)).message;
            expect(await message(verifyMany(vkey, new Set([good])))).to.match(/^verifyMany: expected a list of/);
            expect(() => verifyStream(vkey, 7)).to.throw(/^verifyStream: expected a list or stream .*, got 7$/);
            expect(() => verifyStream(vkey, null)).to.throw(/got null$/);
            expect(() => verifyStream({}, [])).to.throw().with.property("code", "ERR_FILE");
            expect(await message(verifyMany(vkey, [], { batch: 7 }))).to.match(/^verifyMany: expected options among/);
            expect(await message(verifyMany(vkey, [], { reason: 1 }))).to.match(/^verifyMany: expected reason to be/);
            expect(await message(verifyMany(vkey, [], null))).to.match(/^verifyMany: expected a record/);
            expect(await message(verifyMany(vkey, [], { signal: {} }))).to.match(/^verifyMany: expected signal to be/);
            if (title === "onWorkers")
                expect(await message(verifyMany(vkey, [], { curve: {} }))).to.match(/^verifyMany: expected curve to be/);
        });

        it("reads key and list before it returns", async () => {
            const good = claimOf("bn128", 3), vkey = structuredClone(good.vkey), items = [good, good];
            const answers = verifyMany(vkey, items);
            vkey.vk_alpha_1[0] = "1";
            items.length = 0;
            expect(await answers).to.deep.equal([true, true]);
        });
    });

describe("prover: what verifyMany costs and rests on", function () {
    this.timeout(60_000);

    for (const [name, build] of [["bn128", buildBn128], ["bls12381", buildBls12381]])
        itOnOne(name)(`${name}: an equation for a batch, at most n / 8 more than n if half are bad`, async () => {
            // of a tier on which all equations are the base module's
            const curve = await build({ singleThread: true, tier: "scalar" }), { finalExponentiation } = curve;
            let equations = 0;
            curve.finalExponentiation = (f) => {
                equations++;
                return finalExponentiation(f);
            };
            const items = Array.from({ length: 32 }, (_, i) => toyClaim(curve, { a: 7n + BigInt(i) })());
            const { vkey } = items[0], half = items.map((item, i) => (i % 2 ? item : { ...item, publicSignals: ["1"] }));
            const count = async (claims) => {
                equations = 0;
                const answers = await onWorkers.verifyMany(vkey, claims, { curve });
                return [answers.filter(Boolean).length, equations];
            };
            expect(await count(items)).to.deep.equal([32, 1]);
            expect(await count(items.slice(0, 1))).to.deep.equal([1, 1]);
            expect(await count([null, 7]), "refused before it comes to an equation").to.deep.equal([0, 0]);
            const [valid, asked] = await count(half);
            expect(valid).to.equal(16);
            expect(asked).to.be.at.most(32 + 4);
            const [, ofOne] = await count(items.map((item, i) => (i === 31 ? half[0] : item)));
            expect(ofOne).to.equal(1 + 1 + 16); // all; the first half, which holds; the other, one by one
            await curve.terminate();
        });

    itInAll("multiplies what it has read before it reads more, and again without bad points", async () => {
        const curve = await verifierOf("bn128"), { vkey, publicSignals, proof } = toyClaim(curve)(), seen = [];
        const torsion = pointOfOrder(curve, "G2", SMALL_ORDERS.bn128.G2[0]);
        const wrong = moved({ proof, publicSignals }, "pi_b", curve.G2, torsion);
        let read = 0, bad = false;
        const items = Array.from({ length: 300 }, (_, i) => ({
            publicSignals,
            get proof() {
                read++;
                return i === 280 && bad ? wrong.proof : proof;
            },
        }));
        const judge = async () => {
            const setting = settingOf(verifierOf, () => ({
                each: async (count, start) => { for (let i = 0; i < count; i++) await start(i); },
                scale: async (points, factors) => {
                    seen.push([read, factors.length / FACTOR]);
                    return scaleHere(curve, points, factors);
                },
                product: async (points, others) => millerProduct(curve, [points, others]),
                msm: async (points, scalars) => msmSync(curve.G1, points, scalars),
                msms: async (G, points, scalars) => scalars.map((list) => msmSync(G, points, list)),
            }), []);
            const verdicts = await (await setting.open(vkey)())(items);
            return verdicts.flatMap(({ valid, reason }, i) => (valid ? [] : [[i, reason]]));
        };
        expect(await judge()).to.deep.equal([]);
        expect(seen).to.deep.equal([[256, 256], [300, 44]]);
        [bad, read] = [true, 0];
        seen.length = 0;
        expect(await judge()).to.deep.equal([[280, "POINT_SUBGROUP"]]);
        expect(seen).to.deep.equal([[256, 256], [300, 44], [300, 299]]);
    });

    it("looks into subgroups with so many random coefficients that a point outside is missed with 2^-128", async () => {
        for (const [name, groups] of [["bn128", ["G2"]], ["bls12381", ["G1", "G2"]]]) {
            const curve = await verifierOf(name), { vkey, ...item } = toyClaim(curve)(), asked = new Map();
            const setting = settingOf(async () => curve, () => ({
                each: async (count, start) => { for (let i = 0; i < count; i++) await start(i); },
                scale: async (points, factors) => scaleHere(curve, points, factors),
                product: async (points, others) => millerProduct(curve, [points, others]),
                msm: async (points, scalars) => msmSync(curve.G1, points, scalars),
                msms: async (G, points, scalars) => {
                    asked.set(G, [...asked.get(G) ?? [], ...scalars]);
                    return scalars.map((list) => msmSync(G, points, list));
                },
            }), []);
            await (await setting.open(vkey)())(Array(40).fill(item));
            expect([...asked.keys()]).to.have.members(groups.map((group) => curve[group]));
            for (const group of groups) {
                const lists = asked.get(curve[group]), drawn = lists.flatMap((list) => [...list]);
                // of a point of order m one residue of its coefficient modulo m, of those that are drawn, hides it
                const residues = Math.min(256, ...SMALL_ORDERS[name][group].map(Number));
                expect(Math.max(...drawn), group).to.be.below(residues).and.above(0.9 * (residues - 1) - 1);
                expect(lists.length * Math.log2(residues), `${name} ${group}`).to.be.at.least(128);
                expect(new Set(lists.map(String)).size, "drawn anew each time").to.equal(lists.length);
            }
        }
    });

    it("makes tables for up to 64 signals, once a key comes again, and for more never", async () => {
        const curve = await verifierOf("bn128"), { G1 } = curve, { double } = G1;
        let doublings = 0;
        G1.double = (point) => double.call(G1, point, doublings++);
        try {
            for (const [count, wanted] of [[64, [0, 64 * 240, 0]], [65, [0, 0, 0]]]) {
                const signals = Array.from({ length: count }, (_, i) => BigInt(i));
                const ic = [...signals, 99n].map((s) => s + 5n);
                const { vkey, ...claim } = toyClaim(curve, { signals, ic })(), batch = await batchOn(curve, vkey);
                const statement = await batch.read(claim), took = () => {
                    doublings = 0;
                    expect(batch.alone(statement)).to.equal(true);
                    return doublings;
                };
                expect([took(), took(), took()], `${count} signals`).to.deep.equal(wanted);
            }
        } finally {
            G1.double = double;
        }
    });

    it("asks for 16 fresh random bytes per proof, and weighs every part of its equation by them", async () => {
        const curve = await verifierOf("bn128"), asked = [];
        const claims = [1n, 2n].map((a) => toyClaim(curve, { a })());
        const decode = ({ proof, publicSignals }) => statementOf(curve, {
            a: proof.pi_a.map(BigInt), b: proof.pi_b.map((row) => row.map(BigInt)), c: proof.pi_c.map(BigInt),
            signals: publicSignals.map(BigInt),
        });
        const { G1, G2 } = curve, vkey = claims[0].vkey;
        const one = (point) => G1.fromObject(point.map(BigInt));
        const two = (point) => G2.fromObject(point.map((row) => row.map(BigInt)));
        const key = prepareKey(curve, {
            alpha1: one(vkey.vk_alpha_1), beta2: two(vkey.vk_beta_2), gamma2: two(vkey.vk_gamma_2),
            delta2: two(vkey.vk_delta_2), IC: vkey.IC.map(one),
        });
        const cut = (bytes, size, i) => bytes.subarray(size * i, size * (i + 1));
        const way = {
            scale: async (points, factors) => scaleHere(curve, points, factors),
            product: async (points, others) => [0, 1].reduce((product, i) => curve.Gt.mul(
                product,
                curve.millerLoop(curve.prepareG1(cut(points, 96, i)), curve.prepareG2(cut(others, 192, i))),
            ), curve.Gt.one),
            msm: async (points, scalars) => {
                const n = points.length / 64, size = scalars.length / n;
                let sum = G1.zero;
                for (let i = 0; i < n; i++)
                    sum = G1.add(sum, G1.timesScalar(cut(points, 64, i), cut(scalars, size, i)));
                return sum;
            },
        };
        const random = (bytes) => {
            asked.push(bytes);
            return Uint8Array.from({ length: bytes }, (_, i) => (i * 37 + 11) & 255);
        };
        const statements = claims.map(decode), drawn = await drawFactors(curve, way, statements, random);
        const chunk = await chunkOf(curve, way, statements, drawn);
        expect(asked).to.deep.equal([32]);
        expect(await holdTogether(curve, key, way, [chunk])).to.equal(true);
        for (const byte of [4, 12, 20, 28]) { // other factors than those of the product
            chunk.factors[byte] ^= 1;
            expect(await holdTogether(curve, key, way, [chunk]), byte).to.equal(false);
            chunk.factors[byte] ^= 1;
        }
    });
});
