/**
 * The memory of one instance, and the arena in it. The u32 at address 0 is
 * the address of the next free byte, which the wasm code also reads and moves.
 * Allocations are not freed one by one; a task marks, allocates, and releases.
 * The u32 at address 4 is the end of what was ever used above the mark; kernels
 * that use scratch there raise it too.
 * @module runtime/memory
 */

import { outOfMemory } from "../util/out_of_memory.js";

export const PAGE = 65536;
/** Bytes: enough for v128, and more than the 4 that callers who build tasks by hand may expect. */
const ALIGN = 16;
/**
 * Pages to grow by at least: views are renewed less often, and kernels that cannot grow the memory
 * find scratch.
 */
const STEP = 64;
/** Below 2 GiB, so that pointers are positive as i32 everywhere. */
const MAX_PAGES = 32767;

/**
 * @typedef {object} Arena
 * @property {() => number} mark - the next free byte
 * @property {(mark: number) => void} release - everything above `mark` is free again
 * @property {(bytes: number) => number} alloc - address of that many bytes, 16-byte aligned, not
 *   cleared
 * @property {() => Uint8Array} u8 - the memory, valid until the next call into wasm or alloc
 * @property {() => Uint32Array} u32 - the same, as words
 */

/**
 * @param {number} [initial] - pages
 * @param {number} [maximum] - pages
 * @throws {RangeError} with code ERR_MEMORY when the host cannot reserve even the initial pages
 */
export function createMemory(initial = 25, maximum = MAX_PAGES) {
    const first = tryMemory(initial, Math.max(initial, maximum));
    if (first instanceof WebAssembly.Memory) return first;
    // Phones refuse to reserve 2 GiB of addresses but allow less. A refusal takes 50 ms, so the
    // smallest size is tried first: a host that refuses even that is not asked again.
    const least = tryMemory(initial, initial);
    if (!(least instanceof WebAssembly.Memory))
        throw outOfMemory(`memory: expected ${initial * PAGE} bytes, got ${least.message}`, least);
    for (let pages = maximum >> 1; pages > initial; pages >>= 1) {
        const memory = tryMemory(initial, pages);
        if (memory instanceof WebAssembly.Memory) return memory;
    }
    return least;
}

/** @param {number} initial @param {number} maximum @returns {WebAssembly.Memory | Error} */
function tryMemory(initial, maximum) {
    try {
        return new WebAssembly.Memory({ initial, maximum });
    } catch (error) {
        return /** @type {Error} */ (error);
    }
}

/**
 * @param {WebAssembly.Memory} memory
 * @param {number} end - address after the last byte that must exist
 */
function growTo(memory, end) {
    const have = memory.buffer.byteLength;
    if (end <= have) return;
    const needed = Math.ceil((end - have) / PAGE);
    for (const pages of [Math.max(needed, STEP), needed]) {
        try {
            memory.grow(pages);
            return;
        } catch { /* near the limit the generous step may fail where the exact one succeeds */ }
    }
    throw outOfMemory(`memory: expected room for ${end} bytes, got out of memory at ${have} bytes`);
}

/** @param {WebAssembly.Memory} memory @returns {Arena} */
export function createArena(memory) {
    let bytes = new Uint8Array(memory.buffer);
    let words = new Uint32Array(memory.buffer);
    const refresh = () => { // growth, here or inside wasm, detaches the views
        if (bytes.buffer === memory.buffer) return;
        bytes = new Uint8Array(memory.buffer);
        words = new Uint32Array(memory.buffer);
    };
    const u8 = () => { refresh(); return bytes; };
    const u32 = () => { refresh(); return words; };
    return Object.freeze({
        u8,
        u32,
        mark: () => u32()[0],
        release: (/** @type {number} */ mark) => { u32()[0] = mark; },
        alloc(/** @type {number} */ length) {
            if (!Number.isSafeInteger(length) || length < 0)
                throw new RangeError(`alloc: expected a number of bytes, got ${length}`);
            const address = Math.ceil(u32()[0] / ALIGN) * ALIGN;
            growTo(memory, address + length);
            const words = u32();
            words[0] = address + length;
            if (words[1] < words[0]) words[1] = words[0];
            return address;
        },
    });
}

/** Bytes of the two words at the start. */
const HEAD = 8;

/**
 * Clears secrets from a memory: returns a function that restores everything below the present mark,
 * constants and the scratch of kernels alike, to its present content, and clears what was used
 * above the mark at the time of its call. What was allocated in between and not released is kept.
 * Call this, and the returned function, only while no task uses the memory.
 *
 *   cost    clears about 130 KB, and the most bytes that tasks have used at once since the last
 *           time
 * @param {WebAssembly.Memory} memory
 * @returns {() => void}
 */
export function createWiper(memory) {
    const arena = createArena(memory);
    const before = arena.u8().slice(HEAD, arena.mark());
    return () => {
        const bytes = arena.u8();
        const words = arena.u32();
        bytes.set(before, HEAD);
        bytes.fill(0, words[0], Math.max(words[0], words[1]));
        words[1] = words[0];
    };
}
