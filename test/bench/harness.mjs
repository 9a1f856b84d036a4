/**
 * Two engines, one process, turn by turn: every case is checked before it is timed, then timed in alternating rounds,
 * so that whatever else the machine does falls on both.
 */

const sorted = (values) => [...values].sort((a, b) => a - b);
const quantile = (values, q) => sorted(values)[Math.min(values.length - 1, Math.floor(q * values.length))];
export const median = (values) => quantile(values, 0.5);

/** Median, minimum, and spread: the width of the middle half, relative to the median. */
const summary = (values) => ({
    median: median(values),
    min: Math.min(...values),
    spread: (quantile(values, 0.75) - quantile(values, 0.25)) / median(values),
});

/** Milliseconds: of the wall, or of all processors that the process uses, which a busy machine stretches less. */
const CLOCKS = {
    wall: () => performance.now(),
    processor: () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; },
};
export const processorTime = CLOCKS.processor;

async function timed(run, count, clock = "wall") {
    const start = CLOCKS[clock]();
    await run(count);
    return CLOCKS[clock]() - start;
}

/** How often a case must run in a row so that one round takes at least `minMs`. */
async function calibrate(run, minMs) {
    let count = 1;
    for (;;) {
        const ms = await timed(run, count);
        if (ms >= minMs) return count;
        count = Math.ceil(count * Math.min(16, Math.max(2, (1.2 * minMs) / Math.max(ms, 0.01))));
    }
}

/**
 * One row of the table.
 * @param {object} bench
 * @param {Record<string, string | number>} bench.row - what identifies the case: suite, name, curve, threads, size, …
 * @param {(count: number) => unknown} bench.ours - runs the case `count` times on ffturbo
 * @param {(count: number) => unknown} bench.theirs - the same on ffjavascript
 * @param {() => unknown} bench.check - throws when the two do not agree
 * @param {{ rounds: number, minMs: number, clock?: "wall" | "processor" }} settings
 */
export async function compare({ row, ours, theirs, check }, { rounds, minMs, clock }) {
    await check();
    await timed(ours, 1);
    await timed(theirs, 1);
    const counts = { ours: await calibrate(ours, minMs), theirs: await calibrate(theirs, minMs) };
    const times = { ours: [], theirs: [] };
    for (let round = 0; round < rounds; round++) {
        for (const side of round % 2 ? ["theirs", "ours"] : ["ours", "theirs"]) {
            times[side].push((await timed(side === "ours" ? ours : theirs, counts[side], clock)) / counts[side]);
        }
    }
    return finish(row, times);
}

/** Times in milliseconds of either side, as a row with ratios. */
export function finish(row, times) {
    const ours = summary(times.ours), theirs = summary(times.theirs);
    return {
        ...row,
        ours,
        theirs,
        ratio: ours.median / theirs.median,
        speedup: theirs.median / ours.median,
        rounds: times.ours.length,
    };
}

/** Throws unless two byte strings (or anything that prints) are equal. */
export function mustAgree(what, ours, theirs) {
    const same =
        ours instanceof Uint8Array && theirs instanceof Uint8Array
            ? Buffer.compare(ours, theirs) === 0
            : String(ours) === String(theirs);
    if (!same) throw new Error(`${what}: expected the result of ffjavascript, got another`);
}

const UNITS = [["s ", 1e3], ["ms", 1], ["us", 1e-3], ["ns", 1e-6]];
/** 12.3 ms, 456 ns: three digits and a unit. */
export function duration(ms) {
    const [unit, size] = UNITS.find(([, value]) => ms >= value) ?? UNITS[3];
    return `${(ms / size).toPrecision(3)} ${unit}`;
}

const label = ({ suite, name, curve, size, threads, tier }) => [
    suite,
    curve,
    name,
    size === undefined ? "" : `2^${size}`,
    threads ? `${threads} thr` : "",
    tier ?? "",
];

/** Left-aligned names, right-aligned figures. */
export function table(header, lines) {
    const widths = header.map((title, i) => Math.max(title.length, ...lines.map((line) => String(line[i]).length)));
    const print = (line) =>
        line.map((cell, i) => (i < 6 ? String(cell).padEnd(widths[i]) : String(cell).padStart(widths[i]))).join("  ");
    return [print(header), print(widths.map((width) => "-".repeat(width))), ...lines.map(print)].join("\n");
}

export const HEADER = [
    "suite",
    "curve",
    "case",
    "size",
    "threads",
    "tier",
    "ffturbo",
    "±",
    "ffjavascript",
    "±",
    "ratio",
    "times",
];
/** One line of the printed table. */
export const line = (row) => [
    ...label(row),
    duration(row.ours.median),
    `${(100 * row.ours.spread).toFixed(0)}%`,
    duration(row.theirs.median),
    `${(100 * row.theirs.spread).toFixed(0)}%`,
    row.ratio.toFixed(3),
    `${row.speedup.toFixed(2)}x`,
];
