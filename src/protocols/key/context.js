/**
 * What all parts of one proof share. Types only; no code runs here.
 * @module protocols/key/context
 */

/**
 * @template {import("./header.js").Key} [K=import("./header.js").Key]
 * @typedef {object} Context
 * @property {K} zkey
 * @property {Uint8Array} witness - values, canonical LE, from the start of their own buffer
 * @property {Uint8Array[]} secrets - our own buffers, which are cleared when the proof has ended,
 *   however it ended
 * @property {Uint8Array[]} [columns] - zeros, for columns on the domain, in memory that workers
 *   share
 * @property {import("../../curves/types.js").Curve} curve
 * @property {import("../../batch/types.js").Pool} tm
 * @property {import("../../files/progress.js").Progress} progress
 * @property {import("../../files/budget.js").Budget} budget
 * @property {number} chunkBytes - bytes of points that one task gets
 * @property {boolean} sequence - the columns are transformed one after the other
 * @property {boolean} keep - parts of the key that are needed more than once are kept
 * @property {AbortSignal} signal
 * @property {"auto" | "enabled" | "disabled"} [gpu] - for the MSMs
 */

export {};
