/**
 * Unpacks DEFLATE streams. Lane kernels repeat themselves: packed they take a
 * quarter of the bytes. Ours, and not the host's, because this has to work
 * where there are no host globals, at once, and within the first milliseconds.
 *
 *   source  RFC 1951; canonical codes decoded through one table per alphabet
 * @module util/inflate
 */

/** Order in which the lengths of the code length alphabet come, section 3.2.7. */
const ORDER = Object.freeze([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);
const END = 256;

/**
 * A table of codes: entry at the next `bits` bits of the stream is symbol << 4 | length.
 * @typedef {{ entries: Uint16Array, bits: number }} Codes
 */

/** @param {number} code @param {number} length @returns {number} the code with its first bit lowest, as the stream has it */
function reversed(code, length) {
    let out = 0;
    for (let i = 0; i < length; i++) out |= ((code >> i) & 1) << (length - 1 - i);
    return out;
}

/** @param {ArrayLike<number>} lengths - of the code of each symbol, 0 for none @returns {Codes} */
function codesOf(lengths) {
    let bits = 1;
    for (let i = 0; i < lengths.length; i++) if (lengths[i] > bits) bits = lengths[i];
    const entries = new Uint16Array(1 << bits);
    for (let length = 1, code = 0; length <= bits; length++, code <<= 1) {
        for (let symbol = 0; symbol < lengths.length; symbol++) {
            if (lengths[symbol] !== length) continue;
            for (let at = reversed(code++, length); at < entries.length; at += 1 << length) entries[at] = (symbol << 4) | length;
        }
    }
    return { entries, bits };
}

/** Lengths or distances: symbol i stands for base[i] and the value of extra[i] more bits. @param {number} first @param {(i: number) => number} extraOf @param {number} count */
function ranges(first, extraOf, count) {
    const base = new Uint16Array(count), extra = new Uint8Array(count);
    for (let i = 0, next = first; i < count; i++) {
        base[i] = next;
        next += 1 << (extra[i] = extraOf(i));
    }
    return { base, extra };
}

class Inflater {
    /** @param {Uint8Array} source @param {number} size */
    constructor(source, size) {
        this.source = source;
        this.out = new Uint8Array(size);
        this.at = 0;
        this.to = 0;
        this.buffer = 0;
        this.have = 0;
        this.lengths = ranges(3, (i) => (i < 8 ? 0 : (i >> 2) - 1), 28);
        this.distances = ranges(1, (i) => (i < 4 ? 0 : (i >> 1) - 1), 30);
    }

    /** At least 16 bits, zeros behind the end. */
    fill() {
        while (this.have <= 16) {
            this.buffer |= (this.source[this.at++] ?? 0) << this.have;
            this.have += 8;
        }
    }

    /** @param {number} count - at most 16 */
    take(count) {
        this.fill();
        const value = this.buffer & ((1 << count) - 1);
        this.buffer >>>= count;
        this.have -= count;
        return value;
    }

    /** @param {Codes} codes */
    symbol({ entries, bits }) {
        this.fill();
        const entry = entries[this.buffer & ((1 << bits) - 1)], length = entry & 15;
        if (length === 0 || this.at > this.source.length + 4) throw new RangeError(`inflate: expected a code, got none at offset ${this.at}`);
        this.buffer >>>= length;
        this.have -= length;
        return entry >> 4;
    }

    /** @param {number} count @param {number} distance */
    repeat(count, distance) {
        const { out, to } = this, end = to + count;
        if (distance > to || end > out.length) throw new RangeError(`inflate: expected to copy within ${out.length} bytes, got ${count} bytes from ${to - distance}`);
        for (let i = to; i < end; i++) out[i] = out[i - distance];
        this.to = end;
    }

    /** @param {Codes} literals @param {Codes} distances */
    block(literals, distances) {
        const { out, lengths, distances: far } = this;
        for (let symbol = this.symbol(literals); symbol !== END; symbol = this.symbol(literals)) {
            if (symbol < END) {
                if (this.to === out.length) throw new RangeError(`inflate: expected ${out.length} bytes, got more`);
                out[this.to++] = symbol;
                continue;
            }
            const i = symbol - END - 1;
            const count = i === 28 ? 258 : lengths.base[i] + this.take(lengths.extra[i]);
            const j = this.symbol(distances);
            this.repeat(count, far.base[j] + this.take(far.extra[j]));
        }
    }

    stored() {
        this.take(this.have % 8);
        const count = this.take(16);
        this.take(16);
        for (let i = 0; i < count; i++) this.out[this.to++] = this.take(8);
    }

    fixed() {
        const lengths = Uint8Array.from({ length: 288 }, (_, i) => (i < 144 || i > 279 ? 8 : i < 256 ? 9 : 7));
        this.block(codesOf(lengths), codesOf(new Uint8Array(30).fill(5)));
    }

    dynamic() {
        const literals = this.take(5) + 257, distances = this.take(5) + 1, count = this.take(4) + 4;
        const first = new Uint8Array(19), lengths = new Uint8Array(literals + distances);
        for (let i = 0; i < count; i++) first[ORDER[i]] = this.take(3);
        const codes = codesOf(first);
        for (let i = 0; i < lengths.length;) {
            const symbol = this.symbol(codes);
            if (symbol < 16) { lengths[i++] = symbol; continue; }
            const again = symbol === 16 ? 3 + this.take(2) : symbol === 17 ? 3 + this.take(3) : 11 + this.take(7);
            lengths.fill(symbol === 16 ? lengths[i - 1] : 0, i, i += again);
        }
        this.block(codesOf(lengths.subarray(0, literals)), codesOf(lengths.subarray(literals)));
    }

    run() {
        for (let last = 0; !last;) {
            last = this.take(1);
            const kind = this.take(2);
            if (kind > 2) throw new RangeError(`inflate: expected a block of kind 0, 1 or 2, got ${kind}`);
            [() => this.stored(), () => this.fixed(), () => this.dynamic()][kind]();
        }
        if (this.to !== this.out.length) throw new RangeError(`inflate: expected ${this.out.length} bytes, got ${this.to}`);
        return this.out;
    }
}

/**
 * @param {Uint8Array} source - a raw DEFLATE stream
 * @param {number} size - of the result
 * @returns {Uint8Array}
 * @throws {RangeError} not such a stream, or one of another size
 */
export const inflate = (source, size) => new Inflater(source, size).run();
