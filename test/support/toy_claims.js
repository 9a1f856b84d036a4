/**
 * Keys, proofs and signals made with the trapdoor: whoever knows alpha, beta, gamma, delta proves anything, also with a
 * point in a place where the equation does not feel it. What is left to refuse such a claim are the checks of its
 * points.
 */
const json = (G, point) => G.toObject(G.toAffine(point)).map((c) => (Array.isArray(c) ? c.map(String) : String(c)));

/**
 * @param {any} curve
 * @param {{ a?: bigint, b?: bigint, c?: bigint | undefined, ic?: bigint[], signals?: bigint[] }} [trapdoor] - discrete
 *   logarithms; those of
 * alpha, beta, gamma, delta are fixed. Without c it is the one that makes the equation hold.
 */
export function toyClaim(curve, { a = 1234567n, b = 7654321n, c, ic = [55n, 66n], signals = [9n], gamma = 19n } = {}) {
    const { G1, G2, r } = curve, mod = (v) => ((v % r) + r) % r, inverse = (v) => power(mod(v), r - 2n, r);
    const [alpha, beta, delta] = [11n, 13n, 23n];
    const input = ic[0] + signals.reduce((sum, s, i) => sum + s * ic[i + 1], 0n);
    const third = c ?? mod((a * b - alpha * beta - input * gamma) * inverse(delta));
    const one = (s) => G1.timesScalar(G1.g, mod(s)), two = (s) => G2.timesScalar(G2.g, mod(s));
    const points = {
        vk_alpha_1: [G1, one(alpha)],
        vk_beta_2: [G2, two(beta)],
        vk_gamma_2: [G2, two(gamma)],
        vk_delta_2: [G2, two(delta)],
        pi_a: [G1, one(a)],
        pi_b: [G2, two(b)],
        pi_c: [G1, one(third)],
        IC: ic.map((s) => [G1, one(s)]),
    };
    const claim = (extra = {}) => {
        const shown = (place) =>
            json(
                points[place][0],
                extra[place] ? points[place][0].add(points[place][1], extra[place]) : points[place][1],
            );
        const IC = points.IC.map(([G, point], i) =>
            json(G, extra[`IC[${i}]`] ? G.add(point, extra[`IC[${i}]`]) : point),
        );
        return {
            vkey: {
                protocol: "groth16",
                curve: curve.name,
                nPublic: signals.length,
                vk_alpha_1: shown("vk_alpha_1"),
                vk_beta_2: shown("vk_beta_2"),
                vk_gamma_2: shown("vk_gamma_2"),
                vk_delta_2: shown("vk_delta_2"),
                IC,
            },
            proof: {
                pi_a: shown("pi_a"),
                pi_b: shown("pi_b"),
                pi_c: shown("pi_c"),
                protocol: "groth16",
                curve: curve.name,
            },
            publicSignals: signals.map(String),
        };
    };
    return claim;
}

function power(base, exponent, modulus) {
    let result = 1n;
    for (let b = base, e = exponent; e > 0n; e >>= 1n, b = (b * b) % modulus)
        if (e & 1n) result = (result * b) % modulus;
    return result;
}
