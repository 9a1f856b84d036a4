/**
 * Converts the inputs of a circuit from what callers write to what its program takes. The results
 * can be posted to a worker.
 * @module files/witness/inputs
 */
import { describe } from "../../util/check.js";
import { ensure } from "../errors.js";

/**
 * @typedef {{ [name: string]: unknown }} Inputs - signal names to values, or arrays of them:
 *   integers as numbers, bigints, booleans or strings that BigInt takes, as snarkjs does
 */

/**
 * @typedef {object} Signal
 * @property {string} name
 * @property {(bigint | string)[]} values - in order; a string describes a value that is not an
 *   integer
 * @property {number[]} [shape] - of nested arrays: how many entries each level has, if all of a
 *   level have as many
 */

/** @param {unknown} value @returns {value is { [name: string]: unknown }} */
export const isRecord = (value) =>
    typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

/**
 * @param {unknown} value
 * @returns {bigint | string} the integer, of any sign, or a description of what it is instead
 */
export function integerOf(value) {
    if (typeof value === "bigint") return value;
    if (typeof value === "boolean") return value ? 1n : 0n;
    if (Number.isInteger(value)) return BigInt(/** @type {number} */ (value));
    if (typeof value === "string" && value.length <= LONGEST_NUMBER && INTEGER.test(value)) return BigInt(value);
    return describe(value);
}

/** What BigInt takes. */
const INTEGER = /^\s*(?:[+-]?\d+|0x[\da-f]+|0o[0-7]+|0b[01]+)?\s*$/i;

/** How deeply lists and records may be nested: dimensions of a signal, and buses in buses. */
export const DEEPEST = 64;

/**
 * The most entries of all lists and records together. A circuit on bn128 has at most 2^28
 * constraints, and what it does with an input (a hash, a range, a product) takes more than 16 of
 * them, so this is more than a circuit can use.
 */
const MOST_ENTRIES = 2 ** 24;

/**
 * The most characters of a name, with those of the buses that it is part of. Names are written by
 * people; the longest in circomlib has 30 characters, and each level of nesting may add one.
 */
const LONGEST_NAME = 1024;

/**
 * The most characters of all names together. The name of a bus is part of the name of each of its
 * signals, so that a short text can name much more than it holds; a million signals of 16
 * characters is more than any circuit has.
 */
const LONGEST_NAMES = 2 ** 24;

/**
 * The most bits of an integer, and the most characters that it is written with. A value of a
 * circuit has at most 256 bytes, circom's own have 32, and 2^2048 has 617 digits; converting a
 * decimal text takes a time that grows faster than its length.
 */
const MOST_BITS = 2048, LONGEST_NUMBER = 1024;

/** The begin of a name, for messages. @param {string} name */
const shortOf = (name) => (name.length > 80 ? `${name.slice(0, 80)}…` : name);

/** Counts what the inputs hold, before anything is made of them. */
class Measure {
    constructor() {
        this.entries = 0;
        this.characters = 0;
        /** Lists in which there are records, at any depth. @type {Set<unknown[]>} */
        this.lists = new Set();
    }

    /** @param {string} name @param {number} count */
    count(name, count) {
        this.entries += count;
        ensure(
            this.entries <= MOST_ENTRIES,
            "ERR_INPUT",
            () => `input ${shortOf(name)}: expected at most ${MOST_ENTRIES} values in all inputs, got more`,
        );
    }

    /**
     * One name that is not made yet.
     * @param {string} name - which it begins with
     * @param {number} length
     */
    name(name, length) {
        ensure(
            length <= LONGEST_NAME,
            "ERR_INPUT",
            () => `input ${shortOf(name)}: expected a name of at most ${LONGEST_NAME} characters, got one of ${length}`,
        );
        return length;
    }

    /** Characters of names of signals. @param {string} name @param {number} characters */
    names(name, characters) {
        this.characters += characters;
        ensure(
            this.characters <= LONGEST_NAMES,
            "ERR_INPUT",
            () =>
                `input ${shortOf(name)}: expected names of at most ${LONGEST_NAMES} characters in all, with those of their buses, got more`,
        );
    }

    /**
     * @param {string} name
     * @param {unknown} value
     * @param {number} depth - at which a list or record would be
     * @returns {boolean} whether it is a record, or holds one
     */
    value(name, value, depth) {
        if (Array.isArray(value)) return this.list(name, value, depth);
        if (isRecord(value)) return this.record(name, value, depth);
        checkNumber(name, value);
        return false;
    }

    /** @param {string} name @param {unknown[]} list @param {number} depth */
    list(name, list, depth) {
        checkDepth(name, depth);
        this.count(name, list.length);
        const longest = this.name(name, name.length + String(list.length).length + 2);
        let holds = false;
        for (let i = 0; i < list.length; i++) {
            const part = list[i];
            if (typeof part !== "object" || part === null) checkNumber(name, part, i);
            else if (this.value(`${name}[${i}]`, part, depth + 1)) holds = true;
        }
        if (!holds) return false; // one signal
        this.names(name, longest * list.length);
        this.lists.add(list);
        return true;
    }

