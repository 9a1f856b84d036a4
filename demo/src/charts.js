/** What happened, on a line of time. */
import { $, make } from "./dom.js";
import { duration, ticksOf } from "./format.js";
import { kindOf, kindOfPhase, KINDS } from "./kinds.js";
import { barOf, labelOf, rowOf } from "./progress.js";

/** The line of time that all rows share, with its whole at the end. @param {number} whole - milliseconds */
function axisOf(whole) {
    const { row, track } = rowOf("time", `${duration(whole)} in all`);
    row.classList.add("axis");
    track.append(...ticksOf(whole).map((at) =>
        make("span", { class: "varies", textContent: duration(at), style: { left: `${(100 * at) / whole}%` } })));
    return row;
}

/** When each phase ran. @param {readonly { phase: string, start: number, end: number }[]} timings */
export function drawPhases(timings, whole) {
    $("phases").replaceChildren(...timings.map(({ phase, start, end }) => {
        const { row, track } = rowOf(labelOf(phase), duration(end - start));
        const title = `${start.toFixed(0)} to ${end.toFixed(0)} ms`;
        track.append(barOf({ start, end, whole, kind: kindOfPhase(phase), title }));
        return row;
    }), axisOf(whole));
}

const nameOfThread = (thread) => (thread === 0 ? "this page" : `worker ${thread}`);

/**
 * What each thread carried: all that took part, this one too where it did.
 * @param {readonly { thread: number, task: string, start: number, end: number }[]} tasks
 * @param {number} whole - milliseconds of the proof
 */
export function drawThreads(tasks, whole) {
    const threads = [...new Set(tasks.map(({ thread }) => thread))].sort((a, b) => a - b);
    $("workers").replaceChildren(...threads.map((thread) => {
        const own = tasks.filter((task) => task.thread === thread);
        const busy = own.reduce((sum, { start, end }) => sum + end - start, 0) / whole;
        const { row, track } = rowOf(nameOfThread(thread), `${Math.round(100 * busy)} % busy`);
        track.append(...own.map(({ task, start, end }) => {
            const kind = kindOf(task);
            return barOf({ start, end, whole, kind, title: `${KINDS[kind]}, ${duration(end - start)}` });
        }));
        return row;
    }), axisOf(whole));
    $("legend").replaceChildren(...Object.keys(KINDS).map((kind) => make("span", {}, make("i", { class: kind }), KINDS[kind])));
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
