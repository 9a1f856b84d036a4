/** Constraints on workers against their slow twin, over each of circom's primes. */
import { expect } from "chai";
import { checkConstraints } from "../../src/batch/constraints.js";
import { scalarCurve } from "../../src/curves/prover_curve.js";
import { constraintBytes, valueBytes } from "../support/made_circuit.js";
import { failingOf } from "../support/naive_constraints.js";
import { curveOf, PRIMES } from "../support/primes.js";
import { seed, uniform } from "../support/random.js";
import { RECORDS } from "../../src/params/records.js";

const pick = (n) => Number(uniform(BigInt(n)));

/** A value or coefficient: the edges of the field more often than others. */
const anyOf = (r) => [0n, 1n, 2n, r - 1n, r - 2n, r >> 1n, (r >> 1n) + 1n, uniform(r), uniform(r)][pick(9)];

/** Constraints of which about half hold, with up to `most` terms on a side. */
function randomSystem(r, count, wires, most) {
    const values = [1n, ...Array.from({ length: wires - 2 }, () => anyOf(r))];
    const side = () => Array.from({ length: pick(most + 1) }, () => [pick(values.length), anyOf(r)]);
    const constraints = Array.from({ length: count }, () => [side(), side(), side()]);
    for (const [i, sides] of constraints.entries()) {
        if (i % 2) continue;
        const [{ a, b, c } = {}] = failingOf([sides], values, r);
        if (a !== undefined) sides[2].push([0, (((a * b - c) % r) + r) % r]);
    }
    return { values, constraints };
}

const termsOf = (constraints, values, n8) => ({
    terms: new Uint8Array(Buffer.concat(constraints.map((sides) => constraintBytes(sides, n8)))),
    count: constraints.length,
    values: new Uint8Array(valueBytes(constraints.flat(2).map(([wire]) => values[wire]), n8)),
});

describe(`constraints on workers, seed ${seed}`, function () {
    this.timeout(120_000);

    for (const prime of PRIMES) for (const threads of [0, 2]) describe(`${prime}, ${threads} threads`, () => {
        const { fr: { p: r, n8 } } = RECORDS.find(({ name }) => name === curveOf(prime));
        let curve;
        before(async () => { curve = await scalarCurve(r, { threads }); });
        after(() => curve.terminate());
        const run = (constraints, values, most = Infinity) =>
            checkConstraints(curve, termsOf(constraints, values, n8), most, {});

        it("fail where the twin says, and come to what it says", async () => {
            for (const [count, most] of [[0, 1], [1, 3], [200, 4], [20, 40]]) {
                const { values, constraints } = randomSystem(r, count, 30, most);
                const want = failingOf(constraints, values, r);
                const { damaged, failing, first } = await run(constraints, values);
                expect([damaged, failing]).to.deep.equal([-1, want.length]);
                expect(first).to.deep.equal(want.map(({ number, ...sides }) => ({ index: number, ...sides })));
                if (count > 100) expect(failing, "both kinds").to.be.within(10, 110);
            }
        });

        it("are counted beyond those that are told", async () => {
            const constraints = Array.from({ length: 9 }, (_, i) => [[[0, 1n]], [[0, BigInt(i)]], [[0, 3n]]]);
            const { failing, first } = await run(constraints, [1n], 4);
            expect([failing, first.map(({ index }) => index)]).to.deep.equal([8, [0, 1, 2, 4]]);
            expect((await run(constraints, [1n], 0)).first).to.deep.equal([]);
        });

        it("end at a coefficient that is not below the order", async () => {
            const good = [[[0, 1n]], [[0, 1n]], [[0, 1n]]], top = (1n << BigInt(8 * n8)) - 1n;
            for (const [side, wrong] of [[0, r], [1, r], [2, r], [2, top]]) {
                const bad = good.map((terms, k) => (k === side ? [[0, 2n], [0, wrong]] : terms));
                expect((await run([good, bad, good], [1n])).damaged, `${side}`).to.equal(3 + side);
            }
            expect((await run([[[[0, r - 1n]], [[0, r - 1n]], [[0, 1n]]]], [1n])).damaged).to.equal(-1);
        });
    });
});
