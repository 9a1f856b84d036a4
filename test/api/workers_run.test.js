/**
 * A curve that should run on workers does: a pool that falls back to the calling thread is right, but silent, and slow.
 */
import { expect } from "chai";
import { getCurveFromName } from "../../src/index.js";
import { detectTier } from "../../src/runtime/tiers.js";

for (const name of ["bn128", "bls12381"]) describe(`workers of ${name}`, () => {
    it("start with every lane of the tier, and nothing is said to the logger", async () => {
        const said = [];
        const say = (level) => (...words) => said.push([level, ...words].join(" "));
        const curve = await getCurveFromName(name, {
            threads: 2,
            logger: { debug() {}, info() {}, warn: say("warn"), error: say("error") },
        });
        const { Fr, G1, tm } = curve;
        await Fr.fft(new Uint8Array(2 ** 14 * Fr.n8));
        const bases = new Uint8Array(2 ** 11 * 2 * G1.F.n8);
        for (let i = 0; i < bases.length; i += G1.gAffine.length) bases.set(G1.gAffine, i);
        const sum = await G1.multiExpAffine(bases, new Uint8Array(2 ** 11 * 32).fill(3));
        expect(G1.isZero(sum)).to.equal(false);
        expect(said).to.deep.equal([]);
        expect(tm.workers.filter(Boolean)).to.have.lengthOf(2);
        expect(tm.tier).to.equal(detectTier());
        await curve.terminate();
    });
});
