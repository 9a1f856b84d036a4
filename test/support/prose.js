/** The text for people in the files of the repository: pages, and the comments of programs. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./scratch.js";

/** Files that are in git or will be, by their paths from the root. */
export const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .trim().split("\n").filter((file) => existsSync(join(root, file)));

/** Pages and programs that are written by hand. */
export const written = tracked.filter((file) =>
    /\.(m?js|cjs|md)$/.test(file) && !/^build\/|^src\/wasm\/|(?:worker_source|noble_hashes)\.js$/.test(file));

/** Of a page all but its code, of a program its comments. @param {string} file @param {string} text */
export const proseIn = (file, text) => file.endsWith(".md")
    ? text.replace(/```[\s\S]*?```/g, "")
    : (text.match(/(?<=^|[\s(,])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm) ?? []).join("\n");

/** @param {string} file - from the root */
export const proseOf = (file) => proseIn(file, readFileSync(join(root, file), "utf8"));
