/** What happened, on a line of time. */
import { $, make } from "./dom.js";
import { duration } from "./format.js";
import { barOf, labelOf, rowOf } from "./progress.js";
import { KINDS } from "./workers.js";

/** When each phase ran. @param {readonly { phase: string, start: number, end: number }[]} timings */
export function drawPhases(timings, whole) {
    $("phases").replaceChildren(...timings.map(({ phase, start, end }) => {
        const { row, track } = rowOf(labelOf(phase), duration(end - start));
        track.append(barOf({ start, end, whole, title: `${start.toFixed(0)} to ${end.toFixed(0)} ms` }));
        return row;
    }));
}

/** In a first short proof this thread takes the place of a worker, and only what workers carry can be seen. */
const partOfThisThread = (workers, threads) => {
    if (!workers) return "No worker took part: this thread did the work.";
    return workers < threads ? "What this thread did itself is not drawn." : "";
};

/**
 * What each worker carried.
 * @param {{ worker: number, kind: string, start: number, end: number }[]} tasks
 * @param {number} whole - milliseconds of the proof
 * @param {number} threads - that shared the proof
 */
export function drawWorkers(tasks, whole, threads) {
    const numbers = [...new Set(tasks.map(({ worker }) => worker))].sort((a, b) => a - b);
    $("workers").replaceChildren(...numbers.map((number, i) => {
        const own = tasks.filter(({ worker }) => worker === number);
        const busy = own.reduce((sum, { start, end }) => sum + end - start, 0) / whole;
        const { row, track } = rowOf(`worker ${i + 1}`, `${Math.round(100 * busy)} % busy`);
        track.append(...own.map(({ kind, start, end }) =>
            barOf({ start, end, whole, kind, title: `${KINDS[kind]}, ${duration(end - start)}` }),
        ));
        return row;
    }));
    const note = partOfThisThread(numbers.length, threads);
    if (note) $("workers").append(make("p", { class: "note", role: "listitem", textContent: note }));
    const kinds = Object.keys(KINDS).filter((kind) => tasks.some((task) => task.kind === kind));
    $("legend").replaceChildren(...kinds.map((kind) => make("span", {}, make("i", { class: kind }), KINDS[kind])));
}

/** Times side by side. @param {{ name: string, ms: number, kind: string }[]} entries */
export function drawRace(entries) {
    const whole = Math.max(...entries.map(({ ms }) => ms));
    $("race-chart").replaceChildren(...entries.map(({ name, ms, kind }) => {
        const { row, track } = rowOf(name, duration(ms));
        track.append(barOf({ start: 0, end: ms, whole, kind }));
        return row;
    }));
}
