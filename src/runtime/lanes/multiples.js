/**
 * Multiples of many points by as many scalars, on lanes: every point of a block
 * takes the same step of the signed window method at the same time, so each
 * step is one batch of affine additions with a shared inversion.
 *
 * Exact for every point and scalar, in the subgroup or not: no endomorphism is
 * used; sums of equal and of opposite points are told apart by the kernels.
 *
 *   cost    per point of a 254-bit scalar 254 doublings, 51 additions and a table of 15: 320 additions of
 *           5M 1S, where the base module takes some 2800M
 *   source  Booth 1951 (digits); Montgomery 1987 (inversions)
 * @module runtime/lanes/multiples
 */
/** @import { Linked } from "./msm.js" */
import { BATCH, batchAddition } from "./addition.js";

/** Points of a block: half a batch, so that the sums and the differences of a block of butterflies are one. */
export const BLOCK = BATCH / 2;

/** Bits of a window. */
const WINDOW = 5;

/** Bytes of a scalar. */
export const SCALAR = 32;

/**
 * A point on lanes is named by a ref: its address, with bit 0 to negate it; 0 is infinity. `refs`, `slots`: addresses of
 * lists of refs and of points.
 *
 * @param {Linked} linked
 * @param {1 | 2} degree - 1: G1, 2: G2
 */
