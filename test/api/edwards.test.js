/**
 * Twisted Edwards curves: what is said of them by others (circomlibjs, @noble/curves), that one formula adds any two
 * points, the group and its encodings against the slow twin, and what is refused.
 */
import { babyjubjub, jubjub } from "@noble/curves/misc.js";
import { expect } from "chai";
import { buildBabyjub } from "circomlibjs";
import { bigintGroup } from "../../src/bigint/groups.js";
import { pow } from "../../src/bigint/modular.js";
import { ChaCha, getCurveFromName } from "../../src/index.js";
import { hex } from "../support/hex.js";
import { seed, uniform } from "../support/random.js";
import { pointsOnCurve } from "../support/torsion.js";
import { ALL } from "../support/twin_curves.js";

const THEIRS = { babyjubjub, jubjub };
const EDWARDS = Object.values(ALL).filter(({ g1 }) => g1?.model === "edwards");
const bytesOf = (value) => Uint8Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));
const message = (promise) => promise.then(() => "no error", (error) => error.message);

it("there are three of them", () =>
    expect(EDWARDS.map(({ name }) => name)).to.have.members(["babyjubjub", "edwards_bls12", "jubjub"]));

it("their coordinates are the scalars of others", () => {
    for (const [name, other] of [["babyjubjub", "bn128"], ["edwards_bls12", "bls12377"], ["jubjub", "bls12381"]])
        expect(ALL[name].fp.p).to.equal(ALL[other].fr.p);
});

