/** A bundle of build/static as one file, as bundlers of wallets and extensions make it. */
import { join } from "node:path";
import { rollup } from "rollup";
import { root } from "./scratch.js";

/**
 * @param {string} name - of an entry
 * @param {string} file - where the bundle goes
 * @returns {Promise<string>} the file
 */
export async function oneFile(name, file) {
    const bundle = await rollup({ input: join(root, "build/static", `${name}.js`) });
    await bundle.write({ file, format: "es" });
    await bundle.close();
    return file;
}
