/** Storages that fail: full, taken away, changed, left in the middle; aborts; several writers. */
import { expect } from "chai";
import { decodeEntry, decodePartial, encodeRecord } from "../../src/store/records.js";
import { memoryStorage, noStorage } from "../../src/store/storage_memory.js";
import { failureOf } from "../../../../test/support/failure.js";
import {
    addressOf, BLOCK, contentsOf, digestsOf, fileOf, gated, NOTHING, storeOn, watched,
} from "../support/store.js";
import { itInAll } from "../../../../test/support/extent.js";

const FILE = fileOf(10 * BLOCK + 77), ADDRESS = addressOf(FILE), COUNT = 11;
const WAYS = [
    ["without an address", {}], ["with an address", { address: ADDRESS }],
    ["with digests", { address: ADDRESS, blockDigests: digestsOf(FILE) }],
];
/** Reads all of it in pieces that are no blocks, now and then an earlier one again. */
async function readAll(reader) {
    const out = new Uint8Array(reader.size);
    for (let at = 0; at < reader.size; at += 3000) {
        const length = Math.min(3000, reader.size - at);
        out.set(await reader.read(at, length), at);
        if (at % 9000 === 0) out.set(await reader.read(at / 2, 500), at / 2);
    }
    return out;
}
/** What is found later is right, and nothing else is left. */
async function expectClean(storage, { resumable = false } = {}) {
    const store = await storeOn(storage), files = await store.list();
    const { entries, partial, blocks } = await contentsOf(storage);
    for (const { address } of files) {
        const reader = await store.get(address);
        expect(addressOf(await readAll(reader))).to.equal(address);
        await reader.close();
    }
    if (!resumable) expect(partial).to.deep.equal([]);
    expect(blocks).to.have.lengthOf(entries.length + partial.length);
    await store.close();
    return files.length;
}

