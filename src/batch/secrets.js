/**
 * Elements that are secret: blinding of proofs, secrets of ceremonies, and what is made of them on
 * this thread. They are in bytes that the engine's collector does not copy (secretBytes), and
 * cleared when they have been used.
 * @module batch/secrets
 */
/** @import { WasmField1 } from "../engine/field.js" */
import { clear } from "../util/bytes.js";

/**
 * Operations of a field that remember what they have made.
 * @param {WasmField1} Fr
 */
export function openSecrets(Fr) {
    /** @type {Uint8Array[]} */
    const made = [];
    const keep = (/** @type {Uint8Array} */ value) => {
        made.push(value);
        return value;
    };
    const operation = (/** @type {string} */ name) =>
        (/** @type {Uint8Array[]} */ ...operands) => keep(Fr.secret(name, ...operands));
    return Object.freeze({
        add: operation("_add"), sub: operation("_sub"), mul: operation("_mul"), neg: operation("_neg"),
        inv: operation("_inverse"), toMontgomery: operation("_toMontgomery"), fromMontgomery: operation("_fromMontgomery"),
        /** @param {Uint8Array} a @param {number} n - no secret */
        power: (a, n) => keep(Fr.secretPower(a, n)),
        /** Takes over what another has made. @type {(...values: Uint8Array[]) => void} */
        own: (...values) => void made.push(...values),
        /** Clears all that was made or taken over, unless a worker got it; more may be made. */
        clear: () => made.splice(0).forEach(clear),
    });
}
