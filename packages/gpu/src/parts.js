/**
 * Parts of an MSM: their points, their scalars, and what they report.
 * @module gpu/parts
 */
/** @import { GpuJob as Job } from "../../../src/internal/gpu.js" */
import { copyBytes, isBigBuffer } from "../../../src/internal/gpu.js";

/**
 * @param {import("../../../src/internal/gpu.js").Bytes} bytes
 * @param {number} from
 * @param {number} to
 * @returns {any} a view if it can be
 */
export const cut = (bytes, from, to) => (isBigBuffer(bytes) ? bytes.slice(from, to) : bytes.subarray(from, to));

/**
 * Scalars in whole words: a view of the caller's where that is so, or memory of our own.
 * @param {import("../../../src/internal/gpu.js").Bytes} scalars
 * @param {number} from
 * @param {number} to
 * @param {number} bytes - of one
 */
export function wordsOf(scalars, from, to, bytes) {
    const part = cut(scalars, from * bytes, to * bytes);
    const wide = 4 * Math.ceil(bytes / 4);
    if (wide === bytes && part.byteOffset % 4 === 0) return { words: part, own: isBigBuffer(scalars) };
    if (wide === bytes) return { words: copyBytes(part, 0, part.length), own: true };
    const out = new Uint8Array((to - from) * wide);
    for (let i = 0; i < to - from; i++) out.set(part.subarray(i * bytes, (i + 1) * bytes), i * wide);
    return { words: out, own: true };
}

/**
 * @param {Job} job
 * @param {number} from - points
 * @param {number} to
 * @param {number} origin - the point that `job.read` begins with
 * @param {(points: number) => void} onPoints
 * @returns {Partial<Job>}
 */
export function partOf({ n, pointBytes, scalarBytes, scalars, read, options }, from, to, origin, onPoints) {
    return {
        n: to - from,
        scalars: n === to - from ? scalars : cut(scalars, from * scalarBytes, to * scalarBytes),
        read: (offset, length) => read((from - origin) * pointBytes + offset, length),
        release: undefined,
        options: { ...options, onProgress: ({ done }) => onPoints(done) },
    };
}

/**
 * Adds the progress of the parts of a job.
 * @param {Job} job
 * @returns {() => (points: number) => void}
 */
export function progressOf({ n, options: { onProgress } }) {
    let all = 0, last = 0;
    return () => {
        let mine = 0;
        return (points) => {
            all += Math.max(0, points - mine);
            mine = Math.max(mine, points);
            if (all > last) onProgress?.({ done: last = all, total: n });
        };
    };
}
