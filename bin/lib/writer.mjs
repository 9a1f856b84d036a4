/**
 * Writes the output files; the command writes nowhere else. Outputs are checked before there is
 * anything to write, so that a wrong name does not show only after an hour of proving. Plain files
 * are replaced as a whole or not at all, and links are followed; anything else, such as a device,
 * is written to directly.
 */
import { accessSync, closeSync, constants, fstatSync, openSync, realpathSync, statSync, writeSync } from "node:fs";
import { basename, dirname } from "node:path";
import { writeTogether } from "../../src/files/sink.js";
import { lookForLeftParts, placeOf } from "../../src/util/host_files.js";
import { failure } from "./exit_codes.mjs";
import { STANDARD } from "./files.mjs";
import { say } from "./output.mjs";

/**
 * @typedef {object} Output
 * @property {string} name - as given
 * @property {"file" | "stream" | "open"} kind - replaced as a whole; opened and written to; already
 *   open
 * @property {number} fd - descriptor of one that is already open
 * @property {string | undefined} identity - equal for the same file, whether it exists or not;
 *   undefined for one that any number of results may be written to
 * @property {import("node:fs").BigIntStats | undefined} stats
 */

/** Milliseconds between two attempts on a FIFO that has no reader or is full. */
const PATIENCE = 20;

const pause = () => new Promise((resolve) => { setTimeout(resolve, PATIENCE); });

const isAddress = (/** @type {string} */ name) => /^https?:\/\//i.test(name);
// realpathSync itself resolves "link/.." to the folder that has the link
const real = realpathSync.native;
const statOf = (/** @type {string} */ path) => statSync(path, { bigint: true, throwIfNoEntry: false });
const keyOf = (/** @type {any} */ stats) => (stats.isCharacterDevice() ? undefined : `${stats.dev}:${stats.ino}`);

/**
 * A terminal is opened like any device. A socket, which a shell written in JavaScript uses, cannot
 * be opened by its name.
 * @param {import("node:fs").BigIntStats} found
 * @returns {number | undefined} standard output or standard error, if it goes to that file, pipe or
 *   socket
 */
const openedAs = (found) => [1, 2].find((fd) => {
    const stats = fstatSync(fd, { bigint: true });
    return !stats.isCharacterDevice() && stats.dev === found.dev && stats.ino === found.ino;
});

/** Fails as the system would when writing to this path. @param {string} path */
const tryToOpen = (path) => closeSync(openSync(path, constants.O_WRONLY));

/** Files of other outputs that are named, at most. */
const MOST_NAMED = 8;

/**
 * Tells of what runs have left that were killed: of an output that is written again it is removed.
 * @param {((line: string) => void) | undefined} tell - undefined: no more
 */
export function tellOfLeftParts(tell) {
    const named = new Set();
    lookForLeftParts(tell && (({ path, removed }) => {
        if (removed) return tell(`${path}: removed; a run that was killed had left it`);
        if (named.has(path) || named.size === MOST_NAMED) return;
        named.add(path);
        tell(`${path}: left by a run that was killed, for another output; it can be removed`);
    }));
}

/** One that does not exist yet. @param {string} name @returns {Output} */
function lookAtNew(name) {
    if (name === "" || name.endsWith("/")) throw new Error("the name of a folder");
    const place = placeOf(name);
    const folder = dirname(place);
    accessSync(folder, constants.W_OK | constants.X_OK);
    return { name, kind: "file", fd: -1, identity: `${keyOf(statOf(folder))}/${basename(place)}`, stats: undefined };
}

/** @param {string} name @param {import("node:fs").BigIntStats} stats @returns {Output} */
function lookAtExisting(name, stats) {
    if (stats.isDirectory()) throw new Error("a folder");
    const found = { name, fd: -1, identity: keyOf(stats), stats };
    const fd = openedAs(stats);
    if (fd !== undefined) return { ...found, kind: "open", fd };
    if (stats.isSocket()) throw new Error("a socket");
    if (!stats.isFile()) {
        accessSync(name, constants.W_OK);
        return { ...found, kind: "stream" };
    }
    tryToOpen(name);
    accessSync(dirname(real(name)), constants.W_OK | constants.X_OK);
    return { ...found, kind: "file" };
}

/** @param {string} name @returns {Output} */
function look(name) {
    if (name === STANDARD) {
        const identity = keyOf(fstatSync(1, { bigint: true })) ?? STANDARD;
        return { name: "standard output", kind: "open", fd: 1, identity, stats: undefined };
    }
    const stats = statOf(name);
    return stats ? lookAtExisting(name, stats) : lookAtNew(name);
}

/** @param {string} name @returns {Output} @throws {Error} ERR_WRITE */
function lookAt(name) {
    try {
        return look(name);
    } catch (error) {
        throw failure("ERR_WRITE", `${name}: expected a file that can be written, got ${error.message}`, error);
    }
}

/** @param {string} name @returns {[string, string][]} */
function inputKey(name) {
    const stats = isAddress(name) || name === STANDARD ? undefined : statOf(name);
    const key = stats && keyOf(stats);
    return key ? [[key, name]] : [];
}

