/**
 * Makes what a package beside the root has in its tarball and not in git: types, modules as files,
 * and the licences. npm runs this as its `prepack`.
 *
 *     node scripts/companion-package.mjs packages/curves
 */
import { copyFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { derive } from "./derived.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [folder] = process.argv.slice(2);

await derive();
for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(join(root, licence), join(root, folder, licence));