describe("store: storages that fail", () => {
    for (const [way, options] of WAYS) it(`is full after any number of bytes: the reader goes on, ${way}`, async () => {
        for (let room = 0; room < FILE.length + 4 * BLOCK; room += 1500) {
            const files = memoryStorage();
            let left = room, isFull = false;
            const storage = watched(files, (name, path, bytes) => {
                if (name !== "write" || (left -= bytes.length) >= 0) return;
                isFull = true;
                throw new Error("no space");
            });
            const store = await storeOn(storage), reader = await store.fetch(FILE, options);
            expect(await readAll(reader)).to.deep.equal(FILE);
            const { kept, reason, address } = await reader.done;
            expect(await readAll(reader)).to.deep.equal(FILE);
            if (!kept) expect(reason).to.include({ message: "no space" });
            if (!isFull) expect(kept).to.equal(true);
            if (kept || options.address) expect(address).to.equal(ADDRESS);
            await reader.close();
            expect((await files.list("blocks")).length).to.equal(kept ? 1 : 0); // at once, not at the next start
            await store.close();
            expect(await expectClean(files)).to.equal(kept ? 1 : 0);
        }
    });

    itInAll("is taken away at any call: the reader goes on", async () => {
        for (const [, options] of WAYS) for (let until = 0, calls = until; calls >= until; until++) {
            calls = 0;
            const storage = watched(memoryStorage(), () => { if (calls++ >= until) throw new Error("taken away"); });
            const store = await storeOn(storage), reader = await store.fetch(FILE, options);
            expect(await readAll(reader)).to.deep.equal(FILE);
            await reader.done;
            expect(await readAll(reader)).to.deep.equal(FILE);
            await reader.close();
            await store.close();
        }
    });

    it("loses what is there: the reader goes on, and the next one fetches again", async () => {
        for (let lost = 0; lost < COUNT; lost++) {
            const files = new Map(), storage = memoryStorage(files), store = await storeOn(storage),
                source = gated(FILE);
            const reader = await store.fetch(source, { address: ADDRESS });
            source.open(lost + 1);
            await reader.read(lost * BLOCK, 1);
            files.clear();
            source.open(COUNT);
            expect(await reader.done).to.include({ kept: true }); // what was lost came again
            files.clear();
            expect(await readAll(reader)).to.deep.equal(FILE);
            await reader.close();
            expect(await store.get(ADDRESS)).to.equal(undefined);
            const again = await store.fetch(FILE, { address: ADDRESS });
            expect(await again.done).to.include({ kept: true, received: FILE.length });
            await store.close();
        }
    });

    it("loses whatever is written: it is given up after some rounds", async () => {
        const files = new Map(), storage = watched(memoryStorage(files), (name) => {
            if (name === "list") for (const path of [...files.keys()]) if (/\/3$/.test(path)) files.delete(path);
        });
        const store = await storeOn(storage), reader = await store.fetch(FILE, { address: ADDRESS });
        const { kept, reason } = await reader.done;
        expect(kept).to.equal(false);
        expect(reason.message).to.match(/loses what is written/);
        expect(await readAll(reader)).to.deep.equal(FILE);
        await store.close();
        expect(await expectClean(memoryStorage(files))).to.equal(0);
    });

    it("is none: files are read from their source, and checked against their address", async () => {
        const store = await storeOn(noStorage()), other = FILE.slice();
        other[4 * BLOCK + 1] ^= 1;
        expect(store.keptIn).to.equal("nowhere");
        for (const [, options] of WAYS) {
            const reader = await store.fetch(FILE, options);
            expect(await readAll(reader)).to.deep.equal(FILE);
            const { kept, address } = await reader.done;
            expect({ kept, address }).to.deep.equal({ kept: false, address: options.address });
            if (!options.address) continue;
            const wrong = await store.fetch(other, options);
            expect(await failureOf(() => readAll(wrong))).to.include({ code: "ERR_FILE" });
        }
        const wrong = await store.fetch(other, { address: ADDRESS });
        expect(await failureOf(() => wrong.done)).to.include({ code: "ERR_FILE" });
        expect(await store.get(ADDRESS)).to.equal(undefined);
        expect(await store.list()).to.deep.equal([]);
        await store.close();
    });

    it("reads on from a source that changes meanwhile: an error, never other bytes", async () => {
        const store = await storeOn(noStorage()), other = fileOf(FILE.length, 5);
        let changed = false;
        const read = (at, length) => (changed ? other : FILE).slice(at, at + length);
        const reader = await store.fetch({ read, size: FILE.length }, {});
        for (let i = 0; i < COUNT; i++) await reader.read(i * BLOCK, 1);
        changed = true;
        expect(await failureOf(() => reader.read(0, 1))).to.include({ code: "ERR_FILE" });
        await store.close();
    });
});

