/**
 * Entry points with something to call: a page of the API reference each. They are those of package.json's exports, and
 * what each is for is the first comment of its source.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** @param {any} target - of an entry in exports @returns {string | undefined} its declarations, from the root */
const typesOf = (target) => target?.types?.default ?? target?.types;

/** @param {string} types @returns {string} the source that the declarations are made from */
const sourceOf = (types) => types.replace(/^\.\/build\/types\//, "src/").replace(/\.d\.ts$/, ".js");

/** What a source says it is, without where it is public. @param {string} source @returns {string} */
function purposeOf(source) {
    const [, comment = ""] = /^(?:\/\/.*\n)*\/\*\*([^]*?)\*\//.exec(source) ?? [];
    const text = comment.replace(/^\s*\* ?/gm, " ").replace(/@[^]*/, "").replace(/\s+/g, " ");
    return text.replace(/Public as [\w/]+[.;] ?/, "").trim().replace(/(?<=\. )[a-z]/, (letter) => letter.toUpperCase());
}

/**
 * @param {Record<string, any>} exports - of package.json
 * @returns {{ entry: string, page: string, types: string, purpose: string }[]} page: its name in docs/api
 */
export function entriesOf(exports) {
    const found = Object.entries(exports).flatMap(([entry, target]) => {
        const types = typesOf(target);
        if (typeof types !== "string" || entry.startsWith("./build/") || !existsSync(join(root, sourceOf(types)))) return [];
        const page = entry === "." ? "main" : entry.slice(2).replaceAll("/", "-");
        return [{ entry, page, types, purpose: purposeOf(readFileSync(join(root, sourceOf(types)), "utf8")) }];
    });
    return found;
}
