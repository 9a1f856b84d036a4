/**
 * Whether a point of the curve is of order r, by endomorphisms: multiplications by the seed instead
 * of one by r, which is four times as long (two times on G1).
 *
 *   psi(x, y) = (cx conj x, cy conj y) on G2, the Frobenius map of Fp seen from the twist
 *   phi(x, y) = (beta x, y) on G1, with beta a cube root of unity
 *
 *   bn, G2       P + u (P + psi P + psi^2 P - 2 psi^3 P) = 0, u the seed
 *   bls12, G2    psi P = z P, z the seed
 *   bls12, G1    phi P = -z^2 P
 *
 * Each is f(e) P = 0 for an endomorphism e and a polynomial f with integer coefficients.
 *
 * Points of order r pass: there e is the multiplication by an eigenvalue (p on G2, -z^2 on G1),
 * which is a zero of f modulo r.
 *
 * No other point passes: e satisfies c(e) = 0 on the whole curve, with c = x^2 - t x + p for psi, t
 * the trace of Frobenius over Fp, and c = x^2 + x + 1 for phi. The polynomials g with g(e) P = 0
 * are an ideal of Z[x] that has f and c in it, so that their resultant N, an integer, is in it too:
 * N P = 0. The order of P divides N and h r, the order of the curve, and for each of our curves
 *
 *   gcd(N, h r) = r and r does not divide h,
 *
 * where the points of order r are one subgroup. test/unit/subgroup.test.js calculates both from the
 * records.
 *
 *   source  Scott, eprint 2021/1130; El Housni, Guillevic, Piellard, eprint 2022/352; Dai, Lin,
 *           Zhao, Zhou, eprint 2022/348
 * @module engine/subgroup
 */
/** @import { CurveRecord } from "../params/types.js" */
/** @import { WasmField2, WasmField3 } from "./extension.js" */
/** @import { WasmCurve } from "./group.js" */
import { take, withScratch } from "./scratch.js";

/** @typedef {(point: Uint8Array) => Uint8Array} Map of jacobian points */

/**
 * f(e) for the endomorphism e of a group.
 * @param {Pick<CurveRecord, "family" | "seed">} curve
 * @param {1 | 2} degree
 * @param {WasmCurve} G
 * @param {Map} e
 * @returns {Map}
 */
function annihilator({ family, seed }, degree, G, e) {
    const times = (/** @type {Uint8Array} */ P, /** @type {bigint} */ k) => G.timesScalar(P, k);
    if (family === "bls12") return (P) => (degree === 2 ? G.sub(e(P), times(P, seed)) : G.add(e(P), times(P, seed ** 2n)));
    return (P) => {
        const Q = times(P, seed);
        const inner = G.sub(Q, e(G.double(Q)));
        return G.add(P, G.add(Q, e(G.add(Q, e(inner)))));
    };
}

/**
 * The point with its coordinates mapped one by one.
 * @param {WasmCurve} G
 * @param {((coordinate: Uint8Array) => Uint8Array)[]} maps - of X, Y, Z
 * @returns {Map}
 */
const coordinatewise = (G, maps) => (point) => {
    const image = new Uint8Array(point.length), { n8 } = G.F;
    maps.forEach((map, i) => image.set(map(point.subarray(i * n8, (i + 1) * n8)), i * n8));
    return image;
};

/**
 * What the map x -> x^(p^power) multiplies w^k by, w^(k (p^power - 1)) = xi^(k (p^power - 1) / 6).
 * The base module has these constants, so that no power is computed here. w^(2j) = v^j is
 * coefficient j of the even half of Fp12, and w^(2j + 1) of the odd half.
 * @param {WasmField2} F12
 * @param {string} name - of the curve
 * @param {number} k - 0 to 5
 * @param {1 | 2} power
 * @returns {Uint8Array} in Fp2
 */
function frobeniusFactor(F12, name, k, power) {
    const { tm, F: F6, n8 } = F12, { n8: size, one } = /** @type {WasmField2} */ (/** @type {WasmField3} */ (F6).F);
    const at = (k % 2) * F6.n8 + (k >> 1) * size;
    return withScratch(tm, (alloc, put) => {
        const monomial = new Uint8Array(n8);
        monomial.set(one, at);
        const image = put(monomial);
        const { exports } = tm.instance, frobenius = `_frobeniusMap${power}`;
        // bn, bls12
        (exports[`${name}_${frobenius}`] ?? exports[F12.prefix + frobenius])(image, image);
        return take(tm, image + at, size);
    });
}

/**
 * On the curve over Fp12 a point of a D-twist is (x w^2, y w^3), and one of an M-twist (x / w^2, y
 * / w^3), in jacobian coordinates (X w^2, Y w^3, Z) and (X, Y, Z w).
 * @param {Readonly<CurveRecord>} curve
 * @param {WasmCurve} G
 * @param {WasmField2} F12
 * @returns {Map}
 */
function psi({ name, tower: { twist } }, G, F12) {
    const { F } = G;
    const conjugate = (/** @type {Uint8Array} */ a) => F.op1("_conjugate", a);
    const times = (/** @type {number} */ k) => {
        const factor = frobeniusFactor(F12, name, k, 1);
        return (/** @type {Uint8Array} */ a) => F.mul(factor, conjugate(a));
    };
    return coordinatewise(G, twist === "D" ? [times(2), times(3), conjugate] : [conjugate, conjugate, times(1)]);
}

/**
 * Of the two cube roots of unity that are not 1, beta is the one with the eigenvalue -z^2. psi^2 =
 * -phi for one of them, o = xi^((p^2 - 1) / 3) on a D-twist and 1 / o on an M-twist, with the
 * eigenvalue p^2 = z^2 on G2. On G1 the eigenvalue of the same phi is the inverse of that on G2,
 * because their product is its determinant on the points of order r, which is its degree, 1. So
 * there it is the other root that has -z^2.
 * @param {Readonly<CurveRecord>} curve
 * @param {WasmCurve} G
 * @param {WasmField2} F12
 * @returns {Map}
 */
function phi({ name, tower: { twist } }, G, F12) {
    // it is in Fp
    const { F } = G, beta = frobeniusFactor(F12, name, twist === "D" ? 4 : 2, 2).slice(0, F.n8);
    const same = (/** @type {Uint8Array} */ a) => a;
    return coordinatewise(G, [(x) => F.mul(beta, x), same, same]);
}

/**
 * The test for a group; its constants are found at its first use.
 *
 *   in      a point of the curve, affine or jacobian, coordinates reduced; off the curve the answer
 *           means nothing
 *   out     whether r times the point is zero, which it is for infinity
 *   cost    on G2 64 doublings and 25 additions; bls12 G1 128 and 32
 * @param {Readonly<CurveRecord>} curve
 * @param {1 | 2} degree
 * @param {{ G1: WasmCurve, G2: WasmCurve, F12: WasmField2 }} members
 * @returns {(point: Uint8Array) => boolean}
 */
export function subgroupTest(curve, degree, members) {
    if ((degree === 1 ? curve.g1 : curve.g2).cofactor === 1n) return () => true;
    const G = degree === 1 ? members.G1 : members.G2;
    /** @type {Map | undefined} */
    let vanishes;
    return (point) => {
        vanishes ??= annihilator(curve, degree, G, (degree === 1 ? phi : psi)(curve, G, members.F12));
        return G.isZero(vanishes(G.toJacobian(point)));
    };
}
