import type { Curve } from "../curves/types.js";
import type { SourceLike } from "../files/source.js";
import type { Inputs } from "../files/witness/inputs.js";
import type { ProveOptions } from "../protocols/groth16/options.js";
import type { ProveResult } from "../protocols/groth16/prove.js";
import type { Priority } from "./options.js";
export type PoolOptions = {
    /**
     * - proofs at once; default 2, so that workers have tasks of one while the other reads
     * or joins
     */
    concurrency?: number;
    /**
     * - workers for all proofs together; 0 runs everything on this thread; by default one per
     * processor
     */
    threads?: number;
    /**
     * - approximately how many bytes all proofs together may hold at once; default 1 GiB. A
     * proof that needs more runs alone
     */
    memory?: number;
    /**
     * - how many proofs may wait; more are refused. Default 1000
     */
    waiting?: number;
    /**
     * - how many unused files of keys are held open; default 16
     */
    keys?: number;
};
export type TurnOptions = {
    /**
     * - for whom it is: waiting tenants are served in turn; by default there is one tenant
     */
    tenant?: string;
    /**
     * - served before all lower priorities, whatever the tenant; default normal
     */
    priority?: Priority;
    /**
     * - on abort the promise rejects at once, whether the proof waits or runs
     */
    signal?: AbortSignal;
};
export type PoolProveOptions = TurnOptions & Omit<ProveOptions, "threads" | "memory" | "curve">;
export type Place = {
    curve: Curve;
    memory: number;
    signal: AbortSignal;
};
export type PoolStats = {
    running: number;
    waiting: number;
    /**
     * - bytes set aside for the proofs that run
     */
    memory: number;
    done: number;
    /**
     * - rejected ones, including aborted ones
     */
    failed: number;
    /**
     * - held open
     */
    keys: number;
};
export type ProverPool = {
    prove: (zkey: SourceLike, witness: SourceLike, options?: PoolProveOptions) => Promise<ProveResult>;
    fullProve: (inputs: Inputs, wasm: SourceLike | WebAssembly.Module, zkey: SourceLike, options?: PoolProveOptions) => Promise<ProveResult>;
    /**
     * - runs any other work with a key, in the same order
     */
    run: <T>(zkey: SourceLike, work: (key: SourceLike, place: Place) => Promise<T>, options?: TurnOptions) => Promise<T>;
    /**
     * - settles when another proof would not be refused
     */
    room: () => Promise<void>;
    stats: () => Readonly<PoolStats>;
    /**
     * - finishes or aborts all proofs, then ends the
     * workers and closes files
     */
    close: (options?: {
        abort?: boolean;
    }) => Promise<void>;
};
/**
 * A pool of proofs. It starts nothing before the first proof, and close() ends everything that it has started.
 * @param {PoolOptions} [options]
 * @returns {Readonly<ProverPool>}
 * @throws {ProverError} ERR_OPTION. The promises of the pool reject with the errors of prove and fullProve, with
 *   ERR_LIMIT when too many wait, and with the reason of an aborted signal
 */
export declare function createProverPool(options?: PoolOptions): Readonly<ProverPool>;
