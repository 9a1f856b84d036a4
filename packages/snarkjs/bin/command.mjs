/** What the command `ffturbo` runs of this package, and the command `snarkjs`. */
import { CIRCUIT_COMMANDS, KEY_COMMANDS, TAU_COMMANDS } from "../../../bin/lib/shared_usage.mjs";
import { openOutputs, print, STANDARD, useTools } from "./lib/tools.mjs";

/** @typedef {(request: any, signal: AbortSignal) => Promise<number>} Run */

/**
 * Commands that load when one of them is called.
 * @param {Record<string, unknown>} table - of their names
 * @param {() => Promise<Record<string, Run>>} load
 */
const loaded = (table, load) => Object.fromEntries(Object.keys(table).map((name) => [
    name,
    async (/** @type {any} */ request, /** @type {AbortSignal} */ signal, /** @type {any} */ tools) => {
        useTools(tools);
        return (await load())[name](request, signal);
    },
]));

export const commands = Object.freeze({
    async check(request, signal, tools) {
        useTools(tools);
        openOutputs(request.files, [STANDARD]);
        const { check } = await import("./lib/check.mjs");
        return check(request, signal, print);
    },
    ...loaded(CIRCUIT_COMMANDS, async () => (await import("./lib/circuit_tools.mjs")).circuitCommands),
    ...loaded(KEY_COMMANDS, async () => (await import("./lib/key_tools.mjs")).keyCommands),
    ...loaded(TAU_COMMANDS, async () => (await import("./lib/tau_commands.mjs")).tauCommands),
});

/**
 * @param {readonly string[]} argv
 * @param {URL} root - of ffturbo
 * @param {any} tools - bin/lib/tools.mjs of ffturbo
 * @returns {Promise<number>} the exit code of `snarkjs`
 */
export async function main(argv, root, tools) {
    useTools(tools);
    const { main: run } = await import("./snarkjs/main.mjs");
    return run(argv, root);
}
