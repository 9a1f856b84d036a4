/**
 * The commands serve and work: ffturbo loads this when one of them is asked for.
 * @module ffturbo-server/command
 */
import { serve } from "./serve.js";
import { work } from "./work.js";

/**
 * @typedef {object} Tools - what the command gives, see bin/lib/tools.mjs
 * @property {(file: string) => Promise<any>} readJson - any: JSON
 * @property {{ version: string }} RELEASE
 * @property {() => { write: (text: string) => unknown }} standardError
 * @property {() => Promise<string>} untilStopped - the name of the signal
 */

/**
 * @callback Command
 * @param {any} request - any: the command line as ffturbo reads it
 * @param {AbortSignal} signal - which a server does not need: it ends its work first
 * @param {Tools} tools
 * @returns {Promise<number>} the exit code
 */

/** @type {Readonly<Record<"serve" | "work", Command>>} */
export const commands = Object.freeze({
    serve: (request, _signal, tools) => serve(request, tools),
    work: (request, _signal, tools) => work(request, tools),
});
