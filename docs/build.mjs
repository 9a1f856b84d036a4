/**
 * Builds the documentation site: `npm run docs [-- folder]`. The API reference comes from the types in build/types, the
 * page of `npm run demo` goes along. The generators have a lock file of their own in docs/ and are installed when they
 * are missing; where they cannot be, this says so and ends.
 */
import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildDemo } from "../demo/build.mjs";

const here = dirname(fileURLToPath(import.meta.url)), root = join(here, "..");
const types = join(root, "build", "types");
function run(program, args) {
    execFileSync(program, args, { cwd: here, stdio: "inherit", shell: process.platform === "win32" });
}

/** @returns {boolean} whether the generators are there */
function install() {
    const [lock, installed] = [join(here, "package-lock.json"), join(here, "node_modules", ".package-lock.json")];
    if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return true;
    try {
        run("npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"]);
        return true;
    } catch {
        return false;
    }
}

async function main() {
    const site = resolve(process.argv[2] ?? join(root, ".scratch", "docs"));
    if (!install()) {
        console.log("docs: skipped, the generators of docs/package.json cannot be installed here");
        return;
    }
    if (!existsSync(types)) throw new Error(`docs: expected ${types}, got no such folder; run: npm run build`);
    const { makeApi } = await import("./api.mjs"); // its compiler may have come just now
    makeApi();
    run(join(here, "node_modules", ".bin", "vitepress"), ["build", ".", "--outDir", site]);
    await buildDemo(join(site, "demo"));
    console.log(`The site is in ${relative(process.cwd(), site)}: publish the folder as it is.`);
}

await main();
