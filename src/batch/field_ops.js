/**
 * Operations on many elements of Fr that protocols other than Groth16 stand on: formulas that treat
 * each index alone, prefix products and sums, powers, evaluation, division by X^k - z, elements by
 * their numbers. They are functions of a curve and no members of it, so that an application which
 * does not call them does not carry them. Inverses of many elements are Fr.batchInverse.
 *
 * Elements are in Montgomery form. Inputs are read and never changed. A list that is worth several
 * tasks is cut into blocks; where a block needs what the blocks before it come to, there are two
 * rounds: first each block alone, then, with what is carried to it, each block again.
 * @module batch/field_ops
 */
/** @import { Bytes, Pool, Task } from "./types.js" */
/** @import { Curve } from "./field_tasks.js" */
/** @import { CallOptions } from "./options.js" */
/** @import { WasmField1 } from "../engine/field.js" */
import * as tasks from "../pool/tasks.js";
import { isShared } from "../util/shared.js";
import { allocateLike, countElements, joinArray } from "./buffers.js";
import { copyRange } from "../util/copies.js";
import { allocateResult } from "./fft_tasks.js";
import {
    call, checkCount, checkElement, checkRoom, countOf, link, listed, moveTo, pieceOf, productUs, shared, sharedPart,
} from "./field_tasks.js";
import { compileFormula } from "./formula.js";
import { readSignal } from "./options.js";
import { cut, inFlight, isSmall, runsHere, submit } from "./submit.js";

/**
 * The task of a formula for one piece.
 * @param {Curve} curve
 * @param {import("./formula.js").Formula} formula
 * @param {Uint8Array[]} pieces - the task may take them over, except those in shared memory
 * @param {Uint8Array} [room] - shared memory where the result goes
 * @returns {Task}
 */
function formulaTask(curve, { steps, registers, result }, pieces, room) {
    const { n8 } = curve.Fr, bytes = pieces[0].length, into = room ?? pieces.find((piece) => !isShared(piece));
    const constants = steps.flatMap(({ operands }) => operands.filter((operand) => typeof operand !== "number"));
    let used = 0;
    const param = (/** @type {number | Uint8Array} */ operand) =>
        (typeof operand === "number" ? listed(operand, n8) : shared(registers, n8 * used++));
    return [
        link(curve),
        ...pieces.map((piece, k) => tasks.allocSet(k, piece)),
        ...Array.from({ length: registers - pieces.length }, (_, k) => tasks.alloc(pieces.length + k, bytes)),
        tasks.allocSet(registers, joinArray(/** @type {Uint8Array[]} */ (constants), n8, "pointwise")),
        ...steps.map(({ op, operands, register }) =>
            call(op, bytes / n8, listed(register, n8), ...operands.map(param))),
        into ? tasks.getInto(0, result, into) : tasks.get(0, result, bytes),
    ];
}

/**
 * z[i] = a formula of x[i], y[i], …:
 * `pointwise(curve, [x, y, z], ([x, y, z], { mul, sub }) => sub(mul(x, y), z))`.
 *
 *   in      lists   of n elements each, LEM, Uint8Array or BigBuffer
 *           write   called once, with a value for each list
 *           into    where the result goes; by default a new buffer of the class of the first list
 *   out     n elements, LEM
 *   owns    the lists are read
 *   memory  per worker a piece of each list and of what is calculated at the same time
 * @param {Curve} curve
 * @param {readonly Bytes[]} lists
 * @param {Parameters<typeof compileFormula>[3]} write
 * @param {{ into?: Uint8Array } & CallOptions} [options]
 * @returns {Promise<Bytes>}
 * @throws {TypeError | RangeError} for lists of different lengths, and for operands that are no
 *   elements
 */
