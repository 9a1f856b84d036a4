/**
 * Builds the page as a static site that any web server can publish: `node demo/build.mjs [folder] [--with-snarkjs]`.
 *
 * The site holds code of this package alone. `--with-snarkjs` puts snarkjs from node_modules beside it, with its
 * licence, for the comparison: it is under GPL-3.0, so publish that site under its terms. Without it, the page asks for
 * the address of snarkjs.min.js.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import terser from "@rollup/plugin-terser";
import { rollup } from "rollup";
import { PAGES, pageOf } from "./pages.mjs";

const here = dirname(fileURLToPath(import.meta.url)), root = join(here, "..");
export const DEFAULT = join(root, ".scratch", "demo");
/** By their names on the site. */
const SAMPLES = { text: "mimc_example", vote: "membership" };
const SNARKJS = join(root, "node_modules", "snarkjs");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** A script with what it loads on demand. @param {string} name - in src @param {string} folder */
async function bundle(name, folder) {
    const made = await rollup({
        input: join(here, "src", name),
        plugins: [nodeResolve({ browser: true }), terser({ maxWorkers: 1 })],
    });
    await made.write({ dir: folder, format: "es", chunkFileNames: `${basename(name, ".js")}_[name].js` });
    await made.close();
}

/** snarkjs with the terms that it is under. */
function addSnarkjs(folder) {
    mkdirSync(folder, { recursive: true });
    cpSync(join(SNARKJS, "build", "snarkjs.min.js"), join(folder, "snarkjs.min.js"));
    cpSync(join(SNARKJS, "COPYING"), join(folder, "COPYING"));
    cpSync(join(SNARKJS, "package.json"), join(folder, "package.json")); // its version, and where its source is
}

/**
 * @param {string} folder - replaced as a whole
 * @param {{ withSnarkjs?: boolean }} [options]
 * @returns {Promise<string>} the folder
 */
export async function buildDemo(folder = DEFAULT, { withSnarkjs = false } = {}) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const words = { version, snarkjs: withSnarkjs ? "snarkjs/snarkjs.min.js" : "" };
    for (const page of PAGES) {
        await bundle(page.script, folder);
        writeFileSync(join(folder, page.file), pageOf(page, words));
    }
    for (const file of ["style.css", "icon.svg"]) cpSync(join(here, file), join(folder, file));
    for (const [name, fixture] of Object.entries(SAMPLES)) for (const file of ["circuit.zkey", "vkey.json"])
        cpSync(join(root, "test", "fixtures", fixture, file), join(folder, "sample", name, file));
    if (withSnarkjs) addSnarkjs(join(folder, "snarkjs"));
    return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { values, positionals } = parseArgs({
        allowPositionals: true, options: { "with-snarkjs": { type: "boolean" } },
    });
    const folder = await buildDemo(resolve(positionals[0] ?? DEFAULT), { withSnarkjs: values["with-snarkjs"] });
    console.log(`The site is in ${relative(process.cwd(), folder)}: publish the folder as it is.`);
}
