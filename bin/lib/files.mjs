/** JSON files in, JSON files out: complete or not at all. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

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

/** Writes all files beside their places first, then moves them in. The command has nothing else to do by then. */
export function writeAll(entries) {
    const staged = entries.map(([path, value]) => ({ path, part: `${path}.${process.pid}.part`, text: `${JSON.stringify(value, null, 1)}\n` }));
    try {
        for (const { part, text } of staged) writeFileSync(part, text, { flag: "wx" });
        for (const { part, path } of staged) renameSync(part, path);
    } catch (error) {
        for (const { part } of staged) rmSync(part, { force: true });
        throw failure("ERR_READ", `expected to write ${entries.map(([path]) => path).join(" and ")}, got ${error.message}`, error);
    }
}
