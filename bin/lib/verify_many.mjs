/** Verifies many proofs under one key: `verify --many`. */
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { verifyStream } from "../../src/protocols/index.js";
import { counted } from "../../src/util/check.js";
import { failure } from "./exit_codes.mjs";
import { parseJson, readPlainJson, STANDARD } from "./files.mjs";

/** Characters of one line, and bytes of one file: a proof with some ten thousand public signals. */
const LONGEST = 2 ** 20;

/**
 * Lines of a file that may have any number of them, but none longer than LONGEST.
 * @param {string} path - or - for standard input
 * @returns {AsyncGenerator<string>}
 */
async function* linesOf(path) {
    const stream = path === STANDARD ? process.stdin : createReadStream(path);
    let rest = "";
    for await (const text of stream.setEncoding("utf8")) {
        const lines = (rest + text).split("\n");
        rest = /** @type {string} */ (lines.pop());
        yield* lines;
        if (rest.length > LONGEST) break;
    }
    yield rest;
}

/** @param {string} path @returns {AsyncGenerator<{ place: string, item: unknown }>} */
async function* itemsOfLines(path) {
    let number = 0;
    for await (const line of linesOf(path)) {
        const place = `${path}: line ${++number}`;
        if (line.length > LONGEST)
            throw failure("ERR_FILE", `${place}: expected at most ${LONGEST} characters, got more`);
        if (line.trim() === "") continue;
        yield { place, item: parseJson(line, place) };
    }
}

/** The files NAME.json of a folder, by name. @param {string} path */
async function* itemsOfFolder(path) {
    const names = (await readdir(path)).filter((name) => name.endsWith(".json")).sort();
    for (const name of names) yield { place: join(path, name), item: await readPlainJson(join(path, name), LONGEST) };
}

/** @param {string} path @returns {AsyncGenerator<{ place: string, item: unknown }>} */
async function* itemsOf(path) {
    try {
        const folder = path !== STANDARD && (await stat(path)).isDirectory();
        yield* folder ? itemsOfFolder(path) : itemsOfLines(path);
    } catch (error) {
        if (typeof error.code === "string" && !("errno" in error)) throw error;
        throw failure("ERR_READ", `${path}: expected proofs that can be read, got ${error.message}`, error);
    }
}

/**
 * @param {object} vkey
 * @param {string} path - a file with an object { publicSignals, proof } on each line, or a folder
 *   with one in each file
 * @param {{ signal: AbortSignal, json?: boolean, insecure?: boolean, print: (text: string) => void,
 *   styled: typeof import("./output.mjs").styled }} options
 * @returns {Promise<number>} the exit code
 */
export async function verifyMany(vkey, path, { signal, json, insecure, print, styled }) {
    /** @type {string[]} */
    const places = [];
    const items = (async function* () {
        for await (const { place, item } of itemsOf(path)) {
            places.push(place);
            yield item;
        }
    })();
    let count = 0, bad = 0;
    for await (const { valid, reason, message } of verifyStream(vkey, items, { reason: true, signal, insecure })) {
        const place = /** @type {string} */ (places.shift());
        count++;
        if (!valid) bad++;
        if (json) print(JSON.stringify(valid ? { place, ok: true } : { place, ok: false, reason, message }));
        else if (!valid) print(`${place}: ${styled("bad", "the proof does NOT verify")}: ${message}`);
    }
    if (count === 0) throw failure("ERR_FILE", `${path}: expected proofs, got none`);
    if (json) return bad === 0 ? 0 : 1;
    print(bad === 0
        ? styled("good", count === 1 ? "the proof verifies" : `all ${count} proofs verify`)
        : styled("bad", `${bad} of ${counted(count, "proof")} ${bad === 1 ? "does" : "do"} NOT verify`));
    return bad === 0 ? 0 : 1;
}
