/** A bar as text, for a terminal of any width, and the remaining time. */

/** Milliseconds and fraction before which the remaining time cannot be estimated. */
const EARLY = 800, LITTLE = 0.05;

/** Milliseconds without a report that are usual; a longer pause means that work is slow. */
const SILENCE = 1000;

/**
 * Milliseconds in which an estimate mostly adapts to the last report. While little time has passed,
 * it is the elapsed time divided by YOUTH instead.
 */
const INERTIA = 3000, YOUTH = 4;

/**
 * The remaining time, if the work goes on as fast as in the second half of the time so far. Reports
 * come unevenly, so the end that they predict is averaged over some seconds, and between two
 * reports the remaining time just decreases.
 * @returns {(elapsed: number, fraction: number) => number | undefined} milliseconds; undefined if
 *   it is too early
 */
export function createEstimate() {
    const reports = [{ time: 0, fraction: 0 }];
    let half = 0, end, last = 0;
    return (elapsed, fraction) => {
        if (fraction > reports.at(-1).fraction) reports.push({ time: Math.max(1, elapsed), fraction });
        if (elapsed < EARLY || fraction < LITTLE) return undefined;
        const now = reports.at(-1);
        while (reports[half + 1].time <= now.time / 2) half++;
        const then = reports[half], until = Math.max(now.time, elapsed - SILENCE);
        const promised = until + ((1 - now.fraction) * (until - then.time)) / (now.fraction - then.fraction);
        const weight = 1 - Math.exp((last - elapsed) / Math.min(INERTIA, elapsed / YOUTH));
        end = end === undefined ? promised : end + (promised - end) * weight;
        last = elapsed;
        return Math.max(0, end - elapsed);
    };
}

/** @param {number} ms @returns {string} as 0:07, 12:34 or 1:02:03 */
export function clockText(ms) {
    const seconds = Math.floor(ms / 1000);
    const two = (n) => String(n % 60).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    return hours ? `${hours}:${two(Math.floor(seconds / 60))}:${two(seconds)}` : `${Math.floor(seconds / 60)}:${two(seconds)}`;
}

/** Characters of a bar, at least and at most. */
const SHORTEST = 6, LONGEST = 50;

/** @param {number} width @param {number} fraction */
function drawBar(width, fraction) {
    const full = Math.round(fraction * width);
    return "█".repeat(full) + "░".repeat(width - full);
}

/**
 * The line, as far as it fits: percent, elapsed time, remaining time, less in a narrow terminal,
 * and a bar in the rest. The last column stays free, because some terminals begin a new line there.
 * @param {number} columns
 * @param {{ fraction: number, elapsed: number, left?: number }} state - milliseconds
 * @returns {string} of at most columns - 1 characters
 */
export function drawLine(columns, { fraction, elapsed, left }) {
    const room = Math.max(1, columns - 1);
    const percent = `${Math.floor(100 * fraction + 1e-6)}%`.padStart(4);
    const passed = clockText(elapsed);
    const rest = left === undefined ? "" : `${clockText(left + 999)} left`;
    const texts = [[percent, passed, rest], [percent, rest], [percent]].map((parts) =>
        parts.filter(Boolean).join(" "),
    );
    const text = texts.find(({ length }) => length <= room) ?? percent.trim().slice(0, room);
    const width = Math.min(LONGEST, room - text.length - 1);
    return width < SHORTEST ? text : `${drawBar(width, fraction)} ${text}`;
}
