/**
 * The commands of tasks. A task is a list of commands that one instance
 * runs in order; variables are numbered slots that live as long as the task.
 * Callers such as snarkjs build these records by hand, so their shape is frozen.
 * @module pool/tasks
 */

/**
 * Bytes, or pages of bytes (a BigBuffer, also after structured clone has taken its class away).
 * @typedef {Uint8Array | { buffers: Uint8Array[], byteLength: number }} Bytes
 */

/** @typedef {{ cmd: "ALLOC", var: number, len: number }} Alloc reserve `len` bytes */
/** @typedef {{ cmd: "ALLOCSET", var: number, buff: Bytes }} AllocSet reserve and fill */
/** @typedef {{ cmd: "SET", var: number, buff: Bytes }} Set write to the start of a variable */
/**
 * An address, or a plain i32, or bytes that stay outside of the memory: the kernel copies what it
 * needs of them.
 * @typedef {{ var: number, offset?: number } | { val: number } | { buff: Uint8Array }} Param
 */
/**
 * A kernel: its operation and its group, by which the base module would name it `group_op`.
 * @typedef {{ op: string, group: string, endomorphism?: boolean }} KernelKey
 */
/**
 * @typedef {{ cmd: "CALL", kernel?: KernelKey, fnName?: string, params: Param[] }} Call run a
 *   kernel; tasks that callers build by hand name it by fnName
 */
/**
 * @typedef {{ cmd: "GET", out: number, var: number, len: number, offset?: number, into?: Uint8Array
 *   }} Get copy out as result number `out`; `into`, of `len` bytes, becomes the result instead of a
 *   new buffer
 */
/**
 * @typedef {{ cmd: "REVERSE", src: Uint8Array, sIn: number, bits: number }} Reverse bit-reverse
 *   2^bits elements of sIn bytes in `src` itself, which becomes result 0
 */
/**
 * @typedef {{ cmd: "LINK", lane: Omit<Lane, "module"> & { module: WebAssembly.Module | Uint8Array }
 *   }} Link link a module that only some tasks need, unless one of its name is linked; done before
 *   all other commands of a task
 */
/** @typedef {{ cmd: "TERMINATE" }} Terminate the worker ends after this task */
/** @typedef {import("../runtime/link.js").Lane} Lane */
/**
 * First command of a worker's life.
 * @typedef {object} Init
 * @property {"INIT"} cmd
 * @property {number} init - pages of memory to start with
 * @property {import("../runtime/instance.js").Code} code - of the base module
 * @property {(Omit<Lane, "module"> & { module: import("../runtime/instance.js").Code })[]} lanes
 * @property {number} terminationTimeout - ms of idleness after which the worker asks to leave
 */
/**
 * @typedef {{ cmd: "CALLS", count: number, names: string[], numbers: Float64Array }} Calls many
 *   CALLs as calls.js packs them: for each the index of its name, the number of its parameters, and
 *   these, two numbers each
 */
/** @typedef {Alloc | AllocSet | Set | Call | Calls | Get | Reverse | Link | Terminate} Command */
/** @typedef {Command[]} Task */

/** @param {number} variable @param {number} len @returns {Alloc} */
export const alloc = (variable, len) => ({ cmd: "ALLOC", var: variable, len });

/** @param {number} variable @param {Bytes} buff @returns {AllocSet} */
export const allocSet = (variable, buff) => ({ cmd: "ALLOCSET", var: variable, buff });

/** @param {number} variable @param {Bytes} buff @returns {Set} */
export const set = (variable, buff) => ({ cmd: "SET", var: variable, buff });

/** @param {KernelKey} kernel @param {...Param} params @returns {Call} */
export const call = (kernel, ...params) => ({ cmd: "CALL", kernel, params });

/** What a call runs, for messages. @param {{ kernel?: KernelKey, fnName?: string }} call */
export const nameOfCall = ({ kernel, fnName }) => (kernel ? `${kernel.group}_${kernel.op}` : String(fnName));

/** @param {number} variable @param {number} [offset] @returns {Param} */
export const ref = (variable, offset = 0) => ({ var: variable, offset });

/** @param {number} value @returns {Param} */
export const val = (value) => ({ val: value });

/** Bytes that stay outside of the memory. @param {Uint8Array} buff @returns {Param} */
export const outside = (buff) => ({ buff });

/**
 * @param {number} out
 * @param {number} variable
 * @param {number} len
 * @param {number} [offset]
 * @returns {Get}
 */
export const get = (out, variable, len, offset = 0) => ({ cmd: "GET", out, var: variable, len, offset });

/**
 * Variable `variable` as result `out`, in memory that came with the task: nothing is
 * allocated, and a buffer that was transferred is transferred back.
 * @param {number} out
 * @param {number} variable
 * @param {Uint8Array} into - an input that is no longer needed
 * @returns {Get}
 */
export const getInto = (out, variable, into) => ({ cmd: "GET", out, var: variable, len: into.length, into });

/** @param {Uint8Array} src @param {number} sIn @param {number} bits @returns {Reverse} */
export const reverse = (src, sIn, bits) => ({ cmd: "REVERSE", src, sIn, bits });

/** @param {Link["lane"]} lane @returns {Link} */
export const link = (lane) => ({ cmd: "LINK", lane });

/** @returns {Terminate} */
export const terminate = () => ({ cmd: "TERMINATE" });

/**
 * @param {unknown} task
 * @returns {boolean} whether its last command ends the worker
 */
export const endsWorker = (task) => Array.isArray(task) && task.at(-1)?.cmd === "TERMINATE";

/**
 * The buffers that a task brings.
 * @param {unknown} task
 * @returns {ArrayBufferLike[]}
 */
export function buffersOf(task) {
    const commands = /** @type {any[]} */ (Array.isArray(task) ? task : []);
    const outside = (/** @type {any} */ params) => (Array.isArray(params) ? params.map((param) => param?.buff) : []);
    const bytes = commands
        .flatMap((c) => [c?.buff, c?.src, ...outside(c?.params)])
        .flatMap((buff) => (Array.isArray(buff?.buffers) ? buff.buffers : [buff]));
    return bytes.filter((part) => ArrayBuffer.isView(part)).map((part) => part.buffer);
}

/**
 * What a task does, for messages: the functions it calls, each once.
 * @param {unknown} task
 * @returns {string}
 */
export function describeTask(task) {
    const commands = /** @type {any[]} */ (Array.isArray(task) ? task : []);
    const names = new Set(commands.filter((c) => c?.cmd === "CALL").map(nameOfCall));
    if (names.size === 0) for (const c of commands) names.add(String(c?.cmd));
    return [...names].slice(0, 8).join(", ") || "empty";
}
