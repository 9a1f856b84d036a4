/**
 * Which suites concern a mutant: those that ran the very code it changes when their coverage was recorded, and those
 * that meet it in a generated file. Cheap ones, and those that killed its neighbours, come first.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesOf, isMeasured, hashOf, keptReach, root, SUITES } from "../coverage/record.mjs";

/** What measures time, or compares sources with what is generated from them, says nothing of a mutant. */
const NO_JUDGE = /test\/pool\/(responsive|fairness)\./;

/** What runs workers of their own bundle, cheapest first. */
export const ON_WORKERS = ["test/api/workers_run", "test/pool/commands", "test/pool/task_throws", "test/pool/abort",
    "test/pool/terminate", "test/pool/idle_exit", "test/pool/wipe", "test/prover/prove",
    "test/property/msm", "test/property/fft", "test/prover/witness_calculator", "test/prover/hostile_calculator"].map((name) => `${name}.test.js`);

/** What runs the command, in processes of their own where coverage is not recorded: cheapest first. */
export const ON_COMMANDS = [
    [/serve|server|signals|work/, [
        "test/server/front", "test/server/local", "test/server/tenants", "test/server/serve", "test/server/api",
        "test/server/webhooks", "test/server/monitor", "test/server/tracing",
    ]],
    [/writer/, ["test/unit/command_files", "test/command/outputs"]],
    [/doctor/, ["test/command/doctor"]],
    [/bench/, ["test/command/bench"]],
    [/bar/, ["test/unit/bar"]],
    [/arguments/, ["test/unit/arguments"]],
    [/files/, ["test/unit/command_files"]],
    [/./, ["test/command/info", "test/command/outputs", "test/command/exit_codes", "test/command/own_code", "test/command/open_files", "test/command/command",
        "test/command/circuit_command"]],
];

