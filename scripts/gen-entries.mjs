/**
 * Writes `exports` and `typesVersions` of each package.json from its entries.json.
 *
 *     node scripts/gen-entries.mjs            writes them
 *     node scripts/gen-entries.mjs --check    compares byte for byte, and fails on a difference
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BUILT, ROWS, withFiles } from "./entries.mjs";
import { writeOrCompare } from "./generated.mjs";

const root = new URL("../", import.meta.url);
const PACKAGES = [{ path: "package.json", rows: ROWS },
    ...BUILT.map(({ folder, rows }) => ({ path: `${folder}/package.json`, rows }))];

/** Conditions of an entry in the order in which hosts try them. @param {Record<string, any>} row */
function conditionsOf(row) {
    if (row.exports) return row.exports;
    const {
        types, requireTypes, untyped, importFile, requireFile, pageFile, staticFile, require, reactNative,
    } = withFiles(row);
    return {
        ...(untyped ? {} : { types: { require: requireTypes, default: types } }),
        ...(reactNative === "require" ? { "react-native": requireFile } : {}),
        // Deno and Bun take it, too
        node: { import: importFile, require: requireFile },
        ...(require === "node" ? {} : { require: requireFile }),
        ...(staticFile === pageFile ? {} : { worker: staticFile }),
        default: pageFile ?? importFile,
    };
}

/**
 * Where TypeScript finds the types of an entry if it does not read `exports`: with
 * `moduleResolution: "node"`, which was usual until version 5.
 * @param {Record<string, any>} entries - `exports`
 */
const typesVersionsOf = (entries) => ({
    "*": Object.fromEntries(Object.entries(entries)
        .filter(([key, { types }]) => /^\.\/[\w/*]+$/.test(key) && types)
        .map(([key, { types }]) => [key.slice(2), [types.default]])),
});

/**
 * The manifest with what follows from the rows.
 * @param {string} text - of package.json
 * @param {Record<string, any>[]} [rows] - as entries.json has them
 */
export function manifestText(text, rows = ROWS) {
    const manifest = JSON.parse(text);
    const isNamed = ({ entry }) => !rows.some((row) => row.entry !== entry && row.entry.endsWith("/*")
        && entry.startsWith(row.entry.slice(0, -1)));
    manifest.exports = Object.fromEntries(rows.filter(isNamed).map((row) => [row.entry, conditionsOf(row)]));
    manifest.typesVersions = typesVersionsOf(manifest.exports);
    return `${JSON.stringify(manifest, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
    for (const { path, rows } of PACKAGES)
        writeOrCompare(path, manifestText(readFileSync(new URL(path, root), "utf8"), rows), "gen -- entries");
