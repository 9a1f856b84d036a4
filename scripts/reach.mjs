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
import { importing, ON_ARTIFACTS, ON_COMMANDS, ON_WORKERS } from "./mutants/suites.mjs";
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
 * Which characters of a file a suite ran, one byte each: an inner range of V8 stands after the one around it.
 * @param {any} script
 */
function charactersOf({ functions }) {
    const ranges = functions.flatMap((one) => one.ranges);
    const ran = new Uint8Array(Math.max(0, ...ranges.map(({ endOffset }) => endOffset)));
    for (const { startOffset, endOffset, count } of ranges) ran.fill(Number(count > 0), startOffset, endOffset);
    return ran;
}

/**
 * The best suites, in turn: what runs much of the file in little time, and counts code the less the more of those
 * before ran it. Without that, proofs that run everything would leave no place for the one suite that meets a refusal.
 * @param {{ suite: string, seconds: number, ran: Uint8Array }[]} rows
 */
export function best(rows) {
    const times = new Uint8Array(Math.max(0, ...rows.map(({ ran }) => ran.length)));
    const chosen = /** @type {string[]} */ ([]);
    const worth = ({ ran, seconds }) =>
        ran.reduce((sum, did, i) => sum + did / (1 + times[i]) ** 2, 0) / (seconds + 2);
    for (let left = [...rows]; left.length > 0 && chosen.length < KEPT;) {
        const values = left.map(worth), next = left[values.indexOf(Math.max(...values))];
        next.ran.forEach((did, i) => { times[i] += did; });
        chosen.push(next.suite);
        left = left.filter((row) => row !== next);
    }
    return chosen;
}

/** The map of what was recorded; a suite that was not keeps its places. @param {Map} old @returns {Map} */
function fromCoverage(old) {
    const rows = /** @type {Record<string, any[]>} */ ({}), kept = new Set();
    // what coverage does not record takes as long as before: ceremonies, say, are of npm test as well
    const seconds = Object.fromEntries(Object.entries(old.seconds).filter(([suite]) => existsSync(join(root, suite))));
    for (const suite of SUITES.filter((name) => !ELSEWHERE.test(name))) {
        const reach = keptReach(suite);
        if (!reach?.passed) {
            kept.add(suite);
            continue;
        }
        seconds[suite] = Math.round(10 * reach.seconds) / 10;
        for (const script of reach.result) {
            const ran = charactersOf(script);
            if (ran.includes(1)) (rows[script.url] ??= []).push({ suite, seconds: reach.seconds, ran });
        }
    }
    const files = [...new Set([...Object.keys(rows), ...Object.keys(old.reached)])]
        .filter((file) => existsSync(join(root, file)));
    const listOf = (file) => [...new Set([
        ...best(rows[file] ?? []), ...(old.reached[file] ?? []).filter((suite) => kept.has(suite)),
    ])];
    return { seconds, reached: Object.fromEntries(files.sort().map((file) => [file, listOf(file).slice(0, KEPT)])) };
}

/** A line for each file: changes of one show as one. @param {Map} map */
export function textOf({ seconds, reached }) {
    const block = (record) => Object.keys(record).sort().map((key) => `    ${JSON.stringify(key)}: ${JSON.stringify(record[key])}`).join(",\n");
    return `{\n  "seconds": {\n${block(seconds)}\n  },\n  "reached": {\n${block(reached)}\n  }\n}\n`;
}

export const writeReach = () => writeFileSync(PLACE, textOf(fromCoverage(readReach())));

/** Suites that import a file of the tests' support. @param {string} file */
const supportedBy = (file) => filesOf("test", /\.test\.js$/).filter((suite) =>
    readFileSync(join(root, suite), "utf8").includes(file.slice("test/".length)));

/** Suites that concern a changed file, best first. @param {string} file @param {Map} map */
export function suitesFor(file, { reached }) {
    const named = (rows, subject) => rows.filter(([pattern]) => pattern.test(subject))
        .flatMap(([, suites]) => suites.map((name) => `${name}.test.js`));
    if (/^test\/.*\.test\.js$/.test(file)) return [file];
    if (file.startsWith("test/support/")) return supportedBy(file);
    if (file.startsWith("bin/")) return [...new Set([...importing(file), ...named(ON_COMMANDS, file)])];
    if (/^src\/wasm\/\w+\.js$/.test(file)) return named(ON_ARTIFACTS, file.slice("src/wasm/".length));
    if (file.endsWith(".md")) return ["test/unit/readme_links.test.js", "test/unit/pointers.test.js", "test/unit/docs.test.js"];
    const own = importing(file).filter((suite) => !ELSEWHERE.test(suite));
    const ran = [...new Set([...named(TWINS, file), ...own, ...(reached[file] ?? [])])];
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
