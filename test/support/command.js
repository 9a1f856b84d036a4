/** The ffturbo command as a process of its own. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./scratch.js";

export const COMMAND = join(root, "bin", "ffturbo.mjs");

/**
 * @param {string} cwd
 * @param {string[]} args
 * @param
 *   {import("node:child_process").SpawnOptions & { command?: string, onStart?: (child:
 *   import("node:child_process").ChildProcess) => void }}
 *   [options]
 * @returns {Promise<{ code: number | null, signal: string | null, out: string, err: string }>}
 */
export const runCommand = (cwd, args, { onStart = () => {}, env = {}, command = COMMAND, ...options } = {}) =>
    new Promise((resolve) => {
        const child = spawn(process.execPath, [command, ...args], {
            cwd,
            env: { ...process.env, FFTURBO_THREADS: "2", ...env },
            ...options,
        });
        let out = "",
            err = "";
        child.stdout?.on("data", (chunk) => (out += chunk));
        child.stderr?.on("data", (chunk) => (err += chunk));
        child.on("close", (code, signal) => resolve({ code, signal, out, err }));
        onStart(child);
    });
