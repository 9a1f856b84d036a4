/**
 * The commands of snarkjs 0.7.6: one table, for the parser and for the help. A command that ffturbo
 * has too has its text, and the options of contributors, from the row in shared_usage.mjs. What a
 * command does is in actions.mjs, under its name.
 */
import { CIRCUIT_COMMANDS, KEY_COMMANDS, TAU_COMMANDS } from "../../../../bin/lib/shared_usage.mjs";

/**
 * @typedef {object} Row
 * @property {string} short - another name, which the help shows
 * @property {readonly string[]} [old] - more names, of earlier versions
 * @property {string} files - arguments in their order: <one> has to be given, [one] has this
 *   default
 * @property {string} text
 * @property {readonly string[]} options - besides those of all commands
 */

const PROOFS = "[proof.json] [public.json]";

/**
 * The same for each protocol, but for names of files that snarkjs has by protocol.
 * @param {any} row
 */
function proofs(row) {
    const { protocol, title, short, old = {}, input = "input.json" } = row;
    const { key = "circuit.zkey", vkey = "verification_key.json" } = row;
    return {
        [`${protocol} prove`]: {
            short: `${short}p`, old: old.prove, files: `[${key}] [witness.wtns] ${PROOFS}`,
            text: `makes a ${title} proof from a witness`,
        },
        [`${protocol} fullprove`]: {
            short: `${short}f`, files: `[${input}] [circuit.wasm] [${key}] ${PROOFS}`,
            text: `calculates the witness, then makes a ${title} proof`,
        },
        [`${protocol} verify`]: {
            short: `${short}v`, old: old.verify, files: `[${vkey}] [public.json] [proof.json]`,
            text: `verifies a ${title} proof`,
        },
    };
}

/** What snarkjs has of its own: names, arguments and, of some, the text. */
const ROWS = {
    "powersoftau new": { short: "ptn", files: "<curve> <power> [powersOfTau_0000.ptau]" },
    "powersoftau contribute": { short: "ptc", files: "<old.ptau> <new.ptau>" },
    "powersoftau export challenge": { short: "ptec", files: "<powersoftau.ptau> [challenge]" },
    "powersoftau challenge contribute": { short: "ptcc", files: "<curve> <challenge> [response]" },
    "powersoftau import response": {
        short: "ptir", files: "<old.ptau> <response> <new.ptau>", options: ["nopoints", "nocheck"],
    },
    "powersoftau beacon": { short: "ptb", files: "<old.ptau> <new.ptau> <hex> <exponent>" },
    "powersoftau prepare phase2": { short: "pt2", files: "<powersoftau.ptau> <new.ptau>" },
    "powersoftau convert": { short: "ptcv", files: "<old.ptau> <new.ptau>" },
    "powersoftau truncate": { short: "ptt", files: "<powersoftau.ptau>" },
    "powersoftau verify": { short: "ptv", files: "<powersoftau.ptau>" },
    "powersoftau export json": { short: "ptej", files: "<powersoftau.ptau> <powersoftau.json>" },
    "r1cs info": { short: "ri", old: ["info"], files: "[circuit.r1cs]", text: "says how large a circuit is" },
    "r1cs print": { short: "rp", old: ["print"], files: "[circuit.r1cs] [circuit.sym]" },
    "r1cs export json": { short: "rej", files: "[circuit.r1cs] [circuit.json]" },
    "wtns calculate": {
        short: "wc", old: ["calculatewitness"], files: "[circuit.wasm] [input.json] [witness.wtns]",
        text: "calculates the witness from inputs",
    },
    "wtns debug": {
        short: "wd", files: "[circuit.wasm] [input.json] [witness.wtns] [circuit.sym]", options: ["get", "set", "trigger"],
    },
    "wtns export json": { short: "wej", files: "[witness.wtns] [witness.json]" },
    "wtns check": {
        short: "wchk", files: "[circuit.r1cs] [witness.wtns]",
        text: "says whether a witness fulfils the constraints of a circuit",
    },
    "zkey contribute": { short: "zkc", files: "<old.zkey> <new.zkey>" },
    "zkey export bellman": { short: "zkeb", files: "<circuit.zkey> [circuit.mpcparams]" },
    "zkey bellman contribute": { short: "zkbc", files: "<curve> <circuit.mpcparams> <response.mpcparams>" },
    "zkey import bellman": { short: "zkib", files: "<old.zkey> <response.mpcparams> <new.zkey>" },
    "zkey beacon": { short: "zkb", files: "<old.zkey> <new.zkey> <hex> <exponent>" },
    "zkey verify r1cs": {
        short: "zkv", old: ["zkvr", "zkey verify"], files: "[circuit.r1cs] [powersoftau.ptau] [circuit_final.zkey]",
        text: "verifies a Groth16 key from its circuit",
    },
    "zkey verify init": { short: "zkvi", files: "[circuit_0000.zkey] [powersoftau.ptau] [circuit_final.zkey]" },
    "zkey export verificationkey": {
        short: "zkev", files: "[circuit_final.zkey] [circuit_vk.json]", text: "writes the verification key of a key",
    },
    "zkey export json": { short: "zkej", files: "[circuit_final.zkey] [circuit_final.zkey.json]" },
    "zkey export solidityverifier": {
        short: "zkesv", old: ["generateverifier"], files: "[circuit_final.zkey] [verifier.sol]",
    },
    "zkey export soliditycalldata": { short: "zkesc", old: ["generatecall"], files: "[public.json] [proof.json]" },
    "groth16 setup": {
        short: "g16s", old: ["zkn", "zkey new"], files: "[circuit.r1cs] [powersoftau.ptau] [circuit_0000.zkey]",
    },
    ...proofs({
        protocol: "groth16", title: "Groth16", short: "g16", key: "circuit_final.zkey",
        old: { prove: ["proof"], verify: ["verify"] },
    }),
    "plonk setup": { short: "pks", files: "[circuit.r1cs] [powersoftau.ptau] [circuit.zkey]" },
    ...proofs({ protocol: "plonk", title: "PLONK", short: "pk" }),
    "fflonk setup": { short: "ffs", files: "[circuit.r1cs] [powersoftau.ptau] [circuit.zkey]" },
    ...proofs({ protocol: "fflonk", title: "FFLONK", short: "ff", vkey: "circuit.vkey", input: "witness.json" }),
    "file info": { short: "fi", files: "<file>", text: "lists the sections of a zkey, ptau, r1cs or wtns file" },
};

