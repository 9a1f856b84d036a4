/**
 * Multiples of a point by a secret scalar, with the same sequence of kernels for every scalar.
 * @module engine/secret_multiple
 */
/** @import { WasmCurve } from "./group.js" */
/** @import { WasmField1 } from "./field.js" */
import { secretBytes } from "../util/bytes.js";
import { describe } from "../util/check.js";
import { take, withScratch } from "./scratch.js";

/**
 * Sum of two little-endian integers of the same length, without a branch on their value.
 * @param {Uint8Array} a
 * @param {Uint8Array} b
 * @returns {Uint8Array} one byte longer, in secretBytes
 */
function plus(a, b) {
    const sum = secretBytes(a.length + 1);
    for (let i = 0, carry = 0; i <= a.length; i++, carry >>= 8) {
        carry += (i < a.length ? a[i] : 0) + (i < b.length ? b[i] : 0);
        sum[i] = carry & 0xff;
    }
    return sum;
}

/** @param {Uint8Array} bytes - little-endian @param {number} i @returns {number} */
const bit = (bytes, i) => (bytes[i >> 3] >> (i & 7)) & 1;

/**
 * s + r or s + 2r, whichever has its highest bit at 2^bits; one of them does, because r has `bits`
 * bits.
 * @param {Uint8Array} s - below r
 * @param {Uint8Array} r
 * @param {number} bits
 */
function ofFixedLength(s, r, bits) {
    const once = plus(s, r);
    const twice = plus(once, r), sums = [twice, once];
    const chosen = secretBytes(once.length);
    chosen.set(sums[bit(once, bits)].subarray(0, chosen.length));
    for (const sum of sums) sum.fill(0);
    return chosen;
}

/**
 * s a, by Montgomery's ladder: an addition and a doubling for each bit. The addresses that they
 * work on depend on s.
 *
 *   in      a    affine or jacobian, of order r; outside the subgroup the result is wrong
 *           s    Fr, LEM
 *   out     jacobian
 *   cost    23M for each bit of r, 2.3 times what timesFr takes
 *   source  Montgomery 1987; scalars of fixed length: Brumley and Tuveri 2011
 *
 * Except for s = 0, 1, r - 2 and r - 1, no addition has an operand at infinity, or two that are
 * equal or opposite.
 * @param {WasmCurve} G
 * @param {WasmField1} Fr
 * @param {Uint8Array} a
 * @param {Uint8Array} s
 * @returns {Uint8Array}
 * @throws {RangeError} for a scalar of another length
 */
export function secretMultiple(G, Fr, a, s) {
    const { tm, prefix, F } = G, { exports } = tm.instance, size = 3 * F.n8;
    const add = exports[`${prefix}_add`];
    const double = exports[`${prefix}_double`];
    if (s?.length !== Fr.n8)
        throw new RangeError(`${prefix}_timesSecret: expected a scalar of ${Fr.n8} bytes, got ${describe(s)}`);
    const point = G.toJacobian(a);
    const plain = Fr.secret("_fromMontgomery", s);
    const scalar = ofFixedLength(plain, Fr.encode(Fr.p), Fr.bitLength);
    try {
        return withScratch(tm, (_, put) => {
            const sums = [put(point), put(point)];
            double(sums[1], sums[1]);
            for (let i = Fr.bitLength - 1; i >= 0; i--) {
                const to = bit(scalar, i);
                add(sums[0], sums[1], sums[1 - to]);
                double(sums[to], sums[to]);
            }
            const result = take(tm, sums[0], size);
            for (const sum of sums) tm.u8.fill(0, sum, sum + size);
            return result;
        });
    } finally {
        for (const bytes of [plain, scalar]) bytes.fill(0);
    }
}
