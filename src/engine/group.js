/**
 * WasmCurve: the group of points of a curve, one at a time. Public as curve.G1 and curve.G2.
 * A point is affine (2 coordinates) or jacobian (3); its length says which.
 * @module engine/group
 */
/** @import { ThreadManager, Scalarish, Rng, WasmField1, WasmField2 } from "./types.js" */
import { describe } from "../util/check.js";
import { isByteView, memory, Slots, take, withScratch } from "./scratch.js";
import { magnitude } from "./operations.js";

/** Flags in the first byte of an encoded point. */
const GREATEST = 0x80;
const INFINITY = 0x40;

/**
 * Affine x, y and jacobian X, Y, Z (x = X/Z^2, y = Y/Z^3), coordinates little-endian Montgomery.
 * Zero is all zero bytes in affine form and (0, 1, 0) in jacobian form.
 */
export class WasmCurve {
    /** Exports by name without the prefix. @type {Record<string, Function>} */
    #kernels = {};
    /** @type {Slots} */ #slots;

    /**
     * @param {ThreadManager} tm
     * @param {string} prefix - "g1m" or "g2m"
     * @param {WasmField1 | WasmField2} F - the field of the coordinates
     * @param {number} pGen - where the module keeps the generator, jacobian
     * @param {number} pGb - where the module keeps the constants of the equation: b of y^2 = x^3 +
     *   b
     * @param {Uint8Array} [cofactor] - little-endian; absent when it is 1
     */
    constructor(tm, prefix, F, pGen, pGb, cofactor) {
        this.tm = tm;
        this.prefix = prefix;
        this.F = F;
        this.pOp1 = tm.alloc(F.n8 * 3);
        this.pOp2 = tm.alloc(F.n8 * 3);
        this.pOp3 = tm.alloc(F.n8 * 3);
        this.#slots = new Slots(tm, F.n8 * 3, [this.pOp1, this.pOp2, this.pOp3]);
        tm.instance.exports[prefix + "_zero"](this.pOp1);
        this.zero = take(tm, this.pOp1, F.n8 * 3);
        tm.instance.exports[prefix + "_zeroAffine"](this.pOp1);
        this.zeroAffine = take(tm, this.pOp1, F.n8 * 2);
        this.one = take(tm, pGen, F.n8 * 3);
        this.g = this.one;
        this.oneAffine = take(tm, pGen, F.n8 * 2);
        this.gAffine = this.oneAffine;
        this.setEquation(pGb);
        if (cofactor) this.cofactor = cofactor;
        this.negone = this.neg(this.one);
        this.two = this.add(this.one, this.one);
    }

    /** @param {number} pGb */
    setEquation(pGb) {
        this.b = take(this.tm, pGb, this.F.n8);
    }

    /**
     * The x of the mark (x, 0), which is no point, that CtoLEM gives for bytes that encode none.
     */
    get noX() {
        return this.F.one;
    }

    /**
     * @param {Uint8Array} a
     * @param {string} where - export, for the message
     * @returns {boolean} jacobian, not affine
     * @throws {Error} "invalid point size"
     */
    isJacobian(a, where) {
        const n8 = this.F.n8;
        if (a?.length === n8 * 3) return true;
        if (a?.length === n8 * 2) return false;
        throw new Error(
            `${this.prefix}${where}: invalid point size: expected ${2 * n8} bytes (affine) or ${3 * n8} (jacobian), got ${describe(a)}`,
        );
    }

    /** @param {string} opName @returns {Function} */
    kernel(opName) {
        return this.#kernels[opName] ??= this.tm.instance.exports[this.prefix + opName];
    }

    /** @param {number} p @param {Uint8Array} a */
    put(p, a) {
        memory(this.tm).set(a, p);
    }

    /**
     * @param {string} opName - export without the prefix
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     * @returns {Uint8Array} jacobian
     */
    op2(opName, a, b) {
        return this.#slots.two(this.kernel(opName), a, b);
    }

