import { expect } from "chai";
import * as oracle from "ffjavascript-oracle";
import * as twin from "../support/twin.js";
import { expectSame, fieldOf, outcome } from "../support/compare.js";
import { CURVES, groupOf } from "../support/twin_curves.js";
import { seed, uniform } from "../support/random.js";

const SEED = [seed, 2, 3, 4, 5, 6, 7, 8];
const FORMS = {
    toRprLE: 2,
    toRprBE: 2,
    toRprLEM: 2,
    toRprBEM: 2,
    toRprLEJM: 3,
    toRprUncompressed: 2,
    toRprCompressed: 1,
};

it("EC has the methods of ffjavascript", () => {
    for (const key of Object.getOwnPropertyNames(oracle.EC.prototype))
        expect(twin.EC.prototype[key], key).to.be.a("function").with.length(oracle.EC.prototype[key].length);
});

for (const [name, curve] of Object.entries(CURVES))
    for (const group of ["g1", "g2"])
        describe(`EC ${name} ${group}`, () => {
            const same = (call, keeping) =>
                expectSame(twin, oracle, (library) => call(groupOf(library, curve, group), library), keeping);
            /** ffjavascript finds no y on Fp2 over a prime that is 1 modulo 4 ("Sqrt alg 10 not implemented"). */
            const findsY = group === "g1" || curve.fp.p % 4n === 3n;
            const scalars = [0, 1, 2, 3, "7", 11n, uniform(2n ** 40n), uniform(curve.fr.p)];
            const points = (e) => [
                e.zero,
                e.g,
                e.double(e.g),
                e.neg(e.g),
                e.affine(e.timesScalar(e.g, 12345n)),
                e.timesScalar(e.g, 6789n),
            ];

            it("generator, zero and properties", () => same((e) => [e.g, e.zero, e.F.type]));
            it("add, sub, double, neg, eq, isZero, affine, toString, Jacobian triples included", () => {
                same((e) => points(e).flatMap((a) => [e.double(a), e.neg(a), e.isZero(a), e.affine(a), e.toString(a)]));
                same((e) => points(e).flatMap((a) => points(e).map((b) => [e.add(a, b), e.sub(a, b), e.eq(a, b)])));
            });
            it("the triple of zeros is infinite, and equal to no other point", () => {
                same((e) => {
                    const zeros = [e.F.zero, e.F.zero, e.F.zero];
                    return points(e).flatMap((a) => [e.eq(zeros, a), e.eq(a, zeros), e.add(a, zeros), e.add(zeros, a)]);
                });
            });
            it("multiples", () => same((e) => scalars.flatMap((s) => [e.timesScalar(e.g, s), e.mulScalar(e.zero, s)])));
            it("r times the generator is zero", () =>
                same((e) => [e.affine(e.timesScalar(e.g, curve.fr.p)), e.isZero(e.timesScalar(e.g, curve.fr.p))]));
            it("multiAffine, in place", () =>
                same((e) => {
                    const all = points(e), back = points(e).reverse(), one = [e.timesScalar(e.g, 77n)];
                    const results = [all, back, one, [], [e.zero]].map((list) => e.multiAffine(list));
                    return [results, all, back, one];
                }));
            if (!findsY) it("compressed points come back, and so do random ones, of the order that is asked for", () => {
                const e = groupOf(twin, curve, group), random = e.fromRng(new twin.ChaCha(SEED));
                for (const point of [...points(e), random]) {
                    const buff = new Uint8Array(e.F.n8);
                    e.toRprCompressed(buff, 0, point);
                    expect(e.eq(e.fromRprCompressed(buff, 0), point)).to.equal(true);
                }
            });
            if (findsY) it("fromRng, with and without a cofactor", () =>
                same((e, { ChaCha }) => {
                    const rng = new ChaCha(SEED);
                    const free = [e.fromRng(rng), e.fromRng(rng)];
                    e.cofactor = 7n;
                    return [free, e.fromRng(rng)];
                }));
            for (const [form, n] of Object.entries(FORMS).filter(([form]) => findsY || form !== "toRprCompressed"))
                it(`${form} and back`, () =>
                    same((e) =>
                        points(e).map((p) => {
                            const buff = new Uint8Array(n * e.F.n8 + 8);
                            e[form](buff, 8, p);
                            return [
                                buff,
                                e[form.replace("to", "from")](buff.slice(8)),
                                e[form.replace("to", "from")](buff.slice(8), 0),
                            ];
                        }),
                    ));
            if (findsY) it("flags of encodings", () => {
                const n8 = groupOf(twin, curve, group).F.n8;
                const flagged = (n, changes) => {
                    const b = new Uint8Array(n);
                    for (const [i, v] of changes) b[i] = v;
                    return b;
                };
                for (const changes of [
                    [[0, 0x40]],
                    [
                        [0, 0x40],
                        [9, 1],
                    ],
                    [[0, 0xc0]],
                ])
                    same((e) => [
                        e.fromRprCompressed(flagged(n8, changes), 0),
                        e.fromRprUncompressed(flagged(2 * n8, changes), 0),
                    ]);
                for (let x = 0; x < 12; x++)
                    for (const flag of [0, 0x80])
                        same(
                            (e) =>
                                e.fromRprCompressed(
                                    flagged(n8, [
                                        [0, flag],
                                        [n8 - 1, x],
                                    ]),
                                    0,
                                ),
                            group === "g1" && name === "bn128" && x === 4 ? "Invalid Point!" : "",
                        );
            });
        });

describe("EC, what is fixed compared with ffjavascript", () => {
    const curve = CURVES.bn128;
    const e = groupOf(twin, curve, "g1");
    it("zero clears its bytes, at the right offset of a view", () => {
        for (const [form, n] of Object.entries(FORMS)) {
            const whole = new Uint8Array(32 * n + 16).fill(0xee);
            e[form](whole.subarray(4), 3, e.zero);
            const bytes = [...whole];
            expect(bytes.slice(0, 7).concat(bytes.slice(7 + 32 * n)).every((b) => b === 0xee), form).to.equal(true);
            expect(bytes.slice(8, 7 + 32 * n).every((b) => b === 0), form).to.equal(true);
            expect(bytes[7], "the flag of infinity").to.equal(form.endsWith("ompressed") ? 0x40 : 0);
            expect(e.isZero(e[form.replace("to", "from")](whole.subarray(4), 3))).to.equal(true);
        }
    });
    it("encodings overwrite what was in the buffer", () => {
        const dirty = new Uint8Array(64).fill(0xee);
        e.toRprUncompressed(dirty, 0, e.g);
        expect([...dirty]).to.deep.equal([...new Uint8Array(31), 1, ...new Uint8Array(31), 2]);
    });
    it("negative multiples", () => {
        expect(e.eq(e.timesScalar(e.g, -5), e.neg(e.timesScalar(e.g, 5)))).to.equal(true);
        expect(e.eq(e.mulScalar(e.g, -1n), e.neg(e.g))).to.equal(true);
    });
    it("a curve without b says so", () => {
        const bare = new twin.EC(fieldOf(twin, curve.fp.p), [1n, 2n]);
        expect(outcome(() => bare.fromRng(new twin.ChaCha()))).to.have.property("error", "TypeError");
        expect(() => bare.fromRprCompressed(new Uint8Array(32), 0)).to.throw(
            TypeError,
            "expected the constant b of the curve",
        );
    });
    it("short buffers are refused", () => {
        for (const form of Object.keys(FORMS))
            for (const method of [form, form.replace("to", "from")])
                expect(() => e[method](new Uint8Array(20), 0, e.g)).to.throw(RangeError);
    });
});
