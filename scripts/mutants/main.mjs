/**
 * `npm run mutants`: makes one small change of the sources at a time, in a copy of the checkout,
 * and reports which changes no test notices. See README.md here.
 *
 *     npm run mutants -- --files src/files        files that start so, with commas; if absent, all
 *                                                 sources, bin and scripts/wasm
 *     npm run mutants -- --files bin/lib/bar.mjs:30-46   lines of a file
 *     npm run mutants -- --changed main           only lines that differ from a revision
 *     npm run mutants -- --max 200 --seed 7       a sample; the seed is printed
 *     npm run mutants -- --kinds removed,compare  kinds of changes
 *     npm run mutants -- --jobs 2 --budget 60     trees side by side; seconds of suites for one
 *                                                 mutant
 *     npm run mutants -- --floor 97               fails below this share of killed ones, in percent
 *     npm run mutants -- --seconds 600            starts no new mutant after this time
 *     npm run mutants -- --list                   tries nothing
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { hashOf, isMeasured, root } from "../coverage/record.mjs";
import { knownFor, readReach } from "../reach.mjs";
import { BINS, filesOf, isOfCommand, SOURCES } from "../workspaces.mjs";
import { candidatesOf, isProgram, keyOf } from "./operators.mjs";
import { Suites } from "./suites.mjs";
import { report } from "./report.mjs";
import { Tree, workerFiles } from "./tree.mjs";
import { textsOf, tryMutant } from "./trial.mjs";

/** Folders of what is changed. */
const MUTATED = [...SOURCES, ...BINS, "scripts/wasm"];
const OPTIONS = {
    files: { type: "string", default: MUTATED.join() },
    changed: { type: "string" },
    max: { type: "string" },
    seed: { type: "string" },
    kinds: { type: "string" },
    jobs: { type: "string", default: "1" },
    budget: { type: "string", default: "40" },
    floor: { type: "string" },
    seconds: { type: "string" },
    list: { type: "boolean", default: false },
};
const EQUIVALENT = join(root, "scripts/mutants/equivalent.json");
const KEPT = join(root, ".scratch/mutants/results.jsonl");
/** Whose text may stay the same while what they prove no longer holds. */
const isProof = (file) => /proof|limbs\.js$|record\.js$/.test(file);

/** @typedef {import("./operators.mjs").Mutant} Mutant */

const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {});

/**
 * Lines of each file that differ from a revision.
 * @param {string} ref
 * @returns {Map<string, [number, number][]>}
 */
