/**
 * Which suites tell most about a file, from the coverage that `npm run coverage` records:
 * reach.json has the best of them for each file, and the seconds of processor time that each suite
 * takes. `npm test` begins with the longest, and `npm test -- --changed` chooses by it.
 *
 *     npm run reach                  records the suites nearest to files for which it has none:
 *                                    after a new file
 *     npm run reach -- SUITE...      records these suites, and merges them into what is known:
 *                                    after a new suite
 *     npm run reach -- --time SUITE...   measures again what these suites take, or all of them
 *     npm run reach -- --kept        writes all of reach.json from what `npm run coverage` recorded last; `npm run
 *                                    coverage -- --write` does so, too
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isMeasured, keptReach, reachOf, root, runSuite, SUITES } from "./coverage/record.mjs";
import { importing, naming, ON_ARTIFACTS, ON_COMMANDS, ON_WORKERS } from "./mutants/suites.mjs";
import { workerFiles } from "./mutants/tree.mjs";
import { BINS, filesOf, inPackage, isOfCommand, LISTS, SOURCES, SUITES as ALL_SUITES } from "./workspaces.mjs";

const PLACE = join(root, "scripts/reach.json");
/** Suites that are kept for a file: one change is seldom seen by more, and never sooner. */
const KEPT = 12;
/** They need a GPU or another program. */
const isElsewhere = (/** @type {string} */ suite) => LISTS.apart.includes(suite);
/**
 * Suites that are recorded for a file for which there are none, or more if none of these runs it.
 */
const NEAREST = 3;
/** Rooms whose files need suites. */
const ROOMS = [...BINS, "src/files", "src/protocols", "src/batch", ...SOURCES.slice(1)];
/**
 * The share of a file's functions that a new suite must run for the place of another that takes
 * longer.
 */
const MOST = 0.8;
/** Seconds of a suite that was never recorded. */
const UNKNOWN = 5;
/** Quick suites that concern every change of the sources. */
const ALWAYS = ["test/unit/architecture.test.js", "test/unit/pointers.test.js"];

/** @typedef {{ seconds: Record<string, number>, reached: Record<string, string[]> }} Map */

/** @returns {Map} */
export const readReach = () =>
    (existsSync(PLACE) ? JSON.parse(readFileSync(PLACE, "utf8")) : { seconds: {}, reached: {} });

/**
 * What compares the code of a folder with its slow twin, or tests its files one by one: before
 * suites that merely run all of it, as a proof runs every sum.
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
    [/^src\/files\/source_http/, ["test/prover/http", "packages/keys/test/store/connection"]],
    [/^packages\/snarkjs\/src\/ceremony\/bellman\//, ["packages/snarkjs/test/ceremony/ceremony_bellman"]],
    [/^src\/protocols\/setup\//, ["packages/snarkjs/test/unit/ceremony_parts", "test/prover/ceremony_setup",
        "test/prover/ceremony_columns"]],
    [/^packages\/snarkjs\/src\/ceremony\/tau\//, ["packages/snarkjs/test/unit/tau_chain", "packages/snarkjs/test/unit/ceremony_parts",
        "packages/snarkjs/test/ceremony/powers_of_tau"]],
    [/^packages\/snarkjs\/src\/ceremony\/verify\//, ["packages/snarkjs/test/ceremony/ceremony_verify"]],
    [/^packages\/keys\/src\/delegate\//, ["packages/keys/test/delegate/shares", "packages/keys/test/delegate/proof",
        "packages/keys/test/delegate/faults"]],
];

/**
 * The functions of a file, without the one around all others, which runs when the file is loaded.
 */
const ownFunctions = ({ functions }) => {
    const end = Math.max(0, ...functions.map(({ ranges }) => ranges[0].endOffset));
    const inner = functions.filter(({ ranges: [{ startOffset, endOffset }] }) => startOffset > 0 || endOffset < end);
    return inner.length > 0 ? inner : functions;
};

/**
 * Which characters of a file's functions a suite ran, one byte each: an inner range of V8 stands
 * after the one around it. What is around functions are imports, comments and constants, which say
 * nothing of a suite that loads them.
 * @param {any} script
 */
