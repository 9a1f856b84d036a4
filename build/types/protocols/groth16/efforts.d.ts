/**
 * The costs of the phases of a proof, so that one number says how far the whole proof is.
 *
 * Milliseconds of one thread in tier fma, an AMD EPYC, Node 26; only their ratios count. A point of G1 in 254 bits
 * takes 5 us in a sum of 2^10 and 3 in one of 2^20, 1.84 times as much in 381 bits, 2.2 times on G2; its scalar may be
 * short, or the point B at infinity. A butterfly takes 0.016 us, a coefficient 0.2, a value of the witness 0.03.
 * @module protocols/groth16/efforts
 */
import type { Phase } from "../../files/progress.js";
import type { Zkey } from "./zkey.js";
/**
 * @param {Zkey} zkey
 * @param {Uint8Array} witness
 * @param {{ check: boolean, paranoid?: boolean }} options
 * @returns {Partial<Record<Phase, number>>} costs of the phases that the proof will have
 */
export declare function effortsOf({ nVars, domainSize, nCoefficients, sG1, curve: { n8r } }: Zkey, witness: Uint8Array, { check, paranoid }: {
    check: boolean;
    paranoid?: boolean;
}): Partial<Record<Phase, number>>;
