/** What went wrong, for tests that expect something to. */
import { inspect } from "node:util";

/**
 * The error that a promise rejects with, or that a function throws, at once or by its promise. A result is a failure of
 * the test.
 * @param {PromiseLike<unknown> | (() => unknown)} given
 * @returns {Promise<any>}
 */
export async function failureOf(given) {
    let result;
    try {
        result = await (typeof given === "function" ? given() : given);
    } catch (error) {
        if (typeof error?.then === "function") throw new Error("expected an error, got a promise of one");
        return error;
    }
    throw new Error(`expected a failure, got ${inspect(result, { depth: 1, maxArrayLength: 8, maxStringLength: 200 })}`);
}
