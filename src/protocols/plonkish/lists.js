/**
 * The lists of one proof, which hold secrets: each is cleared as soon as it is not needed, and all that are left when
 * the proof ends, however it ends. Where the host has such memory, workers share them with this thread, so that tasks
 * copy nothing to it and back; the next list of a proof lies where one lay that was dropped.
 * @module protocols/plonkish/lists
 */
import { clear } from "../../util/bytes.js";
import { freeBuffers } from "../../util/host_memory.js";
import { isShared } from "../../util/shared.js";

/** @import { Context } from "../key/context.js" */

/** Bytes below which neither sharing a list nor giving its memory back early saves anything. */
const LARGE = 1 << 16;

/**
 * @typedef {object} Lists
 * @property {(bytes: number) => Uint8Array} take - zeros
 * @property {(list: Uint8Array) => Uint8Array} hold - a list from elsewhere; itself
 * @property {(...lists: Uint8Array[]) => void} drop - clears them; no task may use them any more
 * @property {(ended: boolean) => void} end - drops all; ended: whether the proof has succeeded. If it failed, a worker
 *   may still write to shared memory, which is then not used again
 */

/**
 * @param {Pick<Context, "tm" | "secrets">} context - secrets: what is cleared at the end in any case
 * @returns {Readonly<Lists>}
 */
export function openLists({ tm: { shared }, secrets }) {
    const hold = (/** @type {Uint8Array} */ list) => {
        secrets.push(list);
        return list;
    };
    const giveBack = (/** @type {Uint8Array} */ list, /** @type {boolean} */ again) => {
        const at = secrets.indexOf(list);
        if (at >= 0) secrets.splice(at, 1);
        clear(list);
        if (isShared(list)) shared?.give(list, { again, cleared: true });
        else if (list.length >= LARGE) freeBuffers([list.buffer]);
    };
    const held = /** @type {Set<Uint8Array>} */ (new Set());
    let over = false;
    return Object.freeze({
        take(bytes) {
            // what a part of a failed proof takes late would never be given back
            const wide = bytes >= LARGE && !over ? shared?.take(bytes, { cleared: true }) : undefined;
            const list = hold(wide ?? new Uint8Array(bytes));
            held.add(list);
            return list;
        },
        hold(list) {
            held.add(list);
            return hold(list);
        },
        drop(...lists) {
            for (const list of lists) {
                held.delete(list);
                giveBack(list, true);
            }
        },
        end(ended) {
            over = true;
            for (const list of held) giveBack(list, ended);
            held.clear();
        },
    });
}
