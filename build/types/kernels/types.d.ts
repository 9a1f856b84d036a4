/**
 * Shapes of the room. Types only; no code runs here.
 * @module kernels/types
 */
/** @import { Arena } from "../runtime/memory.js" */
import type { Arena } from "../runtime/memory.js";
export type Linked = import("../runtime/link.js").Linked;
export type Functions = Record<string, (...args: number[]) => number>;
export type Machine = {
    base: Functions;
    arena: Arena;
    /**
     * - by driver
     */
    lanes: Record<string, Linked>;
};
export type Key = {
    op: string;
    /**
     * - "frm", "f1m", "g1m", "g2m", or any other prefix in the base module
     */
    group: string;
    /**
     * - for a sum of products: scalars may be split, since every point is in the
     * subgroup
     */
    endomorphism?: boolean;
};
export type Rest = Generator<import("./fractions.js").Step, void> | void;
export type Kernel = {
    run: (...args: any[]) => Rest;
    /**
     * - makes tables that outlive the task, before it allocates anything;
     * takes the same arguments, but addresses are not known yet
     */
    prepare?: (...args: number[]) => void;
    together?: Together;
    /**
     * - an argument may be bytes outside of the memory instead of their address
     */
    takesBytes?: boolean;
};
export type Footprint = {
    out: number;
    outEnd: number;
    a: number;
    aEnd: number;
    b: number;
    bEnd: number;
};
export type Together = {
    /**
     * - what `run` takes for such a call; undefined: it
     * is to be run alone
     */
    read: (args: readonly number[]) => Footprint | undefined;
    run: (calls: any[]) => Rest;
};
export type Kernels = {
    /**
     * - undefined if there is none
     */
    find: (call: {
        kernel?: Key;
        fnName?: string;
    }) => Kernel | undefined;
};
export type Fallback = {
    base: Functions;
    arena: Arena;
    /**
     * - of another kernel of the group
     */
    steps: (op: string, ...args: number[]) => Generator<void, void>;
    group: string;
};
export type Row = {
    op: string;
    groups: readonly string[];
    endomorphism?: boolean;
    /**
     * - index of the argument that is the number of elements
     */
    count: number;
    /**
     * - elements from which on lanes are faster, by group
     */
    least: number | Record<string, number>;
    /**
     * - can lanes take these arguments? If absent, they always
     * can
     */
    covers?: (on: any, ...args: number[]) => boolean;
    /**
     * - as of a kernel
     */
    takesBytes?: boolean;
    /**
     * - absent if no lane has the group
     */
    run?: (on: any, ...args: any[]) => Rest;
    prepare?: (on: any, ...args: number[]) => void;
    /**
     * - what runs without lanes; if absent, the export of
     * the base module
     */
    fallback?: (on: Fallback, ...args: any[]) => Rest;
};
/** @typedef {import("../runtime/link.js").Linked} Linked */
/** @typedef {Record<string, (...args: number[]) => number>} Functions exports of a module */
/**
 * An instance, with what kernels need of it.
 * @typedef {object} Machine
 * @property {Functions} base
 * @property {Arena} arena
 * @property {Record<string, Linked>} lanes - by driver
 */
/**
 * Names a kernel in a task. The base module's export `frm_fft` is the operation `fft` of the group `frm`.
 * @typedef {object} Key
 * @property {string} op
 * @property {string} group - "frm", "f1m", "g1m", "g2m", or any other prefix in the base module
 * @property {boolean} [endomorphism] - for a sum of products: scalars may be split, since every point is in the
 *   subgroup
 */
/**
 * The rest of the work, in steps of a few ms, at which a kernel may say its fraction in [0, 1]; nothing: it is done.
 * @typedef {Generator<import("./fractions.js").Step, void> | void} Rest
 */
/**
 * A kernel of an instance.
 * @typedef {object} Kernel
 * @property {(...args: any[]) => Rest} run
 * @property {(...args: number[]) => void} [prepare] - makes tables that outlive the task, before it allocates anything;
 *   takes the same arguments, but addresses are not known yet
 * @property {Together} [together]
 * @property {boolean} [takesBytes] - an argument may be bytes outside of the memory instead of their address
 */
/**
 * What a call reads and writes, as pool/calls.js has it: [out, outEnd) is written, [a, aEnd) and [b, bEnd) are read.
 * @typedef {{ out: number, outEnd: number, a: number, aEnd: number, b: number, bEnd: number }} Footprint
 */
/**
 * How independent calls of a kernel, and of others with the same `run`, are run as one.
 * @typedef {object} Together
 * @property {(args: readonly number[]) => Footprint | undefined} read - what `run` takes for such a call; undefined: it
 *   is to be run alone
 * @property {(calls: any[]) => Rest} run
 */
/**
 * @typedef {object} Kernels
 * @property {(call: { kernel?: Key, fnName?: string }) => Kernel | undefined} find - undefined if there is none
 */
/**
 * What a fallback needs.
 * @typedef {object} Fallback
 * @property {Functions} base
 * @property {Arena} arena
 * @property {(op: string, ...args: number[]) => Generator<void, void>} steps - of another kernel of the group
 * @property {string} group
 */
/**
 * A kernel of the catalogue. On lanes, `run` gets the context of its group.
 * @typedef {object} Row
 * @property {string} op
 * @property {readonly string[]} groups
 * @property {boolean} [endomorphism]
 * @property {number} count - index of the argument that is the number of elements
 * @property {number | Record<string, number>} least - elements from which on lanes are faster, by group
 * @property {(on: any, ...args: number[]) => boolean} [covers] - can lanes take these arguments? If absent, they always
 *   can
 * @property {boolean} [takesBytes] - as of a kernel
 * @property {(on: any, ...args: any[]) => Rest} [run] - absent if no lane has the group
 * @property {(on: any, ...args: number[]) => void} [prepare]
 * @property {(on: Fallback, ...args: any[]) => Rest} [fallback] - what runs without lanes; if absent, the export of
 *   the base module
 */
export {};
