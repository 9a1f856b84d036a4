/** What the suites of the store share: files, time that passes at once, servers and storages that fail. */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { createStore } from "../../src/store/open.js";
import { memoryStorage } from "../../src/store/storage_memory.js";

/** Bytes of a block in most suites: the least. */
export const BLOCK = 4096;

/** @param {number} length @param {number} [seed] */
export function fileOf(length, seed = 1) {
    const bytes = new Uint8Array(length);
    let state = seed >>> 0;
    for (let i = 0; i < length; i++) bytes[i] = (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24;
    return bytes;
}

/** @param {Uint8Array} bytes */
export const addressOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** The digests of its blocks. @param {Uint8Array} bytes */
export const digestsOf = (bytes) => Array.from({ length: Math.ceil(bytes.length / BLOCK) }, (_, i) =>
    addressOf(bytes.subarray(i * BLOCK, (i + 1) * BLOCK)));

/** Time that passes when it is asked, and pauses that take none. */
export function testClock() {
    const pauses = [];
    let now = 1_700_000_000_000;
    return {
        pauses, pass: (ms) => { now += ms; },
        time: () => now++,
        sleep: async (ms) => { pauses.push(ms); now += ms; },
    };
}

/** A store on `storage` with a clock of its own. */
export const storeOn = (storage = memoryStorage(), { clock = testClock(), ...options } = {}) =>
    createStore({ blockSize: BLOCK, ...options }, { clock, storage });

/** Every call of a storage goes through `before(name, path, bytes)`, which may throw. @returns {any} */
export const watched = (storage, before) => ({
    ...storage,
    ...Object.fromEntries(["read", "write", "remove", "list", "lock"].map((name) => [name, async (...args) => {
        await before(name, ...args);
        return storage[name](...args);
    }])),
});

/**
 * A storage that has all blocks of a file in one, as the files of an origin are. Its calls go through `before(name,
 * place, at, length)`, which may throw.
 */
export function wholeStorage(before = () => {}) {
    const storage = memoryStorage(), wholes = new Map(), log = { opened: 0, closed: 0, wholes };
    return {
        ...storage, log,
        list: async (path) => (path === "blocks" ? [...wholes.keys()].map((name) => name.slice(7)) : storage.list(path)),
        remove: async (path) => { if (!wholes.delete(path)) await storage.remove(path); },
        async openWhole(path, size) {
            if (!wholes.has(path)) {
                if (size === undefined) return undefined;
                wholes.set(path, new Uint8Array(0));
            }
            log.opened++;
            return {
                async read(at, length) {
                    await before("read", path, at, length);
                    return (wholes.get(path) ?? new Uint8Array(0)).slice(at, at + length);
                },
                async write(at, bytes) {
                    await before("write", path, at, bytes.length);
                    const was = wholes.get(path);
                    if (!was) throw new Error("it was taken away");
                    const now = new Uint8Array(Math.max(was.length, at + bytes.length));
                    now.set(was);
                    now.set(bytes, at);
                    wholes.set(path, now);
                    structuredClone(bytes, { transfer: [bytes.buffer] });
                },
                size: async () => wholes.get(path)?.length ?? 0,
                close: async () => { log.closed++; },
            };
        },
    };
}

/** What lies in a storage, by folders, without the times of use. */
export async function contentsOf(storage) {
    const found = {};
    for (const folder of ["entries", "partial", "blocks"]) found[folder] = (await storage.list(folder)).sort();
    return found;
}
export const NOTHING = { entries: [], partial: [], blocks: [] };

/** A source that waits until `open(n)`: the first n blocks may be read. Says what was asked for. */
export function gated(bytes) {
    const asked = [], waiting = [];
    let until = 0;
    const wake = () => { for (const go of waiting.splice(0)) go(); };
    return {
        asked, size: bytes.length,
        open: (count) => { until = count * BLOCK; wake(); },
        read: async (offset, length) => {
            asked.push(offset / BLOCK);
            while (offset + length > until && until < bytes.length) await new Promise((go) => { waiting.push(go); });
            return bytes.slice(offset, offset + length);
        },
    };
}

/**
 * A server of one file, by ranges. `answer(request, response, range)` may do something else and return true.
 * @param {{ bytes: Uint8Array, tag?: string }} file - may be changed
 */
export async function serveFile(file, answer = () => false) {
    const asked = [], server = createServer((request, response) => {
        const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
        const range = from === undefined ? undefined : [Number(from), Math.min(Number(to) + 1, file.bytes.length)];
        asked.push(range);
        if (answer(request, response, range)) return;
        const tags = file.tag ? { ETag: file.tag } : {}, condition = request.headers["if-range"];
        if (!range || (condition && condition !== file.tag)) {
            response.writeHead(200, { "Content-Length": file.bytes.length, ...tags }).end(file.bytes);
            return;
        }
        response.writeHead(206, {
            "Content-Range": `bytes ${range[0]}-${range[1] - 1}/${file.bytes.length}`,
            "Content-Length": range[1] - range[0], ...tags,
        }).end(file.bytes.subarray(...range));
    });
    await new Promise((done) => { server.listen(0, "127.0.0.1", done); });
    return {
        asked, url: `http://127.0.0.1:${server.address().port}/file`,
        close: () => new Promise((done) => { server.close(done); server.closeAllConnections(); }),
    };
}
