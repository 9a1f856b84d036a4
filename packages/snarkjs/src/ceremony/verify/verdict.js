/**
 * What a verification says. A key that is right is told from one that is not by a value, not by an
 * error; errors are for files that cannot be read.
 * @module ceremony/verify/verdict
 */

/** Why a key is not right. */
export class Fault extends Error {
    /** @param {string} reason @param {number} [contribution] - the first that fails, from 1 */
    constructor(reason, contribution) {
        super(reason);
        this.contribution = contribution;
    }
}

/**
 * @param {unknown} ok
 * @param {() => string} reason
 * @param {number} [contribution]
 * @returns {asserts ok}
 */
export function demand(ok, reason, contribution) {
    if (!ok) throw new Fault(reason(), contribution);
}
