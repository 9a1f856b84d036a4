/**
 * A budget of bytes: who wants to read waits until earlier reads have been worked off.
 * @module prover/budget
 */
export type Budget = {
    /**
     * - at once while the budget lasts; what is larger than all of it comes in alone
     */
    take: (bytes: number) => Promise<void>;
    give: (bytes: number) => void;
};
/**
 * @typedef {object} Budget
 * @property {(bytes: number) => Promise<void>} take - at once while the budget lasts; what is larger than all of it comes in alone
 * @property {(bytes: number) => void} give
 */
/**
 * @param {number} limit - bytes
 * @param {AbortSignal} [signal] - when raised, those who wait are rejected
 * @returns {Budget}
 */
export declare function createBudget(limit: number, signal?: AbortSignal): Budget;
