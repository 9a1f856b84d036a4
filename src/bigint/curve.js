/**
 * A short Weierstrass curve y^2 = x^3 + b over any field of this room. Points
 * are Jacobian, [X, Y, Z] with x = X/Z^2 and y = Y/Z^3; zero is [0, 1, 0].
 *
 * Formulas: add-2007-bl and dbl-2009-l of the Explicit-Formulas Database.
 * @module bigint/curve
 */
/** @import { Field, Rng, Scalarish } from "./types.js" */
import { copyBytes } from "../util/bytes.js";
import { checkBytes, checkRange } from "../util/check.js";
import { multiple } from "./ladder.js";

/** Flags in the first byte of a compressed or uncompressed point. */
const GREATEST = 0x80;
const INFINITY = 0x40;
const FLAGS = GREATEST | INFINITY;

/**
 * The sign in an encoding, which is that of the highest coefficient that is not zero.
 * @param {any} F - any: the fields of a tower have elements of different shapes
 * @param {any} y
 * @returns {boolean}
 */
function isNegative(F, y) {
    if (!Array.isArray(y)) return F.lt(y, F.zero);
    const top = y.slice().reverse().find((c) => !F.F.isZero(c));
    return top !== undefined && isNegative(F.F, top);
}

/**
 * Points of a curve.
 * @template E
 */
export class EC {
    /**
     * @param {Field<E>} F - of the coordinates
     * @param {E[]} g - generator: affine [x, y] or Jacobian
     */
    constructor(F, g) {
        this.F = F;
        /** @type {E[]} the generator, Jacobian */
        this.g = g.length === 2 ? [g[0], g[1], F.one] : g;
        /** @type {E[]} */
        this.zero = [F.zero, F.one, F.zero];
        /**
         * @type {E | undefined} constant of the equation; set it before `fromRng` and
         *   `fromRprCompressed`
         */
        this.b = undefined;
        /** @type {Scalarish | undefined} set it when `fromRng` has to reach a subgroup */
        this.cofactor = undefined;
    }

    /** @param {E[]} p1 @param {E[]} p2 @returns {E[]} */
    add(p1, p2) {
        const { F } = this;
        if (this.isZero(p1)) return p2;
        if (this.isZero(p2)) return p1;
        const [Z1Z1, Z2Z2] = [F.square(p1[2]), F.square(p2[2])];
        const U1 = F.mul(p1[0], Z2Z2);
        const U2 = F.mul(p2[0], Z1Z1);
        const S1 = F.mul(F.mul(p1[1], p2[2]), Z2Z2);
        const S2 = F.mul(F.mul(p2[1], p1[2]), Z1Z1);
        if (F.eq(U1, U2) && F.eq(S1, S2)) return this.double(p1);
        const H = F.sub(U2, U1);
        const I = F.square(F.add(H, H));
        const J = F.mul(H, I);
        const r = F.add(F.sub(S2, S1), F.sub(S2, S1));
        const V = F.mul(U1, I);
        const X3 = F.sub(F.sub(F.square(r), J), F.add(V, V));
        const S1J = F.mul(S1, J);
        return [
            X3,
            F.sub(F.mul(r, F.sub(V, X3)), F.add(S1J, S1J)),
            F.mul(F.sub(F.square(F.add(p1[2], p2[2])), F.add(Z1Z1, Z2Z2)), H),
        ];
    }

    /** @param {E[]} p @returns {E[]} */
    neg(p) {
        return [p[0], this.F.neg(p[1]), p[2]];
    }

    /** @param {E[]} a @param {E[]} b @returns {E[]} */
    sub(a, b) {
        return this.add(a, this.neg(b));
    }

    /** @param {E[]} p @returns {E[]} */
    double(p) {
        const { F } = this;
        if (this.isZero(p)) return p;
        const A = F.square(p[0]);
        const B = F.square(p[1]);
        const C = F.square(B);
        const half = F.sub(F.sub(F.square(F.add(p[0], B)), A), C);
        const D = F.add(half, half);
        const E3 = F.add(F.add(A, A), A);
        const X3 = F.sub(F.square(E3), F.add(D, D));
        const YZ = F.mul(p[1], p[2]);
        return [X3, F.sub(F.mul(E3, F.sub(D, X3)), F.mulScalar(C, 8n)), F.add(YZ, YZ)];
    }

    /** @param {E[]} base @param {Scalarish} e - any integer @returns {E[]} */
    timesScalar(base, e) {
        return multiple(this, base, e, "timesScalar");
    }

    /** The same as `timesScalar`. @param {E[]} base @param {Scalarish} e @returns {E[]} */
    mulScalar(base, e) {
        return multiple(this, base, e, "mulScalar");
    }

