/**
 * The commands pack and unpack, and how the command reads a packed key: ffturbo loads this when one
 * of them, or such a key, is asked for.
 * @module ffturbo-keys/command
 */
import { packKey, unpackKey } from "./packed/pack.js";

export { openPacked } from "./packed/source.js";

/** @import { PackOptions } from "./packed/options.js" */
/** @import { Packed } from "./packed/pack.js" */

/**
 * @callback Make
 * @param {string} input
 * @param {any} to - any: as the command writes to
 * @param {PackOptions} options
 * @returns {Promise<Readonly<Packed>>}
 */

/**
 * @param {string} from - the ending of the names of what is read
 * @param {string} to - and of what is written, if it has no name
 * @param {Make} make
 */
const packing = (from, to, make) => async (
    /** @type {any} any: the command line as ffturbo reads it */ request,
    /** @type {AbortSignal} */ signal,
    /** @type {any} any: bin/lib/tools.mjs of ffturbo */ { makeKey, print, say, sayOf, sizeOf, weaknessOfZkey },
) => {
    const { files: [input], output = `${input.replace(from, "")}${to}`, whole, json, quiet } = request;
    const points = whole && "whole", proveOnly = request["prove-only"];
    const write = (/** @type {any} */ place, /** @type {any} */ { memory, ...options }) =>
        make(input, place, { ...options, points, proveOnly, memory: memory || undefined });
    const made = await makeKey(request, signal, [input], output, write);
    const { bytes, zkeyBytes } = made;
    const weak = sayOf(input, await weaknessOfZkey(input, signal));
    if (json) print(JSON.stringify({ file: output, ...made, ...weak }));
    else if (!quiet) say(`${sizeOf(bytes)}, of ${sizeOf(zkeyBytes)} unpacked (${(100 * bytes / zkeyBytes).toFixed(0)} %)`);
    return 0;
};

export const commands = Object.freeze({
    pack: packing(".zkey", ".ffkey", packKey),
    unpack: packing(".ffkey", ".zkey", unpackKey),
});
