/**
 * Extension fields on BigInt, slow and obvious: the twin of scripts/wasm/tower.
 * An element of F[X] / (X^m - beta) is the array of its coefficients, c0 first;
 * every tower is built by calling `extension` on the field below it.
 */
import { inverse, mod } from "../../src/bigint/modular.js";

/** Fp. */
export function primeField(p) {
    const F = {
        p, order: p, degree: 1, zero: 0n, one: 1n,
        add: (a, b) => mod(a + b, p), sub: (a, b) => mod(a - b, p), neg: (a) => mod(-a, p),
        mul: (a, b) => mod(a * b, p), inv: (a) => (a === 0n ? 0n : inverse(a, p)),
        eq: (a, b) => a === b, of: (k) => mod(BigInt(k), p), random: (draw) => draw(p),
        negative: (a) => a >= (p + 1n) / 2n,
    };
    return Object.assign(F, { pow: (a, e) => power(F, a, e) });
}

/** B[X] / (X^m - beta), multiplied by the school book. */
export function extension(B, m, beta) {
    // twins spend their time here: most extensions are of degree 2
    const map = (f) => (m === 2 ? [f(0), f(1)] : Array.from({ length: m }, (_, k) => f(k)));
    const zero = map(() => B.zero);
    const F = {
        p: B.p,
        order: B.order ** BigInt(m),
        degree: B.degree * m,
        zero,
        one: map((k) => (k ? B.zero : B.one)),
        base: B,
        add: (a, b) => map((k) => B.add(a[k], b[k])),
        sub: (a, b) => map((k) => B.sub(a[k], b[k])),
        neg: (a) => a.map(B.neg),
        eq: (a, b) => (m === 2 ? B.eq(a[0], b[0]) && B.eq(a[1], b[1]) : a.every((c, k) => B.eq(c, b[k]))),
        of: (c) => map((k) => (k ? B.zero : B.of(c))),
        random: (draw) => map(() => B.random(draw)),
        scale: (a, b) => a.map((c) => B.mul(c, b)),
        mul: m === 2 ? ([a, b], [c, d]) => [
            B.add(B.mul(a, c), B.mul(beta, B.mul(b, d))), B.add(B.mul(a, d), B.mul(b, c)),
        ] : (a, b) => {
            const r = [...zero];
            a.forEach((x, i) =>
                b.forEach((y, j) => {
                    const t = B.mul(x, y),
                        k = i + j;
                    r[k % m] = B.add(r[k % m], k < m ? t : B.mul(beta, t));
                }),
            );
            return r;
        },
        // a^(order of the group - 1): no formula to get wrong
        inv: (a) => power(F, a, F.order - 2n),
        negative: (a) => {
            const top = a.findLastIndex((c) => !B.eq(c, B.zero));
            return B.negative(a[Math.max(top, 0)]);
        },
    };
    return Object.assign(F, { pow: (a, e) => power(F, a, e) });
}

export function power(F, a, e) {
    let r = F.one;
    for (const bit of e.toString(2)) {
        r = F.mul(r, r);
        if (bit === "1") r = F.mul(r, a);
    }
    return r;
}

/** The tower of a curve with xi = xi0 + u. */
export function tower(p, xi0, nonResidue) {
    const f1m = primeField(p), f2m = extension(f1m, 2, f1m.of(nonResidue));
    const xi = [f1m.of(xi0), 1n];
    const f6m = extension(f2m, 3, xi), v = [f2m.zero, f2m.one, f2m.zero];
    return { f1m, f2m, f6m, ftm: extension(f6m, 2, v), xi };
}

/** A square root in any of these fields or undefined, by the order of the group alone (Tonelli, Shanks). */
export const isSquare = (F, a) => F.eq(a, F.zero) || F.eq(F.pow(a, (F.order - 1n) / 2n), F.one);
