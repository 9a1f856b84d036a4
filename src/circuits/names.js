/**
 * What signals are called in messages: by their names, or, where these are missing, by the number
 * of their wire.
 * @module circuits/names
 */
import { readSym, readSymLines } from "../files/sym.js";
import { decodeText } from "../util/text.js";

/** @import { SignalName } from "../files/sym.js" */
/** @import { Unset } from "../files/witness/trace.js" */
/** @import { Tools } from "../files/with_sources.js" */
/** @import { SourceLike } from "../files/source.js" */

/**
 * @typedef {object} Names
 * @property {(wire: number) => string} nameOf - the first of its names in the file, or "wire[7]"
 * @property {(wire: number, most?: number) => readonly SignalName[]} namesOf - all of them, or the
 *   first
 */

/**
 * How many signals, and the names of the first of them.
 * @typedef {Readonly<{ count: number, first: readonly string[] }>} SignalList
 */

/** @param {SignalName} name */
export const fullName = ({ path, name }) => (path === "" ? name : `${path}.${name}`);

/**
 * What is made of a wire, made once: a file may name a wire in every constraint.
 * @template T
 * @param {(wire: number) => T} make
 * @returns {(wire: number) => T}
 */
export function madeOnce(make) {
    const made = /** @type {Map<number, T>} */ (new Map());
    return (wire) => {
        if (!made.has(wire)) made.set(wire, make(wire));
        return /** @type {T} */ (made.get(wire));
    };
}

/** @param {Names["namesOf"]} namesOf @returns {Names} */
const createNames = (namesOf) => Object.freeze({
    namesOf,
    nameOf(/** @type {number} */ wire) {
        const [first] = namesOf(wire, 1);
        return first ? fullName(first) : `wire[${wire}]`;
    },
});

/**
 * Names, which are read when they are asked for: a million lines take a second.
 * @param {Tools} tools
 * @param {SourceLike | undefined} sym
 * @returns {() => Promise<Names>}
 * @throws {ProverError} ERR_FILE when it is no sym file
 */
export function openNames({ open, controller: { signal } }, sym) {
    const read = async () => {
        if (sym === undefined) return createNames(() => []);
        return createNames((await readSym(await open("sym", sym), signal)).namesOf);
    };
    /** @type {Promise<Names> | undefined} */
    let names;
    return () => (names ??= read());
}

/**
 * Signals by their labels, whether they have a wire or not: "signal[7]" where no name is known.
 * @param {Tools} tools
 * @param {SourceLike | undefined} sym
 * @param {Unset} signals - labels
 * @returns {Promise<SignalList>}
 * @throws {ProverError} ERR_FILE when it is no sym file
 */
export async function listOf({ open, controller: { signal } }, sym, { count, first }) {
    const found = new Map();
    const wanted = new Set(first);
    if (sym !== undefined && count > 0)
        for await (const lines of readSymLines(await open("sym", sym), signal))
            for (const { label, name } of lines)
                if (wanted.has(label)) found.set(label, decodeText(name));
    return Object.freeze({ count, first: Object.freeze(first.map((label) => found.get(label) ?? `signal[${label}]`)) });
}
