/** The files of an origin as browsers have them in a worker, in memory: folders, handles that exclude each other. */

const named = (name) => Object.assign(new Error(name), { name });

/** A file that is read and written at once. One that writes is alone; several may read, where `modes` is known. */
class TestFile {
    constructor(origin) {
        this.origin = origin;
        this.bytes = new Uint8Array(0);
        this.open = [];
    }

    async getFile() { return new File([this.bytes], "file"); }

    async createWritable() { throw named("NotSupportedError"); }

    async createSyncAccessHandle({ mode }) {
        const { origin } = this;
        origin.attempts++;
        if (origin.broken) throw named(origin.broken);
        const write = mode === "readwrite" || !origin.modes;
        if (origin.locked > 0 && origin.locked-- || this.open.some((one) => one.write || write))
            throw named("NoModificationAllowedError");
        const handle = {
            write,
            getSize: () => this.bytes.length,
            read: (out, { at }) => {
                const part = this.bytes.subarray(at, at + out.length);
                out.set(part);
                return part.length;
            },
        };
        const check = () => { if (!this.open.includes(handle)) throw named("InvalidStateError"); };
        this.open.push(handle);
        return {
            getSize: () => { check(); return handle.getSize(); },
            read: (...args) => { check(); return handle.read(...args); },
            write: (bytes, { at }) => {
                check();
                if (mode !== "readwrite") throw named("NoModificationAllowedError");
                if (origin.room < bytes.length) throw named("QuotaExceededError");
                const size = Math.max(this.bytes.length, at + bytes.length), before = this.bytes;
                this.bytes = new Uint8Array(size);
                this.bytes.set(before);
                this.bytes.set(bytes, at);
                return origin.short ?? bytes.length;
            },
            close: () => { this.open = this.open.filter((one) => one !== handle); },
        };
    }
}

/** @param {object} origin */
const folderOf = (origin, entries = new Map()) => ({
    entries,
    async getDirectoryHandle(name, { create = false } = {}) {
        if (!entries.has(name) && create) entries.set(name, folderOf(origin));
        if (!entries.get(name)?.entries) throw named(entries.has(name) ? "TypeMismatchError" : "NotFoundError");
        return entries.get(name);
    },
    async removeEntry(name) { if (!entries.delete(name)) throw named("NotFoundError"); },
    async getFileHandle(name, { create = false } = {}) {
        if (!entries.has(name) && create) entries.set(name, new TestFile(origin));
        if (!(entries.get(name) instanceof TestFile)) throw named(entries.has(name) ? "TypeMismatchError" : "NotFoundError");
        return entries.get(name);
    },
});

/**
 * Runs `use` where the host has them.
 * @param {(origin: any) => Promise<void>} use - gets what may be changed: `modes`, `room`, `locked`, `broken`, `short`
 */
export async function withOriginFiles(use) {
    const names = ["navigator", "FileSystemFileHandle"];
    const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
    const origin = { modes: true, room: Infinity, locked: 0, attempts: 0, broken: undefined, short: undefined };
    origin.root = folderOf(origin);
    const values = [{ storage: { getDirectory: async () => origin.root }, locks: { request() {} } }, TestFile];
    names.forEach((name, i) => Object.defineProperty(globalThis, name, { value: values[i], configurable: true }));
    try {
        await use(origin);
    } finally {
        names.forEach((name, i) => {
            delete globalThis[name];
            if (before[i]) Object.defineProperty(globalThis, name, before[i]);
        });
    }
}
