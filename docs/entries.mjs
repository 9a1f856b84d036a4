/**
 * Entry points with something to call: a page of the API reference each. What each is for is the first comment of its
 * source.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ENTRIES } from "../scripts/entries.mjs";

const root = new URL("..", import.meta.url);

/** What a source says it is, without where it is public. @param {string} source @returns {string} */
function purposeOf(source) {
    const [, comment = ""] = /^(?:\/\/.*\n)*\/\*\*([^]*?)\*\//.exec(source) ?? [];
    const text = comment.replace(/^\s*\* ?/gm, " ").replace(/@[^]*/, "").replace(/\s+/g, " ");
    return text.replace(/Public as [\w/]+[.;] ?/, "").trim().replace(/(?<=\. )[a-z]/, (letter) => letter.toUpperCase());
}

/** @returns {{ entry: string, page: string, types: string, purpose: string }[]} page: its name in docs/api */
export const pagesOfEntries = () => ENTRIES.filter(({ entry }) => entry !== "./internal").map(({ entry, source, types }) => ({
    entry,
    page: entry === "." ? "main" : entry.slice(2).replaceAll("/", "-"),
    types: fileURLToPath(new URL(types, root)),
    purpose: purposeOf(readFileSync(new URL(source, root), "utf8")),
}));
