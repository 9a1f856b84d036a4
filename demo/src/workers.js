/** Looks over the shoulder of the workers: what each carries, from when to when. */
import { configure } from "ffturbo/config";

/** Kinds of task, for colours and the legend. */
export const KINDS = Object.freeze({
    g1: "sums over G1", g2: "sums over G2", fft: "transforms", other: "coefficients, other",
});

/** @param {any[]} task - a list of commands */
export function kindOf(task) {
    const called = task.filter(({ cmd }) => cmd === "CALL").map(({ kernel }) => kernel ?? {});
    for (const { op = "", group = "" } of called) {
        if (/^(msm|multiexp)/.test(op)) return group.startsWith("g2") ? "g2" : "g1";
        if (/fft|^join/i.test(op)) return "fft";
    }
    return "other";
}

/**
 * Starts the engine's workers as it would itself, and notes every task.
 * @returns {{ clear: () => void, tasks: () => { worker: number, kind: string, start: number, end: number }[] }} times
 *   in milliseconds since clear()
 */
export function watchWorkers() {
    let origin = 0, started = 0, tasks = [];
    configure({
        createWorker({ name, source }) {
            const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
            const worker = new Worker(address, { name });
            const post = worker.postMessage.bind(worker), number = started++;
            let open;
            worker.postMessage = (message, transfers) => {
                if (Array.isArray(message?.task) && message.id > 0)
                    open = { worker: number, kind: kindOf(message.task), start: performance.now() };
                post(message, transfers);
            };
            worker.addEventListener("message", ({ data }) => {
                URL.revokeObjectURL(address); // it has started
                if (!open || data?.id === undefined) return;
                tasks.push({ ...open, end: performance.now() });
                open = undefined;
            });
            return worker;
        },
    });
    return {
        clear() {
            origin = performance.now();
            tasks = [];
        },
        tasks: () => tasks.map((task) => ({ ...task, start: task.start - origin, end: task.end - origin })),
    };
}
