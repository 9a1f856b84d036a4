/** Three points as three coordinates and a byte: with every tier, without lanes, and by the formulas on BigInt. */
import { expect } from "chai";
import { expandTriples, foldTriples, tripleBytes, tripleParts } from "../../src/batch/triples.js";
import { sixthRoots, takesTriples } from "../../src/util/sixth_roots.js";
import { buildBls12377, buildBls12381, buildBn128 } from "../../src/index.js";
import { decodePoints, encodePoints } from "../../packages/keys/src/packed/points.js";
import { writeLE } from "../../src/util/bytes.js";
import { tiersOf } from "../support/lanes.js";

const BUILDERS = { bn128: buildBn128, bls12381: buildBls12381 };
/** No root. */
const NONE = 255;
/** Fewer triples than lanes take. */
const FEW = 7;

/** Points k, k + step, k + 2 step, ... times the generator, affine. */
async function pointsOf(G, n, k = 987654321n, step = 123456789n) {
    const size = 3 * G.F.n8, all = new Uint8Array(n * size), add = G.timesScalar(G.g, step);
    for (let i = 0, point = G.timesScalar(G.g, k); i < n; i++, point = G.add(point, add)) all.set(point, i * size);
    return G.batchToAffine(all);
}

/** The parts of triple i of a list: X1, X2, T, in an extension R, and the root. */
const tripleOf = (G, packed, i) => {
    const sizes = tripleParts(G), n = packed.length / tripleBytes(G);
    let from = 0;
    return sizes.map((size) => {
        const part = packed.slice(from + i * size, from + (i + 1) * size);
        from += n * size;
        return part;
    });
};

/** A list of triples of these. */
const listOf = (G, triples) =>
    Uint8Array.from(tripleParts(G).flatMap((_, k) => triples.flatMap((triple) => [...triple[k]])));

/** The place of the root of triple i, and of R. */
const rootAt = (packed, n, i) => packed.length - n + i;
const ratioAt = (G, n, i) => 3 * n * G.F.n8 + i * (G.F.n8 / G.F.m);

/** X1, X2, T and R by the field's own division, one at a time. */
function slowly({ F, F: { n8, m } }, prime, points) {
    const [x0, y0, x1, y1, x2, y2] = Array.from({ length: 6 }, (_, i) => points.slice(i * n8, (i + 1) * n8));
    const z = F.div(y0, x0), parts = [F.div(x1, x0), F.div(x2, x0), F.div(F.sub(y2, y0), F.sub(y1, y0))];
    return m === 1 ? parts : [...parts, prime.div(z.slice(0, n8 / m), z.slice(n8 / m))];
}

describe("sixth roots", () => {
    it("have an exponent that leaves a root of unity of few", () => {
        for (const order of [18n * 35n, 144n * 5n * 7n * 11n]) {
            const { count, exponent } = sixthRoots(order);
            expect([(order / count) % 2n === 0n, (order / count) % 3n === 0n]).to.deep.equal([false, false]);
            expect((6n * exponent) % (order / count)).to.equal(1n);
        }
    });

    it("are few in the fields of curves whose keys are compressed, and not in others", async () => {
        const { bls12377 } = await import("../../src/params/bls12377.js");
        const orders = [(await buildBn128({ threads: 0 })).q, (await buildBls12381({ threads: 0 })).q];
        expect(orders.map(takesTriples)).to.deep.equal([true, true]);
        expect(takesTriples(bls12377.fp.p)).to.equal(false);
    });

    it("where there are many, a block of a packed key has its points as they are", async () => {
        const curve = await buildBls12377(true), { signal } = new AbortController();
        const points = await pointsOf(curve.G1, 9);
        const block = await encodePoints(curve, "G1", points, { whole: false, signal });
        expect(block.length).to.equal(1 + points.length);
        expect(block).to.deep.equal(await encodePoints(curve, "G1", points, { whole: true, signal }));
        expect(await decodePoints(curve, "G1", block, points.length)).to.deep.equal(points);
    });
});

