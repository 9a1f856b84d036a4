/** Timers for tests of what happens later. */

/** Timers that never run, until `restore`: what was asked of them. */
export function stopTimers() {
    const { setTimeout, clearTimeout } = globalThis, timers = [];
    globalThis.setTimeout = (callback, ms) => {
        const timer = { callback, ms, ref: true, runs: true, unref: () => { timer.ref = false; return timer; } };
        timers.push(timer);
        return timer;
    };
    globalThis.clearTimeout = (timer) => {
        if (timers.includes(timer)) timer.runs = false;
        else clearTimeout(timer);
    };
    return { timers, restore: () => Object.assign(globalThis, { setTimeout, clearTimeout }) };
}
