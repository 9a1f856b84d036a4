/**
 * The manifest as it is packed: without the script `prepare`, of which npm warns whoever installs
 * the tarball, as if it ran there (installs from git run it), and without what only a checkout
 * has. npm runs this as `prepack`, and with --undo as `postpack`; to undo it after a pack that was
 * interrupted:
 *
 *     npm run postpack [-w packages/NAME]
 */
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = process.argv.slice(2).find((arg) => !arg.startsWith("--")) ?? ".";
const path = join(dirname(fileURLToPath(import.meta.url)), "..", folder, "package.json");
/** Meanwhile the manifest of the checkout. */
const KEPT = `${path}.checkout`;

/** Without what only a checkout has. @param {any} manifest */
function packed(manifest) {
    if (folder === "." && !manifest.scripts.prepare) throw new Error(`packed-manifest: expected a script prepare in ${path}, got none`);
    delete manifest.scripts.prepare;
    for (const name of ["workspaces", "imports", "devDependencies"]) delete manifest[name];
    return manifest;
}

if (process.argv.includes("--undo")) {
    if (existsSync(KEPT)) renameSync(KEPT, path);
} else if (!existsSync(KEPT)) {
    const text = `${JSON.stringify(packed(JSON.parse(readFileSync(path, "utf8"))), null, 2)}\n`;
    copyFileSync(path, KEPT);
    // whoever reads it meanwhile finds one or the other
    writeFileSync(`${path}.part`, text);
    renameSync(`${path}.part`, path);
}
