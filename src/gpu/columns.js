/**
 * Transforms over the scalar field on a device, and the quotient of Groth16, whose columns stay on the device from the
 * values on the domain to the scalars of the sum over H.
 * @module gpu/columns
 */
/** @import { Dispatch, Pipelines } from "./dispatch.js" */
/** @import { FieldPlan } from "./wgsl/field.js" */
import { inverse, mod } from "../bigint/modular.js";
import { writeLE } from "../util/bytes.js";
import { MOST_GROUPS, runOn } from "./dispatch.js";
import { COLUMN_PARAMETERS } from "./wgsl/columns.js";

/** @typedef {Pipelines & { plan: FieldPlan, workgroup: number }} ColumnKernels */

/** 2^bits values, and the root of unity of that order. @typedef {{ bits: number, root: bigint }} Domain */

/** A table: first base^i for each i below n. @typedef {{ n: number, first: bigint, base: bigint }} Powers */

/** What stays on the device. @typedef {{ of: string, buffers: Record<string, any> }} Tables of: domain and factors */

/** The columns of a quotient, and one more buffer for results. */
const COLUMNS = /** @type {const} */ (["a", "b", "c"]), FREE = "free";

/**
 * The bytes of `first`, base, base^2, base^4 and so on, in the form of the device.
 * @param {FieldPlan} plan
 * @param {Powers} powers
 */
function basesOf({ p, R, words }, { n, first, base }) {
    const bits = Math.log2(n), out = new Uint8Array(4 * words * (bits + 1));
    writeLE(out, 0, mod(first * R, p), 4 * words);
    for (let k = 0; k < bits; k++, base = mod(base * base, p))
        writeLE(out, 4 * words * (k + 1), mod(base * R, p), 4 * words);
    return out;
}

/** Lists dispatches for n values. @param {number} workgroup @param {number} n */
function lister(workgroup, n) {
    const list = /** @type {Dispatch[]} */ ([]);
    /**
     * @param {string} kernel
     * @param {string[]} buffers
     * @param {number} threads - invocations
     * @param {Record<string, number>} [own] - parameters
     */
    const add = (kernel, buffers, threads, own = {}) => {
        const groups = Math.ceil(threads / workgroup), x = Math.min(groups, MOST_GROUPS);
        list.push({ kernel, buffers, parameters: { n, source: x * workgroup, ...own }, x, y: Math.ceil(groups / x) });
    };
    return { list, add };
}

/**
 * The passes of a transform.
 * @param {ReturnType<typeof lister>["add"]} add
 * @param {number} bits
 * @param {[from: string, to: string]} buffers
 * @returns {[string, string]} the buffer with the results, and the other
 */
function transform(add, bits, [from, to]) {
    const n = 2 ** bits;
    for (let done = 0; done < bits;) {
        const two = (bits - done) % 2 === 1;
        add(two ? "two" : "four", [from, to, "roots"], n / (two ? 2 : 4), { stride: 2 ** done });
        done += two ? 1 : 2;
        [from, to] = [to, from];
    }
    return [from, to];
}

/** Transforms of one field on a device, one at a time. */
export class Columns {
    /** @param {ColumnKernels} kernels */
    constructor(kernels) {
        this.kernels = kernels;
        /** Of the last domain. @type {Tables} */
        this.tables = { of: "", buffers: {} };
    }

    /** Destroys what stays on the device. */
    clear() {
        for (const buffer of Object.values(this.tables.buffers)) buffer.destroy();
        this.tables = { of: "", buffers: {} };
    }

    /**
     * The values of the polynomial with these coefficients on the roots of unity, or the coefficients from the values.
     * @param {Domain} domain - at least two values
     * @param {Uint8Array} values - of the engine, Montgomery, below p
     * @param {boolean} inverted
     * @returns {Promise<Uint8Array>} likewise
     */
    async transform(domain, values, inverted) {
        const { p } = this.kernels.plan, n = 2 ** domain.bits, byN = inverse(mod(BigInt(n), p), p);
        const factors = { n, first: inverted ? byN : 1n, base: 1n };
        return this.run(domain, factors, { a: values }, (add) => {
            const [from, to] = transform(add, domain.bits, ["a", FREE]);
            add("scale", [from, to, "factors"], n, { flip: Number(inverted) });
            return to;
        });
    }

    /**
     * a b - c on the coset shift w^i, from their values on the domain w^i.
     * @param {Domain} domain - at least two values
     * @param {bigint} shift
     * @param {readonly Uint8Array[]} columns - a, b and c: values of the engine, Montgomery, below p
     * @returns {Promise<Uint8Array>} canonical, not Montgomery
     */
    async quotient(domain, shift, columns) {
        const { p } = this.kernels.plan, n = 2 ** domain.bits, { bits } = domain;
        const uploads = Object.fromEntries(COLUMNS.map((name, i) => [name, columns[i]]));
        return this.run(domain, { n, first: inverse(mod(BigInt(n), p), p), base: shift }, uploads, (add) => {
            let free = FREE;
            const shifted = COLUMNS.map((name) => {
                const [coefficients, to] = transform(add, bits, [name, free]);
                add("scale", [coefficients, to, "factors"], n, { flip: 1 });
                const [values, other] = transform(add, bits, [to, coefficients]);
                free = other;
                return values;
            });
            add("join", [...shifted, free], n);
            return free;
        });
    }

    /**
     * @param {Domain} domain
     * @param {Powers} factors
     * @param {Readonly<Record<string, Uint8Array>>} uploads
     * @param {(add: ReturnType<typeof lister>["add"]) => string} steps - name the buffer with the result
     */
    async run({ bits, root }, factors, uploads, steps) {
        const { kernels, kernels: { plan, workgroup } } = this, n = 2 ** bits, size = 4 * plan.words;
        const of = [bits, root, factors.first, factors.base].join(), made = this.tables.of !== of;
        if (made) this.clear();
        const { list, add } = lister(workgroup, n), roots = { n: n / 2, first: 1n, base: root };
        const missing = made ? Object.entries({ roots, factors }) : [];
        const bases = Object.fromEntries(missing.map(([name, powers]) => [`${name} bases`, basesOf(plan, powers)]));
        for (const [name, powers] of missing)
            add("powers", [`${name} bases`, name], powers.n, { n: powers.n, bits: Math.log2(powers.n) });
        const result = steps(add), columns = [...Object.keys(uploads), FREE];
        const { bytes, kept } = await runOn(kernels, {
            dispatches: list, parameters: COLUMN_PARAMETERS,
            bytes: {
                ...Object.fromEntries(columns.map((name) => [name, n * size])),
                roots: roots.n * size, factors: n * size,
                ...Object.fromEntries(Object.entries(bases).map(([name, { length }]) => [name, length])),
            },
            given: this.tables.buffers, kept: missing.map(([name]) => name), uploads: { ...uploads, ...bases },
            result, secret: columns,
        });
        if (made) this.tables = { of, buffers: kept };
        return bytes;
    }
}
