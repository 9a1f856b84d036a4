/** `ffturbo serve` and `ffturbo work` as processes. */
import { spawn } from "node:child_process";
import { COMMAND } from "../../../../test/support/command.js";
import { until } from "../../../../test/support/until.js";

/** Milliseconds to start, on a machine that is busy. */
const START_MS = 120_000;

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** Ends what a test that failed has left. */
export const killAll = () => { for (const child of running) child.kill("SIGKILL"); };

/** A server process, its log, and how it ends. @param {string[]} args @param {Record<string, string>} [env] */
export async function start(args, env = {}) {
    const child = spawn(process.execPath, [COMMAND, ...args], {
        env: { ...process.env, FFTURBO_THREADS: "1", ...env }, stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    child.once("exit", () => running.delete(child));
    let said = "";
    child.stderr.on("data", (chunk) => { said += chunk; });
    child.stdout.on("data", (chunk) => { said += chunk; });
    const exited = new Promise((resolve) => { child.once("exit", (code, signal) => resolve({ code, signal })); });
    const log = () => said.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
    const ready = () => log().find(({ event }) => event === "ready");
    try {
        await Promise.race([
            until(ready, START_MS), exited.then(() => { throw new Error(`expected to start, got\n${said}`); }),
        ]);
    } catch (error) {
        child.kill("SIGKILL");
        throw error;
    }
    const address = ready().address;
    return {
        child, exited, log, said: () => said, port: address?.port, url: address && `http://127.0.0.1:${address.port}`,
        stop(signal = "SIGTERM") {
            child.kill(signal);
            return exited;
        },
    };
}
