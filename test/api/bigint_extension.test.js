import { expect } from "chai";
import * as oracle from "ffjavascript-oracle";
import { thinned } from "../support/extent.js";
import * as twin from "../support/twin.js";
import { expectSame, fieldOf, show } from "../support/compare.js";
import { MODULI } from "../support/moduli.js";
import { seed, uniform } from "../support/random.js";

const SEED = [seed, 2, 3, 4, 5, 6, 7, 8];
const CLASSES = { F2Field: 2, F3Field: 3 };
const FORMS = ["toRprLE", "toRprLEM", "toRprBE", "toRprBEM"];

function elements(p, n) {
    const random = () => Array.from({ length: n }, () => uniform(p));
    const short = (k) => [k, ...new Array(n - 1).fill(0n)];
    return [
        short(0n),
        short(1n),
        short(p - 1n),
        short(0n).map((c, i) => (i === 1 ? 1n : c)),
        random(),
        random(),
        random(),
    ];
}

const PAIRS = ["add", "sub", "mul", "div", "eq", "neq", "gt", "geq", "lt", "leq"];
const SINGLES = ["_mulByNonResidue", "double", "neg", "square", "inv", "isZero", "toString", "toObject"];

for (const [className, degree] of Object.entries(CLASSES))
    for (const [name, p] of thinned(Object.entries(MODULI), 3))
        describe(`${className} over ${name}`, () => {
            const same = (call, keeping) =>
                expectSame(
                    twin,
                    oracle,
                    (library) => {
                        const F = fieldOf(library, p);
                        return call(new library[className](F, degree === 2 ? F.nqr : 3n), library);
                    },
                    keeping,
                );

            it("has the properties and methods of ffjavascript", () => {
                for (const key of ["type", "zero", "one", "negone", "nonResidue", "m", "p", "n64", "n32", "n8"])
                    same((E) => E[key]);
                const E = new twin[className](new twin.F1Field(p), 3n);
                for (const key of Object.getOwnPropertyNames(oracle[className].prototype))
                    expect(E[key], key).to.be.a("function").with.length(oracle[className].prototype[key].length);
            });
            for (const op of PAIRS)
                it(op, () => {
                    for (const a of elements(p, degree)) for (const b of elements(p, degree)) same((E) => E[op](a, b));
                });
            for (const op of SINGLES)
                it(op, () => {
                    for (const a of elements(p, degree)) same((E) => E[op](op === "_mulByNonResidue" ? a[0] : a));
                });
            it("multiples and powers", () => {
                for (const a of elements(p, degree))
                    for (const e of [0, 1, "5", 12345n, p]) same((E) => [E.mulScalar(a, e), E.exp(a, e), E.pow(a, e)]);
            });
            it("bytes", () => {
                const forms = degree === 2 ? FORMS.concat(FORMS.map((form) => form.replace("to", "from"))) : FORMS;
                for (const a of elements(p, degree))
                    same((E) =>
                        forms.map((form) => {
                            const buff = Uint8Array.from({ length: E.n8 + 8 }, (_, i) =>
                                form.startsWith("to") ? 0 : i,
                            );
                            return [E[form](buff, 8, a), buff];
                        }),
                    );
            });
            it("fromRng", () =>
                same((E, { ChaCha }) => {
                    const rng = new ChaCha(SEED);
                    return [E.fromRng(rng), E.fromRng(rng)];
                }));
            it("division by zero", () => same((E) => E.inv(E.zero), "Division by zero"));
        });

describe("F2Field", () => {
    for (const name of ["secp256k1", "bn128 q", "bls12381 q"]) it(`sqrt and frobenius over ${name}`, () => {
        const p = MODULI[name];
        const squares = Array.from({ length: 12 }, () => [uniform(p), uniform(p)]).concat([
            [4n, 0n],
            [p - 1n, 0n],
            [3n, 0n],
            [2n, 0n],
            [5n, 0n],
            [0n, 0n],
        ]);
        for (const a of squares) expectSame(twin, oracle, (library) => {
            const F = fieldOf(library, p);
            const E = new library.F2Field(F, F.negone);
            return [E.sqrt(a), E.sqrt(E.square(a)), E.frobenius(1, a), E.frobenius(2, a), E.conjugate(a)];
        });
    });
});

describe("extensions, what is fixed compared with ffjavascript", () => {
    const F = new twin.F1Field(97n);
    const E2 = new twin.F2Field(F, 5n);
    const E3 = new twin.F3Field(F, 5n);
    it("copy makes arrays of its own, at every level", () => {
        const E4 = new twin.F2Field(E2, [0n, 1n]);
        const a = [[1n, 2n], [3n, 4n]];
        const copy = E4.copy(a);
        copy[0][0] = 50n;
        expect(a[0][0]).to.equal(1n);
        expect(show(E3.copy([1n, 2n, 3n]))).to.equal("[1n,2n,3n]");
    });
    it("negative multiples and powers", () => {
        for (const [E, a] of [[E2, [1n, 2n]], [E3, [1n, 2n, 3n]]]) {
            expect(E.mul(E.exp(a, -5n), E.exp(a, 5))).to.deep.equal(E.one);
            expect(E.add(E.mulScalar(a, -5), E.mulScalar(a, 5))).to.deep.equal(E.zero);
        }
    });
    it("square roots in every quadratic extension", () => {
        let squares = 0;
        for (const beta of [5n, 7n]) for (let i = 0n; i < 97n; i += 3n) for (let j = 0n; j < 97n; j += 5n) {
            const E = new twin.F2Field(F, beta);
            const root = E.sqrt([i, j]);
            if (root) expect(E.square(root)).to.deep.equal([i, j]);
            squares += Number(root !== null);
            expect(E.sqrt(E.square([i, j])), `of the square of ${i}, ${j}`).to.not.equal(null);
        }
        expect(squares).to.be.within(33 * 20 * 2 / 2 - 100, 33 * 20 * 2 / 2 + 100);
    });
    it("F3 reads what it wrote", () => {
        for (const form of FORMS) {
            const buff = new Uint8Array(E3.n8 + 3);
            E3[form](buff, 3, [5n, 6n, 7n]);
            expect(E3[form.replace("to", "from")](buff, 3)).to.deep.equal([5n, 6n, 7n]);
        }
    });
    it("F3.affine brings coefficients into range", () =>
        expect(E3.affine([-1n, 200n, 3n])).to.deep.equal([96n, 6n, 3n]));
});
