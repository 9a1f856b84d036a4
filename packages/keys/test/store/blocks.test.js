/** A storage that has all blocks of a file in one: what is missing, torn, changed, full, taken away or left open. */
import { expect } from "chai";
import { countIn, openBlocks } from "../../src/store/blocks.js";
import { DIGEST } from "../../src/store/digests.js";
import { MOST_BLOCKS } from "../../src/store/records.js";
import { memoryStorage } from "../../src/store/storage_memory.js";
import { failureOf } from "../../../../test/support/failure.js";
import { addressOf, BLOCK, fileOf, gated, storeOn, wholeStorage } from "../support/store.js";

const FILE = fileOf(10 * BLOCK + 77), ADDRESS = addressOf(FILE), COUNT = 11, STRIDE = BLOCK + DIGEST;

/** The bytes of its only file. */
const only = ({ log: { wholes } }) => [...wholes.values()][0];

/** A download that has the first blocks, and then stops. */
async function stopped(storage, blocks) {
    const store = await storeOn(storage), source = gated(FILE);
    source.open(blocks);
    const reader = await store.fetch(source, { address: ADDRESS });
    await reader.read(0, blocks * BLOCK);
    while (only(storage).length < blocks * STRIDE) await new Promise((resolve) => { setImmediate(resolve); });
    await store.close();
    expect(await failureOf(() => reader.done)).to.include({ code: "ERR_OPTION" });
}

/** Fetches the file from where it was left. */
async function goesOn(storage, source = FILE) {
    const store = await storeOn(storage), reader = await store.fetch(source, { address: ADDRESS });
    expect(await reader.read(0, FILE.length)).to.deep.equal(FILE);
    const outcome = await reader.done;
    await reader.close();
    await store.close();
    expect(storage.log.closed, "files that are open").to.equal(storage.log.opened);
    return outcome;
}

