/**
 * Runs one task list on one instance. Workers and the single-threaded mode
 * run these same lines.
 * @module pool/executor
 */
import { composeFunctions } from "../runtime/compose.js";
import { createArena } from "../runtime/memory.js";
import { drain } from "../util/drain.js";
import { bitReverse } from "./reverse.js";

/** @import { Bytes, Command, Param, Task } from "./tasks.js" */
/** @import { Arena } from "../runtime/memory.js" */

/**
 * @typedef {object} Engine
 * @property {WebAssembly.Exports} exports - of the base module
 * @property {WebAssembly.Memory} memory
 * @property {Record<string, Function>} [functions] - of lane modules, by the name that CALL uses; they come first
 */

/**
 * @typedef {object} Result
 * @property {Uint8Array[]} out - may be sparse, as the GET commands numbered it
 * @property {ArrayBuffer[]} transfers - buffers of `out`, each once
 */

/**
 * State of one run.
 * @typedef {object} Run
 * @property {Engine} engine
 * @property {Arena} arena
 * @property {Map<number, number>} addresses - variable -> address
 * @property {Uint8Array[]} out
 */

/** Lane kernels carry these endings; what the base module has answers without them. */
const LANE_ENDING = /Batch(NoGls|NoGlv)?$/;

/** @param {Engine} engine @param {string} name @returns {Function} */
function resolve({ functions, exports }, name) {
    const plain = String(name).replace(LANE_ENDING, "");
    const found = functions?.[name] ?? exports[name] ?? functions?.[plain] ?? exports[plain];
    if (typeof found !== "function") throw new Error(`CALL: expected the name of an exported function, got ${name}`);
    return /** @type {Function} */ (found);
}

/** @param {Run} run @param {Command & { var: number }} command */
function addressOf({ addresses }, { cmd, var: variable }) {
    const address = addresses.get(variable);
    if (address === undefined) throw new Error(`${cmd}: expected a variable that was allocated before, got ${variable}`);
    return address;
}

/** @param {string} cmd @param {unknown} buff @returns {asserts buff is Bytes} */
function checkBytes(cmd, buff) {
    const pages = /** @type {any} */ (buff)?.buffers;
    if (!ArrayBuffer.isView(buff) && !Array.isArray(pages)) throw new TypeError(`${cmd}: expected buff to be a Uint8Array or a BigBuffer, got ${typeof buff}`);
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
        throw new RangeError(`${cmd}: expected a length within the memory of ${memory.length} bytes, got ${length} at ${address}`);
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

/** @param {Run} run @param {Param} param @param {string} fnName */
function valueOf(run, param, fnName) {
    if (param !== null && typeof param === "object") {
        if ("var" in param && param.var !== undefined) return addressOf(run, { cmd: "CALL", fnName, params: [], var: param.var }) + (param.offset ?? 0);
        if ("val" in param && param.val !== undefined) return param.val;
    }
    throw new TypeError(`CALL ${fnName}: expected parameters { var, offset } or { val }, got ${JSON.stringify(param)}`);
}

/** What each command does; TERMINATE is the business of the worker. */
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
    /** A function that takes long may have `steps`, a generator of the same work. @param {Run} run @param {import("./tasks.js").Call} c @returns {Generator<void, void> | undefined} */
    CALL: (run, c) => {
        const call = resolve(run.engine, c.fnName);
        if (!Array.isArray(c.params)) throw new TypeError(`CALL ${c.fnName}: expected a list of params, got ${typeof c.params}`);
        const params = c.params.map((param) => valueOf(run, param, c.fnName));
        if (/** @type {any} */ (call).steps) return /** @type {any} */ (call).steps(...params);
        call(...params);
        return undefined;
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
        bitReverse(c.src, c.sIn, c.bits);
        run.out[0] = c.src;
    },
    TERMINATE: () => {},
});

/**
 * Lets kernels make room for tables that outlive the task, below all that it allocates.
 * @param {Engine} engine
 * @param {Task} task
 */
function prepare(engine, task) {
    for (const command of task) {
        if (command?.cmd !== "CALL") continue;
        /** @type {any} */ (engine.functions?.[command.fnName])?.prepare?.(...command.params.map((/** @type {any} */ param) => param?.val));
    }
}

/** @param {Run} run @param {Command} command @returns {Generator<void, void> | void} what is left to do */
function perform(run, command) {
    const cmd = command?.cmd;
    if (!Object.hasOwn(ACTIONS, cmd)) throw new Error(`task: Invalid cmd, expected one of ${Object.keys(ACTIONS).join(" ")}, got ${cmd}`);
    return /** @type {(run: Run, command: any) => Generator<void, void> | void} */ (ACTIONS[cmd])(run, command);
}

/** @param {Uint8Array[]} out @returns {ArrayBuffer[]} */
function transfersOf(out) {
    const buffers = new Set();
    for (const index in out) if (out[index].buffer instanceof ArrayBuffer) buffers.add(out[index].buffer);
    return [...buffers];
}

/**
 * `run` does a task at once; `steps` does the same piece by piece, for a thread that others share: between two pieces
 * nothing else may use this memory.
 * @param {Engine} engine
 * @returns {Readonly<{ run: (task: Task) => Result, steps: (task: Task) => Generator<void, Result> }>} the allocator is back where it was after every task, also after one that threw or was left
 */
export function createExecutor({ exports, memory, functions }) {
    /** No prototype: a task may name `toString`. @type {Record<string, Function>} */
    const all = Object.assign(Object.create(null), composeFunctions(exports), functions);
    const engine = { exports, memory, functions: all };
    const arena = createArena(engine.memory);
    /** @param {Task} task @returns {Generator<void, Result>} */
    function* steps(task) {
        if (!Array.isArray(task)) throw new TypeError(`task: expected a list of commands, got ${typeof task}`);
        prepare(engine, task);
        const mark = arena.mark();
        /** @type {Run} */
        const state = { engine, arena, addresses: new Map(), out: [] };
        try {
            for (const command of task) {
                const rest = perform(state, command);
                if (rest) yield* rest;
                yield;
            }
            return { out: state.out, transfers: transfersOf(state.out) };
        } finally {
            arena.release(mark);
        }
    }
    /** @param {Task} task */
    const run = (task) => drain(steps(task));
    return Object.freeze({ run, steps });
}
