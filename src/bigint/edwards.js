/**
 * A twisted Edwards curve a x^2 + y^2 = 1 + d x^2 y^2 over a prime field, a a square and d none:
 * one formula adds any two points. Points are projective, [X, Y, Z] with x = X/Z and y = Y/Z; zero
 * is [0, 1, 1].
 *
 * Formulas: add-2008-bbjlp and dbl-2008-bbjlp of the Explicit-Formulas Database (Bernstein,
 * Birkner, Joye, Lange, Peters, "Twisted Edwards curves", 2008).
 * @module bigint/edwards
 */
/** @import { EdwardsParams } from "../params/types.js" */
/** @import { Field, Rng } from "./types.js" */
import { readLE } from "../util/bytes.js";
import { EC } from "./curve.js";
import { inverse, mod } from "./modular.js";

/** Of a compressed point, in its last byte. */
const SIGN = 0x80;

/** @extends {EC<bigint>} */
export class EdwardsEC extends EC {
    /**
     * @param {Field<bigint>} F - of the coordinates
     * @param {Readonly<Pick<EdwardsParams, "a" | "d" | "sign" | "generator">>} params
     */
    constructor(F, { a, d, sign, generator }) {
        super(F, [...generator]);
        this.zero = [F.zero, F.one, F.one];
        this.a = mod(a, F.p);
        this.d = mod(d, F.p);
        this.sign = sign;
    }

    /** @override @param {bigint[]} p1 @param {bigint[]} p2 @returns {bigint[]} */
    add([X1, Y1, Z1], [X2, Y2, Z2]) {
        const { F } = this, A = F.mul(Z1, Z2);
        const B = F.square(A);
        const C = F.mul(X1, X2);
        const D = F.mul(Y1, Y2);
        const E = F.mul(this.d, F.mul(C, D));
        const G = F.sub(B, E);
        const H = F.add(B, E);
        const cross = F.sub(F.mul(F.add(X1, Y1), F.add(X2, Y2)), F.add(C, D));
        return [F.mul(F.mul(A, G), cross), F.mul(F.mul(A, H), F.sub(D, F.mul(this.a, C))), F.mul(G, H)];
    }

    /** @override @param {bigint[]} p @returns {bigint[]} */
    neg([X, Y, Z]) {
        return [this.F.neg(X), Y, Z];
    }

    /** @override @param {bigint[]} p @returns {bigint[]} */
    double([X, Y, Z]) {
        const { F } = this, C = F.square(X);
        const D = F.square(Y);
        const E = F.mul(this.a, C);
        const G = F.add(E, D);
        const H = F.square(Z);
        const J = F.sub(G, F.add(H, H));
        const XY = F.mul(X, Y);
        return [F.mul(F.add(XY, XY), J), F.mul(G, F.sub(E, D)), F.mul(G, J)];
    }

    /** @override @param {bigint[]} p @param {bigint} zInv @returns {bigint[]} */
    _scale([X, Y], zInv) {
        return [this.F.mul(X, zInv), this.F.mul(Y, zInv), this.F.one];
    }

    /** @override @param {bigint[]} p1 @param {bigint[]} p2 */
    eq([X1, Y1, Z1], [X2, Y2, Z2]) {
        const { F } = this;
        return F.eq(F.mul(X1, Z2), F.mul(X2, Z1)) && F.eq(F.mul(Y1, Z2), F.mul(Y2, Z1));
    }

    /** @override @param {bigint[]} p */
    isZero([X, Y, Z]) {
        return this.F.isZero(X) && this.F.eq(Y, Z) && !this.F.isZero(Z);
    }

    /** Whether the coordinates satisfy the equation. @param {bigint[]} p @returns {boolean} */
    isValid(p) {
        const { F } = this;
        if (F.isZero(p[2])) return false;
        const [x, y] = this.affine(p);
        const xx = F.square(x);
        const yy = F.square(y);
        return F.eq(F.add(F.mul(this.a, xx), yy), F.add(F.one, F.mul(this.d, F.mul(xx, yy))));
    }

    /** The sign in an encoding. @param {bigint} x @returns {boolean} */
    _signOf(x) {
        return this.sign === "odd" ? this.F.toObject(x) % 2n === 1n : this.F.lt(x, this.F.zero);
    }

    /**
     * The point with this y and the sign of x; null if there is none.
     * @override
     * @param {bigint} y
     * @param {boolean} signed
     * @returns {bigint[] | null}
     */
    _lift(y, signed) {
        const { F } = this, yy = F.square(y);
        // a / d is no square
        const x = F.sqrt(F.div(F.sub(F.one, yy), F.sub(this.a, F.mul(this.d, yy))));
        if (x === null || (F.isZero(x) && signed)) return null;
        return [signed === this._signOf(x) ? x : F.neg(x), y, F.one];
    }

