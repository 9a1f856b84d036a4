/** Without lanes a share of a sum is the whole of it for the first, nothing for the others. */
import { expect } from "chai";
import * as tasks from "../../src/pool/tasks.js";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { points, scalars } from "../support/points.js";

describe("pool: shares of a sum without lanes", () => {
    for (const build of [buildBn128, buildBls12381])
        for (const group of ["G1", "G2"])
            it(`${build.name} ${group}: add up to the sum`, async () => {
                const curve = await build({ singleThread: true }),
                    G = curve[group],
                    n = 20,
                    bases = points(G, n),
                    factors = scalars(n, 32, curve.r);
                const sum = (kernel, ...share) =>
                    curve.tm.runHere([
                        tasks.allocSet(0, bases),
                        tasks.allocSet(1, factors),
                        tasks.alloc(2, 3 * G.F.n8),
                        tasks.call(
                            { group: G.prefix, ...kernel },
                            tasks.ref(0),
                            tasks.ref(1),
                            tasks.val(32),
                            tasks.val(n),
                            tasks.ref(2),
                            ...share.map(tasks.val),
                        ),
                        tasks.get(0, 2, 3 * G.F.n8),
                    ])[0];
                const whole = sum({ op: "multiexpAffine" }),
                    parts = [0, 1].map((share) => sum({ op: "msm", endomorphism: true }, share, 2));
                expect(G.eq(parts[0], whole)).to.equal(true);
                expect(G.isZero(parts[1])).to.equal(true);
            });
});
