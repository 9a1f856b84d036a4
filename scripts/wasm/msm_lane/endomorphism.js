/**
 * Endomorphisms of a curve y^2 = x^3 + b and the splits along them, derived
 * from the parameters and checked on the generator:
 *
 *   phi(x, y) = (beta x, y)                on both groups: two parts below 2^127
 *   psi(x, y) = (cx conj x, cy conj y) on G2, the Frobenius map seen from the twist: with phi, four
 *   parts below 2^64
 *
 * On a subgroup of order r only: a point outside it has no eigenvalues.
 *
 *   source  Gallant, Lambert, Vanstone 2001; Galbraith, Lin, Scott 2009
 * @module scripts/wasm/msm_lane/endomorphism
 */
/** @import { Split } from "./lattice.js" */
import { EC } from "../../../src/bigint/curve.js";
import { ZqField } from "../../../src/bigint/field.js";
import { F2Field } from "../../../src/bigint/field2.js";
import { mod, pow } from "../../../src/bigint/modular.js";
import { singlesOut, testIsExact } from "../subgroup.js";
import { splitAlong } from "./lattice.js";

/**
 * @typedef {{ p: bigint, r: bigint, generator: readonly (bigint | readonly bigint[])[],
 *   nonResidue?: bigint }} Subgroup
 *     generator of the subgroup of order r, over Fp or Fp2 = Fp[u]/(u^2 - nonResidue)
 */

/** @param {Pick<Subgroup, "p" | "nonResidue">} group */
function quadratic({ p, nonResidue = -1n }) {
    const Fp = new ZqField(p);
    return new F2Field(Fp, Fp.e(nonResidue));
}

/** @param {Subgroup} group @returns {EC<any>} any: coordinates in Fp or Fp2 */
const groupOf = ({ p, generator, nonResidue }) =>
    new EC(
        /** @type {any} */ (typeof generator[0] === "bigint" ? new ZqField(p) : quadratic({ p, nonResidue })),
        [...generator],
    );

/**
 * @param {Subgroup} group
 * @returns {Split & { beta: bigint, lambda: bigint }}
 */
export function glvSplit(group) {
    const { p, r } = group, G = groupOf(group), [x, y, one] = G.g;
    const beta = cubeRoot(p);
    const target = [G.F.mulScalar(x, beta), y, one];
    const root = cubeRoot(r);
    const lambda = [root, mod(-1n - root, r)].find((l) => G.eq(G.timesScalar(G.g, l), target));
    if (lambda === undefined)
        throw new Error("glvSplit: expected beta to act as a cube root of unity on the generator");
    return { beta, lambda, ...atMost(splitAlong(r, [1n, lambda]), 127n) };
}

/**
 * The parts belong to P, phi P, psi P and phi psi P, in this order.
 * @param {Subgroup & { xi: readonly bigint[], twist: string }} group - over Fp2
 * @returns {Split & { cx: bigint[], cy: bigint[], eigenvalues: bigint[] }}
 */
export function glsSplit(group) {
    const { p, r, xi, twist } = group,
        G = groupOf(group),
        Fp2 = quadratic(group),
        { lambda } = glvSplit(group),
        mu = mod(p, r);
    const [cx, cy] = [3n, 2n].map((k) => {
        const c = Fp2.exp([...xi], (p - 1n) / k);
        return twist === "D" ? c : Fp2.inv(c);
    });
    const [x, y, one] = G.g, target = [Fp2.mul(cx, Fp2.conjugate(x)), Fp2.mul(cy, Fp2.conjugate(y)), one];
    if (!G.eq(G.timesScalar(G.g, mu), target)) throw new Error("glsSplit: expected psi to act as p on the generator");
    const eigenvalues = [1n, lambda, mu, mod(lambda * mu, r)];
    return { cx, cy, eigenvalues, ...atMost(splitAlong(r, eigenvalues), 64n) };
}

