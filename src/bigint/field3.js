/**
 * A cubic extension on BigInt: [c0, c1, c2] stands for c0 + c1 v + c2 v^2, v^3 = nonResidue.
 * @module bigint/field3
 */
/** @import { Field } from "./types.js" */
import { ExtensionField } from "./extension.js";

/**
 * F[v] / (v^3 - nonResidue).
 * @template E
 * @extends {ExtensionField<E>}
 */
export class F3Field extends ExtensionField {
    /**
     * @param {Field<E>} F - the field below, prime or an extension
     * @param {E} nonResidue - no cube in F
     */
    constructor(F, nonResidue) {
        super(F, nonResidue, 3);
        /** @type {"F3"} */
        this.type = "F3";
    }

    /**
     * The schoolbook product, folded with v^3 = nonResidue.
     * @param {E[]} a
     * @param {E[]} b
     * @returns {E[]}
     */
    mul([a0, a1, a2], [b0, b1, b2]) {
        const { F } = this;
        const c3 = F.add(F.mul(a1, b2), F.mul(a2, b1));
        const c4 = F.mul(a2, b2);
        return [
            F.add(F.mul(a0, b0), this._mulByNonResidue(c3)),
            F.add(F.add(F.mul(a0, b1), F.mul(a1, b0)), this._mulByNonResidue(c4)),
            F.add(F.add(F.mul(a0, b2), F.mul(a1, b1)), F.mul(a2, b0)),
        ];
    }

    /**
     * The adjoint over the norm.
     * @param {E[]} a
     * @returns {E[]}
     * @throws {Error} "Division by zero"
     */
    inv([a0, a1, a2]) {
        const { F } = this;
        const t0 = F.sub(F.square(a0), this._mulByNonResidue(F.mul(a1, a2)));
        const t1 = F.sub(this._mulByNonResidue(F.square(a2)), F.mul(a0, a1));
        const t2 = F.sub(F.square(a1), F.mul(a0, a2));
        const norm = F.add(F.mul(a0, t0), this._mulByNonResidue(F.add(F.mul(a2, t1), F.mul(a1, t2))));
        const scale = F.inv(norm);
        return [F.mul(t0, scale), F.mul(t1, scale), F.mul(t2, scale)];
    }

    /** Every coefficient reduced to its range. @param {E[]} a @returns {E[]} */
    affine(a) {
        return this.normalize(a);
    }

    /** @param {E[]} a @returns {string} */
    toString(a) {
        return `[ ${this.F.toString(a[0])} , ${this.F.toString(a[1])}, ${this.F.toString(a[2])} ]`;
    }
}
