/**
 * The optimal ate pairing on BigInt, for hosts without WebAssembly and as the
 * reference of the wasm pairing; slow and obvious. Points of G2 stay affine on
 * the twist; lines are elements of Fp12.
 *
 * Sources: Vercauteren 2010 (optimal ate); Beuchat et al. 2010 (bn curves);
 * Aranha et al. 2011 (final exponentiation).
 * @module bigint/pairing
 */
/** @import { CurveRecord } from "../params/types.js" */
/** @import { Fp2Element, Fp12Element, Tower } from "./tower.js" */
import { checkRange } from "../util/check.js";
import { EC } from "./curve.js";
import { bits } from "./scalar.js";
import { buildTower } from "./tower.js";

/**
 * @typedef {object} Pairing
 * @property {bigint} r - order of both groups
 * @property {Tower} tower
 * @property {EC<bigint>} G1
 * @property {EC<Fp2Element>} G2
 * @property {(p: bigint[], q: Fp2Element[]) => Fp12Element} pairing - of Jacobian points of G1 and
 *   G2; 1 where one is zero
 * @property {(p: bigint[], q: Fp2Element[]) => Fp12Element} millerLoop - the pairing before the
 *   final exponentiation
 * @property {(f: Fp12Element) => Fp12Element} finalExponentiation
 * @property {(pairs: [bigint[], Fp2Element[]][]) => boolean} productIsOne - of the pairings of all
 *   pairs
 */

/**
 * @param {Readonly<CurveRecord>} curve
 * @returns {Pairing}
 */
export function buildPairing(curve) {
    const tower = buildTower(curve);
    const { Fp12 } = tower;
    const G1 = groupOf(tower.Fp, curve.g1);
    const G2 = groupOf(/** @type {any} */ (tower.Fp2), curve.g2); // any: see buildTower
    /** @param {bigint[]} p @param {Fp2Element[]} q */
    const millerLoop = (p, q) =>
        G1.isZero(p) || G2.isZero(q) ? Fp12.one : miller(curve, tower, G1.affine(p), G2.affine(q));
    /** @param {Fp12Element} f */
    const finalExponentiation = (f) => hardPart(curve, tower, easyPart(tower, f));
    return Object.freeze({
        r: curve.fr.p,
        tower,
        G1,
        G2,
        millerLoop,
        finalExponentiation,
        /** @param {bigint[]} p @param {Fp2Element[]} q */
        pairing: (p, q) => finalExponentiation(millerLoop(p, q)),
        /** @param {[bigint[], Fp2Element[]][]} pairs */
        productIsOne: (pairs) =>
            Fp12.eq(
                finalExponentiation(pairs.reduce((f, [p, q]) => Fp12.mul(f, millerLoop(p, q)), Fp12.one)),
                Fp12.one,
            ),
    });
}

/**
 * @template E
 * @param {import("./types.js").Field<E>} F
 * @param {import("../params/types.js").GroupParams<any>} group - any: frozen coordinates, copied
 *   here
 * @returns {EC<E>}
 */
function groupOf(F, group) {
    const mutable = (/** @type {any} */ c) => (Array.isArray(c) ? [...c] : c);
    const ec = new EC(F, group.generator.map(mutable));
    ec.b = mutable(group.b);
    return ec;
}

/**
 * The line through t and q on the twist (the tangent where they are equal), at p, and t + q.
 * A line of the M-type twist is taken times w^3, which the final exponentiation removes.
 * @param {Readonly<CurveRecord>} curve
 * @param {Tower} tower
 * @param {bigint[]} p - affine
 * @param {Fp2Element[]} t - affine
 * @param {Fp2Element[]} q - affine, not -t
 * @returns {{ line: Fp12Element, sum: Fp2Element[] }}
 */
function step(curve, { Fp, Fp2, sparse }, p, t, q) {
    const same = Fp2.eq(t[0], q[0]);
    checkRange(!same || Fp2.eq(t[1], q[1]), "millerLoop", "a point of order r", "opposite points");
    const slope = same
        ? Fp2.div(Fp2.mulScalar(Fp2.square(t[0]), 3), Fp2.double(t[1]))
        : Fp2.div(Fp2.sub(q[1], t[1]), Fp2.sub(q[0], t[0]));
    const x = Fp2.sub(Fp2.sub(Fp2.square(slope), t[0]), q[0]);
    const sum = [x, Fp2.sub(Fp2.mul(slope, Fp2.sub(t[0], x)), t[1])];
    const [constant, atX] = [[p[1], Fp.zero], slope.map((c) => Fp.neg(Fp.mul(c, p[0])))];
    const atW3 = Fp2.sub(Fp2.mul(slope, t[0]), t[1]);
    return {
        line: sparse(curve.tower.twist === "D" ? { 0: constant, 1: atX, 3: atW3 } : { 3: constant, 2: atX, 0: atW3 }),
        sum,
    };
}

/**
 * f_{n,q}(p) for the loop count n: 6u + 2 (bn, with two more lines) or |z| (bls12, conjugated for z
 * < 0).
 * @param {Readonly<CurveRecord>} curve
 * @param {Tower} tower
 * @param {bigint[]} p - affine, not zero
 * @param {Fp2Element[]} q - affine, not zero
 * @returns {Fp12Element}
 */
function miller(curve, tower, p, q) {
    const { Fp12 } = tower;
    let f = Fp12.one;
    let t = q;
    const multiply = (/** @type {Fp2Element[]} */ other) => {
        const { line, sum } = step(curve, tower, p, t, other);
        f = Fp12.mul(f, line);
        t = sum;
    };
    for (const bit of bits(curve.pairing.loop).reverse().slice(1)) {
        f = Fp12.square(f);
        multiply(t);
        if (bit === 1) multiply(q);
    }
    if (curve.family !== "bn") return curve.seed < 0n ? Fp12.conjugate(f) : f;
    const q1 = twistFrobenius(tower, q);
    const q2 = twistFrobenius(tower, q1);
    multiply(q1);
    multiply([q2[0], tower.Fp2.neg(q2[1])]);
    return f;
}

/**
 * Frobenius carried over to a D-type twist.
 * @param {Tower} tower
 * @param {Fp2Element[]} q - affine
 * @returns {Fp2Element[]}
 */
function twistFrobenius({ Fp, Fp2, xi }, q) {
    return [3n, 2n].map((k, i) => Fp2.mul(Fp2.conjugate(q[i]), Fp2.exp(xi, (Fp.p - 1n) / k)));
}

/** f^((p^6 - 1)(p^2 + 1)). @param {Tower} tower @param {Fp12Element} f @returns {Fp12Element} */
function easyPart({ Fp12, frobenius }, f) {
    const g = Fp12.div(Fp12.conjugate(f), f);
    return Fp12.mul(frobenius(frobenius(g)), g);
}

/**
 * f^(m (p^4 - p^2 + 1) / r). The constant m is that of the usual short addition chains
 * (Fuentes-Castaneda et al. 2011; Hayashida et al. 2020), so that values agree with other
 * libraries.
 * @param {Readonly<CurveRecord>} curve
 * @param {Tower} tower
 * @param {Fp12Element} f
 * @returns {Fp12Element}
 */
function hardPart({ family, fp: { p }, fr, seed: u }, { Fp12 }, f) {
    const m = family === "bn" ? 2n * u * (6n * u * u + 3n * u + 1n) : 3n;
    return Fp12.exp(Fp12.exp(f, (p ** 4n - p ** 2n + 1n) / fr.p), m);
}
