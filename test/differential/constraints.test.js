/** Constraints on workers against their slow twin, over each of circom's primes. */
import { expect } from "chai";
import { openCheck } from "../../src/batch/constraints.js";
import { scalarCurve } from "../../src/curves/prover_curve.js";
import { mod } from "../../src/bigint/modular.js";
import { itInAll, rowsOf } from "../support/extent.js";
import { constraintBytes, valueBytes } from "../support/made_circuit.js";
import { failingOf } from "../support/naive_constraints.js";
import { curveOf, PRIMES } from "../support/primes.js";
import { seed, uniform } from "../support/random.js";
import { RECORDS } from "../../src/params/records.js";
import { takeShared } from "../../src/util/shared.js";

const pick = (n) => Number(uniform(BigInt(n)));

/** A value or coefficient: edges of the field, and of factors that are summed as they are, more often than others. */
const anyOf = (r) => {
    const edge = 2n ** 29n;
    const some = [
        0n, 1n, 2n, r - 1n, r - 2n, r >> 1n, (r >> 1n) + 1n, edge - 1n, edge, r - edge + 1n, r - edge, r - edge - 1n,
        uniform(edge), r - uniform(edge), 2n ** 32n - 1n, 2n ** 64n % r, uniform(r), uniform(r), uniform(r), uniform(r),
    ];
    return some[pick(some.length)];
};

/** Constraints of which about half hold, with up to `most` terms on a side. */
function randomSystem(r, count, wires, most) {
    const values = [1n, ...Array.from({ length: wires - 2 }, () => anyOf(r))];
    const side = () => Array.from({ length: pick(most + 1) }, () => [pick(values.length), anyOf(r)]);
    const constraints = Array.from({ length: count }, () => [side(), side(), side()]);
    for (const [i, sides] of constraints.entries()) {
        if (i % 2) continue;
        const [{ a, b, c } = {}] = failingOf([sides], values, r);
        if (a !== undefined) sides[2].push([0, mod(a * b - c, r)]);
    }
    return { values, constraints };
}

const shared = (bytes) => {
    const out = takeShared(bytes.length);
    out.set(bytes);
    return out;
};

/** What openCheck takes; values: of all wires. */
const termsOf = (constraints, values, n8, place = (bytes) => bytes) => ({
    terms: new Uint8Array(Buffer.concat(constraints.map((sides) => constraintBytes(sides, n8)))),
    count: constraints.length,
    total: constraints.flat(2).length,
    witness: place(new Uint8Array(valueBytes(values, n8))),
});

/** A constraint with these terms as one of its sides, and what makes it hold, or, for C, not quite. */
function around(r, side, terms, values) {
    const sides = [[[0, 1n]], [[0, 1n]], []].map((one, k) => (k === side ? terms : one));
    const [{ a, b, c } = {}] = failingOf([sides], values, r);
    if (side < 2) sides[2].push([0, a === undefined ? 0n : mod(a * b - c, r)]);
    return sides;
}

describe(`constraints on workers, seed ${seed}`, function () {
    this.timeout(120_000);

    for (const [i, prime] of PRIMES.entries()) for (const threads of rowsOf([0, 2], i % 2 ? [2] : [0])) describe(`${prime}, ${threads} threads`, () => {
        const { fr: { p: r, n8 } } = RECORDS.find(({ name }) => name === curveOf(prime));
        let curve;
        before(async () => { curve = await scalarCurve(r, { threads }); });
        after(() => curve.terminate());
        const run = (constraints, values, most = Infinity, place) =>
            openCheck(curve)(termsOf(constraints, values, n8, place), most, {});
        const numbers = (failing) => failing.map(({ number }) => number);

        for (const [how, place] of [["of its own", undefined], ["shared", shared]])
            it(`fail where the twin says, memory ${how}`, async () => {
                for (const [count, most] of [[0, 1], [1, 3], [200, 4], [20, 40]]) {
                    const { values, constraints } = randomSystem(r, count, 30, most);
                    const want = numbers(failingOf(constraints, values, r));
                    expect(await run(constraints, values, Infinity, place))
                        .to.deep.equal({ damaged: -1, failing: want.length, first: want });
                    if (count > 100) expect(want.length, "both kinds").to.be.within(10, 110);
                }
            });

        it("hold with sides of any length and kind of terms, and fail where one is one off", async () => {
            const edge = 2n ** 29n, values = [1n, r - 1n, 0n, edge - 1n, uniform(r), r - 2n, (r >> 1n) + 1n];
            const kinds = [
                [1, r - 1n], [3, r - 1n], [1, edge - 1n], [1, r - edge + 1n], [6, (r >> 1n) + 1n], [4, r - edge - 1n],
            ];
            const constraints = [];
            for (const [wire, k] of kinds) for (const length of [1, 6, 7, 8, 14, 15, 40]) for (const side of [0, 1]) {
                const terms = Array.from({ length }, () => [wire, k]), right = around(r, side, terms, values);
                const wrong = right.map((one, i) => (i === 2 ? [...one, [0, 1n]] : one));
                const nothing = [...terms, ...terms.map(([wire, c]) => [wire, mod(-c, r)])];
                constraints.push(right, wrong, [right[2], [[0, 1n]], right[side]], [[[2, 5n]], [[0, 1n]], nothing]);
            }
            const want = numbers(failingOf(constraints, values, r));
            expect(want.length).to.equal(constraints.length / 4);
            expect((await run(constraints, values)).first).to.deep.equal(want);
        });

        (i % 4 ? itInAll : it)("hold where terms add up beyond what words and columns have room for", async () => {
            const edge = 2n ** 29n, half = r >> 1n, values = [1n, r - 1n, half], length = 60_000;
            for (const [wire, k] of rowsOf([[1, edge - 1n], [2, half]], i % 4 < 2 ? [[1, edge - 1n]] : [[2, half]])) {
                const terms = Array.from({ length }, () => [wire, k]), sum = mod(values[wire] * k * BigInt(length), r);
                const of = (last) => [terms, terms, [[0, last]]], square = mod(sum * sum, r);
                expect((await run([of(square), of(mod(square + 1n, r)), of(square)], values)).first).to.deep.equal([1]);
            }
        });

        it("end at a wire that the witness has not", async () => {
            const good = [[[0, 1n]], [[0, 1n]], [[0, 1n]]], bad = [[[0, 1n]], [[0, 1n]], [[0, 1n], [1, 0n]]];
            for (const place of [undefined, shared]) {
                const found = await run([good, bad, good], [1n], 9, place);
                expect(found).to.deep.equal({ damaged: 5, failing: 0, first: [] });
            }
        });

        it("are counted beyond those that are told", async () => {
            const constraints = Array.from({ length: 9 }, (_, i) => [[[0, 1n]], [[0, BigInt(i)]], [[0, 3n]]]);
            const { failing, first } = await run(constraints, [1n], 4);
            expect([failing, first]).to.deep.equal([8, [0, 1, 2, 4]]);
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