function changedSince(ref) {
    const diff = execFileSync("git", ["diff", "--unified=0", ref, "--", ...MUTATED],
        { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
    const lines = new Map();
    let file = "";
    for (const line of diff.split("\n")) {
        if (line.startsWith("+++ ")) file = line.slice(6);
        const hunk = /^@@ .*\+(\d+)(?:,(\d+))? @@/.exec(line);
        if (!hunk || hunk[2] === "0") continue;
        const from = Number(hunk[1]);
        lines.set(file, [...(lines.get(file) ?? []), [from, from + Number(hunk[2] ?? 1) - 1]]);
    }
    return lines;
}

/** A generator of numbers in [0, 1) that a seed repeats. @param {number} seed */
function* random(seed) {
    for (let i = 0; ; i++) yield parseInt(sha256(`${seed} ${i}`).slice(0, 12), 16) / 2 ** 48;
}

/**
 * Some of the mutants, in their order: one of each file and kind in turn, so that a file of many
 * constants does not stand for a room, and checks, clean-ups and guards count as much as bounds.
 * Those alone are parsed, which takes minutes for all.
 * @param {Mutant[]} list - programs or not @param {number} max @param {number} seed
 * @returns {Mutant[]} programs
 */
function sample(list, max, seed) {
    const texts = new Map();
    const textOf = (file) => {
        if (!texts.has(file)) texts.set(file, readFileSync(join(root, file), "utf8"));
        return texts.get(file);
    };
    const isGood = (one) => isProgram(textOf(one.file), one);
    if (list.length <= max) return list.filter(isGood);
    const next = random(seed);
    const drawn = new Map(list.map((one) => [one, Number(next.next().value)]));
    const byDraw = [...list].sort((a, b) => drawn.get(a) - drawn.get(b));
    const met = new Map();
    const turnOf = (name) => {
        const turn = met.get(name) ?? 0;
        met.set(name, turn + 1);
        return turn;
    };
    const turns = new Map(byDraw.map((one) => [one, turnOf(one.file) + turnOf(one.kind)]));
    const chosen = new Set();
    for (const one of byDraw.sort((a, b) => turns.get(a) - turns.get(b))) {
        if (chosen.size < max && isGood(one)) chosen.add(one);
    }
    return list.filter((one) => chosen.has(one));
}

/**
 * Where mutants are wanted: the beginnings of files, with commas, and after a colon lines.
 * @param {string} files
 * @returns {{ prefix: string, lines?: [number, number] }[]}
 */
const placesOf = (files) => files.split(",").map((place) => {
    const [, prefix, from, to = from] = /** @type {RegExpExecArray} */ (/^([^:]*)(?::(\d+)(?:-(\d+))?)?$/.exec(place));
    return from === undefined ? { prefix } : { prefix, lines: [Number(from), Number(to)] };
});

/** @param {any} values @returns {Mutant[]} changes, of which some are no programs */
function mutants({ files, changed, kinds }) {
    const places = placesOf(files);
    const lines = changed === undefined ? undefined : changedSince(changed);
    const placesFor = (file) => places.filter(({ prefix }) => file.startsWith(prefix));
    const wanted = MUTATED.flatMap((dir) => filesOf(dir, /\.m?js$/)).filter((file) =>
        (isMeasured(file) || isOfCommand(file)) && placesFor(file).length > 0 && (!lines || lines.has(file)));
    const isWanted = ({ file, line }) => placesFor(file).some(({ lines: only }) =>
        !only || (only[0] <= line && line <= only[1]));
    const all = wanted.flatMap((file) => candidatesOf(file, readFileSync(join(root, file), "utf8"), lines?.get(file))).filter(isWanted);
    return kinds ? all.filter(({ kind }) => kinds.split(",").includes(kind)) : all;
}

/** Verdicts that still hold: file and suites are the same. @param {Suites} known */
function memory(known) {
    const lines = existsSync(KEPT) ? readFileSync(KEPT, "utf8").trim().split("\n") : [];
    const kept = Object.fromEntries(lines.map((line) => JSON.parse(line)));
    const suites = new Map([...known.seconds.keys()].sort().map((suite) => [suite, hashOf(suite)]));
    const all = sha256([...suites].join());
    const nameOf = ({ file, start, end, replacement }) => sha256([file, hashOf(file), start, end, replacement].join());
    return {
        /** A killed one stays so while its killer is the same, any other while all suites are. */
        find: (mutant) => {
            const old = kept[nameOf(mutant)];
            if (!old) return undefined;
            const killer = old.by?.split(/[ :]/)[0];
            return old.all === all || (suites.has(killer) && suites.get(killer) === old.killer) ? old : undefined;
        },
        keep: (mutant, outcome) => {
            const killer = suites.get(outcome.by?.split(/[ :]/)[0]);
            appendFileSync(KEPT, `${JSON.stringify([nameOf(mutant), { ...outcome, all, killer }])}\n`);
        },
    };
}

/** Tries mutants one after the other in a separate tree. */
async function work(number, queue, context) {
    const { results, kept, until } = context, tree = new Tree(number);
    try {
        if (queue.some(({ file }) => file.startsWith("scripts/"))) context.texts ??= await textsOf(tree);
        while (queue.length && performance.now() < until) {
            const mutant = /** @type {any} */ (queue.shift());
            const old = kept.find(mutant);
            const outcome = old ?? await tryMutant(tree, readFileSync(join(root, mutant.file), "utf8"), mutant, context);
            if (!old) kept.keep(mutant, outcome);
            results.push({ ...mutant, ...outcome });
            if (outcome.verdict === "killed" || outcome.verdict === "late" || old) continue;
            console.log(`${outcome.verdict} ${mutant.file}:${mutant.line} ${mutant.kind}: ${keyOf(mutant)}`);
        }
    } finally {
        tree.remove();
    }
}

async function main(args) {
    const { values } = parseArgs({ args, options: OPTIONS });
    const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
    const all = mutants(values);
    const queue = sample(all, Number(values.max ?? Infinity), seed);
    console.log(`${all.length} changes, ${queue.length} of them tried, --seed ${seed}`);
    if (values.list) {
        for (const mutant of queue) console.log(`${mutant.file}:${mutant.line} ${mutant.kind}: ${keyOf(mutant)}`);
        return true;
    }
    mkdirSync(join(root, ".scratch/mutants"), { recursive: true });
    const map = readReach();
    const known = new Suites(map.seconds, (file) => knownFor(file, map)), results = [];
    const context = {
        known, results, kept: memory(known), workers: workerFiles(), budget: Number(values.budget), proofs: isProof,
        until: performance.now() + 1000 * Number(values.seconds ?? Infinity),
    };
    await Promise.all(Array.from({ length: Number(values.jobs) }, (_, i) => work(i, queue, context)));
    const share = report(results, readJson(EQUIVALENT), queue.length);
    return share >= Number(values.floor ?? 0);
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
