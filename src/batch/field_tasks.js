/**
 * What the tasks of field_ops.js are made of: the command that links their module, operands, parts
 * of lists; and the checks of what callers pass.
 * @module batch/field_tasks
 */
/** @import { Bytes, Pool } from "./types.js" */
/** @import { WasmField1 } from "../engine/field.js" */
import * as tasks from "../pool/tasks.js";
import { clear } from "../util/bytes.js";
import { isShared } from "../util/shared.js";
import * as module from "../wasm/fr_ops.js";
import { countElements, kindOf } from "./buffers.js";
import { copyRange } from "../util/copies.js";

/** @typedef {{ tm: Pool, Fr: WasmField1 }} Curve what the operations need of a curve */

/** Microseconds of a product of elements of 32 bytes with the call around it, about. */
const PRODUCT_US = 0.06;

/** @param {WasmField1} Fr */
export const productUs = ({ n8 }) => PRODUCT_US * (n8 / 32) ** 2;

/** The command that links the module of these operations. @param {Curve} curve */
export const link = ({ tm, Fr }) => tasks.link({
    name: "fr_ops", driver: "many", module: tm.codeOf("fr_ops", module.code), constants: "",
    layout: { elementBytes: Fr.n8 },
});

/**
 * An operation for n indices; its operands are as `listed` and `shared` make them.
 * @param {string} op
 * @param {number} n
 * @param {...import("../pool/tasks.js").Param[]} operands
 */
export const call = (op, n, ...operands) => tasks.call({ op, group: "frm" }, tasks.val(n), ...operands.flat());

/**
 * A variable that has `size` bytes for each index, from the first or, with -size, from the last one
 * on.
 */
export const listed = (/** @type {number} */ variable, /** @type {number} */ size, at = 0) =>
    [tasks.ref(variable, at), tasks.val(size)];

/** What all indices share: a place in a variable. */
export const shared = (/** @type {number} */ variable, at = 0) => [tasks.ref(variable, at), tasks.val(0)];

/**
 * Elements [from, to) for a task.
 * @param {WasmField1} Fr
 * @param {Bytes} list
 * @param {number} from
 * @param {number} to
 */
export function pieceOf({ n8 }, list, from, to) {
    const [start, end] = [from * n8, to * n8];
    return isShared(list) ? /** @type {Uint8Array} */ (list).subarray(start, end) : copyRange(list, start, end);
}

/**
 * A part of a list in memory that tasks may write to; undefined if it is elsewhere.
 * @param {Bytes} list
 * @param {number} from - bytes
 * @param {number} to
 */
export const sharedPart = (list, from, to) =>
    (isShared(list) ? /** @type {Uint8Array} */ (list).subarray(from, to) : undefined);

/**
 * Copies what a task gave to its place in a result, and clears it: it may be secret.
 * @param {Bytes} result
 * @param {Uint8Array} out
 * @param {number} at - bytes
 */
export function moveTo(result, out, at) {
    result.set(out, at);
    clear(out);
}

/**
 * @param {string} where
 * @param {Uint8Array | undefined} into - where a result goes
 * @param {number} length - its
 */
export function checkRoom(where, into, length) {
    if (into === undefined || (into instanceof Uint8Array && into.length === length)) return into;
    throw new RangeError(`${where}: expected into to have ${length} bytes, got ${into?.length}`);
}

/** @param {string} where @param {WasmField1} Fr @param {unknown} value @param {string} name */
export function checkElement(where, { n8 }, value, name) {
    if (!(value instanceof Uint8Array) || value.length !== n8)
        throw new TypeError(
            `${where}: expected ${name} to be an element of ${n8} bytes, got ${value instanceof Uint8Array ? `${value.length} bytes` : kindOf(value)}`,
        );
    return value;
}

/** @param {string} where @param {unknown} value @param {string} name @param {number} least */
export function checkCount(where, value, name, least) {
    if (Number.isSafeInteger(value) && /** @type {number} */ (value) >= least) return /** @type {number} */ (value);
    throw new RangeError(`${where}: expected ${name} to be an integer of at least ${least}, got ${String(value)}`);
}

/**
 * The number of elements of lists of one length.
 * @param {string} where
 * @param {WasmField1} Fr
 * @param {readonly Bytes[]} lists
 */
export function countOf(where, { n8 }, lists) {
    if (!Array.isArray(lists) || lists.length === 0) {
        const got = Array.isArray(lists) ? "none" : kindOf(lists);
        throw new TypeError(`${where}: expected at least one list of elements, got ${got}`);
    }
    const [n, ...others] = lists.map((list) => countElements(list, n8, where));
    const odd = others.find((count) => count !== n);
    if (odd !== undefined) throw new RangeError(`${where}: expected lists of one length, got ${n} and ${odd} elements`);
    return n;
}
