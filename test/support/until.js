/** Waits for what another process, thread or connection does. */

export const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** Waits until it holds. @param {() => unknown} test */
export async function until(test, limitMs = 30_000) {
    for (const started = Date.now(); !await test(); await pause(20))
        if (Date.now() - started > limitMs) throw new Error(`expected it to hold within ${limitMs} ms: ${test}`);
}
