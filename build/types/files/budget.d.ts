/**
 * A budget of bytes: a read waits until enough of the bytes of earlier reads have been given back.
 * @module files/budget
 */
export type Budget = {
    /**
     * - settles at once while the budget lasts; a read that is larger
     * than the whole budget is admitted alone
     */
    take: (bytes: number) => Promise<void>;
    give: (bytes: number) => void;
};
/**
 * @typedef {object} Budget
 * @property {(bytes: number) => Promise<void>} take - settles at once while the budget lasts; a read that is larger
 *   than the whole budget is admitted alone
 * @property {(bytes: number) => void} give
 */
/**
 * @param {number} limit - bytes
 * @param {AbortSignal} [signal] - on abort, the waiting reads are rejected
 * @returns {Budget}
 */
export declare function createBudget(limit: number, signal?: AbortSignal): Budget;
