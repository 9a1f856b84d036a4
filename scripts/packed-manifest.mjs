/**
 * The manifest as it is packed: without the script `prepare`, of which npm warns whoever installs
 * the tarball, as if it ran there. Installs from git run it. npm runs this as `prepack`, and with
 * --undo as `postpack`; to undo it after a pack that was interrupted:
 *
 *     npm run postpack
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NAMES = ['"prepare": ', '"prepare:checkout": '];
const path = join(dirname(fileURLToPath(import.meta.url)), "..", "package.json");
const [from, to] = process.argv.includes("--undo") ? NAMES.toReversed() : NAMES;
const text = readFileSync(path, "utf8");

if (!NAMES.some((name) => text.includes(name)))
    throw new Error(`packed-manifest: expected a script prepare in ${path}, got none`);
// whoever reads it meanwhile finds one or the other
writeFileSync(`${path}.part`, text.replace(from, to));
renameSync(`${path}.part`, path);
