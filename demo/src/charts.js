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

const LANES = Object.freeze({ snarkjs: "plain", ffturbo: "" });

/** Draws the lanes of a race. @param {Record<string, number>} times - milliseconds by lane */
export function drawLanes(times) {
    const whole = Math.max(...Object.values(times), 1);
    $("race-chart").replaceChildren(...Object.entries(LANES).map(([name, kind]) => {
        const ms = times[name], { row, track } = rowOf(name, ms === undefined ? "" : duration(ms));
        if (ms !== undefined) track.append(barOf({ start: 0, end: ms, whole, kind }));
        return row;
    }));
}

/**
 * Lanes that grow while a race is on; the longest fills its lane.
 * @param {(said: string) => void} say
 */
export function openLanes(say) {
    const times = {};
    let frame = 0;
    drawLanes(times);
    return {
        begin(name, round) {
            const before = times[name] ?? 0, began = performance.now();
            say(`${round}: ${name} proves …`);
            const grow = () => {
                drawLanes({ ...times, [name]: Math.max(before, performance.now() - began) });
                frame = requestAnimationFrame(grow);
            };
            grow();
        },
        end(name, ms) {
            cancelAnimationFrame(frame);
            times[name] = ms;
            drawLanes(times);
        },
        close: () => cancelAnimationFrame(frame),
    };
}
