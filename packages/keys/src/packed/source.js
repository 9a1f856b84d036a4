/**
 * A packed key that is read as the zkey that it was made of: whoever reads keys notices nothing of
 * it. Each block is checked against its digest before it is used.
 * @module packed/source
 */
import {
    concat, ensure, freeBuffers, hexOf, inFlight, openBinFile, ReadCache, sameBytes, sha256Of,
} from "../../../../src/internal/keys_packed.js";
import { decodeBlock } from "./codecs.js";
import {
    BIN_KIND, checkPresent, checkValues, decodeIndex, ENTRY, isOmitted, KIND, MOST_RANGE, readHead, SECTION, VALUES,
} from "./format.js";

/** @import { BinFile, Curve, Pool, Source } from "../../../../src/internal/keys_packed.js" */
/** @import { Block, Head } from "./format.js" */

/**
 * @typedef {import("../../../../src/internal/keys_packed.js").PackedKey & { head: Head, root: Uint8Array,
 *   blocks: readonly Block[] }} Packed root: SHA-256 that names the file
 */

/**
 * Bytes of blocks of which a part was read, that are kept until the rest is: whoever reads here and
 * there comes back for it.
 */
const KEPT = 24 * MOST_RANGE;

/** Bytes that are read at once. */
const PIECE = 1 << 23;

/**
 * The first block that ends after an offset.
 * @param {readonly Block[]} blocks
 * @param {number} offset
 */
function blockAt(blocks, offset) {
    let low = 0, high = blocks.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (blocks[middle].start + blocks[middle].length > offset) high = middle;
        else low = middle + 1;
    }
    return low;
}

/** Consecutive blocks that are read at once. @param {readonly Block[]} blocks */
function* piecesOf(blocks) {
    for (let from = 0; from < blocks.length;) {
        let to = from + 1, size = blocks[from].size;
        for (; to < blocks.length && size + blocks[to].size <= PIECE; to++) size += blocks[to].size;
        yield blocks.slice(from, to);
        from = to;
    }
}

/** @param {BinFile} file @returns {Promise<Pick<Packed, "head" | "root" | "blocks">>} */
async function readFormat(file) {
    const sizeOf = (/** @type {number} */ type) => file.sections.get(type)?.size ?? 0;
    const head = await readHead(file);
    const header = await file.read(SECTION.HEADER, 0, sizeOf(SECTION.HEADER));
    const index = await file.read(SECTION.INDEX, 0, Math.min(sizeOf(SECTION.INDEX), (head.blocks + 1) * ENTRY));
    return { head, blocks: decodeIndex(file, head, index), root: await sha256Of(concat([header, index])) };
}

/** Reads ranges of the zkey. */
class Blocks {
    /**
     * @param {BinFile} file
     * @param {Head} head
     * @param {readonly Block[]} blocks
     * @param {number} valuesMemory
     */
    constructor(file, head, blocks, valuesMemory) {
        this.valuesMemory = valuesMemory;
        this.file = file;
        this.head = head;
        this.blocks = blocks;
        /** Blocks of which a part was read. @type {ReadCache<Block>} */
        this.parts = new ReadCache({ most: KEPT });
        /**
         * Values of one polynomial alone: they may be longer than anything else.
         * @type {ReadCache<Block>}
         */
        this.values = new ReadCache({ most: 0 });
        /** @type {Curve | undefined} */
        this.curve = undefined;
    }

    /** @returns {Curve} */
    curveFor() {
        ensure(this.curve, "ERR_OPTION", () =>
            `${this.file.name}: expected a zkey, got a packed key; ffturbo unpack makes one of it`);
        return this.curve;
    }

    /**
     * @param {Block} block
     * @param {Uint8Array} bytes
     * @param {AbortSignal} [signal]
     * @returns {Promise<Uint8Array>} its range
     */
    async decode(block, bytes, signal) {
        const { name } = this.file, { start, length, digest } = block, { curve: { n8r } } = this.head;
        const damaged = (/** @type {string} */ expected) =>
            `${name}: expected ${expected} for bytes ${start} to ${start + length} of the zkey, got another block; the file is damaged, fetch it again`;
        ensure(sameBytes(await sha256Of(bytes), digest), "ERR_FILE", () => damaged("the block that its index names"));
        if (block.kind === KIND.VALUES) {
            ensure(this.valuesMemory > 0, "ERR_FILE", () => damaged("what a proof reads"));
            checkValues(name, block, this.valuesMemory);
        }
        const before = () => this.read(start - length / VALUES, length / VALUES, signal);
        const range = await decodeBlock(() => this.curveFor(), block, bytes, { n8r, signal, before });
        ensure(range, "ERR_FILE", () => damaged("points or numbers"));
        return range;
    }

