/**
 * Makes what packages/snarkjs has in its tarball and not in git: the bundle for a script tag, and
 * the licences. npm runs this as its `prepack`.
 */
import { copyFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rollup } from "rollup";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = join(root, "packages/snarkjs");

process.chdir(root); // the configuration names files from there
const { globalBundle } = await import("../rollup.config.mjs");
const { output, ...input } = globalBundle(join(folder, "build/snarkjs.min.js"));
const bundle = await rollup(input);
await bundle.write(output);
await bundle.close();
for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(join(root, licence), join(folder, licence));
