/** Streams of DEFLATE, whole and damaged, and what zlib says of them. */
import zlib from "node:zlib";

const { Z_DEFAULT_STRATEGY, Z_FILTERED, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = zlib.constants;
const STRATEGIES = [Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED];

/** @typedef {(n: number) => number} Below a number below n */

const bytesOf = (/** @type {Below} */ below, /** @type {number} */ length, range = 256) =>
    Uint8Array.from({ length }, () => below(range));

/** @param {Below} below @param {Uint8Array} packed @returns {Uint8Array} */
function damaged(below, packed) {
    const kind = below(6), head = Math.min(packed.length, 30); // most of what a stream says of its codes
    if (kind === 0) return packed.slice(0, below(packed.length + 1));
    if (kind === 1) return Uint8Array.from([...packed, ...bytesOf(below, 1 + below(3))]);
    const other = packed.slice(), at = below(kind < 4 ? head : packed.length);
    if (kind === 2) other[at] = below(256);
    else other[at] ^= 1 << below(8);
    return other;
}

/** @param {Below} below @returns {{ packed: Uint8Array, length: number }} length: before it was packed and damaged */
export function someStream(below) {
    const bytes = bytesOf(below, 1 + below(below(8) ? 200 : 5000), [2, 4, 30, 256][below(4)]);
    if (below(10) === 9) return { packed: bytes, length: 1 + below(1000) };
    const level = below(4) ? 1 + below(9) : 0, strategy = STRATEGIES[below(STRATEGIES.length)];
    let packed = new Uint8Array(zlib.deflateRawSync(bytes, { level, strategy, memLevel: 1 + below(9) }));
    for (let times = below(4); times > 0 && packed.length > 0; times--) packed = damaged(below, packed);
    return { packed, length: bytes.length };
}

/** @param {Uint8Array} packed @returns {Uint8Array | undefined} undefined if zlib refuses it or part of it */
function byZlib(packed) {
    try {
        const { buffer, engine } = zlib.inflateRawSync(packed, { info: true });
        return engine.bytesWritten === packed.length ? buffer : undefined;
    } catch {
        return undefined;
    }
}

/** @param {() => Uint8Array} inflates @returns {string} the bytes, "refused", or what else was thrown */
function said(inflates) {
    try {
        return Buffer.from(inflates()).toString("hex");
    } catch (error) {
        const ours = error instanceof RangeError && /^inflate: expected .+, got .+/.test(error.message);
        return ours ? "refused" : String(error);
    }
}

/**
 * @param {(packed: Uint8Array, length: number) => Uint8Array} inflate
 * @param {{ packed: Uint8Array, length: number }} stream
 * @returns {{ expected: string, got: string }[]} one of each: the stream, and if zlib accepts it, with other lengths
 */
export function answers(inflate, { packed, length }) {
    const wanted = byZlib(packed), own = wanted?.length ?? length;
    const asked = [{
        expected: wanted ? Buffer.from(wanted).toString("hex") : "refused", got: said(() => inflate(packed, own)),
    }];
    for (const other of wanted ? [own - 1, own + 1].filter((n) => n >= 0) : [])
        asked.push({ expected: "refused", got: said(() => inflate(packed, other)) });
    return asked;
}
