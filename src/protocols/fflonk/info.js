/**
 * What a proving key says about itself.
 * @module protocols/fflonk/info
 */
import { fileX, generatorsNamed } from "../key/file_points.js";
import { weaknessOfTau } from "../key/weakness.js";

/** @import { Zkey } from "./zkey.js" */

/** @param {Zkey} zkey */
export const factsOf = async ({ domainSize, nConstraints, nAdditions }) =>
    ({ constraints: nConstraints, domainSize, additions: nAdditions });

/** @param {Zkey} zkey */
export const weaknessOf = async ({ curve, points: { X_2 } }) =>
    weaknessOfTau({ X_2: fileX(curve, X_2) }, await generatorsNamed(curve.name));