for (const [name, build] of Object.entries(BUILDERS)) for (const tier of tiersOf(name)) for (const group of ["G1", "G2"])
    describe(`triples of points: ${name}, ${tier}, ${group}`, function () {
        this.timeout(120_000);
        let curve, G, n8;
        const fold = (points) => foldTriples(curve, G, points.slice());
        const expand = (packed) => expandTriples(curve, G, packed.slice());
        before(async () => {
            curve = await build({ singleThread: true, tier });
            G = curve[group];
            n8 = G.F.n8;
        });
        after(() => curve.terminate());

        it("give the points back, for few and for whole blocks and parts of them", async () => {
            const points = await pointsOf(G, 3 * 259);
            for (const n of [1, FEW, FEW + 1, 255, 256, 257, 259]) {
                const some = points.slice(0, 6 * n * n8), packed = await fold(some);
                expect(packed.length).to.equal(n * tripleBytes(G));
                expect(await expand(packed), `${n}`).to.deep.equal(some);
            }
        });

        it("are what the formulas say, on lanes and without them", async () => {
            const n = 21, points = await pointsOf(G, 3 * n, 5n, 7n), packed = await fold(points);
            const few = [];
            for (let i = 0; i < n; i += FEW) {
                const some = await fold(points.slice(6 * i * n8, 6 * (i + FEW) * n8));
                for (let k = 0; k < FEW; k++) few.push(tripleOf(G, some, k));
            }
            for (let i = 0; i < n; i++) {
                const triple = tripleOf(G, packed, i), own = points.subarray(6 * i * n8, 6 * (i + 1) * n8);
                expect(triple, `${i}, without lanes`).to.deep.equal(few[i]);
                expect(triple.slice(0, -1)).to.deep.equal(slowly(G, curve.F1, own));
            }
            for (let i = 0; i < n; i += FEW) {
                const some = await expand(listOf(G, few.slice(i, i + FEW)));
                expect(some).to.deep.equal(points.slice(6 * i * n8, 6 * (i + FEW) * n8));
            }
        });

        it("have no root where a denominator is zero or a point is none, and others beside them have one", async () => {
            const [P, Q, R] = [3n, 5n, 11n].map((k) => G.toAffine(G.timesScalar(G.g, k))), O = new Uint8Array(2 * n8);
            const minus = (point) => G.toAffine(G.neg(point)), off = Q.slice();
            off[0] ^= 1;
            const without = [[P, P, Q], [P, Q, P], [Q, P, P], [P, P, P], [O, P, Q], [P, O, Q], [P, Q, O], [O, O, O]];
            const rows = [...without, [P, minus(P), Q], [P, Q, minus(P)], [Q, P, minus(P)], [P, Q, R]];
            for (const all of [rows, rows.slice(0, FEW), rows.slice(FEW)]) { // on lanes, and in the base module
                const packed = await fold(Uint8Array.from(all.flat().flatMap((point) => [...point])));
                const known = packed.slice(), roots = known.subarray(known.length - all.length);
                all.forEach((_, i) => { if (roots[i] === NONE) roots[i] = 0; });
                const back = await expand(known);
                all.forEach((points, i) => {
                    const same = points.every((point, k) =>
                        Buffer.compare(point, back.subarray((6 * i + 2 * k) * n8, (6 * i + 2 * k + 2) * n8)) === 0);
                    const [root] = tripleOf(G, packed, i).at(-1);
                    expect(same && root < NONE, `row ${i}`).to.equal(rows.indexOf(points) >= without.length);
                });
            }
            const wrong = Uint8Array.from([P, off, R].flatMap((point) => [...point])), packed = await fold(wrong);
            if (packed.at(-1) === NONE) packed[packed.length - 1] = 0;
            expect(await expand(packed)).to.not.deep.equal(wrong);
            if (G.F.m === 1) return;
            const x = P.slice(0, n8), flat = P.slice(); // y/x in Fp, which has no part at u to be a root
            flat.set(G.F.mul(x, G.F.fromObject([5n, 0n])), n8);
            expect((await fold(Uint8Array.from([flat, Q, R].flatMap((point) => [...point])))).at(-1)).to.equal(NONE);
        });

        it("refuse a coordinate that is not reduced, and a root that there is not", async () => {
            const n = 9, packed = await fold(await pointsOf(G, 3 * n)), prime = curve.F1.n8;
            expect(await expand(packed)).to.not.equal(undefined);
            const above = [curve.q, curve.q + 1n, 2n ** BigInt(8 * prime) - 1n];
            for (const coordinate of [0, n - 1, n, 3 * n - 1])
                for (let part = 0; part < n8; part += prime) for (const value of above) {
                    const bad = packed.slice();
                    writeLE(bad, coordinate * n8 + part, value, prime);
                    expect(await expand(bad), `${coordinate} ${value}`).to.equal(undefined);
                }
            if (G.F.m > 1) for (const i of [0, n - 1]) for (const value of above) {
                const bad = packed.slice();
                writeLE(bad, ratioAt(G, n, i), value, prime);
                expect(await expand(bad), `R of ${i}, ${value}`).to.equal(undefined);
            }
            const largest = packed.slice();
            writeLE(largest, 0, curve.q - 1n, prime);
            expect(await expand(largest)).to.not.equal(undefined);
            const { count } = sixthRoots(curve.q - 1n);
            for (const i of [0, n - 1]) for (const root of [Number(count), NONE]) {
                const bad = packed.slice();
                bad[rootAt(packed, n, i)] = root;
                expect(await expand(bad), `root ${root} of ${i}`).to.equal(undefined);
            }
            const other = packed.slice();
            const at = rootAt(other, n, 0);
            other[at] = (other[at] + 1) % Number(count);
            expect(await expand(other)).to.not.equal(undefined);
        });
    });
