/** Numbers as people read them. */

/** @param {number} ms */
export const duration = (ms) => {
    if (ms < 1000) return `${ms.toFixed(0)} ms`;
    if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
    return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`;
};

/** @param {number} count */
export const bytes = (count) => {
    if (count < 1024) return `${count} bytes`;
    if (count < 2 ** 20) return `${(count / 1024).toFixed(1)} KiB`;
    return count < 2 ** 30 ? `${(count / 2 ** 20).toFixed(1)} MiB` : `${(count / 2 ** 30).toFixed(2)} GiB`;
};

/** @param {number} value */
export const count = (value) => value.toLocaleString("en-US").replaceAll(",", "\u00a0");

/** A count with its noun. @param {number} value @param {string} noun */
export const plural = (value, noun) => `${count(value)} ${noun}${value === 1 ? "" : "s"}`;

/** @param {unknown} value */
export const json = (value) => JSON.stringify(value, null, 1);

/**
 * Round times from 0 on, at most five of them, the last at most nine tenths of the whole.
 * @param {number} whole - milliseconds
 */
export function ticksOf(whole) {
    const power = 10 ** Math.floor(Math.log10(whole / 5)), least = whole / 5 / power;
    const step = power * [1, 2, 5, 10].find((factor) => factor >= least);
    return Array.from({ length: Math.floor((0.9 * whole) / step) + 1 }, (_, i) => i * step);
}

/** The middle one, or the mean of the two in the middle. @param {number[]} values */
export function median(values) {
    const sorted = values.toSorted((a, b) => a - b), half = sorted.length >> 1;
    return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
