/**
 * EdwardsCurve: the points of a twisted Edwards curve a x^2 + y^2 = 1 + d x^2 y^2, one at a time,
 * with the methods of WasmCurve. Public as curve.G1 of the curves that have this form.
 * @module engine/edwards
 */
/** @import { Rng } from "./types.js" */
import { hexOf } from "../util/bytes.js";
import { WasmCurve } from "./group.js";
import { take } from "./scratch.js";

/**
 * Affine x, y and projective X, Y, Z (x = X/Z, y = Y/Z), coordinates little-endian Montgomery; the
 * names of methods and options call the form of three coordinates jacobian on every curve. Zero is
 * (0, 1) in affine form and (0, 1, 1) in projective form: a point like others. Zero bytes are no
 * point.
 */
export class EdwardsCurve extends WasmCurve {
    /** @override @param {number} pGad - where the module keeps a, and d behind it */
    setEquation(pGad) {
        const { tm, F: { n8 } } = this;
        this.a = take(tm, pGad, n8);
        this.d = take(tm, pGad + n8, n8);
    }

    /** @override */
    get noX() {
        return this.F.zero;
    }

    /** Uncompressed points have no flags. @override */
    get flags() {
        return 0;
    }

    /**
     * Refuses what `CtoLEM` gives for bytes that encode no point: see toRprCompressed.
     * @override
     * @param {Uint8Array} arr - y, little-endian, with the sign of x in the highest bit of the last
     *   byte
     * @param {number} [offset]
     * @returns {Uint8Array} affine
     * @throws {Error} no point of the curve has this encoding: y is not below q, or of no point, or
     *   x = 0 has a sign
     */
    fromRprCompressed(arr, offset) {
        const bytes = this.cut(arr, offset, this.F.n8, "_fromRprCompressed");
        const point = this.op1Affine("_CtoLEM", bytes);
        if (point.some((byte) => byte !== 0)) return point;
        throw new Error(
            `${this.prefix}_fromRprCompressed: expected the encoding of a point on the curve, got ${hexOf(bytes)}`,
        );
    }

    /**
     * 1 - y^2 over a - d y^2; no divisor is zero, as a is a square and d is none.
     * @param {Uint8Array} y
     */
    squareOfX(y) {
        const { F } = this, [one, a, d] = /** @type {Uint8Array[]} */ ([F.one, this.a, this.d]), yy = F.square(y);
        return F.div(F.sub(one, yy), F.sub(a, F.mul(d, yy)));
    }

    /**
     * @override
     * @param {Uint8Array} a
     * @returns {boolean} whether it is on the curve; the subgroup is not checked
     */
    isValid(a) {
        return this.op1Bool(this.isJacobian(a, "_isValid") ? "_inCurve" : "_inCurveAffine", a);
    }

    /**
     * @param {Uint8Array} a
     * @returns {boolean} whether it is on the curve and of order r, or zero
     */
    isInSubgroup(a) {
        return this.op1Bool(this.isJacobian(a, "_isInSubgroup") ? "_inGroup" : "_inGroupAffine", a);
    }

    /** @override @param {Rng} rng @returns {Uint8Array} in the subgroup, projective */
    fromRng(rng) {
        const { F } = this;
        let y, xx, greatest;
        do {
            y = F.fromRng(rng);
            greatest = rng.nextBool();
            xx = this.squareOfX(y);
        } while (!F.isSquare(xx));
        let x = F.sqrt(xx);
        if (greatest !== F.isNegative(x)) x = F.neg(x);
        const point = new Uint8Array(F.n8 * 2);
        point.set(x);
        point.set(y, F.n8);
        return this.timesScalar(point, /** @type {Uint8Array} */ (this.cofactor));
    }

    /** @override @param {Uint8Array} a @returns {any[]} [x, y, z] as bigint */
    toObject(a) {
        const { F } = this, one = F.one;
        const z = this.isJacobian(a, "_toObject") ? this.coordinate(a, 2) : one;
        return [this.coordinate(a, 0), this.coordinate(a, 1), z].map((c) => F.toObject(c));
    }
}
