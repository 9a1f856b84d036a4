/** The lane MSM at 2^14 points, every tier and option, against the base module. */
import { expect } from "chai";
import { RUNNABLE, openLanes } from "../support/lanes.js";
import { points, scalars } from "../support/points.js";
import { seed } from "../support/random.js";
import { BUILDERS, degreesOf } from "../support/twin_curves.js";

const N = 2 ** 14;

describe(`lane MSM, 2^14 points (SEED=${seed})`, function () {
    this.timeout(600_000);

    for (const [name, build] of Object.entries(BUILDERS))
        for (const degree of degreesOf(name))
            it(`${name} G${degree}`, async () => {
                const curve = await build({ singleThread: true }),
                    G = curve[`G${degree}`];
                const bases = points(G, N),
                    s = scalars(N, 32, curve.r);
                /** @type {Buffer | undefined} */
                let want;
                for (const tier of RUNNABLE) {
                    const lanes = await openLanes(name, tier);
                    want ??= Buffer.from(G.toAffine(lanes.plain(degree, bases, s, 32)));
                    for (const endomorphism of [true, false]) {
                        const got = G.toAffine(lanes.msm(degree, { endomorphism }, bases, s, 32));
                        expect(want.compare(got), `${tier}, endomorphism ${endomorphism}`).to.equal(0);
                    }
                }
            });
});
