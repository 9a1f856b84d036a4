/**
 * What a proving key says about itself.
 * @module protocols/plonk/info
 */
import { fileX, generatorsNamed } from "../key/file_points.js";
import { weaknessOfTau } from "../key/weakness.js";
import { GATES } from "./json.js";

/** @import { Zkey } from "./zkey.js" */

/** @param {Zkey} zkey */
export const factsOf = async ({ domainSize, nConstraints, nAdditions }) =>
    ({ constraints: nConstraints, domainSize, additions: nAdditions });

/** @param {Zkey} zkey */
export async function weaknessOf({ curve, X_2, commitments }) {
    const gates = GATES.map((name) => fileX(curve, commitments[name]));
    return weaknessOfTau({ X_2: fileX(curve, X_2), gates }, await generatorsNamed(curve.name));
}
