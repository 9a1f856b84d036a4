/**
 * Points of y^2 = x^3 + b, and of a x^2 + y^2 = 1 + d x^2 y^2, on BigInt, slow and obvious: the twin of
 * scripts/wasm/group and scripts/wasm/msm. A point is [x, y]; null is zero, in either form.
 * The field comes from tower.js.
 */

/** A square root of a in F or undefined, by Tonelli and Shanks over any finite field. */
export function sqrt(F, a, draw) {
    const isSquare = (c) => F.eq(F.pow(c, (F.order - 1n) / 2n), F.one);
    if (F.eq(a, F.zero)) return F.zero;
    if (!isSquare(a)) return undefined;
    let t = F.order - 1n, s = 0, c;
    for (; t % 2n === 0n; t /= 2n) s++;
    do c = F.random(draw); while (F.eq(c, F.zero) || isSquare(c));
    let root = F.pow(a, (t + 1n) / 2n), rest = F.pow(a, t), z = F.pow(c, t);
    for (let m = s; !F.eq(rest, F.one);) {
        let k = 0;
        for (let b = rest; !F.eq(b, F.one); b = F.mul(b, b)) k++;
        for (let i = 0; i < m - k - 1; i++) z = F.mul(z, z);
        root = F.mul(root, z);
        z = F.mul(z, z);
        rest = F.mul(rest, z);
        m = k;
    }
    return root;
}

/** What follows from the addition of points, in any form. */
const group = (E) => Object.assign(E, {
    eq: (P, Q) => (P && Q ? E.F.eq(P[0], Q[0]) && E.F.eq(P[1], Q[1]) : P === Q),
    sub: (P, Q) => E.add(P, E.neg(Q)),
    mul: (P, k) => {
        let sum = null;
        for (const bit of k.toString(2)) {
            sum = E.add(sum, sum);
            if (bit === "1") sum = E.add(sum, P);
        }
        return sum;
    },
    sum: (points) => points.reduce(E.add, null),
    /** Sum of s_i P_i, doubling the sum of all from the top bit down. */
    msm: (points, scalars) => {
        let sum = null;
        for (let bit = Math.max(0, ...scalars.map((s) => s.toString(2).length)) - 1; bit >= 0; bit--)
            sum = E.sum([sum, sum, ...points.filter((_, i) => (scalars[i] >> BigInt(bit)) & 1n)]);
        return sum;
    },
    /** A point of the curve, of any order. */
    random: (draw) => {
        for (;;) {
            const P = E.lift(E.F.random(draw), draw);
            if (P) return draw(2n) ? P : E.neg(P);
        }
    },
});

export function curve(F, b) {
    const right = (x) => F.add(F.mul(F.mul(x, x), x), b);
    return group({
        F, b,
        has: (P) => P === null || F.eq(F.mul(P[1], P[1]), right(P[0])),
        neg: (P) => P && [P[0], F.neg(P[1])],
        add: (P, Q) => {
            if (!P || !Q) return P ?? Q;
            const [x1, y1] = P, [x2, y2] = Q;
            if (F.eq(x1, x2) && (!F.eq(y1, y2) || F.eq(y1, F.zero))) return null;
            const x1x1 = F.mul(x1, x1);
            const slope = F.eq(x1, x2)
                ? F.mul(F.add(F.add(x1x1, x1x1), x1x1), F.inv(F.add(y1, y1)))
                : F.mul(F.sub(y2, y1), F.inv(F.sub(x2, x1)));
            const x3 = F.sub(F.sub(F.mul(slope, slope), x1), x2);
            return [x3, F.sub(F.mul(slope, F.sub(x1, x3)), y1)];
        },
        lift: (x, draw) => {
            const y = sqrt(F, right(x), draw);
            return y === undefined ? undefined : [x, y];
        },
    });
}

/** Twisted Edwards, by the law of addition as it was published. A lift is by y. */
export function edwards(F, { a, d }) {
    const A = F.of(a), D = F.of(d), at = (P) => P ?? [F.zero, F.one];
    const point = (x, y) => (F.eq(x, F.zero) && F.eq(y, F.one) ? null : [x, y]);
    return group({
        F, a: A, d: D, at,
        has: (P) => {
            const [x, y] = at(P), xx = F.mul(x, x), yy = F.mul(y, y);
            return F.eq(F.add(F.mul(A, xx), yy), F.add(F.one, F.mul(D, F.mul(xx, yy))));
        },
        neg: (P) => P && [F.neg(P[0]), P[1]],
        add: (P, Q) => {
            const [x1, y1] = at(P), [x2, y2] = at(Q), t = F.mul(D, F.mul(F.mul(x1, x2), F.mul(y1, y2)));
            return point(
                F.mul(F.add(F.mul(x1, y2), F.mul(y1, x2)), F.inv(F.add(F.one, t))),
                F.mul(F.sub(F.mul(y1, y2), F.mul(A, F.mul(x1, x2))), F.inv(F.sub(F.one, t))),
            );
        },
        lift: (y, draw) => {
            const yy = F.mul(y, y), x = sqrt(F, F.mul(F.sub(F.one, yy), F.inv(F.sub(A, F.mul(D, yy)))), draw);
            return x === undefined ? undefined : point(x, y);
        },
    });
}
