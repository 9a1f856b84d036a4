/**
 * Both curves on BigInt, for hosts without WebAssembly: fields, groups, pairing and Groth16 verification. Slow (a verification
 * takes a tenth of a second where BigInt is compiled), in one thread and nothing asynchronous.
 * @module bigint/curves
 */
/** @import { CurveParams } from "../params/types.js" */
/** @import { Fp2Element, Fp12Element } from "./tower.js" */
import { bls12381 } from "../params/bls12_381.js";
import { bn254 } from "../params/bn254.js";
import { checkRange, checkType } from "../util/check.js";
import { ZqField } from "./field.js";
import { verifyGroth16 } from "./groth16.js";
import { buildPairing } from "./pairing.js";

/** @typedef {import("./groth16.js").VerificationKey & { curve?: string }} VerificationKey */

/**
 * A curve whose elements are BigInt: bigint in Fr and F1, arrays of them above, Jacobian points [x, y, z].
 * @typedef {ReturnType<typeof assemble>} BigIntCurve
 */

/** @param {Readonly<CurveParams>} params */
function assemble(params) {
    const pairing = buildPairing(params);
    const { tower: { Fp, Fp2, Fp6, Fp12 }, G1, G2, productIsOne } = pairing;
    return Object.freeze({
        name: params.name, q: params.fp.p, r: params.fr.p,
        Fr: new ZqField(params.fr.p), F1: Fp, F2: Fp2, F6: Fp6, F12: Fp12, Gt: Fp12, G1, G2,
        pairing: pairing.pairing, millerLoop: pairing.millerLoop, finalExponentiation: pairing.finalExponentiation,
        /**
         * @param {...any} operands - p1, q1, p2, q2, ...: points of G1 and G2 by turns
         * @returns {boolean} whether the product of the pairings e(pi, qi) is one
         * @throws {TypeError} for an odd number of operands
         */
        pairingEq(...operands) {
            checkType(operands.length % 2 === 0, "pairingEq", "points of G1 and G2 by turns", operands);
            return productIsOne(Array.from({ length: operands.length / 2 }, (_, i) => [operands[2 * i], operands[2 * i + 1]]));
        },
        /**
         * @param {VerificationKey} vkey
         * @param {(string | bigint | number)[]} publicSignals
         * @param {import("./groth16.js").Proof} proof
         */
        verify: (vkey, publicSignals, proof) => verifyGroth16(pairing, vkey, publicSignals, proof),
    });
}

/** @type {Partial<Record<"bn128" | "bls12381", BigIntCurve>>} built once, on first use */
const built = {};

/** @returns {BigIntCurve} bn254, called bn128 */
export const bigintBn128 = () => (built.bn128 ??= assemble(bn254));

/** @returns {BigIntCurve} bls12-381 */
export const bigintBls12381 = () => (built.bls12381 ??= assemble(bls12381));

/**
 * Checks a Groth16 proof in the JSON of snarkjs.
 * @param {VerificationKey} vkey - its `curve` is bn128 or bls12381
 * @param {(string | bigint | number)[]} publicSignals
 * @param {import("./groth16.js").Proof} proof
 * @returns {boolean} false also for signals or points out of range, off the curve or outside of the subgroup
 * @throws {TypeError} when a part of the input is missing or the number of signals is wrong
 * @throws {RangeError} for another curve
 */
export function verify(vkey, publicSignals, proof) {
    const name = vkey?.curve;
    checkRange(name === "bn128" || name === "bls12381", "verify", "a verification key on bn128 or bls12381", name);
    return (name === "bn128" ? bigintBn128() : bigintBls12381()).verify(vkey, publicSignals, proof);
}
