/**
 * The challenges of a PLONK proof, which prover and verifier take from the same entries.
 * Source: Gabizon, Williamson, Ciobotaru 2019, eprint 2019/953; the transcript is snarkjs's.
 * @module protocols/plonk/rounds
 */
/** @import { WasmField1 } from "../../curves/types.js" */
import { challengeOf } from "../key/transcript.js";
import { COMMITMENTS } from "./json.js";

/** Points or values by name, LEM. @typedef {Record<string, Uint8Array>} Named */

/**
 * @param {import("../key/transcript.js").TranscriptCurve} curve
 */
export const challenges = (curve) => Object.freeze({
    /**
     * @param {Named} key - its commitments
     * @param {Uint8Array[]} signals
     * @param {Named} points - A, B and C
     */
    beta: (key, signals, { A, B, C }) =>
        challengeOf(curve, [...COMMITMENTS.map((name) => key[name]), ...signals, A, B, C]),
    /** @param {Uint8Array} beta */
    gamma: (beta) => challengeOf(curve, [beta]),
    /** @param {Uint8Array} beta @param {Uint8Array} gamma @param {Named} points - Z */
    alpha: (beta, gamma, { Z }) => challengeOf(curve, [beta, gamma, Z]),
    /** @param {Uint8Array} alpha @param {Named} points - T1, T2 and T3 */
    xi: (alpha, { T1, T2, T3 }) => challengeOf(curve, [alpha, T1, T2, T3]),
    /** @param {Uint8Array} xi @param {Named} values - of all */
    v: (xi, { eval_a, eval_b, eval_c, eval_s1, eval_s2, eval_zw }) =>
        challengeOf(curve, [xi, eval_a, eval_b, eval_c, eval_s1, eval_s2, eval_zw]),
    /** @param {Named} points - Wxi and Wxiw */
    u: ({ Wxi, Wxiw }) => challengeOf(curve, [Wxi, Wxiw]),
});

/**
 * What the linearisation is made of: the factors that commitments, or their polynomials, get in
 *
 *   r(X) = a b Qm + a Ql + b Qr + c Qo + Qc + z (alpha (a + beta xi + gamma)(b + beta k1 xi +
 *   gamma)(c + beta k2 xi
 *          + gamma) + alpha^2 L1(xi)) - S3 alpha beta zw (a + beta s1 + gamma)(b + beta s2 + gamma)
 *          - (xi^n - 1)(T1 + xi^n T2 + xi^2n T3) + v a + v^2 b + v^3 c + v^4 S1 + v^5 S2
 *
 * without its constant term.
 * @param {WasmField1} Fr
 * @param {Named} values - of the proof
 * @param {{ beta: Uint8Array, gamma: Uint8Array, alpha: Uint8Array, xi: Uint8Array, v: Uint8Array,
 *   k1: Uint8Array, k2: Uint8Array, power: number }} setting
 */
export function linearisation(Fr, values, { beta, gamma, alpha, xi, v, k1, k2, power }) {
    const { eval_a: a, eval_b: b, eval_c: c, eval_s1: s1, eval_s2: s2, eval_zw: zw } = values;
    const product = (/** @type {Uint8Array[]} */ ...factors) => factors.reduce((x, y) => Fr.mul(x, y));
    const plus = (/** @type {Uint8Array} */ value, /** @type {Uint8Array} */ of) =>
        Fr.add(Fr.add(value, Fr.mul(beta, of)), gamma);
    let xin = xi;
    for (let i = 0; i < power; i++) xin = Fr.square(xin);
    const vanishing = Fr.sub(xin, Fr.one);
    const n = Fr.e(2 ** power);
    const minus = Fr.neg(vanishing);
    const l1 = Fr.mul(vanishing, Fr.inv(Fr.mul(n, Fr.sub(xi, Fr.one))));
    const vs = [v];
    while (vs.length < 5) vs.push(Fr.mul(vs[vs.length - 1], v));
    const sides = Fr.mul(plus(a, s1), plus(b, s2));
    const square = Fr.mul(Fr.square(alpha), l1);
    const permuted = product(alpha, plus(a, xi), plus(b, Fr.mul(k1, xi)), plus(c, Fr.mul(k2, xi)));
    return {
        xin, vanishing, n, l1, vs,
        factors: /** @type {Named} */ ({
            Qm: Fr.mul(a, b), Ql: a, Qr: b, Qo: c, Qc: Fr.one,
            Z: Fr.add(permuted, square),
            S3: Fr.neg(product(alpha, beta, zw, sides)),
            T1: minus, T2: Fr.mul(minus, xin), T3: product(minus, xin, xin),
            A: vs[0], B: vs[1], C: vs[2], S1: vs[3], S2: vs[4],
        }),
        /** What the constant term of the identity is, without that of the public signals. */
        constant: Fr.neg(Fr.add(square, product(alpha, sides, Fr.add(c, gamma), zw))),
    };
}
