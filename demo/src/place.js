/** Where the page writes keys: files of its own in the browser's storage, or memory where there is none. */

const BEGIN = "contribution-", DAY_MS = 86_400_000;

/**
 * @returns {Promise<{ sink: object, file: () => Promise<Blob>, discard: () => Promise<void> }>} sink: for the library;
 *   file: what was written; discard: nothing is left of it
 */
export async function openOutput() {
    try {
        // Safari before 26 has files that a page cannot write; an empty one would tell of a visit that did not end
        if (!FileSystemFileHandle.prototype.createWritable) throw new TypeError("openOutput: expected createWritable");
        const folder = await navigator.storage.getDirectory(), name = `${BEGIN}${crypto.randomUUID()}`;
        const handle = await folder.getFileHandle(name, { create: true }), target = await handle.createWritable();
        // not the target itself: what is aborted before the library has taken it must be let go of here
        const sink = new WritableStream({
            async write(bytes) {
                await target.write(bytes);
                bytes.buffer.transfer?.(0); // a stream has a copy of its own, whose memory goes at once
            },
            close: () => target.close(),
        });
        return {
            sink,
            file: () => handle.getFile(),
            async discard() {
                await target.abort().catch(() => {});
                await folder.removeEntry(name).catch(() => {});
            },
        };
    } catch { // no storage, or a window that may have none
        const sink = { type: "mem", data: undefined };
        return { sink, file: async () => new Blob([sink.data]), discard: async () => {} };
    }
}

/**
 * Removes what earlier visits left: of a contribution that did not end there is an empty file, since bytes get into
 * their place only when all are written; keys are kept for a day, in case another tab shows them.
 * @returns {Promise<boolean>} whether a contribution did not end
 */
export async function clearPlaces() {
    let interrupted = false;
    try {
        const folder = await navigator.storage.getDirectory();
        for await (const [name, handle] of folder.entries()) if (name.startsWith(BEGIN)) {
            const { size, lastModified } = await handle.getFile();
            if (size > 0 && Date.now() - lastModified < DAY_MS) continue;
            // it fails while another tab still writes
            const removed = await folder.removeEntry(name).then(() => true, () => false);
            interrupted ||= removed && size === 0;
        }
    } catch { /* no storage, so nothing is left */ }
    return interrupted;
}
