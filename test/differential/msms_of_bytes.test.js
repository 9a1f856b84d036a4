/** Sums of points of any order with lists of bytes, which find points outside of a subgroup, against single ones. */
import { expect } from "chai";
import { msmsOfBytes } from "../../src/batch/check_points.js";
import { buildBls12381, buildBn128 } from "../../src/index.js";
import { thinned } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { msm } from "../support/naive.js";
import { points } from "../support/points.js";
import { below, seed } from "../support/random.js";
import { anywhere } from "../support/torsion.js";

const ROWS = [["bn128", buildBn128, "G2", 2], ["bls12381", buildBls12381, "G1", 0], ["bn128", buildBn128, "G1", 0],
    ["bls12381", buildBls12381, "G2", 2]];

for (const [name, build, group, threads] of thinned(ROWS, 2))
    describe(`sums of ${name} ${group} with bytes, ${threads} threads (SEED=${seed})`, function () {
        this.timeout(60_000);
        let curve, G;
        before(async () => {
            curve = await build(threads ? { threads } : { singleThread: true });
            G = curve[group];
        });
        after(() => curve.terminate());
        const bytes = (n) => Uint8Array.from({ length: n }, () => below(256));

        it("are those of the points one by one", async () => {
            for (const [n, lists] of [[0, 3], [1, 1], [5, 0], [9, 8], [33, 9], [2, 17]]) {
                const some = n === 33 ? Buffer.concat([...anywhere(G, n)].map((P) => G.toAffine(P))) : points(G, n);
                const scalars = Array.from({ length: lists }, () => bytes(n)), given = some.slice();
                const sums = await msmsOfBytes(curve, G, some, scalars);
                expect(sums.length, `${n} points`).to.equal(lists);
                sums.forEach((sum, i) => expect(
                    Buffer.compare(G.toAffine(sum), msm(G, some, scalars[i])), `list ${i} of ${n} points`).to.equal(0));
                expect(Buffer.compare(some, given), "the points stay").to.equal(0);
            }
        });

        it("take turns with other callers as one, and two calls as two", async () => {
            const { tm } = curve, own = tm.queueAction, seen = [], lists = Array.from({ length: 17 }, () => bytes(2));
            tm.queueAction = (task, buffers, options) => {
                seen.push(options.group);
                return own.call(tm, task, buffers, options);
            };
            try {
                for (let i = 0; i < 2; i++) await msmsOfBytes(curve, G, points(G, 2), lists);
            } finally {
                delete tm.queueAction;
            }
            expect(seen.length).to.be.at.least(4);
            expect(seen).to.not.include(undefined);
            expect(new Set(seen).size).to.equal(2);
        });

        it("are of whole points, and stop with their signal", async () => {
            const half = G.F.n8;
            for (const length of [1, half, 3 * half])
                expect((await failureOf(msmsOfBytes(curve, G, new Uint8Array(length), [bytes(1)]))).message)
                    .to.equal(`msmsOfBytes: Invalid buffer size: expected a Uint8Array or BigBuffer of N * ${2 * half} bytes, got ${length} bytes`);
            const reason = new Error("enough"), signal = AbortSignal.abort(reason);
            expect(await failureOf(msmsOfBytes(curve, G, points(G, 3), [bytes(3)], { signal }))).to.equal(reason);
        });
    });
