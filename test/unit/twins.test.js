/** The slow twins of groups: sums of multiples, which keep a denominator, against laws of addition, which divide. */
import { expect } from "chai";
import { curve, edwards } from "../support/ec.js";
import { seed, uniform } from "../support/random.js";
import { extension, primeField } from "../support/tower.js";

const F1 = primeField(10007n);
/** Its law of addition has no exception where a is a square and d is none. */
const COMPLETE = edwards(primeField(10009n), { a: -1n, d: 7n });

/** Multiples by repeated addition. */
const repeated = (E, point, k) => E.sum(Array(k).fill(point));

for (const [name, E] of Object.entries({
    "y^2 = x^3 + 5": curve(F1, 5n),
    "y^2 = x^3 + 5 + u, over F[u]": curve(extension(F1, 2, F1.of(-1n)), [5n, 1n]),
    "- x^2 + y^2 = 1 + 7 x^2 y^2": COMPLETE,
})) describe(`twins: ${name} (SEED=${seed})`, () => {
    it("multiples are repeated sums", () => {
        for (let round = 0; round < 8; round++) {
            const point = E.random(uniform);
            expect(E.has(point)).to.equal(true);
            for (const k of [0, 1, 2, 3, 4, 7, 16, 31, 100]) {
                const got = E.mul(point, BigInt(k));
                expect(got, `${k}`).to.deep.equal(repeated(E, point, k));
                expect(E.has(got)).to.equal(true);
            }
        }
        expect(E.mul(null, 5n)).to.equal(null);
    });

    it("sums of multiples meet equal, opposite and infinite points", () => {
        const [Q, R] = [E.random(uniform), E.random(uniform)];
        for (const [points, scalars] of [
            [[], []], [[null, Q], [3n, 0n]], [[Q, Q], [1n, 1n]], [[Q, E.neg(Q)], [1n, 1n]], [[Q, E.neg(Q)], [6n, 5n]],
            [[Q, E.add(Q, Q), E.neg(Q)], [2n, 1n, 4n]], [[Q, R, E.add(Q, R), null], [7n, 12n, 1n, 9n]],
        ]) {
            const want = E.sum(points.map((point, i) => repeated(E, point, Number(scalars[i]))));
            expect(E.msm(points, scalars), `${scalars}`).to.deep.equal(want);
        }
    });
});
