/**
 * Proofs of any signals under keys whose secrets are known, by those who know nothing else: the points of the
 * verification key are all that they take.
 */
import { EVALUATIONS, evaluationPoints, openingPoint, permutationChallenges, separator } from "../../src/protocols/fflonk/challenges.js";
import { domainOf } from "../../src/protocols/fflonk/domain.js";
import {
    inverseOfDenominators, openingFactors, quotientValues, remaindersAt,
} from "../../src/protocols/fflonk/relation.js";
import { COMMITMENTS, VALUES } from "../../src/protocols/plonk/json.js";
import { challenges, linearisation } from "../../src/protocols/plonk/rounds.js";
import { lagrangeSum } from "../../src/protocols/plonkish/lagrange.js";
import { inverse, mod, pow } from "../../src/bigint/modular.js";
import { sectionBytes } from "./binfiles.js";

const bigints = (json) => (Array.isArray(json) ? json.map(bigints) : BigInt(json));
const texts = (value) => (Array.isArray(value) ? value.map(texts) : String(value));
const jsonOf = (G, point) => texts(G.toObject(G.toAffine(point)));

const pointsOf = (G, named) =>
    Object.fromEntries(Object.entries(named).map(([name, point]) => [name, jsonOf(G, point)]));

/** Sum of points times numbers. */
const combined = ({ G1, r }, terms) =>
    terms.reduce((sum, [point, k]) => G1.add(sum, G1.timesScalar(point, mod(k, r))), G1.zero);

const groth16Of = (make) => (curve, vkey, signals) => {
    const { G1 } = curve, points = vkey.IC.map((point) => G1.fromObject(bigints(point)));
    const inputs = combined(curve, points.map((point, i) => [point, i === 0 ? 1n : BigInt(signals[i - 1])]));
    const alpha = G1.fromObject(bigints(vkey.vk_alpha_1));
    const { a, b, c } = make({ G1, alpha, inputs, vkey });
    return { pi_a: jsonOf(G1, a), pi_b: b, pi_c: jsonOf(G1, c), protocol: "groth16", curve: vkey.curve };
};

export const forgeGroth16 = {
    deltaIsGamma: groth16Of(({ G1, alpha, inputs, vkey }) => ({ a: alpha, b: vkey.vk_beta_2, c: G1.neg(inputs) })),
    deltaIsBeta: groth16Of(({ G1, alpha, inputs, vkey }) => ({ a: inputs, b: vkey.vk_gamma_2, c: G1.neg(alpha) })),
    betaIsGamma: groth16Of(({ G1, alpha, inputs, vkey }) =>
        ({ a: G1.add(alpha, inputs), b: vkey.vk_gamma_2, c: G1.zero })),
};

/**
 * With alpha = 1, B may have any polynomial in place of that of the witness: in (1 + U) B = V + W mod the domain, a B
 * is found for nearly any wires. Here all are zero but the constant one, so that U is 1 in row 2 and W in row 1 alone.
 * @param {{ zkey: Uint8Array, ptau: Uint8Array }} files - of the circuit of weak_keys.js, with its domain of 4 rows
 */
export async function forgeKnownAlpha(curve, vkey, { zkey, ptau }) {
    const { G1, G2, Fr, r } = curve, size = 2 * G1.F.n8, n = 4n, [w, shift] = [2, 3].map((k) => Fr.toObject(Fr.w[k]));
    const point = (file, type, at, bytes = size) => sectionBytes(file, type).subarray(at * bytes, (at + 1) * bytes);
    const lagrange = (row, x) => {
        const at = pow(w, row, r);
        return mod(at * (pow(x, n, r) - 1n) * inverse(mod(n * (x - at), r), r), r);
    };
    const a = G1.add(G1.fromObject(bigints(vkey.vk_alpha_1)), point(zkey, 5, 0));
    const b = G2.add(G2.fromObject(bigints(vkey.vk_beta_2)), point(ptau, 13, 4, 2 * size)); // row 1 of 4
    const c = combined(curve, [0n, 1n, 2n, 3n].map((k) => {
        const x = mod(shift * pow(w, k, r), r); // (1 + U) B - V - W is the product of two polynomials of rows
        return [point(zkey, 9, Number(k)), lagrange(1n, x) * lagrange(2n, x)];
    }));
    return { pi_a: jsonOf(G1, a), pi_b: jsonOf(G2, b), pi_c: jsonOf(G1, c), protocol: "groth16", curve: vkey.curve };
}

