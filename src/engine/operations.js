/**
 * The part that all field classes share: the operands are copied into scratch slots, one
 * export runs, and the result is copied out as a new array.
 * @module engine/operations
 */
/** @import { ThreadManager, Scalarish, Rng } from "./types.js" */
import * as Scalar from "../bigint/scalar.js";
import { getThreadRng } from "../util/random.js";
import { secretBytes } from "../util/bytes.js";
import { describe } from "../util/check.js";
import { isByteView, memory, Slots, take, withScratch } from "./scratch.js";

/**
 * Any integer argument in the form that the wasm module takes.
 * @param {Scalarish | Uint8Array} value
 * @returns {{ negative: boolean, bytes: Uint8Array }} magnitude, little-endian, at least one byte
 */
export function magnitude(value) {
    if (isByteView(value)) return { negative: false, bytes: value.length > 0 ? value : new Uint8Array(1) };
    const integer = Scalar.e(/** @type {bigint} */ (value));
    const negative = integer < 0n;
    let hex = (negative ? -integer : integer).toString(16);
    if (hex.length % 2 === 1) hex = "0" + hex;
    const bytes = new Uint8Array(hex.length / 2);
    for (let i = 0; i < bytes.length; i++) bytes[bytes.length - 1 - i] = parseInt(hex.slice(2 * i, 2 * i + 2), 16);
    return { negative, bytes };
}

/**
 * Elements are n8 bytes, little-endian Montgomery, reduced. Results are new arrays.
 */
export class FieldOperations {
    /**
     * Exports by name without the prefix: joining names costs a quarter of a product.
     * @type {Record<string, Function>}
     */
    #kernels = {};
    /**
     * Those of the commonest operations, in an object that has nothing else: a look-up by a name
     * that varies takes a tenth of a product.
     * @type {Record<"add" | "sub" | "mul" | "square" | "neg" | "eq" | "isZero" | "toMontgomery"
     *   | "fromMontgomery", Function>}
     */
    #common;
    /** @type {Slots} */ #slots;

