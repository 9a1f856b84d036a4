/** Batches of 1,024 proofs with one that is bad, at every position, and 100,000 random wrong ones. */
import { expect } from "chai";
import { verifierOf } from "../../src/curves/verifier.js";
import { verifyMany } from "../../src/protocols/groth16/verify_alone.js";
import { batchOn, claimNumber } from "../support/batches.js";
import { below } from "../support/random.js";

const BATCH = 1024, CHUNK = 16;

describe("full: batches of proofs", function () {
    this.timeout(7_200_000);
    let curve, claims;
    const wrong = (claim) => ({ ...claim, publicSignals: [claim.publicSignals[0], "6"] });

    before(async () => {
        curve = await verifierOf("bn128");
        claims = Array.from({ length: BATCH }, (_, k) => claimNumber(curve, k));
    });

    it("does not hold with one bad proof among 1,024, at every position", async () => {
        const { read, chunk, holds } = await batchOn(curve, claims[0].vkey), statements = claims.map(read);
        const chunkFrom = (from, list) => chunk(list.slice(from, from + CHUNK));
        const chunks = [];
        for (let from = 0; from < BATCH; from += CHUNK) chunks.push(await chunkFrom(from, statements));
        expect(await holds(chunks)).to.equal(true);
        for (let bad = 0; bad < BATCH; bad++) {
            const list = statements.with(bad, read(wrong(claims[bad]))), at = Math.floor(bad / CHUNK);
            expect(await holds(chunks.with(at, await chunkFrom(CHUNK * at, list))), bad).to.equal(false);
        }
    });

    it("is found in each of the 64 chunks, at other places in each", async () => {
        for (let at = 0; at < BATCH / CHUNK; at++) {
            const bad = CHUNK * at + (7 * at) % CHUNK;
            const answers = await verifyMany(claims[0].vkey, claims.with(bad, wrong(claims[bad])));
            expect(answers.flatMap((valid, i) => (valid ? [] : [i]))).to.deep.equal([bad]);
        }
    });

    const ROUNDS = 10, EACH = 10_000;
    for (let round = 0; round < ROUNDS; round++)
        it(`random wrong batches never hold: ${round + 1} of ${ROUNDS}, ${EACH} each`, async () => {
            const { read, chunk, holds } = await batchOn(curve, claims[0].vkey), { G1, G2 } = curve;
            const good = claims.slice(0, 16).map(read), some = (G) => G.timesScalar(G.g, BigInt(1 + below(1000)));
            const add = (G, point, by) => G.toAffine(G.add(point, by));
            const spoil = [
                (s) => ({ ...s, c: add(G1, s.c, some(G1)) }),
                (s) => ({ ...s, a: add(G1, s.a, some(G1)) }),
                (s) => ({ ...s, b: add(G2, s.b, some(G2)) }),
                (s) => ({ ...s, a: G1.neg(s.a) }),
                (s) => ({ ...s, signals: s.signals.map((v) => v + BigInt(1 + below(1000))) }),
                (s) => ({ ...s, c: good[below(16)].a }),
            ];
            for (let k = 0; k < EACH; k++) {
                const count = 1 + below(3), bad = below(count);
                const batch = Array.from({ length: count }, () => good[below(16)]);
                batch[bad] = spoil[below(spoil.length)](batch[bad]);
                if (count > 1 && below(2)) { // errors that cancel out without factors
                    const point = some(G1), other = (bad + 1) % count;
                    batch[bad] = { ...good[below(16)] };
                    batch[other] = { ...good[below(16)] };
                    batch[bad].c = add(G1, batch[bad].c, point);
                    batch[other].c = add(G1, batch[other].c, G1.neg(point));
                }
                if (await holds([await chunk(batch)])) throw new Error(`expected wrong batch ${k} of round ${round} not to hold`);
            }
        });
});
