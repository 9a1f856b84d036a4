/** The command line, read and checked. */
import { parseArgs } from "node:util";

export class UsageError extends Error {
    code = "ERR_OPTION";
}

export const USAGE = `Usage:
  ffturbo prove      circuit.zkey witness.wtns [proof.json public.json]
  ffturbo fullprove  input.json circuit.wasm circuit.zkey [proof.json public.json]
  ffturbo verify     verification_key.json public.json proof.json
  ffturbo info       circuit.zkey
  ffturbo bench

Files may be http(s) addresses. Proofs go to proof.json and public.json unless named otherwise.

Options:
  --threads n     workers; 0 runs everything on one thread (default: what the machine gives)
  --memory size   what a proof may hold at once, as 512m or 2g (default: 1g)
  --check         verify the proof before it is written
  --paranoid      look at every point of the key first
  --timings       say when each phase began and ended
  --json          the result on standard output, as one JSON object; no files unless named
  --quiet         no progress bars
  --help

Exit codes: 0 done; 1 the proof does not verify; 2 wrong use; 3 a file that cannot be read or is damaged;
4 files that do not fit each other; 5 inputs that the circuit refuses; 70 anything else; 130 stopped.`;

/** How many file names each command takes, at least and at most. */
const COMMANDS = { prove: [2, 4], fullprove: [3, 5], verify: [3, 3], info: [1, 1], bench: [0, 0] };

const OPTIONS = {
    threads: { type: "string" }, memory: { type: "string" }, check: { type: "boolean" }, paranoid: { type: "boolean" },
    timings: { type: "boolean" }, json: { type: "boolean" }, quiet: { type: "boolean" }, help: { type: "boolean", short: "h" },
};

const UNITS = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

function readThreads(text) {
    if (text === undefined) return undefined;
    if (!/^\d{1,4}$/.test(text)) throw new UsageError(`--threads: expected a number of workers, 0 or more, got "${text}"`);
    return Number(text);
}

function readMemory(text) {
    if (text === undefined) return undefined;
    const match = /^(\d+(?:\.\d+)?)([kmg]?)i?b?$/i.exec(text);
    if (!match) throw new UsageError(`--memory: expected a size such as 512m or 2g, got "${text}"`);
    return Math.floor(Number(match[1]) * UNITS[match[2].toLowerCase()]);
}

/** @param {string[]} argv */
export function readArguments(argv) {
    let parsed;
    try {
        parsed = parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
    } catch (error) {
        throw new UsageError(error.message.split("\n")[0]);
    }
    const { values, positionals: [command, ...files] } = parsed;
    if (values.help || (command === undefined && argv.length === 0)) return { help: true };
    if (!Object.hasOwn(COMMANDS, command ?? "")) throw new UsageError(`expected a command among ${Object.keys(COMMANDS).join(", ")}, got ${command === undefined ? "none" : `"${command}"`}`);
    const [least, most] = COMMANDS[command];
    if (files.length < least || files.length > most) throw new UsageError(`${command}: expected ${least === most ? least : `${least} to ${most}`} file names, got ${files.length}`);
    const { threads, memory, ...flags } = values;
    return { command, files, threads: readThreads(threads), memory: readMemory(memory), ...flags };
}
