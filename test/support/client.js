/**
 * A client process: snarkjs and its friends as one project sees them, driven by messages.
 * Each engine runs in a process of its own, because both keep their curves on globalThis.
 */
import { fork } from "node:child_process";
import { join } from "node:path";
import { root } from "./scratch.js";

const DRIVER = join(root, "test", "support", "driver.mjs");

/** Stands for a curve object in the arguments of `snarkjs`, which only exists in the client. */
export const curve = (name) => ({ $curve: name });

/**
 * Starts a client in `project`.
 * @param {string} project - folder with node_modules
 * @param {object} [options]
 * @param {"esm" | "cjs"} [options.format] - how the client loads its packages
 * @param {number} [options.callLimitMs] - a call that takes longer kills the client and rejects
 * @param {Record<string, string>} [options.env]
 * @param {string} [options.node] - path of another Node
 * @param {string[]} [options.execArgv]
 */
export function openClient(
    project,
    { format = "esm", callLimitMs = 120_000, env = {}, node = process.execPath, execArgv = [] } = {},
) {
    const child = fork(DRIVER, [project, format], {
        env: { ...process.env, ...env },
        execPath: node,
        execArgv,
        silent: true,
        serialization: "advanced",
    });
    const waiting = new Map();
    let said = "",
        next = 0,
        gone;
    child.stdout.on("data", (chunk) => (said += chunk));
    child.stderr.on("data", (chunk) => (said += chunk));
    const forgetful = new Set();
    child.on("message", ({ id, result, error, forgot }) => {
        if (forgot) {
            forgetful.add(forgot);
            return;
        }
        const call = waiting.get(id);
        waiting.delete(id);
        if (error) call.reject(new Error(`${call.what}: ${error}\n${said.slice(-4000)}`));
        else call.resolve(result);
    });
    const exited = new Promise((resolve) =>
        child.once("exit", (code, signal) => {
            gone = { code, signal };
            for (const { what, reject } of waiting.values())
                reject(new Error(`${what}: client ended early with ${signal ?? code}\n${said.slice(-4000)}`));
            resolve(gone);
        }),
    );

    const send = (what, message) =>
        new Promise((resolve, reject) => {
            if (gone) {
                reject(new Error(`${what}: client has ended`));
                return;
            }
            const id = next++;
            const timer = setTimeout(() => child.kill("SIGKILL"), callLimitMs);
            const settle = (done) => (value) => {
                clearTimeout(timer);
                done(value);
            };
            waiting.set(id, { what, resolve: settle(resolve), reject: settle(reject) });
            child.send({ id, ...message });
        });

    return Object.freeze({
        /** Calls an export of snarkjs by its path, such as "groth16.prove"; arguments and result are plain data. */
        snarkjs: (path, ...args) => send(`snarkjs.${path}`, { path, args }),
        /** Runs test/e2e/scenarios/<name>.mjs; resolves to what it returned. */
        scenario: (name, args = {}) => send(name, { scenario: name, args }),
        /** The functions of snarkjs that left files open so far, see forgotten_files.js. */
        forgetful: () => [...forgetful].sort(),
        /** Engine name, threads, peak memory in bytes, process CPU milliseconds. */
        facts: () => send("facts", { facts: true }),
        /** Lets go of the client and waits for its end, which must come by itself: { code, signal, lingeredMs }. */
        async close({ limitMs = 10_000 } = {}) {
            const started = performance.now();
            if (!gone) child.send({ close: true });
            const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
            const end = await exited;
            clearTimeout(timer);
            return { ...end, lingeredMs: performance.now() - started };
        },
    });
}

/**
 * Opens a client for `body` and closes it afterwards, whatever happens; resolves to what body returned and how the
 * client ended.
 */
export async function withClient(project, options, body) {
    const client = openClient(project, options);
    let value, end;
    try {
        value = await body(client);
    } finally {
        end = await client.close();
    }
    return { value, end };
}

/** One scenario in a client of its own. */
export const runScenario = async (project, name, args = {}, options = {}) =>
    (await withClient(project, options, (client) => client.scenario(name, args))).value;
