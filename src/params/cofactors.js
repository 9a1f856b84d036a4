/**
 * Cofactors of the groups of points: how many points a curve has, over the order r.
 * @module params/cofactors
 */
import { fp, fr } from "./bn254.js";

/** Parameter of bls12-381. */
const z = -0xd201000000010000n;

/** bn254 over Fp2, the twist: it has r (2p - r) points. G1 has cofactor 1. */
export const bn254G2 = 2n * fp.p - fr.p;

/** bls12-381 over Fp: (z - 1)^2 / 3. */
export const bls12G1 = ((z - 1n) ** 2n) / 3n;

/** bls12-381 over Fp2, the twist (draft-irtf-cfrg-pairing-friendly-curves, 4.2.1; Budroni and Pintore 2017). */
export const bls12G2 = (z ** 8n - 4n * z ** 7n + 5n * z ** 6n - 4n * z ** 4n + 6n * z ** 3n - 4n * z ** 2n - 4n * z + 13n) / 9n;
