/** A short operation is answered soon although long ones keep all workers busy. */
import { expect } from "chai";
import { buildBn128 } from "../../src/index.js";
import { randomBytes } from "../../src/util/host.js";

describe("fairness of long transforms", function () {
    this.timeout(120_000);

    it("a sum of 2^10 behind a transform of 2^20 is answered in the first half of its time", async () => {
        const curve = await buildBn128({ threads: 2 }), { Fr, G1 } = curve;
        try {
            const long = await Fr.batchToMontgomery(
                randomBytes(32 * 2 ** 20).map((byte, i) => (i % 32 === 31 ? byte & 15 : byte)),
            );
            const scalars = randomBytes(32 * 2 ** 10), bases = new Uint8Array(64 * 2 ** 10);
            for (let i = 0; i < 2 ** 10; i++) bases.set(G1.gAffine, 64 * i);
            const expected = G1.toAffine(await G1.multiExpAffine(bases, scalars));
            await Fr.fft(long);
            const shares = [];
            for (let round = 0; round < 7; round++) {
                const start = performance.now(), transform = Fr.fft(long);
                expect(G1.eq(await G1.multiExpAffine(bases, scalars), expected)).to.equal(true);
                const sum = performance.now() - start;
                await transform;
                shares.push(sum / (performance.now() - start));
            }
            // the machine may be busy with other things: the best round is what the queue allows
            expect(Math.min(...shares)).to.be.below(0.5);
        } finally {
            await curve.terminate();
        }
    });
});
