/**
 * How a zkey is cut into ranges: each has points of one group, rows of one shape, values of one
 * polynomial, what is left out, or anything.
 * @module packed/plan
 */
import { HEAD } from "../../../../src/internal/keys_packed.js";
import { KIND, MOST_RANGE, stepOf, VALUES } from "./format.js";

/** @import { Key, SectionContent } from "../../../../src/internal/keys_packed.js" */
/** @import { Content } from "./codecs.js" */

/**
 * What is to be cut: a range, and what it has.
 * @typedef {Content & { start: number, length: number }} Range
 */

/** A range of points has whole triples of them, but for the last one of a section. */
const TRIPLE = 3;

/** Rows of a section, and the bytes before the first. */
const ROWS = Object.freeze({
    coefficients: { words: 3, elements: 1, head: 4 },
    additions: { words: 2, elements: 2, head: 0 },
    wires: { words: 1, elements: 0, head: 0 },
});

/** Anything. */
const PLAIN = Object.freeze({ kind: KIND.PLAIN });

/**
 * The parts of a section.
 * @param {SectionContent | "omitted" | undefined} content
 * @param {{ start: number, length: number }} section
 * @param {number} polynomial - bytes of the coefficients of one
 * @returns {Range[]}
 */
function partsOf(content, { start, length }, polynomial) {
    if (content === undefined) return [{ ...PLAIN, start, length }];
    if (content === "omitted") return [{ kind: KIND.OMITTED, start, length }];
    if (content === "G1" || content === "G2") return [{ kind: KIND[content], start, length }];
    if (content !== "polynomials") {
        const { head, ...shape } = ROWS[content], rows = { start: start + head, length: length - head };
        return [{ ...PLAIN, start, length: head }, { kind: KIND.ROWS, ...shape, ...rows }];
    }
    const parts = /** @type {Range[]} */ ([]);
    for (let at = 0; at < length; at += (1 + VALUES) * polynomial)
        parts.push({ ...PLAIN, start: start + at, length: polynomial },
            { kind: KIND.VALUES, start: start + at + polynomial, length: VALUES * polynomial });
    return parts;
}

/**
 * @param {Range} part
 * @param {Key} key
 * @returns {Range[]} short enough, but for values
 */
function cut({ start, length, ...content }, { curve }) {
    const { kind, words = 0, elements = 0 } = content, points = kind === KIND.G1 || kind === KIND.G2;
    const unit = stepOf({ kind, words, elements }, curve) * (points ? TRIPLE : 1);
    const most = kind === KIND.VALUES ? length : unit * 2 ** Math.floor(Math.log2(MOST_RANGE / unit)), ranges = [];
    for (let at = 0; at < length; at += most)
        ranges.push({ ...content, start: start + at, length: Math.min(most, length - at) });
    return ranges;
}

/**
 * What is read with the head is left as it is: whoever opens a key has no curve yet.
 * @param {Range} part
 * @param {Key} key
 * @returns {Range[]}
 */
function behindHead(part, { curve }) {
    const { start, length, kind, words = 0, elements = 0 } = part;
    if (start >= HEAD || kind === KIND.PLAIN) return [part];
    const unit = stepOf({ kind, words, elements }, curve);
    const left = kind === KIND.VALUES ? length : Math.min(length, Math.ceil((HEAD - start) / unit) * unit);
    return [{ ...PLAIN, start, length: left }, { ...part, start: start + left, length: length - left }];
}

/** Ranges of anything that follow one another are one. @param {Range[]} parts */
function joined(parts) {
    const all = /** @type {Range[]} */ ([]);
    for (const part of parts) {
        const last = all.at(-1);
        if (part.length === 0) continue;
        if (last && last.kind === KIND.PLAIN && part.kind === KIND.PLAIN) last.length += part.length;
        else all.push({ ...part });
    }
    return all;
}

/**
 * @param {Key} key - whose sections have the sizes that its header says
 * @param {Readonly<Record<number, SectionContent | "omitted">>} contents - of its sections
 * @param {number} size - bytes of its file
 * @returns {Range[]} all of it, in order
 */
export function planRanges(key, contents, size) {
    const { file: { sections }, domainSize, curve: { n8r } } = key, parts = /** @type {Range[]} */ ([]);
    let end = 0;
    for (const [type, { offset, size: length }] of [...sections].sort(([, a], [, b]) => a.offset - b.offset)) {
        parts.push({ ...PLAIN, start: end, length: offset - end },
            ...partsOf(contents[type], { start: offset, length }, domainSize * n8r));
        end = offset + length;
    }
    const all = [...parts, { ...PLAIN, start: end, length: size - end }].flatMap((part) => behindHead(part, key));
    return joined(all).flatMap((part) => cut(part, key));
}
