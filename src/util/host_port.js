/**
 * The worker's end: its port to the thread that started it. Works in web
 * workers (classic, module), in `worker_threads` started by our adapter, and
 * in `worker_threads` started by others.
 * @module util/host_port
 */
import { globals } from "./globals.js";

/**
 * @typedef {object} Port
 * @property {(message: unknown, transfers?: Transferable[]) => void} post
 * @property {(onMessage: (data: any) => void, onBadMessage: () => void) => void} listen
 * @property {() => void} close - ends this worker
 */

/** @returns {any} the parentPort of worker_threads, if this is such a worker */
function parentPort() {
    const { ffturboPort, process } = globals;
    return ffturboPort ?? process?.getBuiltinModule?.("node:worker_threads")?.parentPort;
}

/** @param {any} port @returns {Port} */
const nodePort = (port) => ({
    post: (message, transfers) => port.postMessage(message, transfers),
    listen(onMessage, onBadMessage) {
        port.on("message", onMessage);
        port.on("messageerror", onBadMessage);
    },
    close: () => (typeof port.close === "function" ? port : globals).close(), // not in Deno
});

/** @param {any} scope - the global scope of a web worker @returns {Port} */
const webPort = (scope) => ({
    post: (message, transfers = []) => scope.postMessage(message, transfers),
    listen(onMessage, onBadMessage) {
        scope.addEventListener("message", (/** @type {any} */ event) => onMessage(event.data));
        scope.addEventListener("messageerror", onBadMessage);
    },
    close: () => scope.close(),
});

/** @returns {Port} */
export function openPort() {
    const port = parentPort();
    return port ? nodePort(port) : webPort(globalThis);
}