    /**
     * @param {ThreadManager} tm
     * @param {string} prefix - of the wasm exports
     * @param {{ n8: number, type: string, m: number, [more: string]: unknown }} own - what else the
     *   object has, in the order of ffjavascript's keys; n8: bytes per element, m: degree over the
     *   prime field
     */
    constructor(tm, prefix, own) {
        const { n8, type, m } = own;
        this.tm = tm;
        this.prefix = prefix;
        Object.assign(this, own);
        this.n8 = n8;
        this.type = type;
        this.m = m;
        this.pOp1 = tm.alloc(n8);
        this.pOp2 = tm.alloc(n8);
        this.pOp3 = tm.alloc(n8);
        this.#slots = new Slots(tm, n8, [this.pOp1, this.pOp2, this.pOp3]);
        const kernel = (/** @type {string} */ name) => /** @type {Function} */ (tm.instance.exports[prefix + name]);
        this.#common = {
            add: kernel("_add"), sub: kernel("_sub"), mul: kernel("_mul"), square: kernel("_square"), neg: kernel("_neg"),
            eq: kernel("_eq"), isZero: kernel("_isZero"),
            toMontgomery: kernel("_toMontgomery"), fromMontgomery: kernel("_fromMontgomery"),
        };
        tm.instance.exports[prefix + "_zero"](this.pOp1);
        this.zero = take(tm, this.pOp1, n8);
        tm.instance.exports[prefix + "_one"](this.pOp1);
        this.one = take(tm, this.pOp1, n8);
        this.negone = this.neg(this.one);
        this.two = this.add(this.one, this.one);
    }

    /**
     * @param {number} pointer
     * @param {Uint8Array} a
     * @param {string} opName - for the message
     */
    put(pointer, a, opName) {
        memory(this.tm).set(this.check(a, opName), pointer);
    }

    /**
     * The element at the start of `a`: callers of ffjavascript may pass longer buffers, whose rest
     * is not read.
     * @param {Uint8Array} a
     * @param {string} opName
     */
    check(a, opName) {
        const { n8 } = this;
        if (a?.length === n8) return a;
        if (a?.length > n8 && isByteView(a)) return a.subarray(0, n8);
        throw new RangeError(`${this.prefix}${opName}: expected an element of ${n8} bytes, got ${describe(a)}`);
    }

    /**
     * @param {string} opName - export without the prefix, e.g. "_add"
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     */
    op2(opName, a, b) {
        return this.#slots.two(this.kernel(opName), this.check(a, opName), this.check(b, opName));
    }

    /**
     * @param {string} opName
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     */
    op2Bool(opName, a, b) {
        return this.#slots.askTwo(this.kernel(opName), this.check(a, opName), this.check(b, opName));
    }

    /**
     * @param {string} opName
     * @param {Uint8Array} a
     */
    op1(opName, a) {
        return this.#slots.one(this.kernel(opName), this.check(a, opName));
    }

    /**
     * @param {string} opName
     * @param {Uint8Array} a
     */
    op1Bool(opName, a) {
        return this.#slots.ask(this.kernel(opName), this.check(a, opName));
    }

    /** @param {string} opName @returns {Function} */
    kernel(opName) {
        return this.#kernels[opName] ??= this.tm.instance.exports[this.prefix + opName];
    }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    add(a, b) { return this.#slots.two(this.#common.add, this.check(a, "_add"), this.check(b, "_add")); }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    eq(a, b) { return this.#slots.askTwo(this.#common.eq, this.check(a, "_eq"), this.check(b, "_eq")); }

    /** @param {Uint8Array} a */
    isZero(a) { return this.#slots.ask(this.#common.isZero, this.check(a, "_isZero")); }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    sub(a, b) { return this.#slots.two(this.#common.sub, this.check(a, "_sub"), this.check(b, "_sub")); }

    /** @param {Uint8Array} a */
    neg(a) { return this.#slots.one(this.#common.neg, this.check(a, "_neg")); }

    /**
     * @param {Uint8Array} a
     * @returns {Uint8Array} a^-1; zero for zero
     */
    inv(a) { return this.op1("_inverse", a); }

    /** @param {Uint8Array} a */
    toMontgomery(a) { return this.#slots.one(this.#common.toMontgomery, this.check(a, "_toMontgomery")); }

    /**
     * @param {bigint} value - >= 0; its bits above 8 n8 are dropped
     * @returns {Uint8Array} value in Montgomery form
     */
    integerToMontgomery(value) { return this.#slots.oneInteger(this.#common.toMontgomery, value); }

    /** @param {Uint8Array} a */
    fromMontgomery(a) { return this.#slots.one(this.#common.fromMontgomery, this.check(a, "_fromMontgomery")); }

    /** @param {Uint8Array} a @param {Uint8Array} b */
    mul(a, b) { return this.#slots.two(this.#common.mul, this.check(a, "_mul"), this.check(b, "_mul")); }

    /**
     * @param {Uint8Array} a
     * @param {Uint8Array} b
     * @returns {Uint8Array} a / b; zero when b is zero
     */
    div(a, b) { return this.mul(a, this.inv(b)); }

    /** @param {Uint8Array} a */
    square(a) { return this.#slots.one(this.#common.square, this.check(a, "_square")); }

    /** @param {Uint8Array} a */
    isNegative(a) { return this.op1Bool("_isNegative", a); }

    /**
     * @param {Uint8Array} a
     * @param {Scalarish | Uint8Array} b - little-endian bytes of any length, or what Scalar.e
     *   takes; negative: power of the inverse
     * @returns {Uint8Array} a^b; 0^0 = 1
     */
    exp(a, b) {
        const { negative, bytes } = magnitude(b);
        const { tm, n8, pOp1, pOp3 } = this;
        this.put(pOp1, negative ? this.inv(a) : a, "_exp");
        withScratch(tm, (alloc, put) =>
            tm.instance.exports[this.prefix + "_exp"](pOp1, put(bytes), bytes.length, pOp3),
        );
        return take(tm, pOp3, n8);
    }

    /**
     * @abstract
     * @param {Rng} _rng
     * @returns {Uint8Array}
     */
    fromRng(_rng) { throw new TypeError(`${this.prefix}: expected a field that draws from ${describe(_rng)}`); }

    /**
     * The result of an operation on secrets, in bytes that the collector copies nowhere, for the
     * caller to clear.
     * @param {string} opName - export without the prefix, of one operand or two
     * @param {...Uint8Array} operands
     */
    secret(opName, ...operands) {
        const { pOp1, pOp2, pOp3 } = this, places = [pOp1, pOp2].slice(0, operands.length);
        operands.forEach((a, i) => this.put(places[i], a, opName));
        this.kernel(opName)(...places, pOp3);
        return this.#takeSecret([...places, pOp3]);
    }

    /**
     * a^n, as `secret`.
     * @param {Uint8Array} a
     * @param {number} n - no secret
     */
    secretPower(a, n) {
        const { tm, pOp1, pOp3 } = this, { bytes } = magnitude(n);
        this.put(pOp1, a, "_exp");
        withScratch(tm, (_, put) => this.kernel("_exp")(pOp1, put(bytes), bytes.length, pOp3));
        return this.#takeSecret([pOp1, pOp3]);
    }

    /** Copies the last of these places, and clears all. @param {number[]} places */
    #takeSecret(places) {
        const { tm, n8 } = this, bytes = secretBytes(n8);
        const last = places[places.length - 1];
        bytes.set(memory(tm).subarray(last, last + n8));
        for (const place of places) memory(tm).fill(0, place, place + n8);
        return bytes;
    }

    /** @returns {Uint8Array} uniform, from the cryptographic generator of the process */
    random() { return this.fromRng(getThreadRng()); }
}
