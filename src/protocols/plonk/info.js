/**
 * What a proving key says about itself.
 * @module protocols/plonk/info
 */

/** @param {import("./zkey.js").Zkey} zkey */
export const factsOf = async ({ domainSize, nConstraints, nAdditions }) =>
    ({ constraints: nConstraints, domainSize, additions: nAdditions });
