/**
 * The entries of the packages, a row of an entries.json each: that of the root is here, a package
 * beside it has its own. Exports, the bundles, the declarations for CommonJS and the pages of the
 * reference follow from them. A row says:
 *
 *     entry, source   what callers import and the module of src that it is; * stands for each module
 *                     of the folder but index.js, and those that have a row of their own
 *     name            of its files in build/, if that is not the name of the entry
 *     page            of the bundle for pages: "alone", where it shares nothing because it is small
 *                     alone; "none", where there is none because it runs in Node and Bun alone
 *     beside          true: a page imports it beside a prover, and it takes the chunks that those have
 *     require         "node": CommonJS is for Node and Bun alone
 *     reactNative     "require": React Native gets CommonJS for import as well
 *     exports         what package.json has, for files that are no module of src
 *     nodeSource      the module for Node, if it is another one
 *     untyped         true: for other packages of ours alone, without types
 *
 * @module scripts/entries
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { COMPANIONS } from "./workspaces.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * @typedef {object} Entry - with paths as package.json has them
 * @property {string} entry
 * @property {string} source
 * @property {string} name
 * @property {string} requireFile - the bundle for `require`
 * @property {string} importFile - what `import` reads in Node
 * @property {string} [pageFile]
 * @property {string} [staticFile] - the same without import()
 * @property {string} types
 * @property {string} requireTypes
 * @property {true} [beside]
 * @property {string} [nodeSource]
 * @property {true} [untyped]
 * @property {"node"} [require]
 * @property {"require"} [reactNative]
 */

/**
 * Where the bundles for pages are. Those of a folder share an engine; the second is for hosts that
 * refuse import().
 */
export const PAGES = "./build/page/", STATIC = "./build/static/";

/** @param {Record<string, any>} row @returns {Entry} */
export function withFiles(row) {
    const { entry, source, page, name = entry.slice(2) } = row;
    const alone = `./build/${name}.browser.esm.js`;
    const [pageFile, staticFile] = page ? [alone, alone] : [`${PAGES}${name}.js`, `${STATIC}${name}.js`];
    return {
        name,
        requireFile: `./build/${name}.cjs`,
        importFile: `./build/${name}.mjs`,
        ...(page === "none" ? {} : { pageFile, staticFile }),
        types: source.replace(/^\.\/src/, "./build/types").replace(/js$/, "d.ts"),
        requireTypes: `./build/types/${name}.d.cts`,
        ...row,
    };
}

/** @param {string} folder @returns {string[]} the names of its modules */
const modulesIn = (folder) => readdirSync(join(root, folder))
    .filter((name) => /^(?!index\.)\w+\.js$/.test(name)).sort().map((name) => name.slice(0, -3));

/**
 * A row for each module that a row stands for.
 * @param {string} folder - of a package
 * @param {Record<string, any>} row
 */
const expanded = (folder, row) => (!row.source?.includes("*") ? [row] : modulesIn(join(folder, dirname(row.source)))
    .map((name) => JSON.parse(JSON.stringify(row).replaceAll("*", name))));

/**
 * What an entries.json says; each module at the top of src has a row of its own.
 * @param {string} folder - of a package
 * @param {string} [file]
 * @returns {Record<string, any>[]}
 */
export const rowsOf = (folder, file = join(folder, "entries.json")) => JSON.parse(readFileSync(join(root, file), "utf8"))
    .flatMap((row) => (row.entry === "./*" ? expanded(folder, row) : [row]));

/**
 * Those that are modules of src. A module that has a row of its own is not taken from one for many.
 * @param {string} folder - of a package
 * @param {Record<string, any>[]} rows
 * @returns {Entry[]}
 */
function entriesIn(folder, rows) {
    const isOther = (row, entry) => rows.some((other) => other !== row && other.entry === entry);
    return rows.filter(({ source }) => source)
        .flatMap((row) => expanded(folder, row).filter(({ entry }) => !isOther(row, entry))).map(withFiles);
}

/** The rows of the root. */
export const ROWS = rowsOf(".", "scripts/entries.json");

/** Its entries that are modules of src. */
export const ENTRIES = entriesIn(".", ROWS);

/** The packages beside the root that are built from src, by their folders. */
export const BUILT = COMPANIONS.filter((folder) => existsSync(join(root, folder, "entries.json")))
    .map((folder) => ({ folder, rows: rowsOf(folder), entries: entriesIn(folder, rowsOf(folder)) }));

/** The root, and those beside it. */
export const PACKAGES = [{ folder: ".", rows: ROWS, entries: ENTRIES }, ...BUILT];
