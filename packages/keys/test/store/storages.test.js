/** What each storage must do. Those of browsers are in test/hosts/store.test.js. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { memoryStorage } from "../../src/store/storage_memory.js";
import { openStorage as inFolder } from "../../../../src/util/host_storage_node.js";
import { openStorage as inPage } from "../../../../src/util/host_storage_web.js";
import { checkStorage } from "../../../../test/hosts/scenario/storage.mjs";

describe("store: storages", () => {
    let folder;
    before(() => { folder = temporaryFolder("storages"); });
    after(() => rmSync(folder, { recursive: true, force: true }));

    for (const [name, open] of [
        ["memory", async () => Array(2).fill(memoryStorage())],
        ["a folder", () => Promise.all([1, 2].map(() => inFolder({ folder: join(folder, "a"), name: "keys" })))],
    ]) it(`${name} does what a storage does`, async () => {
        const [storage, other] = await open();
        expect(await checkStorage(storage, other)).to.deep.equal([]);
    });

    it("notices a storage that does not", async () => {
        const lax = { ...memoryStorage(), lock: async () => ({ share() {}, release() {} }) };
        expect(await checkStorage(lax, lax)).to.include("gives it to one");
        const files = new Map(), other = memoryStorage(files);
        const sharing = { ...other, write: async (path, bytes) => { files.set(path, bytes); } };
        expect(await checkStorage(sharing, other)).to.deep.equal(["keeps bytes of its own"]);
    });

    it("has none of another host", async () => {
        expect(await inFolder({ folder: join(folder, "a"), name: "keys", kind: "opfs" })).to.equal(undefined);
        expect(await inPage({ name: "keys" })).to.equal(undefined);
    });

    // Safari estimates since 17; WebKitGTK has no `navigator.storage`
    for (const [title, storage, room] of [
        ["tells nothing of storage", undefined, 10 * 2 ** 30],
        ["does not estimate", {}, 10 * 2 ** 30],
        ["refuses to estimate", { estimate: () => Promise.reject(new TypeError("no")) }, 10 * 2 ** 30],
        ["says that there is little", { estimate: async () => ({ quota: 1000 }) }, 500],
    ]) it(`takes the caches of a browser that ${title}`, async () => {
        const names = ["navigator", "caches"];
        const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
        const values = [{ locks: { request() {} }, storage }, { has: async () => false }];
        names.forEach((name, i) => Object.defineProperty(globalThis, name, { value: values[i], configurable: true }));
        try {
            expect(await inPage({ name: "keys" })).to.deep.include({ kind: "cache", room });
        } finally {
            names.forEach((name, i) => {
                delete globalThis[name];
                if (before[i]) Object.defineProperty(globalThis, name, before[i]);
            });
        }
    });
});
