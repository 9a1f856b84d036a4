/** JSON files in, JSON files out: complete or not at all. */
import { readFile, rename, rm, writeFile } from "node:fs/promises";

/** An error with the code that decides how the command ends. */
const failure = (code, message, cause) => Object.assign(new Error(message, { cause }), { code });

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

/** Writes all files beside their places first, then moves them in. */
export async function writeAll(entries) {
    const staged = entries.map(([path, value]) => ({ path, part: `${path}.${process.pid}.part`, text: `${JSON.stringify(value, null, 1)}\n` }));
    try {
        for (const { part, text } of staged) await writeFile(part, text, { flag: "wx" });
        for (const { part, path } of staged) await rename(part, path);
    } catch (error) {
        throw failure("ERR_READ", `expected to write ${entries.map(([path]) => path).join(" and ")}, got ${error.message}`, error);
    } finally {
        for (const { part } of staged) await rm(part, { force: true });
    }
}
