/**
 * Runs one task on one instance. Workers and the single-threaded mode both
 * use this executor.
 * @module pool/executor
 */
import { createArena } from "../runtime/memory.js";
import { independentCalls, nextCall, unpackCall } from "./calls.js";
import { drain } from "../util/drain.js";
import { nameOfCall } from "./tasks.js";
import { reverseElements } from "../util/bits.js";

/** @import { Bytes, Calls, Command, Param, Task } from "./tasks.js" */
/** @import { Together } from "./calls.js" */
/** @import { Arena } from "../runtime/memory.js" */

/**
 * The rest of a kernel's work, in steps, at which it may say which fraction in [0, 1] is done;
 * nothing: it is done.
 * @typedef {Generator<number | void, void> | void} Rest
 */

/**
 * A kernel that CALL can run, found by its key or by its name.
 * @typedef {object} Kernel
 * @property {(...args: any[]) => Rest} run - takes numbers, and bytes where a task has bytes
 *   outside of the memory
 * @property {(...args: number[]) => void} [prepare] - makes room for tables that outlive the task;
 *   called before the task allocates anything
 * @property {Together} [together]
 * @property {boolean} [takesBytes] - other kernels are given addresses alone
 */

/**
 * @typedef {object} Kernels
 * @property {(call: { kernel?: import("./tasks.js").KernelKey, fnName?: string }) => Kernel
 *   | undefined} find
 * @property {(lane: import("./tasks.js").Link["lane"]) => void} link - see LINK
 */

/**
 * @typedef {object} Result
 * @property {Uint8Array[]} out - by the numbers in the GET commands; may be sparse
 * @property {ArrayBuffer[]} transfers - buffers of `out`, each once
 */

/**
 * State of one run.
 * @typedef {object} Run
 * @property {Kernels} kernels
 * @property {Arena} arena
 * @property {Map<number, number>} addresses - variable -> address
 * @property {Uint8Array[]} out
 */

/** @param {Run} run @param {{ cmd: string, var: number }} command */
function addressOf({ addresses }, { cmd, var: variable }) {
    const address = addresses.get(variable);
    if (address === undefined)
        throw new Error(`${cmd}: expected a variable that was allocated before, got ${variable}`);
    return address;
}

/** @param {string} cmd @param {unknown} buff @returns {asserts buff is Bytes} */
function checkBytes(cmd, buff) {
    const { buffers } = /** @type {{ buffers?: unknown }} */ (buff ?? {});
    if (!ArrayBuffer.isView(buff) && !Array.isArray(buffers))
        throw new TypeError(`${cmd}: expected buff to be a Uint8Array or a BigBuffer, got ${typeof buff}`);
}

/** @param {Bytes} buff @returns {Uint8Array[]} */
const pagesOf = (buff) => ("buffers" in buff ? buff.buffers : [buff]);

/**
 * @param {Arena} arena
 * @param {number} address
 * @param {number} length
 * @param {string} cmd
 * @returns {Uint8Array} a view that the next growth detaches
 */
function view(arena, address, length, cmd) {
    const memory = arena.u8();
    if (!(Number.isSafeInteger(length) && length >= 0 && address + length <= memory.length)) {
        throw new RangeError(
            `${cmd}: expected a length within the memory of ${memory.length} bytes, got ${length} at ${address}`,
        );
    }
    return memory.subarray(address, address + length);
}

/** @param {Run} run @param {number} address @param {Bytes} buff @param {string} cmd */
function write({ arena }, address, buff, cmd) {
    const target = view(arena, address, buff.byteLength, cmd);
    let offset = 0;
    for (const page of pagesOf(buff)) {
        target.set(page.subarray(0, target.length - offset), offset);
        offset += page.length;
    }
}

/**
 * @param {Run} run
 * @param {Param} param
 * @param {string} where - the call, for messages
 * @param {boolean} [takesBytes] - its kernel does
 */
