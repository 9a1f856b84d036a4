/**
 * An input is a list of choices: generators ask for numbers, and the list of answers alone makes the same input again.
 * So one list is what is printed, kept, shortened and varied, whatever structure a target builds from it.
 * The idea is that of Hypothesis (MacIver and others, "Test-Case Reduction via Test-Case Generation", ECOOP 2020).
 */

/** splitmix32. @param {number} seed @returns {() => number} numbers in [0, 2^32) */
export function stream(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x9e3779b9) >>> 0;
        let t = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
        t = Math.imul(t ^ (t >>> 15), 0x735a2d97);
        return (t ^ (t >>> 15)) >>> 0;
    };
}

/** Random bytes. @param {() => number} next @param {number} length */
export function bytesFrom(next, length) {
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) bytes[i] = next();
    return bytes;
}

/** Uniform in [0, bound). @param {() => number} next @param {bigint} bound */
export function bigFrom(next, bound) {
    let value = 0n;
    for (let bits = bound.toString(2).length + 64; bits > 0; bits -= 32) value = (value << 32n) | BigInt(next());
    return value % bound;
}

/** Integers at which something changes. */
const EDGES = [
    0,
    1,
    2,
    3,
    7,
    8,
    31,
    32,
    63,
    64,
    127,
    128,
    255,
    256,
    2 ** 15,
    2 ** 16,
    2 ** 24,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 32 - 2,
    2 ** 32 - 1,
];

export class Choices {
    #known;
    #next;
    /** What was asked for so far. @type {number[]} */
    taken = [];

    /**
     * @param {readonly number[]} known - the first answers
     * @param {(() => number) | undefined} next - the others; without it they are 0, the simplest
     */
    constructor(known, next) {
        this.#known = known;
        this.#next = next ?? (() => 0);
    }

    /** @returns {number} in [0, 2^32) */
    next() {
        const { length } = this.taken,
            value = length < this.#known.length ? this.#known[length] : this.#next();
        this.taken.push(value >>> 0);
        return value >>> 0;
    }

    /** @param {number} n @returns {number} in [0, n) */
    below(n) {
        return this.next() % n;
    }

    /** @param {number} from @param {number} to @returns {number} in [from, to] */
    within(from, to) {
        return from + this.below(to - from + 1);
    }

    /** True once in n times; not for the simplest choice. @param {number} n */
    once(n) {
        return this.below(n) === n - 1;
    }

    /** @template T @param {readonly T[]} list - the simplest first @returns {T} */
    pick(list) {
        return list[this.below(list.length)];
    }

    /** A source of many numbers for one choice. */
    stream() {
        return stream(this.next());
    }

    /** @param {number} length */
    bytes(length) {
        return bytesFrom(this.stream(), length);
    }

    /** An integer in [0, 2^32), often at an edge. */
    edge() {
        return this.once(4) ? this.next() : this.pick(EDGES);
    }

    /** In [0, bound): edges, short ones, long runs of ones and zeros, uniform ones. @param {bigint} bound */
    big(bound) {
        const kind = this.below(6);
        if (kind === 0) return BigInt(this.below(4)) % bound;
        if (kind === 1) return (bound - 1n - BigInt(this.below(4)) + bound) % bound;
        if (kind === 2) return BigInt(this.next()) % bound;
        if (kind === 3) return (1n << BigInt(this.below(bound.toString(2).length))) % bound;
        const next = this.stream();
        if (kind === 4) return bigFrom(next, bound);
        let value = 0n;
        for (let bits = bound.toString(2).length; bits > 0;) {
            const n = 1 + (next() % bits);
            value = (value << BigInt(n)) | (next() & 1 ? (1n << BigInt(n)) - 1n : 0n);
            bits -= n;
        }
        return value % bound;
    }
}

/** A list as one word, to be given to --replay. @param {readonly number[]} list */
export const encode = (list) => list.map((value) => value.toString(36)).join("-") || "none";

/** @param {string} word @returns {number[]} */
export const decode = (word) => (word === "none" ? [] : word.split("-").map((digits) => parseInt(digits, 36)));

/**
 * A list that is like another: one or a few of its numbers changed, some dropped, doubled, or taken from a third.
 * @param {readonly number[]} list
 * @param {readonly number[]} other
 * @param {() => number} next
 * @returns {number[]}
 */
export function varied(list, other, next) {
    const out = [...list],
        at = () => next() % (out.length || 1);
    for (let turns = 1 + (next() % 4); turns > 0; turns--) {
        const i = at(),
            n = 1 + (next() % 4);
        const kind = next() % 7;
        if (kind === 0) out[i] = next();
        else if (kind === 1) out[i] = next() % 16;
        else if (kind === 2) out[i] = (out[i] ?? 0) + 1 - 2 * (next() & 1);
        else if (kind === 3) out.splice(i, n);
        else if (kind === 4) out.splice(i, 0, ...out.slice(at(), at() + n));
        else if (kind === 5) out.splice(i, Infinity, ...other.slice(i));
        else out.length = i; // what follows is drawn anew
    }
    return out.map((value) => (value ?? 0) >>> 0);
}

/**
 * Shorter and smaller lists that still fail.
 * @param {number[]} list - fails
 * @param {(list: number[]) => Promise<boolean>} fails
 * @param {number} attempts - at most
 */
export async function shrunk(list, fails, attempts) {
    let best = list;
    const better = async (/** @type {number[]} */ candidate) => {
        if (attempts-- <= 0 || !(await fails(candidate))) return false;
        best = candidate;
        return true;
    };
    for (let size = best.length >> 1; size >= 1 && attempts > 0; size >>= 1)
        for (let i = best.length - size; i >= 0 && attempts > 0; i -= size)
            await better([...best.slice(0, i), ...best.slice(i + size)]);
    for (let i = 0; i < best.length && attempts > 0; i++)
        for (const value of [0, 1, best[i] >>> 1])
            if (
                value < best[i] &&
                (await better(best.with ? best.with(i, value) : Object.assign([...best], { [i]: value })))
            )
                break;
    return best;
}
