/** How commands write a key: to a new file, with a bar, in the time that they say. */
import { withBar } from "./bar.mjs";
import { say } from "./output.mjs";
import { placeFor, writeLarge } from "./writer.mjs";

/**
 * @template T
 * @param {any} request
 * @param {AbortSignal} signal
 * @param {string[]} inputs
 * @param {string} output
 * @param {(to: any, options: any) => Promise<T>} make
 * @returns {Promise<T>}
 */
export async function makeKey(request, signal, inputs, output, make) {
    const place = placeFor(inputs, output, request.json);
    const started = performance.now();
    const made = await withBar(request, signal, (options) => writeLarge(place, (to) => make(to, options), signal));
    if (!request.quiet && !request.json) say(`${place.name} in ${((performance.now() - started) / 1000).toFixed(2)} s`);
    return made;
}
