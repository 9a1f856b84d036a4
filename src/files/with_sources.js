/**
 * Work with sources: they are opened under one signal, and closed however the work ends.
 * @module files/with_sources
 */
import { toProverError } from "./errors.js";
import { createProgress } from "./progress.js";
import { openSource } from "./source.js";
import { underSignal } from "./stop.js";

/** @import { Progress, ProgressReport } from "./progress.js" */
/** @import { Source, SourceLike } from "./source.js" */

/**
 * @typedef {object} WithSourcesOptions
 * @property {AbortSignal} [signal]
 * @property {number} readTimeout - milliseconds after which an unanswered read fails
 * @property {number} memory - bytes that may be kept of bodies that have to be kept as a whole
 * @property {(report: ProgressReport<any>) => void} [onProgress]
 */

/**
 * @typedef {object} Tools
 * @property {(name: string, value: SourceLike) => Promise<Source>} open
 * @property {AbortController} controller
 * @property {Progress} progress
 * @property {(undo: () => Promise<void>) => void} atEnd - called when the body has ended, however
 *   it ended
 */

/**
 * Opens sources for body, and closes them afterwards, whatever happens.
 * @template T
 * @param {WithSourcesOptions} options
 * @param {(tools: Tools) => Promise<T>} body
 * @returns {Promise<T>}
 */
export async function withSources({ signal: outer, readTimeout, memory, onProgress }, body) {
    const progress = createProgress(onProgress);
    return underSignal(outer, async (controller) => {
        /** @type {Promise<Source>[]} */
        const openings = [], undos = /** @type {(() => Promise<void>)[]} */ ([]), room = { bytes: memory };
        const open = (/** @type {string} */ name, /** @type {SourceLike} */ value) => {
            const opening = openSource(name, value, { signal: controller.signal, readTimeout, room });
            openings.push(opening);
            return opening;
        };
        try {
            return await body({ open, controller, progress, atEnd: (undo) => undos.push(undo) });
        } catch (error) {
            throw toProverError(error);
        } finally {
            await Promise.allSettled([
                ...openings.map(async (opening) => (await opening).close()),
                ...undos.map((undo) => undo()),
            ]);
        }
    });
}
