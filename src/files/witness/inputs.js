/**
 * Converts the inputs of a circuit from what callers write to what its program takes. The results can be posted to a
 * worker.
 * @module files/witness/inputs
 */
import { describe } from "../../util/check.js";
import { ensure } from "../errors.js";

/** @import { ProverError } from "../errors.js" */

/**
 * @typedef {{ [name: string]: unknown }} Inputs - signal names to values, or arrays of them: numbers, bigints, decimal
 *   or 0x strings
 */

/**
 * @typedef {object} Signal
 * @property {string} name
 * @property {(bigint | string)[]} values - in order; a string describes a value that is not an integer
 * @property {number[]} [shape] - of nested arrays: how many entries each level has
 */

/** @param {unknown} value @returns {value is { [name: string]: unknown }} */
export const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @param {unknown} value
 * @returns {bigint | string} the integer, of any size and sign, or a description of what it is instead
 */
function integerOf(value) {
    if (typeof value === "bigint") return value;
    if (typeof value === "boolean") return value ? 1n : 0n;
    if (Number.isSafeInteger(value)) return BigInt(/** @type {number} */ (value));
    if (typeof value === "string" && /^\s*(-?\d+|0x[0-9a-f]+)\s*$/i.test(value)) return BigInt(value);
    const tooLarge = typeof value === "number" && Number.isInteger(value);
    return describe(value) + (tooLarge ? " (too large for a number: write it as a string)" : "");
}

/** How deeply lists and records may be nested: dimensions of a signal, and buses in buses. */
const DEEPEST = 64;

/** @param {string} name @param {number} depth */
const checkDepth = (name, depth) =>
    ensure(
        depth <= DEEPEST,
        "ERR_INPUT",
        () =>
            `input ${name}: expected lists and records within each other ${DEEPEST} times at most, got more, or one that holds itself`,
    );

/**
 * @param {string} name
 * @param {unknown[]} list
 * @param {number} depth
 * @param {unknown[]} [out]
 * @returns {unknown[]} the entries that are not lists, in order
 */
function leavesOf(name, list, depth, out = []) {
    checkDepth(name, depth);
    for (const part of list) {
        if (Array.isArray(part)) leavesOf(name, part, depth + 1, out);
        else out.push(part);
    }
    return out;
}

/**
 * How many entries each level of nested arrays has.
 * @param {string} path
 * @param {unknown} value
 * @returns {number[]} empty for a single value
 * @throws {ProverError} when entries of one level differ in shape
 */
function shapeOf(path, value) {
    if (!Array.isArray(value)) return [];
    if (!value.some(Array.isArray)) return [value.length];
    const shapes = Array.from(value, (part, i) => shapeOf(`${path}[${i}]`, part)), [first = []] = shapes;
    const other = shapes.findIndex((shape) => shape.join() !== first.join());
    const said = (/** @type {number[]} */ shape) =>
        shape.length === 0 ? "one value" : `an array of ${shape.join(" times ")}`;
    ensure(
        other < 0,
        "ERR_INPUT",
        () => `input ${path}[${other}]: expected ${said(first)}, as ${path}[0] is, got ${said(shapes[other])}`,
    );
    return [value.length, ...first];
}

/**
 * Names with their values in order: arrays are flattened, and the names in records are those of the parts of a bus.
 * @param {string} name
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {{ name: string, flat: unknown[], shape?: number[] }[]}
 */
function flatten(name, value, depth = 1) {
    if (Array.isArray(value)) {
        const flat = leavesOf(name, value, depth);
        if (flat.some(isRecord)) return value.flatMap((part, i) => flatten(`${name}[${i}]`, part, depth + 1));
        return [{ name, flat, shape: shapeOf(name, value) }];
    }
    if (!isRecord(value)) return [{ name, flat: [value] }];
    checkDepth(name, depth);
    return Object.entries(value).flatMap(([key, part]) => flatten(`${name}.${key}`, part, depth + 1));
}

/**
 * @param {Inputs} inputs
 * @returns {Signal[]} in the order of the inputs
 * @throws {ProverError} ERR_INPUT for nested arrays of different lengths, and for lists and records nested too deeply
 */
export const signalsOf = (inputs) => Object.entries(inputs)
    .flatMap(([key, value]) => flatten(key, value))
    .map(({ name, flat, shape }) => ({ name, values: flat.map(integerOf), shape }));

/**
 * The path of a value in the caller's inputs.
 * @param {Signal} signal
 * @param {number} i - index among its values
 */
export function pathOf({ name, values, shape = values.length > 1 ? [values.length] : [] }, i) {
    if (values.length === 1) return name;
    const indexes = shape.map(
        (_, level) => Math.floor(i / shape.slice(level + 1).reduce((a, b) => a * b, 1)) % shape[level],
    );
    return name + indexes.map((index) => `[${index}]`).join("");
}