export function createMultiples(linked, degree) {
    const { lane, layout, base, arena } = linked, group = `g${degree}m`;
    const { addAll, bufferBytes } = batchAddition(linked, degree);
    const pointBytes = 2 * degree * layout.bytes, affine = 2 * degree * layout.packed, jacobian = 3 * degree * layout.packed;
    const windows = Math.floor(layout.scalarBits / WINDOW) + 1, entries = 1 << (WINDOW - 1);

    /** Scratch for blocks; whoever calls this releases it. Nothing is allocated between it and the last step. */
    function scratch() {
        return {
            list: arena.alloc(16 * (BATCH + layout.entries)), buffer: arena.alloc(bufferBytes),
            table: arena.alloc(entries * BLOCK * pointBytes), tableRefs: arena.alloc(4 * entries * BLOCK),
            products: arena.alloc(BLOCK * pointBytes), productRefs: arena.alloc(4 * BLOCK), inputRefs: arena.alloc(4 * BLOCK),
            addresses: arena.alloc(4 * (BLOCK + layout.entries)), packed: arena.alloc((BLOCK + layout.entries) * affine),
            count: 0,
        };
    }
    /** @typedef {ReturnType<typeof scratch>} Scratch */

    /**
     * Appends dst = a + b, whose ref goes to `slot` at once: refs that are needed are read before. A sum with infinity is a copy.
     * @param {Scratch} on
     * @param {Uint32Array} words
     * @param {number} a
     * @param {number} b
     * @param {number} dst
     * @param {number} slot
     */
    function push(on, words, a, b, dst, slot) {
        if (a === 0 || b === 0) {
            const ref = a || b, from = ref & -8;
            if (ref && from !== dst) arena.u8().copyWithin(dst, from, from + pointBytes);
            words[slot >>> 2] = ref && (dst | (ref & 1));
            return;
        }
        const at = (on.list >>> 2) + 4 * on.count++;
        words[at] = a;
        words[at + 1] = b;
        words[at + 2] = dst;
        words[at + 3] = slot;
        words[slot >>> 2] = dst;
    }

    /** Appends dst = 2 a: bit 2 of a ref in an entry says so. @param {Scratch} on @param {Uint32Array} words @param {number} a @param {number} dst @param {number} slot */
    function pushDouble(on, words, a, dst, slot) {
        if (a) {
            push(on, words, a, a, dst, slot);
            words[(on.list >>> 2) + 4 * on.count - 4] |= 4;
        } else words[slot >>> 2] = 0;
    }

    /** Performs what was appended. @param {Scratch} on */
    function flush(on) {
        if (on.count) addAll(on.list, on.count, on.buffer);
        on.count = 0;
    }

    /**
     * Signed digits of plain scalars, `windows` each, lowest first.
     * @param {number} scalars - below 2^scalarBits
     * @param {number} n
     */
    function recode(scalars, n) {
        const words = arena.u32(), digits = new Int8Array(n * windows), mask = 2 ** (WINDOW + 1) - 1;
        for (let i = 0, at = 0; i < n; i++) {
            const from = (scalars + i * SCALAR) >>> 2;
            for (let pos = -1; pos < windows * WINDOW - 1; pos += WINDOW) {
                const word = from + (pos >> 5), shift = pos & 31;
                let v = pos < 0 ? words[from] << 1 : words[word] >>> shift;
                if (pos >= 0 && shift > 31 - WINDOW && pos >> 5 < 7) v |= words[word + 1] << (32 - shift);
                v &= mask;
                digits[at++] = ((v + 1) >> 1) - ((v >> WINDOW) << WINDOW);
            }
        }
        return digits;
    }

    /**
     * The multiples 1 .. top of the points of a block; entry k of point i is named by word (k - 1) m + i of tableRefs.
     * @param {Scratch} on
     * @param {number} m
     * @param {number} top
     */
    function* fillTable(on, m, top) {
        const words = arena.u32(), { table, tableRefs, inputRefs } = on;
        const first = tableRefs >>> 2;
        words.copyWithin(first, inputRefs >>> 2, (inputRefs >>> 2) + m);
        for (let k = 2; k <= top; k++) {
            const row = (k - 1) * m, half = ((k >> 1) - 1) * m;
            for (let i = 0; i < m; i++) {
                const dst = table + (row + i) * pointBytes, slot = tableRefs + 4 * (row + i);
                if (k & 1) push(on, words, words[first + row - m + i], words[first + i], dst, slot);
                else pushDouble(on, words, words[first + half + i], dst, slot);
            }
            flush(on);
            yield;
        }
    }

    /**
     * The points of inputRefs times scalars, to products and productRefs.
     * @param {Scratch} on
     * @param {number} m - at most BLOCK
     * @param {Int8Array} digits
     * @param {(i: number) => number} row - of the scalar of point i
     * @returns {Generator<void, void>}
     */
    function* multiply(on, m, digits, row) {
        let top = 1;
        for (let i = 0; i < m; i++) for (let w = row(i) * windows, end = w + windows; w < end; w++) top = Math.max(top, Math.abs(digits[w]));
        yield* fillTable(on, m, top);
        const words = arena.u32(), { products, productRefs } = on, refs = productRefs >>> 2, first = on.tableRefs >>> 2;
        words.fill(0, refs, refs + m);
        for (let w = windows - 1; w >= 0; w--) {
            for (let bit = 0; bit < WINDOW; bit++) {
                for (let i = 0; i < m; i++) pushDouble(on, words, words[refs + i], products + i * pointBytes, productRefs + 4 * i);
                flush(on);
                yield;
            }
            for (let i = 0; i < m; i++) {
                const d = digits[row(i) * windows + w], term = d ? words[first + (Math.abs(d) - 1) * m + i] : 0;
                if (term) push(on, words, words[refs + i], d < 0 ? term ^ 1 : term, products + i * pointBytes, productRefs + 4 * i);
            }
            flush(on);
            yield;
        }
    }

    /**
     * Points of the base module to lanes.
     * @param {Scratch} on
     * @param {number} m - at most BLOCK
     * @param {(i: number) => number} address - of affine point i
     * @param {number} slots - room for a group's entries more than m points
     * @param {number} refs
     */
    function load(on, m, address, slots, refs) {
        const words = arena.u32(), rounded = Math.ceil(m / layout.entries) * layout.entries;
        for (let i = 0; i < rounded; i++) words[(on.addresses >>> 2) + i] = address(i < m ? i : 0);
        for (let i = 0; i < m; i++) words[(refs >>> 2) + i] = base[`${group}_isZeroAffine`](address(i)) ? 0 : slots + i * pointBytes;
        lane.records(on.addresses, rounded, slots, pointBytes, 0);
    }

    /**
     * Points of lanes to jacobian ones of the base module, one after another.
     * @param {Scratch} on
     * @param {number} m - at most BLOCK
     * @param {(i: number) => number} ref
     * @param {number} to
     */
    function store(on, m, ref, to) {
        const words = arena.u32(), at = on.addresses >>> 2;
        let some = 0;
        for (let i = 0; i < m; i++) some ||= ref(i);
        for (let i = 0; i < m + layout.lanes; i++) words[at + i] = (i < m && ref(i)) || some;
        if (some) lane.results(on.addresses, Math.ceil(m / layout.lanes) * layout.lanes, on.packed);
        for (let i = 0; i < m; i++) if (!ref(i)) arena.u8().fill(0, on.packed + i * affine, on.packed + (i + 1) * affine);
        base[`${group}_batchToJacobian`](on.packed, m, to);
    }

    return Object.freeze({ pointBytes, affine, jacobian, scratch, recode, multiply, load, store, push, flush });
}
