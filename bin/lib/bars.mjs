/** A progress bar per phase, on a terminal; nothing where the output goes elsewhere. */

const WORDS = { witness: "witness", coefficients: "coefficients", transforms: "transforms", A: "points A", B1: "points B1", B2: "points B2", C: "points C", H: "points H", points: "checking points", check: "verifying" };
const FORMAT = " {name} {bar} {percentage}%";

/** @returns {Promise<{ onProgress?: (report: { phase: string, done: number, total: number }) => void, stop: () => void }>} */
export async function openBars({ json, quiet }) {
    if (json || quiet || !process.stderr.isTTY) return { stop() {} };
    const library = await import("cli-progress").catch(() => undefined); // optional: the command works without bars
    if (!library) return { stop() {} };
    const { MultiBar, Presets } = library.default;
    const multi = new MultiBar({ format: FORMAT, hideCursor: true, clearOnComplete: false, stream: process.stderr, fps: 10, barsize: 30 }, Presets.shades_classic);
    const bars = new Map();
    return {
        onProgress({ phase, done, total }) {
            if (!bars.has(phase)) bars.set(phase, multi.create(Math.max(total, 1), 0, { name: (WORDS[phase] ?? phase).padEnd(15) }));
            bars.get(phase).update(total === 0 ? 1 : done);
        },
        stop: () => multi.stop(),
    };
}
