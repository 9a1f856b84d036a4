/** Points of one run; more are summed in several. Entries have 31 bits for the number of a point. */
export declare const MOST_POINTS: number;
/** Bytes of a buffer that every WebGPU device binds. */
export declare const BINDING_BYTES: number;
export type Limits = {
    /**
     * - of a buffer
     */
    bindingBytes: number;
    /**
     * - that one dispatch may take, so that no watchdog ends it
     */
    additions: number;
};
export type SumPlan = {
    /**
     * - points
     */
    n: number;
    /**
     * - of 32 bits
     */
    scalarWords: number;
    /**
     * - of a window
     */
    bits: number;
    windows: number;
    /**
     * - buckets of a window
     */
    half: number;
    /**
     * - entries per invocation
     */
    span: number;
    /**
     * - invocations per window
     */
    threads: number;
    merges: {
        source: number;
        span: number;
        threads: number;
    }[];
    reduce: {
        span: number;
        threads: number;
    };
    gather: {
        span: number;
        threads: number;
    };
    /**
     * - windows of one dispatch
     */
    together: number;
    /**
     * - of all points
     */
    coordinates: number;
    /**
     * - of each buffer
     */
    bytes: Readonly<Record<string, number>>;
};
/**
 * @typedef {object} Limits
 * @property {number} bindingBytes - of a buffer
 * @property {number} additions - that one dispatch may take, so that no watchdog ends it
 */
/**
 * @typedef {object} SumPlan
 * @property {number} n - points
 * @property {number} scalarWords - of 32 bits
 * @property {number} bits - of a window
 * @property {number} windows
 * @property {number} half - buckets of a window
 * @property {number} span - entries per invocation
 * @property {number} threads - invocations per window
 * @property {{ source: number, span: number, threads: number }[]} merges
 * @property {{ span: number, threads: number }} reduce
 * @property {{ span: number, threads: number }} gather
 * @property {number} together - windows of one dispatch
 * @property {number} coordinates - of all points
 * @property {Readonly<Record<string, number>>} bytes - of each buffer
 */
/**
 * @param {number} n
 * @param {number} scalarBits - above all bits that are set
 * @returns {number} bits of a window, for the fewest additions
 */
export declare function windowBits(n: number, scalarBits: number): number;
/**
 * @param {{ n: number, scalarWords: number, scalarBits: number }} sum
 * @param {{ pointWords: number, sumWords: number, coordinateWords: number }} sizes
 * @param {Limits} limits
 * @param {{ bits?: number, span?: number }} [forced] - for tests
 * @returns {Readonly<SumPlan>}
 * @throws {RangeError} if a buffer would be too large
 */
export declare function planSum({ n, scalarWords, scalarBits }: {
    n: number;
    scalarWords: number;
    scalarBits: number;
}, sizes: {
    pointWords: number;
    sumWords: number;
    coordinateWords: number;
}, limits: Limits, forced?: {
    bits?: number;
    span?: number;
}): Readonly<SumPlan>;
/**
 * Points of one run, so that every buffer fits.
 * @param {number} scalarBits
 * @param {{ pointWords: number, sumWords: number }} sizes
 * @param {number} bindingBytes
 */
export declare function pointsPerRun(scalarBits: number, { pointWords, sumWords }: {
    pointWords: number;
    sumWords: number;
}, bindingBytes: number): number;
