/**
 * x^e for a constant e, in the cyclotomic subgroup of Fp12, where inversion is
 * conjugation and so signed digits are free.
 * @module scripts/wasm/tower/cyclotomic_pow
 */
/** @import { Field } from "../types.js" */
/** @import { WasmModule } from "../module.js" */
import { call, forLoop, get } from "../wat.js";

/**
 * Signed digits of e, least first: 0 or odd with |digit| < 2^(width - 1); any
 * nonzero digit is followed by at least width - 1 zeros. Width 2 is the NAF.
 * @param {bigint} e - e > 0
 * @param {number} width - 2 or more
 * @returns {number[]}
 */
export function signedDigits(e, width) {
    const digits = [];
    for (let rest = e; rest > 0n; rest >>= 1n) {
        const digit = rest & 1n ? Number(BigInt.asIntN(width, rest)) : 0;
        digits.push(digit);
        rest -= BigInt(digit);
    }
    return digits;
}

/** Plain binary digits, least first. @param {bigint} e @returns {number[]} */
export const binaryDigits = (e) => Array.from(e.toString(2), Number).reverse();

/**
 * The digits that cost least, with `price` multiplications for the table of
 * odd powers and one for each digit, and a squaring for each place.
 * @param {bigint} e
 * @returns {number[]}
 */
export function cheapestDigits(e) {
    const largest = (/** @type {number[]} */ d) => Math.max(...d.map(Math.abs));
    // a squaring costs half a multiplication here; x^3, x^5, ... need x^2 once
    const cost = (/** @type {number[]} */ d) =>
        d.filter(Boolean).length + d.length / 2 + (largest(d) > 1 ? (largest(d) - 1) / 2 + 0.5 : 0);
    const choices = [binaryDigits(e), ...[2, 3, 4, 5].map((width) => signedDigits(e, width))];
    return choices.reduce((best, d) => (cost(d) < cost(best) ? d : best));
}

/**
 * Adds a function (x, z): z = x^e.
 *
 *   in      x   canonical, in the cyclotomic subgroup
 *   out     z   canonical
 *   alias   z may be x
 *   cost    bits of e squarings (cyclotomicSqr), a mul for each digit
 *
 * @param {WasmModule} module
 * @param {Field} ftm
 * @param {string} name
 * @param {bigint} e - e > 0
 */
export function addCyclotomicPow(module, ftm, name, e) {
    const digits = cheapestDigits(e).reverse(), f = ftm.name;
    const most = Math.max(...digits.map(Math.abs));
    const table = Array.from({ length: (most + 1) / 2 }, () => module.reserve(ftm.n8));
    const acc = module.reserve(ftm.n8);
    const tmp = module.reserve(ftm.n8);
    const sqr = call(`${f}_cyclotomicSqr`, acc, acc);
    /** @type {string[]} */
    const body = [call(`${f}_copy`, get("x"), table[0])];
    if (most > 1) body.push(call(`${f}_cyclotomicSqr`, get("x"), tmp));
    table.slice(1).forEach((entry, i) => body.push(call(`${f}_mul`, table[i], tmp, entry)));
    body.push(call(`${f}_copy`, table[(digits[0] - 1) / 2], acc));
    let run = 0;
    const flush = () => { if (run) body.push(run === 1 ? sqr : forLoop("i", 0, run, sqr)); run = 0; };
    for (const digit of digits.slice(1)) {
        run++;
        if (digit === 0) continue;
        flush();
        const entry = table[(Math.abs(digit) - 1) / 2];
        if (digit < 0) body.push(call(`${f}_conj`, entry, tmp));
        body.push(call(`${f}_mul`, acc, digit < 0 ? tmp : entry, acc));
    }
    flush();
    module.func({ name, params: "x z", i32: "i", body: [...body, call(`${f}_copy`, acc, get("z"))] });
}
