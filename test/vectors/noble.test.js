/**
 * @noble/curves beside us, on numbers that differ each time: code of a third party. Its fields, points,
 * encodings and pairings against both engines.
 */
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { bn254 } from "@noble/curves/bn254.js";
import { expect } from "chai";
import { rowsOf } from "../support/extent.js";
import { bigintBls12381, bigintBn128 } from "../../src/protocols/bigint.js";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { seed, uniform } from "../support/random.js";

const OWN = {
    bn128: { theirs: bn254, build: buildBn128, twin: bigintBn128 },
    bls12381: { theirs: bls12_381, build: buildBls12381, twin: bigintBls12381 },
};

/** Their elements of the tower as lists of numbers. */
const two = ({ c0, c1 }) => [c0, c1];
const six = ({ c0, c1, c2 }) => [c0, c1, c2].map(two);
const twelve = ({ c0, c1 }) => [c0, c1].map(six);

for (const [name, { theirs, build, twin }] of Object.entries(OWN))
    describe(`@noble/curves, ${name}, seed ${seed}`, function () {
        this.timeout(120_000);
        const { Fp, Fp2, Fp6, Fp12, Fr } = theirs.fields,
            engines = {};
        before(async () => {
            const wasm = await build(true),
                slow = twin();
            engines.wasm = {
                own: wasm,
                of: (F, value) => F.fromObject(value),
                show: (F, element) => F.toObject(element),
                point: (G, p) => G.fromObject(p),
                shown: (G, p) => (G.isZero(p) ? null : G.toObject(G.toAffine(p)).slice(0, 2)),
            };
            engines.bigint = {
                own: slow,
                of: (F, value) => value,
                show: (F, element) => element,
                point: (G, p) => [...p, G.F.one],
                shown: (G, p) => (G.isZero(p) ? null : G.affine(p).slice(0, 2)),
            };
        });
        const draw = (p) => [0n, 1n, p - 1n][Number(uniform(12n))] ?? uniform(p);
        const drawFlat = (n) => Array.from({ length: n }, () => uniform(Fp.ORDER));
        const nested = {
            2: ([a, b]) => [a, b],
            6: (list) => [0, 2, 4].map((i) => list.slice(i, i + 2)),
            12: (list) => [0, 6].map((i) => nested[6](list.slice(i, i + 6))),
        };
        const asTheirs = {
            2: ([c0, c1]) => ({ c0, c1 }),
            6: (list) => Object.fromEntries(list.map((c, i) => [`c${i}`, asTheirs[2](c)])),
            12: ([a, b]) => ({ c0: asTheirs[6](a), c1: asTheirs[6](b) }),
        };

        for (const engine of rowsOf(["wasm", "bigint"], [name === "bn128" ? "bigint" : "wasm"])) {
            it(`${engine}: prime fields`, () => {
                const { own, of, show } = engines[engine];
                for (const [F, reference] of [
                    [own.F1, Fp],
                    [own.Fr, Fr],
                ])
                    for (let i = 0; i < 40; i++) {
                        const [a, b] = [draw(reference.ORDER), draw(reference.ORDER)],
                            [x, y] = [of(F, a), of(F, b)];
                        for (const op of ["add", "sub", "mul"])
                            expect(show(F, F[op](x, y)), op).to.equal(reference[op](a, b));
                        expect(show(F, F.square(x))).to.equal(reference.sqr(a));
                        if (a !== 0n) expect(show(F, F.inv(x))).to.equal(reference.inv(a));
                        expect(show(F, F.exp(x, b))).to.equal(reference.pow(a, b));
                    }
            });
            it(`${engine}: towers`, () => {
                const { own, of, show } = engines[engine];
                for (const [degree, F, reference, flat] of [
                    [2, own.F2, Fp2, two],
                    [6, own.F6, Fp6, six],
                    [12, own.F12, Fp12, twelve],
                ])
                    for (let i = 0; i < 5; i++) {
                        const [a, b] = [nested[degree](drawFlat(degree)), nested[degree](drawFlat(degree))],
                            [x, y] = [of(F, a), of(F, b)],
                            [s, t] = [asTheirs[degree](a), asTheirs[degree](b)];
                        for (const op of ["add", "sub", "mul"])
                            expect(show(F, F[op](x, y)), `${degree} ${op}`).to.deep.equal(flat(reference[op](s, t)));
                        expect(show(F, F.square(x)), `${degree} square`).to.deep.equal(flat(reference.sqr(s)));
                        expect(show(F, F.inv(x)), `${degree} inverse`).to.deep.equal(flat(reference.inv(s)));
                    }
            });
            it(`${engine}: groups`, () => {
                const { own, point, shown } = engines[engine];
                for (const [G, Point, flat] of [
                    [own.G1, theirs.G1.Point, (c) => c],
                    [own.G2, theirs.G2.Point, two],
                ]) {
                    const show = (p) => (p.is0() ? null : [p.toAffine().x, p.toAffine().y].map(flat));
                    for (let i = 0; i < 6; i++) {
                        const [s, t, k] = [
                            uniform(Fr.ORDER - 1n) + 1n,
                            uniform(Fr.ORDER - 1n) + 1n,
                            uniform(Fr.ORDER - 1n) + 1n,
                        ];
                        const [p, q] = [Point.BASE.multiply(s), Point.BASE.multiply(t)],
                            [x, y] = [point(G, show(p)), point(G, show(q))];
                        expect(shown(G, G.timesScalar(G.g, s))).to.deep.equal(show(p));
                        expect(shown(G, G.add(x, y))).to.deep.equal(show(p.add(q)));
                        expect(shown(G, G.sub(x, y))).to.deep.equal(show(p.subtract(q)));
                        expect(shown(G, G.double(x))).to.deep.equal(show(p.double()));
                        expect(shown(G, G.timesScalar(x, k))).to.deep.equal(show(p.multiply(k)));
                        expect(shown(G, G.add(x, G.neg(x)))).to.equal(null);
                    }
                }
            });
            it(`${engine}: pairings`, () => {
                const { own, point, show } = engines[engine];
                for (let i = 0; i < 2; i++) {
                    const p = theirs.G1.Point.BASE.multiply(uniform(Fr.ORDER - 1n) + 1n),
                        q = theirs.G2.Point.BASE.multiply(uniform(Fr.ORDER - 1n) + 1n);
                    const mine = own.pairing(
                        point(own.G1, [p.toAffine().x, p.toAffine().y]),
                        point(own.G2, [two(q.toAffine().x), two(q.toAffine().y)]),
                    );
                    expect(show(own.Gt, mine), `pairing ${i}`).to.deep.equal(twelve(theirs.pairing(p, q)));
                }
            });
        }
    });
