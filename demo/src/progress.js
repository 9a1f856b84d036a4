/** One bar for the whole proof, with time spent and left, and a row per phase. */
import { $, make } from "./dom.js";
import { duration } from "./format.js";
import { kindOfPhase } from "./kinds.js";

const REFRESH_MS = 100;
/** Before so much is done, or so long has passed, nothing can be said of what is left. */
const LEAST_SHARE = 0.05, LEAST_MS = 300;
/** Phases of a proof, besides the check of every point, which is not asked for here. */
const PHASES = ["witness", "coefficients", "fft", "A", "B2", "C", "H", "check"];
const LABELS = { A: "MSM A", B2: "MSM B2 (G2)", C: "MSM C", H: "MSM H", check: "verification" };
export const labelOf = (phase) => LABELS[phase] ?? phase;

/** Time left, in words, where something can be said. @param {number} spent - milliseconds @param {number} overall */
export function leftOf(spent, overall) {
    if (overall < LEAST_SHARE || overall >= 1 || spent < LEAST_MS) return "";
    return `about ${duration((spent * (1 - overall)) / overall)} left`;
}

/** A row of a chart; `bars` are drawn by the caller. */
export function rowOf(label, value = "") {
    const track = make("span", { class: "track" }), text = make("span", { class: "value varies", textContent: value });
    const row = make("div", { role: "listitem" }, make("span", { textContent: label }), track, text);
    return { row, track, text };
}

/** A bar from `start` to `end` of `whole`. */
export function barOf({ start, end, whole, kind = "", title = "" }) {
    const percent = (value) => `${(100 * value) / whole}%`;
    return make("i", { class: `${kind} varies`, title, style: { left: percent(start), width: percent(end - start) } });
}

/**
 * Shows the share that is done, the time spent and the time left, until it is closed.
 * @param {() => void} [draw] - what else is drawn with them: not more often, because painting takes time from the work
 */
export function openClock(draw = () => {}) {
    const started = performance.now();
    let share = 0;
    const show = () => {
        draw();
        const spent = performance.now() - started;
        $("bar").value = share;
        $("elapsed").textContent = `${duration(spent)} spent`;
        $("left").textContent = leftOf(spent, share);
    };
    const timer = setInterval(show, REFRESH_MS);
    show();
    return {
        at: (/** @type {number} */ overall) => { share = overall; },
        close() {
            clearInterval(timer);
            draw();
        },
    };
}

/**
 * Opens the bars.
 * @returns {{ onProgress: (report: any) => void, close: () => void }}
 */
export function openProgress() {
    const rows = new Map();
    $("phases").replaceChildren(...PHASES.map((phase) => {
        const { row, track, text } = rowOf(labelOf(phase));
        const bar = make("i", { class: kindOfPhase(phase), style: { left: 0, width: 0 } });
        track.append(bar);
        rows.set(phase, { bar, text });
        return row;
    }));
    const parts = new Map(), clock = openClock(() => {
        for (const [phase, part] of parts) {
            const { bar, text } = rows.get(phase);
            bar.style.width = `${100 * part}%`;
            text.textContent = `${Math.floor(100 * part)} %`;
        }
        parts.clear();
    });
    return {
        onProgress({ phase, done, total, overall }) {
            clock.at(overall);
            if (rows.has(phase)) parts.set(phase, total > 0 ? Math.min(1, done / total) : 1);
        },
        close: clock.close,
    };
}
