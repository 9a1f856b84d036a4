/** Sizes for people. */

/** A size in the unit that fits it. @param {number} bytes @returns {string} */
export function sizeOf(bytes) {
    if (bytes < 1024) return `${bytes} bytes`;
    const [unit, name] = bytes < 2 ** 20 ? [2 ** 10, "KiB"] : [2 ** 20, "MiB"];
    return `${(bytes / unit).toFixed(1)} ${name}`;
}
