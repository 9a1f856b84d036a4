/**
 * A group that is quick: the integers modulo 2^61 - 1, written as points of 32-byte coordinates. The value is the first
 * word of x, y is 1, and z is 1, or 0 for zero. It has what ffturbo-gpu asks of a group.
 */
import { mod } from "../../src/bigint/modular.js";

export const ORDER = 2n ** 61n - 1n;
const N8 = 32;

/** @param {Uint8Array} bytes */
const valueOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);

/** @param {bigint} value @param {number} coordinates */
function encode(value, coordinates) {
    const bytes = new Uint8Array(coordinates * N8), reduced = mod(value, ORDER);
    if (coordinates === 2 && reduced === 0n) return bytes;
    new DataView(bytes.buffer).setBigUint64(0, reduced, true);
    bytes[N8] = 1;
    if (coordinates === 3) bytes[2 * N8] = Number(reduced !== 0n);
    return bytes;
}

/** @param {bigint} value @returns {Uint8Array} jacobian */
export const point = (value) => encode(value, 3);

/** @param {Uint8Array} bytes - little-endian */
function numberOf(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset), words = bytes.length >> 3;
    let value = 0n;
    for (let i = bytes.length - 1; i >= 8 * words; i--) value = (value << 8n) | BigInt(bytes[i]);
    for (let i = words - 1; i >= 0; i--) value = (value << 64n) | view.getBigUint64(8 * i, true);
    return value;
}

export const toyGroup = () => {
    const like = (bytes) => bytes.length / N8;
    return {
        F: { n8: N8 }, zero: point(0n), zeroAffine: encode(0n, 2), g: point(1n),
        value: valueOf,
        add: (a, b) => point(valueOf(a) + valueOf(b)),
        sub: (a, b) => point(valueOf(a) - valueOf(b)),
        double: (a) => point(2n * valueOf(a)),
        neg: (a) => encode(-valueOf(a), like(a)),
        timesScalar: (a, scalar) => point(valueOf(a) * BigInt(scalar)),
        toAffine: (a) => encode(valueOf(a), 2),
        eq: (a, b) => valueOf(a) === valueOf(b),
        isZero: (a) => valueOf(a) === 0n,
        isValid: (a) => a[N8] === 1,
        multiExpAffineChunked() {},
        async multiExpAffine(points, scalars) {
            const n = points.length / (2 * N8), size = scalars.length / n;
            let sum = 0n;
            for (let i = 0; i < n; i++)
                sum += valueOf(points.subarray(2 * N8 * i)) * numberOf(scalars.subarray(i * size, (i + 1) * size));
            return point(sum);
        },
    };
};
