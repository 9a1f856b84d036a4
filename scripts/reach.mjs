/**
 * Which suites tell most about a file, from the coverage that `npm run coverage` records: reach.json has the best of
 * them for each file, and the seconds that each suite takes. `npm test` divides its work by it, and `npm test --
 * --changed` chooses by it.
 *
 *     node scripts/reach.mjs    writes reach.json from what was recorded; `npm run coverage -- --write` does so, too
 */
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { filesOf, keptReach, root, SUITES } from "./coverage/record.mjs";
import { ON_ARTIFACTS, ON_COMMANDS, ON_WORKERS } from "./mutants/suites.mjs";
import { workerFiles } from "./mutants/tree.mjs";

const PLACE = join(root, "scripts/reach.json");
/** Suites that are kept for a file: one change is seldom seen by more, and never sooner. */
const KEPT = 12;
/** Suites of npm run test:gpu and test:queue, which need a card or another program. */
const ELSEWHERE = /^test\/(gpu|queue)\//;
/** Seconds of a suite that was never recorded. */
const UNKNOWN = 5;
/** Quick suites that concern every change of the sources. */
const ALWAYS = ["test/unit/architecture.test.js", "test/unit/pointers.test.js"];

/** @typedef {{ seconds: Record<string, number>, reached: Record<string, string[]> }} Map */

/** @returns {Map} */
export const readReach = () =>
    (existsSync(PLACE) ? JSON.parse(readFileSync(PLACE, "utf8")) : { seconds: {}, reached: {} });

/**
 * What compares the code of a folder with its slow twin: before suites that merely run all of it, as a proof runs every
 * sum.
 */
