/**
 * The entries of the package, a row of entries.json each. Its exports, the bundles, the
 * declarations for CommonJS and the pages of the reference follow from them. A row says:
 *
 *     entry, source   what callers import and the module of src that it is; * stands for each curve
 *                     on demand
 *     name            of its files in build/, if that is not the name of the entry
 *     page            of the bundle for pages: "alone", where it shares nothing because it is small
 *                     alone; "none", where there is none because it runs in Node and Bun alone
 *     require         "node": CommonJS is for Node and Bun alone
 *     reactNative     "require": React Native gets CommonJS for import as well
 *     exports         what package.json has, for files that are no module of src
 *
 * @module scripts/entries
 */
import { readFileSync } from "node:fs";
import { ON_DEMAND } from "../src/params/records.js";

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

/** A row for each curve on demand instead of the one for all. @param {any} row */
function ofCurves(row) {
    if (!row.entry.startsWith("./curves/")) return [row];
    return ON_DEMAND.map(({ name }) => JSON.parse(JSON.stringify(row).replaceAll("*", name)));
}

/**
 * What entries.json says, without the row that stands for all curves.
 * @type {Record<string, any>[]}
 */
export const ROWS = JSON.parse(readFileSync(new URL("entries.json", import.meta.url), "utf8")).flatMap(ofCurves);

/** Those that are modules of src. */
export const ENTRIES = ROWS.filter(({ source }) => source).map(withFiles);