    /**
     * @param {string} opName
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     */
    op2bool(opName, a, b) {
        return this.#slots.askTwo(this.kernel(opName), a, b);
    }

    /** @param {string} opName @param {Uint8Array} a @returns {Uint8Array} jacobian */
    op1(opName, a) {
        return this.#slots.one(this.kernel(opName), a);
    }

    /** @param {string} opName @param {Uint8Array} a @returns {Uint8Array} affine */
    op1Affine(opName, a) {
        this.put(this.pOp1, a);
        this.tm.instance.exports[this.prefix + opName](this.pOp1, this.pOp3);
        return take(this.tm, this.pOp3, this.F.n8 * 2);
    }

    /** @param {string} opName @param {Uint8Array} a */
    op1Bool(opName, a) {
        return this.#slots.ask(this.kernel(opName), a);
    }

    /**
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     * @returns {Uint8Array} jacobian
     */
    add(a, b) {
        const ja = this.isJacobian(a, "_add");
        const jb = this.isJacobian(b, "_add");
        if (ja) return jb ? this.op2("_add", a, b) : this.op2("_addMixed", a, b);
        return jb ? this.op2("_addMixed", b, a) : this.op2("_addAffine", a, b);
    }

    /**
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     * @returns {Uint8Array} a - b, jacobian
     */
    sub(a, b) {
        const ja = this.isJacobian(a, "_sub");
        const jb = this.isJacobian(b, "_sub");
        if (ja) return jb ? this.op2("_sub", a, b) : this.op2("_subMixed", a, b);
        return jb ? this.op2("_addMixed", this.neg(b), a) : this.op2("_subAffine", a, b);
    }

    /** @param {Uint8Array} a @returns {Uint8Array} in the form of a */
    neg(a) {
        return this.isJacobian(a, "_neg") ? this.op1("_neg", a) : this.op1Affine("_negAffine", a);
    }

    /** @param {Uint8Array} a @returns {Uint8Array} jacobian */
    double(a) {
        return this.op1(this.isJacobian(a, "_double") ? "_double" : "_doubleAffine", a);
    }

    /** @param {Uint8Array} a */
    isZero(a) {
        return this.op1Bool(this.isJacobian(a, "_isZero") ? "_isZero" : "_isZeroAffine", a);
    }

    /**
     * @param {Uint8Array} a
     * @param {Scalarish | Uint8Array} s - little-endian bytes of any length, or what Scalar.e
     *   takes; may be negative
     * @returns {Uint8Array} s a, jacobian
     */
    timesScalar(a, s) {
        const opName = this.isJacobian(a, "_timesScalar") ? "_timesScalar" : "_timesScalarAffine";
        const { negative, bytes } = magnitude(s);
        this.put(this.pOp1, negative ? this.neg(a) : a);
        withScratch(this.tm, (alloc, put) =>
            this.tm.instance.exports[this.prefix + opName](this.pOp1, put(bytes), bytes.length, this.pOp3),
        );
        return take(this.tm, this.pOp3, this.F.n8 * 3);
    }

    /**
     * @param {Uint8Array} a
     * @param {Uint8Array} s - element of Fr, Montgomery
     * @returns {Uint8Array} s a, jacobian
     */
    timesFr(a, s) {
        const opName = this.isJacobian(a, "_timesFr") ? "_timesFr" : "_timesFrAffine";
        // Both curves have a scalar field of 32 bytes.
        if (s?.length !== 32)
            throw new RangeError(`${this.prefix}_timesFr: expected a scalar of 32 bytes, got ${describe(s)}`);
        return this.op2(opName, a, s);
    }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    eq(a, b) {
        const ja = this.isJacobian(a, "_eq");
        const jb = this.isJacobian(b, "_eq");
        if (ja) return jb ? this.op2bool("_eq", a, b) : this.op2bool("_eqMixed", a, b);
        return jb ? this.op2bool("_eqMixed", b, a) : this.op2bool("_eqAffine", a, b);
    }

