/**
 * The lane FFT at 2^14 to 2^19, on every tier this engine runs, alone, in halves on two threads and in two rounds on
 * four, against the base module.
 */
import { expect } from "chai";
import { detectTier, TIERS } from "../../src/runtime/tiers.js";
import { runs, seed, uniform } from "../support/random.js";
import { builderOf, GROUPED } from "../support/twin_curves.js";

const LANES = TIERS.slice(TIERS.indexOf(detectTier())).filter((tier) => tier !== "scalar");

const SHAPES = {
    uniform: (p) => uniform(p),
    runs: (p) => runs(p),
    "p - 1": (p) => p - 1n,
    "0 or p - 1": (p) => (uniform(2n) ? p - 1n : 0n),
};

function bytesOf(n, draw, p) {
    const bytes = new Uint8Array(32 * n);
    for (let i = 0; i < n; i++)
        for (let k = 0, v = draw(p); k < 32; k++, v >>= 8n) bytes[32 * i + k] = Number(v & 0xffn);
    return bytes;
}

for (const { name, fr: { p } } of Object.values(GROUPED).filter(({ lanes }) => lanes.fft.length))
    for (const tier of LANES)
        describe(`long lane FFT of ${name}, ${tier}, seed ${seed}`, function () {
            this.timeout(600_000);
            const build = builderOf(name);
            let lane, two, four, base;
            before(async () => {
                lane = await build({ singleThread: true, tier });
                two = await build({ threads: 2, tier });
                four = await build({ threads: 4, tier });
                base = await build({ singleThread: true, tier: "scalar" });
            });
            after(() => Promise.all([two?.terminate(), four?.terminate()]));

            for (let lg = 14; lg <= 19; lg++)
                for (const [shape, draw] of Object.entries(SHAPES).slice(0, lg < 19 ? undefined : 2))
                    it(`equals the base module at 2^${lg}, ${shape}`, async () => {
                        const x = bytesOf(2 ** lg, draw, p),
                            kept = x.slice();
                        for (const direction of ["fft", "ifft", "ifftShiftFft"]) {
                            const expected = await base.Fr[direction](x);
                            for (const curve of [lane, two, four])
                                expect(Buffer.compare(await curve.Fr[direction](x), expected), direction).to.equal(0);
                        }
                        expect(Buffer.compare(x, kept)).to.equal(0);
                    });
        });
