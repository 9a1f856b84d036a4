/**
 * What extension fields of any degree share: elements are arrays of
 * coefficients over the field below, c0 first.
 * @module bigint/extension
 */
/** @import { Field, Rng, Scalarish } from "./types.js" */
import { multiple, power } from "./ladder.js";

/**
 * F[x] / (x^degree - nonResidue), without multiplication, which subclasses add.
 * @template E
 */
export class ExtensionField {
    /**
     * @param {Field<E>} F - the field below
     * @param {E} nonResidue
     * @param {number} degree
     */
    constructor(F, nonResidue, degree) {
        this.F = F;
        const zeros = new Array(degree - 1).fill(F.zero);
        /** @type {E[]} */
        this.zero = [F.zero, ...zeros];
        /** @type {E[]} */
        this.one = [F.one, ...zeros];
        /** @type {E[]} */
        this.negone = [F.neg(F.one), ...zeros];
        this.nonResidue = nonResidue;
        /** Degree over the prime field. */
        this.m = F.m * degree;
        /** @type {bigint} the characteristic */
        this.p = F.p;
        this.n64 = F.n64 * degree;
        this.n32 = this.n64 * 2;
        this.n8 = this.n64 * 8;
    }

    /** @param {E} a @returns {E} */
    _mulByNonResidue(a) {
        return this.F.mul(this.nonResidue, a);
    }

    /** @param {E[]} a @returns {E[]} an array of its own */
    copy(a) {
        // any: fields whose elements are lists have copy
        return a.map((c) => (Array.isArray(c) ? /** @type {any} */ (this.F).copy(c) : c));
    }

    /** @param {E[]} a @param {E[]} b @returns {E[]} */
    add(a, b) {
        return a.map((c, i) => this.F.add(c, b[i]));
    }

    /** @param {E[]} a @returns {E[]} */
    double(a) {
        return this.add(a, a);
    }

    /** @param {E[]} a @param {E[]} b @returns {E[]} */
    sub(a, b) {
        return a.map((c, i) => this.F.sub(c, b[i]));
    }

    /** @param {E[]} a @returns {E[]} */
    neg(a) {
        return a.map((c) => this.F.neg(c));
    }

    /** @param {E[]} a @param {E[]} b @returns {E[]} */
    mul(a, b) { // eslint-disable-line no-unused-vars -- the shape that subclasses fill
        throw new Error("mul: expected a field of degree 2 or 3, got the class that they share");
    }

    /** @param {E[]} a @returns {E[]} */
    square(a) {
        return this.mul(a, a);
    }

    /** @param {E[]} a @returns {E[]} */
    inv(a) { // eslint-disable-line no-unused-vars -- the shape that subclasses fill
        throw new Error("inv: expected a field of degree 2 or 3, got the class that they share");
    }

    /** @param {E[]} a @param {E[]} b @returns {E[]} @throws {Error} "Division by zero" */
    div(a, b) {
        return this.mul(a, this.inv(b));
    }

    /** @param {E[]} a @returns {boolean} */
    isZero(a) {
        return a.every((c) => this.F.isZero(c));
    }

    /** @param {E[]} a @param {E[]} b @returns {boolean} */
    eq(a, b) {
        return a.every((c, i) => this.F.eq(c, b[i]));
    }

    /** @param {E[]} a @param {E[]} b @returns {boolean} */
    neq(a, b) {
        return !this.eq(a, b);
    }

    /**
     * Lexicographic order, c0 first, in the order of the field below.
     * @param {E[]} a
     * @param {E[]} b
     * @returns {boolean}
     */
    gt(a, b) {
        for (let i = 0; i < a.length; i++) {
            if (this.F.gt(a[i], b[i])) return true;
            if (!this.F.eq(a[i], b[i])) return false;
        }
        return false;
    }

    /** @param {E[]} a @param {E[]} b @returns {boolean} */
    geq(a, b) {
        return this.gt(a, b) || this.eq(a, b);
    }

    /** @param {E[]} a @param {E[]} b @returns {boolean} */
    lt(a, b) {
        return !this.geq(a, b);
    }

    /** @param {E[]} a @param {E[]} b @returns {boolean} */
    leq(a, b) {
        return !this.gt(a, b);
    }

    /** @param {E[]} base @param {Scalarish} e - any integer @returns {E[]} */
    mulScalar(base, e) {
        return multiple(this, base, e, "mulScalar");
    }

    /** @param {E[]} base @param {Scalarish} e - any integer @returns {E[]} */
    pow(base, e) {
        return this.exp(base, e);
    }

    /**
     * @param {E[]} base
     * @param {Scalarish} e - any integer; a negative one inverts
     * @returns {E[]}
     */
    exp(base, e) {
        return power(this, base, e, "exp");
    }

    /** Every coordinate reduced to [0, p). @param {E[]} a @returns {E[]} */
    normalize(a) {
        return a.map((c) => this.F.normalize(c));
    }

    /** @param {Rng} rng @returns {E[]} */
    fromRng(rng) {
        return this.zero.map(() => this.F.fromRng(rng));
    }

    /** A uniform element from the host's randomness. @returns {E[]} */
    random() {
        return this.zero.map(() => this.F.random());
    }

    /** c0 first. @param {Uint8Array} buff @param {number} o - offset @param {E[]} e */
    toRprLE(buff, o, e) {
        e.forEach((c, i) => this.F.toRprLE(buff, o + i * this.F.n8, c));
    }

    /** c0 last. @param {Uint8Array} buff @param {number} o - offset @param {E[]} e */
    toRprBE(buff, o, e) {
        e.forEach((c, i) => this.F.toRprBE(buff, o + (e.length - 1 - i) * this.F.n8, c));
    }

    /** c0 first. @param {Uint8Array} buff @param {number} o - offset @param {E[]} e */
    toRprLEM(buff, o, e) {
        e.forEach((c, i) => this.F.toRprLEM(buff, o + i * this.F.n8, c));
    }

    /** c0 last. @param {Uint8Array} buff @param {number} o - offset @param {E[]} e */
    toRprBEM(buff, o, e) {
        e.forEach((c, i) => this.F.toRprBEM(buff, o + (e.length - 1 - i) * this.F.n8, c));
    }

    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} */
    fromRprLE(buff, o) {
        return this.zero.map((_, i) => this.F.fromRprLE(buff, (o || 0) + i * this.F.n8));
    }

    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} */
    fromRprBE(buff, o) {
        return this.zero.map((_, i) => this.F.fromRprBE(buff, (o || 0) + (this.zero.length - 1 - i) * this.F.n8));
    }

    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} */
    fromRprLEM(buff, o) {
        return this.zero.map((_, i) => this.F.fromRprLEM(buff, (o || 0) + i * this.F.n8));
    }

    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} */
    fromRprBEM(buff, o) {
        return this.zero.map((_, i) => this.F.fromRprBEM(buff, (o || 0) + (this.zero.length - 1 - i) * this.F.n8));
    }

    /** @param {E[]} a @returns {E[]} an array of its own */
    toObject(a) {
        return a.map((c) => this.F.toObject(c));
    }
}
