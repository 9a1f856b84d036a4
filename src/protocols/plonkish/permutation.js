/**
 * The permutation: that rows which name the same wire have the same value. With w the root of the
 * domain, row i of the first column is at w^i, that of the second at k1 w^i, that of the third at
 * k2 w^i, and sigma 1 to 3 say where the next row with the same wire is.
 * @module protocols/plonkish/permutation
 */
import { runFused } from "../../batch/fused_program.js";
import { ensure } from "../../files/errors.js";

/** @import { WasmField1 } from "../../curves/types.js" */
/** @import { Ops } from "../../batch/program.js" */
/** @import { Value } from "../../batch/formula.js" */
/** @import { Context } from "../key/context.js" */
/** @import { GateKey } from "./key.js" */
/** @import { onCoset } from "./polynomial.js" */

/**
 * @typedef {{ beta: Uint8Array, gamma: Uint8Array, k1: Uint8Array, k2: Uint8Array }} Factors LEM
 */

/**
 * The sides of the permutation, as steps of a task. Multiples of beta are made where they cost
 * nothing: with powers, or with the values of a sigma.
 * @param {WasmField1} Fr
 * @param {Ops} ops
 * @param {Omit<Factors, "beta">} factors
 */
export function permutationSides(Fr, { mul, add }, { gamma, k1, k2 }) {
    const product = (/** @type {Value} */ x, /** @type {Value} */ y, /** @type {Value} */ z) => mul(mul(x, y), z);
    return Object.freeze({
        /**
         * @param {readonly Value[]} columns
         * @returns {Value[]} each + gamma, as the sides take them
         */
        shifted: (columns) => columns.map((column) => add(column, gamma)),
        /**
         * (a + beta x + gamma)(b + beta k1 x + gamma)(c + beta k2 x + gamma). k1 and k2 are 2 and 3
         * in keys of snarkjs: then multiples are sums, which cost an eighth of products.
         * @param {Value[]} columns - shifted
         * @param {Value} x - beta x
         */
        own([a, b, c], x) {
            const second = Fr.eq(k1, Fr.two) ? add(x, x) : mul(x, k1);
            const first = add(a, x);
            const third = Fr.eq(k2, Fr.add(k1, Fr.one)) ? add(second, x) : mul(x, k2);
            return product(first, add(b, second), add(c, third));
        },
        /**
         * With sigma for x, k1 x, k2 x.
         * @param {Value[]} columns - shifted
         * @param {(column: Value, j: number) => Value} plus - column + beta sigma j
         */
        other: ([a, b, c], plus) => product(plus(a, 0), plus(b, 1), plus(c, 2)),
    });
}

/**
 * id z(X) - sigma z(wX) on a coset, as steps of a task.
 * @param {WasmField1} Fr
 * @param {Ops} ops
 * @param {ReturnType<typeof onCoset>} on
 * @param {{ columns: readonly Value[], z: Value, sigmas: readonly Uint8Array[] }} wires - columns,
 *   z: here; sigmas: coefficients, LEM
 * @param {Factors} factors
 * @param {{ shift: Uint8Array, root: Uint8Array }} coset - root: w
 */
export function permutationOn(Fr, ops, on, { columns, z, sigmas }, factors, { shift, root }) {
    const { add, input, mul, next, powers, sub } = ops, { beta } = factors, after = next(z);
    const sides = permutationSides(Fr, ops, factors);
    const shifted = sides.shifted(columns);
    const own = mul(sides.own(shifted, powers(Fr.mul(beta, shift), root)), z);
    const other = sides.other(shifted, (column, j) => add(column, on.keyed(input(sigmas[j]), beta)));
    return sub(own, mul(other, after));
}

/**
 * The coefficients of z, with z(1) = 1 and z(w^(i + 1)) = z(w^i) times the product over columns of
 * (value + beta place + gamma) / (value + beta sigma + gamma).
 *
 *   in      columns  a, b and c on the domain, LEM
 *           sigmas   coefficients, LEM
 *           into     where the coefficients of z go, plain
 *   throws  ERR_FILE when z does not return to 1: the rows name other wires than sigma
 * @param {Context<GateKey>} context
 * @param {readonly Uint8Array[]} columns
 * @param {readonly Uint8Array[]} sigmas
 * @param {{ beta: Uint8Array, gamma: Uint8Array }} challenges
 * @param {Uint8Array} into
 */
export async function permutationPolynomial({ zkey, curve, signal }, columns, sigmas, { beta, gamma }, into) {
    const { Fr } = curve, { k1, k2, file, domainSize, power } = zkey;
    const [total] = await runFused(curve, domainSize, (ops) => {
        const { input, fft, ifft, inverse, mul, mulAdd, plain, powers, prefixProducts } = ops;
        const sides = permutationSides(Fr, ops, { gamma, k1, k2 });
        const shifted = sides.shifted(columns.map((column) => input(column)));
        const under = inverse(sides.other(shifted, (column, j) => mulAdd(fft(input(sigmas[j])), beta, column)));
        const over = sides.own(shifted, powers(beta, Fr.w[power]));
        const { values, total: end } = prefixProducts(mul(over, under));
        return [[plain(ifft(values)), into], end];
    }, { signal });
    ensure(
        Fr.eq(total, Fr.one),
        "ERR_FILE",
        () => `${file.name}: expected sections 4 to 6 (wires) to name the same wires as sigma, got others; the key is damaged`,
    );
}
