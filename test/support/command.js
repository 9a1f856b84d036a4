/**
 * The commands of this package: as processes of their own, or in this one, which is some eight times cheaper. The full
 * run takes processes, and so does whatever needs signals, pipes or options of Node; `runAlone` does in CI's run, too.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { readArguments } from "../../bin/lib/arguments.mjs";
import { commands } from "../../bin/lib/commands.mjs";
import { main } from "../../bin/lib/main.mjs";
import { printTo } from "../../bin/lib/output.mjs";
import { tools } from "../../bin/lib/tools.mjs";
import { main as snarkjs } from "../../packages/snarkjs/bin/command.mjs";
import { rowsInFull, rowsOf } from "./extent.js";
import { root } from "./scratch.js";

export const COMMAND = join(root, "bin", "ffturbo.mjs"), SNARKJS = join(root, "node_modules/ffturbo-snarkjs/build/cli.cjs");
const HERE = pathToFileURL(`${root}/`);
const MAINS = Object.freeze({
    [COMMAND]: (args) => main(HERE, args),
    [SNARKJS]: (args) => snarkjs(args, HERE, tools),
});
const THREADS = Object.freeze({ FFTURBO_THREADS: "2" });

/**
 * @typedef {{ code: number | null, signal: string | null, out: string, err: string }} Ended
 * @typedef {{ env?: Record<string, string | undefined>, command?: string }} Told
 * @typedef
 *   {import("node:child_process").SpawnOptions & Told & { onStart?: (child:
 *   import("node:child_process").ChildProcess) => void }} Options
 */

/** @param {string} cwd @param {string[]} args @param {Options} [options] @returns {Promise<Ended>} */
export const spawnCommand = (cwd, args, { onStart = () => {}, env = {}, command = COMMAND, ...options } = {}) =>
    new Promise((resolve) => {
        const child = spawn(process.execPath, [command, ...args], {
            cwd,
            env: { ...process.env, ...THREADS, ...env },
            ...options,
        });
        let out = "",
            err = "";
        child.stdout?.on("data", (chunk) => (out += chunk));
        child.stderr?.on("data", (chunk) => (err += chunk));
        child.on("close", (code, signal) => resolve({ code, signal, out, err }));
        onStart(child);
    });

/** Sets variables of this process. @param {Record<string, string | undefined>} values @returns {() => void} */
function setVariables(values) {
    const before = Object.keys(values).map((name) => /** @type {const} */ ([name, process.env[name]]));
    const set = ([name, value]) => (value === undefined ? delete process.env[name] : (process.env[name] = value));
    Object.entries(values).forEach(set);
    return () => before.forEach(set);
}

/** @param {string} cwd @param {string[]} args @param {Told} told @returns {Promise<Ended>} */
async function callCommand(cwd, args, { env = {}, command = COMMAND }) {
    const printed = { out: "", error: "" }, before = process.cwd(), restore = setVariables({ ...THREADS, ...env });
    const into = (name) => new Writable({ write(chunk, _, done) {
        printed[name] += chunk;
        done();
    } });
    printTo({ out: () => into("out"), error: () => into("error") });
    process.chdir(cwd);
    try {
        return { code: await MAINS[command](args), signal: null, out: printed.out, err: printed.error };
    } finally {
        process.chdir(before);
        printTo({ out: () => process.stdout, error: () => process.stderr });
        restore();
    }
}

/** Calls share a current folder, variables and streams, so each waits for the one before. @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * A command in this process, whatever the extent: with a signal of the test, or with what the test changed here.
 * @param {string} folder - of files, which are words with a dot
 * @param {string} line
 * @param {AbortSignal} [signal]
 * @returns {Promise<string>} what it printed
 */
export async function printedBy(folder, line, signal = new AbortController().signal) {
    const printed = [], stream = new Writable({ write(chunk, _, done) {
        printed.push(String(chunk));
        done();
    } });
    const request = readArguments(line.split(" ").map((word) => (word.includes(".") ? join(folder, word) : word)));
    printTo({ out: () => stream, error: () => stream });
    try {
        await commands[request.command]({ ...request, threads: 0, quiet: true }, signal);
        return printed.join("");
    } finally {
        printTo({ out: () => process.stdout, error: () => process.stderr });
    }
}

/** Must this be a process? @param {string[]} args @param {Options} options */
const needsProcess = (args, { env, command = COMMAND, ...others }) =>
    rowsInFull(true, false) || Object.keys(others).length > 0 ||
    env?.NODE_OPTIONS !== undefined || !(command in MAINS) ||
    args.some((arg) => arg === "-" || arg.startsWith("/dev/"));

/** @param {string} cwd @param {string[]} args @param {Options} [options] @returns {Promise<Ended>} */
export function runCommand(cwd, args, options = {}) {
    const { env, command } = options;
    if (needsProcess(args, options)) return spawnCommand(cwd, args, options);
    const ended = last.then(() => callCommand(cwd, args, { env, command }));
    last = ended.catch(() => {});
    return ended;
}

/** As users run it, wherever there is time for it. @type {typeof runCommand} */
export const runAlone = rowsOf(spawnCommand, runCommand);