/**
 * With tau = 1, (p(1) - y) / (1 - x) opens the commitment p(1) to any y at any x.
 * @param {any} curve
 */
export async function forgePlonk(curve, vkey, signals) {
    const { G1, Fr } = curve, ask = challenges(curve), w = Fr.e(BigInt(vkey.w)), plain = (x) => Fr.toObject(x);
    const key = Object.fromEntries(COMMITMENTS.map((name) => [name, G1.fromObject(bigints(vkey[name]))]));
    const public1 = signals.map((signal) => Fr.e(BigInt(signal)));
    const points = Object.fromEntries(["A", "B", "C", "Z", "T1", "T2", "T3"].map((name, i) =>
        [name, G1.toAffine(G1.timesScalar(G1.g, BigInt(i + 2)))]));
    const values = Object.fromEntries(VALUES.map((name, i) => [name, Fr.e(BigInt(i + 11))]));
    const beta = ask.beta(key, public1, points), gamma = ask.gamma(beta), alpha = ask.alpha(beta, gamma, points);
    const xi = ask.xi(alpha, points), v = ask.v(xi, values);
    const [k1, k2] = [vkey.k1, vkey.k2].map((k) => Fr.e(BigInt(k)));
    const linear = linearisation(Fr, values, { beta, gamma, alpha, xi, v, k1, k2, power: vkey.power });
    const inputs = await lagrangeSum(curve, public1, w, xi, linear);
    const claimed = ["eval_a", "eval_b", "eval_c", "eval_s1", "eval_s2"]
        .reduce((sum, name, i) => Fr.add(sum, Fr.mul(linear.vs[i], values[name])), Fr.zero);
    const all = { ...key, ...points };
    const folded = combined(curve, [
        ...Object.entries(linear.factors).map(([name, factor]) => [all[name], plain(factor)]),
        [G1.g, plain(Fr.sub(Fr.sub(linear.constant, inputs), claimed))],
    ]);
    const over = (x) => plain(Fr.inv(Fr.sub(Fr.one, x)));
    const Wxi = combined(curve, [[folded, over(xi)]]), at = Fr.mul(xi, w);
    const Wxiw = combined(curve, [[points.Z, over(at)], [G1.g, mod(-plain(values.eval_zw) * over(at), curve.r)]]);
    return {
        ...pointsOf(G1, { ...points, Wxi, Wxiw }),
        ...Object.fromEntries(VALUES.map((name) => [name, String(plain(values[name]))])),
        protocol: "plonk", curve: vkey.curve,
    };
}

/** The same: W2 opens whatever the others are. */
export function forgeFflonk(curve, vkey, signals) {
    const { G1, r } = curve, domain = domainOf(r, vkey.power), C0 = G1.fromObject(bigints(vkey.C0));
    const [C1, C2, W1] = [2n, 3n, 5n].map((k) => G1.toAffine(G1.timesScalar(G1.g, k))), publics = signals.map(BigInt);
    const values = Object.fromEntries(EVALUATIONS.map((name, i) => [name, BigInt(i + 11)]));
    const permutation = permutationChallenges(curve, C0, publics, C1);
    const places = evaluationPoints(curve, domain, permutation.gamma, C2);
    const alpha = separator(curve, places.s, values), y = openingPoint(curve, alpha, W1);
    const quotients = quotientValues(domain, permutation, places.xi, values, publics);
    const { r0, r1, r2 } = remaindersAt(domain, places, y, values, quotients);
    const { z0, k1, k2 } = openingFactors(domain, places, alpha, y), e = r0 + k1 * r1 + k2 * r2;
    const over = inverse(mod(1n - y, r), r);
    const terms = [[C0, 1n], [C1, k1], [C2, k2], [G1.g, -e], [W1, -z0]];
    const W2 = combined(curve, terms.map(([point, k]) => [point, k * over]));
    return {
        polynomials: pointsOf(G1, { C1, C2, W1, W2 }),
        evaluations: {
            ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
            inv: String(inverseOfDenominators(domain, places, y, signals.length)),
        },
        protocol: "fflonk", curve: vkey.curve,
    };
}
