/** The public entry of the store: its options, and what it gives. */
import { expect } from "chai";
import * as api from "../../src/store/index.js";
import { addressOf, failureOf, fileOf, storeOn } from "../support/store.js";

const FILE = fileOf(10_000);

describe("store: options", () => {
    for (const [name, ...values] of [
        ["folder", 5, "", "a\0b"], ["name", 5, "..", ""], ["quota", -1, 0.5, "1"], ["keepIn", "disk", 5],
        ["blockSize", 4095, 2048, 2 ** 27, "4096", 4097], ["another", 1],
    ]) it(`refuses ${name} that is none`, async () => {
        for (const value of values) {
            const error = await failureOf(() => api.openStore({ [name]: value }));
            expect(error).to.be.instanceOf(api.ProverError);
            expect(error).to.include({ code: "ERR_OPTION" });
            expect(error.message).to.match(/^openStore: expected .*, got /).and.include(name);
        }
    });

    for (const [name, ...values] of [
        ["address", 5, "", "ab"], ["blockDigests", 5, ["ab"], [new Uint8Array(31)], "ab"], ["blockSize", 5], ["what", "", 5],
        ["readTimeout", 0, "1"], ["attempts", 0, 1.5], ["memory", -1], ["signal", {}], ["onProgress", 5], ["another", 1],
    ]) it(`refuses ${name} of a fetch that is none`, async () => {
        const store = await storeOn();
        for (const value of values) {
            const error = await failureOf(() => store.fetch(FILE, { [name]: value }));
            expect(error).to.include({ code: "ERR_OPTION" });
            expect(error.message).to.match(/^fetch: expected .*, got /).and.include(name);
        }
        await store.close();
    });

    it("refuses options that are none, and sources", async () => {
        const store = await storeOn();
        for (const call of [() => api.openStore(5), () => store.fetch(FILE, 5), () => store.get(addressOf(FILE), 5),
            () => store.get(addressOf(FILE), { signal: 5 }), () => store.fetch(5), () => store.fetch()])
            expect(await failureOf(call)).to.include({ code: "ERR_OPTION" });
        expect(await failureOf(() => api.openStore({ keepIn: "opfs" }))).to.include({ code: "ERR_OPTION" });
        await store.close();
    });

    it("gives frozen objects", async () => {
        const store = await api.openStore({ keepIn: "memory" }), coming = await store.fetch(FILE);
        const done = await coming.done, reader = await store.get(done.address), files = await store.list();
        expect(store.keptIn).to.equal("memory");
        for (const one of [store, coming, done, reader, files, files[0], await store.usage()])
            expect(Object.isFrozen(one)).to.equal(true);
        await store.close();
        const none = await api.openStore({ keepIn: "nowhere" });
        expect(none.keptIn).to.equal("nowhere");
        await none.close();
    });

    it("takes digests as bytes", async () => {
        const store = await storeOn(), digest = new Uint8Array(Buffer.from(addressOf(FILE), "hex"));
        const options = { address: addressOf(FILE), blockDigests: [digest], blockSize: 2 ** 14 };
        const reader = await store.fetch(FILE, options);
        expect(await reader.done).to.include({ kept: true });
        await store.close();
    });

    it("has a room of its own for each store that is in memory", async () => {
        const [one, two] = await Promise.all([1, 2].map(() => api.openStore({ keepIn: "memory" })));
        await (await one.fetch(FILE)).done;
        expect(await two.list()).to.deep.equal([]);
        await Promise.all([one.close(), two.close()]);
    });
});
