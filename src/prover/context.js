/**
 * What all parts of one proof share. Types only; no code runs here.
 * @module prover/context
 */

/**
 * @typedef {object} Context
 * @property {import("./zkey.js").Zkey} zkey
 * @property {Uint8Array} witness - values, canonical LE, in a buffer of their own
 * @property {Uint8Array[]} [columns] - A w, B w and their product, cleared, where workers reach them
 * @property {any} curve - the curve object; its shape is that of ffjavascript
 * @property {import("../batch/types.js").Pool} tm
 * @property {import("./progress.js").Progress} progress
 * @property {import("./budget.js").Budget} budget
 * @property {number} rangeBytes - points handed to one multi-exponentiation at a time
 * @property {AbortSignal} signal
 */

export {};
