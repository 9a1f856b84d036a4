import type { ProverPool } from "./prover_pool.js";
import type { ProofData, Scratch } from "./request.js";
import type { Reference } from "./references.js";
import type { Store } from "./store.js";
import type { Part, Range } from "../protocols/groth16/split.js";
import type { ProgressReport } from "../files/progress.js";
import type { ProveResult } from "../protocols/groth16/prove.js";
export type TaskOptions = {
    signal: AbortSignal;
    onProgress?: (report: ProgressReport) => void;
    /**
     * - where the pool has to choose
     */
    priority?: import("./options.js").Priority;
};
export type PartData = {
    kind: "quotient" | "sum";
    tenant: string;
    /**
     * - the job of the whole proof
     */
    root: string;
    deadline?: number;
    zkey: Reference;
    /**
     * - for sums over H, the scalars that are the result of the transforms
     */
    witness: Reference;
    range?: Range;
    /**
     * - points of the range's part
     */
    total?: number;
    /**
     * - for a quotient: the ranges of H that are summed afterwards
     */
    ranges?: Range[];
    scratch?: Scratch;
};
export type SumResult = Range & {
    point: string;
    worker: string;
};
export type QuotientResult = {
    quotient: Reference;
    worker: string;
};
export type Blame = {
    part: Part | "quotient";
    from: number;
    to: number;
    worker: string;
};
/**
 * Ranges of about equal cost.
 * @param {{ signals: number, publicSignals: number, domainSize: number }} info
 * @param {number} sums - the wanted number; there is at least one for each part
 * @returns {Range[]}
 */
export declare function planRanges({ signals, publicSignals, domainSize }: {
    signals: number;
    publicSignals: number;
    domainSize: number;
}, sums: number): Range[];
export type Tools = {
    pool: ProverPool;
    store: Store;
    name: string;
};
/** @param {Tools} tools */
export declare const createTasks: (tools: Tools) => Readonly<{
    prove: (/** @type {ProofData} */ data: ProofData, /** @type {TaskOptions} */ options: TaskOptions) => Promise<ProveResult>;
    sum: (/** @type {PartData} */ data: PartData, /** @type {TaskOptions} */ options: TaskOptions) => Promise<SumResult>;
    quotient: (/** @type {PartData} */ data: PartData, /** @type {TaskOptions} */ options: TaskOptions) => Promise<QuotientResult>;
    plan: (/** @type {ProofData} */ data: ProofData, /** @type {number} */ sums: number, /** @type {TaskOptions} */ options: TaskOptions) => Promise<Range[]>;
    join: (
    /** @type {ProofData} */ data: ProofData, 
    /** @type {SumResult[]} */ parts: SumResult[], 
    /** @type {QuotientResult} */ transforms: QuotientResult, 
    /** @type {TaskOptions} */ options: TaskOptions) => Promise<ProveResult & {
        wrong?: Blame[];
    }>;
}>;
export type Tasks = ReturnType<typeof createTasks>;
/**
 * Removes the scalars of H when they are no longer needed, unless they are behind a URL, where the storage must do it.
 * @param {Scratch | undefined} scratch
 * @param {string} root
 */
export declare function discardScalars(scratch: Scratch | undefined, root: string): Promise<void>;
