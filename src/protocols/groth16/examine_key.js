/**
 * Finds out whether the key is damaged. This is called when a proof does not verify, so it may take
 * as long as the proof.
 *
 * A key does not contain the C of its circuit, but its coefficients and its points must agree on A
 * and B: for random v and u such that no row of the circuit has both, (A v)(B u) is zero on the
 * whole domain, and
 *
 *   e(sum v_i A_i, sum u_i B2_i) = e(sum h_k H_k, delta2)      with h = (A v)(B u) on the coset,
 *
 * whatever C is. A and B come from the coefficients of the key, and the points from its sections.
 * @module protocols/groth16/examine_key
 */
import { getThreadRng } from "../../util/random.js";
import { ensure } from "../../files/errors.js";
import { buildABC } from "./coefficients.js";
import { checkAllPoints } from "./points.js";
import { msmA, msmB2, msmH } from "./msms.js";
import { SECTION } from "./zkey.js";

/** @import { Context } from "./context.js" */

/** Coefficients per read. */
const CHUNK = 1 << 15;

/**
 * 32-bit words of the numbers v and u: MSMs that differ are taken for equal with a probability of
 * 2^-64.
 */
const RANDOM_WORDS = 2;

/**
 * Assigns the rows of the circuit to two sides at random.
 *   out     for each signal, whether A has it only on the first side, and B only on the second
 * @param {Context} context
 */
async function signalsBySide({ zkey: { file, nVars, domainSize, nCoefficients, curve: { n8r } }, signal }) {
    const rng = getThreadRng();
    const step = 3 + n8r / 4;
    const second = Uint8Array.from({ length: domainSize }, () => rng.nextU32() & 1);
    const free = [new Uint8Array(nVars).fill(1), new Uint8Array(nVars).fill(1)];
    for (let from = 0; from < nCoefficients; from += CHUNK) {
        const count = Math.min(CHUNK, nCoefficients - from);
        const bytes = await file.read(SECTION.COEFFICIENTS, 4 + from * 4 * step, count * 4 * step, signal);
        const words = new Uint32Array(bytes.buffer, bytes.byteOffset, count * step);
        for (let at = 0; at < words.length; at += step) {
            const matrix = words[at], row = words[at + 1];
            if (second[row] !== matrix) free[matrix][words[at + 2]] = 0;
        }
    }
    return free;
}

/**
 * @param {Uint8Array} wanted - 1 for each signal that takes part
 * @param {number} n8
 * @returns {Uint8Array} values, as a witness holds them
 */
function randomValues(wanted, n8) {
    const rng = getThreadRng();
    const values = new Uint32Array(wanted.length * n8 / 4);
    wanted.forEach((takesPart, i) => {
        for (let k = 0; takesPart && k < RANDOM_WORDS; k++) values[i * n8 / 4 + k] = rng.nextU32();
    });
    return new Uint8Array(values.buffer);
}

/**
 * @param {Context} context - its witness and columns are not used
 * @returns {Promise<void>}
 * @throws {ProverError} ERR_POINT or ERR_FILE when the key is damaged, with the place
 */
export async function examineKey(context) {
    const {
            zkey: {
                file,
                points: { delta2 },
                domainSize,
                curve: { n8r },
            },
            curve,
            signal,
        } = context,
        { G1, Fr } = curve;
    await checkAllPoints(context);
    const [inA, inB] = await signalsBySide(context);
    const forA = { ...context, columns: undefined, witness: randomValues(inA, n8r) },
        forB = { ...forA, witness: randomValues(inB, n8r) };
    const [a] = await buildABC(forA);
    const [, b] = await buildABC(forB);
    const quotient = Fr.cosetQuotient(a, b, new Uint8Array(domainSize * n8r), { consume: true, signal });
    const h = /** @type {Promise<Uint8Array>} */ (quotient); // of a domain below 2^25
    const [msmOfA, msmOfB2, msmOfH] = [await msmA(forA), await msmB2(forB), await msmH(context, h)];
    const agree = await curve.pairingEq(G1.neg(msmOfA), msmOfB2, msmOfH, delta2);
    ensure(
        agree,
        "ERR_FILE",
        () =>
            `${file.name}: expected sections 4, 5, 7 and 9 (coefficients, points A, B2 and H) to agree, got others; the key is damaged`,
    );
}
