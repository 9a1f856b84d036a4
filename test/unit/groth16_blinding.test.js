/**
 * The blinding of Groth16 over a group of a small order, with every draw: each pi_a but 0 stands beside each pi_b once,
 * as with the formula of Groth 2016.
 */
import { expect } from "chai";
import { blind } from "../../src/protocols/groth16/prove.js";

const P = 7, numbers = Array.from({ length: P }, (_, i) => i);
const mod = (x) => ((x % P) + P) % P, inverseOf = (x) => numbers.find((y) => mod(x * y) === 1);
const element = (x) => Uint8Array.of(mod(x));

/** Elements are their logarithms. */
const G = {
    g: element(1), zero: element(0), add: ([x], [y]) => element(x + y), timesSecret: ([x], [k]) => element(x * k),
    toAffine: (point) => point, isZero: ([x]) => x === 0,
};
/** A field that draws these. @param {number[]} draws */
const fieldOf = (draws) => ({
    fromRng: () => element(draws.shift()), isZero: ([x]) => x === 0,
    secret: (name, [x]) => { expect(name).to.equal("_inverse"); return element(inverseOf(x)); },
});

/** @returns {Promise<string>} the proof with these draws */
async function proofOf({ a0, b0, c0, delta }, draws) {
    const curve = { G1: G, G2: G, Fr: fieldOf(draws) };
    const points = { alpha1: element(2), beta2: element(3), delta2: element(delta) };
    const [msmOfA, msmOfB] = [element(a0 - 2), element(b0 - 3)].map((msm) => Promise.resolve(msm));
    const { piA: [a], piB: [b], cross: [c] } = await blind({ zkey: { points }, curve }, msmOfA, msmOfB);
    expect(draws).to.deep.equal([]);
    return [a, b, mod(c0 + c)].join();
}

/** The formula of Groth 2016. */
function usual({ a0, b0, c0, delta }, r, s) {
    const a = a0 + r * delta, b = b0 + s * delta;
    return [mod(a), mod(b), mod(c0 + s * a + r * b - r * s * delta)].join();
}

describe("the blinding of Groth16 over a group of order 7", () => {
    for (const a0 of [0, 1, 4]) for (const b0 of [0, 5]) for (const delta of [1, 3])
        it(`A0 = ${a0}, B0 = ${b0}, delta = ${delta}: each proof as often as in Groth 2016, but for pi_a = 0`, async () => {
            const proof = { a0, b0, c0: 6, delta }, made = [], known = [];
            for (const r of numbers) for (const s of numbers) {
                if (r > 0) made.push(await proofOf(proof, [r, s]));
                known.push(usual(proof, r, s));
            }
            expect(new Set(made).size).to.equal(P * (P - 1));
            expect(made.sort()).to.deep.equal(known.filter((one) => !one.startsWith("0,")).sort());
        });
});
