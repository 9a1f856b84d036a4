/** Files that this process opens for reading, and whether they are closed again. */
import { createRequire, syncBuiltinESMExports } from "node:module";

/** Counts files until `restore`. Closing takes a turn of the event loop, which whoever closes a file waits for. */
export function watchFiles() {
    const files = createRequire(import.meta.url)("node:fs/promises"), { open } = files, seen = { opened: 0, closed: 0 };
    const exchange = (value) => {
        files.open = value;
        syncBuiltinESMExports();
    };
    exchange(async (...args) => {
        seen.opened++;
        const file = await open(...args), { close } = file;
        file.close = async () => {
            await new Promise((resolve) => { setImmediate(resolve); });
            await close.call(file);
            seen.closed++;
        };
        return file;
    });
    return { seen, restore: () => exchange(open) };
}