/** What judges constants that everything loads, before what merely loads them. */
const ON_CONSTANTS = [[/^src\/params\//, ["test/unit/record.test.js", "test/unit/params.test.js"]]];

/** What meets the artifact of a module. */
export const ON_ARTIFACTS = [
    [/^msm_/, ["test/differential/lane_field", "test/differential/lane_group", "test/differential/lane_batch",
        "test/differential/lane_msm", "test/property/msm"]],
    [/^fft_/, ["test/differential/lane_fft", "test/property/fft", "test/differential/group_fft"]],
    [/^circom/, ["test/prover/circuit_functions", "test/command/circuit_command", "test/prover/witness_calculator"]],
    [/^(?!msm|fft|circom)/, ["test/generated", "test/api/golden", "test/vectors/vectors", "test/api/curve"]],
];

/** Entries that suites import to get at something else. */
const ENTRY = /\/index\.js$/;

/** Texts of suites, read once. @type {[suite: string, text: string][] | undefined} */
let texts;
const suiteTexts = () => (texts ??= filesOf("test", /\.test\.js$/)
    .filter((suite) => !/^test\/(full|hosts|e2e|package|ses)\//.test(suite))
    .map((suite) => [suite, readFileSync(join(root, suite), "utf8")]));

/**
 * Suites that import a file: its own tests, which a recording does not tell from what merely runs it.
 * @param {string} file - of src or bin
 * @returns {string[]}
 */
export const importing = (file) => (ENTRY.test(file) ? [] : suiteTexts()
    .filter(([, text]) => text.includes(`../${file}"`)).map(([suite]) => suite));

/** @typedef {{ suite: string, seconds: number, result: Map<string, any> }} Known */

/** Ranges of V8 that contain a place: the smallest says whether it ran. @param {any} script @param {number} at */
function isReached({ functions }, at) {
    let size = Infinity, count = 0;
    for (const { ranges } of functions) for (const range of ranges) {
        const length = range.endOffset - range.startOffset;
        if (range.startOffset > at || at >= range.endOffset || length > size) continue;
        size = length;
        count = range.count;
    }
    return count > 0;
}

/**
 * The share of a file's functions that ran: who runs more of it knows it better. A file of constants is loaded by all:
 * the functions of its folder stand for it.
 * @param {string} file @param {Map<string, any>} result @returns {number}
 */
function shareOf(file, result) {
    const own = result.get(file).functions, folder = `${dirname(file)}/`;
    const functions = own.length > 1 ? own : [...result].filter(([url]) => url.startsWith(folder))
        .flatMap(([, script]) => script.functions);
    return functions.filter(({ ranges }) => ranges[0].count > 0).length / (functions.length || 1);
}

export class Suites {
    /** @throws {Error} where nothing was recorded */
    constructor() {
        const all = SUITES.filter((suite) => !NO_JUDGE.test(suite)).map(keptReach);
        /** @type {(Known & { hashes: Record<string, string> })[]} */
        this.known = all.filter((reach) => reach?.passed).map(({ suite, seconds, result, hashes }) => ({
            suite, seconds, hashes, result: new Map(result.map((script) => [script.url, script])),
        }));
        if (this.known.length === 0)
            throw new Error("mutants: expected recorded suites, got none: run npm run coverage -- --only");
        /** Kills by file, then by suite. @type {Map<string, Map<string, number>>} */
        this.kills = new Map();
        /** Suites that were seen to pass, or not, without any mutant. @type {Set<string>} */
        this.green = new Set();
        /** @type {Set<string>} */
        this.red = new Set();
        this.seconds = new Map(this.known.map(({ suite, seconds }) => [suite, seconds]));
    }

    /** @param {string} suite @param {boolean} passed - without any mutant */
    judge(suite, passed) {
        (passed ? this.green : this.red).add(suite);
        if (!passed) console.error(`${suite} is red without any mutant: it judges none`);
    }

    /** @param {string} file @param {string} suite */
    credit(file, suite) {
        const kills = this.kills.get(file) ?? new Map();
        this.kills.set(file, kills.set(suite, (kills.get(suite) ?? 0) + 1));
    }

    /**
     * Suites that ran the code of a mutant. Where its file is another than the one recorded, places mean nothing:
     * all suites that loaded it.
     * @param {import("./operators.mjs").Mutant} mutant
     * @returns {string[]}
     */
    reaching({ file, start, end }) {
        if (file.startsWith("bin/")) return this.onCommands(file);
        const hash = hashOf(file), kills = this.kills.get(file), own = new Set(importing(file));
        const first = ON_CONSTANTS.filter(([pattern]) => pattern.test(file)).flatMap(([, suites]) => suites);
        return this.known
            .filter(({ result, hashes }) => {
                const script = result.get(file);
                return script && (hashes[file] !== hash || isReached(script, start) || isReached(script, end - 1));
            })
            .map(({ suite, seconds, result }) => {
                const share = shareOf(file, result);
                const value = (kills?.get(suite) ?? 0) + Number(own.has(suite)) + share * share;
                return { suite, worth: value / (seconds + 0.5) };
            })
            .sort((a, b) => Number(first.includes(b.suite)) - Number(first.includes(a.suite)) || b.worth - a.worth)
            .map(({ suite }) => suite);
    }

    /** @param {string} file - of bin */
    onCommands(file) {
        const names = ON_COMMANDS.filter(([pattern]) => pattern.test(file)).flatMap(([, suites]) => suites);
        return [...new Set([...importing(file), ...names.map((name) => `${name}.test.js`)])]
            .filter((suite) => this.seconds.has(suite));
    }

    /** @param {string[]} modules - names of artifacts that changed */
    onArtifacts(modules) {
        const names = ON_ARTIFACTS.filter(([pattern]) => modules.some((name) => pattern.test(name)))
            .flatMap(([, suites]) => suites.map((name) => `${name}.test.js`));
        return [...new Set(names)];
    }

    onWorkers() { return ON_WORKERS.filter((suite) => this.seconds.has(suite)); }

    /** @param {string} suite @returns {number} seconds it took when it was recorded; unknown ones are taken for long */
    cost(suite) { return this.seconds.get(suite) ?? 20; }
}

export { isMeasured };
