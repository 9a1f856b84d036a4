import { expect } from "chai";
import { points, scalars } from "../support/points.js";
import { openLanes, RUNNABLE } from "../support/lanes.js";
import { seed } from "../support/random.js";
import { BUILDERS } from "../support/twin_curves.js";
import { portionPoints, msmBytes } from "../../src/util/chunk_sizes.js";

const MB = 2 ** 20;

describe(`chunk sizes (SEED=${seed})`, function () {
    this.timeout(120_000);

    it("points come into memory in equal portions of 2^13 to 2^14", () => {
        for (const n of [0, 1, 2 ** 13, 2 ** 14 - 1]) expect(portionPoints(n), String(n)).to.equal(Math.max(1, n));
        expect(portionPoints(2 ** 14)).to.equal(2 ** 13);
        expect(portionPoints(2 ** 14 + 1)).to.equal(2 ** 13 + 1);
        expect(portionPoints(2 ** 15 + 2 ** 13)).to.equal(2 ** 13);
        for (const lg of [16, 18, 20]) expect(portionPoints(2 ** lg)).to.equal(2 ** 13);
    });

    for (const [degree, lg] of [[1, 12], [1, 15], [2, 12], [2, 14]]) {
        it(`a sum of 2^${lg} points of G${degree} stays within what is counted for it`, async () => {
            const curve = await BUILDERS.bn128({ singleThread: true }), G = curve[`G${degree}`], n = 2 ** lg;
            const lanes = await openLanes("bn128", RUNNABLE[0]), { arena } = lanes;
            const some = points(G, 64), bases = new Uint8Array((some.length / 64) * n), k = scalars(n, 32, curve.r);
            for (let at = 0; at < bases.length; at += some.length) bases.set(some, at);
            const before = arena.u32()[1] = arena.mark();
            lanes.msm(degree, { endomorphism: true, outside: true }, bases, k, 32);
            const used = arena.u32()[1] - before, counted = msmBytes(bases.length);
            expect(used).to.be.at.most(counted);
            if (bases.length >= 2 * MB) expect(used, "not far below either").to.be.above(counted / 3);
        });
    }
});
