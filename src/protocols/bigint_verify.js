/**
 * Verification on BigInt: the curves of that room, each with a `verify`, and one for all of them.
 * @module protocols/bigint_verify
 */
/** @import { CurveRecord } from "../params/types.js" */
/** @import { Proof, VerificationKey } from "./groth16/verify_bigint.js" */
/** @import { Answer } from "./json.js" */
import { bigintCurve } from "../bigint/curves.js";
import { PRESENT } from "../params/curves.js";
import { isNamed } from "../params/names.js";
import { verifyGroth16 } from "./groth16/verify_bigint.js";

/**
 * A curve whose elements are BigInts: a bigint in Fr and F1, arrays of them in extensions, points
 * are Jacobian [x, y, z].
 * @typedef {ReturnType<typeof assemble>} VerifyingCurve
 */

/** @param {Readonly<CurveRecord>} record */
function assemble(record) {
    const { name, aliases } = record, curve = Object.freeze({ ...bigintCurve(record), aliases });
    return Object.freeze({
        ...curve,
        /**
         * Like `verify`, for keys on this curve.
         * @template {boolean} [R=false]
         * @param {VerificationKey} vkey
         * @param {readonly (string | bigint | number)[]} publicSignals
         * @param {Proof} proof
         * @param {{ reason?: R, insecure?: boolean }} [options]
         * @returns {Answer<R>}
         */
        verify: (vkey, publicSignals, proof, options) =>
            verifyGroth16(
                { curveOf: (asked) => (isNamed(record, asked) ? curve : undefined), names: name },
                vkey,
                publicSignals,
                proof,
                options,
            ),
    });
}

/** @type {Map<string, VerifyingCurve>} built once, on first use */
const built = new Map();

/** @param {Readonly<CurveRecord>} record @returns {VerifyingCurve} */
export function verifyingCurve(record) {
    const curve = built.get(record.name) ?? assemble(record);
    built.set(record.name, curve);
    return curve;
}

/**
 * Checks a Groth16 proof in the JSON of snarkjs, on the curves that come with every entry point and
 * on those that the program has made with a function of their own.
 * @template {boolean} [R=false]
 * @param {VerificationKey} vkey - its `curve` names the curve, or is an alias
 * @param {readonly (string | bigint | number)[]} publicSignals
 * @param {Proof} proof
 * @param {{ reason?: R, insecure?: boolean }} [options] - reason: return a verdict that says why,
 *   instead of a boolean; insecure: take a key that anybody can forge proofs of
 * @returns {Answer<R>} false also for signals out of range and points that are not on the curve or
 *   in the subgroup
 * @throws {ProverError} for a key or options that cannot be used
 */
export function verify(vkey, publicSignals, proof, options) {
    const curveOf = (/** @type {unknown} */ asked) => {
        const record = PRESENT.find((known) => isNamed(known, asked));
        return record ? verifyingCurve(record) : [...built.values()].find((known) => isNamed(known, asked));
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
