/** The keys in the folders that a server allows, and which of them anybody can forge proofs of. */
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { zkeyInfo } from "../../../../src/internal/server.js";
import { ADDRESS, openIn } from "../allowlist.js";
import { sha256OfFile } from "../references.js";

/**
 * @typedef {{ event: "weak", path: string, circuit: string, reason: string, message: string }}
 *   WeakKey
 */

/** How a zkey begins, and a packed key. */
const KINDS = Object.freeze(["zkey", "ffky"]);

/** Folders one in the other, and entries in all of them, that are looked at. */
const DEEPEST = 4, MOST_ENTRIES = 10_000;

/**
 * Plain files of a folder and of those in it; no links are followed.
 * @param {string} folder
 * @param {{ entries: number }} left
 * @param {number} [depth]
 * @returns {AsyncGenerator<string>}
 */
async function* filesIn(folder, left, depth = 1) {
    const entries = await opendir(folder).catch(() => undefined);
    for await (const entry of entries ?? []) {
        if (left.entries-- <= 0) return;
        const path = join(folder, entry.name);
        if (entry.isFile()) yield path;
        else if (entry.isDirectory() && depth < DEEPEST) yield* filesIn(path, left, depth + 1);
    }
}

/**
 * Opened as the file of a job is: whoever may write to the folder may put a link or a FIFO there
 * meanwhile.
 * @param {string} path
 * @param {readonly string[]} folders
 * @param {AbortSignal} signal
 * @returns {Promise<WeakKey | undefined>}
 */
async function lookAt(path, folders, signal) {
    const { file } = await openIn("serve", path, folders);
    try {
        const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(4), position: 0 });
        if (!KINDS.includes(buffer.toString("latin1", 0, bytesRead))) return undefined;
        const { weakness: found } = await zkeyInfo(path, { signal });
        return found && { event: "weak", path, circuit: await sha256OfFile(file, signal), ...found };
    } finally {
        await file.close();
    }
}

/**
 * The weak keys in these locations, as events like those of provers that use one. What cannot be read
 * is passed over.
 * @param {readonly string[]} locations
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<WeakKey>}
 */
export async function* weakKeysIn(locations, signal) {
    const left = { entries: MOST_ENTRIES }, folders = locations.filter((location) => !ADDRESS.test(location));
    for (const folder of folders)
        for await (const path of filesIn(folder, left)) {
            if (signal.aborted) return;
            const found = await lookAt(path, folders, signal).catch(() => undefined);
            if (found) yield found;
        }
}

/**
 * Tells of each weak key once: those in the locations now, and others when a prover tells of them.
 * @param {(line: object) => void} log
 */
export function createWeakLog(log) {
    const known = new Set();
    let looking = false;
    return {
        /** @param {{ circuit?: string }} event - of a prover, which tells of each key once itself */
        used(event) {
            if (known.has(event.circuit)) return;
            if (looking) known.add(event.circuit);
            log(event);
        },
        /** @param {readonly string[]} locations @param {AbortSignal} signal */
        async look(locations, signal) {
            looking = true;
            for await (const event of weakKeysIn(locations, signal)) {
                if (known.has(event.circuit)) continue;
                known.add(event.circuit);
                log(event);
            }
            looking = false;
        },
    };
}
