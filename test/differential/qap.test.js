/** Products of a constraint system with witnesses that are mostly bits, against ffjavascript. */
import { expect } from "chai";
import { seed, uniform } from "../support/random.js";
import { callBoth, CURVE_NAMES, pack, sides } from "../support/oracle.js";

/** Records { matrix, constraint, signal, coefficient }. */
function records(list) {
    const bytes = new Uint8Array(44 * list.length), view = new DataView(bytes.buffer);
    list.forEach(([matrix, constraint, signal, coef], i) => {
        [matrix, constraint, signal].forEach((word, k) => view.setUint32(44 * i + 4 * k, word, true));
        bytes.set(pack([coef], 32), 44 * i + 12);
    });
    return bytes;
}

const below = (n) => Number(uniform(BigInt(n)));

for (const name of CURVE_NAMES) describe(`qap_buildABC of ${name} against ffjavascript, seed ${seed}`, () => {
    let both;
    before(async () => { both = await sides(name); });

    const check = (list, witness, [offsetOut, nOut, offsetWitness]) => {
        const out = new Uint8Array(32 * nOut).fill(255);
        const args = [
            records(list),
            list.length,
            pack(witness, 32),
            out,
            out.slice(),
            out.slice(),
            offsetOut,
            nOut,
            offsetWitness,
            witness.length,
        ];
        const [ours, theirs] = callBoth(both, "qap_buildABC", args, [3, 4, 5]);
        expect(ours.bytes).to.deep.equal(theirs.bytes);
    };

    const signal = () => [0n, 1n, 1n, uniform(both.r), uniform(3n), 1n << 64n, 1n << 192n, both.r - 1n][below(8)];

    it("zeros, ones and others, sorted as in a key", () => {
        for (let round = 0; round < 20; round++) {
            const n = 1 + below(30), list = [];
            for (let c = 0; c < n; c++)
                for (const m of [0, 1])
                    for (let k = below(5); k > 0; k--) list.push([m, c, below(20), uniform(both.r)]);
            check(list, Array.from({ length: 20 }, signal), [0, n, 0]);
        }
    });

    it("in any order, and out of range", () => {
        for (let round = 0; round < 20; round++) {
            const list = Array.from({ length: below(100) }, () => [below(2), below(20), below(20), uniform(both.r)]);
            check(list, Array.from({ length: 1 + below(12) }, signal), [below(5), 1 + below(20), below(5)]);
        }
    });

    it("the same few coefficients again and again, some alike in their lowest bits", () => {
        const few = [1n, both.r - 1n, 2n, both.r - 2n, 0n, 17n, 33n, 1n << 200n, uniform(both.r)];
        for (let round = 0; round < 20; round++) {
            const list = Array.from({ length: 200 }, (_, i) => [i & 1, i >> 4, below(9), few[below(1 + round % 9)]]);
            check(list, [1n, 1n, 1n, 0n, ...Array.from({ length: 5 }, signal)], [0, 13, 0]);
        }
    });

    it("runs of one sum that are interrupted, of ones, products or both", () => {
        const kinds = [1n, 0n, uniform(both.r), both.r - 1n, (1n << 64n) - 1n, 1n << 255n];
        for (let round = 0; round < 40; round++) {
            let row = 0;
            const list = Array.from({ length: 60 }, () =>
                [below(2), below(4) ? row : row = below(6), below(6), [uniform(both.r), both.r - 1n, 0n][below(3)]]);
            check(list, kinds, [0, 6, 0]);
        }
    });

    it("coefficients that are not canonical", () => {
        const list = Array.from({ length: 40 }, (_, i) => [i & 1, i >> 2, i % 6, (1n << 256n) - 1n - uniform(1000n)]);
        check(list, Array.from({ length: 6 }, (_, i) => (i < 4 ? 1n : signal())), [0, 10, 0]);
    });
});
