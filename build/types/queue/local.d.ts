import type { Prover } from "./prover.js";
export type LocalProverOptions = {
    /**
     * - proofs at once; default 1
     */
    concurrency?: number;
    threads?: number;
    /**
     * - bytes for all of them together; default 1 GiB
     */
    memory?: number;
    /**
     * - proofs that may wait; more are refused. Default 1000
     */
    waiting?: number;
    /**
     * - bytes of a file that may come inside a request; default 64 KiB
     */
    inline?: number;
    /**
     * - seconds that a result stays; default an hour
     */
    keep?: number;
    /**
     * - folder for keys from addresses
     */
    cache?: string | {
        folder: string;
        bytes?: number;
    };
    /**
     * - folders and addresses that may be read; default: all
     */
    allow?: readonly string[];
    /**
     * - milliseconds without a byte after which a download fails; default two minutes
     */
    readTimeout?: number;
};
/**
 * @param {LocalProverOptions} [options]
 * @returns {Readonly<Omit<Prover, "close"> & { close: (options?: { grace?: number }) => Promise<void> }>} close: what
 *   runs and waits may go on for `grace` milliseconds (default: to its end), then it is aborted
 * @throws {ProverError} ERR_OPTION
 */
export declare function createLocalProver(options?: LocalProverOptions): Readonly<Omit<Prover, "close"> & {
    close: (options?: {
        grace?: number;
    }) => Promise<void>;
}>;