export async function pointwise(curve, lists, write, options) {
    const { Fr } = curve, where = "pointwise", n = countOf(where, Fr, lists);
    const signal = readSignal(where, options);
    const into = checkRoom(where, options?.into, n * Fr.n8);
    const formula = compileFormula(where, Fr, lists.length, write);
    const products = formula.steps.filter(({ op }) => op.startsWith("mul")).length;
    const us = productUs(Fr) * (products + (formula.steps.length - products) / 5 + 0.1);
    if (n === 0) return into ?? allocateLike(lists[0], 0);
    return inPieces(curve, lists[0], n, { size: formula.registers * Fr.n8, us, signal, into }, (from, to, room) =>
        formulaTask(curve, formula, lists.map((list) => pieceOf(Fr, list, from, to)), room));
}

/**
 * One task per piece, the results joined in a buffer like the given one.
 * @param {Curve} curve
 * @param {Bytes | undefined} like
 * @param {number} n
 * @param {{ size: number, us: number, signal: AbortSignal | undefined, into?: Uint8Array }} how -
 *   size: bytes of a task per element
 * @param {(from: number, to: number, room: Uint8Array | undefined) => Task} build - room: shared
 *   memory for the result
 * @returns {Promise<Bytes>}
 */
async function inPieces({ tm, Fr: { n8 } }, like, n, { size, us, signal, into }, build) {
    const pieces = cut(tm, n, size, us);
    const small = isSmall((n * us) / 1000), group = {};
    const joined = pieces.length > 1 || !(like instanceof Uint8Array);
    const result = into ?? (joined ? resultLike(like, n * n8) : undefined);
    const outs = await inFlight(tm, pieces.length, async (i) => {
        const [from, to] = pieces[i], room = into && sharedPart(into, from * n8, to * n8);
        const [out] = await submit(tm, build(from, to, room), { small, signal, group });
        if (!result) return out;
        if (!room) moveTo(result, out, from * n8);
        return undefined;
    });
    return result ?? /** @type {Uint8Array} */ (outs[0]);
}

/** @param {Bytes | undefined} like @param {number} length */
const resultLike = (like, length) => (like ? allocateLike(like, length) : allocateResult(length));

/**
 * Blocks of a list, in the order in which something is carried from one to the next.
 * @typedef {object} Blocks
 * @property {[number, number][]} bounds - [from, to) of each
 * @property {(block: [number, number]) => Promise<Uint8Array>} total - what a block alone comes to
 * @property {(carry: Uint8Array, total: Uint8Array, block: [number, number]) => Uint8Array} join -
 *   what is carried on
 * @property {(block: [number, number], carry: Uint8Array) => Promise<Uint8Array>} apply - the block
 *   with what is carried to it; what is carried on
 */

/**
 * Takes a list through its blocks: one after the other on this thread, in two rounds on several.
 * @param {Pool} tm
 * @param {Uint8Array} first - what is carried to the first block
 * @param {Blocks} blocks
 * @returns {Promise<Uint8Array>} what the last one carries on
 */
async function throughBlocks(tm, first, { bounds, total, join, apply }) {
    let carry = first;
    if (runsHere(tm)) {
        for (const block of bounds) carry = await apply(block, carry);
        return carry;
    }
    const before = bounds.slice(0, -1);
    const totals = await inFlight(tm, before.length, (i) => total(before[i]));
    const carries = [first, ...totals.map((value, i) => (carry = join(carry, value, before[i])))];
    const ends = await inFlight(tm, bounds.length, (i) => apply(bounds[i], carries[i]));
    return ends[ends.length - 1];
}

/**
 * z[i] = first x[0] … x[i - 1], or with sums.
 * @param {"mul" | "add"} op
 * @param {string} where
 * @param {Curve} curve
 * @param {Bytes} list
 * @param {{ first?: Uint8Array } & CallOptions} [options]
 */
