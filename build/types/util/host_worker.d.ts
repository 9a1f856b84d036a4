/**
 * Gives the two kinds of worker the same interface: Node's (`on`) and the web's
 * (`addEventListener`). Used for our own workers and for those that a
 * `createWorker` option returns.
 * @module util/host_worker
 */
/** @import { WorkerHandle, WorkerHandlers } from "./host_types.js" */
import type { WorkerHandle, WorkerHandlers } from "./host_types.js";
/**
 * @param {any} worker - Worker of the web, or of `node:worker_threads`
 * @param {WorkerHandlers} handlers
 * @returns {WorkerHandle}
 * @throws {TypeError} when it is neither
 */
export declare function adoptWorker(worker: any, handlers: WorkerHandlers): WorkerHandle;
