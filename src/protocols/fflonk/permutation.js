/**
 * The polynomial z of the permutation: on the domain the running product of what each row has in common with the rows
 * that sigma names.
 * @module protocols/fflonk/permutation
 */
import { powers } from "../../batch/field_ops.js";
import { permutationProduct } from "../plonkish/permutation.js";

/** @import { Context } from "./context.js" */
/** @import { Factors, Work } from "./quotients.js" */

/**
 * @param {Context} context
 * @param {Work} work
 * @param {readonly Uint8Array[]} columns - a, b, c on the domain
 * @param {readonly Uint8Array[]} sigmas - coefficients
 * @param {Factors} factors
 * @param {readonly Uint8Array[]} blinding - of X^2, X and 1, times X^n - 1; LEM
 * @returns {Promise<Uint8Array>} n + 3 coefficients
 */
export async function permutationPolynomial(context, work, columns, sigmas, factors, blinding) {
    const { curve, n, vault, options } = work, { Fr } = curve, { n8 } = Fr;
    const roots = /** @type {Uint8Array} */ (await powers(curve, Fr.one, Fr.w[Math.log2(n)], n, options));
    const others = await Promise.all(sigmas.map((list) => Fr.fft(list, "", "", undefined, "", options)));
    const values = vault.keep(await permutationProduct(context, columns, others, roots, factors));
    const z = vault.keep(new Uint8Array((n + 3) * n8));
    z.set(await Fr.ifft(values, "", "", undefined, "", options));
    [...blinding].reverse().forEach((b, i) => {
        z.set(Fr.sub(z.slice(i * n8, (i + 1) * n8), b), i * n8);
        z.set(b, (n + i) * n8);
    });
    vault.drop(values);
    return z;
}