function valueOf(run, param, where, takesBytes) {
    if (param !== null && typeof param === "object") {
        if ("var" in param && param.var !== undefined)
            return addressOf(run, { cmd: where, var: param.var }) + (param.offset ?? 0);
        if ("val" in param && param.val !== undefined) return param.val;
        if (takesBytes && "buff" in param && ArrayBuffer.isView(param.buff)) return param.buff;
    }
    throw new TypeError(`${where}: expected parameters { var, offset } or { val }, got ${JSON.stringify(param)}`);
}

/** What each command does, except TERMINATE, which the worker handles. */
const ACTIONS = Object.freeze({
    /** @param {Run} run @param {import("./tasks.js").Alloc} c */
    ALLOC: (run, c) => { run.addresses.set(c.var, run.arena.alloc(c.len)); },
    /** @param {Run} run @param {import("./tasks.js").AllocSet} c */
    ALLOCSET: (run, c) => {
        checkBytes("ALLOCSET", c.buff);
        const address = run.arena.alloc(c.buff.byteLength);
        run.addresses.set(c.var, address);
        write(run, address, c.buff, "ALLOCSET");
    },
    /** @param {Run} run @param {import("./tasks.js").Set} c */
    SET: (run, c) => {
        checkBytes("SET", c.buff);
        write(run, addressOf(run, c), c.buff, "SET");
    },
    /** @param {Run} run @param {import("./tasks.js").Call} c @returns {Rest} */
    CALL: (run, c) => {
        const kernel = run.kernels.find(c);
        const name = nameOfCall(c);
        if (!kernel) throw new Error(`CALL: expected the name of an exported function, got ${name}`);
        if (!Array.isArray(c.params))
            throw new TypeError(`CALL ${name}: expected a list of params, got ${typeof c.params}`);
        return kernel.run(...c.params.map((param) => valueOf(run, param, `CALL ${name}`, kernel.takesBytes)));
    },
    /** @param {Run} run @param {import("./tasks.js").Get} c */
    GET: (run, c) => {
        const bytes = view(run.arena, addressOf(run, c) + (c.offset ?? 0), c.len, "GET");
        if (c.into) c.into.set(bytes);
        run.out[c.out] = c.into ?? bytes.slice();
    },
    /** @param {Run} run @param {import("./tasks.js").Reverse} c */
    REVERSE: (run, c) => {
        checkBytes("REVERSE", c.src);
        const { src: { length }, sIn, bits } = c, whole = Number.isInteger(sIn) && sIn > 0 && Number.isInteger(bits);
        if (!(whole && bits >= 0 && bits < 32 && sIn * 2 ** bits <= length)) {
            throw new RangeError(
                `REVERSE: expected 2^bits elements of sIn bytes, got bits=${bits}, sIn=${sIn}, ${length} bytes`,
            );
        }
        reverseElements(c.src, sIn, bits);
        run.out[0] = c.src;
    },
    LINK: () => {}, // done by `prepare`
    TERMINATE: () => {},
    CALLS: callAll,
});

/**
 * Independent calls from which on they are run together; fewer are done before a batch has begun.
 */
const SEVERAL = 16;

/**
 * Runs packed calls: those of a kind that are independent together, the others one after the other.
 * @param {Run} run
 * @param {Calls} calls
 * @returns {Generator<number, void>}
 */
function* callAll(run, calls) {
    const { names, numbers, count } = calls, kinds = names.map((fnName) => run.kernels.find({ fnName })?.together);
    for (let at = 0, done = 0; at < numbers.length;) {
        const { group, next } = independentCalls(calls, at, kinds, run.addresses), kind = kinds[numbers[at]];
        if (kind && group.length >= SEVERAL) {
            yield* within(kind.run(group), done, count, group.length);
            done += group.length;
            at = next;
        } else for (let left = Math.max(1, group.length); left > 0; left--, at = nextCall(calls, at)) {
            yield* within(ACTIONS.CALL(run, unpackCall(calls, at)), done++, count);
            yield done / count;
        }
    }
}

