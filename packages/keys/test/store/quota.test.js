/** The quota: what goes when there is too little room, in which order, and what never goes. */
import { expect } from "chai";
import { paths } from "../../src/store/records.js";
import { LruIndex } from "../../src/store/lru_index.js";
import { memoryStorage } from "../../src/store/storage_memory.js";
import { failureOf } from "../../../../test/support/failure.js";
import { addressOf, BLOCK, contentsOf, fileOf, gated, storeOn, testClock } from "../support/store.js";

const files = Array.from({ length: 6 }, (_, i) => fileOf(2 * BLOCK, i + 1)), addresses = files.map(addressOf);
const QUOTA = 6 * BLOCK; // three of them

describe("store: quota", () => {
    let storage, store, clock;
    beforeEach(async () => {
        [storage, clock] = [memoryStorage(), testClock()];
        store = await storeOn(storage, { quota: QUOTA, clock });
    });
    afterEach(() => store.close());
    const keep = async (i, options) => {
        const reader = await store.fetch(files[i], options), outcome = await reader.done;
        await reader.close();
        return outcome;
    };
    const kept = async () => (await store.list()).map(({ address }) => addresses.indexOf(address));

    it("removes what was used least recently", async () => {
        for (const i of [0, 1, 2]) await keep(i);
        expect(await kept()).to.deep.equal([2, 1, 0]);
        await (await store.get(addresses[0])).close();
        await keep(3);
        expect(await kept()).to.deep.equal([3, 0, 2]);
        await keep(0, { address: addresses[0] }); // used, as by get
        await keep(4);
        expect(await kept()).to.deep.equal([4, 0, 3]);
        expect(await store.usage()).to.deep.equal({ bytes: QUOTA, unfinished: 0, files: 3, quota: QUOTA });
        expect((await contentsOf(storage)).blocks).to.have.lengthOf(3);
    });

    it("keeps nothing longer for a time of use that is still to come", async () => {
        await keep(0);
        const ahead = await storeOn(storage, { clock: { ...clock, time: () => clock.time() + 1e15 } });
        const reader = await ahead.get(addresses[0]);
        await reader.close();
        await ahead.close();
        for (const i of [1, 2, 3]) await keep(i);
        expect(await kept()).to.deep.equal([3, 2, 1]);
    });

    it("never removes what is open, here or elsewhere", async () => {
        for (const i of [0, 1, 2]) await keep(i);
        const other = await storeOn(storage, { quota: QUOTA });
        const readers = [await store.get(addresses[0]), await other.get(addresses[1])];
        readers.push(await store.fetch(files[2], { address: addresses[2] }));
        const refused = await store.fetch(files[3]);
        const { kept: isKept, reason } = await refused.done;
        expect(isKept).to.equal(false);
        expect(reason).to.include({ code: "ERR_LIMIT", message: `file: expected room for ${2 * BLOCK} bytes, got a quota of ${QUOTA}` });
        expect(await refused.read(0, files[3].length)).to.deep.equal(files[3]);
        expect((await kept()).sort()).to.deep.equal([0, 1, 2]);
        await readers[1].close();
        expect(await keep(3)).to.include({ kept: true });
        expect((await kept()).sort()).to.deep.equal([0, 2, 3]);
        await other.close();
        for (const i of [0, 2]) expect(await readers[i].read(0, files[i].length)).to.deep.equal(files[i]);
    });

    it("removes nothing for what has no room anyway", async () => {
        for (const i of [0, 1]) await keep(i);
        const large = await store.fetch(fileOf(QUOTA + 1));
        expect(await large.done).to.include({ kept: false });
        const reader = await store.get(addresses[1]), almost = await store.fetch(fileOf(QUOTA - BLOCK));
        expect(await almost.done).to.include({ kept: false });
        await reader.close();
        expect((await kept()).sort()).to.deep.equal([0, 1]);
        expect((await contentsOf(storage)).blocks).to.have.lengthOf(2);
    });

    it("counts what comes, and gives room to one after the other", async () => {
        const sources = files.map(gated);
        const readers = await Promise.all(sources.slice(0, 4).map((source) => store.fetch(source)));
        for (const source of sources) source.open(2);
        const outcomes = await Promise.all(readers.map(({ done }) => done));
        expect(outcomes.map((one) => one.kept)).to.deep.equal([true, true, true, false]);
        await Promise.all(readers.map((reader) => reader.close()));
        expect((await store.usage()).bytes).to.equal(QUOTA);
    });

    it("gives back the room of what is not kept", async () => {
        const wrong = await store.fetch(files[0], { address: addresses[1] });
        await failureOf(() => wrong.done);
        for (const i of [0, 1, 2]) expect(await keep(i)).to.include({ kept: true });
        expect(await kept()).to.have.lengthOf(3);
    });

    it("removes downloads that stopped first, and those that nobody continued for a week", async () => {
        const stopped = async (i) => {
            const source = gated(files[i]), reader = await store.fetch(source, { address: addresses[i] });
            source.open(1);
            await reader.read(0, 1);
            await store.close();
            await reader.done.catch(() => {});
            store = await storeOn(storage, { quota: QUOTA, clock });
        };
        await stopped(0);
        expect(await store.usage()).to.deep.equal({ bytes: BLOCK, unfinished: BLOCK, files: 0, quota: QUOTA });
        for (const i of [1, 2]) await keep(i);
        expect((await contentsOf(storage)).partial).to.deep.equal([addresses[0]]);
        await keep(3);
        expect(await contentsOf(storage)).to.deep.include({ partial: [] });
        expect(await kept()).to.deep.equal([3, 2, 1]);
        await store.delete(addresses[1]);
        await stopped(4);
        clock.pass(6 * 86_400_000);
        await (await storeOn(storage, { clock })).close();
        expect((await contentsOf(storage)).partial).to.deep.equal([addresses[4]]);
        clock.pass(86_400_000);
        await (await storeOn(storage, { clock })).close();
        expect((await contentsOf(storage)).partial).to.deep.equal([]);
        expect((await contentsOf(storage)).blocks).to.have.lengthOf(2);
    });

    it("keeps nothing with a quota of nothing", async () => {
        const none = await storeOn(memoryStorage(), { quota: 0 }),
            reader = await none.fetch(files[0], { address: addresses[0] });
        expect(await reader.done).to.include({ kept: false });
        expect(await reader.read(0, 10)).to.deep.equal(files[0].slice(0, 10));
        await none.close();
    });
});

describe("store: downloads that stopped", () => {
    it("go before what is kept, the one that began first before all others", async () => {
        const storage = memoryStorage(), index = new LruIndex(storage, { quota: 3 * BLOCK, clock: testClock() });
        const [late, early, next] = [1, 2, 3].map(() => index.newBlockFolder(BLOCK));
        const address = (i) => String(i).repeat(64);
        for (const one of [late, early]) await storage.write(paths.block(one, 0), new Uint8Array(BLOCK));
        await index.writePartial(address(1), early, 2 * BLOCK);
        await index.writePartial(address(2), late, 2 * BLOCK);
        expect(await index.makeRoom(2 * BLOCK, next)).to.equal(true);
        expect(await storage.list("blocks")).to.deep.equal([late]);
        expect(await storage.list("partial")).to.deep.equal([address(2)]);
    });
});
