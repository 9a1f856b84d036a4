/**
 * The commands of tasks. A task is a list of commands that one instance
 * runs in order; variables are numbered slots that live as long as the task.
 * Callers such as snarkjs build these records by hand, so their shape is frozen.
 * @module pool/tasks
 */
export type Bytes = Uint8Array | {
    buffers: Uint8Array[];
    byteLength: number;
};
export type Alloc = {
    cmd: "ALLOC";
    var: number;
    len: number;
};
export type AllocSet = {
    cmd: "ALLOCSET";
    var: number;
    buff: Bytes;
};
export type Set = {
    cmd: "SET";
    var: number;
    buff: Bytes;
};
export type Param = {
    var: number;
    offset?: number;
} | {
    val: number;
} | {
    buff: Uint8Array;
};
export type KernelKey = {
    op: string;
    group: string;
    endomorphism?: boolean;
};
export type Call = {
    cmd: "CALL";
    kernel?: KernelKey;
    fnName?: string;
    params: Param[];
};
export type Get = {
    cmd: "GET";
    out: number;
    var: number;
    len: number;
    offset?: number;
    into?: Uint8Array;
};
export type Reverse = {
    cmd: "REVERSE";
    src: Uint8Array;
    sIn: number;
    bits: number;
};
export type Terminate = {
    cmd: "TERMINATE";
};
export type Lane = import("../runtime/link.js").Lane;
export type Init = {
    cmd: "INIT";
    /**
     * - pages of memory to start with
     */
    init: number;
    /**
     * - of the base module
     */
    code: import("../runtime/instance.js").Code;
    lanes: (Omit<Lane, "module"> & {
        module: import("../runtime/instance.js").Code;
    })[];
    /**
     * - ms of idleness after which the worker asks to leave
     */
    terminationTimeout: number;
};
export type Calls = {
    cmd: "CALLS";
    count: number;
    names: string[];
    numbers: Float64Array;
};
export type Command = Alloc | AllocSet | Set | Call | Calls | Get | Reverse | Terminate;
export type Task = Command[];
/**
 * Bytes, or pages of bytes (a BigBuffer, also after structured clone has taken its class away).
 * @typedef {Uint8Array | { buffers: Uint8Array[], byteLength: number }} Bytes
 */
/** @typedef {{ cmd: "ALLOC", var: number, len: number }} Alloc reserve `len` bytes */
/** @typedef {{ cmd: "ALLOCSET", var: number, buff: Bytes }} AllocSet reserve and fill */
/** @typedef {{ cmd: "SET", var: number, buff: Bytes }} Set write to the start of a variable */
/**
 * An address, or a plain i32, or bytes that stay outside of the memory: the kernel copies what it needs of them.
 * @typedef {{ var: number, offset?: number } | { val: number } | { buff: Uint8Array }} Param
 */
/**
 * A kernel: its operation and its group, by which the base module would name it `group_op`.
 * @typedef {{ op: string, group: string, endomorphism?: boolean }} KernelKey
 */
/**
 * @typedef {{ cmd: "CALL", kernel?: KernelKey, fnName?: string, params: Param[] }} Call run a kernel; tasks that
 *   callers build by hand name it by fnName
 */
/**
 * @typedef {{ cmd: "GET", out: number, var: number, len: number, offset?: number, into?: Uint8Array }} Get copy out as
 *   result number `out`; `into`, of `len` bytes, becomes the result instead of a new buffer
 */
/**
 * @typedef {{ cmd: "REVERSE", src: Uint8Array, sIn: number, bits: number }} Reverse bit-reverse 2^bits elements of sIn
 *   bytes in `src` itself, which becomes result 0
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
 * @typedef {{ cmd: "CALLS", count: number, names: string[], numbers: Float64Array }} Calls many CALLs as calls.js packs
 *   them: for each the index of its name, the number of its parameters, and these, two numbers each
 */
/** @typedef {Alloc | AllocSet | Set | Call | Calls | Get | Reverse | Terminate} Command */
/** @typedef {Command[]} Task */
/** @param {number} variable @param {number} len @returns {Alloc} */
export declare const alloc: (variable: number, len: number) => Alloc;
/** @param {number} variable @param {Bytes} buff @returns {AllocSet} */
export declare const allocSet: (variable: number, buff: Bytes) => AllocSet;
/** @param {number} variable @param {Bytes} buff @returns {Set} */
export declare const set: (variable: number, buff: Bytes) => Set;
/** @param {KernelKey} kernel @param {...Param} params @returns {Call} */
export declare const call: (kernel: KernelKey, ...params: Param[]) => Call;
/** What a call runs, for messages. @param {{ kernel?: KernelKey, fnName?: string }} call */
export declare const nameOfCall: ({ kernel, fnName }: {
    kernel?: KernelKey;
    fnName?: string;
}) => string;
/** @param {number} variable @param {number} [offset] @returns {Param} */
export declare const ref: (variable: number, offset?: number) => Param;
/** @param {number} value @returns {Param} */
export declare const val: (value: number) => Param;
/** Bytes that stay outside of the memory. @param {Uint8Array} buff @returns {Param} */
export declare const outside: (buff: Uint8Array) => Param;
/** @param {number} out @param {number} variable @param {number} len @param {number} [offset] @returns {Get} */
export declare const get: (out: number, variable: number, len: number, offset?: number) => Get;
/**
 * Variable `variable` as result `out`, in memory that came with the task: nothing is
 * allocated, and a buffer that was transferred is transferred back.
 * @param {number} out
 * @param {number} variable
 * @param {Uint8Array} into - an input that is no longer needed
 * @returns {Get}
 */
export declare const getInto: (out: number, variable: number, into: Uint8Array) => Get;
/** @param {Uint8Array} src @param {number} sIn @param {number} bits @returns {Reverse} */
export declare const reverse: (src: Uint8Array, sIn: number, bits: number) => Reverse;
/** @returns {Terminate} */
export declare const terminate: () => Terminate;
/**
 * @param {unknown} task
 * @returns {boolean} whether its last command ends the worker
 */
export declare const endsWorker: (task: unknown) => boolean;
/**
 * The buffers that a task brings.
 * @param {unknown} task
 * @returns {ArrayBufferLike[]}
 */
export declare function buffersOf(task: unknown): ArrayBufferLike[];
/**
 * What a task does, for messages: the functions it calls, each once.
 * @param {unknown} task
 * @returns {string}
 */
export declare function describeTask(task: unknown): string;
