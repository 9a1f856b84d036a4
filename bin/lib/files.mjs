/** Reads input files. */
import { readFile } from "node:fs/promises";
import { failure } from "./exit_codes.mjs";

/** @param {string} path - or an http(s) address @returns {Promise<Uint8Array>} */
export async function readBytes(path) {
    try {
        if (!/^https?:\/\//i.test(path)) return new Uint8Array(await readFile(path));
        const response = await fetch(path);
        if (!response.ok) throw new Error(`status ${response.status}`);
        return new Uint8Array(await response.arrayBuffer());
    } catch (error) {
        throw failure("ERR_READ", `${path}: expected a file that can be read, got ${error.message}`, error);
    }
}

/** @param {string} path */
export async function readJson(path) {
    let text;
    try {
        text = await readFile(path, "utf8");
    } catch (error) {
        throw failure("ERR_READ", `${path}: expected a file that can be read, got ${error.message}`, error);
    }
    try {
        return JSON.parse(text);
    } catch (error) {
        throw failure("ERR_FILE", `${path}: expected JSON, got ${error.message}`, error);
    }
}
