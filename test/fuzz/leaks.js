/** What an execution may leave behind: timers, sockets, workers, files, and memory. */
import { readdirSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** @param {string} fd @returns {boolean} whether it is a file; threads and event loops have others */
function isFile(fd) {
    try {
        const path = readlinkSync(`/proc/self/fd/${fd}`);
        return path.startsWith("/") && !path.startsWith("/dev/") && !path.startsWith("/proc/");
    } catch {
        return false;
    }
}

/** Open files of this process, where the host tells. */
function openFiles() {
    try {
        return readdirSync("/proc/self/fd").filter(isFile).length;
    } catch {
        return 0;
    }
}

/** @returns {Record<string, number>} what keeps the process alive, by kind */
function resources() {
    const counts = { files: openFiles() };
    for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
    return counts;
}

/** What there is more of. @param {Record<string, number>} before */
const more = (before) =>
    Object.entries(resources())
        .filter(([kind, count]) => count > (before[kind] ?? 0))
        .map(([kind, count]) => `${kind}: ${before[kind] ?? 0} before, ${count} now`)
        .join("; ");

/** Ends of what is on its way out are waited for, so many turns of 10 ms: threads end late on a busy machine. */
const PATIENCE = 1000;
/**
 * Memory leaks if, among at least LOOKS measurements, the least of the last third exceeds the most of the first third
 * by GROWN bytes. What is made once, at the first use, is made in the first third.
 */
const LOOKS = 12,
    GROWN = 48 * 2 ** 20;

/** @param {number} [patience] @returns a watch that starts from what there is now */
export function openLeaks(patience = PATIENCE) {
    const before = resources();
    const looks = [];
    return {
        /** @returns {Promise<string | undefined>} what was left */
        async handles() {
            for (let i = 0; i < patience; i++) {
                const left = more(before);
                if (!left) return undefined;
                if (i === patience - 1) return `left behind: ${left}`;
                await sleep(10);
            }
            return undefined;
        },
        /** Asked once per window, with --expose-gc. @returns {string | undefined} */
        memory() {
            if (typeof globalThis.gc !== "function") return undefined;
            globalThis.gc();
            const { heapUsed, external } = process.memoryUsage();
            looks.push(heapUsed + external);
            const third = Math.floor(looks.length / 3),
                most = Math.max(...looks.slice(0, third)),
                least = Math.min(...looks.slice(-third));
            if (looks.length < LOOKS || least - most < GROWN) return undefined;
            return `memory grew, from at most ${most} to at least ${least} bytes`;
        },
    };
}
