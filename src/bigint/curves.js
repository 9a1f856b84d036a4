/**
 * Curves on BigInt, for hosts without WebAssembly: fields, groups, pairing and Groth16 verification. They are slow (a
 * verification takes a tenth of a second where BigInt code is compiled), use one thread and are synchronous.
 * @module bigint/curves
 */
/** @import { CurveRecord } from "../params/types.js" */
/** @import { Proof, VerificationKey } from "./groth16.js" */
/** @import { Answer } from "./groth16_json.js" */
/** @import { Fp2Element, Fp12Element } from "./tower.js" */
import { PRESENT } from "../params/curves.js";
import { checkType } from "../util/check.js";
import { ZqField } from "./field.js";
import { verifyGroth16 } from "./groth16.js";
import { buildPairing } from "./pairing.js";


/**
 * A curve whose elements are BigInts: a bigint in Fr and F1, arrays of them in extensions, points are Jacobian [x, y,
 * z].
 * @typedef {ReturnType<typeof assemble>} BigIntCurve
 */

/** @param {Readonly<CurveRecord>} params */
function assemble(params) {
    const pairing = buildPairing(params);
    const { tower: { Fp, Fp2, Fp6, Fp12 }, G1, G2, productIsOne } = pairing;
    /**
     * @param {...any} operands - p1, q1, p2, q2, ...: points of G1 and G2 alternately
     * @returns {boolean} whether the product of the pairings e(pi, qi) is one
     * @throws {TypeError} for an odd number of operands
     */
    const pairingEq = (...operands) => {
        checkType(operands.length % 2 === 0, "pairingEq", "points of G1 and G2 by turns", operands);
        return productIsOne(
            Array.from({ length: operands.length / 2 }, (_, i) => [operands[2 * i], operands[2 * i + 1]]),
        );
    };
    const facts = Object.freeze({ name: params.name, q: params.fp.p, r: params.fr.p, G1, G2, pairingEq });
    return Object.freeze({
        ...facts,
        Fr: new ZqField(params.fr.p),
        F1: Fp,
        F2: Fp2,
        F6: Fp6,
        F12: Fp12,
        Gt: Fp12,
        pairing: pairing.pairing,
        millerLoop: pairing.millerLoop,
        finalExponentiation: pairing.finalExponentiation,
        /**
         * Like `verify`, for keys on this curve.
         * @template {boolean} [R=false]
         * @param {VerificationKey} vkey
         * @param {readonly (string | bigint | number)[]} publicSignals
         * @param {Proof} proof
         * @param {{ reason?: R }} [options]
         * @returns {Answer<R>}
         */
        verify: (vkey, publicSignals, proof, options) =>
            verifyGroth16(
                { curveOf: (name) => (name === params.name ? facts : undefined), names: params.name },
                vkey,
                publicSignals,
                proof,
                options,
            ),
    });
}

/** @type {Map<string, BigIntCurve>} built once, on first use */
const built = new Map();

/** @param {Readonly<CurveRecord>} record @returns {BigIntCurve} */
export function bigintCurve(record) {
    const curve = built.get(record.name) ?? assemble(record);
    built.set(record.name, curve);
    return curve;
}

/**
 * Checks a Groth16 proof in the JSON of snarkjs, on the curves that come with every entry point and on those that the
 * program has made with a function of their own.
 * @template {boolean} [R=false]
 * @param {VerificationKey} vkey - its `curve` names the curve
 * @param {readonly (string | bigint | number)[]} publicSignals
 * @param {Proof} proof
 * @param {{ reason?: R }} [options] - reason: return a verdict that says why, instead of a boolean
 * @returns {Answer<R>} false also for signals out of range and points that are not on the curve or in the subgroup
 * @throws {ProverError} for a key or options that cannot be used
 */
export function verify(vkey, publicSignals, proof, options) {
    const curveOf = (/** @type {string} */ name) => {
        const record = PRESENT.find((known) => known.name === name);
        return record ? bigintCurve(record) : built.get(name);
    };
    const names = [...new Set([...PRESENT.map(({ name }) => name), ...built.keys()])].join(" or ");
    return verifyGroth16(
        { curveOf, names },
        vkey,
        publicSignals,
        proof,
        options,
    );
}
