/**
 * Points of the curve that are not in the subgroup of order r: of small order, made from points with x = 1, 2, ... and
 * the prime factors of the cofactors, which follow from the curves' parameters.
 */
import { ALL } from "./twin_curves.js";

/** Prime factors of the cofactors that are small enough to matter; bn128 G1 has none. */
export const SMALL_ORDERS = {
    bn128: { G1: [], G2: [10069n, 5864401n] },
    bls12377: { G1: [2n, 3n, 7n, 499n], G2: [] },
    bls12381: { G1: [3n, 11n, 10177n], G2: [13n, 23n, 2713n] },
    edwards_bls12: { G1: [2n] },
    babyjubjub: { G1: [2n] },
    jubjub: { G1: [2n] },
};

/** Every group that has points outside its subgroup. @type {[curve: string, group: "G1" | "G2", orders: bigint[]][]} */
export const ALL_WITH_TORSION = Object.entries(SMALL_ORDERS).flatMap(([curve, groups]) =>
    Object.entries(groups)
        .filter(([, orders]) => orders.length > 0)
        .map(([group, orders]) => [curve, group, orders]),
);

/** Those of curves with a pairing. */
export const GROUPS_WITH_TORSION = ALL_WITH_TORSION.filter(([curve]) => ALL[curve].pairing);

/** @returns {bigint} the order of the curve over r */
export const cofactorOf = (name, group) => ALL[name][group.toLowerCase()].cofactor;

/** Affine points of the curve with x = from, from + 1, ..., on an Edwards curve with such y, of any order. */
export function* pointsOnCurve(curve, group, from = 1) {
    const G = curve[group], { F } = G;
    if (G.squareOfX) {
        yield* pointsWithY(G, from + 1);
        return;
    }
    for (let x = from; ; x++) {
        const X = F.m === 1 ? F.e(BigInt(x)) : F.e([BigInt(x), 1n]), right = F.add(F.mul(F.square(X), X), G.b);
        if (!F.isSquare(right)) continue;
        const point = new Uint8Array(2 * F.n8);
        point.set(X);
        point.set(F.sqrt(right), F.n8);
        yield point;
    }
}

/** So many of them, of the curve of a group. */
export function anywhere(G, count) {
    const list = [], points = pointsOnCurve({ G }, "G");
    while (list.length < count) list.push(points.next().value);
    return list;
}

function* pointsWithY(G, from) {
    const { F } = G;
    for (let y = from; ; y++) {
        const Y = F.e(BigInt(y)), XX = G.squareOfX(Y), point = new Uint8Array(2 * F.n8);
        if (!F.isSquare(XX)) continue;
        point.set(F.sqrt(XX));
        point.set(Y, F.n8);
        yield point;
    }
}

/** A point of exactly this prime order, affine. */
export function pointOfOrder(curve, group, prime) {
    const G = curve[group], order = curve.r * cofactorOf(curve.name, group);
    let rest = order;
    while (rest % prime === 0n) rest /= prime;
    for (const point of pointsOnCurve(curve, group)) {
        let small = G.timesScalar(point, rest);
        if (G.isZero(small)) continue;
        for (let next = G.timesScalar(small, prime); !G.isZero(next); next = G.timesScalar(small, prime)) small = next;
        return G.toAffine(small);
    }
}

/** A point of the curve outside the subgroup, whatever its order. */
export function pointOutside(curve, group) {
    const G = curve[group];
    for (const point of pointsOnCurve(curve, group)) if (!G.isZero(G.timesScalar(point, curve.r))) return point;
}