/**
 * The calls of a task, without those that are packed and need no preparation.
 * @param {Kernels} kernels
 * @param {Task} task
 */
function* callsToPrepare(kernels, task) {
    for (const command of task) {
        if (command?.cmd === "CALL" && Array.isArray(command.params)) yield command;
        if (command?.cmd !== "CALLS" || !command.names.some((fnName) => kernels.find({ fnName })?.prepare)) continue;
        for (let at = 0; at < command.numbers.length; at = nextCall(command, at)) yield unpackCall(command, at);
    }
}

/**
 * What outlives the task, before it allocates anything.
 * @param {Kernels} kernels
 * @param {Task} task
 */
function prepare(kernels, task) {
    for (const command of task) if (command?.cmd === "LINK") kernels.link(command.lane);
    for (const call of callsToPrepare(kernels, task))
        kernels.find(call)?.prepare?.(...call.params.map((/** @type {any} */ param) => param?.val));
}

/** @param {Run} run @param {Command} command @returns {Rest} what is left to do */
function perform(run, command) {
    const cmd = command?.cmd;
    if (!Object.hasOwn(ACTIONS, cmd))
        throw new Error(`task: Invalid cmd, expected one of ${Object.keys(ACTIONS).join(" ")}, got ${cmd}`);
    return /** @type {(run: Run, command: any) => Rest} */ (ACTIONS[cmd])(run, command);
}

/**
 * The steps of calls, as steps of what they are a part of.
 * @param {Rest} rest
 * @param {number} called - calls before them
 * @param {number} calls - of the whole
 * @param {number} [weight] - how many they are
 * @returns {Generator<number, void>}
 */
function* within(rest, called, calls, weight = 1) {
    let fraction = 0;
    for (const step of rest ?? []) yield (called + weight * (fraction = step ?? fraction)) / calls;
}

/** @param {Command} command */
const callsIn = (command) => (command?.cmd === "CALL" ? 1 : command?.cmd === "CALLS" ? command.count : 0);

/** @param {Uint8Array[]} out @returns {ArrayBuffer[]} */
function transfersOf(out) {
    const buffers = new Set();
    for (const index in out) if (out[index].buffer instanceof ArrayBuffer) buffers.add(out[index].buffer);
    return [...buffers];
}

/**
 * `run` does a whole task at once; `steps` does the same step by step, for a thread that does other
 * work as well. Between two steps nothing else may use this memory. Both say at every pause which
 * fraction of the task is done; each of its calls counts the same.
 * @param {WebAssembly.Memory} memory
 * @param {Kernels} kernels - of the instance that has this memory
 * @returns {Readonly<{ run: (task: Task, onFraction?: (fraction: number) => void) => Result, steps:
 *   (task: Task) => Generator<number, Result> }>} the allocator is back where it was after every
 *   task, also after one that threw or was left
 */
export function createExecutor(memory, kernels) {
    const arena = createArena(memory);
    /** @param {Task} task @returns {Generator<number, Result>} */
    function* steps(task) {
        if (!Array.isArray(task)) throw new TypeError(`task: expected a list of commands, got ${typeof task}`);
        prepare(kernels, task);
        const mark = arena.mark();
        /** @type {Run} */
        const state = { kernels, arena, addresses: new Map(), out: [] };
        try {
            const calls = task.reduce((sum, command) => sum + callsIn(command), 0) || 1;
            let called = 0;
            for (const command of task) {
                const weight = callsIn(command);
                yield* within(perform(state, command), called, calls, weight);
                called += weight;
                yield called / calls;
            }
            return { out: state.out, transfers: transfersOf(state.out) };
        } finally {
            arena.release(mark);
        }
    }
    /** @param {Task} task @param {(fraction: number) => void} [onFraction] */
    const run = (task, onFraction) => drain(steps(task), onFraction);
    return Object.freeze({ run, steps });
}