for (const { name, fp: { p }, fr: { p: r }, g1 } of EDWARDS) describe(`${name} (SEED=${seed})`, function () {
    this.timeout(60_000);
    let curve, G, F, E, list;
    const points = () => [0n, 1n, 2n, r - 1n, uniform(r)].map((k) => E.timesScalar(E.g, k));
    const own = (P) => G.fromObject(E.affine(P));
    const back = (bytes) => G.toObject(G.toAffine(bytes));
    before(async () => {
        curve = await getCurveFromName(name, true);
        ({ G1: G, F1: F } = curve);
        E = bigintGroup(ALL[name]).G1;
        // zero, the orders 2 and 4, the subgroup, and what is outside
        list = [E.zero, [0n, p - 1n, 1n], [F.toObject(F.inv(F.sqrt(G.a))), 0n, 1n], ...points()];
        for (const point of pointsOnCurve(curve, "G1")) if (list.push([...G.toObject(point)]) === 12) break;
    });

    it("a is a square and d none, so that no sum has an exception", () => {
        const isSquare = (x) => pow(((x % p) + p) % p, (p - 1n) / 2n, p) === 1n;
        expect([isSquare(g1.a), isSquare(g1.d)]).to.deep.equal([true, false]);
        for (const P of list) for (const Q of list) {
            // 1 +- d x1 x2 y1 y2, the divisors of the law of addition
            const [x1, y1] = E.affine(P), [x2, y2] = E.affine(Q), t = (((g1.d * x1 * x2) % p) * y1 * y2) % p;
            expect([(1n + t) % p, (1n - t) % p]).to.not.include(0n);
        }
    });

    it("adds, doubles, negates, compares and multiplies as the twin does, in every form", () => {
        for (const P of list) {
            const affine = own(P), forms = [affine, G.add(affine, G.zero)];
            expect(forms.map((bytes) => bytes.length)).to.deep.equal([64, 96]);
            for (const a of forms) {
                expect(back(G.double(a))).to.deep.equal(E.affine(E.double(P)));
                expect(back(G.neg(a))).to.deep.equal(E.affine(E.neg(P)));
                expect(G.isValid(a)).to.equal(true);
                expect(G.isInSubgroup(a)).to.equal(E.isZero(E.timesScalar(P, r)));
                expect(G.isZero(a)).to.equal(E.isZero(P));
                const s = uniform(r);
                expect(back(G.timesScalar(a, s))).to.deep.equal(E.affine(E.timesScalar(P, s)));
                expect(back(G.timesFr(a, curve.Fr.e(s)))).to.deep.equal(E.affine(E.timesScalar(P, s)));
                for (const Q of list) for (const b of [own(Q), G.add(own(Q), G.zero)]) {
                    expect(back(G.add(a, b))).to.deep.equal(E.affine(E.add(P, Q)));
                    expect(back(G.sub(a, b))).to.deep.equal(E.affine(E.sub(P, Q)));
                    expect(G.eq(a, b)).to.equal(E.eq(P, Q));
                }
            }
        }
        expect(back(G.timesSecret(G.g, curve.Fr.e(1234567n)))).to.deep.equal(E.affine(E.timesScalar(E.g, 1234567n)));
    });

    it("zero is (0, 1), a point like others; zero bytes are no point", () => {
        expect([G.toObject(G.zero), G.toObject(G.zeroAffine)]).to.deep.equal([[0n, 1n, 1n], [0n, 1n, 1n]]);
        for (const zero of [G.zero, G.zeroAffine, G.fromObject([0n, 1n])]) expect(G.isZero(zero)).to.equal(true);
        for (const bytes of [new Uint8Array(64), new Uint8Array(96)])
            expect([G.isZero(bytes), G.isValid(bytes), G.isInSubgroup(bytes)]).to.deep.equal([false, false, false]);
        expect(G.isValid(G.fromObject([1n, 1n]))).to.equal(false);
        expect([[0n, 1n, 1n], [0n, 7n, 7n], [0n, 0n, 0n], [0n, 1n, 2n]].map((P) => E.isZero(P)))
            .to.deep.equal([true, true, false, false]);
    });

    it("encodes as the twin does, one point and many, and refuses what is no encoding", async () => {
        const all = Buffer.concat(list.map(own));
        const [packed, long] = [32, 64].map((size) => Buffer.alloc(list.length * size));
        list.forEach((P, i) => {
            E.toRprCompressed(packed, 32 * i, P);
            E.toRprUncompressed(long, 64 * i, P);
            const one = new Uint8Array(32);
            G.toRprCompressed(one, 0, own(P));
            expect(hex(one)).to.equal(hex(packed.subarray(32 * i, 32 * i + 32)));
            expect(hex(G.fromRprCompressed(one))).to.equal(hex(own(P)));
            expect(E.affine(E.fromRprCompressed(one))).to.deep.equal(E.affine(P));
            expect(hex(G.toUncompressed(own(P)))).to.equal(hex(long.subarray(64 * i, 64 * i + 64)));
            expect(hex(G.fromRprUncompressed(long, 64 * i))).to.equal(hex(own(P)));
        });
        expect(hex(await G.batchLEMtoC(all))).to.equal(hex(packed));
        expect(hex(await G.batchCtoLEM(packed))).to.equal(hex(all));
        expect(hex(await G.batchLEMtoU(all))).to.equal(hex(long));
        expect(hex(await G.batchUtoLEM(long))).to.equal(hex(all));
        expect(hex(await G.batchToAffine(await G.batchToJacobian(all)))).to.equal(hex(all));
        let without = 2n;
        while (E._lift(without, false)) without++;
        for (const bytes of [without, p, p + 1n, 1n | (1n << 255n), (p - 1n) | (1n << 255n)].map(bytesOf)) {
            expect(() => G.fromRprCompressed(bytes), hex(bytes)).to.throw(
                `g1m_fromRprCompressed: expected the encoding of a point on the curve, got ${hex(bytes)}`,
            );
            expect(() => E.fromRprCompressed(bytes), hex(bytes)).to.throw("Invalid Point!");
            expect(await message(G.batchCtoLEM(Buffer.concat([packed.subarray(0, 64), bytes])))).to.include("got none at index 2");
        }
    });

    it("draws points of the subgroup", () => {
        const rng = new ChaCha([1, 2, 3, 4, 5, 6, 7, 8]);
        for (let i = 0; i < 5; i++) {
            const point = G.fromRng(rng);
            expect([G.isZero(point), G.isInSubgroup(point)]).to.deep.equal([false, true]);
        }
    });

    it("sums points of any order, of three coordinates and of two, and applies keys", async () => {
        const scalars = list.map(() => uniform(r)), le = Buffer.concat(scalars.map(bytesOf));
        const want = list.reduce((sum, P, i) => E.add(sum, E.timesScalar(P, scalars[i])), E.zero);
        const affine = Buffer.concat(list.map(own)), long = await G.batchToJacobian(affine);
        const chunked = (from, length) => Uint8Array.from(affine.subarray(from, from + length));
        for (const sum of [
            await G.multiExpAffine(affine, le),
            await G.multiExp(long, le),
            await G.multiExpAffineChunked(chunked, affine.length, le),
            await G.multiExpAffine(affine, le, undefined, undefined, { batch: "disabled" }),
        ]) expect(back(sum)).to.deep.equal(E.affine(want));
        const many = Buffer.concat(Array(4).fill(affine)), key = await G.batchApplyKey(many, curve.Fr.e(3n), curve.Fr.e(5n), "affine", "affine");
        for (let i = 0; i < 4 * list.length; i++)
            expect(back(key.slice(64 * i, 64 * i + 64))).to.deep.equal(
                E.affine(E.timesScalar(list[i % list.length], (3n * pow(5n, BigInt(i), r)) % r)),
            );
    });

    if (THEIRS[name]) it("@noble/curves has the same curve, generator, sums and multiples", () => {
        const { Point } = THEIRS[name], { p: order, n, a, d, Gx, Gy } = Point.CURVE();
        const mod = (x) => ((x % p) + p) % p;
        expect([order, n, a, d].map(mod)).to.deep.equal([p, r, g1.a, g1.d].map((x, i) => (i === 0 ? mod(p) : mod(x))));
        if (name === "jubjub") expect([Gx, Gy]).to.deep.equal([...g1.generator]);
        for (const P of list) for (const Q of list) {
            const [one, other] = [P, Q].map((point) => E.affine(point)).map(([x, y]) => Point.fromAffine({ x, y }));
            const sum = one.add(other).toAffine();
            expect(back(G.add(own(P), own(Q)))).to.deep.equal([sum.x, sum.y, 1n]);
        }
        const s = uniform(r - 1n) + 1n, [x, y] = g1.generator, many = Point.fromAffine({ x, y }).multiply(s).toAffine();
        expect(back(G.timesScalar(G.g, s))).to.deep.equal([many.x, many.y, 1n]);
    });
});

describe("circomlibjs", () => {
    it("has the same Baby Jubjub: generator, order, multiples and packed points", async () => {
        const theirs = await buildBabyjub(), { G1 } = await getCurveFromName("baby_jubjub", true);
        const show = (point) => point.map((c) => theirs.F.toObject(c));
        expect(show(theirs.Base8)).to.deep.equal([...ALL.babyjubjub.g1.generator]);
        expect(BigInt(theirs.subOrder)).to.equal(ALL.babyjubjub.fr.p);
        for (let i = 0; i < 10; i++) {
            const s = uniform(ALL.babyjubjub.fr.p), bytes = new Uint8Array(32);
            const point = theirs.mulPointEscalar(theirs.Base8, s);
            const ours = G1.toAffine(G1.timesScalar(G1.g, s));
            expect(G1.toObject(ours).slice(0, 2)).to.deep.equal(show(point));
            G1.toRprCompressed(bytes, 0, ours);
            expect(hex(bytes)).to.equal(hex(theirs.packPoint(point)));
            expect(hex(G1.fromRprCompressed(theirs.packPoint(point)))).to.equal(hex(ours));
        }
    });
});