    /** @param {Uint8Array} a @returns {Uint8Array} the same object if it is already affine */
    toAffine(a) {
        return this.isJacobian(a, "_toAffine") ? this.op1Affine("_toAffine", a) : a;
    }

    /** @param {Uint8Array} a @returns {Uint8Array} the same object if it is already jacobian */
    toJacobian(a) {
        return this.isJacobian(a, "_toJacobian") ? a : this.op1("_toJacobian", a);
    }

    /**
     * The flags in the first byte of an encoded point. A field of 8 n8 - 1 bits has no room for
     * that of infinity, which is then all zero.
     */
    get flags() {
        // of Fp2: undefined; it has room
        const { bitLength, n8 } = /** @type {WasmField1} */ (this.F);
        return bitLength > 8 * n8 - 2 ? GREATEST : GREATEST | INFINITY;
    }

    /**
     * Writes big-endian x without y, and two flags: 0x80 for y being the greater root, 0x40 for
     * infinity.
     * @param {Uint8Array} arr
     * @param {number} offset
     * @param {Uint8Array} a
     */
    toRprCompressed(arr, offset, a) {
        this.put(this.pOp1, this.toAffine(a));
        this.tm.instance.exports[this.prefix + "_LEMtoC"](this.pOp1, this.pOp1);
        arr.set(take(this.tm, this.pOp1, this.F.n8), offset);
    }

    /**
     * @param {Uint8Array} arr
     * @param {number} [offset]
     * @returns {Uint8Array} affine
     * @throws {Error} no point of the curve has this x
     */
    fromRprCompressed(arr, offset) {
        const bytes = this.cut(arr, offset, this.F.n8, "_fromRprCompressed");
        const infinite = this.flags & INFINITY ? bytes[0] & INFINITY : bytes.every((byte) => byte === 0);
        if (!infinite) this.requireY(bytes);
        return this.op1Affine("_CtoLEM", bytes);
    }

    /**
     * @param {Uint8Array} encoded - compressed, not infinity; the module would look for a root
     *   forever
     */
    requireY(encoded) {
        const x = encoded.slice().reverse();
        x[x.length - 1] &= 0xff - this.flags;
        const { F } = this;
        const element = F.toMontgomery(x);
        if (!F.isSquare(F.add(F.mul(F.square(element), element), /** @type {Uint8Array} */ (this.b)))) {
            throw new Error(
                `${this.prefix}_fromRprCompressed: expected the x of a point on the curve, got ${F.toString(element)}`,
            );
        }
    }

    /**
     * Writes big-endian x, y.
     * @param {Uint8Array} arr
     * @param {number} offset
     * @param {Uint8Array} a
     */
    toRprUncompressed(arr, offset, a) {
        this.put(this.pOp1, this.toAffine(a));
        this.tm.instance.exports[this.prefix + "_LEMtoU"](this.pOp1, this.pOp1);
        arr.set(take(this.tm, this.pOp1, this.F.n8 * 2), offset);
    }

    /**
     * @param {Uint8Array} arr
     * @param {number} [offset]
     * @returns {Uint8Array} affine; the curve equation is not checked
     */
    fromRprUncompressed(arr, offset) {
        return this.op1Affine("_UtoLEM", this.cut(arr, offset, this.F.n8 * 2, "_fromRprUncompressed"));
    }

    /** @param {Uint8Array} a @returns {Uint8Array} */
    toUncompressed(a) {
        const bytes = new Uint8Array(this.F.n8 * 2);
        this.toRprUncompressed(bytes, 0, a);
        return bytes;
    }

    /** @param {Uint8Array} arr @param {number} offset @param {Uint8Array} a */
    toRprLEM(arr, offset, a) {
        arr.set(this.toAffine(a), offset);
    }

    /** @param {Uint8Array} arr @param {number} [offset] @returns {Uint8Array} affine */
    fromRprLEM(arr, offset) {
        return this.cut(arr, offset, this.F.n8 * 2, "_fromRprLEM");
    }