describe("store: entries that are changed", () => {
    /** A store with the file in it, and its bytes by path. */
    async function filled() {
        const files = new Map(), storage = memoryStorage(files), store = await storeOn(storage);
        const reader = await store.fetch(FILE);
        await reader.done;
        await reader.close();
        return { files, storage, store, pathOf: (i) => [...files.keys()].find((path) => path.endsWith(`/${i}`)) };
    }
    const CHANGES = [
        ["a bit", (bytes) => { bytes[9] ^= 1; return bytes; }], ["its digest", (bytes) => { bytes[bytes.length - 1] ^= 1; return bytes; }],
        ["its end", (bytes) => bytes.slice(0, -1)], ["a byte more", (bytes) => Uint8Array.of(...bytes, 0)], ["everything", () => undefined],
        ["all of it, with the digest of that", () => {
            const bytes = fileOf(BLOCK, 7);
            return Uint8Array.of(...bytes, ...Buffer.from(addressOf(bytes), "hex"));
        }],
    ];
    for (const [what, change] of CHANGES) it(`has a block without ${what}: it is dropped, and fetched again`, async () => {
        for (const i of [0, 4]) {
            const { files, storage, store, pathOf } = await filled(), path = pathOf(i),
                changed = change(files.get(path));
            const healing = await store.fetch(FILE, { address: ADDRESS }), reader = await store.get(ADDRESS);
            if (changed) files.set(path, changed);
            else files.delete(path);
            const error = await failureOf(() => reader.read(0, FILE.length));
            expect(error).to.include({ code: "ERR_FILE" });
            expect(error.message).to.match(new RegExp(`^stored file ${ADDRESS}: expected block ${i} as it was written, got (another|none that can be read); the file was removed, fetch it again$`));
            expect(await failureOf(() => reader.read((COUNT - 1) * BLOCK, 1))).to.equal(error);
            expect(await store.get(ADDRESS)).to.equal(undefined);
            expect(await readAll(healing)).to.deep.equal(FILE); // from its source
            await Promise.all([reader.close(), healing.close()]);
            expect(await contentsOf(storage)).to.deep.equal(NOTHING);
            const again = await store.fetch(FILE, { address: ADDRESS });
            expect(await again.done).to.include({ received: FILE.length, kept: true });
            expect(await readAll(await store.get(ADDRESS))).to.deep.equal(FILE);
            await store.close();
        }
    });

    it("has a broken block that a fetch meets first: it is dropped as well", async () => {
        const { files, store, pathOf } = await filled(), reader = await store.fetch(FILE, { address: ADDRESS });
        files.get(pathOf(2))[5] ^= 1;
        expect(await readAll(reader)).to.deep.equal(FILE);
        await reader.close();
        expect(await store.get(ADDRESS)).to.equal(undefined);
        await store.close();
    });

    it("has a broken block whose source is another file by now: an error", async () => {
        const { files, store, pathOf } = await filled();
        for (const source of [fileOf(FILE.length, 3), fileOf(FILE.length - 1, 3)]) {
            const reader = await store.fetch(source, { address: ADDRESS });
            if (source.length === FILE.length) files.get(pathOf(2))[5] ^= 1;
            const error = await failureOf(() => readAll(reader));
            expect(error.message).to.match(source.length === FILE.length ? /expected block 2 / : /changed meanwhile$/);
            await reader.close();
            await (await store.fetch(FILE, { address: ADDRESS })).done;
            files.get(pathOf(2))[5] ^= 1;
        }
        await store.close();
    });

    it("has a record in which any byte is changed, or that is another's: it is no entry", async () => {
        const { files, storage, store } = await filled(), path = `entries/${ADDRESS}`, right = files.get(path);
        for (let at = 0; at < right.length; at += 13) {
            files.set(path, right.map((byte, i) => (i === at ? byte ^ 4 : byte)));
            expect(await store.get(ADDRESS), `byte ${at}`).to.equal(undefined);
            expect(files.has(path)).to.equal(false);
        }
        for (let length = 0; length < right.length; length += 29) {
            files.set(path, right.slice(0, length));
            expect(await store.get(ADDRESS)).to.equal(undefined);
        }
        const another = addressOf(fileOf(1));
        files.set(`entries/${another}`, right);
        expect(await store.get(another)).to.equal(undefined);
        files.set(path, right);
        expect(await readAll(await store.get(ADDRESS))).to.deep.equal(FILE);
        await store.close();
        await storage.remove(path);
        expect(await expectClean(storage)).to.equal(0);
    });
});

