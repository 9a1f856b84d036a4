/** What the bench measures, in which order, and what of it fits into the time that is left. */

/**
 * A measurement has at most ROUNDS rounds, and no further one once they have taken ENOUGH
 * milliseconds.
 */
export const ROUNDS = 5;
const ENOUGH = 600;

const BITS = [12, 14, 16];

/**
 * Each with a rough time in milliseconds for 2^12 elements, which orders the rows before anything
 * is measured.
 */
export const OPERATIONS = [
    { name: "MSM G1", points: "G1", guess: 15 },
    { name: "MSM G2", points: "G2", guess: 40 },
    { name: "FFT", guess: 1 },
];

/**
 * Rough factors: ffjavascript takes SLOWER times as long, and four times as many elements GROWTH
 * times as long.
 */
const SLOWER = 8, GROWTH = 4.5;

/**
 * @typedef {{ curve: string, bits: number, operation: any, ours: number, theirs: number }} Step
 *   ours, theirs: ms
 */

const clock = () => performance.now();

/**
 * @param {string[]} names - of the curves, fast ones first
 * @param {boolean} compared - with another engine
 * @returns {Step[]} with rough times: small sizes first, because they predict the times of large
 *   ones
 */
export const planOf = (names, compared) => names.flatMap((curve, k) =>
    BITS.flatMap((bits, grown) => OPERATIONS.map((operation) => {
        const ours = operation.guess * GROWTH ** grown * (k + 1);
        return { curve, bits, operation, ours, theirs: compared ? SLOWER * ours : 0 };
    })),
);

/**
 * @param {() => unknown} run
 * @param {AbortSignal} signal
 * @param {number} until - no further round begins after that
 * @param {() => number} [now] - milliseconds
 * @returns {Promise<number>} milliseconds of the best round
 */
export async function measure(run, signal, until, now = clock) {
    let least = Infinity;
    for (let i = 0, spent = 0; i < ROUNDS && (i === 0 || (spent < ENOUGH && now() < until)); i++) {
        signal.throwIfAborted();
        const started = now();
        await run();
        const ms = now() - started;
        least = Math.min(least, ms);
        spent += ms;
    }
    return least;
}

/**
 * @param {number} end
 * @param {() => number} [now] - milliseconds
 */
export function createSchedule(end, now = clock) {
    const last = /** @type {Map<string, number>} */ (new Map());
    const nameOf = (/** @type {Step} */ { curve, operation }) => `${curve} ${operation.name}`;
    return Object.freeze({
        /** Would it end in time? The first one begins however slow it is. @param {Step} step */
        hasRoomFor(step) {
            const before = last.get(nameOf(step));
            const expected = before === undefined ? step.ours + step.theirs : before * GROWTH;
            return last.size === 0 || expected <= end - now();
        },
        /** @param {Step} step @param {number} ours - milliseconds @param {number} [theirs] */
        took: (step, ours, theirs = 0) => void last.set(nameOf(step), ours + theirs),
    });
}
