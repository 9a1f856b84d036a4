/**
 * The messages between a thread and its witness worker. To the worker: `{ witness: HELLO }`, then
 * one Order at a time. From the worker: `{ witness: HELLO }`, then for each order any number of
 * lines, the values, an error, or that the original program is to run, and whether the worker is
 * worth keeping. In the file `ffturbo/worker` a worker of the pool listens on the same port; each
 * ignores the other's messages.
 * @module files/witness/protocol
 */

/** @import { Signal } from "./inputs.js" */
/** @import { Stopped, Trace } from "./trace.js" */
/** @import { Witness } from "./program.js" */
/** @import { ProverCode } from "../errors.js" */

export const HELLO = "ffturbo/witness/1";

/**
 * @typedef {object} Order
 * @property {Uint8Array | WebAssembly.Module} code - circuit.wasm
 * @property {string} name - of the file, for messages
 * @property {number} memory - bytes that the program may have
 * @property {Signal[]} signals
 * @property {boolean} [exchanged] - our field functions are in it
 * @property {{ id: string, initial: [number, number][] }} [kept] - keep the program for the next
 *   order of the same id; initial: which parts of its memory have content at the start, [from, to)
 * @property {Trace} [trace] - say which signals the program has not set
 */

/**
 * @typedef {{ witness: typeof HELLO }
 *     | { lines: string[] }
 *     | { values: Witness, keep: boolean }
 *     | { failure: { code: ProverCode, message: string, stopped?: Stopped }, keep: boolean }
 *     | { unlike: string, keep: boolean }
 *     | { unreadable: true }} Answer
 */
