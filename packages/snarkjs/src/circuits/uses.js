/**
 * Which signals the constraints name, and how: a signal that none names, or none but linear ones,
 * may lack a constraint. It need not: an input may be meant to be bound by the proof alone, and a
 * sum has no product.
 * @module circuits/uses
 */

/**
 * What is known of a wire: it is in a constraint; in a product of two combinations, or in what this
 * is equal to.
 */
const NAMED = 1, IN_PRODUCT = 2;

/**
 * The terms of the combination at `at`: how many there are, and whether one of them is not the
 * constant.
 * @param {Uint32Array} words
 * @param {number} at
 * @param {number} step - words of a value
 */
function endOf(words, at, step) {
    const end = at + 1 + words[at] * (1 + step);
    let varies = false;
    for (let i = at + 1; i < end; i += 1 + step) varies ||= words[i] !== 0;
    return { end, varies };
}

/**
 * Marks the wires of whole constraints, as they lie in the file.
 * @param {Uint32Array} words
 * @param {number} step - words of a value
 * @param {Uint8Array} uses - of each wire
 */
export function markUses(words, step, uses) {
    for (let at = 0; at < words.length;) {
        const a = endOf(words, at, step);
        const b = endOf(words, a.end, step);
        const c = endOf(words, b.end, step);
        const mark = a.varies && b.varies ? NAMED | IN_PRODUCT : NAMED;
        for (const [from, end] of [[at, a.end], [a.end, b.end], [b.end, c.end]])
            for (let i = from + 1; i < end; i += 1 + step) uses[words[i]] |= mark;
        at = c.end;
    }
}

/**
 * Numbers of wires: how many, and the first of them.
 * @typedef {Readonly<{ count: number, first: readonly number[] }>} Wires
 */

/**
 * @param {Uint8Array} uses
 * @param {number} most
 * @returns {{ unused: Wires, linear: Wires }}
 */
export function underUsed(uses, most) {
    const of = (/** @type {(use: number) => boolean} */ test) => {
        let count = 0;
        const first = /** @type {number[]} */ ([]);
        for (let wire = 1; wire < uses.length; wire++)
            if (test(uses[wire]) && count++ < most) first.push(wire);
        return Object.freeze({ count, first: Object.freeze(first) });
    };
    return { unused: of((use) => use === 0), linear: of((use) => use === NAMED) };
}
