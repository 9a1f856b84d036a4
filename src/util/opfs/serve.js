/**
 * The worker's side of files of the origin: calls come in, answers go out, each with the number of
 * its call.
 * @module util/opfs/serve
 */
import { freeBuffers } from "../host_memory.js";
import { createHandles, hasHandles } from "../host_handles.js";

/** @import { Port } from "../host_port.js" */

/** What the first message is answered with, where this thread can have such files. */
export const READY = "files of the origin";

/** @param {Port} port */
export function serveHandles(port) {
    const handles = /** @type {any} */ (createHandles()); // any: called by name
    const answer = async (/** @type {{ call: number, name: string, args: any[] }} */ { call, name, args }) => {
        try {
            const value = await handles[name](...args);
            port.post({ call, value }, name === "read" ? [value.buffer] : []);
        } catch (error) {
            const { name: kind, message } = /** @type {Error} */ (error);
            port.post({ call, error: { name: kind, message } });
        } finally {
            // a collection would come after hundreds of megabytes
            if (name === "write") freeBuffers([args[2].buffer]);
        }
    };
    port.listen((data) => {
        if (data === READY) port.post(hasHandles() ? READY : "none");
        else void answer(data);
    }, () => {});
}