async function running(op, where, curve, list, options = {}) {
    const { tm, Fr } = curve, { n8 } = Fr, n = countOf(where, Fr, [list]);
    const signal = readSignal(where, options);
    const neutral = /** @type {Uint8Array} */ (op === "mul" ? Fr.one : Fr.zero);
    const first = checkElement(where, Fr, options.first ?? neutral, "first").slice();
    const values = allocateLike(list, n * n8);
    if (n === 0) return { values, total: first };
    const us = productUs(Fr) * (op === "mul" ? 1 : 0.2);
    const small = isSmall((n * us) / 1000), group = {};
    const run = (/** @type {Task} */ task) => submit(tm, [link(curve), ...task], { small, signal, group });
    const total = await throughBlocks(tm, first, {
        bounds: cut(tm, n, 2 * n8, us),
        join: (carry, value) => Fr[op](carry, value),
        total: async ([from, to]) => (await run([
            tasks.allocSet(0, pieceOf(Fr, list, from, to)),
            tasks.allocSet(1, neutral.slice()),
            call(`${op}Total`, to - from, shared(1), listed(0, n8)),
            tasks.get(0, 1, n8),
        ]))[0],
        apply: async ([from, to], carry) => {
            const piece = pieceOf(Fr, list, from, to);
            const [out, end] = await run([
                tasks.allocSet(0, piece),
                tasks.allocSet(1, carry.slice()),
                call(`${op}Scan`, to - from, shared(1), listed(0, n8), listed(0, n8)),
                resultOf(0, piece),
                tasks.get(1, 1, n8),
            ]);
            moveTo(values, out, from * n8);
            return end;
        },
    });
    return { values, total };
}

/**
 * Result 0: a variable, in the memory that came with it unless others have that too.
 * @param {number} variable
 * @param {Uint8Array} piece
 */
const resultOf = (variable, piece) =>
    (isShared(piece) ? tasks.get(0, variable, piece.length) : tasks.getInto(0, variable, piece));

/**
 * Running products: values[i] = first x[0] … x[i - 1], total = first x[0] … x[n - 1].
 *
 *   in      list   n elements, LEM; first: an element, default 1
 *   out     values: n elements, LEM, in a buffer of the same class; total: an element
 *   owns    the list is read
 *   cost    a product per element, two with several blocks
 * @param {Curve} curve
 * @param {Bytes} list
 * @param {{ first?: Uint8Array } & CallOptions} [options]
 * @returns {Promise<{ values: Bytes, total: Uint8Array }>}
 */
export const prefixProducts = (curve, list, options) => running("mul", "prefixProducts", curve, list, options);

/**
 * Running sums, likewise: values[i] = first + x[0] + … + x[i - 1]; `first` is 0 by default.
 * @param {Curve} curve
 * @param {Bytes} list
 * @param {{ first?: Uint8Array } & CallOptions} [options]
 * @returns {Promise<{ values: Bytes, total: Uint8Array }>}
 */
export const prefixSums = (curve, list, options) => running("add", "prefixSums", curve, list, options);

/**
 * first ratio^i for i < n.
 *
 *   out     n elements, LEM; a BigBuffer above 1 GiB
 *   cost    a product per element
 * @param {Curve} curve
 * @param {Uint8Array} first
 * @param {Uint8Array} ratio
 * @param {number} n
 * @param {CallOptions} [options]
 * @returns {Promise<Bytes>}
 */
export async function powers(curve, first, ratio, n, options) {
    const { Fr } = curve, { n8 } = Fr, where = "powers", signal = readSignal(where, options);
    checkElement(where, Fr, first, "first");
    checkElement(where, Fr, ratio, "ratio");
    if (checkCount(where, n, "n", 0) === 0) return new Uint8Array(0);
    return inPieces(curve, undefined, n, { size: n8, us: productUs(Fr), signal }, (from, to) => [
        link(curve),
        tasks.allocSet(0, ratio.slice()),
        tasks.allocSet(1, Fr.mul(first, Fr.exp(ratio, from))),
        tasks.alloc(2, (to - from) * n8),
        call("powers", to - from, shared(1), listed(2, n8), shared(0)),
        tasks.get(0, 2, (to - from) * n8),
    ]);
}

/**
 * A polynomial in blocks that begin where a component does, from the highest coefficients to the
 * lowest.
 * @param {Curve} curve
 * @param {number} n
 * @param {number} parts
 * @param {number} us
 * @returns {[number, number][]}
 */
const blocksFromTop = ({ tm, Fr: { n8 } }, n, parts, us) =>
    cut(tm, Math.ceil(n / parts), 2 * n8 * parts, us * parts)
        .map(([from, to]) => /** @type {[number, number]} */ ([from * parts, Math.min(n, to * parts)]))
        .reverse();

