/**
 * Long runs of CALL commands. Callers such as snarkjs build lists of thousands of calls by hand; as objects these take
 * longer to post to a worker and to read there than many of the calls themselves. On the way they are numbers.
 * @module pool/calls
 */
/** @import { Call, Calls, Command, Param, Task } from "./tasks.js" */

/** Calls from which on a run is packed. */
const LEAST = 16;

/** Stands for a plain value where otherwise the number of a variable is. */
const VALUE = -1;

/** The two numbers of a parameter; undefined: it is to be looked at, and refused, as it is. @param {Param} param */
function numbersOf(param) {
    if (param === null || typeof param !== "object") return undefined;
    if ("var" in param && param.var !== undefined) {
        const { var: variable, offset } = param;
        if (!(Number.isSafeInteger(variable) && variable >= 0)) return undefined;
        return typeof (offset ?? 0) === "number" ? [variable, offset ?? 0] : undefined;
    }
    return "val" in param && typeof param.val === "number" ? [VALUE, param.val] : undefined;
}

/**
 * The parameters as numbers, two each; undefined unless this is a common call.
 * @param {Command} command
 */
function packable(command) {
    const { cmd, fnName, kernel, params } = /** @type {Partial<Call>} */ (command ?? {});
    if (cmd !== "CALL" || kernel !== undefined || typeof fnName !== "string" || !Array.isArray(params)) return undefined;
    const numbers = [];
    for (const param of params) {
        const pair = numbersOf(param);
        if (!pair) return undefined;
        numbers.push(...pair);
    }
    return numbers;
}

/**
 * The same task with its long runs of calls packed.
 * @param {Task} task
 * @returns {Task} `task` itself if it has none
 */
export function packCalls(task) {
    if (!Array.isArray(task) || task.length < LEAST) return task;
    /** @type {Task} */
    const out = [];
    /** @type {Map<string, number>} */
    let names = new Map();
    let numbers = /** @type {number[]} */ ([]), from = 0;
    const close = (/** @type {number} */ to) => {
        if (to - from < LEAST) out.push(...task.slice(from, to));
        else out.push({ cmd: "CALLS", count: to - from, names: [...names.keys()], numbers: Float64Array.from(numbers) });
        [names, numbers] = [new Map(), []];
    };
    task.forEach((command, i) => {
        const params = packable(command);
        if (!params) {
            close(i);
            out.push(command);
            from = i + 1;
            return;
        }
        const { fnName } = /** @type {{ fnName: string }} */ (command);
        let name = names.get(fnName);
        if (name === undefined) names.set(fnName, name = names.size);
        numbers.push(name, params.length / 2, ...params);
    });
    close(task.length);
    return out.some((command) => command?.cmd === "CALLS") ? out : task;
}

/** Where the call after that at `at` starts. @param {Calls} calls @param {number} at */
export const nextCall = ({ numbers }, at) => at + 2 + 2 * numbers[at + 1];

/** The call at `at`, as it was. @param {Calls} calls @param {number} at @returns {Call} */
export function unpackCall(calls, at) {
    const { names, numbers } = calls, params = /** @type {Param[]} */ ([]);
    for (let i = at + 2; i < nextCall(calls, at); i += 2)
        params.push(numbers[i] === VALUE ? { val: numbers[i + 1] } : { var: numbers[i], offset: numbers[i + 1] });
    return { cmd: "CALL", fnName: names[numbers[at]], params };
}

/**
 * The arguments of the call at `at`.
 * @param {Calls} calls
 * @param {number} at
 * @param {Map<number, number>} addresses - of variables
 * @returns {number[] | undefined} undefined where a variable has no address
 */
export function argumentsOf(calls, at, addresses) {
    const { numbers } = calls, args = [];
    for (let i = at + 2; i < nextCall(calls, at); i += 2) {
        const start = numbers[i] === VALUE ? 0 : addresses.get(numbers[i]);
        if (start === undefined) return undefined;
        args.push(start + numbers[i + 1]);
    }
    return args;
}

/**
 * What a call reads and writes: ranges of addresses [from, to).
 * @typedef {{ reads: [number, number][], writes: [number, number] }} Footprint
 */

/** Do two ranges have an address in common? @param {[number, number]} a @param {[number, number]} b */
const meet = ([a, b], [c, d]) => a < d && c < b;

/**
 * Both ranges and what lies between; an empty one adds nothing.
 * @param {[number, number]} a
 * @param {[number, number]} b
 * @returns {[number, number]}
 */
const hull = ([a, b], [c, d]) => (a === b ? [c, d] : c === d ? [a, b] : [Math.min(a, c), Math.max(b, d)]);

/**
 * Calls of which none reads or writes what another one writes, so that their order does not matter. Such calls may be
 * turned away, but not others taken: only ranges around all operands are compared, and outputs must ascend.
 * @template {Footprint} F
 */
export class IndependentCalls {
    constructor() {
        /** @type {F[]} */
        this.calls = [];
        /** @type {[number, number][]} */
        this.reads = [];
        /** @type {[number, number]} */
        this.writes = [0, 0];
    }

    /** @param {F} call @returns {boolean} whether it was taken */
    take(call) {
        if (this.calls.length && call.writes[0] < this.writes[1]) return false;
        const writes = hull(this.writes, call.writes);
        const reads = call.reads.map((range, i) => hull(this.reads[i] ?? [0, 0], range));
        reads.push(...this.reads.slice(reads.length));
        if (reads.some((range) => meet(range, writes))) return false;
        this.reads = reads;
        this.writes = writes;
        this.calls.push(call);
        return true;
    }
}
