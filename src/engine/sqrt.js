/**
 * Square roots by Tonelli and Shanks in any finite field, by its multiplication alone. Used
 * for F12, for which the module has no square root; slow (tens of milliseconds) and exact.
 * @module engine/sqrt
 */

/**
 * @typedef {object} RootField
 * @property {string} prefix
 * @property {number} m - degree over the prime field
 * @property {any} F - the field below
 * @property {Uint8Array} one
 * @property {Uint8Array} zero
 * @property {(a: Uint8Array, b: Uint8Array) => Uint8Array} mul
 * @property {(a: Uint8Array) => Uint8Array} square
 * @property {(a: Uint8Array, b: Uint8Array) => boolean} eq
 * @property {(a: Uint8Array) => boolean} isZero
 * @property {(a: Uint8Array, e: bigint) => Uint8Array} exp
 * @property {(parts: Uint8Array[]) => Uint8Array} join
 */

/** @param {any} field @returns {bigint} the characteristic */
const characteristic = (field) => (field.m === 1 ? field.p : characteristic(field.F));

/**
 * @param {RootField} field
 * @param {bigint} half - (q - 1) / 2
 * @returns {Uint8Array} some element that is not a square
 */
function nonSquare(field, half) {
    const { one } = field;
    // The generator u + k of the extension: elements of a proper subfield of even index are all
    // squares.
    for (let k = field.F.zero; ; k = field.F.add(k, field.F.one)) {
        const candidate = field.join([k, field.F.one]);
        if (!field.eq(field.exp(candidate, half), one)) return candidate;
    }
}

/**
 * @param {RootField} field - of odd order q = p^m
 * @param {Uint8Array} a
 * @returns {Uint8Array} one of the two roots of a
 * @throws {Error} a is not a square
 */
export function sqrtGeneric(field, a) {
    const { one, zero } = field;
    if (field.isZero(a)) return zero.slice();
    const order = characteristic(field) ** BigInt(field.m) - 1n;
    if (!field.eq(field.exp(a, order / 2n), one)) throw new Error(`${field.prefix}_sqrt: expected a square`);
    let t = order, s = 0;
    while ((t & 1n) === 0n) [t, s] = [t >> 1n, s + 1];
    let c = field.exp(nonSquare(field, order / 2n), t);
    let root = field.exp(a, (t + 1n) / 2n);
    let rest = field.exp(a, t);
    // Invariant: root^2 = a * rest, and rest is in the group of order 2^(s-1) that c^2 generates.
    while (!field.eq(rest, one)) {
        let i = 0;
        for (let power = rest; !field.eq(power, one); power = field.square(power)) i++;
        for (let k = 0; k < s - i - 1; k++) c = field.square(c);
        root = field.mul(root, c);
        c = field.square(c);
        rest = field.mul(rest, c);
        s = i;
    }
    return root;
}