/**
 * What is carried down past a block: for each component, carry point^m + what the block alone comes
 * to. Only the highest block may have components that differ in m, the number of their
 * coefficients, and to it nothing is carried.
 * @param {WasmField1} Fr
 * @param {number} parts
 * @param {Uint8Array} point
 * @returns {Blocks["join"]}
 */
const carriedDown = (Fr, parts, point) => (carry, total, [from, to]) => {
    const { n8 } = Fr, out = new Uint8Array(parts * n8);
    const factor = Fr.exp(point, Math.floor((to - from) / parts));
    for (let at = 0; at < out.length; at += n8) {
        const [above, here] = [carry, total].map((bytes) => bytes.slice(at, at + n8));
        out.set(Fr.add(Fr.mul(above, factor), here), at);
    }
    return out;
};

/**
 * @param {string} where
 * @param {Curve} curve
 * @param {Bytes} list
 * @param {Uint8Array} point
 * @param {{ parts?: number } & CallOptions} [options]
 */
function atPoint(where, curve, list, point, options = {}) {
    const { tm, Fr } = curve, { n8 } = Fr, n = countOf(where, Fr, [list]);
    const signal = readSignal(where, options);
    const parts = checkCount(where, options.parts ?? 1, "parts", 1);
    const none = new Uint8Array(parts * n8), group = {};
    checkElement(where, Fr, point, "point");
    const us = 1.2 * productUs(Fr);
    const small = isSmall((n * us) / 1000);
    const bounds = n ? blocksFromTop(curve, n, parts, us) : [];
    const run = (/** @type {Task} */ task) => submit(tm, [link(curve), ...task], { small, signal, group });
    const of = (/** @type {Uint8Array} */ piece, /** @type {Uint8Array} */ carry) => [
        tasks.allocSet(0, piece),
        tasks.allocSet(1, point.slice()),
        tasks.allocSet(2, carry.slice()),
    ];
    const args = (/** @type {number} */ count) =>
        [shared(2), shared(1), [tasks.val(parts), tasks.val(0)], listed(0, -n8, (count - 1) * n8)];
    const total = async (/** @type {[number, number]} */ [from, to]) => (await run([
        ...of(pieceOf(Fr, list, from, to), none),
        call("evaluate", to - from, ...args(to - from)),
        tasks.get(0, 2, none.length),
    ]))[0];
    return { tm, n8, n, parts, none, bounds, run, of, args, total, join: carriedDown(Fr, parts, point) };
}

/**
 * The value of a polynomial at a point. With `parts`, the polynomial is the sum of X^j
 * P_j(X^parts), and the values are those of all P_j.
 *
 *   in      list   n coefficients, LEM, that of the lowest power first; point: an element
 *   out     `parts` elements, one by default
 *   owns    the list is read
 *   cost    a product and a sum per coefficient
 * @param {Curve} curve
 * @param {Bytes} list
 * @param {Uint8Array} point
 * @param {{ parts?: number } & CallOptions} [options]
 * @returns {Promise<Uint8Array>}
 */
export async function evaluate(curve, list, point, options) {
    const { tm, none, bounds, total, join } = atPoint("evaluate", curve, list, point, options);
    const totals = await inFlight(tm, bounds.length, (i) => total(bounds[i]));
    return totals.reduce((carry, value, i) => join(carry, value, bounds[i]), none);
}

/**
 * Divides a polynomial by X^parts - point; parts is 1 by default.
 *
 *   in      list   n coefficients, LEM, that of the lowest power first; point: an element
 *           into   where the quotient goes, apart from the list; by default a new buffer of the
 *                  same class
 *   out     quotient: max(0, n - parts) coefficients; remainder: `parts` of them, which are what
 *           `evaluate` returns
 *   owns    the list is read
 *   cost    a product and a sum per coefficient, twice that with several blocks
 * @param {Curve} curve
 * @param {Bytes} list
 * @param {Uint8Array} point
 * @param {{ parts?: number, into?: Uint8Array } & CallOptions} [options]
 * @returns {Promise<{ quotient: Bytes, remainder: Uint8Array }>}
 * @throws {RangeError} when `into` has another length
 */
