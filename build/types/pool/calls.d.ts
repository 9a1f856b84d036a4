/**
 * Long runs of CALL commands. Callers such as snarkjs build lists of thousands of calls by hand; as objects these take
 * longer to post to a worker and to read there than many of the calls themselves. On the way they are numbers.
 * @module pool/calls
 */
/** @import { Call, Calls, Command, Param, Task } from "./tasks.js" */
import type { Call, Calls, Task } from "./tasks.js";
/**
 * The same task with its long runs of calls packed.
 * @param {Task} task
 * @returns {Task} `task` itself if it has none
 */
export declare function packCalls(task: Task): Task;
/** Where the call after that at `at` starts. @param {Calls} calls @param {number} at */
export declare const nextCall: ({ numbers }: Calls, at: number) => number;
/** The call at `at`, as it was. @param {Calls} calls @param {number} at @returns {Call} */
export declare function unpackCall(calls: Calls, at: number): Call;
/**
 * The arguments of the call at `at`.
 * @param {Calls} calls
 * @param {number} at
 * @param {Map<number, number>} addresses - of variables
 * @returns {number[] | undefined} undefined where a variable has no address
 */
export declare function argumentsOf(calls: Calls, at: number, addresses: Map<number, number>): number[] | undefined;
export type Footprint = {
    out: number;
    outEnd: number;
    a: number;
    aEnd: number;
    b: number;
    bEnd: number;
};
/**
 * Calls of which none reads or writes what another one writes, so that their order does not matter. Such calls may be
 * turned away, but not others taken: only ranges around all operands are compared, and outputs must ascend.
 * @template {Footprint} F
 */
export declare class IndependentCalls<F extends Footprint> {
    /** @type {F[]} */
    calls: F[];
    out: number;
    outEnd: number;
    a: number;
    aEnd: number;
    b: number;
    bEnd: number;
    constructor();
    /** @param {F} call @returns {boolean} whether it was taken */
    take(call: F): boolean;
}
export type Together = {
    /**
     * - what `run` takes for such a call; undefined: it
     * is to be run alone
     */
    read: (args: readonly number[]) => Footprint | undefined;
    run: (calls: any[]) => Generator<number | void, void> | void;
};
/**
 * How calls of a kernel, and of others with the same `run`, are run as one where they are independent.
 * @typedef {object} Together
 * @property {(args: readonly number[]) => Footprint | undefined} read - what `run` takes for such a call; undefined: it
 *   is to be run alone
 * @property {(calls: any[]) => Generator<number | void, void> | void} run
 */
/**
 * The independent calls of one kind from that at `at` on. This is a function of its own, and small, because engines
 * optimize it in every worker.
 * @param {Calls} calls
 * @param {number} at
 * @param {(Together | undefined)[]} kinds - by name
 * @param {Map<number, number>} addresses - of variables
 * @returns {{ group: Footprint[], next: number }} next: where the first call that is not one of them starts
 */
export declare function independentCalls(calls: Calls, at: number, kinds: (Together | undefined)[], addresses: Map<number, number>): {
    group: Footprint[];
    next: number;
};
