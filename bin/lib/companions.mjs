/** What the command finds in other packages: curves, and what reads packed keys. */
import { register } from "../../src/curves/registry.js";
import { CURVES, ON_DEMAND, PRESENT } from "../../src/params/curves.js";
import { registerPacked } from "../../src/protocols/key/packed.js";

const isOwn = (/** @type {string} */ name) => ON_DEMAND.includes(name) || PRESENT.some((one) => one.name === name);

/** Makes them known. */
export function registerCompanions() {
    for (const { name } of CURVES)
        if (!isOwn(name)) register({ name, load: async () => (await import("./companion.mjs")).loadCurve(name) });
    registerPacked(async (source, head) => (await import("./companion.mjs")).loadPacked(source.name)(source, 0, head));
}