    /**
     * A random point of the curve, or of the subgroup if `cofactor` is set.
     * @override
     * @param {Rng} rng
     * @returns {bigint[]} affine
     */
    fromRng(rng) {
        for (;;) {
            const y = this.F.fromRng(rng);
            const point = this._lift(y, rng.nextBool());
            if (point) return this.cofactor ? this.affine(this.mulScalar(point, this.cofactor)) : point;
        }
    }

    /**
     * @override
     * @param {"toRprLE" | "toRprBE" | "toRprLEM" | "toRprBEM"} method
     * @param {Uint8Array} buff
     * @param {number} o
     * @param {bigint[]} p
     */
    _write(method, buff, o, p) {
        const { F } = this, [x, y] = this.affine(p);
        this._clear(buff, o, 2 * F.n8, method);
        F[method](buff, o, x);
        F[method](buff, o + F.n8, y);
    }

    /**
     * @override
     * @param {"fromRprLE" | "fromRprBE" | "fromRprLEM" | "fromRprBEM"} method
     * @param {Uint8Array} buff
     * @param {number} [o]
     */
    _read(method, buff, o = 0) {
        const { F } = this;
        return [F[method](buff, o), F[method](buff, o + F.n8), F.one];
    }

    /** @override @param {Uint8Array} buff @param {number} o @param {bigint[]} p */
    toRprLEJM(buff, o, p) {
        this._clear(buff, o, 3 * this.F.n8, "toRprLEJM");
        this.affine(p).forEach((c, i) => this.F.toRprLEM(buff, o + i * this.F.n8, c));
    }

    /**
     * F.n8 bytes: y, little-endian, with the sign of x in the highest bit.
     * @override
     * @param {Uint8Array} buff
     * @param {number} o - offset
     * @param {bigint[]} p
     */
    toRprCompressed(buff, o, p) {
        const { F } = this, [x, y] = this.affine(p);
        this._clear(buff, o, F.n8, "toRprCompressed");
        F.toRprLE(buff, o, y);
        if (this._signOf(x)) buff[o + F.n8 - 1] |= SIGN;
    }

    /**
     * @override
     * @param {Uint8Array} buff - see `toRprCompressed`
     * @param {number} [o]
     * @returns {bigint[]} affine
     * @throws {Error} "Invalid Point!" if no point has this encoding: y of p or more is none
     */
    fromRprCompressed(buff, o = 0) {
        const { F } = this, bytes = this._take(buff, o, F.n8, "fromRprCompressed");
        const signed = bytes[F.n8 - 1] >= SIGN;
        bytes[F.n8 - 1] &= ~SIGN;
        const y = readLE(bytes, 0, F.n8, "fromRprCompressed");
        const point = y < F.p && this._lift(y, signed);
        if (!point) throw new Error("Invalid Point!");
        return point;
    }

    /** @override @param {Uint8Array} buff @param {number} [o] @returns {bigint[]} */
    fromRprUncompressed(buff, o = 0) {
        return this._read("fromRprBE", this._take(buff, o, 2 * this.F.n8, "fromRprUncompressed"));
    }

    /**
     * Big-endian x and y.
     * @override
     * @param {Uint8Array} buff
     * @param {number} o
     * @param {bigint[]} p
     */
    toRprUncompressed(buff, o, p) {
        this._write("toRprBE", buff, o, p);
    }
}

/**
 * The same group as y^2 = x^3 + a x + b: with A = 2 (ae + d) / (ae - d) and B = 4 / (ae - d), where
 * ae is a of the Edwards curve, B v^2 = u^3 + A u^2 + u for u = (1 + y) / (1 - y), v = u / x; then
 * X = B (u + A / 3), Y = B^2 v. Points of additions on lanes are in this form, where an addition
 * with a shared inversion takes fewer products than any on the Edwards form.
 *
 *   source  Bernstein, Birkner, Joye, Lange, Peters 2008, theorem 3.2
 * @param {bigint} p
 * @param {Readonly<Pick<EdwardsParams, "a" | "d">>} curve
 * @returns {{ a: bigint, b: bigint, B: bigint, shift: bigint }} X = B u + shift, Y = B^2 u / x
 */
export function weierstrassOf(p, { a, d }) {
    const over = inverse(a - d, p);
    const A = mod(2n * (a + d) * over, p);
    const B = mod(4n * over, p);
    const third = inverse(3n, p);
    const shift = mod(B * A * third, p);
    const BB = B * B;
    return {
        a: mod(BB * (1n - A * A * third), p),
        b: mod(BB * B * A * third * (2n * A * A * third * third - 1n), p),
        B,
        shift,
    };
}
