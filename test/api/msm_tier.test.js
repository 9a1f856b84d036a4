/** `tier` per call of multiExpAffine: it decides which kernels run, or is refused before anything is queued. */
import { expect } from "chai";
import { multiExponentiation } from "../../src/batch/msm.js";
import { tierPools } from "../../src/curves/tier_pools.js";
import { buildBn128 } from "../../src/index.js";
import { describeTask } from "../../src/pool/tasks.js";
import { TIERS, detectTier } from "../../src/runtime/tiers.js";
import { thinned } from "../support/extent.js";
import { failureOf } from "../support/failure.js";
import { points, scalars } from "../support/points.js";
import { seed } from "../support/random.js";
import { BUILDERS, groupNames } from "../support/twin_curves.js";

const runnable = TIERS.slice(TIERS.indexOf(detectTier())), refused = TIERS.slice(0, TIERS.indexOf(detectTier()));

describe(`tier of one multiExpAffine (SEED=${seed})`, function () {
    this.timeout(60_000);

    for (const [name, build] of thinned(Object.entries(BUILDERS), 2))
        for (const singleThread of [true, false]) {
            it(`${name}, ${singleThread ? "one thread" : "workers"}: the same sum on every tier that runs here`, async () => {
                const curve = await build({ singleThread, threads: singleThread ? undefined : 2 });
                try {
                    for (const G of groupNames(name).map((group) => curve[group])) {
                        const n = 100,
                            bases = points(G, n),
                            s = scalars(n, 32, curve.r),
                            want = await G.multiExpAffine(bases, s, undefined, undefined, { batch: "disabled" });
                        for (const tier of ["auto", ...runnable]) {
                            expect(
                                G.eq(await G.multiExpAffine(bases, s, undefined, undefined, { tier }), want),
                                tier,
                            ).to.equal(true);
                            const read = (offset, length) => bases.slice(offset, offset + length);
                            expect(
                                G.eq(
                                    await G.multiExpAffineChunked(read, bases.length, s, undefined, undefined, {
                                        tier,
                                    }),
                                    want,
                                ),
                                `${tier}, chunked`,
                            ).to.equal(true);
                        }
                    }
                } finally {
                    await curve.terminate();
                }
            });
        }

    it("is refused where it is not known or does not run", async () => {
        const { G1 } = await buildBn128({ singleThread: true });
        const call = (tier) =>
            failureOf(G1.multiExpAffine(G1.gAffine, new Uint8Array([5]), undefined, "sum", { tier }));
        const unknown = await call("turbo");
        expect(unknown).to.be.instanceOf(RangeError);
        expect(unknown.message).to.equal(
            'sum: expected tier to be one of "auto", "fma", "simd", "scalar", got "turbo"',
        );
        for (const tier of refused)
            expect((await call(tier)).message).to.match(
                new RegExp(`^sum: tier: expected a tier that this engine runs \\(.*\\), got ${tier}$`),
            );
    });

    it("is refused after the curve has ended", async () => {
        const curve = await buildBn128({ threads: 1 }), other = runnable.find((tier) => tier !== curve.tm.tier);
        await curve.terminate();
        expect(
            (
                await failureOf(
                    curve.G1.multiExpAffine(curve.G1.gAffine, new Uint8Array([5]), undefined, "sum", { tier: other }),
                )
            ).message,
        ).to.equal(`sum: expected a running curve for tier "${other}", got one that was terminated`);
    });

    describe("pools", () => {
        const fake = (tier, log) => ({
            concurrency: 1,
            queueAction: async (task) => {
                log.push([tier, describeTask(task)]);
                return [new Uint8Array(96)];
            },
            terminate: async () => {
                log.push([tier, "terminate"]);
            },
        });

        it("a call runs in the pool of its tier, which is opened once and ended with the curve", async () => {
            const log = [], opened = [];
            const tiers = tierPools("own", async (tier) => { opened.push(tier); return fake(tier, log); });
            const { multiExpAffine } = multiExponentiation({
                tm: fake("own", log),
                G: { prefix: "g1m", F: { n8: 32 }, add: (a) => a },
                wholeCurve: true,
                tierPool: tiers.of,
            });
            const run = (options) =>
                multiExpAffine(new Uint8Array(64 * 200), new Uint8Array(32 * 200), undefined, undefined, options);
            for (const options of [{}, { tier: "scalar" }, { tier: "scalar" }, { tier: "scalar", batch: false }])
                await run(options);
            // 200 points of one worker are one chunk
            expect(log).to.deep.equal([
                ["own", "g1m_msm"],
                ["scalar", "g1m_msm"],
                ["scalar", "g1m_msm"],
                ["own", "g1m_multiexpAffine"],
            ]);
            expect(opened).to.deep.equal(["scalar"]);
            await tiers.end();
            expect(log.at(-1)).to.deep.equal(["scalar", "terminate"]);
        });
    });
});
