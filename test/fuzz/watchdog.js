/**
 * Ends a process whose execution takes too much processor time, or waits for something that does not come.
 * The first is seen by a thread beside, since the main one may never come back; times of the processor are the same
 * on a busy machine. The second is seen when nothing keeps the process but a promise that will never settle, and,
 * where a worker or a socket keeps it, after `idle` seconds in which the process hardly computed.
 */
import { writeSync } from "node:fs";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { encode } from "./choices.js";

/** Numbers of choices that are told; more are cut. */
const ROOM = 4096;
const TURN = 0,
    SEED = 1,
    LENGTH = 2,
    LIST = 3;
const POLL_MS = 200;

/** @typedef {{ cpu: number, idle: number }} Limits seconds of the processor; seconds without them */

/** @param {Limits & { exit: boolean }} limits */
export function openWatchdog({ cpu, idle, exit }) {
    const shared = new Int32Array(new SharedArrayBuffer(4 * (LIST + ROOM)));
    const worker = new Worker(new URL(import.meta.url), { workerData: { shared, cpu, idle } });
    worker.unref();
    let turn = 0;
    const waiting = () => {
        if (shared[TURN] === 0) return;
        writeSync(2, `${report("nothing is left that could settle it", shared)}\n`);
        process.exit(4);
    };
    if (exit) process.on("beforeExit", waiting);
    return {
        /** @param {{ seed: number, prefix: readonly number[] }} input */
        begin({ seed, prefix }) {
            const list = prefix.slice(0, ROOM);
            shared.set(list, LIST);
            shared[LENGTH] = list.length;
            shared[SEED] = seed;
            Atomics.store(shared, TURN, ++turn);
        },
        end: () => {
            Atomics.store(shared, TURN, 0);
        },
        async close() {
            process.off("beforeExit", waiting);
            await worker.terminate();
        },
    };
}

/** @param {string} what @param {Int32Array} shared */
const report = (what, shared) =>
    `HANG ${what}: --replay ${encode([...shared.subarray(LIST, LIST + shared[LENGTH])].map((v) => v >>> 0))} --seed ${shared[SEED] >>> 0}`;

/** Processor time of the process, all threads, in seconds. */
const used = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
};

function watch({ shared, cpu, idle }) {
    let turn = 0,
        since = used(),
        ticks = 0,
        before = since;
    setInterval(() => {
        const now = Atomics.load(shared, TURN),
            spent = used();
        if (now !== turn) {
            turn = now;
            since = spent;
            ticks = 0;
        }
        // a tick in which the process computed does not count as waiting
        if (spent - before < 0.02) ticks++;
        before = spent;
        if (turn === 0) return;
        const late = spent - since > cpu ? `it takes more than ${cpu} s of the processor` : undefined;
        const stuck = (ticks * POLL_MS) / 1000 > idle ? "it waits without an end" : undefined;
        if (!late && !stuck) return;
        writeSync(2, `${report(late ?? stuck, shared)}\n`);
        process.kill(process.pid, "SIGKILL");
    }, POLL_MS);
}

if (!isMainThread && workerData?.shared) watch(workerData);