describe("store: all blocks in one file", () => {
    it("are kept, read in any order, and go with the file", async () => {
        const storage = wholeStorage();
        expect(await goesOn(storage)).to.include({ kept: true, received: FILE.length, reused: 0 });
        expect(only(storage).length).to.equal(FILE.length + COUNT * DIGEST);
        const store = await storeOn(storage), reader = await store.get(ADDRESS);
        for (const [at, length] of [[FILE.length - 5, 5], [0, 3], [BLOCK - 1, 2 * BLOCK], [0, FILE.length], [7, 0]])
            expect(await reader.read(at, length)).to.deep.equal(FILE.subarray(at, at + length));
        expect(await store.usage()).to.include({ bytes: FILE.length, files: 1, unfinished: 0 });
        await reader.close();
        expect(await store.delete(ADDRESS)).to.equal(true);
        expect(storage.log.wholes.size).to.equal(0);
        await store.close();
        expect(storage.log.closed).to.equal(storage.log.opened);
    });

    it("are asked for where a download stopped, counted, and not asked for again", async () => {
        const storage = wholeStorage();
        await stopped(storage, 4);
        const store = await storeOn(storage);
        expect(await store.usage()).to.include({ bytes: 4 * BLOCK, files: 0, unfinished: 4 * BLOCK });
        await store.close();
        const source = gated(FILE);
        source.open(COUNT);
        expect(await goesOn(storage, source))
            .to.include({ kept: true, reused: 4 * BLOCK, received: FILE.length - 4 * BLOCK });
        expect(source.asked.sort((a, b) => a - b)).to.deep.equal([4, 5, 6, 7, 8, 9, 10]);
    });

    for (const [title, change, lost] of [
        ["that were never written", (bytes) => bytes.fill(0, STRIDE, 3 * STRIDE), 2],
        ["that were written in part", (bytes) => bytes.fill(0, STRIDE + BLOCK / 2, 2 * STRIDE), 1],
        ["whose digest is missing", (bytes) => bytes.fill(0, 2 * STRIDE - 1, 2 * STRIDE), 1],
    ]) it(`are asked for again, ${title}`, async () => {
        const storage = wholeStorage();
        await stopped(storage, 4);
        change(only(storage));
        expect(await goesOn(storage)).to.include({ kept: true, reused: (4 - lost) * BLOCK });
        const store = await storeOn(storage), reader = await store.get(ADDRESS);
        expect(await reader.read(0, FILE.length)).to.deep.equal(FILE);
        await store.close();
    });

    it("are never used once they changed: the file goes, and a fetch reads from the source", async () => {
        const storage = wholeStorage();
        await goesOn(storage);
        only(storage)[2 * STRIDE + 5] ^= 1;
        const store = await storeOn(storage), reader = await store.get(ADDRESS);
        expect(await reader.read(0, BLOCK)).to.deep.equal(FILE.subarray(0, BLOCK));
        expect(await failureOf(() => reader.read(2 * BLOCK, 1))).to.include({ code: "ERR_FILE" });
        await reader.close();
        expect(await store.get(ADDRESS)).to.equal(undefined);
        await store.close();
        expect(storage.log.wholes.size).to.equal(0);
        await goesOn(storage);
        only(storage)[5] ^= 1;
        expect(await goesOn(storage)).to.include({ kept: true, reused: FILE.length });
    });

    for (const at of [0, 3, COUNT - 1]) it(`that cannot be written leave nothing, and the reader goes on (block ${at})`, async () => {
        const storage = wholeStorage((name, blockFolder, offset) => {
            if (name === "write" && offset === at * STRIDE) throw new Error("no space");
        });
        const { kept, reason } = await goesOn(storage);
        expect([kept, reason.message]).to.deep.equal([false, "no space"]);
        expect(storage.log.wholes.size).to.equal(0);
    });

    it("that cannot be read are asked for", async () => {
        let fails = false;
        const storage = wholeStorage((name) => { if (name === "read" && fails) throw new Error("gone"); });
        await goesOn(storage);
        fails = true;
        expect(await goesOn(storage)).to.include({ kept: true });
    });

    it("may be taken away while they come", async () => {
        const storage = wholeStorage(), store = await storeOn(storage), source = gated(FILE);
        source.open(4);
        const reader = await store.fetch(source, { address: ADDRESS });
        await reader.read(0, 4 * BLOCK);
        storage.log.wholes.clear();
        source.open(COUNT);
        expect(await reader.read(0, FILE.length)).to.deep.equal(FILE);
        expect(await reader.done).to.include({ kept: false });
        await store.close();
        expect(storage.log.closed).to.equal(storage.log.opened);
    });

    it("are closed before the block folder is let go", async () => {
        const storage = wholeStorage(), order = [];
        const { lock, openWhole } = storage;
        storage.lock = async (...args) => {
            const found = await lock(...args);
            return found && { share: () => found.share(), release: () => { order.push("lock"); return found.release(); } };
        };
        storage.openWhole = async (...args) => {
            const file = await openWhole(...args);
            return file && { ...file, close: async () => { order.push("file"); await file.close(); } };
        };
        const store = await storeOn(storage), reader = await store.fetch(FILE, { address: ADDRESS });
        await reader.done;
        await reader.close();
        expect(order).to.deep.equal(["file", "lock"]);
        const again = await store.get(ADDRESS);
        order.length = 0;
        await again.close();
        expect(order).to.deep.equal(["file", "lock"]);
        await store.close();
    });

    it("are no others than those of that name, where each is a file of its own", async () => {
        const storage = memoryStorage(), blockFolder = `${"0".repeat(32)}-12`;
        for (const name of ["2", "x", "1e0", "0x3", "1234567"]) await storage.write(`blocks/${blockFolder}/${name}`, FILE);
        expect(await (await openBlocks(storage, blockFolder)).list()).to.deep.equal([2]);
        expect(await countIn(storage, blockFolder)).to.equal(1);
    });

    it("are no more than a file can have, however long another has made it", async () => {
        const storage = { openWhole: async () => ({ size: async () => 2 ** 50, close: async () => {} }) };
        expect(await countIn(storage, `${"0".repeat(32)}-12`)).to.equal(MOST_BLOCKS);
    });

    it("that a storage does not open are files of their own", async () => {
        const storage = { ...wholeStorage(), openWhole: async () => undefined };
        storage.list = wholeStorage().list;
        const store = await storeOn(storage), reader = await store.fetch(FILE, { address: ADDRESS });
        expect(await reader.read(0, FILE.length)).to.deep.equal(FILE);
        await store.close();
        expect(storage.log.wholes.size).to.equal(0);
    });
});
