/**
 * Writes `exports` and `typesVersions` of package.json from entries.json.
 *
 *     node scripts/gen-entries.mjs            writes them
 *     node scripts/gen-entries.mjs --check    compares byte for byte, and fails on a difference
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ROWS, withFiles } from "./entries.mjs";
import { writeOrCompare } from "./generated.mjs";

const MANIFEST = new URL("../package.json", import.meta.url);

/**
 * What hosts get that Node, Deno and Bun are, of an entry.
 * @param {import("./entries.mjs").Entry} entry
 */
function onHosts({ source, importFile, requireFile, require }) {
    if (importFile) return {
        deno: source,
        bun: { require: requireFile, default: source },
        // module: for bundlers of applications
        node: { module: source, import: importFile, require: requireFile },
    };
    return require === "node" ? { node: { import: source, require: requireFile } } : {};
}

/** Conditions of an entry in the order in which hosts try them. @param {Record<string, any>} row */
function conditionsOf(row) {
    if (row.exports) return row.exports;
    const entry = withFiles(row), { pageBundle, pageFile, staticFile, requireFile } = entry;
    return {
        types: { require: entry.requireTypes, default: entry.types },
        ...(entry.reactNative === "require" ? { "react-native": requireFile } : {}),
        ...onHosts(entry),
        ...(entry.require === "node" ? {} : { require: requireFile }),
        ...(pageBundle === "browser" || staticFile !== pageFile ? { worker: staticFile } : {}),
        ...(pageBundle === "browser" ? { browser: pageFile } : {}),
        default: pageBundle === "default" ? pageFile : entry.source,
    };
}

/**
 * Where TypeScript finds the types of an entry if it does not read `exports`: with
 * `moduleResolution: "node"`, which was usual until version 5.
 * @param {Record<string, any>} entries - `exports`
 */
const typesVersionsOf = (entries) => ({
    "*": Object.fromEntries(Object.entries(entries)
        .filter(([key, { types }]) => /^\.\/[\w/]+$/.test(key) && types)
        .map(([key, { types }]) => [key.slice(2), [types.default]])),
});

/**
 * The manifest with what follows from the rows.
 * @param {string} text - of package.json
 * @param {Record<string, any>[]} [rows] - as entries.json has them
 */
export function manifestText(text, rows = ROWS) {
    const manifest = JSON.parse(text);
    manifest.exports = Object.fromEntries(rows.map((row) => [row.entry, conditionsOf(row)]));
    manifest.typesVersions = typesVersionsOf(manifest.exports);
    return `${JSON.stringify(manifest, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
    writeOrCompare("package.json", manifestText(readFileSync(MANIFEST, "utf8")), "gen -- entries");
