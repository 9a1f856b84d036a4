/**
 * snarkjs leaves files open that it was given by their paths, and from Node 26 on the garbage collector ends a process
 * for that. Here they are kept until they can be closed.
 */
import fs from "node:fs";

/** @returns {() => Promise<void>} ends it, and closes what is still open */
export function keepHandles() {
    const { open } = fs.promises, kept = [];
    fs.promises.open = async (...args) => {
        const handle = await open.apply(fs.promises, args);
        kept.push(handle);
        return handle;
    };
    return async () => {
        fs.promises.open = open;
        await Promise.all(kept.map((handle) => handle.close().catch(() => {})));
    };
}