    /** The same point with Z = 1; zero as [0, 1, 0]. @param {E[]} p @returns {E[]} */
    affine(p) {
        const { F } = this;
        if (this.isZero(p)) return this.zero;
        if (F.eq(p[2], F.one)) return p;
        return this._scale(p, F.inv(p[2]));
    }

    /** @param {E[]} p @param {E} zInv - 1 / Z @returns {E[]} */
    _scale(p, zInv) {
        const { F } = this;
        const zInv2 = F.square(zInv);
        return [F.mul(p[0], zInv2), F.mul(p[1], F.mul(zInv2, zInv)), F.one];
    }

    /**
     * Replaces every point of the array by its affine form, with one inversion (Montgomery's
     * trick).
     * @param {E[][]} arr
     */
    multiAffine(arr) {
        const { F } = this;
        const products = [F.one];
        for (const p of arr)
            products.push(this.isZero(p) ? products[products.length - 1] : F.mul(products[products.length - 1], p[2]));
        let inverse = F.inv(products[arr.length]);
        for (let i = arr.length - 1; i >= 0; i--) {
            const p = arr[i];
            arr[i] = this.isZero(p) ? this.zero : this._scale(p, F.mul(inverse, products[i]));
            if (!this.isZero(p)) inverse = F.mul(inverse, p[2]);
        }
    }

    /**
     * Are they the same point, whatever their Z?
     * @param {E[]} p1
     * @param {E[]} p2
     * @returns {boolean}
     */
    eq(p1, p2) {
        const { F } = this;
        if (this.isZero(p1) || this.isZero(p2)) return this.isZero(p1) && this.isZero(p2);
        const [Z1Z1, Z2Z2] = [F.square(p1[2]), F.square(p2[2])];
        return F.eq(F.mul(p1[0], Z2Z2), F.mul(p2[0], Z1Z1))
            && F.eq(F.mul(F.mul(p1[1], p2[2]), Z2Z2), F.mul(F.mul(p2[1], p1[2]), Z1Z1));
    }

    /** @param {E[]} p @returns {boolean} */
    isZero(p) {
        return this.F.isZero(p[2]);
    }

    /** The affine coordinates. @param {E[]} p @returns {string} */
    toString(p) {
        const [x, y] = this.affine(p);
        return `[ ${this.F.toString(x)} , ${this.F.toString(y)} ]`;
    }

    /**
     * A random point of the curve, or of the subgroup if `cofactor` is set.
     * @param {Rng} rng
     * @returns {E[]} affine
     */
    fromRng(rng) {
        for (;;) {
            const x = this.F.fromRng(rng);
            const greatest = rng.nextBool();
            const point = this._lift(x, greatest, "fromRng");
            if (point) return this.cofactor ? this.affine(this.mulScalar(point, this.cofactor)) : point;
        }
    }

    /**
     * The point with this x and the sign of y.
     * @param {E} x
     * @param {boolean} greatest - y is the negative one of the two
     * @param {string} where
     * @returns {E[] | null}
     */
    _lift(x, greatest, where) {
        const { F, b } = this;
        if (b === undefined)
            throw new TypeError(`${where}: expected the constant b of the curve to be set on this EC, got undefined`);
        const y = F.sqrt(F.add(F.mul(F.square(x), x), b));
        if (y === null) return null;
        return [x, greatest === isNegative(F, y) ? y : F.neg(y), F.one];
    }

    /**
     * Both coordinates, or zero bytes for zero.
     * @param {"toRprLE" | "toRprBE" | "toRprLEM" | "toRprBEM"} method - of the field
     * @param {Uint8Array} buff
     * @param {number} o
     * @param {E[]} p
     */
    _write(method, buff, o, p) {
        const { F } = this;
        this._clear(buff, o, 2 * F.n8, method);
        if (this.isZero(p)) return;
        const [x, y] = this.affine(p);
        F[method](buff, o, x);
        F[method](buff, o + F.n8, y);
    }

    /** @param {Uint8Array} buff @param {number} o @param {number} n8 @param {string} where */
    _clear(buff, o, n8, where) {
        checkBytes(buff, where);
        checkRange(o >= 0 && o + n8 <= buff.byteLength, where, `${n8} bytes at offset ${o}`, buff);
        buff.fill(0, o, o + n8);
    }

    /**
     * A copy of n8 bytes.
     * @param {Uint8Array} buff
     * @param {number} o
     * @param {number} n8
     * @param {string} where
     * @returns {Uint8Array}
     */
    _take(buff, o, n8, where) {
        checkBytes(buff, where);
        checkRange(o >= 0 && o + n8 <= buff.byteLength, where, `${n8} bytes at offset ${o}`, buff);
        return copyBytes(buff, o, o + n8);
    }

