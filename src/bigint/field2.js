/**
 * A quadratic extension on BigInt: [c0, c1] stands for c0 + c1 u, u^2 = nonResidue.
 * @module bigint/field2
 */
/** @import { Field } from "./types.js" */
import { ExtensionField } from "./extension.js";
import { sqrtQuadratic } from "./sqrt.js";

/**
 * F[u] / (u^2 - nonResidue).
 * @template E
 * @extends {ExtensionField<E>}
 */
export class F2Field extends ExtensionField {
    /**
     * @param {Field<E>} F - the field below, prime or an extension
     * @param {E} nonResidue - no square in F
     */
    constructor(F, nonResidue) {
        super(F, nonResidue, 2);
        /** @type {"F2"} */
        this.type = "F2";
    }

    /** Karatsuba. @param {E[]} a @param {E[]} b @returns {E[]} */
    mul(a, b) {
        const { F } = this;
        const low = F.mul(a[0], b[0]);
        const high = F.mul(a[1], b[1]);
        const cross = F.mul(F.add(a[0], a[1]), F.add(b[0], b[1]));
        return [F.add(low, this._mulByNonResidue(high)), F.sub(F.sub(cross, low), high)];
    }

    /** c0 - c1 u. @param {E[]} a @returns {E[]} */
    conjugate(a) {
        return [a[0], this.F.neg(a[1])];
    }

    /**
     * The conjugate over the norm.
     * @param {E[]} a
     * @returns {E[]}
     * @throws {Error} "Division by zero"
     */
    inv(a) {
        const { F } = this;
        const scale = F.inv(F.sub(F.square(a[0]), this._mulByNonResidue(F.square(a[1]))));
        return [F.mul(a[0], scale), F.neg(F.mul(a[1], scale))];
    }

    /**
     * a^(q^n), q the size of a prime field below.
     * @param {number} n
     * @param {E[]} a
     * @returns {E[]}
     */
    frobenius(n, a) {
        return n % 2 === 0 ? a : this.conjugate(a);
    }

    /** @param {E[]} a @returns {E[] | null} the greater of the two roots, or null */
    sqrt(a) {
        const root = sqrtQuadratic(this.F, this.nonResidue, a);
        return root !== null && this.lt(root, this.neg(root)) ? this.neg(root) : root;
    }

    /** @param {E[]} a @returns {string} */
    toString(a) {
        return `[ ${this.F.toString(a[0])} , ${this.F.toString(a[1])} ]`;
    }
}
