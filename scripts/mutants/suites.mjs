/**
 * Which suites concern a mutant: those that ran the very code it changes when their coverage was
 * recorded, of those that were not recorded here what reach.json names for its file, and those that
 * meet it in a generated file. Cheap ones, and those that killed its neighbours, come first.
 */
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parse } from "acorn";
import { full } from "acorn-walk";
import { isMeasured, hashOf, keptReach, root, SUITES } from "../coverage/record.mjs";
import { COMPANIONS, filesOf, inPackage, isOfCommand, LISTS, SOURCES, within } from "../workspaces.mjs";

/**
 * What measures time, compares sources with generated files, or tests texts or this tool says
 * nothing of a mutant.
 */
const NO_JUDGE = /test\/(pool\/(responsive|fairness)|unit\/(mutants|reach|phrases))\./;

/** What runs workers of their own bundle, cheapest first. */
export const ON_WORKERS = ["test/api/workers_run", "test/pool/commands", "test/pool/task_throws", "test/pool/abort",
    "test/pool/terminate", "test/pool/idle_exit", "test/pool/wipe", "test/prover/prove",
    "test/property/msm", "test/property/fft", "test/prover/witness_calculator", "test/prover/hostile_calculator"].map((name) => `${name}.test.js`);

/**
 * What runs the command, in processes of their own where coverage is not recorded: cheapest first.
 */
export const ON_COMMANDS = [
    [/snarkjs/, ["packages/snarkjs/test/snarkjs/command", "test/unit/protocols"]],
    [/completion/, ["test/command/completion"]],
    [/help|examples|usage|output/, ["test/unit/help", "test/unit/arguments"]],
    [/plain_words|exit_codes|files/, ["test/unit/plain_words"]],
    [/reference/, ["test/unit/reference"]],
    [/signals|tools/, ["packages/server/test/server/serve", "packages/server/test/server/monitor"]],
    [/writer/, ["test/unit/command_files", "test/command/outputs"]],
    [/doctor/, ["test/command/doctor"]],
    [/bench/, ["test/command/bench"]],
    [/bar/, ["test/unit/bar"]],
    [/files/, ["test/unit/command_files"]],
    [/info/, ["test/unit/describe_files", "test/command/info", "packages/snarkjs/test/command/circuit_tools"]],
    [/circuit_/, ["packages/snarkjs/test/command/circuit_tools", "test/circuits/facts"]],
    [/check/, ["packages/snarkjs/test/command/check_command"]],
    [/key_/, ["packages/snarkjs/test/command/key_command"]],
    [/tau_/, ["packages/snarkjs/test/command/tau_commands"]],
    [/verify_many/, ["test/command/verify_many"]],
    [/arguments/, ["test/unit/arguments", "test/command/standard_input"]],
    [/output|signals/, ["test/command/exit_codes"]],
    [/json_kinds|suggest|input_names|commands|main|help|usage/, ["test/command/command"]],
    [/./, ["test/command/info", "test/command/outputs", "test/command/exit_codes", "test/command/own_code", "test/command/open_files",
        "test/command/standard_input", "test/command/command", "packages/snarkjs/test/command/circuit_command"]],
];

/** What mostly runs in its own process, and therefore does not take long. */
const IN_PROCESS = /^test\/(unit|server)\//;

