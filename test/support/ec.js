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
    mul: (P, k) => E.msm([P], [k]),
    sum: (points) => points.reduce(E.add, null),
    /**
     * Sum of s_i P_i, doubling the sum of all from the top bit down. Sums have a denominator of their own: most of the
     * time of the suites was inversions. test/unit/twins.test.js compares with `add`.
     */
    msm: (points, scalars) => {
        const bits = scalars.map((s) => s.toString(2)), most = Math.max(0, ...bits.map(({ length }) => length));
        const digits = bits.map((text) => text.padStart(most, "0")), { zero, double, addAffine, finish } = E.fractions;
        let sum = zero;
        for (let i = 0; i < most; i++) {
            sum = double(sum);
            points.forEach((P, j) => { if (P && digits[j][i] === "1") sum = addAffine(sum, P); });
        }
        return finish(sum);
    },
    /** A point of the curve, of any order. */
    random: (draw) => {
        for (;;) {
            const P = E.lift(E.F.random(draw), draw);
            if (P) return draw(2n) ? P : E.neg(P);
        }
    },
});

/** Points as (X / Z^2, Y / Z^3): the chord and the tangent of `curve`, multiplied out. Z = 0 is zero. */
function jacobian(F) {
    const { mul, add, sub } = F, times = (a, k) => (k === 1 ? a : add(times(a, k >> 1), times(a, k - (k >> 1))));
    const zero = [F.one, F.one, F.zero], isZero = ([, , Z]) => F.eq(Z, F.zero);
    const double = ([X, Y, Z]) => {
        const YY = mul(Y, Y), m = times(mul(X, X), 3), s = times(mul(X, YY), 4), x = sub(mul(m, m), times(s, 2));
        return [x, sub(mul(m, sub(s, x)), times(mul(YY, YY), 8)), times(mul(Y, Z), 2)];
    };
    const addAffine = (P, [x2, y2]) => {
        if (isZero(P)) return [x2, y2, F.one];
        const [X, Y, Z] = P, ZZ = mul(Z, Z), h = sub(mul(x2, ZZ), X), t = sub(mul(y2, mul(ZZ, Z)), Y);
        if (F.eq(h, F.zero)) return F.eq(t, F.zero) ? double(P) : zero;
        const hh = mul(h, h), hhh = mul(hh, h), v = mul(X, hh), x = sub(sub(mul(t, t), hhh), times(v, 2));
        return [x, sub(mul(t, sub(v, x)), mul(Y, hhh)), mul(Z, h)];
    };
    const finish = (P) => {
        if (isZero(P)) return null;
        const i = F.inv(P[2]), ii = mul(i, i);
        return [mul(P[0], ii), mul(P[1], mul(ii, i))];
    };
    return { zero, double, addAffine, finish };
}

export function curve(F, b) {
    const right = (x) => F.add(F.mul(F.mul(x, x), x), b);
    return group({
        F, b, fractions: jacobian(F),
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

/** Points as (X / Z, Y / Z): the law of `edwards`, multiplied out. */
function projective(F, A, D, point) {
    const { mul, add, sub } = F, zero = [F.zero, F.one, F.one];
    const sum = ([X1, Y1, Z1], [X2, Y2, Z2]) => {
        const z = mul(Z1, Z2), zz = mul(z, z), c = mul(X1, X2), d = mul(Y1, Y2), t = mul(D, mul(c, d));
        const [f, g] = [sub(zz, t), add(zz, t)], cross = add(mul(X1, Y2), mul(Y1, X2));
        return [mul(z, mul(f, cross)), mul(z, mul(g, sub(d, mul(A, c)))), mul(f, g)];
    };
    const finish = ([X, Y, Z]) => {
        const i = F.inv(Z);
        return point(mul(X, i), mul(Y, i));
    };
    return { zero, double: (P) => sum(P, P), addAffine: (P, [x, y]) => sum(P, [x, y, F.one]), finish };
}

/** Twisted Edwards, by the law of addition as it was published. A lift is by y. */
export function edwards(F, { a, d }) {
    const A = F.of(a), D = F.of(d), at = (P) => P ?? [F.zero, F.one];
    const point = (x, y) => (F.eq(x, F.zero) && F.eq(y, F.one) ? null : [x, y]);
    return group({
        F, a: A, d: D, at, fractions: projective(F, A, D, point),
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
