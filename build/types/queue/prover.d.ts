import { QueueError } from "./failures.js";
import type { ProgressReport } from "../files/progress.js";
import type { ProveResult } from "../protocols/groth16/prove.js";
import type { Blame } from "./tasks.js";
import type { ProofRequest } from "./request.js";
export type ProverOptions = {
    /**
     * - to Redis, in the form of BullMQ: { host, port, password } or a client of ioredis
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
     * - how many jobs may wait; more are refused. Default 10 000
     */
    waiting?: number;
    /**
     * - bytes of a file that may be part of the job itself; default 64 KiB
     */
    inline?: number;
    /**
     * - how often a job is tried if its failure may be temporary, and how many workers it may
     * lose; default 3
     */
    attempts?: number;
    /**
     * - seconds that a result stays in Redis; default an hour
     */
    keep?: number;
    /**
     * - folders and URLs that may be named; by default all
     */
    allow?: readonly string[];
};
export type QueueResult = ProveResult & {
    worker: string;
    wrong?: readonly Blame[];
};
export type JobState = "waiting" | "active" | "done" | "failed" | "unknown";
export type ProofJob = {
    id: string;
    tenant: string;
    /**
     * - rejects with a QueueError, whose code says why
     */
    result: () => Promise<QueueResult>;
    /**
     * - returns a function that removes
     * the listener
     */
    onProgress: (listener: (report: ProgressReport) => void) => () => void;
    /**
     * - false if the job had already ended
     */
    cancel: () => Promise<boolean>;
    status: () => Promise<{
        state: JobState;
        progress?: ProgressReport;
        result?: QueueResult;
        error?: QueueError;
    }>;
};
export type Prover = {
    /**
     * - rejects with ERR_OPTION, ERR_READ, or ERR_LIMIT
     * when too many wait
     */
    submit: (request: ProofRequest) => Promise<ProofJob>;
    /**
     * - one that was submitted before, here or elsewhere
     */
    get: (id: string) => Promise<ProofJob | undefined>;
    counts: () => Promise<{
        waiting: number;
        active: number;
    }>;
    /**
     * - jobs go on, but promises of results that still wait reject
     */
    close: () => Promise<void>;
};
/**
 * @param {ProverOptions} options
 * @returns {Readonly<Prover>}
 * @throws {import("./errors.js").ProverError} ERR_OPTION
 */
export declare function createProver(options: ProverOptions): Readonly<Prover>;
