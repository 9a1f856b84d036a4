/** Says of a file that anybody can forge proofs with it; weak_files.mjs judges. */
import { stat } from "node:fs/promises";
import { sayWeak } from "./output.mjs";

/** @typedef {import("./output.mjs").Weakness | undefined} Found */

/**
 * Says it of a file that was written, unless it went to a pipe or a device.
 * @param {string} name
 * @param {(name: string, signal: AbortSignal) => Promise<Found>} judge
 * @param {AbortSignal} signal
 * @returns {Promise<{ weakness?: import("./output.mjs").Weakness }>} for programs
 */
export async function sayOfOutput(name, judge, signal) {
    if (!await stat(name).then((found) => found.isFile(), () => false)) return {};
    return sayOf(name, await judge(name, signal));
}

/**
 * @param {string} name
 * @param {Found} weakness
 * @returns {{ weakness?: import("./output.mjs").Weakness }}
 */
export function sayOf(name, weakness) {
    if (!weakness) return {};
    sayWeak(name, weakness);
    return { weakness };
}
