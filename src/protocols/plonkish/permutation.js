/**
 * The permutation: that rows which name the same wire have the same value. With w the root of the domain, row i of the
 * first column is at w^i, that of the second at k1 w^i, that of the third at k2 w^i, and sigma 1 to 3 say where the
 * next row with the same wire is.
 * @module protocols/plonkish/permutation
 */
import { pointwise, runningProducts } from "../../batch/field_ops.js";
import { ensure } from "../../files/errors.js";
import { release } from "./secrets.js";

/** @import { Context } from "../key/context.js" */
/** @import { GateKey } from "./key.js" */

/**
 * z on the domain: z[0] = 1, and z[i + 1] = z[i] times the product over columns of (value + beta place + gamma) /
 * (value + beta sigma + gamma).
 *
 *   in      columns  a, b and c on the domain, LEM
 *           sigmas   likewise
 *           roots    w^i
 *   out     z on the domain, LEM
 *   throws  ERR_FILE when z does not return to 1: the rows name other wires than sigma
 * @param {Context<GateKey>} context
 * @param {readonly Uint8Array[]} columns
 * @param {readonly Uint8Array[]} sigmas
 * @param {Uint8Array} roots
 * @param {{ beta: Uint8Array, gamma: Uint8Array }} challenges
 * @returns {Promise<Uint8Array>} which the caller clears
 */
export async function permutationProduct({ zkey, curve, signal }, columns, sigmas, roots, { beta, gamma }) {
    const { Fr } = /** @type {any} */ (curve), { k1, k2, file } = zkey, options = { signal };
    const under = await pointwise(curve, [...columns, ...sigmas], ([a, b, c, s1, s2, s3], { add, mul, mulAdd }) =>
        mul(mul(mulAdd(s1, beta, add(a, gamma)), mulAdd(s2, beta, add(b, gamma))), mulAdd(s3, beta, add(c, gamma))),
    options);
    const over = await Fr.batchInverse(under, options);
    release(/** @type {Uint8Array} */ (under));
    const factors = [beta, Fr.mul(beta, k1), Fr.mul(beta, k2)];
    const ratios = await pointwise(curve, [...columns, roots, over], ([a, b, c, x, inverse], { add, mul, mulAdd }) => {
        const [p, q, s] = [a, b, c].map((value, i) => mulAdd(x, factors[i], add(value, gamma)));
        return mul(mul(mul(p, q), s), inverse);
    }, options);
    release(over);
    const { values, total } = await runningProducts(curve, ratios, options);
    release(/** @type {Uint8Array} */ (ratios));
    ensure(
        Fr.eq(total, Fr.one),
        "ERR_FILE",
        () => `${file.name}: expected sections 4 to 6 (wires) to name the same wires as sigma, got others; the key is damaged`,
    );
    return /** @type {Uint8Array} */ (values);
}
