/**
 * Polynomials whose coefficients take turns: sum of X^j P_j(X^parts), as protocols commit to
 * several at once. Taken apart, and put together as sums of several such polynomials.
 * @module batch/parts
 */
/** @import { Bytes } from "./types.js" */
/** @import { Curve } from "./field_tasks.js" */
/** @import { CallOptions } from "./options.js" */
import * as tasks from "../pool/tasks.js";
import { allocateLike } from "./buffers.js";
import { allocateResult } from "./fft_tasks.js";
import { isShared } from "../util/shared.js";
import {
    call, checkCount, checkElement, checkRoom, countOf, link, listed, moveTo, pieceOf, productUs, shared, sharedPart,
} from "./field_tasks.js";
import { readSignal } from "./options.js";
import { cut, inFlight, isSmall, submit } from "./submit.js";

/**
 * Result j of splitParts.
 * @param {number} j
 * @param {number} length
 * @param {Uint8Array | undefined} room
 */
const resultIn = (j, length, room) => (room ? tasks.getInto(j, 2 + j, room) : tasks.get(j, 2 + j, length));

/**
 * Number j of the results has the coefficients j, j + parts, j + 2 parts, …
 *
 *   in      list   n coefficients, LEM, n a multiple of `parts`
 *           into   where the lists go; by default new buffers of the same class
 *   out     `parts` lists of n / parts coefficients
 *   owns    the list is read
 *   cost    a sum per coefficient
 * @param {Curve} curve
 * @param {Bytes} list
 * @param {number} parts
 * @param {{ into?: Uint8Array[] } & CallOptions} [options]
 * @returns {Promise<Bytes[]>}
 */
export async function splitParts(curve, list, parts, options) {
    const { tm, Fr } = curve, { n8 } = Fr, where = "splitParts", signal = readSignal(where, options);
    const n = countOf(where, Fr, [list]);
    const rows = n / checkCount(where, parts, "parts", 1);
    if (!Number.isInteger(rows))
        throw new RangeError(`${where}: expected a multiple of ${parts} coefficients, got ${n}`);
    const outs = Array.from({ length: parts }, (_, j) =>
        checkRoom(where, options?.into?.[j], rows * n8) ?? allocateLike(list, rows * n8));
    if (rows === 0) return outs;
    const us = 0.2 * productUs(Fr) * parts;
    const pieces = cut(tm, rows, 2 * parts * n8, us), group = {};
    await inFlight(tm, pieces.length, async (i) => {
        const [from, to] = pieces[i], count = to - from;
        const results = await submit(tm, [
            link(curve),
            tasks.allocSet(0, pieceOf(Fr, list, from * parts, to * parts)),
            tasks.allocSet(1, new Uint8Array(n8)),
            ...outs.flatMap((_, j) => [
                tasks.alloc(2 + j, count * n8),
                call("addEach", count, listed(2 + j, n8), listed(0, parts * n8, j * n8), shared(1)),
                resultIn(j, count * n8, sharedPart(outs[j], from * n8, to * n8)),
            ]),
        ], { small: isSmall((rows * us) / 1000), signal, group });
        outs.forEach((out, j) => { if (!isShared(out)) out.set(results[j], from * n8); });
    });
    return outs;
}

/**
 * Polynomials P_j that are joined as factor * sum X^j P_j(X^parts), parts being their number:
 * coefficients of each, LEM, lowest first; what is beyond the end of one is zero.
 * @typedef {{ lists: readonly Bytes[], factor: Uint8Array }} Term
 */

/** @param {number} a @param {number} b @returns {number} */
const gcd = (a, b) => (b === 0 ? a : gcd(b, a % b));

/**
 * The commands that add one polynomial of a term to coefficients [from, to) of the sum, which are
 * variable 0.
 * @param {Curve} curve
 * @param {Bytes} list
 * @param {{ from: number, to: number, parts: number, j: number }} place - from: a multiple of parts
 * @param {{ variable: number, factor: number, isOne: boolean }} at - its variable, the place of its
 *   factor in variable 1, and whether that is one
 * @returns {import("./types.js").Task}
 */
function addTask({ Fr }, list, { from, to, parts, j }, { variable, factor, isOne }) {
    const { n8 } = Fr, first = from / parts;
    const end = Math.min(list.byteLength / n8, Math.ceil(to / parts));
    if (end <= first) return [];
    const out = listed(0, parts * n8, j * n8);
    const x = listed(variable, n8);
    return [
        tasks.allocSet(variable, pieceOf(Fr, list, first, end)),
        isOne
            ? call("addEach", end - first, out, x, out)
            : call("mulAddEach", end - first, out, x, shared(1, factor * n8), out),
    ];
}

/**
 * The sum of terms.
 *
 *   in      terms   see Term
 *           n       coefficients of the sum; no term has more
 *           into    where it goes; by default a new buffer
 *   out     n coefficients; with factors that are not in Montgomery form, plain ones
 *   owns    lists are read
 *   cost    a product and a sum per coefficient of each list
 * @param {Curve} curve
 * @param {readonly Term[]} terms
 * @param {number} n
 * @param {{ into?: Uint8Array } & CallOptions} [options]
 * @returns {Promise<Bytes>}
 */
export async function joinParts(curve, terms, n, options) {
    const { tm, Fr } = curve, { n8 } = Fr, one = Fr.one, where = "joinParts", signal = readSignal(where, options);
    checkCount(where, n, "n", 1);
    for (const { lists, factor } of terms) {
        checkElement(where, Fr, factor, "factor");
        lists.forEach((list, j) => {
            const count = countOf(where, Fr, [list]);
            const last = (count - 1) * lists.length + j;
            if (last >= n) throw new RangeError(`${where}: expected a term of ${n} coefficients, got ${last + 1}`);
        });
    }
    const step = terms.reduce((all, { lists: { length } }) => (all * length) / gcd(all, length), 1);
    const us = productUs(Fr) * 1.2 * terms.length;
    const blocks = Math.ceil(n / step), group = {};
    const pieces = cut(tm, blocks, step * n8 * (terms.length + 1), us * step);
    const small = isSmall((n * us) / 1000);
    const factors = terms.map(({ factor }) => factor);
    const ones = factors.map((factor) => Fr.eq(factor, one));
    const out = checkRoom(where, options?.into, n * n8) ?? allocateResult(n * n8);
    await inFlight(tm, pieces.length, async (i) => {
        const [from, to] = [pieces[i][0] * step, Math.min(n, pieces[i][1] * step)];
        let variable = 1;
        const added = terms.flatMap(({ lists }, factor) => lists.flatMap((list, j) => addTask(
            curve, list, { from, to, parts: lists.length, j }, { variable: ++variable, factor, isOne: ones[factor] },
        )));
        const piece = new Uint8Array((to - from) * n8);
        const all = new Uint8Array(factors.length * n8);
        factors.forEach((factor, k) => all.set(factor, k * n8));
        const room = sharedPart(out, from * n8, to * n8);
        const [result] = await submit(
            tm,
            [
                link(curve), tasks.allocSet(0, piece), tasks.allocSet(1, all), ...added,
                tasks.getInto(0, 0, room ?? piece),
            ],
            { small, signal, group },
        );
        if (!room) moveTo(out, result, from * n8);
    });
    return out;
}
