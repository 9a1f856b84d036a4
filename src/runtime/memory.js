/**
 * The memory of one instance, and the arena in it: the u32 at address 0 is
 * the next free byte, which the wasm code reads and moves as well. Nothing is
 * freed one by one; a task marks, allocates, and releases.
 * @module runtime/memory
 */

export const PAGE = 65536;
/** Enough for v128; more than the 4 that hand-built task lists may expect. */
const ALIGN = 16;
/** Pages to grow by at least: fewer copies of the views, and scratch for kernels that do not grow by themselves. */
const STEP = 64;
/** Below 2 GiB, so that pointers are positive as i32 everywhere. */
const MAX_PAGES = 32767;

/**
 * @typedef {object} Arena
 * @property {() => number} mark - the next free byte
 * @property {(mark: number) => void} release - everything above `mark` is free again
 * @property {(bytes: number) => number} alloc - address of so many bytes, 16-byte aligned, not cleared
 * @property {() => Uint8Array} u8 - the memory, valid until the next call into wasm or alloc
 * @property {() => Uint32Array} u32 - the same, as words
 */

/**
 * @param {number} [initial] - pages
 * @param {number} [maximum] - pages
 * @throws {RangeError} when the host cannot reserve even the initial pages
 */
export function createMemory(initial = 25, maximum = MAX_PAGES) {
    for (let pages = Math.max(initial, maximum); ; pages = Math.max(initial, pages >> 1)) {
        try {
            return new WebAssembly.Memory({ initial, maximum: pages });
        } catch (error) { // phones refuse to reserve 2 GiB of addresses but give less
            if (pages === initial) throw error;
        }
    }
}

/** @param {WebAssembly.Memory} memory @param {number} end - first byte that need not exist */
function growTo(memory, end) {
    const have = memory.buffer.byteLength;
    if (end <= have) return;
    const needed = Math.ceil((end - have) / PAGE);
    for (const pages of [Math.max(needed, STEP), needed]) {
        try {
            memory.grow(pages);
            return;
        } catch { /* near the limit the generous step fails where the exact one fits */ }
    }
    throw new RangeError(`memory: expected room for ${end} bytes, got out of memory at ${have} bytes`);
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
            if (!Number.isSafeInteger(length) || length < 0) throw new RangeError(`alloc: expected a number of bytes, got ${length}`);
            const address = Math.ceil(u32()[0] / ALIGN) * ALIGN;
            growTo(memory, address + length);
            u32()[0] = address + length;
            return address;
        },
    });
}