/** What judges constants that everything loads, before what merely loads them. */
const ON_CONSTANTS = [[/^src\/params\//, ["test/unit/record.test.js", "test/unit/params.test.js"]]];

/** What meets the artifact of a module. */
export const ON_ARTIFACTS = [
    [/^msm_/, ["test/differential/lane_field", "test/differential/lane_group", "test/differential/lane_batch",
        "test/differential/lane_msm", "test/property/msm"]],
    [/^fft_/, ["test/differential/lane_fft", "test/property/fft", "test/differential/group_fft"]],
    [/^circom/, ["test/prover/circuit_functions", "packages/snarkjs/test/command/circuit_command", "test/prover/witness_calculator"]],
    [/^(?!msm|fft|circom)/, ["test/generated", "test/api/golden", "test/vectors/noble", "test/api/curve"]],
];

/** Entries that suites import to get at something else. */
const ENTRY = /\/index\.js$/;

/** Texts of suites, read once. @type {[suite: string, text: string][] | undefined} */
let texts;
const suiteTexts = () => (texts ??= LISTS.quick.filter((suite) => !/^test\/(e2e|ses)\//.test(suite))
    .map((suite) => [suite, readFileSync(join(root, suite), "utf8")]));

/**
 * Suites that import a file, or have its name: its own tests, which a recording does not tell from
 * what merely runs it.
 * @param {string} file - of src or bin
 * @returns {string[]}
 */
export function importing(file) {
    if (ENTRY.test(file)) return [];
    const namesake = `/${basename(file).replace(/\.m?js$/, "")}.test.js`;
    const own = COMPANIONS.find((folder) => within([folder])(file));
    const imports = ([suite, text]) => text.includes(`../${file}"`) || (own && within([own])(suite) && text.includes(`../${inPackage(file)}"`));
    return suiteTexts().filter((one) => one[0].endsWith(namesake) || imports(one))
        .map(([suite]) => suite);
}

/**
 * A word that can only be a name: with a capital inside of it, or capitals around a line, as a
 * reason has.
 */
const WORD = /\b(?:(?=\w*[a-z\d][A-Z])[A-Za-z]\w{4,}|[A-Z]+_[A-Z_]+\b)/g;
/**
 * Words that more suites than this have say nothing of one of them, or than twice as many, of a
 * word of the very declaration. Suites that are named for their words, and as many again of those
 * that have a word of the declaration.
 */
const COMMON = 12, NAMED = 10;

/** The suites that have each word. @type {Map<string, Set<string>> | undefined} */
let index;
function suitesWith(/** @type {string} */ word) {
    if (!index) {
        index = new Map();
        for (const [suite, text] of suiteTexts()) for (const one of new Set(text.match(WORD) ?? [])) {
            const having = index.get(one) ?? new Set();
            index.set(one, having.add(suite));
        }
    }
    return index.get(word) ?? new Set();
}

/**
 * Names and texts in code, other than what is imported, which other suites test.
 * @param {any} node
 * @param {ReadonlySet<string>} [foreign] - names of imports
 * @returns {Set<string>}
 */
function wordsIn(node, foreign = new Set()) {
    const words = new Set();
    full(node, (/** @type {any} */ { name, key, object, property, value }) => {
        if (foreign.has(object?.name)) return;
        const said = name ?? key?.name ?? property?.name ?? value?.raw ?? value;
        if (typeof said === "string") for (const word of said.match(WORD) ?? []) if (!foreign.has(word)) words.add(word);
    });
    return words;
}

/**
 * What other words count beside those of the declaration that a mutant is in: those of its file,
 * where it may call or be called, and those of the files that import it.
 */
const ELSEWHERE = 0.3, ABOVE = 0.1;

/** Files of src by a file that they import. @type {Map<string, string[]> | undefined} */
let importers;
function importersOf(/** @type {string} */ file) {
    if (!importers) {
        importers = new Map();
        for (const from of SOURCES.flatMap((folder) => filesOf(folder, /(?<!_source)\.js$/)))
            for (const [, name] of readFileSync(join(root, from), "utf8").matchAll(/^(?:import|export|\}) .*?from "(\.[^"]+)";/gm)) {
                const to = join(dirname(from), name).replaceAll("\\", "/");
                importers.set(to, [...(importers.get(to) ?? []), from]);
            }
    }
    return importers.get(file) ?? [];
}

/** The declarations of a file, and the words of each. @param {string} file */
function declarationsOf(file) {
    const program = parse(readFileSync(join(root, file), "utf8"), { ecmaVersion: "latest", sourceType: "module" });
    const foreign = new Set(program.body.flatMap((/** @type {any} */ { type, specifiers }) =>
        (type === "ImportDeclaration" ? specifiers.map((/** @type {any} */ { local }) => local.name) : [])));
    return program.body.filter(({ type }) => type !== "ImportDeclaration")
        .map((node) => ({ start: node.start, end: node.end, words: wordsIn(node, foreign) }));
}

/**
 * Suites that say what the code around a place says: those that test an operation mostly have its
 * name, while most of those that run it want something else. A recording knows no difference, and
 * reach.json keeps a few for each file.
 * @param {string} file
 * @param {number} [start] - characters; without a place, all of the file counts the same
 * @returns {Map<string, number>} how much each says of it, the most 1
 */
export function naming(file, start = -1) {
    if (!existsSync(join(root, file))) return new Map();
    const worth = new Map();
    const own = new Set();
    const count = (/** @type {Set<string>} */ words, /** @type {number} */ weight) => {
        for (const word of words) {
            const suites = suitesWith(word);
            const value = weight / Math.sqrt(suites.size);
            if (suites.size <= (weight === 1 ? 2 * COMMON : COMMON)) for (const suite of suites) {
                worth.set(suite, (worth.get(suite) ?? 0) + value);
                if (weight === 1) own.add(suite);
            }
        }
    };
    for (const { start: from, end, words } of declarationsOf(file))
        count(words, from <= start && start < end ? 1 : ELSEWHERE);
    for (const above of importersOf(file)) for (const { words } of declarationsOf(above)) count(words, ABOVE);
    const judges = [...worth].filter(([suite]) => !NO_JUDGE.test(suite));
    const ranked = judges.sort(([, a], [, b]) => b - a);
    const most = ranked[0]?.[1] ?? 1;
    const others = ranked.slice(NAMED).filter(([suite]) => own.has(suite));
    const best = [...ranked.slice(0, NAMED), ...others.slice(0, NAMED)];
    return new Map(best.map(([suite, value]) => [suite, value / most]));
}

/** Does a suite run bin, that is its bundle, in processes of their own? @param {string} suite */
export const runsCommand = (suite) => /support\/command\.js"|"ffturbo\.mjs"|bin\/ffturbo\.mjs/
    .test(suiteTexts().find(([name]) => name === suite)?.[1] ?? "");

/**
 * Does a suite leave tests to CI's run, or run in its process commands that are others there?
 * @param {string} suite
 */
export const isThinned = (suite) => /support\/(extent|command)\.js"/
    .test(suiteTexts().find(([name]) => name === suite)?.[1] ?? "");

/** How much longer than the quick run of a suite CI's may take. */
const LONGER = 3;

/** @typedef {{ suite: string, seconds: number, result: Map<string, any> }} Known */

/**
 * Ranges of V8 that contain a place: the smallest says whether it ran.
 * @param {any} script
 * @param {number} at
 */
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
 * The share of a file's functions that ran: who runs more of it knows it better. A file of
 * constants is loaded by all: the functions of its folder stand for it.
 * @param {string} file @param {Map<string, any>} result @returns {number}
 */
function shareOf(file, result) {
    const own = result.get(file).functions;
    const folder = `${dirname(file)}/`;
    const functions = own.length > 1 ? own : [...result].filter(([url]) => url.startsWith(folder))
        .flatMap(([, script]) => script.functions);
    return functions.filter(({ ranges }) => ranges[0].count > 0).length / (functions.length || 1);
}

/** The share that a suite is taken to run of a file where no record says it. */
const SHARE = 0.5;

export class Suites {
    /**
     * @param {Record<string, number>} [seconds] - what suites take that were not recorded here
     * @param {(file: string) => string[]} [named] - suites that are known to run a file
     */
    constructor(seconds = {}, named = () => []) {
        const all = SUITES.filter((suite) => !NO_JUDGE.test(suite)).map(keptReach);
        /** @type {(Known & { hashes: Record<string, string> })[]} */
        this.known = all.filter((reach) => reach?.passed).map(({ suite, seconds, result, hashes }) => ({
            suite, seconds, hashes, result: new Map(result.map((script) => [script.url, script])),
        }));
        /** Kills by file, then by suite. @type {Map<string, Map<string, number>>} */
        this.kills = new Map();
        /** Suites that were seen to pass, or not, without any mutant. @type {Set<string>} */
        this.green = new Set();
        /** @type {Set<string>} */
        this.red = new Set();
        /** Suites that ran no test. @type {Set<string>} */
        this.unable = new Set();
        /** @type {Suites | undefined} */
        this.longer = undefined;
        this.seconds = new Map([...Object.entries(seconds).filter(([suite]) => existsSync(join(root, suite))),
            ...this.known.map(({ suite, seconds: measured }) => /** @type {const} */ ([suite, measured]))]);
        const recorded = new Set(this.known.map(({ suite }) => suite));
        this.unrecorded = (/** @type {string} */ file) => named(file)
            .filter((suite) => !recorded.has(suite) && !NO_JUDGE.test(suite) && existsSync(join(root, suite)));
    }

    /**
     * The same suites as CI runs them, whose verdicts without a mutant are others.
     * @returns {Suites}
     */
    get inAll() {
        return (this.longer ??= Object.assign(Object.create(this), {
            green: new Set(), red: new Set(), cost: (/** @type {string} */ suite) => LONGER * this.cost(suite),
        }));
    }

    /** @param {string} suite @param {boolean} passed - without any mutant */
    judge(suite, passed) {
        (passed ? this.green : this.red).add(suite);
        if (!passed) console.error(`${suite} is red without any mutant: it judges none`);
    }

    /**
     * Suites of which no test ran, since something is missing here, such as a folder where only
     * this user can write: what survives them may be killed elsewhere.
     * @param {string[]} suites
     */
    idle(suites) {
        for (const suite of suites.filter((one) => !this.unable.has(one))) {
            this.unable.add(suite);
            console.error(`${suite} runs no test here: it judges none`);
        }
    }

    /** @param {string} file @param {string} suite */
    credit(file, suite) {
        const kills = this.kills.get(file) ?? new Map();
        this.kills.set(file, kills.set(suite, (kills.get(suite) ?? 0) + 1));
    }

    /**
     * Suites that ran the code of a mutant. Where its file is another than the one recorded, places
     * mean nothing: all suites that loaded it.
     * @param {import("./operators.mjs").Mutant} mutant
     * @returns {string[]}
     */
    reaching({ file, start, end }) {
        if (isOfCommand(file)) return this.onCommands(file);
        const hash = hashOf(file);
        const kills = this.kills.get(file);
        const own = new Set(importing(file));
        const named = naming(file, start);
        const first = ON_CONSTANTS.filter(([pattern]) => pattern.test(file)).flatMap(([, suites]) => suites);
        const recorded = this.known.filter(({ result, hashes }) => {
            const script = result.get(file);
            return script && (hashes[file] !== hash || isReached(script, start) || isReached(script, end - 1));
        }).map(({ suite, result }) => ({ suite, share: shareOf(file, result) }));
        const known = new Set(recorded.map(({ suite }) => suite));
        const others = new Set([...this.unrecorded(file), ...named.keys()].filter((suite) => !known.has(suite)));
        return [...recorded, ...[...others].map((suite) => ({ suite, share: SHARE }))]
            .map(({ suite, share }) => {
                const says = Number(own.has(suite)) + (named.get(suite) ?? 0);
                const value = (kills?.get(suite) ?? 0) + says + share * share;
                return { suite, worth: value / (this.cost(suite) + 0.5) };
            })
            .sort((a, b) => Number(first.includes(b.suite)) - Number(first.includes(a.suite)) || b.worth - a.worth)
            .map(({ suite }) => suite);
    }

    /**
     * The suite that says most of a mutant: it runs however long it takes, as far as the budget
     * goes.
     * @param {import("./operators.mjs").Mutant} mutant
     * @returns {string | undefined}
     */
    telling({ file, start }) {
        const own = new Set(importing(file));
        const named = naming(file, start);
        const all = [...own, ...named.keys()];
        const says = (/** @type {string} */ suite) => Number(own.has(suite)) + (named.get(suite) ?? 0);
        return all.sort((a, b) => says(b) - says(a) || this.cost(a) - this.cost(b))[0];
    }

    /** @param {string} file - of bin */
    onCommands(file) {
        const names = ON_COMMANDS.filter(([pattern]) => pattern.test(file)).flatMap(([, suites]) => suites);
        return [...new Set([...importing(file), ...names.map((name) => `${name}.test.js`)])]
            .filter((suite) => existsSync(join(root, suite)));
    }

    /** @param {string[]} modules - names of artifacts that changed */
    onArtifacts(modules) {
        const names = ON_ARTIFACTS.filter(([pattern]) => modules.some((name) => pattern.test(name)))
            .flatMap(([, suites]) => suites.map((name) => `${name}.test.js`));
        return [...new Set(names)];
    }

    onWorkers() { return ON_WORKERS.filter((suite) => existsSync(join(root, suite))); }

    /**
     * @param {string} suite
     * @returns {number} seconds when it was recorded; most unknown ones are taken for long
     */
    cost(suite) { return this.seconds.get(suite) ?? (IN_PROCESS.test(inPackage(suite)) ? 4 : 20); }
}

export { isMeasured };
