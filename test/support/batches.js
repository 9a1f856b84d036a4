/** Batches of Groth16 proofs under one key, good and bad, made with the trapdoor. */
import { chunkOf, drawFactors, holdsAlone, holdTogether } from "../../src/protocols/groth16/equation.js";
import { scaleHere } from "../../src/protocols/groth16/factors.js";
import { openVkey, statementOf } from "../../src/protocols/groth16/verify.js";
import { readClaim } from "../../src/protocols/groth16/json.js";
import { millerProduct, msmSync } from "../../src/batch/main_thread.js";
import { getRandomBytes } from "../../src/util/random.js";
import { toyClaim } from "./toy_claims.js";

/** A good claim; `k` says which. */
export const claimNumber = (curve, k, more = {}) => toyClaim(curve, {
    a: 100n + BigInt(k), b: 7n + BigInt(k), signals: [BigInt(k), 5n], ic: [55n, 66n, 77n], ...more,
})();

/** The claim with other text in its proof, or other signals. */
export const changed = (claim, proof, publicSignals = claim.publicSignals) =>
    ({ ...claim, publicSignals, proof: { ...claim.proof, ...proof } });

const json = (G, point) => G.toObject(G.toAffine(point)).map((c) => (Array.isArray(c) ? c.map(String) : String(c)));
const bytes = (G, text) => G.fromObject(text.map((c) => (Array.isArray(c) ? c.map(BigInt) : BigInt(c))));

/** The claim with a point added to one of the proof's. */
export const moved = (claim, place, G, by) =>
    changed(claim, { [place]: json(G, G.add(bytes(G, claim.proof[place]), by)) });

/** One batch of statements as verifyMany asks about it, without what comes before and after. */
export async function batchOn(curve, vkey) {
    const { key, known, count } = await openVkey(async () => curve, vkey).open();
    const way = {
        scale: async (points, factors) => scaleHere(curve, points, factors),
        product: async (points, others) => millerProduct(curve, [points, others]),
        msm: async (points, scalars) => msmSync(curve.G1, points, scalars),
    };
    return {
        read: ({ publicSignals, proof }) => statementOf(curve, readClaim(known, count, publicSignals, proof)),
        /** @returns a chunk, with factors of its own */
        chunk: async (statements) =>
            chunkOf(curve, way, statements, await drawFactors(curve, way, statements, getRandomBytes)),
        alone: (statement) => holdsAlone(curve, key, statement),
        holds: (chunks) => holdTogether(curve, key, way, chunks),
    };
}
