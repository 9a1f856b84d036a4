/**
 * Draws proofs.svg, time and memory of whole proofs, from the table in docs/numbers.md:
 * node docs/pictures/make_chart.mjs
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const HEAD = "| circuit | snarkjs on ffjavascript | `ffturbo prove` |";
const SERIES = [
    { name: "snarkjs", colour: "#8a8fa3", time: 1 },
    { name: "snarkjs on ffturbo", colour: "#0b7f83", time: 4 },
    { name: "ffturbo", colour: "#4f46e5", time: 2 },
];
const WIDTH = 860, LEFT = 64, TOP = 48, HEIGHT = 230, BAR = 20, GAP = 7, PITCH = 98;
const MEMORY_TOP = TOP + HEIGHT + 76, MEMORY_HEIGHT = 90;
/** The axis of times, in seconds: logarithmic, because sizes double. */
const FIRST = 0.1, LAST = 200, MARKS = [0.1, 1, 10, 100];

const seconds = (cell) => Number.parseFloat(cell) / (cell.endsWith("ms") ? 1000 : 1);

/** @param {string} page - docs/numbers.md */
function rowsOf(page) {
    const [, ...rest] = page.split(HEAD), lines = rest[0].split("\n").slice(2);
    const rows = lines.slice(0, lines.findIndex((line) => !line.startsWith("|")));
    return rows.map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim())).map((cells) => ({
        name: cells[0].split(", ")[0], size: cells[0].split(", ")[1], memory: Number(cells[6]),
        times: SERIES.map(({ time }) => seconds(cells[time])),
    }));
}

const x = (i) => LEFT + 12 + PITCH * i;
const y = (time) => TOP + HEIGHT * (1 - Math.log(time / FIRST) / Math.log(LAST / FIRST));
const text = (at, height, content, more = "") =>
    `<text x="${at.toFixed(1)}" y="${height.toFixed(1)}" ${more}>${content}</text>`;
const bar = (at, top, bottom, colour) =>
    `<rect x="${at.toFixed(1)}" y="${top.toFixed(1)}" width="${BAR}" height="${(bottom - top).toFixed(1)}" rx="2" fill="${colour}"/>`;
const SMALL = 'font-size="10" text-anchor="middle"';

function times(rows) {
    const lines = MARKS.map((mark) =>
        `<path d="M${LEFT} ${y(mark).toFixed(1)}H${WIDTH - 12}" stroke="#d9dbe6"/>${text(LEFT - 8, y(mark) + 4, `${mark}`, 'text-anchor="end"')}`);
    const bars = rows.flatMap((row, i) => row.times.map((time, k) => {
        const at = x(i) + (BAR + GAP) * k;
        return bar(at, y(time), TOP + HEIGHT, SERIES[k].colour)
            + text(at + BAR / 2, y(time) - 5, time < 10 ? time.toFixed(2) : time.toPrecision(3), SMALL);
    }));
    const names = rows.map(({ name, size }, i) => text(x(i) + 36, TOP + HEIGHT + 16, size, 'text-anchor="middle" font-weight="600"')
        + text(x(i) + 36, TOP + HEIGHT + 30, name, SMALL));
    return [...lines, ...bars, ...names];
}

function memory(rows) {
    const bottom = MEMORY_TOP + MEMORY_HEIGHT, top = (fraction) => bottom - MEMORY_HEIGHT * fraction;
    const bars = rows.flatMap((row, i) => [[1, 0], [row.memory, 2]].map(([fraction, k]) => {
        const at = x(i) + (BAR + GAP) * k;
        return bar(at, top(fraction), bottom, SERIES[k].colour)
            + (k ? text(at + BAR / 2, top(fraction) - 5, `${Math.round(100 * fraction)} %`, SMALL) : "");
    }));
    return [text(LEFT, MEMORY_TOP - 14, "Peak memory, as a fraction of that of snarkjs", 'font-weight="600"'), ...bars];
}

/** The picture for a page of numbers. @param {string} page */
export function drawChart(page) {
    const rows = rowsOf(page), height = MEMORY_TOP + MEMORY_HEIGHT + 16;
    const legend = SERIES.map(({ name, colour }, i) =>
        `<rect x="${LEFT + 330 + 160 * i}" y="12" width="12" height="12" rx="2" fill="${colour}"/>${text(LEFT + 348 + 160 * i, 23, name)}`);
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#14172b" role="img" aria-label="Time and peak memory of Groth16 proofs from 2^8 to 2^20 constraints with snarkjs, snarkjs on ffturbo, and ffturbo">
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${[text(LEFT, 23, "Seconds for a whole proof, logarithmic", 'font-weight="600"'), ...legend, ...times(rows), ...memory(rows)].join("\n")}
</svg>
`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
    writeFileSync(join(here, "proofs.svg"), drawChart(readFileSync(join(here, "../numbers.md"), "utf8")));
