/**
 * Slow twins of batch/field_ops.js on BigInt, in the order of the definition. Values are integers below r; where one
 * comes in or goes out as bytes, it is in Montgomery form, little-endian, n8 bytes.
 */
import { inverse, mod } from "../../src/bigint/modular.js";

/** Between integers and bytes. @param {{ p: bigint, n8: number }} field */
export function coder({ p, n8 }) {
    const R = 1n << BigInt(8 * n8), overR = inverse(R, p);
    const ops = Array.from({ length: n8 / 8 }, (_, k) => 8 * k);
    return {
        /** @param {bigint[]} values */
        bytes(values) {
            const out = new Uint8Array(values.length * n8), view = new DataView(out.buffer);
            values.forEach((value, i) => {
                const raw = mod(value * R, p); // setBigUint64 takes the lowest 64 bits
                for (const at of ops) view.setBigUint64(i * n8 + at, raw >> BigInt(8 * at), true);
            });
            return out;
        },
        /** @param {Uint8Array} bytes */
        values(bytes) {
            const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
            const raw = (i) =>
                ops.reduce((sum, at) => sum + (view.getBigUint64(i * n8 + at, true) << BigInt(8 * at)), 0n);
            return Array.from({ length: bytes.length / n8 }, (_, i) => mod(raw(i) * overR, p));
        },
        /** The value whose bytes are these: for limbs of a certain shape. @param {bigint} raw */
        ofRaw: (raw) => mod(raw * overR, p),
    };
}

/** first, then each value joined with what comes before it. */
function running(list, first, join) {
    const values = [];
    let total = first;
    for (const value of list) {
        values.push(total);
        total = join(total, value);
    }
    return { values, total };
}

/** @param {bigint} p */
export const naive = (p) => ({
    pointwise: (lists, formula) => lists[0].map((_, i) => mod(formula(...lists.map((list) => list[i])), p)),
    prefixProducts: (list, first = 1n) => running(list, first, (x, y) => mod(x * y, p)),
    prefixSums: (list, first = 0n) => running(list, first, (x, y) => mod(x + y, p)),
    powers: (first, ratio, n) => running(new Array(n).fill(ratio), first, (x, y) => mod(x * y, p)).values,
    /** Of each component: the coefficients j, j + parts, … times 1, point, point^2, … */
    evaluate: (list, point, parts = 1) => Array.from({ length: parts }, (_, j) => {
        let sum = 0n, power = 1n;
        for (let i = j; i < list.length; i += parts, power = mod(power * point, p)) sum += list[i] * power;
        return mod(sum, p);
    }),
    /** From the product: multiplied back, quotient and remainder give the polynomial. */
    multiplyBack(quotient, remainder, point, parts = 1) {
        const out = new Array(Math.max(quotient.length + parts, remainder.length)).fill(0n);
        quotient.forEach((q, i) => { out[i + parts] += q; out[i] -= q * point; });
        remainder.forEach((value, i) => { out[i] += value; });
        return out.map((value) => mod(value, p));
    },
    /** The sum of list[i] times (shift root^k)^i, for each k: values on a coset. */
    toCoset: (list, shift, root) => running(new Array(list.length).fill(root), 1n, (x, y) => mod(x * y, p))
        .values.map((power) => list.reduceRight((sum, value) => mod(sum * shift * power + value, p), 0n)),
    pick: (list, numbers) => Array.from(numbers, (i) => list[i]),
    pickedSums: (list, records) => records.reduce(
        (all, [a, b, f, g]) => [...all, mod(f * all[a] + g * all[b], p)],
        list,
    ),
    batchInverse: (list) => list.map((value) => (value === 0n ? 0n : inverse(value, p))),
});
