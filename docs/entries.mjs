/**
 * Entry points with something to call: a page of the API reference each. What each is for is the first comment of its
 * source.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PACKAGES } from "../scripts/entries.mjs";

const root = new URL("..", import.meta.url);

/** What a source says it is, without where it is public. @param {string} source @returns {string} */
function purposeOf(source) {
    const [, comment = ""] = /^(?:\/\/.*\n)*\/\*\*([^]*?)\*\//.exec(source) ?? [];
    const text = comment.replace(/^\s*\* ?/gm, " ").replace(/@[^]*/, "").replace(/\s+/g, " ");
    return text.replace(/Public as [\w/-]+[.;] ?/, "").trim().replace(/(?<=\. )[a-z]/, (letter) => letter.toUpperCase());
}

/** For other packages of ours alone. */
const OWN = /^ffturbo\/internal\/|^ffturbo-\w+\/(bench|command)$/;

/**
 * @returns {{ entry: string, page: string, types: string, purpose: string }[]} entry: as it is imported; page: its name
 *   in docs/api
 */
export const pagesOfEntries = () => PACKAGES.flatMap(({ folder, entries }) => {
    const { name } = JSON.parse(readFileSync(new URL(`${folder}/package.json`, root), "utf8"));
    return entries.map(({ entry, source, types }) => ({
        entry: name + entry.slice(1),
        page: entry === "." && folder === "." ? "main" : (name + entry.slice(1)).replace(/^ffturbo\//, "").replaceAll("/", "-"),
        types: fileURLToPath(new URL(`${folder}/${types}`, root)),
        purpose: purposeOf(readFileSync(new URL(`${folder}/${source}`, root), "utf8")),
    }));
}).filter(({ entry }) => !OWN.test(entry));
