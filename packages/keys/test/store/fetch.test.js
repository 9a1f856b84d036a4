/** Files that are kept while they come: who reads them, in which order they come, what goes on where it was. */
import { getEventListeners } from "node:events";
import { expect } from "chai";
import { openSource } from "../../../../src/files/source.js";
import { hostClock } from "../../src/store/clock.js";
import { readBlocks, recentBlocks } from "../../src/store/reader.js";
import { memoryStorage } from "../../src/store/storage_memory.js";
import { RetryingSource } from "../../src/store/retrying_source.js";
import { failureOf } from "../../../../test/support/failure.js";
import {
    addressOf, BLOCK, contentsOf, digestsOf, fileOf, gated, NOTHING, serveFile, storeOn, testClock,
    watched,
} from "../support/store.js";

const FILE = fileOf(10 * BLOCK + 77), ADDRESS = addressOf(FILE), COUNT = 11;
const never = () => { throw new Error("expected no read, got one"); };

describe("store: fetch and get", () => {
    for (const [what, length] of [["nothing", 0], ["a byte", 1], ["a block", BLOCK], ["a byte more", BLOCK + 1], ["many", FILE.length]])
        it(`keeps ${what}, and gives it back`, async () => {
            const bytes = FILE.slice(0, length), store = await storeOn();
            const coming = await store.fetch(bytes), { address, kept, received, reused } = await coming.done;
            expect({ address, kept, received, reused })
                .to.deep.equal({ address: addressOf(bytes), kept: true, received: length, reused: 0 });
            expect(await coming.read(0, length)).to.deep.equal(bytes);
            await coming.close();
            const reader = await store.get(address);
            expect(reader.size).to.equal(length);
            expect(await reader.read(0, length)).to.deep.equal(bytes);
            expect((await store.list()).map(({ size }) => size)).to.deep.equal([length]);
            await store.close();
        });

    it("reads every range, in buffers of the caller", async () => {
        const store = await storeOn(), coming = await store.fetch(FILE, { address: ADDRESS });
        await coming.done;
        const kept = await store.get(ADDRESS);
        for (const reader of [coming, kept])
            for (const [at, length] of [[0, 1], [BLOCK - 1, 2], [BLOCK, BLOCK], [3 * BLOCK - 5, 4 * BLOCK],
                [FILE.length - 1, 1], [7, 0], [FILE.length, 0]]) {
                const bytes = await reader.read(at, length);
                expect(bytes).to.deep.equal(FILE.slice(at, at + length));
                bytes.fill(0);
                expect(await reader.read(at, length)).to.deep.equal(FILE.slice(at, at + length));
            }
        for (const [at, length] of [[-1, 1], [0, FILE.length + 1], [FILE.length, 1], [0.5, 1], ["0", 1], [0, NaN]])
            expect(await failureOf(() => kept.read(at, length))).to.include({ code: "ERR_READ" });
        await store.close();
    });

    for (const fresh of [false, true])
        it(`${fresh ? "keeps" : "leaves to a reader"} what it read, whole or in pieces`, async () => {
            const blockSize = 2 ** 18, piece = blockSize / 4, file = fileOf(2 * blockSize), given = [];
            const store = await storeOn(memoryStorage(), { blockSize });
            let failures = 1;
            const read = async (offset, length) => {
                if (offset >= blockSize && failures-- > 0) throw new Error("cut");
                given.push(file.slice(offset, offset + length));
                return given.at(-1);
            };
            const coming = await store.fetch({ read, size: file.length, ...(fresh && { fresh }) });
            await coming.done;
            const left = new Array(4).fill(fresh ? 0 : piece);
            expect(given.map(({ length }) => length)).to.deep.equal([blockSize, ...left]);
            if (!fresh) for (const bytes of given) bytes.fill(0);
            expect(await coming.read(0, file.length)).to.deep.equal(file);
            await coming.close();
            await store.close();
        });

    it("frees what was written, and what was read whole, and not what the next read needs", async () => {
        const inner = memoryStorage(), written = [], found = [];
        const storage = {
            ...watched(inner, (name, path, bytes) => {
                if (name === "write" && path.startsWith("blocks/")) written.push(bytes);
            }),
            read: async (path, most) => {
                const bytes = await inner.read(path, most);
                if (path.startsWith("blocks/")) found.push(bytes);
                return bytes;
            },
        };
        const store = await storeOn(storage), coming = await store.fetch(FILE, { address: ADDRESS });
        await coming.done;
        await coming.close();
        expect(written.map(({ length }) => length)).to.deep.equal(new Array(COUNT).fill(0));
        const kept = await store.get(ADDRESS);
        found.length = 0;
        await kept.read(0, BLOCK + 1);
        expect(found.map(({ length }) => length > 0).sort()).to.deep.equal([false, true]);
        await kept.close();
        await store.close();
    });

    it("is a source for the library", async () => {
        const store = await storeOn(), reader = await store.fetch(FILE);
        const source = await openSource("key", reader);
        expect(source).to.include({ size: FILE.length, fresh: true });
        expect(await source.read(BLOCK, 100)).to.deep.equal(FILE.slice(BLOCK, BLOCK + 100));
        await source.close();
        await store.close();
    });

    it("has a reader before the file is there, and sends first for what is read", async () => {
        const store = await storeOn(), source = gated(FILE), reader = await store.fetch(source, { address: ADDRESS });
        const last = reader.read(FILE.length - 10, 5), first = reader.read(0, 10);
        source.open(1);
        expect(await first).to.deep.equal(FILE.slice(0, 10));
        source.open(COUNT);
        expect(await last).to.deep.equal(FILE.slice(-10, -5));
        expect(source.asked.slice(0, 4)).to.deep.equal([0, COUNT - 1, 1, 2]); // the first alone, then three at once
        await reader.done;
        await store.close();
    });

    it("sends for a block once, whoever reads it", async () => {
        const store = await storeOn(), source = gated(FILE), reader = await store.fetch(source, { address: ADDRESS });
        const reads = [5, 5, 7, 0, 0].map((i) => reader.read(i * BLOCK, 9));
        source.open(COUNT);
        await Promise.all([...reads, reader.done]);
        expect(source.asked.slice().sort((a, b) => a - b)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        await store.close();
    });

    it("reads nothing from the source when the file is there", async () => {
        const storage = memoryStorage(), first = await storeOn(storage);
        await (await first.fetch(FILE)).done;
        await first.close();
        const store = await storeOn(storage), progress = [];
        const reader = await store.fetch(never, { address: ADDRESS, onProgress: (one) => progress.push(one) });
        expect(await reader.read(0, FILE.length)).to.deep.equal(FILE);
        expect(await reader.done).to.deep.include({ kept: true, received: 0, reused: FILE.length });
        expect(progress).to.deep.equal([{ received: 0, reused: FILE.length, size: FILE.length }]);
        await store.close();
    });

    for (const given of [undefined, digestsOf(FILE)]) it(`goes on where it was, ${given ? "with" : "without"} digests`, async () => {
        const storage = memoryStorage(), asked = [], progress = [], options = { address: ADDRESS, blockDigests: given };
        for (const until of [3, 7]) {
            const store = await storeOn(storage), source = gated(FILE);
            const reader = await store.fetch(source, { ...options });
            source.open(until);
            await reader.read((until - 1) * BLOCK, 1);
            await store.close();
            expect(await failureOf(() => reader.done)).to.include({ code: "ERR_OPTION" });
            expect((await contentsOf(storage)).partial).to.deep.equal([ADDRESS]);
        }
        const there = (await storage.list(`blocks/${(await storage.list("blocks"))[0]}`)).length;
        expect(there).to.be.at.least(6);
        const store = await storeOn(storage),
            read = (at, length) => { asked.push(at / BLOCK); return FILE.slice(at, at + length); };
        const onProgress = (one) => progress.push(one);
        const reader = await store.fetch({ read, size: FILE.length }, { ...options, onProgress });
        const { reused, received } = await reader.done;
        expect(asked).to.have.lengthOf(COUNT - there);
        expect(reused + received).to.equal(FILE.length);
        expect(progress.at(-1)).to.deep.equal({ received, reused, size: FILE.length });
        expect(await reader.read(0, FILE.length)).to.deep.equal(FILE);
        expect(await contentsOf(storage)).to.deep.include({ entries: [ADDRESS], partial: [] });
        expect((await storage.list("blocks"))).to.have.lengthOf(1);
        await store.close();
    });

    it("begins anew if the file that stopped had another size or other blocks", async () => {
        for (const change of [{ bytes: fileOf(FILE.length + 1) }, { bytes: FILE, blockSize: 2 * BLOCK }]) {
            const storage = memoryStorage(), store = await storeOn(storage), source = gated(FILE);
            const reader = await store.fetch(source, { address: ADDRESS });
            source.open(3);
            await reader.read(2 * BLOCK, 1);
            await store.close();
            await reader.done.catch(() => {});
            const next = await storeOn(storage), { bytes, ...options } = change;
            const again = await next.fetch(bytes, { address: ADDRESS, ...options });
            const outcome = await again.done.catch((error) => error);
            if (bytes === FILE) expect(outcome).to.include({ reused: 0, received: FILE.length });
            else expect(outcome.message).to.match(/expected the file with sha256/);
            await next.close();
            expect((await storage.list("blocks")).length).to.equal(bytes === FILE ? 1 : 0);
        }
    });

    it("goes on with nothing of a file that had another size", async () => {
        const storage = memoryStorage(), store = await storeOn(storage), source = gated(fileOf(FILE.length + 1, 8));
        const reader = await store.fetch(source, { address: ADDRESS });
        source.open(3);
        await reader.read(2 * BLOCK, 1);
        await store.close();
        await reader.done.catch(() => {});
        const next = await storeOn(storage), again = await next.fetch(FILE, { address: ADDRESS });
        expect(await again.done).to.include({ kept: true, reused: 0, received: FILE.length });
        await next.close();
        expect(await storage.list("blocks")).to.have.lengthOf(1);
    });

    it("comes to its end when its reader is closed before", async () => {
        const storage = memoryStorage(), store = await storeOn(storage);
        for (const options of [{}, { address: ADDRESS }]) {
            const source = gated(FILE), reader = await store.fetch(source, options);
            source.open(3);
            await reader.read(2 * BLOCK, 1);
            await reader.close();
            await (await storeOn(storage)).close(); // sweeps what is not held
            source.open(COUNT);
            expect(await reader.done).to.include({ kept: true, received: FILE.length });
            expect(await store.delete(ADDRESS)).to.equal(true);
            expect(await contentsOf(storage)).to.deep.equal(NOTHING); // at once: it is not held any more
        }
        await store.close();
    });

    it("reports how far it is, from nothing to all", async () => {
        const store = await storeOn(), progress = [], onProgress = (one) => progress.push(one);
        const reader = await store.fetch(FILE, { onProgress });
        await reader.done;
        expect(progress[0]).to.deep.equal({ received: 0, reused: 0, size: FILE.length });
        expect(progress.at(-1)).to.deep.equal({ received: FILE.length, reused: 0, size: FILE.length });
        const sums = progress.map(({ received }) => received);
        expect(sums).to.deep.equal([...sums].sort((a, b) => a - b)).and.have.lengthOf(COUNT + 1);
        await store.close();
    });

    it("takes no memory for a file of too many blocks", async () => {
        const storage = memoryStorage(), store = await storeOn(storage), most = 2 ** 18 * BLOCK;
        const error = await failureOf(() => store.fetch({ read: never, size: most + 1 }, { address: ADDRESS }));
        expect(error).to.include({ code: "ERR_LIMIT" });
        const reader = await store.fetch({ read: () => new Promise(() => {}), size: most }, { address: ADDRESS });
        expect(reader.size).to.equal(most);
        await store.close();
        expect(await contentsOf(storage)).to.deep.equal(NOTHING);
    });

    it("fetches a block of an earlier download again if it is damaged", async () => {
        const files = new Map(), storage = memoryStorage(files), store = await storeOn(storage), source = gated(FILE);
        const reader = await store.fetch(source, { address: ADDRESS });
        source.open(5);
        await reader.read(4 * BLOCK, 1);
        await store.close();
        await reader.done.catch(() => {});
        for (const [path, bytes] of files) if (/\/[02]$/.test(path)) bytes[100] ^= 1;
        const next = await storeOn(storage), again = await next.fetch(FILE, { address: ADDRESS });
        const { reused } = await again.done;
        expect(reused % BLOCK).to.equal(0);
        await again.close();
        const kept = await next.get(ADDRESS);
        expect(await kept.read(0, FILE.length)).to.deep.equal(FILE);
        await next.close();
    });

    it("compares the whole with the address before a name is given, or a read is through", async () => {
        const other = FILE.slice();
        other[5 * BLOCK] ^= 1;
        const storage = memoryStorage(), store = await storeOn(storage);
        const reader = await store.fetch(other, { address: ADDRESS });
        const whole = await failureOf(() => reader.read(0, FILE.length)), error = await failureOf(() => reader.done);
        expect(whole).to.equal(error);
        expect(error).to.include({ code: "ERR_FILE" });
        expect(error.message).to.equal(`file: expected the file with sha256 ${ADDRESS}, got one with ${addressOf(other)}; nothing of it is kept`);
        expect(await failureOf(() => reader.read(0, 1))).to.equal(error);
        expect(await contentsOf(storage)).to.deep.equal(NOTHING);
        await store.close();
    });

    it("hands on no block that its digest does not match", async () => {
        const other = FILE.slice();
        other[5 * BLOCK] ^= 1;
        const storage = memoryStorage(), store = await storeOn(storage);
        const reader = await store.fetch(other, { address: ADDRESS, blockDigests: digestsOf(FILE), what: "key" });
        const error = await failureOf(() => reader.read(5 * BLOCK, 1));
        expect(error.message).to.match(/^key: expected block 5 \(bytes 20480 to 24576\) with sha256 .*, got .*; it is another file, or was changed$/);
        expect(await failureOf(() => reader.done)).to.equal(error);
        expect(await contentsOf(storage)).to.deep.equal(NOTHING);
        const tooFew = { address: ADDRESS, blockDigests: digestsOf(FILE).slice(1) };
        const short = await failureOf(() => store.fetch(FILE, tooFew));
        expect(short.message).to.match(/expected a file of 10 blocks of 4096 bytes, as there are digests, got 41037 bytes/);
        await store.close();
    });

    it("makes one download of several callers, until the last aborts", async () => {
        const storage = memoryStorage(), store = await storeOn(storage), source = gated(FILE);
        const controllers = [new AbortController(), new AbortController()];
        const readers = await Promise.all(controllers.map(({ signal }) =>
            store.fetch(source, { address: ADDRESS, signal })));
        const waits = readers.map((reader) => reader.read(9 * BLOCK, 1).catch((error) => error));
        controllers[0].abort(new Error("first"));
        expect((await waits[0]).message).to.equal("first");
        expect((await failureOf(() => readers[0].done)).message).to.equal("first");
        source.open(COUNT);
        expect(await waits[1]).to.deep.equal(FILE.slice(9 * BLOCK, 9 * BLOCK + 1));
        expect(await readers[1].done).to.include({ kept: true, received: FILE.length });
        expect(source.asked).to.have.lengthOf(COUNT);
        controllers[1].abort(new Error("too late"));
        expect(await failureOf(() => readers[1].read(0, 1))).to.include({ message: "too late" });
        expect((await contentsOf(storage)).entries).to.deep.equal([ADDRESS]);
        await store.close();
    });

    it("ends a download with the last of its callers, and keeps what has a name", async () => {
        for (const address of [undefined, ADDRESS]) {
            const storage = memoryStorage(), store = await storeOn(storage), source = gated(FILE);
            const controllers = [new AbortController(), new AbortController()];
            const readers = await Promise.all(controllers.map(({ signal }) =>
                store.fetch(source, { address, signal })));
            source.open(4);
            await Promise.all(readers.map((reader) => reader.read(3 * BLOCK, 1)));
            for (const controller of controllers) controller.abort(new Error("enough"));
            for (const reader of readers) {
                expect((await failureOf(() => reader.done)).message).to.equal("enough");
                expect((await failureOf(() => reader.read(0, 1))).message).to.equal("enough");
            }
            expect((await contentsOf(storage)).partial).to.deep.equal(address ? [address] : []);
            expect((await storage.list("blocks")).length).to.equal(address ? 1 : 0);
            const again = await store.fetch(FILE, { address });
            expect(await again.done).to.include({ kept: true });
            await store.close();
        }
    });

    it("shares no download with a caller who has other digests, or one that failed", async () => {
        const store = await storeOn(), wrong = digestsOf(fileOf(FILE.length, 2)), source = gated(FILE);
        const [bad, good] = await Promise.all([wrong, undefined].map((blockDigests) =>
            store.fetch(source, { address: ADDRESS, blockDigests })));
        source.open(COUNT);
        expect(await failureOf(() => bad.done)).to.include({ code: "ERR_FILE" });
        expect(await good.done).to.include({ kept: true });
        await Promise.all([bad, good].map((reader) => reader.close()));
        await store.delete(ADDRESS);
        const failing = await store.fetch(fileOf(BLOCK), { address: ADDRESS });
        const [, again] = await Promise.all([failing.done.catch(() => {}), failing.read(0, 1).catch(() => {})
            .then(() => store.fetch(FILE, { address: ADDRESS }))]);
        expect(await again.done).to.include({ kept: true });
        await store.close();
    });

    it("waits for no entry that is being removed, and keeps another copy", async () => {
        const storage = memoryStorage(), store = await storeOn(storage), first = await store.fetch(FILE);
        await first.done;
        await first.close();
        const lock = await storage.lock((await storage.list("blocks"))[0], "exclusive");
        expect(await store.get(ADDRESS)).to.equal(undefined);
        const reader = await store.fetch(FILE, { address: ADDRESS });
        expect(await reader.done).to.include({ kept: true, received: FILE.length });
        await lock.release();
        await store.close();
        await (await storeOn(storage)).close();
        expect(await storage.list("blocks")).to.have.lengthOf(1);
    });

    it("holds nothing after a get that was aborted at any step", async () => {
        for (let n = 0, calls = n; calls >= n; n++) {
            const inner = memoryStorage(), controller = new AbortController(), { signal } = controller;
            let on = false;
            calls = 0;
            const store = await storeOn(watched(inner, () => { if (on && calls++ === n) controller.abort(new Error("stop")); }));
            const first = await store.fetch(FILE);
            await first.done;
            await first.close();
            on = true;
            const outcome = await store.get(ADDRESS, { signal }).catch((error) => error);
            if (calls > n) expect(outcome).to.include({ message: "stop" });
            else await outcome.close();
            const lock = await inner.lock((await inner.list("blocks"))[0], "exclusive");
            expect(lock, `call ${n}`).to.not.equal(undefined);
            await store.close();
        }
    });

    it("ends one caller alone whose progress throws", async () => {
        const store = await storeOn(), source = gated(FILE);
        const onProgress = ({ received }) => { if (received > 0) throw new Error("theirs"); };
        const [bad, good] = await Promise.all([{ onProgress }, {}].map((more) =>
            store.fetch(source, { address: ADDRESS, ...more })));
        source.open(COUNT);
        expect((await failureOf(() => bad.done)).message).to.equal("theirs");
        expect(await good.done).to.include({ kept: true });
        await store.close();
    });

    it("gives nothing after close", async () => {
        const storage = memoryStorage(), store = await storeOn(storage);
        const one = await store.fetch(FILE);
        await one.done;
        const two = await store.get(ADDRESS), three = await store.get(ADDRESS);
        await two.close();
        await two.close();
        expect((await failureOf(() => two.read(0, 1))).message).to.match(/expected a reader that is open/);
        expect(await three.read(0, 1)).to.deep.equal(FILE.slice(0, 1));
        await store.close();
        for (const call of [() => one.read(0, 1), () => three.read(0, 1), () => store.get(ADDRESS),
            () => store.fetch(FILE), () => store.list(), () => store.usage(), () => store.delete(ADDRESS)])
            expect((await failureOf(call)).message).to.match(/expected a (store|reader) that is open, got one that was closed/);
        expect(await storage.lock((await storage.list("blocks"))[0], "exclusive")).to.not.equal(undefined);
    });

    it("does not get what is not there, and deletes what is", async () => {
        const store = await storeOn(), clock = testClock();
        expect(await store.get(ADDRESS)).to.equal(undefined);
        expect(await store.delete(ADDRESS)).to.equal(false);
        await (await (await store.fetch(FILE)).done, store.list());
        expect(await store.delete(ADDRESS)).to.equal(true);
        expect(await store.get(ADDRESS)).to.equal(undefined);
        expect(clock.pauses).to.deep.equal([]);
        await store.close();
    });

    it("lets who reads a file read it to its end when it is deleted", async () => {
        const storage = memoryStorage(), store = await storeOn(storage);
        const coming = await store.fetch(FILE);
        await coming.done;
        const reader = await store.get(ADDRESS);
        expect(await store.delete(ADDRESS)).to.equal(true);
        for (const one of [coming, reader]) expect(await one.read(0, FILE.length)).to.deep.equal(FILE);
        await coming.close();
        expect(await storage.list("blocks")).to.have.lengthOf(1);
        await reader.close();
        expect(await contentsOf(storage)).to.deep.equal(NOTHING);
        await store.close();
    });

    it("leaves no listener on a signal", async () => {
        const { signal } = new AbortController(), store = await storeOn();
        const listeners = new Set();
        for (const [name, member] of [["addEventListener", "add"], ["removeEventListener", "delete"]]) {
            const own = signal[name].bind(signal);
            signal[name] = (type, listener, ...more) => {
                listeners[member](listener);
                own(type, listener, ...more);
            };
        }
        const wrong = await store.fetch(fileOf(BLOCK), { address: ADDRESS, signal });
        await failureOf(() => wrong.done);
        expect(listeners.size, "after a failure").to.equal(0);
        for (const early of [true, false]) {
            const reader = await store.fetch(FILE, { signal });
            await reader.read(0, 1);
            if (early) await reader.close();
            await reader.done;
            if (!early) await reader.close();
            expect(listeners.size, `closed ${early ? "before" : "after"} the end`).to.equal(0);
        }
        const kept = await store.get(ADDRESS, { signal });
        await kept.read(0, 1);
        await kept.close();
        expect(listeners.size, "of a kept file").to.equal(0);
        await store.close();
    });

    it("aborts get and its reads", async () => {
        const files = memoryStorage();
        let hold = false, held;
        const storage = watched(files, (name, path) => (hold && name === "read" && /blocks/.test(path)
            ? new Promise((go) => { held = go; }) : undefined));
        const store = await storeOn(storage), controller = new AbortController(), { signal } = controller;
        await (await store.fetch(FILE)).done;
        const reader = await store.get(ADDRESS, { signal });
        hold = true;
        const pending = reader.read(0, 1).catch((error) => error);
        while (!held) await new Promise((turn) => { setImmediate(turn); });
        controller.abort(new Error("stop"));
        expect((await pending).message).to.equal("stop");
        held();
        expect((await failureOf(() => store.get(ADDRESS, { signal }))).message).to.equal("stop");
        expect((await failureOf(() => store.fetch(FILE, { signal }))).message).to.equal("stop");
        await store.close();
    });
});

describe("store: reads of blocks", () => {
    it("say which blocks they take as a whole, and leave each", async () => {
        const bytes = fileOf(20), blockSize = 8, blockOf = (i) => bytes.slice(8 * i, 8 * i + 8);
        for (const [offset, length, ...wanted] of [
            [0, 0], [20, 0], [0, 8, [0, true]], [0, 7, [0, false]], [1, 7, [0, false]], [3, 2, [0, false]],
            [0, 9, [0, true], [1, false]], [7, 9, [0, false], [1, true]], [16, 4, [2, true]], [16, 3, [2, false]],
            [0, 20, [0, true], [1, true], [2, true]], [1, 19, [0, false], [1, true], [2, true]],
        ]) {
            const asked = [], left = [], block = async (i, whole) => {
                asked.push([i, whole]);
                const bytes = blockOf(i);
                return { value: bytes, leave: () => { left.push(i); bytes.fill(0); } };
            };
            const read = await readBlocks("file", { size: 20, blockSize }, offset, length, block);
            expect([asked, read], `${offset} ${length}`).to.deep.equal([wanted, bytes.slice(offset, offset + length)]);
            expect(left.sort()).to.deep.equal(asked.map(([i]) => i));
        }
        for (const [offset, length] of [[0, 21], [20, 1], [-1, 1], [0, -1], [0.5, 1], ["0", 1], [0, undefined]])
            expect(await failureOf(() => readBlocks("file", { size: 20, blockSize: 8 }, offset, length, never)))
                .to.include({ code: "ERR_READ" });
    });

    /** Takes a block of so many bytes into the list, and holds it. */
    const add = (recent, i, bytes) => recent.hold(i, { load: async () => bytes });
    const loaded = async (recent, i, bytes) => (await add(recent, i, bytes)).leave();

    it("remember the blocks that were used last", async () => {
        const recent = recentBlocks(2), one = fileOf(1);
        await loaded(recent, 1, one);
        await loaded(recent, 2, fileOf(2));
        const held = await recent.hold(1, { load: never });
        expect(held.value).to.equal(one);
        held.leave();
        expect([2, 3].map((i) => recent.has(i))).to.deep.equal([true, false]);
        await loaded(recent, 3, fileOf(3));
        expect([1, 2, 3].map((i) => recent.has(i)), "1 was asked for after 2").to.deep.equal([true, false, true]);
        await loaded(recent, 2, fileOf(2));
        expect([1, 2, 3].map((i) => recent.has(i)), "1 was not asked for again").to.deep.equal([false, true, true]);
    });

    it("have a block that is asked for again while it is written, whatever came since", async () => {
        const asked = [];
        let written = () => {};
        const storage = watched(memoryStorage(), (name, path) => (name === "write" && /^blocks\/.*\/0$/.test(path)
            ? new Promise((resolve) => { written = resolve; }) : undefined));
        const store = await storeOn(storage), read = async (at, length) => {
            asked.push(at / BLOCK);
            return FILE.slice(at, at + length);
        };
        const reader = await store.fetch({ size: FILE.length, read }, { address: ADDRESS });
        for (let i = 1; i < COUNT; i++) await reader.read(i * BLOCK, 1);
        expect(await reader.read(0, 8)).to.deep.equal(FILE.slice(0, 8));
        expect(asked.filter((i) => i === 0)).to.have.lengthOf(1);
        written();
        expect(await reader.done).to.include({ kept: true });
        await store.close();
    });

    it("free those of a download that were read, hashed and written", async () => {
        const given = [], storage = memoryStorage(), store = await storeOn(storage);
        const read = async (at, length) => given[at / BLOCK] = FILE.slice(at, at + length);
        const reader = await store.fetch({ size: FILE.length, fresh: true, read }, { address: ADDRESS });
        expect(await reader.read(0, FILE.length)).to.deep.equal(FILE);
        expect(await reader.done).to.include({ kept: true });
        expect(given.filter(({ length }) => length > 0), "are remembered").to.have.lengthOf(8);
        await store.close();
    });

    it("free blocks that went, when nobody holds them any more, and no others", async () => {
        const recent = recentBlocks(2), blocks = [1, 2, 3, 4].map((length) => fileOf(length));
        const gone = () => blocks.map(({ length }) => length === 0);
        const first = await add(recent, 1, blocks[0]), again = await recent.hold(1, { load: never });
        await loaded(recent, 2, blocks[1]);
        expect(gone(), "both are remembered").to.deep.equal([false, false, false, false]);
        const third = await add(recent, 3, blocks[2]);
        expect(gone(), "2 went, and nobody had it").to.deep.equal([false, true, false, false]);
        await loaded(recent, 4, blocks[3]);
        expect(gone(), "1 and 3 are held").to.deep.equal([false, true, false, true]);
        first.leave();
        await loaded(recent, 5, fileOf(5));
        expect(gone(), "1 has another holder").to.deep.equal([false, true, false, true]);
        again.leave();
        await loaded(recent, 5, fileOf(5));
        expect(gone(), "1 had its last one").to.deep.equal([true, true, false, true]);
        recent.drop(3);
        expect(gone(), "3 is held while it goes").to.deep.equal([true, true, false, true]);
        third.leave();
        expect(gone()).to.deep.equal([true, true, true, true]);
    });
});

describe("store: bytes of a source that fails", () => {
    const retrying = (more) => new RetryingSource({
        what: "file", readTimeout: Infinity, memory: 2 ** 20, attempts: 3, onBytes() {}, ...more,
    });

    it("is not asked again after an abort in the pause", async () => {
        const controller = new AbortController(), reason = new Error("enough"), asked = [];
        const clock = { ...testClock(), sleep: async () => controller.abort(reason) };
        const value = { size: 10, read: async (...range) => { asked.push(range); throw new Error("lost"); } };
        const one = retrying({ value, clock, signal: controller.signal });
        expect(await failureOf(() => one.read(0, 10))).to.equal(reason);
        expect(asked).to.deep.equal([[0, 10]]);
        await one.close();
    });

    it("may get a version later, but no other one, and no other size", async () => {
        const file = { bytes: fileOf(10), tag: '"one"' }, server = await serveFile(file);
        try {
            for (const [size, version, code] of [
                [10, undefined], [10, '"one"'], [10, '"two"', "ERR_READ"], [11, undefined, "ERR_READ"],
            ]) {
                const one = retrying({ value: server.url, clock: testClock(), signal: new AbortController().signal });
                one.first = { size, version };
                const outcome = await one.size().catch((error) => error.code);
                expect(outcome, `${size} ${version}`).to.equal(code ?? 10);
                await one.close();
            }
        } finally {
            await server.close();
        }
    });

    it("is asked for a quarter as much each time, of 64 KiB at least, and tells what came", async () => {
        const size = 2 ** 20, file = fileOf(size), lengths = [], came = [];
        const read = async (offset, length) => {
            lengths.push(length);
            if (lengths.length < 5) throw new Error("lost");
            return file.slice(offset, offset + length);
        };
        const { signal } = new AbortController(), onBytes = (bytes) => came.push(bytes);
        const one = retrying({ value: { size, read }, clock: testClock(), attempts: 9, signal, onBytes });
        expect(Buffer.compare(await one.read(0, size), file)).to.equal(0);
        expect(lengths).to.deep.equal([size, 2 ** 18, ...Array(3 + 15).fill(2 ** 16)]);
        expect(came).to.deep.equal(Array(16).fill(2 ** 16));
        await one.close();
    });
});

describe("store: the host's clock", () => {
    it("sleeps until its time, or an abort, and listens no more", async () => {
        const { time, sleep } = hostClock(), { signal } = new AbortController(), controller = new AbortController();
        expect(Math.abs(time() - Date.now())).to.be.below(60_000);
        await sleep(1, signal);
        expect(getEventListeners(signal, "abort")).to.deep.equal([]);
        const asleep = sleep(2 ** 30, controller.signal);
        expect(getEventListeners(controller.signal, "abort")).to.have.length(1);
        controller.abort();
        await asleep;
        await sleep(2 ** 30, controller.signal);
        expect(getEventListeners(controller.signal, "abort")).to.deep.equal([]);
    });
});
