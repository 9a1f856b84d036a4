/**
 * Work whose results are used in order: some items are worked on at once, and one result is used after the other, so
 * that a section is written while its next parts are calculated, in memory that does not grow with it.
 * @module files/in_order
 */

/**
 * After a failure no further item is begun, and all that were begun settle before the error is thrown.
 * @template I, R
 * @param {Iterable<I> | AsyncIterable<I>} items - asked for one after the other
 * @param {number} most - items at once
 * @param {(item: I) => Promise<R>} work
 * @param {(result: R) => void | Promise<void>} use
 */
export async function inOrder(items, most, work, use) {
    /** @type {Promise<R>[]} */
    const begun = [];
    const useFirst = async () => use(await /** @type {Promise<R>} */ (begun.shift()));
    try {
        for await (const item of items) {
            const result = work(item);
            result.catch(() => {}); // it is thrown where it is awaited, unless an earlier one fails first
            begun.push(result);
            if (begun.length >= most) await useFirst();
        }
        while (begun.length > 0) await useFirst();
    } finally {
        await Promise.allSettled(begun);
    }
}
