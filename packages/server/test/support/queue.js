/** Worker processes and circuits for the tests of the queue. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { circuitsIn, fixtures } from "../../../../test/support/circuits.js";
import { root } from "../../../../test/support/scratch.js";
import { until } from "../../../../test/support/until.js";

const PROGRAM = join(root, "packages/server/test/support/queue_worker.mjs");

export const circuits = circuitsIn(fixtures).filter(({ system }) => system === "groth16");

/**
 * @param {object} options - of createWorker
 * @param {Record<string, string>} [env]
 */
export async function startWorker(options, env = {}) {
    const child = spawn(process.execPath, [PROGRAM], {
        env: { ...process.env, ...env, WORKER: JSON.stringify({ threads: 1, lost: 2000, ...options }) },
        stdio: ["ignore", "pipe", "pipe"],
    });
    const events = [];
    let said = "", rest = "";
    child.stderr.on("data", (chunk) => { said += chunk; });
    child.stdout.on("data", (chunk) => {
        said += chunk;
        const lines = (rest + chunk).split("\n");
        rest = lines.pop();
        events.push(...lines.map((line) => JSON.parse(line)));
    });
    const exited = new Promise((resolve) => { child.once("exit", (code, signal) => resolve({ code, signal })); });
    const worker = {
        child, events, exited, said: () => said,
        kill(signal) {
            child.kill(signal);
            return exited;
        },
    };
    await Promise.race([
        until(() => events.some(({ event }) => event === "ready")),
        exited.then(() => { throw new Error(`worker: expected to start, got\n${said}`); }),
    ]);
    return worker;
}
