/**
 * Keeps the program that ran last for the next inputs of the same circuit. Starting one costs more
 * than many witnesses, because the system provides its memory page by page.
 * @module files/witness/programs
 */
import { openProgram } from "./program.js";

/** @import { Program, Witness } from "./program.js" */
/** @import { Order } from "./protocol.js" */

/**
 * Bytes above which a thread is ended after its work, unless the program is kept: wiping would take
 * longer.
 */
const KEPT_MEMORY = 2 ** 26;

/**
 * @typedef {{ id: string | undefined, program: Program, listener: { onLog: (line: string) => void }
 *   }} Entry
 */

/** @param {Order} order @returns {Promise<Entry>} */
async function open({ code, name, memory, exchanged, kept }) {
    const listener = /** @type {Entry["listener"]} */ ({ onLog() {} });
    const program = await openProgram(code, {
        name,
        memory,
        exchanged,
        initial: kept?.initial,
        onLog: (line) => listener.onLog(line),
    });
    return { id: kept?.id, program, listener };
}

/**
 * @typedef {object} Programs
 * @property {(order: Order, onLog: (line: string) => void) => Promise<Witness>} calculate - leaves
 *   nothing of the witness behind
 * @property {() => boolean} worthKeeping - false if so much memory was used that a new thread
 *   starts sooner than this one is wiped
 */

/** @returns {Programs} */
export function createPrograms() {
    /** @type {Entry | undefined} */
    let last;
    let left = 0; // bytes of memory that are not wiped yet
    return Object.freeze({
        worthKeeping: () => left === 0,
        async calculate(/** @type {Order} */ order, /** @type {(line: string) => void} */ onLog) {
            const again =
                last !== undefined && order.kept !== undefined && last.id === order.kept.id ? last : undefined;
            last = undefined; // so that it is not used again after a failure
            const entry = again ?? await open(order);
            entry.listener.onLog = onLog;
            try {
                const witness = entry.program.calculate(order.signals, order.trace);
                if (entry.program.reset()) last = entry;
                return witness;
            } finally {
                if (!last && entry.program.bytes <= KEPT_MEMORY) entry.program.wipe();
                else if (!last) left = entry.program.bytes;
            }
        },
    });
}
