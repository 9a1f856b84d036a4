/** The sum over the signals of one proof: from the second proof of a key on with tables, with the same answers. */
import { expect } from "chai";
import { ALL_ROWS } from "../support/extent.js";
import { getCurveFromName } from "../../src/index.js";
import { verify } from "../../src/protocols/groth16/index.js";
import { toyClaim } from "../support/toy_claims.js";
import { CURVES } from "../support/twin_curves.js";

for (const name of Object.keys(CURVES)) describe(`prover: tables of signals, ${name}`, function () {
    this.timeout(60_000);
    const { p: r } = CURVES[name].fr;
    const SIGNALS = {
        "none": [],
        "zero": [0n],
        "one": [1n],
        "at a piece's end": [0xffffn],
        "beyond a piece": [0x10000n],
        "with pieces that are zero": [(1n << 128n) + (1n << 16n)],
        "the largest": [r - 1n],
        "long and short ones": [r - 1n, 0n, 0x1_0001n, r >> 8n],
        "more than have tables": Array.from({ length: 65 }, (_, i) => (i % 7 ? BigInt(i) : r - BigInt(i + 1))),
    };

    // the quick run asks one curve for half of them, the next for the other half
    const asked = Object.entries(SIGNALS).filter((_, i) => ALL_ROWS || i % 2 === Object.keys(CURVES).indexOf(name) % 2);
    for (const [what, signals] of asked) it(what, async () => {
        const curve = await getCurveFromName(name, { singleThread: true });
        for (const infinity of signals.length ? [false, true] : [false]) {
            const ic = [55n, ...signals.map((_, i) => (infinity && i === 0 ? 0n : 56n + BigInt(i)))];
            const { vkey, publicSignals, proof } = toyClaim(curve, { ic, signals })(), check = (list) =>
                verify(vkey, list, proof, { curve, insecure: true }); // one signal without a point
            for (let turn = 0; turn < 3; turn++) {
                expect(await check(publicSignals), `turn ${turn}`).to.equal(true);
                if (infinity) continue; // a signal of a point at infinity makes no difference
                for (const i of [0, signals.length - 1].filter((i) => i >= 0 && i < signals.length)) {
                    const others = [signals[i] ^ 1n, signals[i] ^ (1n << 16n), signals[i] ^ (1n << 200n)];
                    for (const other of others.filter((value) => value < r))
                        expect(await check(publicSignals.with(i, String(other))), `${other}`).to.equal(false);
                }
            }
        }
    });

    it("are made for the second proof, and for no more signals than are worth it", async () => {
        const curve = await getCurveFromName(name, { singleThread: true }), { G1 } = curve, counts = [];
        const whole = CURVES[name].g1.cofactor === 1n;
        for (const count of [1, 2, 65]) {
            const signals = Array.from({ length: count }, (_, i) => r - 1n - BigInt(i)), ic = [5n, ...signals];
            const { vkey, publicSignals, proof } = toyClaim(curve, { ic, signals })(), { double } = G1;
            for (let turn = 0; turn < 3; turn++) {
                let doubled = 0;
                G1.double = (point) => {
                    doubled++;
                    return double.call(G1, point);
                };
                expect(await verify(vkey, publicSignals, proof, { curve })).to.equal(true);
                delete G1.double;
                counts.push(doubled);
            }
        }
        const made = 15 * 16;
        if (whole) expect(counts).to.deep.equal([0, made, 0, 0, 2 * made, 0, 0, 0, 0]);
        else [made, 2 * made, 0].forEach((more, i) => expect(counts[3 * i + 1] - counts[3 * i]).to.equal(more));
    });
});