const SHARED = { ...TAU_COMMANDS, ...CIRCUIT_COMMANDS, ...KEY_COMMANDS };

/** @param {string} name @param {Partial<Row>} row @returns {Row} */
function completed(name, { options = [], ...row }) {
    const shared = SHARED[name] ?? { text: "", options: [] };
    const contributor = ["name", "entropy"].filter((option) => shared.options.includes(option));
    return { text: shared.text, ...row, options: [...contributor, ...options] };
}

/** @type {Readonly<Record<string, Row>>} */
export const TABLE = Object.freeze(Object.fromEntries(
    Object.entries(ROWS).map(([name, row]) => [name, completed(name, row)]),
));

/**
 * Each option, short and long, with what it does.
 * @type {Readonly<Record<string, { short: string, text: string }>>}
 */
export const OPTIONS = Object.freeze({
    name: { short: "n", text: "--name=TEXT, -n=TEXT: of the contributor" },
    entropy: { short: "e", text: "--entropy=TEXT, -e=TEXT: mixed with random bytes of this machine; asked for if not given" },
    nopoints: { short: "nopoints", text: "-nopoints: leaves the points out; the file can only be looked at" },
    nocheck: { short: "nocheck", text: "-nocheck: has no effect; a response is always checked" },
    get: { short: "g", text: "-g: has no effect; programs of circom 2 report no accesses" },
    set: { short: "s", text: "-s: has no effect, likewise" },
    trigger: { short: "t", text: "--trigger, -t: has no effect, likewise" },
    verbose: { short: "v", text: "--verbose, -v: says how far it is" },
    help: { short: "h", text: "--help, -h: this text" },
});

/** Command by every name it has. */
const BY_NAME = new Map(Object.entries(TABLE).flatMap(([name, { short, old = [] }]) =>
    [name, short, ...old].map((one) => [one, name])));

/** Words of the longest name. */
const MOST_WORDS = 3;

/**
 * @param {readonly string[]} words
 * @returns {{ command: string, files: string[] } | undefined} undefined where they do not begin
 *   with a command
 */
export function findCommand(words) {
    for (let count = MOST_WORDS; count > 0; count--) {
        const command = BY_NAME.get(words.slice(0, count).join(" ").toLowerCase());
        if (command !== undefined) return { command, files: words.slice(count) };
    }
    return undefined;
}

/** How many arguments a command takes. @param {string} command */
export function countsOf(command) {
    const all = TABLE[command].files.split(" ");
    return { least: all.filter((one) => one.startsWith("<")).length, most: all.length };
}

/** What an argument is if it is left out. @param {string} command @param {number} i */
export const defaultOf = (command, i) => /^\[(.*)\]$/.exec(TABLE[command].files.split(" ")[i])?.[1] ?? "";

/** @param {string} command */
export function helpOf(command) {
    const { short, old = [], files, text, options } = TABLE[command];
    return [
        text, "", `Usage: snarkjs ${command} ${files}`, `   or: snarkjs ${short} ${files}`,
        ...(old.length > 0 ? [`Also as: ${old.join(", ")}`] : []),
        "", "Options:", ...[...options, "verbose", "help"].map((name) => `  ${OPTIONS[name].text}`),
    ].join("\n");
}

/** The help of all. @param {string} title */
export function helpText(title) {
    const room = Math.max(...Object.keys(TABLE).map((name) => name.length));
    const rows = Object.entries(TABLE).flatMap(([name, { short, files, text }]) => [
        `${name.padEnd(room)}  ${text}`, `${" ".repeat(room)}  snarkjs ${short} ${files}`,
    ]);
    return [
        title, "", "Usage: snarkjs COMMAND [FILES] [OPTIONS]", "", ...rows, "",
        "snarkjs COMMAND --help has the options of a command. <one> has to be given, [one] has this default.",
        "Exit codes: 0 done, or valid; 1 failed, or not valid; 99 no such command, or other arguments.",
    ].join("\n");
}
