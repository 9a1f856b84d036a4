/**
 * Inflate: decompresses the generated WebAssembly modules, which are packed to
 * a quarter of their size; as plain base64 they would make an application a
 * quarter larger, also after gzip. This is our own code because hardened realms,
 * old browsers and edge runtimes have no DecompressionStream, which is never
 * synchronous, and the library has no dependencies. It accepts and refuses what
 * zlib does, but for bytes after the end, which it refuses as
 * DecompressionStream does.
 *
 *   source  RFC 1951, DEFLATE
 * @module util/inflate
 */

const MAX_BITS = 15;

/** Codes up to this length, which are nearly all, are decoded with one look-up. */
const FAST_BITS = 9;

/**
 * What is refused, in few words: every page has them twice, here and in the worker.
 * @param {unknown} isRight
 * @param {string} expected
 * @param {string} got
 * @returns {asserts isRight}
 */
function demand(isRight, expected, got) {
    if (!isRight) throw new RangeError(`inflate: expected ${expected}, got ${got}`);
}

/**
 * Base length and extra bits of the length codes 257.., and of the distance codes (RFC 1951,
 * 3.2.5).
 */
const LENGTHS = [
    ...steps(3, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5]),
    ...steps(258, [0]),
];
const DISTANCES = steps(
    1,
    [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13],
);
/** The order in which the lengths of the code length codes are stored. */
const CODE_LENGTH_ORDER = Object.freeze([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

/** @param {number} first @param {number[]} extra */
function steps(first, extra) {
    let base = first;
    return extra.map((bits) => {
        const step = Object.freeze({ base, bits });
        base += 2 ** bits;
        return step;
    });
}

/**
 * Canonical Huffman code: how many codes there are of each length, the symbols
 * in order of their codes, and for the next FAST_BITS bits of input the symbol
 * and its length as 16 symbol + length, or 0 where the code is longer.
 * Every sequence of bits must stand for a symbol, unless there is no symbol at
 * all, or one of a single bit. For the code of lengths zlib refuses these too;
 * here the lengths that they give are refused.
 * @param {ArrayLike<number>} lengths - per symbol; 0 means unused
 */
function huffman(lengths) {
    const counts = new Uint16Array(MAX_BITS + 1),
        offsets = new Uint16Array(MAX_BITS + 2),
        symbols = new Uint16Array(lengths.length);
    for (let i = 0; i < lengths.length; i++) counts[lengths[i]]++;
    let room = 1; // codes of this length that are not taken; once below 0 it stays there
    for (let bits = 1; bits <= MAX_BITS; bits++) {
        room = 2 * room - counts[bits];
        offsets[bits + 1] = offsets[bits] + counts[bits];
    }
    const few = offsets[MAX_BITS + 1] === counts[1] && counts[1] < 2;
    demand(room === 0 || few, "a complete code", "another");
    for (let i = 0; i < lengths.length; i++) if (lengths[i]) symbols[offsets[lengths[i]]++] = i;
    return { counts, symbols, fast: fastTable(counts, symbols) };
}

/** @param {Uint16Array} counts @param {Uint16Array} symbols */
function fastTable(counts, symbols) {
    const fast = new Uint16Array(1 << FAST_BITS);
    for (let bits = 1, code = 0, index = 0; bits <= FAST_BITS; bits++, code <<= 1) {
        for (let i = 0; i < counts[bits]; i++, code++) {
            let reversed = 0; // codes come with their first bit lowest
            for (let b = 0; b < bits; b++) reversed |= ((code >> b) & 1) << (bits - 1 - b);
            for (let k = reversed; k < fast.length; k += 1 << bits) fast[k] = 16 * symbols[index] + bits;
            index++;
        }
    }
    return fast;
}

/** @typedef {ReturnType<typeof huffman>} Code */

class BitReader {
    /** @param {Uint8Array} bytes */
    constructor(bytes) {
        this.bytes = bytes;
        this.at = 0;
        this.held = 0;
        this.count = 0;
    }

    /** @param {number} count - up to 16 */
    bits(count) {
        while (this.count < count) {
            demand(this.at < this.bytes.length, "input", "its end");
            this.held |= this.bytes[this.at++] << this.count;
            this.count += 8;
        }
        const value = this.held & ((1 << count) - 1);
        this.held >>>= count;
        this.count -= count;
        return value;
    }

    /** Is at most a part of a byte left? */
    ended() {
        return this.at - (this.count >> 3) === this.bytes.length;
    }

    /** One symbol. @param {Code} code */
    symbol(code) {
        while (this.count < FAST_BITS && this.at < this.bytes.length) {
            this.held |= this.bytes[this.at++] << this.count;
            this.count += 8;
        }
        const found = code.fast[this.held & ((1 << FAST_BITS) - 1)];
        const length = found & 15;
        if (found === 0 || length > this.count) return this.longSymbol(code);
        this.held >>>= length;
        this.count -= length;
        return found >> 4;
    }

    /** One symbol, bit by bit. @param {Code} code */
    longSymbol({ counts, symbols }) {
        let code = 0, first = 0, index = 0;
        for (let length = 1; length <= MAX_BITS; length++) {
            code |= this.bits(1);
            const count = counts[length];
            if (code - count < first) return symbols[index + code - first];
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        demand(false, "a symbol", "none");
    }

    /** Drops the bits up to the next byte, and returns `count` bytes. @param {number} count */
    raw(count) {
        this.at -= this.count >> 3;
        this.held = this.count = 0;
        demand(count <= this.bytes.length - this.at, "input", "its end");
        return this.bytes.subarray(this.at, this.at += count);
    }
}

/** The codes of a block that contains its codes (RFC 1951, 3.2.7). @param {BitReader} input */
function readCodes(input) {
    const literals = input.bits(5) + 257;
    const distances = input.bits(5) + 1;
    const count = input.bits(4) + 4;
    demand(literals <= 286 && distances <= 30, "fewer symbols", "more");
    const own = new Uint8Array(19);
    for (let i = 0; i < count; i++) own[CODE_LENGTH_ORDER[i]] = input.bits(3);
    const code = huffman(own);
    const lengths = new Uint8Array(literals + distances);
    for (let i = 0; i < lengths.length;) {
        const symbol = input.symbol(code);
        if (symbol < 16) { lengths[i++] = symbol; continue; }
        const value = symbol === 16 ? lengths[i - 1] : 0;
        const times = symbol === 16 ? 3 + input.bits(2) : symbol === 17 ? 3 + input.bits(3) : 11 + input.bits(7);
        demand(symbol !== 16 || i > 0, "a length", "none");
        demand(i + times <= lengths.length, "fewer lengths", "more");
        lengths.fill(value, i, i += times);
    }
    return { literal: huffman(lengths.subarray(0, literals)), distance: huffman(lengths.subarray(literals)) };
}

/** The fixed codes (RFC 1951, 3.2.6). */
function fixedCodes() {
    const lengths = new Uint8Array(288).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280);
    return { literal: huffman(lengths), distance: huffman(new Uint8Array(32).fill(5)) };
}

/**
 * @param {BitReader} input
 * @param {Uint8Array} out
 * @param {number} at
 * @returns {number} where the block ends in `out`
 */
function copyBlock(input, out, at) {
    input.raw(0);
    const length = input.bits(16);
    const complement = input.bits(16);
    demand(complement === (length ^ 0xffff), "a complement", "another");
    demand(at + length <= out.length, "fewer bytes", "more");
    out.set(input.raw(length), at);
    return at + length;
}

/**
 * The fixed codes have more symbols than there are lengths and distances.
 * @param {readonly { base: number, bits: number }[]} steps
 * @param {number} i
 */
function lookUp(steps, i) {
    demand(i < steps.length, "a symbol", "none");
    return steps[i];
}

/**
 * @param {BitReader} input
 * @param {Uint8Array} out
 * @param {number} at
 * @param {{ literal: Code, distance: Code }} codes
 */
function codedBlock(input, out, at, { literal, distance }) {
    for (;;) {
        const symbol = input.symbol(literal);
        if (symbol === 256) return at;
        if (symbol < 256) { out[at++] = symbol; continue; }
        const { base, bits } = lookUp(LENGTHS, symbol - 257);
        const end = at + base + input.bits(bits);
        const { base: least, bits: more } = lookUp(DISTANCES, input.symbol(distance));
        let from = at - least - input.bits(more);
        demand(from >= 0, "a shorter distance", "more");
        demand(end <= out.length, "fewer bytes", "more");
        while (at < end) out[at++] = out[from++];
    }
}

/**
 * @param {Uint8Array} bytes - raw DEFLATE
 * @param {number} length - of the result
 * @returns {Uint8Array}
 * @throws {RangeError} for input that zlib refuses, bytes after its end, or a result of another
 *   length
 */
export function inflate(bytes, length) {
    const input = new BitReader(bytes);
    const out = new Uint8Array(length);
    let at = 0, last = 0;
    while (!last) {
        last = input.bits(1);
        const kind = input.bits(2);
        demand(kind < 3, "a block", "none");
        at =
            kind === 0
                ? copyBlock(input, out, at)
                : codedBlock(input, out, at, kind === 1 ? fixedCodes() : readCodes(input));
    }
    demand(at === length, `${length} bytes`, `${at}`);
    demand(input.ended(), "its end", "more");
    return out;
}