/**
 * Checks the places of all results before there are any.
 * @param {string[]} inputs - the files that are read
 * @param {string[]} names - "-" is standard output
 * @returns {Output[]}
 * @throws {Error} ERR_OPTION when an output is an input or another output; ERR_WRITE when it cannot
 *   be written
 */
export function openOutputs(inputs, names) {
    const taken = new Map(inputs.flatMap(inputKey));
    return names.map((name) => {
        const output = lookAt(name);
        const other = output.identity && taken.get(output.identity);
        if (other)
            throw failure(
                "ERR_OPTION",
                `${output.name}: expected a file of its own for each result, got the same as ${other}; nothing was written`,
            );
        if (output.identity) taken.set(output.identity, output.name);
        return output;
    });
}

/**
 * The place of one result, beside a JSON object on standard output.
 * @param {string[]} inputs
 * @param {string} name
 * @param {boolean | undefined} json
 * @returns {Output}
 */
export const placeFor = (inputs, name, json) => openOutputs(inputs, json ? [STANDARD, name] : [name])[json ? 1 : 0];

/**
 * Repeats an attempt until it no longer fails with one of these codes.
 * @template T
 * @param {string[]} codes
 * @param {AbortSignal | undefined} signal
 * @param {() => T} attempt
 */
async function persist(codes, signal, attempt) {
    for (;;) {
        signal?.throwIfAborted();
        try {
            return attempt();
        } catch (error) {
            if (!codes.includes(error.code)) throw error;
        }
        await pause();
    }
}

/** @param {number} fd @param {Uint8Array} bytes @param {AbortSignal} [signal] */
async function writeInto(fd, bytes, signal) {
    for (let at = 0; at < bytes.length;) at += await persist(["EAGAIN"], signal, () => writeSync(fd, bytes, at));
}

/** Has the reader closed its end? @param {any} error */
function ignoreEnd(error) {
    if (error.code !== "EPIPE") throw error;
}

/**
 * Opens without blocking, so that a signal can stop it, and waits until a FIFO has a reader.
 * @param {Output} output
 * @param {Uint8Array} bytes
 * @param {AbortSignal} [signal]
 */
async function intoStream({ kind, name, fd: opened, stats }, bytes, signal) {
    if (kind === "open") return writeInto(opened, bytes, signal).catch(ignoreEnd);
    // Windows has no such flag, which counts as 0 here
    const flags = constants.O_WRONLY | constants.O_NONBLOCK;
    const fd = await persist(stats?.isFIFO() ? ["ENXIO"] : [], signal, () => openSync(name, flags));
    try {
        await writeInto(fd, bytes, signal);
    } finally {
        closeSync(fd);
    }
}

/** @param {Output} output @param {Uint8Array} bytes @param {AbortSignal} [signal] */
async function writeStream(output, bytes, signal) {
    try {
        await intoStream(output, bytes, signal);
    } catch (error) {
        throw failure("ERR_WRITE", `${output.name}: expected to be written, got ${error.message}`, error);
    }
}

/**
 * Writes all results or, of the plain files among them, none.
 * @param {[Output, unknown][]} results - bytes, or a value that is written as JSON
 * @param {AbortSignal} [signal]
 * @throws {Error} ERR_WRITE
 */
export async function writeOutputs(results, signal) {
    const entries = results.map(([output, value]) => ({
        output,
        bytes: value instanceof Uint8Array ? value : Buffer.from(`${JSON.stringify(value, null, 1)}\n`),
    }));
    await writeTogether(signal, async (open) => {
        for (const { output: { kind, name }, bytes } of entries) {
            if (kind !== "file") continue;
            const sink = await open(name, name);
            await sink.write(bytes, 0);
            await sink.seal(); // a full disk shows before anything is written to a stream
        }
        for (const { output, bytes } of entries) if (output.kind !== "file") await writeStream(output, bytes, signal);
    });
}

/**
 * Writes what can be of any size. A device or a pipe gets it as a whole, since it cannot take it
 * back.
 * @template T
 * @param {Output} place
 * @param {(to: any) => Promise<T>} write - to a path, or to { type: "mem" }
 * @param {AbortSignal} signal
 * @returns {Promise<T>}
 */
export async function writeLarge(place, write, signal) {
    if (place.kind === "file") return write(place.name);
    const memory = /** @type {{ type: "mem", data?: Uint8Array }} */ ({ type: "mem" }), result = await write(memory);
    await writeOutputs([[place, memory.data]], signal);
    return result;
}

/**
 * Writes what is made of one file, and says where it went.
 * @param {{ quiet?: boolean }} request
 * @param {string} input
 * @param {string} output
 * @param {(place: Output) => Promise<void>} write
 * @returns {Promise<number>} 0
 */
export async function exportFile({ quiet }, input, output, write) {
    const [place] = openOutputs([input], [output]);
    await write(place);
    if (!quiet && output !== STANDARD) say(place.name);
    return 0;
}
