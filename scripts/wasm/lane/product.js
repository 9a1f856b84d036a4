/**
 * Schedule of a sum of products with one Montgomery reduction, for all tiers:
 *
 *   z = (sum of +-a b) / R mod p
 *
 * Row by row: limb i of every first factor times all limbs of its second
 * factor, then the quotient digit q_i of column i clears that column. For all
 * rows but the last, with m = (mu p + 1) / 2^w: adding q mu p to column i is
 * the same as clearing it and adding q m one column higher, so the digit is
 * the limb itself and no product by mu stands in the chain. The last row
 * multiplies by mu and adds q p, which brings the size down.
 *
 * Tiers give the steps their meaning (fma/limbs.js, simd/limbs.js, scalar/field.js).
 *
 *   cost    (terms + 1) n^2 + 1 limb products
 *   source  Koc, Acar, Kaliski 1996; delayed carries Mitscha-Baude 2022
 * @module scripts/wasm/lane/product
 */

/**
 * An element of a unit in memory: a pointer parameter and a byte offset.
 * @typedef {{ ptr: string, offset: number }} Operand
 */

/**
 * A term of the sum: +-a b, or as many times that.
 * @typedef {{ a: Operand, b: Operand, negative?: boolean, times?: number }} Term
 */

/**
 * One result: a sum of products to z + offset; `shift` moves all operands, for a later unit of a
 * row of units.
 * @typedef {{ terms: Term[], offset: number, shift?: number }} Stream
 */

/**
 * @typedef {object} Steps
 * @property {(i: number, term: Term) => void} row - add limb i of a, times b, to columns i ..
 * @property {(c: number) => void} digit - quotient digit of column c
 * @property {(c: number) => void} early - add digit times m to columns c ..
 * @property {() => void} lastDigit - digit times mu
 * @property {(c: number) => void} last - add digit times p to columns c ..
 * @property {(c: number) => void} carry - column c into column c + 1
 * @property {(i: number, c: number) => void} limb - column c becomes limb i of the result
 * @property {(c: number) => void} top - column c becomes the top limb
 */

/**
 * All rows written out.
 * @param {number} n - limbs
 * @param {Term[]} terms
 * @param {Steps} steps
 * @param {number} [long] - rows that take mu, of which one brings the size down; more of them bring
 *   it further
 */
export function productSchedule(n, terms, steps, long = 1) {
    reducedRows(n, terms, steps, long);
    limbsFrom(n, n, steps);
}

/**
 * Rows of which each clears a column: with fewer rows than limbs a product of fewer limbs is
 * reduced.
 * @param {number} rows
 * @param {Term[]} terms
 * @param {Omit<Steps, "limb" | "top">} steps
 * @param {number} [long]
 */
export function reducedRows(rows, terms, steps, long = 1) {
    for (let i = 0; i < rows; i++) (i < rows - long ? earlyRow : longRow)(i, terms, steps);
}

/**
 * The columns from number `from` on become limbs.
 * @param {number} n - limbs
 * @param {number} from
 * @param {Pick<Steps, "carry" | "limb" | "top">} steps
 */
export function limbsFrom(n, from, steps) {
    for (let j = 0; j < n - 1; j++) {
        steps.carry(from + j);
        steps.limb(j, from + j);
    }
    steps.top(from + n - 1);
}

/**
 * The same as a loop over the rows but the last: a tenth of the code for 14 limbs. In the loop the
 * row is row 0, `shift` renames column c + 1 to c, and the columns of the last row start at 0.
 * @param {number} n - limbs
 * @param {Term[]} terms
 * @param {Steps & { loop: (turns: number, body: () => void) => void, shift: () => void }} steps
 */
export function rolledSchedule(n, terms, steps) {
    steps.loop(n - 1, () => {
        earlyRow(0, terms, steps);
        steps.shift();
    });
    longRow(0, terms, steps);
    limbsFrom(n, 1, steps);
}

/** @param {number} i @param {Term[]} terms @param {Omit<Steps, "limb" | "top">} steps */
function earlyRow(i, terms, steps) {
    for (const term of terms) steps.row(i, term);
    steps.digit(i);
    steps.carry(i);
    steps.early(i + 1);
}

/** @param {number} i @param {Term[]} terms @param {Omit<Steps, "limb" | "top">} steps */
function longRow(i, terms, steps) {
    for (const term of terms) steps.row(i, term);
    steps.digit(i);
    steps.lastDigit();
    steps.last(i);
    steps.carry(i);
}

/**
 * @typedef {object} ColumnSteps
 * @property {(c: number) => void} open - column c starts
 * @property {(i: number, j: number, term: Term) => void} product - limb i of a times limb j of b,
 *   to columns i + j and the next
 * @property {(i: number, j: number) => void} early - digit i times limb j of m, to columns i + j +
 *   1 and the next
 * @property {(j: number) => void} last - the last digit times limb j of p, to columns n - 1 + j and
 *   the next
 * @property {(c: number) => void} digit - quotient digit of column c
 * @property {() => void} lastDigit - the last digit times mu
 * @property {(c: number) => void} carry
 * @property {(i: number, c: number) => void} limb
 * @property {(c: number) => void} top
 */

/**
 * The same column by column: two columns are live at a time where rows keep n + 2, and all digits
 * instead. What a column takes from the digit before it comes last, because that is what it has to
 * wait for.
 * @param {number} n
 * @param {Term[]} terms
 * @param {ColumnSteps} steps
 */
export function columnSchedule(n, terms, steps) {
    steps.open(0);
    for (let c = 0; c < 2 * n - 1; c++) {
        steps.open(c + 1);
        for (const term of terms)
            for (let i = Math.max(0, c - n + 1); i <= Math.min(c, n - 1); i++) steps.product(i, c - i, term);
        for (let i = Math.max(0, c - n); i < Math.min(c, n - 1); i++) steps.early(i, c - i - 1);
        if (c >= n) steps.last(c - n + 1);
        if (c < n) steps.digit(c);
        if (c === n - 1) {
            steps.lastDigit();
            steps.last(0);
        }
        steps.carry(c);
        if (c >= n) steps.limb(c - n, c);
    }
    steps.top(2 * n - 1);
}

/** A term is a square when both factors are the same element. @param {Term} term */
export const isSquare = ({ a, b }) => a.ptr === b.ptr && a.offset === b.offset;
