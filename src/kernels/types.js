/**
 * Shapes of the room. Types only; no code runs here.
 * @module kernels/types
 */
/** @import { Arena } from "../runtime/memory.js" */

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
 * Names a kernel in a task. The base module's export `frm_fft` is the operation `fft` of the group
 * `frm`.
 * @typedef {object} Key
 * @property {string} op
 * @property {string} group - "frm", "f1m", "g1m", "g2m", or any other prefix in the base module
 * @property {boolean} [endomorphism] - for an MSM: scalars may be split, since every
 *   point is in the subgroup
 */

/**
 * The rest of the work, in steps of a few ms, at which a kernel may say its fraction in [0, 1];
 * nothing: it is done.
 * @typedef {Generator<import("./fractions.js").Step, void> | void} Rest
 */

/**
 * A kernel of an instance.
 * @typedef {object} Kernel
 * @property {(...args: any[]) => Rest} run
 * @property {(...args: number[]) => void} [prepare] - makes tables that outlive the task, before it
 *   allocates anything; takes the same arguments, but addresses are not known yet
 * @property {Together} [together]
 * @property {boolean} [takesBytes] - an argument may be bytes outside of the memory instead of
 *   their address
 */

/**
 * What a call reads and writes, as pool/calls.js has it: [out, outEnd) is written, [a, aEnd) and
 * [b, bEnd) are read.
 * @typedef {{ out: number, outEnd: number, a: number, aEnd: number, b: number, bEnd: number }}
 *   Footprint
 */

/**
 * How independent calls of a kernel, and of others with the same `run`, are run as one.
 * @typedef {object} Together
 * @property {(args: readonly number[]) => Footprint | undefined} read - what `run` takes for such a
 *   call; undefined: it is to be run alone
 * @property {(calls: any[]) => Rest} run
 */

/**
 * @typedef {object} Kernels
 * @property {(call: { kernel?: Key, fnName?: string }) => Kernel | undefined} find - undefined if
 *   there is none
 * @property {(lane: Parameters<typeof import("../runtime/link.js").linkNow>[2]) => void} link -
 *   links a module that a task brings, unless one of its name is linked; call it while no task has
 *   allocated anything
 */

/**
 * What a fallback needs.
 * @typedef {object} Fallback
 * @property {Functions} base
 * @property {Arena} arena
 * @property {(op: string, ...args: number[]) => Generator<void, void>} steps - of another kernel of
 *   the group
 * @property {string} group
 */

/**
 * A kernel of the catalogue. On lanes, `run` gets the context of its group.
 * @typedef {object} Row
 * @property {string} op
 * @property {readonly string[]} groups
 * @property {string} [context] - what `run` gets, where that is not the context of the group
 * @property {boolean} [endomorphism]
 * @property {number} count - index of the argument that is the number of elements
 * @property {number | Record<string, number>} least - elements from which on lanes are faster, by
 *   group
 * @property {(on: any, ...args: number[]) => boolean} [covers] - can lanes take these arguments? If
 *   absent, they always can
 * @property {boolean} [takesBytes] - as of a kernel
 * @property {(on: any, ...args: any[]) => Rest} [run] - absent if no lane has the group
 * @property {(on: any, ...args: number[]) => void} [prepare]
 * @property {(on: Fallback, ...args: any[]) => Rest} [fallback] - what runs without lanes; if
 *   absent, the export of the base module
 * @property {(on: any) => Together} [together]
 */

export {};
