/** One progress bar for the whole proof, on a terminal, with the elapsed and the remaining time. */
import { createEstimate, drawLine } from "./bar_line.mjs";
import { say, standardError } from "./output.mjs";

const WORDS = {
    witness: "witness",
    coefficients: "coefficients",
    fft: "FFT",
    A: "points A",
    B2: "points B2",
    C: "points C",
    H: "points H",
    points: "checking points",
    check: "verifying",
};

/** Milliseconds between two drawings, at most and at least. */
const TICK = 250, LEAST = 100;

/** Moves to the start of the line and clears it. */
const CLEAR = "\r\x1b[K";

/**
 * Whether a bar can be drawn on standard error (the stream, unless another is given), and a clock
 * for it.
 */
const TERMINAL = {
    now: () => performance.now(),
    every: (ms, callback) => setInterval(callback, ms).unref(),
    get dumb() { return process.env.TERM === "dumb"; },
};

/**
 * The bar itself, or nothing if the output is not a terminal.
 * @param {{ json?: boolean, quiet?: boolean }} request
 * @param {typeof TERMINAL & { stream?: NodeJS.WriteStream }} terminal
 */
function openLine({ json, quiet }, { stream: given, now, every, dumb }) {
    const none = { at() {}, above: (text, put = say) => put(text), stop() {} };
    if (json || quiet || dumb) return none;
    const stream = given ?? standardError();
    if (!stream.isTTY) return none;
    const started = now();
    const estimate = createEstimate();
    let fraction = 0, drawn = -Infinity;
    const draw = () => {
        drawn = now();
        const elapsed = drawn - started;
        const left = estimate(elapsed, fraction);
        stream.write(CLEAR + drawLine(stream.columns || 80, { fraction, elapsed, left }));
    };
    const timer = every(TICK, draw);
    return {
        /** @param {number} reached - the fraction that is done, in [0, 1] */
        at(reached) {
            fraction = reached;
            if (now() - drawn >= LEAST) draw();
        },
        /**
         * Prints a text above the bar.
         * @param {string} text
         * @param {(text: string) => void} [put] - where to
         */
        above(text, put = (line) => stream.write(`${line}\n`)) {
            stream.write(CLEAR);
            put(text);
            draw();
        },
        stop() {
            clearInterval(timer);
            stream.write(CLEAR);
        },
    };
}

/**
 * @param {{ json?: boolean, quiet?: boolean, verbose?: boolean }} request - verbose: a line for
 *   each phase that ends
 * @param {Partial<typeof TERMINAL & { stream: NodeJS.WriteStream }>} [terminal]
 * @returns {{ onProgress: (report: import("../../src/files/progress.js").ProgressReport) => void,
 *   at: (done: number) => void, say: (text: string, put?: (text: string) => void) => void, stop: ()
 *   => void }} say: a text above the bar, on standard error unless `put` prints it elsewhere
 */
export function openBar(request, terminal) {
    const place = { ...TERMINAL, ...terminal }, line = openLine(request, place);
    const begun = new Map();
    const wordy = request.verbose && !request.quiet;
    const endPhase = (phase) => {
        const seconds = ((place.now() - begun.get(phase)) / 1000).toFixed(2);
        begun.set(phase, undefined);
        line.above(`${(WORDS[phase] ?? phase).padEnd(15)} ${seconds} s`);
    };
    return {
        onProgress({ phase, done, total, overall }) {
            line.at(overall);
            if (!begun.has(phase)) begun.set(phase, place.now());
            if (wordy && done >= total && begun.get(phase) !== undefined) endPhase(phase);
        },
        at: line.at,
        say: line.above,
        stop: line.stop,
    };
}

/** Options of a command that the library takes. */
const LIBRARY = ["threads", "memory", "insecure", "beaconLimit", "name", "entropy"];

/**
 * Runs a call of the library with a progress bar, and with what the command was given; options that
 * it does not have are undefined.
 * @template T
 * @param {any} request
 * @param {AbortSignal} signal
 * @param {(options: any) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withBar(request, signal, work) {
    const bar = openBar(request);
    const given = LIBRARY.filter((name) => request[name] !== undefined);
    const options = Object.fromEntries(given.map((name) => [name, request[name]]));
    try {
        return await work({ ...options, signal, onProgress: bar.onProgress });
    } finally {
        bar.stop();
    }
}
