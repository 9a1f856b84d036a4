/**
 * Work whose results are used in order: some items are worked on at once, and one result is used
 * after the other, so that a section is written while its next parts are read and calculated, in
 * memory that does not grow with it.
 * @module files/in_order
 */

/**
 * After a failure no further item is begun, and all that were begun settle before the error is
 * thrown: no task is left when the caller clears the memory of the workers.
 * @template I, R
 * @param {Iterable<I> | AsyncIterable<I>} items - asked for one after the other
 * @param {number} most - items worked on at once, also while a result is used
 * @param {(item: I) => R | Promise<R>} work
 * @param {(result: R, item: I) => unknown} use
 */
export async function inOrder(items, most, work, use) {
    /** @type {{ item: I, result: Promise<R> }[]} */
    const begun = [];
    const begin = (/** @type {I} */ item) => {
        const result = Promise.resolve(work(item));
        // it is thrown where it is awaited, unless an earlier one fails first
        result.catch(() => {});
        begun.push({ item, result });
    };
    const first = async () => {
        const { item, result } = begun[0], done = await result;
        begun.shift();
        return () => use(done, item);
    };
    try {
        for await (const item of items) {
            const useFirst = begun.length < most ? undefined : await first();
            begin(item);
            await useFirst?.();
        }
        while (begun.length > 0) await (await first())();
    } finally {
        await Promise.allSettled(begun.map(({ result }) => result));
    }
}
