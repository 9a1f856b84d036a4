/**
 * How an MSM is laid out on a device: window size, buffers, dispatches.
 * @module gpu/msm_layout
 */
import { checkRange } from "../../../src/internal/gpu.js";

/**
 * Most points of one run; longer MSMs take several runs. Entries have 31 bits for the number of a
 * point.
 */
export const MOST_POINTS = 1 << 20;

/** Bytes of a buffer that every WebGPU device can bind. */
export const BINDING_BYTES = 1 << 27;

/**
 * Sorted entries per invocation; below the least, the additional partial sums cost more time than
 * is saved.
 */
const LEAST_SPAN = 8, MOST_SPAN = 256;

/** How many invocations keep a large device busy. */
const BUSY = 1 << 18;

/** How many partial sums an invocation merges. */
const MERGE_SPAN = 8;

/** Invocations per window that reduce buckets, and that gather their sums. */
const REDUCERS = 256, GATHERERS = 8;

/** Window sizes that are considered. */
const LEAST_BITS = 4, MOST_BITS = 16;

/**
 * The cost of a bucket in the reduction, in additions of entries: two for each window, and the time
 * that the device is idle, because the reduction has too few invocations to keep it busy. On an
 * NVIDIA H100, where an MSM of 2^20 takes
 * 18.6 ms in 2^24 additions of entries, 256 invocations take 40 us per bucket of each; slower
 * devices idle less.
 */
const PER_WINDOW = 2, WAITING = 100;

/**
 * @typedef {object} Limits
 * @property {number} bindingBytes - of a buffer
 * @property {number} additions - of one dispatch at most, so that no watchdog ends it
 */

/**
 * @typedef {object} MsmLayout
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
 * @param {number} scalarBits - no higher bit is set in any scalar
 * @returns {number} bits of the window that needs the fewest additions
 */
export function windowBits(n, scalarBits) {
    let best = LEAST_BITS, least = Infinity;
    for (let bits = LEAST_BITS; bits <= MOST_BITS; bits++) {
        const half = 2 ** (bits - 1);
        const windows = Math.ceil((scalarBits + 1) / bits);
        const additions = windows * (n + PER_WINDOW * half) + WAITING * half;
        if (additions < least) [best, least] = [bits, additions];
    }
    return best;
}

/** @param {number} source - partial sums of a window @param {number} span */
function planMerges(source, span) {
    const merges = [];
    for (let threads = Infinity; threads > 1; source = 2 * threads) {
        threads = Math.ceil(source / span);
        merges.push({ source, span, threads });
    }
    return merges;
}

/**
 * @param {{ n: number, scalarWords: number, scalarBits: number }} sum
 * @param {{ pointWords: number, sumWords: number, coordinateWords: number }} sizes
 * @param {Limits} limits
 * @param {{ bits?: number, span?: number }} [forced] - for tests
 * @returns {Readonly<MsmLayout>}
 * @throws {RangeError} if a buffer would be too large
 */
export function layOutMsm({ n, scalarWords, scalarBits }, sizes, limits, forced = {}) {
    const { pointWords, sumWords, coordinateWords } = sizes;
    const bits = forced.bits ?? windowBits(n, scalarBits);
    const half = 2 ** (bits - 1);
    const windows = Math.ceil((scalarBits + 1) / bits);
    let span = forced.span ?? Math.min(MOST_SPAN, Math.max(LEAST_SPAN, Math.ceil((n * windows) / BUSY)));
    const parts = () => 2 * windows * Math.ceil(n / span) * 4 * sumWords;
    while (parts() > limits.bindingBytes) span *= 2;
    const threads = Math.ceil(n / span);
    const merges = planMerges(2 * threads, MERGE_SPAN);
    const reducers = Math.min(REDUCERS, half);
    const gatherers = Math.min(GATHERERS, reducers);
    const bytes = Object.freeze({
        points: 4 * n * pointWords,
        scalars: 4 * n * scalarWords,
        counts: 4 * windows * half,
        starts: 4 * windows * (half + 1),
        places: 4 * n * windows,
        entries: 4 * n * windows,
        buckets: 4 * windows * half * sumWords,
        parts: parts(),
        keys: 8 * windows * threads,
        otherParts: 8 * windows * merges[0].threads * sumWords,
        otherKeys: 8 * windows * merges[0].threads,
        sums: 8 * windows * reducers * sumWords,
        outs: 12 * windows * gatherers * sumWords,
    });
    for (const [name, size] of Object.entries(bytes))
        checkRange(size <= limits.bindingBytes, "layOutMsm", `at most ${limits.bindingBytes} bytes of ${name}`, size);
    return Object.freeze({
        n, scalarWords, bits, windows, half, span, threads, merges,
        reduce: { span: half / reducers, threads: reducers },
        gather: { span: reducers / gatherers, threads: gatherers },
        together: Math.max(1, Math.min(windows, Math.floor(limits.additions / n))),
        coordinates: (n * pointWords) / coordinateWords,
        bytes,
    });
}

/**
 * The most points of one run for which every buffer fits.
 * @param {number} scalarBits
 * @param {{ pointWords: number, sumWords: number }} sizes
 * @param {number} bindingBytes
 */
export function pointsPerRun(scalarBits, { pointWords, sumWords }, bindingBytes) {
    const fits = (/** @type {number} */ n) => {
        const bits = windowBits(n, scalarBits);
        const windows = Math.ceil((scalarBits + 1) / bits);
        const buckets = windows * 2 ** (bits - 1) * sumWords;
        // windows have fewer bits than words: scalars fit
        const most = Math.max(n * pointWords, n * windows, buckets);
        return 4 * most <= bindingBytes;
    };
    let n = MOST_POINTS;
    while (n > 1 && !fits(n)) n >>= 1;
    return n;
}