/**
 * What tells the points of the subgroup from the others on their curve: P has order r or 1 if and
 * only if
 *
 *   e_image P = times (sum of of[h] e_h P), e_0 .. e_3 = 1, phi, psi, phi psi
 *
 * Either image is phi P (G1) or psi P (G2) and the sum is P, with an eigenvalue; or the sum is what
 * the seed of a bn curve is multiplied by, which is half as long as the eigenvalue. An endomorphism
 * is then a zero of a polynomial at P, so that the order of P divides a resultant and the order of
 * the curve: see src/engine/subgroup.js.
 * @typedef {{ image: number, of: number[], times: string }} Membership times: in decimal
 */

/**
 * @param {Readonly<import("../../../src/params/types.js").CurveRecord
 *     | import("../../../src/params/types.js").AloneRecord>} curve
 * @param {1 | 2} degree
 * @returns {Membership | undefined} undefined: nothing tells, or every point has order r
 */
export function membership(curve, degree) {
    if (degree === 2 && "family" in curve && curve.family === "bn") return membershipBySeed(curve);
    const times = eigenvalueOfSubgroup(curve, degree)?.toString();
    return times === undefined ? undefined : { image: degree, of: [1], times };
}

/**
 * P = -u (P + psi P + psi^2 P - 2 psi^3 P), with psi^2(x, y) = (n(cx) x, n(cy) y), n the norm: -phi
 * if n(cx) is beta, and if it is beta^2, -phi^2 = 1 + phi.
 *
 *   source  Dai, Lin, Zhao, Zhou, eprint 2022/348
 * @param {Readonly<import("../../../src/params/types.js").CurveRecord>} curve
 * @returns {Membership | undefined}
 */
function membershipBySeed(curve) {
    const { fp: { p }, fr: { p: r }, g2, seed, tower: { nonResidue, xi, twist } } = curve;
    if (!testIsExact(curve, "g2")) return undefined;
    const { cx, cy } = glsSplit({ p, r, generator: g2.generator, nonResidue, xi, twist });
    const beta = cubeRoot(p);
    const [nx, ny] = [cx, cy].map(([a, b]) => mod(a * a - nonResidue * b * b, p));
    if (ny !== p - 1n || (nx !== beta && nx !== mod(beta * beta, p)))
        throw new Error("membershipBySeed: expected psi^2 to be -phi or -phi^2");
    return { image: 0, of: nx === beta ? [1, -1, 1, 2] : [2, 1, -1, -2], times: (-seed).toString() };
}

/**
 * `eigenvalue` times P is the image of P if and only if P has order r or 1. That of phi is asked
 * for on G1 and that of psi on G2.
 *
 *   source  Scott 2021
 * @param {Readonly<import("../../../src/params/types.js").CurveRecord
 *     | import("../../../src/params/types.js").AloneRecord>} curve
 * @param {1 | 2} degree
 * @returns {bigint | undefined} undefined: it tells nothing, or every point has order r
 */
function eigenvalueOfSubgroup({ fp: { p }, fr: { p: r }, g1, g2 }, degree) {
    const { cofactor } = /** @type {{ cofactor: bigint }} */ (degree === 1 ? g1 : g2);
    const trace = p + 1n - g1.cofactor * r;
    if (cofactor === 1n || g1.model === "edwards") return undefined;
    const root = degree === 1 ? glvSplit({ p, r, generator: g1.generator }).lambda : mod(p, r);
    const value = 2n * root > r ? root - r : root;
    const [t, n] = degree === 1 ? [-1n, 1n] : [trace, p];
    return singlesOut([[-value, 1n], t, n], cofactor, r) ? value : undefined;
}

/** @param {Split} split @param {bigint} bits */
function atMost(split, bits) {
    if (split.bound >> bits) throw new Error(`splitAlong: expected parts below 2^${bits}, got ${split.bound}`);
    return split;
}

/** A primitive cube root of unity. @param {bigint} m - prime, 1 mod 3 */
function cubeRoot(m) {
    for (let g = 2n; ; g++) {
        const root = pow(g, (m - 1n) / 3n, m);
        if (root !== 1n) return root;
    }
}
