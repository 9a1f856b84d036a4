/**
 * Draws timeline.svg from a real proof: node docs/pictures/make_timeline.mjs
 * It has no scale, because that is the machine's.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { kindOf, KINDS } from "../../demo/src/kinds.js";
import { buildBn128 } from "../../src/index.js";
import { prove } from "../../src/protocols/groth16/index.js";
import { fixture } from "../../test/support/circuits.js";

/** The shortest of so many, the first of which warm up: others may use the machine. */
const PROOFS = 40;
const THREADS = 2, LEFT = 130, WIDTH = 640, ROW = 26, TOP = 44;
const COLOURS = { g1: "#4f46e5", g2: "#b4419a", fft: "#0b7f83", other: "#a05a00" };

async function measure() {
    const curve = await buildBn128({ threads: THREADS });
    const files = ["circuit.zkey", "witness.wtns"].map((name) => new Uint8Array(readFileSync(fixture("mimc_example", name))));
    let best = { whole: Infinity };
    for (let i = 0; i < PROOFS; i++) {
        const { timings, tasks } = await prove(...files, { curve, timings: true });
        const whole = Math.max(...timings.map(({ end }) => end));
        const own = tasks.filter(({ thread }) => thread > 0).map(({ thread, task, ...times }) =>
            ({ row: `worker ${thread}`, kind: kindOf(task), ...times }));
        if (whole < best.whole) best = { whole, timings, own };
    }
    await curve.terminate();
    const nameOf = (phase) => (phase.length > 2 ? phase : `MSM ${phase}`);
    return [...best.timings.map(({ phase, ...times }) => ({ row: nameOf(phase), ...times })), ...best.own];
}

function draw(bars) {
    const rows = [...new Set(bars.map(({ row }) => row))], whole = Math.max(...bars.map(({ end }) => end));
    const x = (ms) => (LEFT + (ms / whole) * WIDTH).toFixed(1), y = (row) => TOP + ROW * rows.indexOf(row);
    const height = TOP + ROW * rows.length + 44, right = LEFT + WIDTH + 24;
    const labels = rows.map((row) => `<text x="16" y="${y(row) + 16}">${row}</text>`);
    const rects = bars.map(({ row, kind, start, end }) =>
        `<rect x="${x(start)}" y="${y(row) + 3}" width="${Math.max(1.5, x(end) - x(start)).toFixed(1)}" height="18" rx="2" fill="${COLOURS[kind] ?? "#7c83ad"}"/>`);
    const legend = Object.keys(COLOURS).map((kind, i) =>
        `<rect x="${16 + 175 * i}" y="${height - 28}" width="12" height="12" rx="2" fill="${COLOURS[kind]}"/><text x="${34 + 175 * i}" y="${height - 17}">${KINDS[kind]}</text>`);
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${right} ${height}" font-family="system-ui, sans-serif" font-size="13" fill="#14172b" role="img" aria-label="A proof on the time line of two workers">
<rect width="${right}" height="${height}" rx="12" fill="#f4f5fb"/>
<text x="${LEFT}" y="28">start</text><text x="${LEFT + WIDTH}" y="28" text-anchor="end">proof</text>
${[...labels, ...rects, ...legend].join("\n")}
</svg>
`;
}

writeFileSync(join(fileURLToPath(import.meta.url), "..", "timeline.svg"), draw(await measure()));