const TWINS = [
    [/^src\/kernels\/msm\//, ["test/differential/lane_msm", "test/property/msm"]],
    [/^src\/kernels\/points\//, ["test/differential/lane_batch", "test/differential/short_sums",
        "test/differential/group_fft"]],
    [/^src\/kernels\/fft\//, ["test/differential/lane_fft", "test/property/fft"]],
    [/^src\/kernels\/fields\//, ["test/property/fields", "test/differential/fft"]],
    [/^scripts\/wasm\/fft_lane\//, ["test/unit/fft_bounds", "test/differential/lane_fft"]],
    [/^scripts\/wasm\/(msm_lane|lane)\//, ["test/unit/lane_bounds", "test/differential/lane_group",
        "test/differential/lane_msm"]],
    [/^scripts\/wasm\/(field|tower)\//, ["test/differential/prime_field", "test/differential/tower", "test/unit/limbs"]],
    [/^scripts\/wasm\/group\//, ["test/differential/group", "test/differential/encoding"]],
    [/^scripts\/wasm\/pairing\//, ["test/differential/pairing"]],
    [/^scripts\/wasm\/circom\//, ["test/prover/circuit_functions"]],
];

/**
 * The share of a file's code that a suite ran: a block that never ran has a range with count 0.
 * @param {{ functions: { ranges: { startOffset: number, endOffset: number, count: number }[] }[] }} script
 */
function shareOf({ functions }) {
    let all = 0, missed = 0;
    for (const { ranges } of functions) for (const { startOffset, endOffset, count } of ranges) {
        all = Math.max(all, endOffset);
        if (count === 0) missed += endOffset - startOffset;
    }
    return all === 0 ? 0 : Math.max(0, 1 - missed / all);
}

/** The map of what was recorded. @returns {Map} */
function fromCoverage() {
    const worth = /** @type {Record<string, [suite: string, worth: number][]>} */ ({});
    // what coverage does not record takes as long as before: ceremonies, say, are of npm test as well
    const seconds = Object.fromEntries(
        Object.entries(readReach().seconds).filter(([suite]) => existsSync(join(root, suite))),
    );
    for (const suite of SUITES.filter((name) => !ELSEWHERE.test(name))) {
        const reach = keptReach(suite);
        if (!reach?.passed) continue;
        seconds[suite] = Math.round(10 * reach.seconds) / 10;
        for (const script of reach.result) {
            const share = shareOf(script);
            if (share > 0) (worth[script.url] ??= []).push([suite, (share * share) / (reach.seconds + 0.5)]);
        }
    }
    const best = (rows) => rows.sort((a, b) => b[1] - a[1]).slice(0, KEPT).map(([suite]) => suite);
    const files = Object.keys(worth).sort();
    return { seconds, reached: Object.fromEntries(files.map((file) => [file, best(worth[file])])) };
}

/** A line for each file: changes of one show as one. @param {Map} map */
export function textOf({ seconds, reached }) {
    const block = (record) => Object.keys(record).sort().map((key) => `    ${JSON.stringify(key)}: ${JSON.stringify(record[key])}`).join(",\n");
    return `{\n  "seconds": {\n${block(seconds)}\n  },\n  "reached": {\n${block(reached)}\n  }\n}\n`;
}

export const writeReach = () => writeFileSync(PLACE, textOf(fromCoverage()));

/** Suites whose file names that file, through whatever it imports from the tests' support. @param {string} file */
const importing = (file) => filesOf("test", /\.test\.js$/).filter((suite) =>
    readFileSync(join(root, suite), "utf8").includes(file.replace(/^test\//, "").replace(/^.*?\//, "")));

/** Suites that concern a changed file, best first. @param {string} file @param {Map} map */
export function suitesFor(file, { reached }) {
    const named = (rows, subject) => rows.filter(([pattern]) => pattern.test(subject))
        .flatMap(([, suites]) => suites.map((name) => `${name}.test.js`));
    if (/^test\/.*\.test\.js$/.test(file)) return [file];
    if (file.startsWith("test/support/")) return importing(file);
    if (file.startsWith("bin/")) return named(ON_COMMANDS, file);
    if (/^src\/wasm\/\w+\.js$/.test(file)) return named(ON_ARTIFACTS, file.slice("src/wasm/".length));
    if (file.endsWith(".md")) return ["test/unit/readme_links.test.js", "test/unit/pointers.test.js", "test/unit/docs.test.js"];
    const ran = [...new Set([...named(TWINS, file), ...(reached[file] ?? importing(file))])];
    return workerFiles().has(file) ? [...ran.slice(0, 3), ...ON_WORKERS.slice(0, 3), ...ran.slice(3)] : ran;
}

/**
 * Suites for a change: for each file its best, then for each its second, and so on, as long as there is time.
 * @param {readonly string[]} files - that changed, from the root
 * @param {number} seconds - that the suites may take together
 * @param {Map} [map]
 * @returns {{ suites: string[], left: string[] }} left: what there is no time for
 */
export function suitesOfChange(files, seconds, map = readReach()) {
    const rows = files.map((file) => suitesFor(file, map)), suites = [], left = [];
    let rest = seconds;
    const order = [...ALWAYS, ...Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) },
        (_, i) => rows.flatMap((row) => row.slice(i, i + 1))).flat()];
    for (const suite of new Set(order)) {
        if (!existsSync(join(root, suite))) continue;
        const takes = map.seconds[suite] ?? UNKNOWN;
        if (takes > rest && !files.includes(suite)) { left.push(suite); continue; }
        rest -= takes;
        suites.push(suite);
    }
    return { suites, left };
}

/**
 * Divides suites so that the parts take about equally long: the longest first, each to the part that has least.
 * @param {readonly string[]} suites
 * @param {number} count
 * @param {Map} [map]
 * @returns {string[][]}
 */
export function divide(suites, count, map = readReach()) {
    const parts = Array.from({ length: count }, () => ({ seconds: 0, suites: /** @type {string[]} */ ([]) }));
    const takes = (suite) => map.seconds[suite] ?? UNKNOWN;
    for (const suite of [...suites].sort((a, b) => takes(b) - takes(a) || (a < b ? -1 : 1))) {
        const least = parts.reduce((a, b) => (b.seconds < a.seconds ? b : a));
        least.seconds += takes(suite);
        least.suites.push(suite);
    }
    return parts.map((part) => part.suites.sort());
}

const asked = process.argv[1] && pathToFileURL(realpathSync(process.argv[1])).href === import.meta.url;
if (asked) writeReach();
