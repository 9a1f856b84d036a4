/**
 * What signals are called in messages: by their names, or, where these are missing, by the number of their wire.
 * @module circuits/names
 */
import { readSym } from "../files/sym.js";

/** @import { SignalName } from "../files/sym.js" */
/** @import { Tools } from "../files/with_sources.js" */
/** @import { SourceLike } from "../files/source.js" */

/**
 * @typedef {object} Names
 * @property {(wire: number) => string} nameOf - the first of its names in the file, or "wire[7]"
 * @property {(wire: number) => readonly SignalName[]} namesOf - all of them
 */

/** @param {SignalName} name */
export const fullName = ({ path, name }) => (path === "" ? name : `${path}.${name}`);

/** @param {(wire: number) => readonly SignalName[]} namesOf @returns {Names} */
const createNames = (namesOf) => Object.freeze({
    namesOf,
    nameOf(/** @type {number} */ wire) {
        const [first] = namesOf(wire);
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
