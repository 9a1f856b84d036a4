/** The command `snarkjs`, from its arguments to its exit code. */
import { readFileSync } from "node:fs";
import { countsOf, defaultOf, findCommand, helpOf, helpText, OPTIONS } from "./table.mjs";
import { describeFailure, flush, isTerminal, print, registerCompanions, say, tellOfLeftParts } from "../lib/tools.mjs";

const FAILED = 1, USAGE = 99;

/** Colours of levels, for a terminal. */
const LEVELS = Object.freeze({ info: ["INFO", 32], warn: ["WARN", 33], error: ["ERROR", 31], debug: ["DEBUG", 36] });

/**
 * Prints in the form of snarkjs, whose readers look for it on standard output.
 * @param {boolean} verbose
 */
function loggerOf(verbose) {
    const painted = (/** @type {string} */ text, /** @type {number} */ colour) =>
        (isTerminal() ? `\x1b[${colour};22m${text}\x1b[0m` : text);
    return Object.fromEntries(Object.entries(LEVELS).filter(([level]) => verbose || level !== "debug")
        .map(([level, [name, colour]]) => [level, (/** @type {string} */ line) =>
            print(`${painted(`[${name}]`.padEnd(7), Number(colour))} snarkJS: ${line}`)]));
}

/** Whose interface this is: scripts look for it in the first line of --version. */
const INTERFACE = "snarkjs@0.7.6";

/**
 * Words and options in any order, as snarkjs reads them: an option begins with - and has its value
 * behind =. Options that a command does not have are ignored, and so is what begins with - and is
 * no option, such as -- alone.
 * @param {readonly string[]} argv
 */
function parse(argv) {
    /** @type {string[]} */
    const words = [];
    /** @type {Record<string, string | true>} */
    const options = {};
    for (const one of argv) {
        if (!one.startsWith("-")) { words.push(one); continue; }
        const [, word = "", value] = /^--?([a-z]\w*)(?:=([\s\S]*))?$/i.exec(one) ?? [];
        const known = Object.keys(OPTIONS).find((name) => [name, OPTIONS[name].short].includes(word.toLowerCase()));
        if (known !== undefined) options[known] = value ?? true;
    }
    return { words, options };
}

/** @param {string} text @param {string} help */
function usageError(text, help) {
    say(`snarkjs: ${text}\n\n${help}`);
    return USAGE;
}

/**
 * @param {string} command
 * @param {string[]} named
 * @param {Record<string, string | true>} options
 * @param {any} logger
 */
async function act(command, named, options, logger) {
    const { least, most } = countsOf(command);
    if (named.length < least || named.length > most)
        return usageError(`${command}: expected ${least === most ? least : `${least} to ${most}`} arguments, got ${named.length}`, helpOf(command));
    const files = Array.from({ length: most }, (_, i) => named[i] ?? defaultOf(command, i));
    const { ACTIONS } = await import("./actions.mjs");
    return ACTIONS[command]({ files, given: files.map((_, i) => i < named.length), options, logger });
}

/** @param {readonly string[]} argv @param {string} title @returns {Promise<number>} */
async function run(argv, title) {
    const { words, options } = parse(argv);
    const found = findCommand(words);
    if (!found) {
        if (words.length > 0) return usageError(`expected a command, got "${words.join(" ")}"`, helpText(title));
        print(helpText(title));
        return USAGE; // also with --help, as snarkjs has it
    }
    if (options.help) {
        print(helpOf(found.command));
        return 0;
    }
    const logger = loggerOf(Boolean(options.verbose));
    registerCompanions();
    tellOfLeftParts(logger.warn);
    try {
        return await act(found.command, found.files, options, logger);
    } catch (error) {
        logger.error(`Error: ${describeFailure(error)}`);
        return FAILED;
    } finally {
        tellOfLeftParts(undefined);
    }
}

/** @param {URL} root - of the package @returns {string} */
const versionOf = (root) => JSON.parse(readFileSync(new URL("package.json", root), "utf8")).version;

/**
 * @param {readonly string[]} argv
 * @param {URL} root - of the package
 * @returns {Promise<number>} its exit code
 */
export async function main(argv, root) {
    const code = await run(argv, `${INTERFACE}\nof ffturbo ${versionOf(root)}`);
    await flush();
    return code;
}
