/** The help of the command: commands in groups, options and examples, as wide as the terminal. */
import { EXAMPLES, examplesOf } from "./examples.mjs";
import { ENDINGS } from "./exit_codes.mjs";
import { CIRCUIT_COMMANDS, KEY_COMMANDS, TAU_COMMANDS } from "./shared_usage.mjs";
import { COMMANDS, OPTIONS, usageLine } from "./usage.mjs";

/**
 * Commands as a reader looks for them.
 * @type {readonly (readonly [title: string, names: readonly string[]])[]}
 */
export const GROUPS = Object.freeze([
    ["Prove and verify", ["prove", "fullprove", "verify", "wtns", "info"]],
    ["Circuits", ["check", ...Object.keys(CIRCUIT_COMMANDS), "optimize"]],
    ["Keys", [...Object.keys(KEY_COMMANDS), "pack", "unpack"]],
    ["Powers of tau", Object.keys(TAU_COMMANDS)],
    ["Prove for others", ["serve", "work"]],
    ["This machine", ["bench", "doctor", "completion", "help"]],
]);

/** About the files of commands that prove. */
export const FILES_NOTE = "Files may be http(s) URLs. Proofs go to proof.json and public.json unless named otherwise; " +
    "- is standard input or output. With --json, files are written only where they are named.";

/** An option that so many commands take is in the help of all. */
const COMMON = 9;

/** @returns {string[]} */
export const commonOptions = () => Object.keys(OPTIONS).filter((name) => ["help", "version"].includes(name) ||
    Object.values(COMMANDS).filter(({ options }) => options.includes(name)).length >= COMMON);

/** @param {string} name @returns {string} an option with its letter and its value */
export const optionHead = (name) => `--${name}${OPTIONS[name].value ? ` ${OPTIONS[name].value}` : ""}`;

/** @param {string} name @returns {string} what an option does */
export const optionText = (name) => OPTIONS[name].text.join(" ");

/** @param {string} command @returns {boolean} */
export const writesProofs = (command) => COMMANDS[command].files.endsWith("[proof.json public.json]");

/**
 * @param {string} text
 * @param {number} width
 * @returns {string[]} its words in lines of at most this width
 */
function wrapped(text, width) {
    const lines = [""];
    for (const word of text.split(" "))
        if (`${lines.at(-1)} ${word}`.length <= width) lines.push(`${lines.pop()} ${word}`.trimStart());
        else lines.push(word);
    return lines[0] === "" ? lines.slice(1) : lines;
}

/**
 * A table of two columns.
 * @param {(readonly [string, string])[]} rows
 * @param {number} width
 * @returns {string}
 */
function table(rows, width) {
    const room = Math.max(...rows.map(([head]) => head.length));
    return rows.flatMap(([head, text]) => wrapped(text, width - room - 4).map((line, i) =>
        `  ${(i === 0 ? head : "").padEnd(room)}  ${line}`)).join("\n");
}

/** @param {readonly string[]} names @param {number} width */
const optionTable = (names, width) => table(names.map((name) => [optionHead(name), optionText(name)]), width);

/** @param {string} text @param {number} width */
const paragraph = (text, width) => wrapped(text, width).join("\n");

/** @param {number} width @returns {(readonly [title: string | undefined, text: string])[]} */
function generalParts(width) {
    return [
        [undefined, usageLine()],
        ...GROUPS.map(([title, names]) => /** @type {const} */ ([
            title, table(names.map((name) => [name, COMMANDS[name].text]), width),
        ])),
        ["Examples", EXAMPLES.map((line) => `  ffturbo ${line}`).join("\n")],
        [undefined, paragraph(FILES_NOTE, width)],
        ["Common options (ffturbo help COMMAND lists all)", optionTable(commonOptions(), width)],
        ["Exit codes", table(ENDINGS.map(({ exit, meaning }) => [String(exit), meaning]), width)],
    ];
}

/**
 * @param {string} command
 * @param {number} width
 * @returns {(readonly [title: string | undefined, text: string])[]}
 */
function commandParts(command, width) {
    const { text, options } = COMMANDS[command];
    const parts = /** @type {[title: string | undefined, text: string][]} */ ([
        [undefined, wrapped(usageLine(command), width - 4).join("\n    ")], [undefined, paragraph(text, width)],
    ]);
    if (writesProofs(command)) parts.push([undefined, paragraph(FILES_NOTE, width)]);
    parts.push(["Examples", examplesOf(command).map((line) => `  ffturbo ${line}`).join("\n")]);
    if (options.length) parts.push(["Options", optionTable(options, width)]);
    return parts;
}

/**
 * The help of a command, or of all if none is given.
 * @param {string} [command]
 * @param {object} [page]
 * @param {number} [page.width] - columns of the terminal; examples stay on one line each, to be
 *   copied
 * @param {(title: string) => string} [page.title] - how titles look
 * @returns {string}
 */
export function helpText(command, { width = 80, title: look = (title) => title } = {}) {
    const parts = command ? commandParts(command, width) : generalParts(width);
    return parts.map(([title, text]) => (title ? `${look(`${title}:`)}\n${text}` : text)).join("\n\n");
}
