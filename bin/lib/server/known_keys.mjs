/** The keys in the folders that a server allows, and which of them anybody can forge proofs of. */
import { createReadStream } from "node:fs";
import { createHash } from "node:crypto";
import { open, opendir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { weaknessOfZkey } from "../weak_files.mjs";

/** Folders one in the other, and entries in all of them, that are looked at. */
const DEEPEST = 4, MOST_ENTRIES = 10_000;

const isAddress = (/** @type {string} */ place) => /^https?:\/\//i.test(place);

/** @param {string} path @returns {Promise<string>} how the file begins */
async function beginningOf(path) {
    const file = await open(path, "r");
    try {
        const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(4) });
        return buffer.toString("latin1", 0, bytesRead);
    } finally {
        await file.close();
    }
}

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

/** @param {string} path @param {AbortSignal} signal @returns {Promise<string>} */
async function sha256Of(path, signal) {
    const hash = createHash("sha256");
    await pipeline(createReadStream(path), hash, { signal });
    return hash.digest("hex");
}

/**
 * The weak keys in these places, as events like those of provers that use one. What cannot be read is passed over.
 * @param {readonly string[]} places
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<{ event: "weak", path: string, circuit: string, reason: string, message: string }>}
 */
export async function* weakKeysIn(places, signal) {
    const left = { entries: MOST_ENTRIES };
    for (const place of places.filter((one) => !isAddress(one)))
        for await (const path of filesIn(place, left)) {
            if (signal.aborted) return;
            if (!["zkey", "ffky"].includes(await beginningOf(path).catch(() => ""))) continue;
            const found = await weaknessOfZkey(path, signal).catch(() => undefined);
            const circuit = found && await sha256Of(path, signal).catch(() => undefined);
            if (circuit) yield { event: "weak", path, circuit, ...found };
        }
}

/**
 * Tells of each weak key once: those in the places now, and others when a prover tells of them.
 * @param {(line: object) => void} log
 */
export function createWeakLog(log) {
    const known = new Set();
    let looking = false;
    return {
        /** @param {{ circuit: string }} event - of a prover, which tells of each key once itself */
        used(event) {
            if (known.has(event.circuit)) return;
            if (looking) known.add(event.circuit);
            log(event);
        },
        /** @param {readonly string[]} places @param {AbortSignal} signal */
        async look(places, signal) {
            looking = true;
            for await (const event of weakKeysIn(places, signal)) {
                if (known.has(event.circuit)) continue;
                known.add(event.circuit);
                log(event);
            }
            looking = false;
        },
    };
}
