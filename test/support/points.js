import { below, fillBelow, uniform } from "./random.js";

/** n points of a group side by side, affine, mostly random, some infinities, equal and opposite ones. */
export function points(G, n, { special = true } = {}) {
    const bytes = new Uint8Array(n * 2 * G.F.n8);
    let current = G.toAffine(G.timesScalar(G.g, uniform(2n ** 128n) + 1n));
    const step = G.timesScalar(G.g, uniform(2n ** 128n) + 1n);
    for (let i = 0; i < n; i++) {
        const kind = special ? below(16) : 15;
        let point = current;
        if (kind === 0) point = G.zeroAffine;
        else if (kind === 1 && i > 0) point = bytes.slice((i - 1) * 2 * G.F.n8, i * 2 * G.F.n8);
        else if (kind === 2 && i > 0) point = G.neg(bytes.slice((i - 1) * 2 * G.F.n8, i * 2 * G.F.n8));
        else current = G.toAffine(G.add(current, step));
        bytes.set(point, i * 2 * G.F.n8);
    }
    return bytes;
}

/** Very many points: some of them, again and again. */
export function manyPoints(G, n) {
    const some = points(G, 1024), bytes = new Uint8Array(n * 2 * G.F.n8);
    for (let at = 0; at < bytes.length; at += some.length) bytes.set(some.subarray(0, bytes.length - at), at);
    return bytes;
}

/** n integers of `width` bytes, little-endian: edges, short ones and full ones. */
export function scalars(n, width, r) {
    const bytes = new Uint8Array(n * width);
    const top = 2n ** BigInt(8 * width);
    const edges = [0n, 1n, 2n, r - 1n, r, r + 1n, top - 1n].filter((value) => value < top);
    for (let i = 0; i < n; i++) {
        const kind = below(4);
        let value =
            kind === 0
                ? edges[Number(uniform(BigInt(edges.length)))]
                : kind === 1
                  ? uniform(2n ** 32n) % top
                  : uniform(top);
        for (let j = 0; j < width; j++, value >>= 8n) bytes[i * width + j] = Number(value & 0xffn);
    }
    return bytes;
}

/** n elements of Fr side by side: zeros, ones, -1 and uniform ones. */
export function elements(Fr, n) {
    const bytes = new Uint8Array(n * Fr.n8);
    for (let i = 0; i < n; i++) {
        const kind = below(8);
        if (kind > 2) fillBelow(bytes.subarray(i * Fr.n8, (i + 1) * Fr.n8), Fr.p); // any number is the form of one
        else bytes.set([Fr.zero, Fr.one, Fr.negone][kind], i * Fr.n8);
    }
    return bytes;
}
