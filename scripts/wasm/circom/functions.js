/**
 * What a circuit.wasm of circom 2 has at fixed places: its 81 field functions, in order, with their
 * types, and the addresses of its constants. Read from compiled circuits; src/params/circom.js has
 * the hashes by which they are known.
 * @module scripts/wasm/circom/functions
 */

/** Functions that a module imports before its own: exceptionHandler and three that print. */
export const IMPORTED = 4;

/** Parameters (i: i32, l: i64) and result of the functions from index IMPORTED on. */
const TABLE = `
int_copy ii, int_zero i, int_isZero i:i, int_one i, int_eq ii:i, int_gt ii:i, int_gte ii:i, int_add iii:i, int_sub iii:i,
int_mul iii, int_square ii, int_squareOld ii, int__mul1 ili, int__add1 il, int_div iiii, int_inverseMod iii,
F1m_add iii, F1m_sub iii, F1m_neg ii, F1m_mReduct ii, F1m_mul iii, F1m_square ii, F1m_squareOld ii, F1m_toMontgomery ii,
F1m_fromMontgomery ii, F1m_isNegative i:i, F1m_inverse ii, F1m_one i, F1m_load iii, F1m_timesScalar iiii, F1m_exp iiii,
F1m_sqrt ii, F1m_isSquare i:i,
copy ii, copyn iii, isTrue i:i, rawCopyS2L il, toMontgomery i, toNormal i, toLongNormal i, isNegative i:i, neg ii,
getLsb32 i:i, toInt i:i, add iii, sub iii, eqR ii:i, gtR ii:i, eq iii, neq iii, gt iii, geq iii, lt iii, leq iii, mul iii,
idiv iii, mod iii, inv ii, div iii, pow iii, fixedShl ll:l, fixedShr ll:l, rawgetchunk ii:l, rawshll iii, rawshrl iii,
adjustBinResult i, rawshl iii, rawshr iii, shl iii, shr iii, rawbandl iii, band iii, rawborl iii, bor iii, rawbxorl iii,
bxor iii, rawbnotl ii, bnot ii, land iii, lor iii, lnot ii`;

const TYPES = /** @type {Record<string, string>} */ ({ i: "i32", l: "i64" });

/**
 * @typedef {object} CircomFunction
 * @property {string} name - of the field, e.g. `Fr_mul`
 * @property {number} index - in every recognised file
 * @property {string[]} params - i32 or i64
 * @property {string} [result]
 */

/** @returns {CircomFunction[]} */
export const circomFunctions = () => TABLE.trim().split(/,\s*/).map((entry, i) => {
    const [name, type] = entry.split(" ");
    const [params, result] = type.split(":");
    return {
        name: `Fr_${name}`,
        index: IMPORTED + i,
        params: [...params].map((letter) => TYPES[letter]),
        result: TYPES[result],
    };
});

/** Constants that every file keeps: 32 bytes each. */
export const ADDRESS = Object.freeze({ p: 608, R2: 672, R3: 704, zero: 768, half: 1920 });

/**
 * Scratch of functions whose bodies are replaced, or that only such functions call: [from, to). The
 * old long division uses what lies before it, and old bodies that are kept run to their end before
 * any of ours does.
 */
export const SCRATCH = Object.freeze([[320, 608], [992, 1504]]);
