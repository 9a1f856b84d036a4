/** The soak in this process. */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { buildBn128 } from "../../../src/index.js";
import { prove, ProverError, verify } from "../../../src/protocols/groth16/index.js";
import { fixture } from "../../support/circuits.js";
import { demand, parts } from "./parts.js";

/** Bytes that may be there at the end and were not at the start: code that was compiled meanwhile, and the like. */
export const SLACK = 24 * 2 ** 20;

const read = (file) => new Uint8Array(readFileSync(fixture("mimc_tiny", file)));
const json = (file) => JSON.parse(readFileSync(fixture("mimc_tiny", file), "utf8"));

const count = (path) => {
    try {
        return readdirSync(path).length;
    } catch {
        return 0;
    }
};

function start(source, onEnd = () => {}) {
    const worker = new Worker(source, { eval: true, execArgv: [] });
    worker.once("exit", onEnd);
    return worker;
}

/** What there is now, when all that is on its way out has gone. */
async function rest() {
    await sleep(500);
    for (let i = 0; i < 4; i++) {
        globalThis.gc?.();
        await sleep(50);
    }
    const { heapUsed, external, rss } = process.memoryUsage();
    return {
        heap: heapUsed, external, rss,
        threads: count("/proc/self/task"),
        files: count("/proc/self/fd"),
        handles: process.getActiveResourcesInfo().filter((kind) => kind !== "Timeout").length,
        seconds: Math.round(process.cpuUsage().user / 1e6),
    };
}

function compare(before, after) {
    const grown = after.heap + after.external - before.heap - before.external;
    demand(grown < SLACK, () => `expected memory as before, got ${grown} bytes more`);
    for (const kind of ["threads", "files", "handles"])
        demand(after[kind] <= before[kind], () => `expected ${before[kind]} ${kind}, got ${after[kind]}`);
}

/** @param {() => number} next */
export async function openNode(next) {
    const claim = { zkey: read("circuit.zkey"), wtns: read("witness.wtns"), vkey: json("vkey.json"), signals: json("public.json") };
    const kill = (worker) => worker.terminate();
    const all = parts({ start, kill }, { buildBn128, prove, verify, ProverError }, claim, next);
    return {
        name: `Node ${process.version}`, rest, compare,
        run: (part, n) => all[part](n),
        leave: () => start("setInterval(() => {}, 1e6)"),
        close: () => undefined,
    };
}
