/** The public entry of the store: its options, and what it gives. */
import { expect } from "chai";
import * as api from "../../src/store.js";
import { checkAddress, readFetchOptions, readGetOptions, readStoreOptions } from "../../src/store/options.js";
import { failureOf } from "../../../../test/support/failure.js";
import { addressOf, fileOf, storeOn } from "../support/store.js";

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

describe("store: bounds of its options", () => {
    const readers = {
        openStore: readStoreOptions, get: readGetOptions, fetch: (options) => readFetchOptions(options, 4096),
    };
    const refusal = (body) => {
        try {
            body();
        } catch (error) {
            return `${error.code} ${error.message}`;
        }
        return undefined;
    };
    const sha = "0f".repeat(32), blocks = "a power of two from 4096 to 67108864";
    const name = "1 to 64 small letters, digits, - and _, the first of them a letter or digit";
    const signal = "an AbortSignal", digests = "a list of SHA-256, as text or bytes";

    for (const [where, option, expected, good, bad] of [
        ["openStore", "folder", "a path", ["a", "/x y"], ["", "a\0", 5]],
        ["openStore", "name", name, ["a", "0", "a-_9", "k".repeat(64)], ["", "-a", "_", "A", "k".repeat(65), "a.b", 5]],
        ["openStore", "quota", "a number of bytes", [0, 1, 2 ** 53 - 1], [-1, 2 ** 53, NaN]],
        ["openStore", "keepIn", "folder, opfs, cache, memory or nowhere", ["folder", "opfs", "cache", "memory", "nowhere"], ["disk"]],
        ["openStore", "blockSize", blocks, [4096, 8192, 2 ** 26], [2048, 4095, 4097, 12_288, 2 ** 27, 0]],
        ["get", "signal", signal, [new AbortController().signal], [5, {}]],
        ["fetch", "address", "a SHA-256 of 64 small hexadecimal digits", [sha], [sha.slice(1), `${sha}0`, sha.toUpperCase(), 5]],
        ["fetch", "blockDigests", digests, [[], [sha, new Uint8Array(32)]], [sha, [sha, "x"], [new Uint8Array(33)], [5]]],
        ["fetch", "blockSize", blocks, [4096, 2 ** 26], [2048, 2 ** 27]],
        ["fetch", "what", "a name", ["key"], ["", 5]],
        ["fetch", "readTimeout", "milliseconds above 0", [0.5, Infinity], [0, -1, NaN, "1"]],
        ["fetch", "attempts", "a number above 0", [1, 100], [0, -1, 1.5]],
        ["fetch", "memory", "a number of bytes", [0, 5], [-1, 0.5]],
        ["fetch", "signal", signal, [new AbortController().signal], [5, {}]],
        ["fetch", "onProgress", "a function", [() => {}], [5]],
    ]) it(`${option} of ${where} is ${expected}`, () => {
        for (const value of good) expect(refusal(() => readers[where]({ [option]: value })), `${value}`).to.equal(undefined);
        for (const value of bad) expect(refusal(() => readers[where]({ [option]: value })), `${value}`).to.satisfy(
            (text) => text?.startsWith(`ERR_OPTION ${where}: expected ${option} to be ${expected}, got `));
        const nothing = readers[where]({});
        for (const none of [undefined, null]) expect(readers[where]({ [option]: none })).to.deep.equal(nothing);
    });

    it("what is not given is as documented", () => {
        expect(readStoreOptions({})).to.deep.equal({ name: "keys", blockSize: 2 ** 20 });
        expect(readGetOptions({})).to.deep.equal({});
        expect(readFetchOptions({}, 8192)).to.deep.equal(
            { what: "file", readTimeout: 120_000, attempts: 6, memory: 2 ** 30, blockSize: 8192, digests: undefined });
        const blockDigests = [new Uint8Array(32).fill(0x0f), sha];
        const given = { what: "key", readTimeout: 1, attempts: 2, memory: 3, blockSize: 4096, blockDigests };
        expect(readFetchOptions(given, 8192)).to.deep.equal({ ...given, digests: [sha, sha] });
    });

    it("others are refused by name, and what is no record", () => {
        expect(refusal(() => readGetOptions({ other: 1 }))).to.equal("ERR_OPTION get: expected options among signal, got other");
        expect(readStoreOptions(undefined)).to.deep.equal(readStoreOptions({}));
        for (const value of [5, null, "x"])
            expect(refusal(() => readStoreOptions(value))).to.match(/^ERR_OPTION openStore: expected a record of options, got /);
        expect(refusal(() => checkAddress("get", "x"))).to.match(
            /^ERR_OPTION get: expected address to be a SHA-256 of 64 small hexadecimal digits, got /);
        expect(refusal(() => checkAddress("get", sha))).to.equal(undefined);
    });
});