    /**
     * @param {Uint8Array} arr
     * @param {number | undefined} offset
     * @param {number} length
     * @param {string} where
     */
    cut(arr, offset, length, where) {
        const start = offset || 0;
        const bytes = Uint8Array.prototype.slice.call(arr, start, start + length);
        if (bytes.length !== length)
            throw new RangeError(
                `${this.prefix}${where}: expected ${length} bytes from offset ${start}, got ${describe(bytes)}`,
            );
        return bytes;
    }

    /** @param {Uint8Array} a @param {number} i @returns {Uint8Array} */
    coordinate(a, i) {
        return a.slice(i * this.F.n8, (i + 1) * this.F.n8);
    }

    /** @param {Uint8Array} a @param {number} [radix] @returns {string} the raw coordinates */
    toString(a, radix) {
        const parts = this.isJacobian(a, "_toString") ? [0, 1, 2] : [0, 1];
        return `[ ${parts.map((i) => this.F.toString(this.coordinate(a, i), radix)).join(", ")} ]`;
    }

    /**
     * @param {Uint8Array} a
     * @returns {boolean} whether it is on the curve; the subgroup is not checked
     */
    isValid(a) {
        if (this.isZero(a)) return true;
        const { F } = this;
        const affine = this.toAffine(a);
        const [x, y] = [this.coordinate(affine, 0), this.coordinate(affine, 1)];
        return F.eq(F.square(y), F.add(F.mul(F.square(x), x), /** @type {Uint8Array} */ (this.b)));
    }

    /**
     * @param {Rng} rng
     * @returns {Uint8Array} affine when the cofactor is 1, else jacobian
     */
    fromRng(rng) {
        const { F } = this;
        let x, y2, greatest;
        do {
            x = F.fromRng(rng);
            greatest = rng.nextBool();
            y2 = F.add(F.mul(F.square(x), x), /** @type {Uint8Array} */ (this.b));
        } while (!F.isSquare(y2));
        let y = F.sqrt(y2);
        if (greatest !== F.isNegative(y)) y = F.neg(y);
        const point = new Uint8Array(F.n8 * 2);
        point.set(x);
        point.set(y, F.n8);
        return this.cofactor ? this.timesScalar(point, this.cofactor) : point;
    }

    /** @param {Uint8Array} a @returns {any[]} [x, y, z] as bigint, or arrays of them */
    toObject(a) {
        const { F } = this;
        if (this.isZero(a))
            return [
                F.toObject(F.zero),
                F.toObject(F.one),
                F.toObject(F.zero),
            ];
        const z = this.isJacobian(a, "_toObject") ? this.coordinate(a, 2) : F.one;
        return [F.toObject(this.coordinate(a, 0)), F.toObject(this.coordinate(a, 1)), F.toObject(z)];
    }

    /**
     * @param {readonly any[]} a - [x, y] or [x, y, z]; strings are read as HEX digits
     * @returns {Uint8Array} affine if z is 1 or absent, zeroAffine itself if z is 0, otherwise
     *   jacobian
     */
    fromObject(a) {
        const { F } = this;
        const coordinates = [F.fromObject(a[0]), F.fromObject(a[1])];
        const z = a.length > 2 ? F.fromObject(a[2]) : F.one;
        if (F.isZero(z)) return this.zeroAffine;
        if (!F.eq(z, F.one)) coordinates.push(z);
        const bytes = new Uint8Array(F.n8 * coordinates.length);
        coordinates.forEach((coordinate, i) => bytes.set(coordinate, i * F.n8));
        return bytes;
    }

    /** @param {Uint8Array | readonly any[]} a - bytes are returned as the same object */
    e(a) {
        return isByteView(a) ? a : this.fromObject(/** @type {readonly any[]} */ (a));
    }

    /** @param {Uint8Array} a @returns {Uint8Array} */
    x(a) {
        return this.coordinate(this.toAffine(a), 0);
    }

    /** @param {Uint8Array} a @returns {Uint8Array} */
    y(a) {
        return this.coordinate(this.toAffine(a), 1);
    }
}
