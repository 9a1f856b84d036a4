import type { Queue } from "bullmq";
import type { Priority } from "./options.js";
/**
 * @param {Queue} queue
 * @param {string} tenant
 * @param {Priority} priority
 * @returns {Promise<number>} a priority of BullMQ
 */
export declare function rankOf(queue: Queue, tenant: string, priority: Priority): Promise<number>;
/** Notes that a job of this rank is being served. @param {Queue} queue @param {number} rank */
export declare function served(queue: Queue, rank: number): Promise<void>;
/** Resets the ranks when no job waits. @param {Queue} queue */
export declare function forgetRanks(queue: Queue): Promise<void>;
