/** Reads input files. */
import { constants } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { openSource, readWhole } from "../../src/files/source.js";
import { parseExactJson } from "../../src/util/exact_json.js";
import { failure } from "./exit_codes.mjs";
import { jsonFault } from "./plain_words.mjs";

/** The name of standard input, and of standard output. */
export const STANDARD = "-";

let standardInputRead = false;

/** Standard input to its end, which can be read once. @returns {Promise<Uint8Array>} */
async function readStandardInput() {
    if (standardInputRead) throw failure("ERR_OPTION", `${STANDARD}: expected standard input for one file, got it for two`);
    standardInputRead = true;
    const parts = [];
    for await (const part of process.stdin) parts.push(part);
    return new Uint8Array(Buffer.concat(parts));
}

/** @param {string} path @param {() => Promise<any>} read */
async function reading(path, read) {
    try {
        return await read();
    } catch (error) {
        if (/^ERR_(OPTION|READ|LIMIT)$/.test(error.code)) throw error;
        throw failure("ERR_READ", `${path}: expected a file that can be read, got ${error.message}`, error);
    }
}

/**
 * @param {string} path - or an http(s) address, or - for standard input
 * @returns {Promise<Uint8Array>}
 */
export const readBytes = async (path) => reading(path, async () => {
    if (path === STANDARD) return readStandardInput();
    if (!/^https?:\/\//i.test(path)) return new Uint8Array(await readFile(path));
    const source = await openSource(path, path);
    try {
        return await readWhole(source);
    } finally {
        await source.close();
    }
});

/** What provers take: standard input as bytes, any other file by its name. @param {string} path */
export const sourceOf = async (path) => (path === STANDARD ? readBytes(path) : path);

/** What files that are not text begin with, and what they are. */
const BINARY = Object.freeze({
    zkey: "a proving key", ffky: "a packed proving key", wtns: "a witness", r1cs: "a constraint system",
    ptau: "powers of tau", "\0asm": "the program of a circuit",
});

/**
 * @param {string} text
 * @param {string} place - for the message
 * @returns {any} with texts in place of integers that are too large for numbers
 * @throws {Error} ERR_FILE, with the line and column where it is not JSON
 */
export function parseJson(text, place) {
    try {
        return parseExactJson(text);
    } catch (error) {
        throw failure("ERR_FILE", `${place}: expected JSON, got ${BINARY[text.slice(0, 4)] ?? jsonFault(text)}`, error);
    }
}

/** @param {string} path - or - for standard input */
export async function readJson(path) {
    const text = await reading(path, async () =>
        path === STANDARD ? new TextDecoder().decode(await readStandardInput()) : readFile(path, "utf8"));
    // some editors begin files with a byte order mark
    return parseJson(text.replace(/^\uFEFF/, ""), path);
}

/**
 * A file that another may have put there: a plain one, of so many bytes at most. Something that is
 * not one, such as a pipe without a writer, is not waited for.
 * @param {string} path
 * @param {number} most
 */
export async function readPlainJson(path, most) {
    const bytes = await reading(path, async () => {
        // no such flag on Windows: 0
        const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
        try {
            if (!(await file.stat()).isFile()) throw new Error("something that is not a plain file");
            const room = new Uint8Array(most + 1); // a file may grow after it was opened
            let length = 0;
            for (let read = -1; read !== 0 && length <= most; length += read)
                read = (await file.read({ buffer: room, offset: length, length: room.length - length })).bytesRead;
            return room.subarray(0, length);
        } finally {
            await file.close();
        }
    });
    if (bytes.length > most) throw failure("ERR_FILE", `${path}: expected at most ${most} bytes, got more`);
    return parseJson(new TextDecoder().decode(bytes), path);
}
