/**
 * Tells of keys that anybody can forge proofs of, of each when it is first used.
 * @module server/weak_keys
 */
import { hashNamed } from "./references.js";

/** @import { Weakness } from "../../../src/internal/server.js" */
/** @import { WorkerEvent } from "./queue/worker.js" */
/** @import { Reference } from "./references.js" */

/** @typedef {(zkey: Reference, weakness: Weakness | undefined) => void} TellWeak */

/** How many keys are remembered: whoever sends keys may send any number. */
const KEYS = 1000;

/** @param {(event: WorkerEvent) => void} tell @returns {TellWeak} */
export function createTellWeak(tell) {
    /** @type {Set<string>} */
    const told = new Set();
    return (zkey, weakness) => {
        if (!weakness) return;
        const circuit = hashNamed(zkey), { reason, message } = weakness;
        if (told.has(circuit)) return;
        told.add(circuit);
        for (const old of told) { // the oldest are dropped first
            if (told.size <= KEYS) break;
            told.delete(old);
        }
        tell({ event: "weak", circuit, reason, message });
    };
}
