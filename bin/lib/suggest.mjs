/** Which known word was probably meant. */

/**
 * How many letters have to be added, removed, replaced or swapped with the next to turn one word
 * into the other.
 * @param {string} a
 * @param {string} b
 */
function distance(a, b) {
    const rows = [[...Array(b.length + 1).keys()]];
    for (let i = 1; i <= a.length; i++) {
        const row = rows[i] = [i];
        for (let j = 1; j <= b.length; j++) {
            row[j] = Math.min(row[j - 1] + 1, rows[i - 1][j] + 1, rows[i - 1][j - 1] + Number(a[i - 1] !== b[j - 1]));
            if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
                row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
        }
    }
    return rows[a.length][b.length];
}

/** One letter in this many may be wrong. */
const PER_LETTER = 3;

/**
 * The word that was probably meant: one that begins with this, or that differs in few letters.
 * @param {string} word
 * @param {string[]} known
 * @returns {string | undefined}
 */
export function suggest(word, known) {
    const given = word.toLowerCase();
    if (given.length > 1) for (const name of known) if (name.startsWith(given)) return name;
    const [best] = known.map((name) => ({ name, off: distance(given, name) })).sort((a, b) => a.off - b.off);
    return best && best.off <= Math.max(1, Math.floor(Math.max(word.length, best.name.length) / PER_LETTER))
        ? best.name
        : undefined;
}
