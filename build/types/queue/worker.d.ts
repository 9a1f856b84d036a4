import type { PoolStats } from "./prover_pool.js";
export type WorkerEvent = {
    /**
     * - again: it will be tried again;
     * returned: a worker that stops gave it back; wrong: a part of a proof was wrong, see parts
     */
    event: "done" | "failed" | "again" | "returned" | "wrong" | "error";
    id?: string;
    tenant?: string;
    kind?: string;
    ms?: number;
    code?: string;
    message?: string;
    parts?: readonly import("./tasks.js").Blame[];
};
export type WorkerOptions = {
    /**
     * - to Redis, in the form of BullMQ
     */
    connection: object;
    /**
     * - its name; default "ffturbo"
     */
    queue?: string;
    /**
     * - of the keys in Redis; default "bull"
     */
    prefix?: string;
    /**
     * - of this worker, in results; default host and process
     */
    name?: string;
    /**
     * - jobs at once; default 1
     */
    concurrency?: number;
    /**
     * - for all jobs together; by default one per processor
     */
    threads?: number;
    /**
     * - bytes for all jobs together; default 1 GiB
     */
    memory?: number;
    /**
     * - folder for keys from URLs, and how many bytes it
     * may hold; default 10 GiB
     */
    cache?: string | {
        folder: string;
        bytes?: number;
    };
    /**
     * - folders and URLs that may be read; by default all
     */
    allow?: readonly string[];
    /**
     * - milliseconds without a message from a worker after which others take its jobs; default
     * 30 000
     */
    lost?: number;
    /**
     * - how many workers a job may lose before it fails; default 3
     */
    attempts?: number;
    /**
     * - milliseconds without a byte after which a download fails; default two minutes
     */
    readTimeout?: number;
    onEvent?: (event: Readonly<WorkerEvent>) => void;
};
export type ProofWorker = {
    name: string;
    ready: () => Promise<void>;
    stats: () => Promise<Readonly<{
        pool: Readonly<PoolStats>;
        cache: {
            hits: number;
            misses: number;
            files: number;
            bytes: number;
        };
    }>>;
    /**
     * - takes no more jobs; running ones may go on for
     * `grace` milliseconds (by default until they end), and are then given back to the queue
     */
    close: (options?: {
        grace?: number;
    }) => Promise<void>;
};
/**
 * @param {WorkerOptions} options
 * @returns {Readonly<ProofWorker>}
 * @throws {ProverError} ERR_OPTION
 */
export declare function createWorker(options: WorkerOptions): Readonly<ProofWorker>;
