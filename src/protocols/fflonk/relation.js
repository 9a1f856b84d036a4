/**
 * What prover and verifier calculate with the challenges alone, on single numbers below r.
 *
 * C0(X) = sum X^j P_j(X^8), C1(X) = sum X^j P_j(X^4), C2(X) = sum X^j P_j(X^3); what remains of
 * them after division by X^8 - xi, X^4 - xi and (X^3 - xi)(X^3 - xi w) is R0, R1 and R2, whose
 * coefficients follow from the values of P_j at xi, for C2 also at xi w. So R0(y), R1(y) and R2(y)
 * need no interpolation.
 * @module protocols/fflonk/relation
 */
import { inverse, mod, pow } from "../../bigint/modular.js";

/** @import { Evaluations, Points } from "./challenges.js" */
/** @import { Domain } from "./domain.js" */

/** @typedef {{ beta: bigint, gamma: bigint }} Permutation */

/**
 * A challenge for which a denominator is 0: no honest proof has one, except with a probability of
 * 2^-220.
 */
export class ChallengeError extends Error {
    constructor() {
        super("fflonk: expected challenges that are no roots of unity, and points that differ, got others");
        this.name = "ChallengeError";
    }
}

/** @param {bigint} value @param {bigint} r @throws {ChallengeError} when it is 0 */
function inverseOf(value, r) {
    if (mod(value, r) === 0n) throw new ChallengeError();
    return inverse(value, r);
}

/** @param {readonly bigint[]} factors - any number of them @param {bigint} r */
const productOf = (factors, r) => factors.reduce((total, factor) => mod(total * factor, r), 1n);

/** @param {bigint} r @param {...bigint} factors */
const product = (r, ...factors) => productOf(factors, r);

/**
 * Inverses of many numbers with one inversion.
 * @param {readonly bigint[]} values
 * @param {bigint} r
 * @throws {ChallengeError} when one is 0
 */
function inverses(values, r) {
    const before = [1n];
    for (const value of values) before.push(mod(before[before.length - 1] * value, r));
    const out = new Array(values.length);
    let rest = inverseOf(before[values.length], r);
    for (let i = values.length - 1; i >= 0; i--) {
        out[i] = mod(rest * before[i], r);
        rest = mod(rest * values[i], r);
    }
    return out;
}

/**
 * n (xi - w^i) for i below the number of signals, and at least for i = 0.
 * @param {Domain} domain
 * @param {bigint} xi
 * @param {number} signals
 */
function rootDenominators({ r, n, w }, xi, signals) {
    const out = [];
    for (let i = 0, root = 1n; i < Math.max(1, signals); i++, root = (root * w) % r) out.push(product(r, n, xi - root));
    return out;
}

/**
 * What vanishes on the points of each commitment, at y.
 * @param {Domain} domain
 * @param {Points} points
 * @param {bigint} y
 */
function vanishingAt({ r }, { xi, xiw }, y) {
    const y3 = pow(y, 3n, r);
    return { z0: mod(pow(y, 8n, r) - xi, r), z1: mod(pow(y, 4n, r) - xi, r), z2: product(r, y3 - xi, y3 - xiw) };
}

/**
 * The factors of C1, C2 and F in the polynomial that W2 opens, C0 + k1 C1 + k2 C2 - z0 F.
 * @param {Domain} domain
 * @param {Points} points
 * @param {bigint} alpha
 * @param {bigint} y
 * @throws {ChallengeError} when y is one of the points
 */
export function openingFactors(domain, points, alpha, y) {
    const { r } = domain, { z0, z1, z2 } = vanishingAt(domain, points, y);
    const [over1, over2] = inverses([z1, z2], r);
    return { z0, k1: product(r, alpha, z0, over1), k2: product(r, alpha, alpha, z0, over2) };
}

