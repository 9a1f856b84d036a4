/**
 * First measurements of a processor, by runs that grow until one takes long enough to say
 * something: short ones neither fill a large GPU nor all workers.
 * @module gpu/probe
 */
import { now } from "../../../src/internal/gpu.js";

/** Milliseconds that are long enough. */
const ENOUGH_MS = 20;

/** Milliseconds that it takes. @param {() => Promise<unknown>} body */
export async function timed(body) {
    const start = now();
    await body();
    return now() - start;
}

/**
 * @param {(n: number) => Promise<number>} run - milliseconds that it took, of its own
 * @param {{ first: number, most: number }} sizes
 * @returns {Promise<{ n: number, ms: number }>} the last size, and how long it took
 */
export async function measured(run, { first, most }) {
    for (let n = first; ; n *= 4) {
        await run(n); // the first one of a size is slower
        const ms = await run(n);
        if (ms >= ENOUGH_MS || n >= most) return { n, ms };
    }
}

/**
 * Values that are below every order, of the same bytes each time: no zeros, and all windows full.
 * @param {number} n
 * @param {number} size - bytes of a value
 */
export function anyValues(n, size) {
    const bytes = new Uint8Array(n * size);
    const words = new Uint32Array(bytes.buffer);
    for (let i = 0, state = 1; i < words.length; i++) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0; // Numerical Recipes
        words[i] = state;
    }
    for (let at = size - 1; at < bytes.length; at += size) bytes[at] &= 15;
    return bytes;
}