    /**
     * @param {readonly Block[]} blocks - consecutive
     * @param {AbortSignal} [signal]
     * @returns {Promise<{ ranges: Uint8Array[], own: Uint8Array[] }>} own: those that are not part
     *   of what was read, which may be somebody's
     */
    async fetch(blocks, signal) {
        const [{ at: first }] = blocks, { at, size } = /** @type {Block} */ (blocks.at(-1));
        const bytes = await this.file.read(SECTION.BLOCKS, first, at + size - first, signal);
        const decode = async (/** @type {number} */ i) =>
            this.decode(blocks[i], bytes.subarray(blocks[i].at - first, blocks[i].at - first + blocks[i].size), signal);
        const tm = /** @type {Pool} */ (this.curve?.tm ?? { singleThread: true });
        const ranges = await inFlight(tm, blocks.length, decode);
        return { ranges, own: ranges.filter(({ buffer }) => buffer !== bytes.buffer) };
    }

    /**
     * A block of which only a part is needed: the rest will be soon.
     * @param {Block} block @param {number} takes - bytes that are needed @param {AbortSignal}
     *   [signal]
     */
    part(block, takes, signal) {
        const cache = block.kind === KIND.VALUES ? this.values : this.parts;
        const load = async () => (await this.fetch([block], signal)).ranges[0];
        return cache.read(block, { load, size: block.length, takes, signal });
    }

    /**
     * @param {number} offset
     * @param {number} length
     * @param {AbortSignal} [signal]
     * @returns {Promise<Uint8Array>}
     */
    async read(offset, length, signal) {
        const end = offset + length, { blocks } = this;
        const all = blocks.slice(blockAt(blocks, offset), blockAt(blocks, end - 1) + 1);
        checkPresent(this.file.name, all);
        const whole = all.filter((block) => block.start >= offset && block.start + block.length <= end);
        const [only] = whole;
        if (all.length === 1 && only) {
            const { ranges: [range], own } = await this.fetch([only], signal);
            return own.length > 0 ? range : range.slice();
        }
        const result = new Uint8Array(length);
        for (const block of all.filter((one) => !whole.includes(one))) {
            const from = Math.max(offset, block.start);
            const to = Math.min(end, block.start + block.length);
            const range = await this.part(block, to - from, signal);
            result.set(range.subarray(from - block.start, to - block.start), from - offset);
        }
        for (const piece of piecesOf(whole)) {
            const { ranges, own } = await this.fetch(piece, signal);
            piece.forEach(({ start }, i) => result.set(ranges[i], start - offset));
            // a collection comes too late for a large key
            freeBuffers(own.map(({ buffer }) => buffer));
        }
        return result;
    }
}

/**
 * @param {Source} packed - which the caller closes
 * @param {number} [valuesMemory] - bytes that may be held for the values of a polynomial; no proof
 *   reads any
 * @param {Uint8Array} [start] - of the file, where it has been read
 * @returns {Promise<Packed>}
 * @throws {ProverError} ERR_FILE, ERR_CURVE when it is none, or anything does not fit
 */
export async function openPacked(packed, valuesMemory = 0, start) {
    const file = await openBinFile(packed, BIN_KIND, start);
    const { head, root, blocks } = await readFormat(file);
    const reader = new Blocks(file, head, blocks, valuesMemory), { name } = packed, { size } = head;
    const source = Object.freeze({
        name,
        fresh: true,
        size,
        version: packed.version,
        /** @type {Source["read"]} */
        async read(offset, length, signal) {
            if (length === 0) return new Uint8Array(0);
            ensure(offset + length <= size, "ERR_FILE", () => `${name}: expected ${length} bytes from offset ${offset} of`
                + ` the zkey, got its end at ${size}; the file is damaged`);
            return reader.read(offset, length, signal);
        },
        length: async () => size,
        close: async () => {},
    });
    const use = (/** @type {Curve} */ curve) => { reader.curve = curve; };
    const proveOnly = blocks.some(isOmitted) || undefined;
    const facts = { zkeyBytes: size, root: hexOf(root), ...(proveOnly && { proveOnly }) };
    return Object.freeze({ head, root, blocks, source, use, facts });
}
