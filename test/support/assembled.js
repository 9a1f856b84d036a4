/**
 * Modules of tests, assembled once for all suites: kept by their text and by what assembles it, which is loaded only
 * for a text that is new.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keptFolder } from "../../scripts/temporary.mjs";
import { root } from "./scratch.js";

const ASSEMBLERS = ["scripts/assemble.mjs", "src/runtime/tier_names.js", "node_modules/binaryen/package.json"];

/**
 * As scripts/assemble.mjs does.
 * @param {string} wat @param {"base" | "simd" | "fma"} kind @param {string} label @returns {Promise<Uint8Array>}
 */
export async function assembled(wat, kind, label) {
    const hash = createHash("sha256").update(JSON.stringify([kind, wat]));
    for (const name of ASSEMBLERS) hash.update(readFileSync(join(root, name)));
    const kept = join(keptFolder("modules"), `${hash.digest("hex")}.wasm`);
    if (existsSync(kept)) return new Uint8Array(readFileSync(kept));
    const { assemble } = await import("../../scripts/assemble.mjs"), bytes = assemble(wat, kind, label);
    writeFileSync(`${kept}.${process.pid}`, bytes);
    renameSync(`${kept}.${process.pid}`, kept);
    return bytes;
}
