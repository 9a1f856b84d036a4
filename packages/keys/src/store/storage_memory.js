/**
 * Storage in memory: for tests, and for programs that want nothing on their disk. It ends with the
 * program. And storage that is none, for hosts without.
 * @module store/storage_memory
 */
import { copyBytes } from "../../../../src/internal/keys.js";

/** @import { HostLock, HostStorage } from "../../../../src/internal/keys.js" */

/** Bytes by default: it is the memory of the program. */
const ROOM = 2 ** 30;

/** @returns {HostStorage["lock"]} */
function createLocks() {
    /** @type {Map<string, { shared: number, exclusive: boolean }>} */
    const held = new Map();
    const at = (/** @type {string} */ name) => {
        const found = held.get(name) ?? { shared: 0, exclusive: false };
        held.set(name, found);
        return found;
    };
    return async (name, mode) => {
        const state = at(name);
        const asked = mode === "exclusive";
        if (state.exclusive || (asked && state.shared > 0)) return undefined;
        if (asked) state.exclusive = true;
        else state.shared++;
        let alone = asked, there = true;
        return Object.freeze({
            async share() {
                state.exclusive = alone = false;
                state.shared++;
            },
            async release() {
                if (!there) return;
                there = false;
                if (alone) state.exclusive = false;
                else state.shared--;
                if (state.shared === 0 && !state.exclusive) held.delete(name);
            },
        });
    };
}

/** @param {Map<string, Uint8Array>} [files] - by path @returns {HostStorage} */
export function memoryStorage(files = new Map()) {
    const below = (/** @type {string} */ path) =>
        [...files.keys()].filter((name) => name === path || name.startsWith(`${path}/`));
    return Object.freeze({
        kind: "memory", room: ROOM,
        async read(path, most) {
            const bytes = files.get(path);
            if (bytes && bytes.length > most) throw new Error(`${path}: expected at most ${most} bytes, got ${bytes.length}`);
            return bytes && copyBytes(bytes);
        },
        async write(path, bytes) { files.set(path, copyBytes(bytes)); },
        async remove(path) { for (const name of below(path)) files.delete(name); },
        async list(path) {
            return [...new Set(below(path).map((name) => name.slice(path.length + 1).split("/")[0]))];
        },
        lock: createLocks(),
    });
}

/** @returns {HostStorage} takes nothing, so that files are read from where they come from */
export const noStorage = () => Object.freeze({
    kind: "nowhere", room: 0,
    async read() { return undefined; },
    async write() { throw new Error("a host without storage"); },
    async remove() {},
    async list() { return []; },
    async lock() { return undefined; },
});
