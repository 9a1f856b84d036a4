/**
 * Slow twins of the batch operations: one operation of the public API at a time, in the
 * order of the definition.
 */
const split = (buff, size) =>
    Array.from({ length: buff.byteLength / size }, (_, i) => buff.slice(i * size, (i + 1) * size));

/** @returns the integer in little-endian bytes */
export const toInteger = (bytes) => bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);

/** Sum of scalar * point, affine. */
export function msm(G, bases, scalars, pointBytes = 2 * G.F.n8) {
    const points = split(bases, pointBytes);
    if (points.length === 0) return G.zeroAffine;
    const integers = split(scalars, scalars.byteLength / points.length);
    const sum = points.reduce((acc, point, i) => G.add(acc, G.timesScalar(point, toInteger(integers[i]))), G.zero);
    return G.toAffine(sum);
}

/** sum_i a[i] w^(ik), by Horner, for field elements or points (affine out). */
export function fft(Fr, elements, { add, times, finish = (x) => x }, inverse = false) {
    const n = elements.length;
    let w = Fr.w[Math.log2(n)];
    if (inverse) w = Fr.inv(w);
    const scale = inverse ? Fr.inv(Fr.e(n)) : Fr.one;
    return elements.map((_, k) => {
        const wk = Fr.exp(w, k);
        const value = elements.reduceRight(
            (acc, element) => (acc === undefined ? element : add(times(acc, wk), element)),
            undefined,
        );
        return finish(times(value, scale));
    });
}

/** The arithmetic that fft takes. */
export const ofField = (Fr) => ({ add: (a, b) => Fr.add(a, b), times: (a, s) => Fr.mul(a, s) });
export const ofGroup = (G) => ({
    add: (a, b) => G.add(a, b),
    times: (a, s) => G.timesFr(a, s),
    finish: (a) => G.toAffine(a),
});