    /** @param {string} name @param {{ [name: string]: unknown }} record @param {number} depth */
    record(name, record, depth) {
        checkDepth(name, depth);
        const keys = Object.keys(record);
        this.count(name, keys.length);
        for (const key of keys) {
            this.names(name, this.name(`${name}.`, name.length + key.length + 1));
            this.value(`${name}.${key}`, record[key], depth + 1);
        }
        return true;
    }

    /** @param {Inputs} inputs */
    all(inputs) {
        const keys = Object.keys(inputs);
        this.count("", keys.length);
        for (const key of keys) {
            this.names(key, this.name(key, key.length));
            this.value(key, inputs[key], 1);
        }
    }
}

/** @param {string} name @param {number} depth */
const checkDepth = (name, depth) =>
    ensure(
        depth <= DEEPEST,
        "ERR_INPUT",
        () =>
            `input ${shortOf(name)}: expected lists and records within each other ${DEEPEST} times at most, got more, or one that holds itself`,
    );

/**
 * Is it short enough to be converted?
 * @param {string} name
 * @param {unknown} value
 * @param {number} [index]
 */
function checkNumber(name, value, index) {
    const where = () => `input ${shortOf(name)}${index === undefined ? "" : `[${index}]`}`;
    if (typeof value === "string")
        ensure(
            value.length <= LONGEST_NUMBER,
            "ERR_INPUT",
            () => `${where()}: expected an integer of at most ${LONGEST_NUMBER} characters, got ${describe(value)}`,
        );
    if (typeof value === "bigint")
        ensure(
            BigInt.asIntN(MOST_BITS + 1, value) === value,
            "ERR_INPUT",
            () => `${where()}: expected an integer of at most ${MOST_BITS} bits, got ${describe(value)}`,
        );
}

/**
 * Checks how deep, how many and how long inputs are, in one pass that keeps nothing of them but
 * names that are being looked at. What passes can be converted, posted and written as JSON in time
 * and memory that follow its size.
 * @param {Inputs} inputs
 * @returns {Measure}
 * @throws {ProverError} ERR_INPUT
 */
export function measureInputs(inputs) {
    const measure = new Measure();
    measure.all(inputs);
    return measure;
}

/**
 * @param {unknown[]} list
 * @param {unknown[]} [out]
 * @returns {unknown[]} the entries that are not lists, in order
 */
function leavesOf(list, out = []) {
    for (const part of list) {
        if (Array.isArray(part)) leavesOf(part, out);
        else out.push(part);
    }
    return out;
}

/** @param {number[]} a @param {number[]} b */
const isSame = (a, b) => a.length === b.length && a.every((length, i) => length === b[i]);

/** Of a value that is no list. @type {number[]} */
const NO_LEVELS = [];

/**
 * How many entries each level of nested arrays has.
 * @param {unknown[]} list
 * @returns {number[] | undefined} undefined where entries of one level differ
 */
function shapeOf(list) {
    /** @type {number[] | undefined} */
    let first;
    for (const part of list) {
        const shape = Array.isArray(part) ? shapeOf(part) : NO_LEVELS;
        if (!shape || (first && !isSame(shape, first))) return undefined;
        first ??= shape;
    }
    return [list.length, ...(first ?? NO_LEVELS)];
}

/**
 * Names with their values in order: arrays are flattened, and the names in records are those of the
 * parts of a bus.
 * @param {string} name
 * @param {unknown} value
 * @param {Set<unknown[]>} lists - that hold records
 * @returns {{ name: string, flat: unknown[], shape?: number[] }[]}
 */
function flatten(name, value, lists) {
    if (Array.isArray(value))
        return lists.has(value)
            ? value.flatMap((part, i) => flatten(`${name}[${i}]`, part, lists))
            : [{ name, flat: leavesOf(value), shape: shapeOf(value) }];
    const parts = isRecord(value) ? Object.entries(value) : [];
    // of a record, such as a Set, no integer
    if (parts.length === 0) return [{ name, flat: [value] }];
    return parts.flatMap(([key, part]) => flatten(`${name}.${key}`, part, lists));
}

/**
 * @param {Inputs} inputs
 * @returns {Signal[]} in the order of the inputs
 * @throws {ProverError} as measureInputs
 */
export function signalsOf(inputs) {
    const { lists } = measureInputs(inputs);
    return Object.entries(inputs)
        .flatMap(([key, value]) => flatten(key, value, lists))
        .map(({ name, flat, shape }) => ({ name, values: flat.map(integerOf), shape }));
}

/** Were its values in lists of different lengths? @param {Signal} signal */
export const isRagged = ({ values, shape }) => values.length > 1 && !shape;

/**
 * The path of a value in the caller's inputs.
 * @param {Signal} signal
 * @param {number} i - index among its values
 */
export function pathOf({ name, values, shape }, i) {
    if (values.length === 1) return name;
    if (!shape) return `${name}, value ${i + 1} of ${values.length}`;
    const indexes = shape.map(
        (_, level) => Math.floor(i / shape.slice(level + 1).reduce((a, b) => a * b, 1)) % shape[level],
    );
    return name + indexes.map((index) => `[${index}]`).join("");
}
