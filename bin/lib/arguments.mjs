/** Reads and checks the command line, and the environment variables that replace options. */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { counted } from "../../src/util/check.js";
import { suggest } from "./suggest.mjs";
import { COMMANDS, OPTIONS, usageLine } from "./usage.mjs";

/** A usage error, in three lines: what is wrong, what is right, where to read more. */
export class UsageError extends Error {
    code = "ERR_OPTION";

    /** @param {string} message @param {string} [command] */
    constructor(message, command) {
        super(`${message}\n${usageLine(command)}\nffturbo help${command ? ` ${command}` : ""} says more`);
    }
}

/** The options in the form that parseArgs takes. */
const KINDS = Object.fromEntries(
    Object.entries(OPTIONS).map(([name, { value, many = false }]) => [
        name, { type: value ? "string" : "boolean", multiple: many },
    ]),
);
/** Letters of options. @type {Readonly<Record<string, string>>} */
export const SHORT = Object.freeze({ help: "h", output: "o", version: "v", name: "n", entropy: "e" });
for (const [name, short] of Object.entries(SHORT)) KINDS[name].short = short;

/** What -o names by default, by command. @type {Record<string, string | undefined>} */
const OUTPUTS = { wtns: "witness.wtns" };

const UNITS = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** @param {string} where @param {string | undefined} text @param {string} command */
function readThreads(where, text, command) {
    if (text === undefined) return undefined;
    if (!/^\d{1,9}$/.test(text))
        throw new UsageError(`${where}: expected a number of workers, 0 or more, got "${text}"`, command);
    return Number(text);
}

/**
 * The most workers per processor that can make sense: emulators and limits may report too few
 * processors.
 */
const PER_PROCESSOR = 4;

/**
 * As many workers as requested, but no more than the machine can run: the others would wait, and
 * each needs memory.
 * @param {string | undefined} given - value of the option, which takes precedence over
 *   FFTURBO_THREADS
 * @param {string} command
 * @returns {{ threads?: number, asked?: number }} asked: the requested number, if it is more than
 *   this machine can run
 */
function boundThreads(given, command) {
    const option = readThreads("--threads", given, command),
        variable = readThreads("FFTURBO_THREADS", process.env.FFTURBO_THREADS || undefined, command);
    const asked = option ?? variable;
    const most = PER_PROCESSOR * availableParallelism();
    return asked !== undefined && asked > most ? { threads: most, asked } : { threads: asked };
}

/** @param {string | undefined} text @param {string} command @param {string} [where] */
function readSize(text, command, where = "--memory") {
    if (text === undefined) return undefined;
    const match = /^(\d+(?:\.\d+)?)([kmg]?)i?b?$/i.exec(text);
    if (!match) throw new UsageError(`${where}: expected a size such as 512m or 2g, got "${text}"`, command);
    return Math.floor(Number(match[1]) * UNITS[match[2].toLowerCase()]);
}

/** The numbers that servers take: least, most, default. */
const COUNTS = Object.freeze({
    concurrency: [1, 1024, 1], port: [0, 65535, 8080], waiting: [0, 999_999_999, 1000], grace: [0, 10 ** 6, 25],
});
const SIZES = Object.freeze({ "cache-size": "10g", body: "1m" });

/** The most constraints that the library lists. */
const MOST_TOLD = 10_000;

/** @param {string | undefined} text @param {string} command */
function readMax(text, command) {
    if (text !== undefined && !(/^\d{1,5}$/.test(text) && Number(text) <= MOST_TOLD))
        throw new UsageError(`--max: expected a number from 0 to ${MOST_TOLD}, got "${text}"`, command);
    return { max: text === undefined ? undefined : Number(text) };
}

/** @param {string | undefined} text @param {string} command */
function readBeaconLimit(text, command) {
    if (text !== undefined && !/^\d{1,2}$/.test(text))
        throw new UsageError(`--beacon-limit: expected an exponent from 10 to 63, got "${text}"`, command);
    return { beaconLimit: text === undefined ? undefined : Number(text) };
}

