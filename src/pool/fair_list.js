/**
 * A list that is fair between producers: it gives one item from each group in
 * turn, and first in, first out within a group. A small operation that comes after
 * the many chunks of a large one waits for one chunk, not for all of them.
 * @module pool/fair_list
 */

/** @template T */
export class FairList {
    constructor() {
        /** Groups in the order in which they come next; none is empty. @type {Map<unknown, T[]>} */
        this.groups = new Map();
        /** What comes before them, first in first out. @type {T[]} */
        this.urgent = [];
        this.length = 0;
    }

    /**
     * @param {T} item
     * @param {unknown} group - any value; equal values stand for the same producer
     * @param {boolean} [urgent] - comes before everything that is not, whatever its group
     */
    push(item, group, urgent = false) {
        const items = urgent ? this.urgent : this.groups.get(group);
        if (items) items.push(item);
        else this.groups.set(group, [item]);
        this.length++;
    }

    /** @returns {T | undefined} */
    shift() {
        if (this.urgent.length > 0) {
            this.length--;
            return this.urgent.shift();
        }
        for (const [group, items] of this.groups) {
            const item = /** @type {T} */ (items.shift());
            this.groups.delete(group);
            if (items.length > 0) this.groups.set(group, items); // to the end of the queue
            this.length--;
            return item;
        }
        return undefined;
    }

    /** @param {T} item @returns {boolean} whether it was waiting */
    remove(item) {
        const at = this.urgent.indexOf(item);
        if (at >= 0) {
            this.urgent.splice(at, 1);
            this.length--;
            return true;
        }
        for (const [group, items] of this.groups) {
            const index = items.indexOf(item);
            if (index < 0) continue;
            items.splice(index, 1);
            if (items.length === 0) this.groups.delete(group);
            this.length--;
            return true;
        }
        return false;
    }

    /** @returns {T[]} what waits: what is urgent, then group by group */
    toArray() {
        return [...this.urgent, ...[...this.groups.values()].flat()];
    }

    /** @returns {T[]} what waited */
    clear() {
        const items = this.toArray();
        this.groups.clear();
        this.urgent = [];
        this.length = 0;
        return items;
    }
}