function charactersOf(script) {
    const ranges = ownFunctions(script).flatMap((one) => one.ranges);
    const ran = new Uint8Array(Math.max(0, ...ranges.map(({ endOffset }) => endOffset)));
    for (const { startOffset, endOffset, count } of ranges) ran.fill(Number(count > 0), startOffset, endOffset);
    return ran;
}

/**
 * The best suites, in turn: what runs much of the file in little time, and counts code the less the
 * more of those before ran it. Without that, proofs that run everything would leave no place for
 * the one suite that meets a refusal.
 * @param {{ suite: string, seconds: number, ran: Uint8Array }[]} rows
 */
export function best(rows) {
    const times = new Uint8Array(Math.max(0, ...rows.map(({ ran }) => ran.length)));
    const chosen = /** @type {string[]} */ ([]);
    const worth = ({ ran, seconds }) =>
        ran.reduce((sum, did, i) => sum + did / (1 + times[i]) ** 2, 0) / (seconds + 2);
    for (let left = [...rows]; left.length > 0 && chosen.length < KEPT;) {
        const values = left.map(worth);
        const next = left[values.indexOf(Math.max(...values))];
        next.ran.forEach((did, i) => { times[i] += did; });
        chosen.push(next.suite);
        left = left.filter((row) => row !== next);
    }
    return chosen;
}

const tenths = (seconds) => Math.round(10 * seconds) / 10;

/**
 * The map of what was recorded; a suite that was not keeps its places.
 * @param {Map} old
 * @returns {Map}
 */
function fromCoverage(old) {
    const rows = /** @type {Record<string, any[]>} */ ({}), kept = new Set();
    // coverage makes code slower: what was measured without it stays, as do suites that coverage
    // does not record
    const seconds = Object.fromEntries(Object.entries(old.seconds).filter(([suite]) => existsSync(join(root, suite))));
    for (const suite of SUITES.filter((name) => !isElsewhere(name))) {
        const reach = keptReach(suite);
        if (!reach?.passed) {
            kept.add(suite);
            continue;
        }
        seconds[suite] ??= tenths(reach.seconds);
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

/** The share of a file's functions that a suite ran. @param {any} script */
function shareOf(script) {
    const functions = ownFunctions(script);
    return functions.filter(({ ranges }) => ranges[0].count > 0).length / (functions.length || 1);
}

/**
 * The map with some suites recorded anew. What the others reach is not compared again: they stay
 * before a suite that is new. Where a file has all its places taken, that one gets the last if it
 * runs most of the file and takes no longer.
 * @param {Map} map
 * @param {readonly { suite: string, seconds: number, result: any[] }[]} recorded
 * @param {readonly string[]} [files] - whose suites are listed anew; all
 * @returns {Map}
 */
export function merged(map, recorded, files) {
    const seconds = { ...map.seconds }, rows = /** @type {Record<string, any[]>} */ ({});
    for (const { suite, seconds: takes, result } of recorded) {
        seconds[suite] = tenths(takes);
        for (const script of result) {
            const ran = charactersOf(script);
            const row = { suite, seconds: takes, ran, share: shareOf(script) };
            if (ran.includes(1)) (rows[script.url] ??= []).push(row);
        }
    }
    const again = new Set(recorded.map(({ suite }) => suite)), reached = { ...map.reached };
    for (const file of files ?? new Set([...Object.keys(map.reached), ...Object.keys(rows)])) {
        const now = best(rows[file] ?? []);
        const before = (map.reached[file] ?? []).filter((suite) => !again.has(suite) || now.includes(suite));
        const compared = before.every((suite) => now.includes(suite));
        const all = compared ? now : [...new Set([...before, ...now])];
        const list = all.slice(0, KEPT);
        const last = list[KEPT - 1];
        const better = all.slice(KEPT).find((suite) => seconds[suite] <= (seconds[last] ?? UNKNOWN)
            && rows[file].some((row) => row.suite === suite && row.share >= MOST));
        reached[file] = better ? [...list.slice(0, -1), better] : list;
    }
    return { seconds, reached };
}

/** Files of code in the rooms that no suite is known for. @param {Map} map @returns {string[]} */
export const unknownFiles = (map) => ROOMS.flatMap((room) => filesOf(room, /\.m?js$/))
    .filter((file) => (isOfCommand(file) || isMeasured(file)) && !/(context|protocol|snarkjs\/src\/node)\.js$/.test(file))
    .filter((file) => knownFor(file, map).length === 0);

/** Files of src and bin that import a file. @param {string} file @returns {string[]} */
function importers(file) {
    const importsOf = (from) => [...readFileSync(join(root, from), "utf8")
        .matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, name]) => join(dirname(from), name).replaceAll("\\", "/"));
    return [...SOURCES, ...BINS].flatMap((room) => filesOf(room, /\.m?js$/)).filter((from) => importsOf(from).includes(file));
}