/** The files of a check: a program needs inputs. @param {string[]} files */
function checkFiles(files) {
    const program = /\.wasm(?:[?#]|$)/i.test(files[1]);
    const least = program ? 3 : 2;
    if (files.length < least || files.length > least + 1)
        throw new UsageError(
            `check: expected ${program ? "a program with its inputs" : "a witness"}, ${least} or ${least + 1} file names, got ${files.length}`,
            "check",
        );
}

/**
 * A key with the files of one proof, or with --many.
 * @param {string[]} files
 * @param {{ many?: string }} values
 */
function verifyFiles(files, { many }) {
    const count = many === undefined ? 3 : 1;
    if (files.length !== count)
        throw new UsageError(
            `verify: expected ${many === undefined ? "3 file names" : "1 file name beside --many"}, got ${files.length}`,
            "verify",
        );
}

/** @param {string[]} files */
function checkShell([shell]) {
    const shells = COMMANDS.completion.files.split("|");
    if (!shells.includes(shell))
        throw new UsageError(`completion: expected ${shells.join(", ")}, got "${shell}"`, "completion");
}

/** @param {string[]} _files @param {{ output?: string }} values */
function checkOutput(_files, { output }) {
    if (output === undefined)
        throw new UsageError("optimize: expected -o with the name of the new file, got none", "optimize");
}

/** What some commands want beyond a number of files. */
const CHECKS = Object.freeze({
    check: checkFiles, completion: checkShell, verify: verifyFiles, optimize: checkOutput,
});

/** The additional options of serve and work. @param {any} values @param {string} command */
function readServing(values, command) {
    const { allow, redis = process.env.FFTURBO_REDIS || undefined } = values;
    const counts = Object.entries(COUNTS).map(([name, [least, most, usual]]) => {
        if (name === "port" && command === "work" && values.port === undefined) return [name, undefined];
        const text = values[name] ?? String(usual);
        const value = Number(text);
        if (!/^\d{1,9}$/.test(text) || value < least || value > most)
            throw new UsageError(`--${name}: expected a number from ${least} to ${most}, got "${text}"`, command);
        return [name, value];
    });
    const sizes = Object.entries(SIZES).map(([name, usual]) => [
        name, readSize(values[name] ?? usual, command, `--${name}`),
    ]);
    return { ...Object.fromEntries([...counts, ...sizes]), allow, redis };
}

/**
 * The error for a word that is not one of the known ones.
 * @param {string} expected
 * @param {string} got
 * @param {string[]} known
 * @param {string} prefix
 */
function unknown(expected, got, known, prefix = "") {
    const meant = suggest(got, known);
    return meant
        ? `expected ${expected}, got "${prefix}${got}"; did you mean ${prefix}${meant}?`
        : `expected ${expected} among ${known.map((name) => prefix + name).join(" ")}, got "${prefix}${got}"`;
}

/** @param {string | undefined} word */
function checkCommand(word) {
    if (word === undefined)
        throw new UsageError(`expected a command among ${Object.keys(COMMANDS).join(" ")}, got none`);
    if (!Object.hasOwn(COMMANDS, word))
        throw new UsageError(unknown("a command", word, Object.keys(COMMANDS)), suggest(word, Object.keys(COMMANDS)));
}

/** The most words that the name of a command has. */
const MOST_WORDS = Math.max(...Object.keys(COMMANDS).map((name) => name.split(" ").length));

/**
 * Takes the name of a command off the words: the longest that begins there.
 * @param {string[]} words
 * @returns {{ command: string | undefined, rest: string[] }} command: the first word if there is
 *   none of that name
 */
function takeCommand(words) {
    for (let count = MOST_WORDS; count > 0; count--) {
        const command = words.slice(0, count).join(" ");
        if (Object.hasOwn(COMMANDS, command)) return { command, rest: words.slice(count) };
    }
    return { command: words[0], rest: words.slice(1) };
}

/** The command that an invalid command line names. @param {string[]} argv */
const commandIn = (argv) => argv.map((_, i) => takeCommand(argv.slice(i)).command).find((command) =>
    Object.hasOwn(COMMANDS, String(command)));

/** What parseArgs says of the value of an option, in our words. @param {string} said */
function valueError(said) {
    const name = said.replace(/^.*?--([\w-]+)[^]*$/, "$1"), { value } = OPTIONS[name];
    return value === undefined
        ? `--${name}: expected no value, got one`
        : `--${name}: expected a value (${value}), got none`;
}

/** @param {string[]} argv */
function parse(argv) {
    try {
        return parseArgs({ args: argv, options: KINDS, allowPositionals: true });
    } catch (error) {
        const command = commandIn(argv),
            wrong = error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" && error.message.replace(/^.*?'--?([^'=]+)[^]*$/, "$1");
        if (!wrong) throw new UsageError(valueError(error.message), command);
        throw new UsageError(
            unknown("an option", wrong, command ? takenBy(command) : Object.keys(OPTIONS), "--"),
            command,
        );
    }
}

/** @param {string} command */
const takenBy = (command) => [...COMMANDS[command].options, "help", "version"];

/** @param {string} command @param {string} option */
const takes = (command, option) => COMMANDS[command].options.includes(option);

/** @param {string} command @param {string[]} files @param {string[]} options */
function checkUse(command, files, options) {
    const { least, most } = COMMANDS[command], taken = takenBy(command);
    const other = options.find((name) => !taken.includes(name));
    if (other)
        throw new UsageError(
            `${command}: expected options among ${taken.map((name) => `--${name}`).join(" ")}, got "--${other}"`,
            command,
        );
    if (files.length < least || files.length > most)
        throw new UsageError(
            `${command}: expected ${least === most ? counted(least, "file name") : `${least} to ${most} file names`}, got ${files.length}`,
            command,
        );
}

/**
 * What help is asked for: a command's name, of whatever words, is one argument.
 * @param {string[]} words
 * @param {string[]} options
 */
function readHelp(words, options) {
    const { command, rest } = takeCommand(words);
    const files = command === undefined ? [] : [command, ...rest];
    checkUse("help", files, options);
    if (files.length > 0) checkCommand(files[0]);
    return { help: true, command: files[0] };
}

/**
 * @param {string[]} argv
 * @returns {any} `{ help: true, command? }`, `{ version: true }`, or the command with its files and
 *   options
 */
export function readArguments(argv) {
    const { values, positionals } = parse(argv);
    const { command, rest: files } = takeCommand(positionals);
    if (values.version) return { version: true };
    if (values.help) return { help: true, command: commandIn(argv) };
    if (argv.length === 0) return { help: true };
    checkCommand(command);
    if (command === "help") return readHelp(files, Object.keys(values));
    checkUse(command, files, Object.keys(values));
    CHECKS[command]?.(files, values);
    const { threads, memory, output = OUTPUTS[command], "no-check": unchecked, ...flags } = values;
    return {
        command,
        files,
        output,
        ...boundThreads(threads, command),
        memory: readSize(memory, command),
        ...flags,
        ...(takes(command, "max") && readMax(values.max, command)),
        ...(takes(command, "beacon-limit") && readBeaconLimit(values["beacon-limit"], command)),
        ...(["serve", "work"].includes(command) && readServing(values, command)),
        check: !unchecked,
    };
}
