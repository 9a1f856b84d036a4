/** Modules of tests, assembled once for all suites; what assembles them is loaded only for a text that is new. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { kept } from "./kept.js";
import { root } from "./scratch.js";

const ASSEMBLERS = ["scripts/assemble.mjs", "src/runtime/tier_names.js", "node_modules/binaryen/package.json"];

/**
 * As scripts/assemble.mjs does.
 * @param {string} wat @param {"base" | "simd" | "fma"} kind @param {string} label @returns {Promise<Uint8Array>}
 */
export async function assembled(wat, kind, label) {
    const { bytes, keep } = kept("modules", kind, wat, ...ASSEMBLERS.map((name) => readFileSync(join(root, name))));
    if (bytes) return new Uint8Array(bytes);
    const { assemble } = await import("../../scripts/assemble.mjs");
    return keep(assemble(wat, kind, label));
}
