/** Which curves the command finds in another package. */
import { register } from "../../src/curves/registry.js";
import { CURVES, ON_DEMAND, PRESENT } from "../../src/params/curves.js";

const isOwn = (/** @type {string} */ name) => ON_DEMAND.includes(name) || PRESENT.some((one) => one.name === name);

/** Makes them known. */
export function registerCompanions() {
    for (const { name } of CURVES)
        if (!isOwn(name)) register({ name, load: async () => (await import("./companion.mjs")).loadCurve(name) });
}