export async function divide(curve, list, point, options) {
    const setting = atPoint("divide", curve, list, point, options), { tm, n8, n, parts, none } = setting;
    const length = Math.max(0, n - parts);
    const quotient = checkRoom("divide", options?.into, length * n8) ?? allocateLike(list, length * n8);
    if (n === 0) return { quotient, remainder: none };
    const remainder = await throughBlocks(tm, none, {
        ...setting,
        apply: async ([from, to], carry) => {
            const piece = pieceOf(curve.Fr, list, from, to);
            const inside = Math.max(0, Math.min(to, length) - from);
            const [out, end] = await setting.run([
                ...setting.of(piece, carry),
                call("divide", to - from, ...setting.args(to - from), listed(0, -n8, (to - from - 1) * n8)),
                resultOf(0, piece),
                tasks.get(1, 2, none.length),
            ]);
            moveTo(quotient, out.subarray(0, inside * n8), from * n8);
            return end;
        },
    });
    return { quotient, remainder };
}

/**
 * Elements by their numbers: z[i] = list[numbers[i]].
 *
 *   in      list     elements, LEM
 *           numbers  n numbers of elements of the list; the caller has checked that they are below
 *                    its length
 *   out     n elements, LEM
 *   owns    both are read
 *   memory  the list in one worker
 *   cost    a copy per element
 * @param {Curve} curve
 * @param {Uint8Array} list
 * @param {Uint32Array} numbers
 * @param {CallOptions} [options]
 * @returns {Promise<Uint8Array>}
 */
export async function pick(curve, list, numbers, options) {
    const { tm, Fr } = curve, { n8 } = Fr, where = "pick", n = numbers.length;
    const count = countOf(where, Fr, [list]);
    const signal = readSignal(where, options);
    if (n === 0) return new Uint8Array(0);
    const task = [
        link(curve),
        tasks.allocSet(0, pieceOf(Fr, list, 0, count)),
        tasks.allocSet(1, bytesOf(numbers)),
        tasks.alloc(2, n * n8),
        call("pick", n, listed(2, n8), shared(0), listed(1, 4)),
        tasks.get(0, 2, n * n8),
    ];
    return (await submit(tm, task, { small: isSmall((count + n) / 1e5), signal }))[0];
}

/** @param {Uint32Array} numbers @returns {Uint8Array} a copy */
const bytesOf = (numbers) => new Uint8Array(numbers.slice().buffer);

/**
 * A list with what sums of its elements add to it, one after the other: for the record a, b, f, g
 * the element f list[a] + g list[b], where a and b may be earlier results.
 *
 *   in      list     elements, LEM
 *           records  n of 8 + 2 n8 bytes each: a and b, u32 little-endian, then f and g, LEM,
 *                    canonical; the caller has checked that a and b name what is there before the
 *                    record's own result
 *   out     the list and n elements more, LEM
 *   owns    both are read
 *   memory  both in one worker
 *   cost    two products and a sum per record
 * @param {Curve} curve
 * @param {Uint8Array} list
 * @param {Uint8Array} records
 * @param {CallOptions} [options]
 * @returns {Promise<Uint8Array>}
 */
export async function pickedSums(curve, list, records, options) {
    const { tm, Fr } = curve, { n8 } = Fr, where = "pickedSums", size = 8 + 2 * n8;
    const count = countOf(where, Fr, [list]);
    const n = countElements(records, size, where);
    const signal = readSignal(where, options);
    const end = (count + n) * n8;
    if (n === 0) return list.slice();
    const task = [
        link(curve),
        tasks.alloc(0, end),
        tasks.set(0, pieceOf(Fr, list, 0, count)),
        tasks.allocSet(1, copyRange(records, 0, n * size)),
        call("pickedSums", n, listed(0, n8, count * n8), shared(0), listed(1, size)),
        tasks.get(0, 0, end),
    ];
    return (await submit(tm, task, { small: isSmall((2 * n * productUs(Fr)) / 1000), signal }))[0];
}
