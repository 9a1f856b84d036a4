/**
 * The door to the host. Nothing else in the library knows whether this is
 * Node, Deno, Bun, a browser or a hardened realm: package.json maps `#host`
 * to one of the two adapters, so that no browser graph sees a Node builtin.
 *
 * The host is used inside functions only; importing has no effect.
 * @module util/host
 */
export {
    createFile, createWorker, deflate, digestHere, env, hardwareConcurrency, hasServiceWorker, hasWorkers, inflateHere,
    inflateText, nativeHash, now, openFile, randomBytes, reportsWorkerExit, request, sameFile, sharedBuffer, startTimer,
    workerForms, workerUrlForms, yieldToEventLoop,
} from "#host";
export { adoptWorker } from "./host_worker.js";
