/**
 * Gives the two kinds of worker the same interface: Node's (`on`) and the web's
 * (`addEventListener`). Used for our own workers and for those that a
 * `createWorker` option returns.
 * @module util/host_worker
 */
/** @import { WorkerHandle, WorkerHandlers } from "./host_types.js" */

/** @param {any} event - an ErrorEvent, an Error, or what a host sends in their place */
function toError(event) {
    if (event instanceof Error) return event;
    if (event?.error instanceof Error) return event.error;
    return new Error(
        String(event?.message || "worker: expected a running worker, got an error event without a message"),
    );
}

/**
 * @param {any} worker
 * @param {(name: string, listener: (event: any) => void) => void} listen
 * @param {(event: any) => any} dataOf
 * @param {WorkerHandlers} handlers
 */
function subscribe(worker, listen, dataOf, handlers) {
    let live = true;
    /** @param {(event: any) => void} handler */
    const whileLive = (handler) => (/** @type {any} */ event) => { if (live) handler(event); };
    listen("message", whileLive((event) => handlers.onMessage(dataOf(event))));
    listen("error", whileLive((event) => {
        event?.preventDefault?.(); // otherwise browsers also report it on the page
        handlers.onError(toError(event));
    }));
    listen(
        "messageerror",
        whileLive(() =>
            handlers.onError(new Error("worker: expected a readable message, got one that cannot be cloned here")),
        ),
    );
    listen("exit", whileLive((code) => handlers.onExit(Number(code))));
    listen("close", whileLive(() => handlers.onExit(1))); // of the package web-worker
    return async () => {
        if (live) {
            live = false;
            handlers.onError(new Error("worker: expected to go on, got terminated"));
        }
        await worker.terminate();
    };
}

/**
 * What a worker runs. It is a URL too, where the host has the class, so that
 * `(url) => new Worker(url)` is a factory.
 * @typedef {{ name: string, source: string, toString: () => string }} WorkerProgram
 */

/**
 * @param {string} name
 * @param {string} source - ASCII, as they are generated
 * @returns {WorkerProgram}
 */
export function workerProgram(name, source) {
    const address = `data:text/javascript;base64,${btoa(source)}`;
    return Object.assign(typeof URL === "function" ? new URL(address) : { toString: () => address }, { name, source });
}

/**
 * Where the package web-worker has the thread of Node: its own class cannot say that the process
 * may end.
 */
const THREAD = Symbol.for("worker");

/**
 * @param {any} worker - Worker of the web, or of `node:worker_threads`
 * @param {WorkerHandlers} handlers
 * @returns {WorkerHandle}
 * @throws {TypeError} when it is neither
 */
export function adoptWorker(worker, handlers) {
    if (typeof worker?.postMessage !== "function" || typeof worker.terminate !== "function") {
        throw new TypeError(`createWorker: expected a Worker, got ${worker === null ? "null" : typeof worker}`);
    }
    const isNode = typeof worker.on === "function";
    const terminate = isNode
        ? subscribe(
              worker,
              (name, listener) => worker.on(name, listener),
              (data) => data,
              handlers,
          )
        : subscribe(
              worker,
              (name, listener) => worker.addEventListener(name, listener),
              (event) => event.data,
              handlers,
          );
    const thread = worker[THREAD] ?? worker;
    return Object.freeze({
        postMessage: (/** @type {unknown} */ message, /** @type {Transferable[]} */ transfers = []) =>
            worker.postMessage(message, transfers),
        terminate,
        ref: () => thread.ref?.(),
        unref: () => thread.unref?.(),
    });
}
