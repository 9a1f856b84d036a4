/** Bounds the values of a label that others choose: those that come first keep their names. */

/** The name of all values that come later. */
export const OTHER = "other";

/**
 * @param {number} most - values in all
 * @param {number} [each] - of one tenant, so that none takes all of them
 */
export function createLabels(most, each = most) {
    /** @type {Set<string>} */
    const known = new Set();
    /** @type {Map<string | undefined, number>} */
    const taken = new Map();
    return {
        /**
         * @param {string} value
         * @param {string} [tenant]
         * @returns {string} the value, or that of all others
         */
        of(value, tenant) {
            if (known.has(value)) return value;
            const count = taken.get(tenant) ?? 0;
            if (known.size >= most || count >= each) return OTHER;
            known.add(value);
            taken.set(tenant, count + 1);
            return value;
        },
    };
}