/**
 * The number `inv` of a proof, with which a contract inverts all its denominators at once: z1, z2,
 * xi^n - 1, those of the Lagrange polynomials on the 8, 4 and 6 points of the commitments at y, and
 * those of the public signals. The denominators of a Lagrange polynomial on the l roots x of x^l =
 * xi are l x^(l-1) (y - x), so their product is, up to its sign, l^l xi^(l-1) (y^l - xi).
 * @param {Domain} domain
 * @param {Points} points
 * @param {bigint} y
 * @param {number} signals
 * @returns {bigint}
 * @throws {ChallengeError} when one is 0
 */
export function inverseOfDenominators(domain, points, y, signals) {
    const { r, n, w } = domain, { xi, xiw } = points, { z0, z1, z2 } = vanishingAt(domain, points, y);
    const eight = product(r, -(8n ** 8n), pow(xi, 7n, r), z0);
    const four = product(r, -(4n ** 4n), pow(xi, 3n, r), z1);
    const six = product(r, -(3n ** 6n), pow(xi, 4n, r), w, w, pow(mod(xi - xiw, r), 6n, r), z2);
    const roots = productOf(rootDenominators(domain, xi, signals), r);
    return inverseOf(product(r, z1, z2, pow(xi, n, r) - 1n, eight, four, six, roots), r);
}

/**
 * T0(xi), T1(xi) and T2(xi) from the evaluations of a proof.
 * @param {Domain} domain
 * @param {Permutation} permutation
 * @param {bigint} xi
 * @param {Evaluations} values
 * @param {readonly bigint[]} signals
 * @throws {ChallengeError} when xi is in the domain
 */
export function quotientValues(domain, { beta, gamma }, xi, values, signals) {
    const { r, n, w, k1, k2 } = domain, { ql, qr, qm, qo, qc, s1, s2, s3, a, b, c, z, zw } = values;
    const vanishing = mod(pow(xi, n, r) - 1n, r);
    const [over, ...roots] = inverses([vanishing, ...rootDenominators(domain, xi, signals.length)], r);
    // - sum signal_i L_i(xi) / Z_H(xi), with L_i(xi) = w^i (xi^n - 1) / (n (xi - w^i))
    let inputs = 0n, root = 1n;
    signals.forEach((signal, i) => {
        inputs = mod(inputs - product(r, signal, root, roots[i]), r);
        root = (root * w) % r;
    });
    const gate = ql * a + qr * b + qm * product(r, a, b) + qo * c + qc;
    const id = product(r, a + beta * xi + gamma, b + beta * k1 * xi + gamma, c + beta * k2 * xi + gamma, z);
    const sigma = product(r, a + beta * s1 + gamma, b + beta * s2 + gamma, c + beta * s3 + gamma, zw);
    return {
        t0: mod(product(r, gate, over) + inputs, r),
        t1: product(r, z - 1n, roots[0]),
        t2: product(r, id - sigma, over),
    };
}

/**
 * R0(y), R1(y) and R2(y).
 * @param {Domain} domain
 * @param {Points} points
 * @param {bigint} y
 * @param {Evaluations} values
 * @param {{ t0: bigint, t1: bigint, t2: bigint }} quotients - at xi
 * @throws {ChallengeError} when xi is 0
 */
export function remaindersAt({ r }, { xi, xiw }, y, values, { t0, t1, t2 }) {
    const { ql, qr, qm, qo, qc, s1, s2, s3, a, b, c, z, zw, t1w, t2w } = values;
    const at = (/** @type {bigint[]} */ coefficients) => coefficients.reduceRight((sum, k) => mod(sum * y + k, r), 0n);
    // of each component the line through its values at xi and xi w, at y^3
    const part = product(r, pow(y, 3n, r) - xi, inverseOf(xiw - xi, r));
    const line = (/** @type {bigint} */ here, /** @type {bigint} */ next) => mod(here + (next - here) * part, r);
    return {
        r0: at([ql, qr, qo, qm, qc, s1, s2, s3]),
        r1: at([a, b, c, t0]),
        r2: at([line(z, zw), line(t1, t1w), line(t2, t2w)]),
    };
}
