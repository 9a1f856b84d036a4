/**
 * Long runs of CALL commands. Callers such as snarkjs build lists of thousands of calls by hand; as
 * objects these take longer to post to a worker and to read there than many of the calls
 * themselves. On the way they are numbers.
 * @module pool/calls
 */
/** @import { Call, Calls, Command, Param, Task } from "./tasks.js" */

/** Calls from which on a run is packed. */
const LEAST = 16;

/** Stands for a plain value where otherwise the number of a variable is. */
const VALUE = -1;

/** A run of calls while it is packed. */
class PackedRun {
    constructor() {
        /** @type {Map<string, number>} */
        this.names = new Map();
        this.numbers = new Float64Array(1024);
        this.length = 0;
        this.count = 0;
    }

    /** Room for that many more numbers. @param {number} more */
    reserve(more) {
        if (this.length + more <= this.numbers.length) return;
        const larger = new Float64Array(2 * (this.length + more));
        larger.set(this.numbers);
        this.numbers = larger;
    }

    /**
     * @param {Command} command
     * @returns {boolean} whether it was taken: whether it is a common call
     */
    take(command) {
        const { cmd, fnName, kernel, params } = /** @type {Partial<Call>} */ (command ?? {});
        if (cmd !== "CALL" || kernel !== undefined || typeof fnName !== "string" || !Array.isArray(params)) return false;
        this.reserve(2 + 2 * params.length);
        let at = this.length + 2;
        for (let i = 0; i < params.length; i++, at += 2) if (!putParam(this.numbers, at, params[i])) return false;
        let name = this.names.get(fnName);
        if (name === undefined) this.names.set(fnName, name = this.names.size);
        this.numbers[this.length] = name;
        this.numbers[this.length + 1] = params.length;
        this.length = at;
        this.count++;
        return true;
    }

    /** @returns {Calls} */
    get calls() {
        const { count, names, numbers, length } = this;
        return { cmd: "CALLS", count, names: [...names.keys()], numbers: numbers.slice(0, length) };
    }
}

/**
 * Writes the two numbers of a parameter.
 * @param {Float64Array} numbers
 * @param {number} at
 * @param {Param} param
 * @returns {boolean} false: it is to be looked at, and refused, as it is
 */
function putParam(numbers, at, param) {
    if (param === null || typeof param !== "object") return false;
    if ("var" in param && param.var !== undefined) {
        const { var: variable, offset } = param;
        if (!(Number.isSafeInteger(variable) && variable >= 0) || typeof (offset ?? 0) !== "number") return false;
        numbers[at] = variable;
        numbers[at + 1] = offset ?? 0;
        return true;
    }
    if (!("val" in param) || typeof param.val !== "number") return false;
    numbers[at] = VALUE;
    numbers[at + 1] = param.val;
    return true;
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
    let from = 0, some = false;
    while (from < task.length) {
        const run = new PackedRun();
        let to = from;
        while (to < task.length && run.take(task[to])) to++;
        if (run.count >= LEAST) {
            out.push(run.calls);
            some = true;
        } else for (let i = from; i < to; i++) out.push(task[i]);
        if (to < task.length) out.push(task[to++]);
        from = to;
    }
    return some ? out : task;
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
 * What a call reads and writes, as ranges of addresses: it writes [out, outEnd) and reads [a, aEnd)
 * and [b, bEnd), each [0, 0) where it reads less.
 * @typedef {{ out: number, outEnd: number, a: number, aEnd: number, b: number, bEnd: number }}
 *   Footprint
 */

/**
 * Where two ranges together start; an empty one is [0, 0) and adds nothing.
 * @param {number} a
 * @param {number} aEnd
 * @param {number} b
 * @param {number} bEnd
 */
const least = (a, aEnd, b, bEnd) => (aEnd === 0 ? b : bEnd === 0 ? a : Math.min(a, b));

/**
 * Calls of which none reads or writes what another one writes, so that their order does not matter.
 * Conservative: it may reject independent calls, and never accepts dependent ones. Only ranges
 * around all operands are compared, and outputs must ascend.
 * @template {Footprint} F
 */
export class IndependentCalls {
    constructor() {
        /** @type {F[]} */
        this.calls = [];
        this.out = this.outEnd = this.a = this.aEnd = this.b = this.bEnd = 0;
    }

    /** @param {F} call @returns {boolean} whether it was taken */
    take(call) {
        const first = this.calls.length === 0;
        if (!first && call.out < this.outEnd) return false;
        const out = first ? call.out : this.out, outEnd = call.outEnd;
        const a = least(this.a, this.aEnd, call.a, call.aEnd);
        const aEnd = Math.max(this.aEnd, call.aEnd);
        const b = least(this.b, this.bEnd, call.b, call.bEnd);
        const bEnd = Math.max(this.bEnd, call.bEnd);
        if ((a < outEnd && out < aEnd) || (b < outEnd && out < bEnd)) return false;
        this.out = out;
        this.outEnd = outEnd;
        this.a = a;
        this.aEnd = aEnd;
        this.b = b;
        this.bEnd = bEnd;
        this.calls.push(call);
        return true;
    }
}

/**
 * How calls of a kernel, and of others with the same `run`, are run as one where they are
 * independent.
 * @typedef {object} Together
 * @property {(args: readonly number[]) => Footprint | undefined} read - what `run` takes for such a
 *   call; undefined: it is to be run alone
 * @property {(calls: any[]) => Generator<number | void, void> | void} run
 */

/**
 * The independent calls of one kind from that at `at` on. This is a function of its own, and small,
 * because engines optimize it in every worker.
 * @param {Calls} calls
 * @param {number} at
 * @param {(Together | undefined)[]} kinds - by name
 * @param {Map<number, number>} addresses - of variables
 * @returns {{ group: Footprint[], next: number }} next: where the first call that is not one of
 *   them starts
 */
export function independentCalls(calls, at, kinds, addresses) {
    const { numbers } = calls, group = new IndependentCalls(), run = kinds[numbers[at]]?.run;
    let next = at;
    for (; next < numbers.length; next = nextCall(calls, next)) {
        const kind = kinds[numbers[next]];
        if (kind === undefined || kind.run !== run) break;
        const args = argumentsOf(calls, next, addresses);
        const footprint = args && kind.read(args);
        if (!footprint || !group.take(footprint)) break;
    }
    return { group: group.calls, next };
}
