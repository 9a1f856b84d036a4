/**
 * A queue that is fair between producers: first in, first out within a group,
 * and one from each group in turn. A small operation behind the many chunks of
 * a large one waits for one chunk, not for all.
 * @module pool/queue
 */
/** @template T */
export declare class FairQueue<T> {
    /** Groups in the order of their next turn; none is empty. @type {Map<unknown, T[]>} */
    groups: Map<unknown, T[]>;
    length: number;
    constructor();
    /** @param {T} item @param {unknown} group - any value; equal values are one producer */
    push(item: T, group: unknown): void;
    /** @returns {T | undefined} */
    shift(): T | undefined;
    /** @param {T} item @returns {boolean} whether it was waiting */
    remove(item: T): boolean;
    /** @returns {T[]} what waits, group by group */
    toArray(): T[];
    /** @returns {T[]} what waited */
    clear(): T[];
}
