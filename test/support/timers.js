/** Timers for tests of what happens later. */
import { createRequire, syncBuiltinESMExports } from "node:module";

/** @param {any} holder - of both functions @param {() => void} changed - called when they have changed */
function stopTimersOf(holder, changed) {
    const { setTimeout, clearTimeout } = holder, timers = [];
    holder.setTimeout = (callback, ms) => {
        const timer = { callback, ms, ref: true, runs: true, unref: () => { timer.ref = false; return timer; } };
        timers.push(timer);
        return timer;
    };
    holder.clearTimeout = (timer) => {
        if (timers.includes(timer)) timer.runs = false;
        else clearTimeout(timer);
    };
    changed();
    return { timers, restore: () => { Object.assign(holder, { setTimeout, clearTimeout }); changed(); } };
}

/** Timers that never run, until `restore`: what was asked of them. */
export const stopTimers = () => stopTimersOf(globalThis, () => {});

/** The same for `util/host`, which has its timers from Node's module. */
export const stopHostTimers = () =>
    stopTimersOf(createRequire(import.meta.url)("node:timers"), syncBuiltinESMExports);