describe("store: records that somebody made up", () => {
    const blockFolder = `${"0a".repeat(16)}-12`, digests = digestsOf(FILE), right = { address: ADDRESS, size: FILE.length, blockFolder, digests };
    for (const [what, change] of [
        ["another version", { version: 2 }], ["a block folder that leads elsewhere", { blockFolder: "../../entries" }], ["no block folder", { blockFolder: 5 }],
        ["blocks of a size that there is not", { blockFolder: `${"0a".repeat(16)}-11` }], ["a size below nothing", { size: -1 }],
        ["a size that is no number", { size: "5" }], ["a size of other blocks", { size: FILE.length + BLOCK }],
        ["another address", { address: "0".repeat(64) }], ["no digests", { digests: undefined }],
        ["digests that are none", { digests: digests.map(() => "..") }], ["a digest too few", { digests: digests.slice(1) }],
    ]) it(`are no entries with ${what}`, () => {
        expect(decodeEntry(ADDRESS, encodeRecord(right))).to.deep.include(right);
        expect(decodeEntry(ADDRESS, encodeRecord({ ...right, ...change }))).to.equal(undefined);
    });

    for (const [what, change] of [
        ["another version", { version: 2 }], ["a block folder that leads elsewhere", { blockFolder: "../.." }], ["no time", { begun: null }],
        ["a size that is no number", { size: 0.5 }],
    ]) it(`are no downloads with ${what}`, () => {
        const stopped = { blockFolder, size: 5, begun: 7 };
        expect(decodePartial(encodeRecord(stopped))).to.deep.include(stopped);
        expect(decodePartial(encodeRecord({ ...stopped, ...change }))).to.equal(undefined);
    });

    it("are none if they are no record at all", () => {
        const text = new TextEncoder().encode("not JSON");
        const digested = new TextEncoder().encode(`${addressOf(text)}\nnot JSON`);
        for (const bytes of [new Uint8Array(0), new Uint8Array(65), fileOf(500), text, digested, encodeRecord([])])
            for (const decode of [decodePartial, (one) => decodeEntry(ADDRESS, one)])
                expect(decode(bytes)).to.equal(undefined);
    });
});

describe("store: aborts and ends at every step", () => {
    /** Runs a fetch during whose call number n of the storage or source `event` happens, for every n. */
    async function atEachCall(options, run) {
        for (let n = 0, calls = n; calls >= n; n++) {
            const files = new Map(), inner = memoryStorage(files);
            calls = 0;
            const step = (event) => { if (calls++ === n) event(); };
            await run({ n, files, inner, step, count: () => calls });
        }
    }

    for (const [way, options] of WAYS) it(`leaves nothing behind after an abort, ${way}`, async () => {
        let aborted = 0;
        await atEachCall(options, async ({ inner, step }) => {
            const controller = new AbortController(), { signal } = controller, reason = new Error("stop");
            const count = () => step(() => controller.abort(reason));
            const read = async (at, length) => { count(); return FILE.slice(at, at + length); };
            const store = await storeOn(watched(inner, count));
            let outcome;
            try {
                const reader = await store.fetch({ read, size: FILE.length }, { ...options, signal });
                outcome = await reader.done;
                await reader.close();
            } catch (error) {
                expect(error).to.equal(reason);
                aborted++;
            }
            if (!outcome && !options.address && !(await inner.list("entries")).length)
                expect(await contentsOf(inner)).to.deep.equal(NOTHING);
            await store.close();
            await expectClean(inner, { resumable: Boolean(options.address) });
            const again = await storeOn(inner);
            expect(await (await again.fetch(FILE, options)).done).to.include({ kept: true });
            await again.close();
            expect(await expectClean(inner)).to.equal(1);
        });
        expect(aborted).to.be.above(10);
    });

    for (const [way, options] of WAYS) it(`uses nothing half-written after the program ended, ${way}`, async () => {
        let resumed = 0;
        await atEachCall(options, async ({ files, inner, step }) => {
            let left;
            const copy = () => new Map(Array.from(files, ([path, bytes]) => [path, bytes.slice()]));
            const count = () => step(() => { left = copy(); });
            const store = await storeOn(watched(inner, (name, path, bytes) => {
                if (name === "write" && !left && bytes.length > 40) { // half of it, as some storages might
                    const before = files.get(path);
                    files.set(path, bytes.slice(0, bytes.length / 2));
                    count();
                    if (before) files.set(path, before);
                    else files.delete(path);
                } else count();
            }));
            const reader = await store.fetch(FILE, options);
            await reader.done;
            await reader.close();
            await store.close();
            const then = memoryStorage(left ?? files); // locks end with their program
            await expectClean(then, { resumable: true });
            const again = await storeOn(then), coming = await again.fetch(FILE, options);
            const { kept, reused } = await coming.done;
            expect(kept).to.equal(true);
            if (reused > 0 && reused < FILE.length) resumed++;
            expect(await readAll(coming)).to.deep.equal(FILE);
            await coming.close();
            await again.close();
            expect(await expectClean(then)).to.equal(1);
        });
        expect(resumed > 5).to.equal(options.address !== undefined);
    });
});