    /**
     * Both coordinates; two zeros are the point zero.
     * @param {"fromRprLE" | "fromRprBE" | "fromRprLEM" | "fromRprBEM"} method - of the field
     * @param {Uint8Array} buff
     * @param {number} [o]
     * @returns {E[]}
     */
    _read(method, buff, o = 0) {
        const { F } = this;
        const [x, y] = [F[method](buff, o), F[method](buff, o + F.n8)];
        return F.isZero(x) && F.isZero(y) ? this.zero : [x, y, F.one];
    }

    /** @param {Uint8Array} buff @param {number} o - offset @param {E[]} p */
    toRprLE(buff, o, p) {
        this._write("toRprLE", buff, o, p);
    }

    /** @param {Uint8Array} buff @param {number} o - offset @param {E[]} p */
    toRprBE(buff, o, p) {
        this._write("toRprBE", buff, o, p);
    }

    /** @param {Uint8Array} buff @param {number} o - offset @param {E[]} p */
    toRprLEM(buff, o, p) {
        this._write("toRprLEM", buff, o, p);
    }

    /**
     * X, Y and Z of the affine form; zero bytes for zero.
     * @param {Uint8Array} buff
     * @param {number} o - offset
     * @param {E[]} p
     */
    toRprLEJM(buff, o, p) {
        const { F } = this;
        this._clear(buff, o, 3 * F.n8, "toRprLEJM");
        if (!this.isZero(p)) this.affine(p).forEach((c, i) => F.toRprLEM(buff, o + i * F.n8, c));
    }

    /** @param {Uint8Array} buff @param {number} o - offset @param {E[]} p */
    toRprBEM(buff, o, p) {
        this._write("toRprBEM", buff, o, p);
    }

    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} */
    fromRprLE(buff, o) {
        return this._read("fromRprLE", buff, o);
    }

    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} */
    fromRprBE(buff, o) {
        return this._read("fromRprBE", buff, o);
    }

    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} */
    fromRprLEM(buff, o) {
        return this._read("fromRprLEM", buff, o);
    }

    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} affine */
    fromRprLEJM(buff, o) {
        const { F } = this;
        return this.affine([0, 1, 2].map((i) => F.fromRprLEM(buff, (o || 0) + i * F.n8)));
    }

    /** @param {Uint8Array} buff @param {number} [o] @returns {E[]} */
    fromRprBEM(buff, o) {
        return this._read("fromRprBEM", buff, o);
    }

    /**
     * @param {Uint8Array} buff - F.n8 bytes: x, big-endian, with the flags 0x80 (y is negative) and
     *   0x40 (zero)
     * @param {number} [o]
     * @returns {E[]}
     * @throws {Error} "Invalid Point!" when no point has this x
     */
    fromRprCompressed(buff, o) {
        const bytes = this._take(buff, o || 0, this.F.n8, "fromRprCompressed");
        const flags = bytes[0] & FLAGS;
        if (flags & INFINITY) return this.zero;
        bytes[0] &= ~FLAGS;
        const point = this._lift(this.F.fromRprBE(bytes, 0), flags !== 0, "fromRprCompressed");
        if (!point) throw new Error("Invalid Point!");
        return point;
    }

    /**
     * F.n8 bytes: see `fromRprCompressed`.
     * @param {Uint8Array} buff
     * @param {number} o - offset
     * @param {E[]} p
     */
    toRprCompressed(buff, o, p) {
        const { F } = this;
        this._clear(buff, o, F.n8, "toRprCompressed");
        if (this.isZero(p)) {
            buff[o] = INFINITY;
            return;
        }
        const [x, y] = this.affine(p);
        F.toRprBE(buff, o, x);
        if (isNegative(F, y)) buff[o] |= GREATEST;
    }

    /**
     * Big-endian x and y; flag 0x40 or zero bytes for zero.
     * @param {Uint8Array} buff
     * @param {number} [o]
     * @returns {E[]}
     */
    fromRprUncompressed(buff, o) {
        const bytes = this._take(buff, o || 0, 2 * this.F.n8, "fromRprUncompressed");
        return bytes[0] & INFINITY ? this.zero : this._read("fromRprBE", bytes, 0);
    }

    /**
     * See `fromRprUncompressed`; zero is written with the flag.
     * @param {Uint8Array} buff
     * @param {number} o - offset
     * @param {E[]} p
     */
    toRprUncompressed(buff, o, p) {
        this._write("toRprBE", buff, o, p);
        if (this.isZero(p)) buff[o] = INFINITY;
    }
}
