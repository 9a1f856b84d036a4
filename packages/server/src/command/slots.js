/** Counts what each tenant holds at once, up to a number. */

/** @param {number} most - of one tenant */
export function createSlots(most) {
    /** @type {Map<string, number>} */
    const taken = new Map();
    return {
        /**
         * @param {string} tenant
         * @returns {(() => void) | undefined} frees the slot; undefined if none is left
         */
        take(tenant) {
            const count = taken.get(tenant) ?? 0;
            if (count >= most) return undefined;
            taken.set(tenant, count + 1);
            let held = true;
            return () => {
                if (!held) return;
                held = false;
                taken.set(tenant, Number(taken.get(tenant)) - 1);
            };
        },
    };
}
