/**
 * A queue that is fair between producers: it takes one item from each group in
 * turn, and first in, first out within a group. A small operation that comes after
 * the many chunks of a large one waits for one chunk, not for all of them.
 * @module pool/queue
 */
/** @template T */
export declare class FairQueue<T> {
    /** Groups in the order in which they come next; none is empty. @type {Map<unknown, T[]>} */
    groups: Map<unknown, T[]>;
    /** What comes before them, first in first out. @type {T[]} */
    urgent: T[];
    length: number;
    constructor();
    /**
     * @param {T} item
     * @param {unknown} group - any value; equal values stand for the same producer
     * @param {boolean} [urgent] - comes before everything that is not, whatever its group
     */
    push(item: T, group: unknown, urgent?: boolean): void;
    /** @returns {T | undefined} */
    shift(): T | undefined;
    /** @param {T} item @returns {boolean} whether it was waiting */
    remove(item: T): boolean;
    /** @returns {T[]} what waits: what is urgent, then group by group */
    toArray(): T[];
    /** @returns {T[]} what waited */
    clear(): T[];
}
