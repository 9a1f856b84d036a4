/**
 * Makes what packages/snarkjs has in its tarball and not in git: the bundles for pages and for a
 * script tag, and the licences. npm runs this as its `prepack`.
 */
import { copyFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rollup } from "rollup";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = join(root, "packages/snarkjs");

process.chdir(root); // the configuration names files from there
const { globalBundle, pageBundle } = await import("../rollup.config.mjs");
rmSync(join(folder, "build/page"), { recursive: true, force: true });
for (const { output, ...input } of [globalBundle(join(folder, "build/snarkjs.min.js")), pageBundle(join(folder, "build/page"))]) {
    const bundle = await rollup(input);
    await bundle.write(output);
    await bundle.close();
}
for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(join(root, licence), join(folder, licence));