/**
 * Suites that probably reach a file that the map does not know: the cheapest of those that are
 * known for the files that import it, or for what imports these.
 * @param {string} file
 * @param {Map} map
 * @returns {string[]}
 */
export function nearest(file, map) {
    const seen = new Set([file]);
    for (let level = [file]; level.length > 0;) {
        const suites = SUITES.filter((suite) => level.some((one) => knownFor(one, map).includes(suite)));
        if (suites.length > 0) return suites.sort((a, b) => takes(map, a) - takes(map, b)).slice(0, KEPT);
        level = [...new Set(level.flatMap(importers))].filter((one) => !seen.has(one));
        for (const one of level) seen.add(one);
    }
    return [];
}

/** @param {Map} map @param {string} suite */
const takes = (map, suite) => map.seconds[suite] ?? UNKNOWN;

/** A line for each file: changes of one show as one. @param {Map} map */
export function textOf({ seconds, reached }) {
    const block = (record) => Object.keys(record).sort().map((key) => `    ${JSON.stringify(key)}: ${JSON.stringify(record[key])}`).join(",\n");
    return `{\n  "seconds": {\n${block(seconds)}\n  },\n  "reached": {\n${block(reached)}\n  }\n}\n`;
}

export const writeReach = () => writeFileSync(PLACE, textOf(fromCoverage(readReach())));

/** Suites that import a file of the tests' support. @param {string} file */
const supportedBy = (file) => ALL_SUITES.filter((suite) =>
    readFileSync(join(root, suite), "utf8").includes(file.slice("test/".length)));

/**
 * The suites of a table whose patterns fit.
 * @param {any[]} rows
 * @param {string} subject
 * @returns {string[]}
 */
const named = (rows, subject) => rows.filter(([pattern]) => pattern.test(subject))
    .flatMap(([, suites]) => suites.map((name) => `${name}.test.js`));

/**
 * A file's own suites, which are its twins, those that import it, and those of its name; then
 * others. Some of those that run workers come early where workers have the file.
 * @param {string} file
 * @param {string[]} others
 */
function withOwn(file, others) {
    const own = [...named(TWINS, file), ...importing(file).filter((suite) => !isElsewhere(suite))];
    const all = [...new Set([...own, ...others])];
    return workerFiles().has(file) ? [...all.slice(0, 3), ...ON_WORKERS.slice(0, 3), ...all.slice(3)] : all;
}

/**
 * Of two lists the first of each, then the second of each, and so on.
 * @param {string[]} a
 * @param {string[]} b
 */
const byTurns = (a, b) => Array.from({ length: Math.max(a.length, b.length) },
    (_, i) => [...a.slice(i, i + 1), ...b.slice(i, i + 1)]).flat();

/**
 * Suites that concern a changed file, best first: after its own, by turns those that say what it
 * says and those that run most of it in little time. Of a file that is reached through others
 * alone, the latter mostly want something else, and pass through.
 * @param {string} file
 * @param {Map} map
 * @returns {string[]}
 */
