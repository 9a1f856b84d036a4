/**
 * Packages as another project sees them: what `import` or `require` would give inside that project's folder.
 * Tests use it to drive the same snarkjs scenario on ffturbo and on ffjavascript.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** First file that an exports entry names for the given conditions; undefined when there is none. */
function pick(entry, conditions) {
    if (typeof entry === "string" || entry === undefined) return entry;
    const key = Object.keys(entry).find((name) => name === "default" || conditions.includes(name));
    return key && pick(entry[key], conditions);
}

/** Where the package's ES module entry stands under `project`. */
export function entryOf(project, name) {
    const folder = join(project, "node_modules", name);
    const pkg = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = pick(pkg.exports?.["."] ?? pkg.exports, ["node", "import"]) ?? pkg.module ?? pkg.main;
    return join(folder, file);
}

/**
 * The package's namespace, as a module of `project` would import it.
 * @param {string} project - folder with node_modules
 * @param {string} name - package name
 * @param {"esm" | "cjs"} [format] - import or require
 */
export async function importFrom(project, name, format = "esm") {
    if (format === "cjs") return createRequire(join(project, "package.json"))(name);
    return import(pathToFileURL(entryOf(project, name)).href);
}
