/**
 * WasmField2 and WasmField3: quadratic and cubic extensions, one value at a time.
 * Public as curve.F2, curve.F12 (quadratic) and curve.F6 (cubic).
 * @module engine/extension
 */
/** @import { ThreadManager, WasmField, Rng } from "./types.js" */
import { describe } from "../util/check.js";
import { isByteView } from "./scratch.js";
import { FieldOperations } from "./operations.js";
import { sqrtGeneric } from "./sqrt.js";

/**
 * What both extensions share: an element consists of its coefficients one after the other, lowest
 * first.
 */
class WasmExtension extends FieldOperations {
    /**
     * @param {ThreadManager} tm
     * @param {string} prefix
     * @param {WasmField} F - the field below
     * @param {number} degree - over F
     */
    constructor(tm, prefix, F, degree) {
        /** @type {number[]} */
        const [n8, n32, n64, m] = [F.n8, F.n32, F.n64, F.m].map((count) => count * degree);
        super(tm, prefix, { F, type: `F${degree}`, m, n8, n32, n64 });
        /** @type {WasmField} */ this.F = F;
        /** @type {number} */ this.n32 = n32;
        /** @type {number} */ this.n64 = n64;
    }

    /**
     * @param {Uint8Array} a
     * @param {number} i
     * @returns {Uint8Array} the i-th coefficient, a copy
     */
    coefficient(a, i) { return a.slice(i * this.F.n8, (i + 1) * this.F.n8); }

    /** @param {Uint8Array[]} parts @returns {Uint8Array} */
    join(parts) {
        const bytes = new Uint8Array(this.n8);
        parts.forEach((part, i) => bytes.set(part, i * this.F.n8));
        return bytes;
    }

    /** @returns {number} how many coefficients */
    get degree() { return this.n8 / this.F.n8; }

    /**
     * @param {Uint8Array | readonly any[]} a - bytes are returned as the same object; otherwise one
     *   entry per coefficient
     * @param {number} [b] - radix of strings
     * @returns {Uint8Array}
     */
    e(a, b) {
        if (isByteView(a)) return a;
        if (!Array.isArray(a) || a.length !== this.degree)
            throw new Error(`invalid ${this.type}: expected an array of ${this.degree} elements`);
        return this.join(a.map((entry) => this.F.e(entry, b)));
    }

    /**
     * @param {Uint8Array} a
     * @param {number} [radix]
     * @returns {string}
     */
    toString(a, radix) {
        return `[${Array.from({ length: this.degree }, (_, i) => this.F.toString(this.coefficient(a, i), radix)).join(", ")}]`;
    }

    /** @param {Rng} rng @returns {Uint8Array} */
    fromRng(rng) { return this.join(Array.from({ length: this.degree }, () => this.F.fromRng(rng))); }

    /** @param {Uint8Array} a @returns {any[]} nested arrays of bigint, lowest coefficient first */
    toObject(a) { return Array.from({ length: this.degree }, (_, i) => this.F.toObject(this.coefficient(a, i))); }

    /**
     * @param {readonly any[]} a - nested arrays; strings are read as hex digits
     * @returns {Uint8Array}
     */
    fromObject(a) { return this.join(Array.from({ length: this.degree }, (_, i) => this.F.fromObject(a[i]))); }

    /** @param {Uint8Array} a */
    c1(a) { return this.coefficient(a, 0); }

    /** @param {Uint8Array} a */
    c2(a) { return this.coefficient(a, 1); }
}

/** F[u] / (u^2 - nonresidue). */
export class WasmField2 extends WasmExtension {
    /**
     * @param {ThreadManager} tm
     * @param {string} prefix - "f2m" or "ftm"
     * @param {WasmField} F
     */
    constructor(tm, prefix, F) { super(tm, prefix, F, 2); }

    /**
     * @param {Uint8Array} a
     * @param {Uint8Array} b - element of the field below
     */
    mul1(a, b) {
        const { tm, pOp1, pOp2, pOp3 } = this;
        this.put(pOp1, a, "_mul1");
        this.F.put(pOp2, b, "_mul1");
        tm.instance.exports[this.prefix + "_mul1"](pOp1, pOp2, pOp3);
        return tm.u8.slice(pOp3, pOp3 + this.n8);
    }

    /**
     * @param {Uint8Array} a
     * @returns {boolean} always true in F12, as in ffjavascript; sqrt does check
     */
    isSquare(a) { return this.F.m === 1 ? this.op1Bool("_isSquare", a) : true; }

    /**
     * @param {Uint8Array} a
     * @returns {Uint8Array} one of the two roots
     * @throws {Error} a is not a square
     */
    sqrt(a) {
        if (this.F.m !== 1) return sqrtGeneric(this, a);
        if (!this.isSquare(a)) throw new Error(`${this.prefix}_sqrt: expected a square, got ${this.toString(a)}`);
        return this.op1("_sqrt", a);
    }
}

/** F[v] / (v^3 - nonresidue). */
export class WasmField3 extends WasmExtension {
    /**
     * @param {ThreadManager} tm
     * @param {string} prefix - "f6m"
     * @param {WasmField} F
     */
    constructor(tm, prefix, F) {
        super(tm, prefix, F, 3);
    }

    /** @param {string} what @returns {never} */
    refuse(what) {
        throw new TypeError(
            `${this.prefix}_${what}: expected a field whose square roots are known here (Fr, F1, F2, F12), got the cubic extension`,
        );
    }

    /**
     * @param {Uint8Array} a
     * @returns {boolean}
     * @throws {TypeError} always: the module has no such export
     */
    isSquare(a) {
        return this.refuse(`isSquare of ${describe(a)}`);
    }

    /** @param {Uint8Array} a @returns {Uint8Array} @throws {TypeError} always */
    sqrt(a) {
        return this.refuse(`sqrt of ${describe(a)}`);
    }

    /** @param {Uint8Array} a */
    c3(a) {
        return this.coefficient(a, 2);
    }
}