export function suitesFor(file, { reached }) {
    if (/^test\/.*\.test\.js$/.test(inPackage(file))) return [file];
    if (file.startsWith("test/support/")) return supportedBy(file);
    if (isOfCommand(file)) return [...new Set([...importing(file), ...named(ON_COMMANDS, file)])];
    if (/^src\/wasm\/\w+\.js$/.test(inPackage(file))) return named(ON_ARTIFACTS, basename(file));
    if (file.endsWith(".md")) return ["test/unit/readme_links.test.js", "test/unit/pointers.test.js", "test/unit/docs.test.js"];
    return withOwn(file, byTurns([...naming(file).keys()], reached[file] ?? []));
}

/**
 * Suites that are known to run a file.
 * @param {string} file
 * @param {Map} map
 * @returns {string[]}
 */
export const knownFor = (file, map) =>
    (isMeasured(file) ? withOwn(file, map.reached[file] ?? []) : suitesFor(file, map));

/**
 * Suites for a change: for each file its best, then for each its second, and so on, as long as
 * there is time.
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
        if (takes(map, suite) > rest && !files.includes(suite)) { left.push(suite); continue; }
        rest -= takes(map, suite);
        suites.push(suite);
    }
    return { suites, left };
}

/**
 * Suites in the order in which several processes should take them: the last ones should be short.
 * @param {readonly string[]} suites
 * @param {Map} [map]
 * @returns {string[]}
 */
export const longestFirst = (suites, map = readReach()) =>
    [...suites].sort((a, b) => takes(map, b) - takes(map, a) || (a < b ? -1 : 1));

/** @param {Map} map */
const write = (map) => writeFileSync(PLACE, textOf(map));

/**
 * Seconds of the processors that a suite takes without coverage.
 * @param {string} suite
 * @returns {Promise<number>}
 */
async function timeOf(suite) {
    const { passed, processor, seconds, output } = await runSuite(suite);
    if (!passed) throw new Error(`reach: expected ${suite} to pass, got\n${output}`);
    return processor ?? seconds;
}

/**
 * @param {string} suite
 * @throws {Error} where coverage does not record it, and where it fails
 */
async function record(suite) {
    if (!SUITES.includes(suite)) throw new Error(`reach: expected a suite that coverage records, got ${suite}`);
    mkdirSync(join(root, ".scratch/coverage"), { recursive: true });
    const seconds = await timeOf(suite);
    const { passed, result } = await reachOf(suite);
    if (!passed) throw new Error(`reach: expected ${suite} to pass while it is recorded, got a failure`);
    console.error(`${suite} ${seconds.toFixed(1)} s`);
    return { suite, seconds, result };
}

/**
 * Records suites and merges them into a map, together, so that they are compared with each other.
 * @param {Map} map
 * @param {readonly string[]} suites
 * @param {readonly string[]} [files] - as in merged
 * @returns {Promise<Map>}
 */
export async function recorded(map, suites, files) {
    const all = [];
    for (const suite of suites) all.push(await record(suite));
    return merged(map, all, files);
}

/** Records suites for files that have none. @param {Map} map @returns {Promise<Map>} */
async function recordedForUnknown(map) {
    const done = new Set();
    const unknown = unknownFiles(map);
    for (const file of unknown) {
        for (const [i, suite] of nearest(file, map).entries()) {
            if (i >= NEAREST && knownFor(file, map).length > 0) break;
            if (!done.has(suite)) map = await recorded(map, [suite], unknown);
            done.add(suite);
        }
    }
    const left = unknownFiles(map);
    if (left.length) throw new Error(`reach: expected suites that run these files, got none: ${left.join(", ")}`);
    return map;
}

/** @param {string[]} args */
async function main(args) {
    const [kind, ...suites] = args;
    let map = readReach();
    if (kind === "--kept") map = fromCoverage(map);
    else if (kind === "--time") {
        for (const suite of suites.length ? suites : Object.keys(map.seconds)) {
            const seconds = tenths(await timeOf(suite));
            console.error(`${suite} ${seconds} s, was ${map.seconds[suite] ?? "unknown"}`);
            map = { ...map, seconds: { ...map.seconds, [suite]: seconds } };
        }
    } else if (kind === undefined) map = await recordedForUnknown(map);
    else map = await recorded(map, args);
    write(map);
}

const asked = process.argv[1] && pathToFileURL(realpathSync(process.argv[1])).href === import.meta.url;
if (asked) await main(process.argv.slice(2));
