/** Points that are on no curve are found, and the first of them is named, as on BigInt and one at a time. */
import { expect } from "chai";
import { firstOffCurve } from "../../src/batch/check_points.js";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { readLE, writeLE } from "../../src/util/bytes.js";
import { thinned } from "../support/extent.js";

for (const [name, build] of [["bn128", buildBn128], ["bls12381", buildBls12381]])
    for (const options of thinned([{ threads: 2 }, { singleThread: true }], name === "bn128" ? 1 : 2))
        describe(`points off the curve: ${name}, ${JSON.stringify(options)}`, function () {
            this.timeout(60_000);
            let curve;
            before(async () => { curve = await build(options); });
            after(() => curve.terminate());

            for (const group of ["G1", "G2"]) it(group, async () => {
                const G = curve[group], size = 2 * G.F.n8, n = 3000, points = new Uint8Array(n * size);
                const few = Array.from({ length: 10 }, (_, i) => G.toAffine(G.timesScalar(G.g, i))); // infinity is one
                for (let i = 0; i < n; i++) points.set(few[i % 10], i * size);
                expect(await firstOffCurve(curve, G, points)).to.equal(-1);
                expect(await firstOffCurve(curve, G, points.subarray(0, 0))).to.equal(-1);
                const { n8 } = curve.F1, last = size - n8;
                const larger = (bytes, at) => { // the same number modulo q
                    const value = readLE(bytes, at, n8) + curve.q;
                    if (value < 1n << BigInt(8 * n8)) writeLE(bytes, at, value, n8);
                    return value < 1n << BigInt(8 * n8);
                };
                for (const i of [0, 1, 10, 1023, 1024, 2047, n - 1]) for (const at of [0, last]) {
                    const bad = points.slice();
                    bad[i * size + at] ^= 1;
                    expect(await firstOffCurve(curve, G, bad), `${i} ${at}`).to.equal(i);
                    const unreduced = points.slice();
                    if (larger(unreduced, i * size + at))
                        expect(await firstOffCurve(curve, G, unreduced), `${i} ${at}, not reduced`).to.equal(i);
                    const two = bad.slice();
                    two[(n - 1) * size] ^= 2;
                    expect(await firstOffCurve(curve, G, two)).to.equal(i);
                }
                expect(larger(points.slice(), size), "some are not reduced").to.equal(true);
            });

            it("refuses a part of a point", async () => {
                expect(await firstOffCurve(curve, curve.G1, new Uint8Array(5)).catch(({ message }) => message)).to.include("firstOffCurve");
            });
        });
