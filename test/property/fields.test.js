import { expect } from "chai";
import { ExtensionField } from "../../src/bigint/extension.js";
import { thinned } from "../support/extent.js";
import * as twin from "../support/twin.js";
import { fieldOf } from "../support/compare.js";
import { HARD_MODULI, MODULI } from "../support/moduli.js";
import { GROUPED, groupNames, groupOf } from "../support/twin_curves.js";
import { seed, uniform } from "../support/random.js";

const ROUNDS = 8;

/** The axioms of a field, and what follows for the derived operations. */
function checkLaws(F, draw) {
    const [a, b, c] = [draw(), draw(), draw()];
    const equal = (x, y, law) => expect(F.eq(x, y), `${law}, SEED=${seed}`).to.equal(true);
    equal(F.add(a, b), F.add(b, a), "a + b = b + a");
    equal(F.mul(a, b), F.mul(b, a), "a b = b a");
    equal(F.add(F.add(a, b), c), F.add(a, F.add(b, c)), "(a + b) + c");
    equal(F.mul(F.mul(a, b), c), F.mul(a, F.mul(b, c)), "(a b) c");
    equal(F.mul(a, F.add(b, c)), F.add(F.mul(a, b), F.mul(a, c)), "a (b + c)");
    equal(F.add(a, F.zero), a, "a + 0");
    equal(F.mul(a, F.one), a, "a 1");
    equal(F.add(a, F.neg(a)), F.zero, "a - a");
    equal(F.sub(a, b), F.add(a, F.neg(b)), "a - b");
    equal(F.square(a), F.mul(a, a), "a^2");
    equal(F.mulScalar(a, 5), F.add(a, F.add(F.add(a, a), F.add(a, a))), "5 a");
    equal(F.mulScalar(a, -3), F.neg(F.mulScalar(a, 3)), "-3 a");
    equal(F.exp(a, 5), F.mul(a, F.square(F.square(a))), "a^5");
    equal(F.exp(a, F.p ** BigInt(F.m)), a, "a^q");
    if (F.isZero(a)) return;
    equal(F.mul(a, F.inv(a)), F.one, "a / a");
    equal(F.div(b, a), F.mul(b, F.inv(a)), "b / a");
    equal(F.mul(F.exp(a, -9), F.exp(a, 9)), F.one, "a^-9 a^9");
}

function checkRoots(F, draw) {
    const a = draw();
    const root = F.sqrt(F.square(a));
    expect(root, "a square has a root").to.not.equal(null);
    expect(F.eq(root, a) || F.eq(root, F.neg(a)), "which is a or -a").to.equal(true);
    expect(F.lt(root, F.neg(root)), "and the greater of the two").to.equal(false);
    const b = draw();
    const other = F.sqrt(b);
    const isSquare = F.isZero(b) || F.eq(F.exp(b, (F.p ** BigInt(F.m) - 1n) / 2n), F.one);
    expect(other !== null, "Euler's criterion").to.equal(isSquare);
    if (other !== null) expect(F.eq(F.square(other), b)).to.equal(true);
}

/** The smallest element that is no cube; null where each is one. */
function nonCube(F) {
    if ((F.p - 1n) % 3n !== 0n) return null;
    for (let n = 2n; n < F.p; n++) if (F.exp(n, (F.p - 1n) / 3n) !== 1n) return n;
    return null;
}

for (const [name, p] of thinned(Object.entries({ ...MODULI, ...HARD_MODULI }), 2)) describe(`laws over ${name}`, () => {
    const F = fieldOf(twin, p);
    const draw = () => uniform(p);
    const times = (check, K, pick) => { for (let i = 0; i < ROUNDS; i++) check(K, pick); };

    it("prime field", () => times(checkLaws, F, draw));
    it("square roots", () => times(checkRoots, F, draw));
    it("quadratic extension", () => times(checkLaws, new twin.F2Field(F, F.nqr), () => [draw(), draw()]));
    it("square roots of the quadratic extension", () =>
        times(checkRoots, new twin.F2Field(F, F.nqr), () => [draw(), draw()]));
    const cube = nonCube(F);
    if (cube !== null)
        it("cubic extension", () => times(checkLaws, new twin.F3Field(F, cube), () => [draw(), draw(), draw()]));
});

describe("towers", () => {
    it("a quadratic extension of a quadratic one", () => {
        const F = fieldOf(twin, MODULI["bn128 q"]);
        const E = new twin.F2Field(F, F.negone);
        const K = new twin.F2Field(E, [9n, 1n]);
        const draw = () => [0, 1].map(() => [uniform(F.p), uniform(F.p)]);
        for (let i = 0; i < 3; i++) {
            checkLaws(K, draw);
            checkRoots(K, draw);
        }
    });
    it("the class that extensions share says that it has no product", () => {
        const E = new ExtensionField(fieldOf(twin, 97n), 5n, 2);
        for (const op of ["mul", "inv"])
            expect(() => E[op](E.one, E.one)).to.throw(Error, "expected a field of degree 2 or 3");
    });
});

for (const [name, curve] of Object.entries(GROUPED))
    for (const group of groupNames(name).map((one) => one.toLowerCase()))
        describe(`laws of ${name} ${group}`, () => {
            const e = groupOf(twin, curve, group);
            const draw = () => e.timesScalar(e.g, uniform(2n ** 60n));
            it("is a group, and multiples are homomorphic", () => {
                for (let i = 0; i < 3; i++) {
                    const [a, b, c] = [draw(), draw(), draw()];
                    const [s, t] = [uniform(2n ** 40n), uniform(2n ** 40n)];
                    const equal = (x, y, law) => expect(e.eq(x, y), `${law}, SEED=${seed}`).to.equal(true);
                    equal(e.add(a, b), e.add(b, a), "commutes");
                    equal(e.add(e.add(a, b), c), e.add(a, e.add(b, c)), "associates");
                    equal(e.add(a, e.neg(a)), e.zero, "inverse");
                    equal(e.double(a), e.add(a, e.affine(a)), "doubles");
                    equal(e.add(e.timesScalar(a, s), e.timesScalar(a, t)), e.timesScalar(a, s + t), "(s + t) a");
                    equal(e.timesScalar(a, s - t), e.sub(e.timesScalar(a, s), e.timesScalar(a, t)), "(s - t) a");
                }
            });
        });
