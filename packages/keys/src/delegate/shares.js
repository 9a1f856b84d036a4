/**
 * Two shares of the scalars of a proof: one is a seed, from which uniform scalars are drawn, the
 * other is what is missing from these to the scalars, modulo r. Neither says anything of the
 * scalars.
 *
 * The seed does not depend on them at all. The other share is scalar - drawn modulo r: if what is
 * drawn is uniform in [0, r), so is the difference, whatever the scalar (a one-time pad). Drawn is
 * the stream of ChaCha20, in candidates of as many bits as r has, and those that are not below r
 * are dropped; so what is drawn is exactly as uniform as the stream, and nothing is left to the
 * rounding of a reduction. A server that could tell the other share from uniform scalars could tell
 * ChaCha20 with a secret key from random bits.
 *
 * The scalars are three lists, one after the other: of A and B2, all signals; of C, the private
 * signals; of H. See join.js for what the first of them is multiplied by.
 * @module delegate/shares
 */
import { BLOCK, chachaWords, isBelow, yieldToEventLoop } from "../../../../src/internal/keys_delegate.js";

/** @import { Zkey } from "../../../../src/internal/keys_delegate.js" */

/**
 * @typedef {Pick<Zkey, "nVars" | "nPublic" | "domainSize"> & { curve: { n8r: number } }} Sizes
 */
/** @typedef {{ r: bigint, n8r: number }} ScalarField */

/**
 * Bytes of a seed. A list of scalars is longer: each key has one signal, and one scalar of H, at
 * least.
 */
export const SEED = 32;

/** Words that are made of the stream at once: they stay in the nearest cache. */
const STRETCH = 256 * BLOCK;

/** Scalars between two turns of the event loop, which takes a few ms. */
const TURN = 1 << 15;

/**
 * Where the three lists begin and end, in bytes.
 * @param {Sizes} zkey
 */
export function layoutOf({ nVars, nPublic, domainSize, curve: { n8r } }) {
    const first = nVars * n8r;
    const second = first + (nVars - nPublic - 1) * n8r;
    return Object.freeze({ signals: first, privates: second, total: second + domainSize * n8r });
}

/** @param {Uint8Array} bytes - of whole words, at a multiple of 4 */
const wordsOf = (bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);

/**
 * The words of r, the lowest first, and the bits of its highest word.
 * @param {ScalarField} field
 */
function orderOf({ r, n8r }) {
    const order = Uint32Array.from({ length: n8r / 4 }, (_, i) => Number((r >> BigInt(32 * i)) & 0xffffffffn));
    const bits = 32 - Math.clz32(order[order.length - 1]);
    return { order, mask: bits === 32 ? 0xffffffff : 2 ** bits - 1 };
}

/**
 * Scalars drawn from a seed, one after the other.
 * @param {Uint8Array} seed
 * @param {ScalarField} field
 */
export function drawFrom(seed, field) {
    const { order, mask } = orderOf(field), size = order.length;
    const top = size - 1;
    const stream = chachaWords(seed);
    // whole candidates, whole blocks
    const drawn = new Uint32Array(STRETCH - STRETCH % (size * BLOCK));
    let next = drawn.length;
    return Object.freeze({
        /** The next scalars, canonical. @param {Uint32Array} out - for whole scalars */
        fill(out) {
            for (let to = 0; to < out.length; next += size) {
                if (next === drawn.length) {
                    stream.fill(drawn);
                    next = 0;
                }
                drawn[next + top] &= mask;
                if (!isBelow(drawn, next, order, 0, order.length)) continue;
                for (let k = 0; k < size; k++) out[to++] = drawn[next + k];
            }
        },
        clear() {
            stream.clear();
            drawn.fill(0);
        },
    });
}

/**
 * x - y modulo r, in place of x, with the same steps whatever the numbers are. What is borrowed and
 * carried follows from the highest bits of words.
 * @param {Int32Array} x - canonical, each of order.length words
 * @param {Int32Array} y - the same
 * @param {Int32Array} order - of r
 */
function subtract(x, y, order) {
    const size = order.length;
    for (let at = 0; at < x.length; at += size) {
        let borrow = 0, carry = 0;
        for (let k = at; k < at + size; k++) {
            const a = x[k], b = y[k], d = (a - b - borrow) | 0;
            borrow = ((~a & b) | (~(a ^ b) & d)) >>> 31;
            x[k] = d;
        }
        for (let k = 0; k < size; k++) { // and r, or 0
            const a = x[at + k];
            const b = order[k] & -borrow;
            const sum = (a + b + carry) | 0;
            carry = ((a & b) | ((a | b) & ~sum)) >>> 31;
            x[at + k] = sum;
        }
    }
}

/** The same words with signs. @param {Uint32Array} words */
const signed = (words) => new Int32Array(words.buffer, words.byteOffset, words.length);

/**
 * The number of the first scalar that is not below r.
 * @param {Uint8Array} scalars
 * @param {ScalarField} field
 * @param {AbortSignal} signal
 * @returns {Promise<number>} -1 if there is none
 */
export async function firstAbove(scalars, field, signal) {
    const { order } = orderOf(field), size = order.length;
    let found = -1, seen = 0;
    await inTurns(scalars, field, signal, (words) => {
        for (let at = 0; at < words.length; at += size, seen++)
            if (found < 0 && !isBelow(words, at, order, 0, order.length)) found = seen;
    });
    return found;
}

/**
 * Goes through scalars in stretches, with turns of the event loop in between.
 * @param {Uint8Array} scalars
 * @param {ScalarField} field
 * @param {AbortSignal} signal
 * @param {(words: Uint32Array) => void} each
 */
async function inTurns(scalars, { n8r }, signal, each) {
    const words = wordsOf(scalars);
    const step = (TURN * n8r) / 4;
    for (let at = 0; at < words.length; at += step) {
        if (at > 0) await yieldToEventLoop();
        signal.throwIfAborted();
        each(words.subarray(at, at + step));
    }
}

/**
 * The scalars of a seed.
 * @param {Uint8Array} seed
 * @param {ScalarField} field
 * @param {Uint8Array} room - for them
 * @param {AbortSignal} signal
 */
export async function expandSeed(seed, field, room, signal) {
    const drawn = drawFrom(seed, field);
    try {
        await inTurns(room, field, signal, drawn.fill);
    } finally {
        drawn.clear();
    }
}

/**
 * Turns scalars into the share that is missing to those of a seed, in their place.
 * @param {Uint8Array} scalars - canonical LE
 * @param {Uint8Array} seed
 * @param {ScalarField} field
 * @param {AbortSignal} signal
 */
export async function subtractSeed(scalars, seed, field, signal) {
    const drawn = drawFrom(seed, field);
    const { order } = orderOf(field);
    const r = signed(order);
    const most = new Uint32Array(Math.min(scalars.length / 4, (STRETCH / BLOCK) * order.length));
    try {
        await inTurns(scalars, field, signal, (words) => {
            for (let at = 0; at < words.length; at += most.length) {
                const part = words.subarray(at, at + most.length);
                const pad = most.subarray(0, part.length);
                drawn.fill(pad);
                subtract(signed(part), signed(pad), r);
            }
        });
    } finally {
        drawn.clear();
        most.fill(0);
    }
}
