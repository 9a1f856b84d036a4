import type { PointGroup } from "../curves/types.js";
import type { Kernels } from "./runs.js";
import type { Speed } from "./gate.js";
import type { CardRecord } from "./wgsl/types.js";
import { KeptPoints } from "./kept_points.js";
export type CardOptions = {
    /**
     * - for calls that do not say
     */
    calls: "auto" | "enabled" | "disabled";
    /**
     * - each result is also tested against the CPU at random points
     */
    check: boolean;
    /**
     * - a sum may be split between card and CPU
     */
    split: boolean;
    /**
     * - milliseconds
     */
    timeout: number;
    /**
     * - of points that stay on the card between calls
     */
    keepBytes: number;
    kernels: Omit<import("./wgsl/types.js").KernelOptions, "form"> & {
        form?: "table" | "straight" | "mixed";
    };
};
export type Job = {
    where: string;
    mode: "auto" | "enabled";
    n: number;
    pointBytes: number;
    scalarBytes: number;
    scalars: import("../batch/types.js").Bytes;
    read: (offset: number, length: number) => Uint8Array | Promise<Uint8Array>;
    /**
     * - the same without a copy, if it can be
     */
    view?: (offset: number, length: number) => Uint8Array | undefined;
    release: ((byteLength: number) => void) | undefined;
    options: {
        signal?: AbortSignal;
        onProgress?: (progress: {
            done: number;
            total: number;
        }) => void;
    };
};
export type OnCpu = (part: Partial<Job>) => Promise<Uint8Array>;
/** A graphics card that sums for one group. */
export declare class Card {
    G: PointGroup;
    r: bigint;
    record: Readonly<CardRecord>;
    load: () => Promise<any>;
    options: CardOptions;
    calls: "auto" | "disabled" | "enabled";
    /** @type {"opening" | "compiling" | "testing" | "ready" | "waiting" | "off"} */
    state: "opening" | "compiling" | "testing" | "ready" | "waiting" | "off";
    reason: string;
    adapter: {
        name: string;
        fallback: boolean;
    };
    counts: {
        gpu: number;
        cpu: number;
        again: number;
    };
    /** @type {any} */
    last: any;
    opened: number;
    additions: number;
    /** @type {Speed} */
    cpuSpeed: Speed;
    /** @type {Speed} */
    gpuSpeed: Speed;
    queuedMs: number;
    /** @type {(Kernels & { pointWords: number }) | undefined} */
    kernels: (Kernels & {
        pointWords: number;
    }) | undefined;
    ended: boolean;
    insisted: boolean;
    /** @type {any} GPU */
    gpu: any;
    kept: KeptPoints;
    /** @type {Promise<unknown>} */
    turn: Promise<unknown>;
    /** @type {Promise<void> | undefined} */
    preparing: Promise<void> | undefined;
    /**
     * @param {PointGroup} G
     * @param {bigint} r - order of the group
     * @param {Readonly<CardRecord>} record
     * @param {() => Promise<any>} load - finds WebGPU
     * @param {CardOptions} options
     */
    constructor(G: PointGroup, r: bigint, record: Readonly<CardRecord>, load: () => Promise<any>, options: CardOptions);
    get isReady(): boolean;
    /** What gpuInfo() says. */
    info(): {
        state: "compiling" | "off" | "opening" | "ready" | "testing" | "waiting";
        reason: string;
        adapter: string;
        fallback: boolean;
        calls: {
            gpu: number;
            cpu: number;
            again: number;
        };
        kept: {
            bytes: number;
            hits: number;
        };
        last: any;
    };
    /**
     * Opens the card and lets it prove itself; settles when it is ready or off, and never rejects. A processor that
     * plays a card waits until a call insists on it.
     * @param {boolean} [insist]
     * @returns {Promise<void>}
     */
    prepare(insist?: boolean): Promise<void>;
    /** @param {string} reason */
    off(reason: string): void;
    /** For good, even if it is still opening. @param {string} reason */
    end(reason: string): void;
    /** While it was opening it may have ended. */
    checkGoing(): void;
    /** Gives the device back. */
    close(): void;
    open(): Promise<void>;
    /** @param {any} device */
    compile(device: any): Promise<Kernels & {
        pointWords: number;
    }>;
    /**
     * Destroys a device that could not be used.
     * @template T
     * @param {any} device
     * @param {Promise<T>} promise
     */
    guard<T>(device: any, promise: Promise<T>): Promise<T>;
    /** After a fault: one new device, then none. @param {string} reason */
    lose(reason: string): void;
    /** The known answer, with windows as they will be, and with as many levels as possible. */
    prove(): Promise<void>;
    /** First estimates, from short sums. */
    measure(): Promise<void>;
    /**
     * One run. Rejects if anything is wrong with its result.
     * @param {Uint8Array} points
     * @param {Uint8Array} scalars - n of `words` words
     * @param {number} n
     * @param {number} words
     * @param {import("./runs.js").RunOptions & { forced?: { bits?: number, span?: number } }} [options]
     * @returns {Promise<Uint8Array>} jacobian
     */
    run(points: Uint8Array, scalars: Uint8Array, n: number, words: number, { forced, ...options }?: import("./runs.js").RunOptions & {
        forced?: {
            bits?: number;
            span?: number;
        };
    }): Promise<Uint8Array>;
    /**
     * A run with the points that the card has kept, if it has these; those that it has met before are kept.
     * @param {Uint8Array} points
     * @param {Uint8Array} scalars
     * @param {number} n
     * @param {number} words
     * @returns {Promise<{ sum: Uint8Array, kept?: any }>} kept: the buffer for further runs with the same points
     */
    keptRun(points: Uint8Array, scalars: Uint8Array, n: number, words: number): Promise<{
        sum: Uint8Array;
        kept?: any;
    }>;
    /**
     * A run whose result is also tested: with t small and random, a random, the sum with the scalars a k + t must be
     * a times the result plus the sum with t, which is short on the CPU.
     * @param {Uint8Array} points
     * @param {Uint8Array} scalars
     * @param {number} n
     * @param {number} words
     */
    checkedRun(points: Uint8Array, scalars: Uint8Array, n: number, words: number): Promise<Uint8Array<ArrayBufferLike>>;
    /** @param {Job} job */
    question({ mode, n, scalarBytes, scalars }: Job): {
        mode: "auto" | "enabled";
        state: "compiling" | "off" | "opening" | "ready" | "testing" | "waiting";
        reason: string;
        fallback: boolean;
        n: number;
        density: number;
        cpu: {
            floor: number;
            slope: number;
        };
        gpu: {
            floor: number;
            slope: number;
        };
        queuedMs: number;
        split: boolean;
    };
    /**
     *   in      a sum whose arguments were checked; mode is "auto" or "enabled"
     *   out     jacobian, wherever it was computed
     *   errors  with "enabled": why there is no card; the caller's errors; never one of the card's
     * @param {Job} job
     * @param {OnCpu} onCpu - computes a part of the job, or all of it
     * @returns {Promise<Uint8Array>}
     */
    sum(job: Job, onCpu: OnCpu): Promise<Uint8Array>;
    /** @param {Job} job @param {number} density @param {number} ms */
    noteCpu({ n, scalarBytes }: Job, density: number, ms: number): void;
    /**
     * Points from `begin` on, in runs; a run that fails is done on the CPU.
     * @param {Job} job
     * @param {number} begin
     * @param {() => (points: number) => void} report
     * @param {OnCpu} onCpu
     * @param {ReturnType<Card["question"]>} question
     */
    onCard(job: Job, begin: number, report: () => (points: number) => void, onCpu: OnCpu, { gpu }: ReturnType<Card["question"]>): Promise<{
        value: Uint8Array<ArrayBufferLike>;
        again: string;
    }>;
    /**
     * A run when those before it have ended.
     * @param {Job} job
     * @param {Uint8Array} points
     * @param {number} from
     * @param {number} to
     */
    inTurn({ scalars, scalarBytes, options: { signal } }: Job, points: Uint8Array, from: number, to: number): Promise<Uint8Array<ArrayBufferLike>>;
}