describe("store: what others left", () => {
    it("goes when a store is opened: blocks and times without a record, records without blocks, other names", async () => {
        const files = new Map(), storage = memoryStorage(files), first = await storeOn(storage);
        await (await first.fetch(FILE)).done;
        await first.close();
        const right = new Map(files), blockFolder = `${"0f".repeat(16)}-12`, other = addressOf(fileOf(1));
        const partial = new TextEncoder().encode(JSON.stringify({ version: 1, blockFolder, size: 5, begun: 0 }));
        const left = {
            [`blocks/${blockFolder}/0`]: fileOf(BLOCK + 32), [`used/${other}`]: new TextEncoder().encode("5"),
            [`partial/${other}`]: partial, "partial/another": partial, "used/another": fileOf(3),
        };
        for (const [path, bytes] of Object.entries(left)) files.set(path, bytes);
        await (await storeOn(storage)).close();
        expect([...files.keys()].sort()).to.deep.equal([...right.keys()].sort());
    });
});

describe("store: several writers", () => {
    it("makes one good entry of two that write the same file at once, and of any order", async () => {
        for (let turn = 0; turn < 12; turn++) {
            const storage = memoryStorage(), stores = [await storeOn(storage), await storeOn(storage)];
            const sources = [gated(FILE), gated(FILE)];
            const readers = await Promise.all(stores.map((store, i) => store.fetch(sources[i], { address: ADDRESS })));
            for (let i = 0; i < 2 * COUNT; i++) { // in turns of different lengths
                sources[(i >> (turn % 3)) % 2].open(Math.ceil((i + 1 + turn) / 2));
                await new Promise((next) => { setImmediate(next); });
            }
            for (const source of sources) source.open(COUNT);
            for (const reader of readers) {
                expect(await readAll(reader)).to.deep.equal(FILE);
                expect(await reader.done).to.include({ kept: true });
                expect(await readAll(reader)).to.deep.equal(FILE);
            }
            expect((await stores[0].list()).map(({ address }) => address)).to.deep.equal([ADDRESS]);
            for (const reader of readers) await reader.close();
            for (const store of stores) await store.close();
            expect(await expectClean(storage)).to.equal(1);
        }
    });

    it("lets nobody's wrong file harm another's right one", async () => {
        const storage = memoryStorage(), [good, bad] = [await storeOn(storage), await storeOn(storage)],
            wrong = fileOf(FILE.length, 4);
        const source = gated(FILE), badly = gated(wrong);
        const first = await bad.fetch(badly, { address: ADDRESS }),
            second = await good.fetch(source, { address: ADDRESS });
        badly.open(5);
        source.open(6);
        await Promise.all([first.read(4 * BLOCK, 1), second.read(5 * BLOCK, 1)]);
        badly.open(COUNT);
        await failureOf(() => first.done);
        source.open(COUNT);
        expect(await second.done).to.include({ kept: true, received: FILE.length });
        await Promise.all([good.close(), bad.close()]);
        expect(await expectClean(storage)).to.equal(1);
    });

    it("takes nothing away that another store writes or reads", async () => {
        const storage = memoryStorage(), store = await storeOn(storage), source = gated(FILE);
        const nameless = await store.fetch(source), named = await store.fetch(source, { address: ADDRESS });
        source.open(5);
        await Promise.all([nameless, named].map((reader) => reader.read(4 * BLOCK, 1)));
        for (let i = 0; i < 3; i++) await (await storeOn(storage)).close(); // each sweeps
        expect(await storage.list("blocks")).to.have.lengthOf(2);
        source.open(COUNT);
        for (const reader of [nameless, named])
            expect(await reader.done).to.include({ kept: true, received: FILE.length });
        const other = await storeOn(storage), reading = await other.get(ADDRESS);
        await store.delete(ADDRESS);
        await store.close();
        await (await storeOn(storage)).close();
        expect(await readAll(reading)).to.deep.equal(FILE);
        await other.close();
        expect(await expectClean(storage)).to.equal(0);
    });
});
