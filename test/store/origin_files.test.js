/** Files of the origin that stay open: on a thread that can have them, and by a worker. Browsers: test/hosts/store. */
import { expect } from "chai";
import { openStorage } from "../../src/util/host_storage_web.js";
import { createHandles, hasHandles } from "../../src/util/host_handles.js";
import { remoteHandles } from "../../src/util/opfs/remote.js";
import { serveHandles } from "../../src/util/opfs/serve.js";
import { failureOf } from "../support/failure.js";
import { withOriginFiles } from "../support/origin_files.js";

const bytesOf = (...values) => Uint8Array.from(values);

/** A worker on this thread: what is posted arrives in a later task, as a clone. */
function workerWay({ answers = true, opens = true, greets = true } = {}) {
    const way = { name: "test", timeout: 200, sure: false, started: 0, ended: 0, arrived: [], given: [] };
    way.open = async (handlers) => {
        if (!opens) throw new Error("refused by a policy");
        way.started++;
        let live = true;
        const listeners = [];
        const pass = (to, message, transfers) => {
            const clone = structuredClone(message, { transfer: transfers });
            way.arrived.push(clone);
            setImmediate(() => { if (live) to(clone); });
        };
        serveHandles({
            post: (message, transfers = []) => {
                way.given.push(transfers);
                if (answers) pass(handlers.onMessage, greets ? message : "hello", transfers);
            },
            listen: (onMessage) => listeners.push(onMessage),
        });
        way.die = () => handlers.onError(new Error("out of memory"));
        way.leave = () => handlers.onExit(1);
        return {
            postMessage: (message, transfers = []) => pass(listeners[0], message, transfers),
            terminate: async () => { live = false; way.ended++; },
        };
    };
    return way;
}

describe("store: files of the origin", () => {
    const KINDS = [["on this thread", createHandles], ["in a worker", () => remoteHandles([workerWay()])]];

    for (const [title, make] of KINDS) describe(title, () => {
        it("are written in place, and read", () => withOriginFiles(async ({ root }) => {
            const files = make(), id = await files.open("ours/keys/blocks/one", true);
            const bytes = bytesOf(1, 2, 3);
            await files.write(id, 2, bytes);
            expect(await files.read(id, 0, 10)).to.deep.equal(bytesOf(0, 0, 1, 2, 3));
            expect(await files.read(id, 3, 1)).to.deep.equal(bytesOf(2));
            await files.write(id, 3, bytesOf(9));
            expect(await files.read(id, 0, 5)).to.deep.equal(bytesOf(0, 0, 1, 9, 3));
            expect(await files.size(id)).to.equal(5);
            await files.close(id);
            const folder = await (await root.getDirectoryHandle("ours")).getDirectoryHandle("keys");
            const file = await (await folder.getDirectoryHandle("blocks")).getFileHandle("one");
            expect(file.open).to.deep.equal([]);
        }));

        it("are made when one writes, and not when one reads", () => withOriginFiles(async ({ root }) => {
            const files = make();
            expect(await failureOf(files.open("a/b", false))).to.have.property("name", "NotFoundError");
            expect(await failureOf(files.open("b", false))).to.have.property("name", "NotFoundError");
            expect(root.entries.size).to.equal(0);
            await files.close(await files.open("a/b", true));
            expect(await files.open("a/b", false)).to.be.a("number");
        }));

        it("are shared by those who have the same one open, and closed by the last", () => withOriginFiles(async (origin) => {
            for (const modes of [true, false]) {
                origin.modes = modes;
                const files = make(), ids = await Promise.all([1, 2, 3].map(() => files.open("one", true)));
                const file = await origin.root.getFileHandle("one");
                expect(new Set(ids).size).to.equal(3);
                for (const id of ids) {
                    expect(file.open).to.have.lengthOf(1);
                    expect(await files.size(id)).to.equal(0);
                    await files.close(id);
                    expect(await failureOf(files.read(id, 0, 1))).to.match(/expected one that is open, got one that was closed/);
                    await files.close(id); // as often as one likes
                }
                expect(file.open).to.have.lengthOf(0);
            }
        }));

        it("are refused while another writes, and read by several", () => withOriginFiles(async (origin) => {
            await make().close(await make().open("one", true).catch(() => 0));
            const [first, second] = [make(), make()], file = await origin.root.getFileHandle("one");
            file.open = [];
            const writer = await first.open("one", true);
            expect(await failureOf(second.open("one", false))).to.have.property("name", "NoModificationAllowedError");
            await first.close(writer);
            const ids = [await first.open("one", false), await second.open("one", false)];
            expect(file.open).to.have.lengthOf(2);
            expect(await failureOf(first.write(ids[0], 0, bytesOf(1)))).to.have.property("name", "NoModificationAllowedError");
            await Promise.all([first.close(ids[0]), second.close(ids[1])]);
            expect(file.open).to.have.lengthOf(0);
        }));

        it("may be locked for a while by a tab that ended", () => withOriginFiles(async (origin) => {
            origin.locked = 2;
            const files = make(), id = await files.open("one", true);
            expect(origin.locked).to.equal(0);
            await files.close(id);
            origin.locked = 1; // who reads has another way
            expect(await failureOf(files.open("one", false))).to.have.property("name", "NoModificationAllowedError");
            expect(await files.open("one", false)).to.be.a("number");
        }));

        it("are given up when they stay locked, and at once when something else is wrong", () => withOriginFiles(async (origin) => {
            const files = make(), { now } = performance;
            let late = 0;
            performance.now = () => now.call(performance) + (late += 300);
            try {
                origin.locked = Infinity;
                expect(await failureOf(files.open("one", true))).to.have.property("name", "NoModificationAllowedError");
                expect(origin.attempts).to.be.within(2, 20);
            } finally {
                performance.now = now;
            }
            Object.assign(origin, { locked: 0, attempts: 0, broken: "NotSupportedError" });
            expect(await failureOf(files.open("one", true))).to.have.property("name", "NotSupportedError");
            expect(origin.attempts).to.equal(1);
        }));

        it("say what went wrong, by its name", () => withOriginFiles(async (origin) => {
            const files = make(), id = await files.open("one", true);
            origin.room = 2;
            expect(await failureOf(files.write(id, 0, bytesOf(1, 2, 3)))).to.have.property("name", "QuotaExceededError");
            origin.room = Infinity;
            origin.short = 1;
            expect(await failureOf(files.write(id, 0, bytesOf(1, 2, 3)))).to.match(/expected to write 3 bytes, got 1/);
            await files.close(id);
        }));
    });

    it("are had where the host has them", async () => {
        expect(hasHandles()).to.equal(false);
        await withOriginFiles(async () => expect(hasHandles()).to.equal(true));
    });

    describe("a storage that has all blocks in one", () => {
        const BLOCK_FOLDER = "blocks/one", LARGE = 8 * 2 ** 20;
        const filesOf = async ({ root }) => {
            let folder = root;
            for (const name of ["ffturbo", "keys", "blocks"])
                folder = await folder.getDirectoryHandle(name, { create: true });
            return folder;
        };
        const withStorage = (use) => withOriginFiles(async (origin) => {
            const storage = await openStorage({ name: "keys", kind: "opfs" }), folder = await filesOf(origin);
            await use(storage, folder, origin);
        });

        it("has none for what is small, for a folder, and for what is only read and not there", () =>
            withStorage(async (storage, folder) => {
                expect(await storage.openWhole(BLOCK_FOLDER, LARGE - 1)).to.equal(undefined);
                expect(await storage.openWhole(BLOCK_FOLDER)).to.equal(undefined);
                expect(folder.entries.size).to.equal(0);
                await folder.getDirectoryHandle("one", { create: true });
                expect(await storage.openWhole(BLOCK_FOLDER, LARGE)).to.equal(undefined);
                expect(await storage.openWhole(BLOCK_FOLDER)).to.equal(undefined);
            }));

        it("writes, reads and closes it, also where nothing was written", () => withStorage(async (storage, folder) => {
            const whole = await storage.openWhole(BLOCK_FOLDER, LARGE), file = await folder.getFileHandle("one");
            expect(file.open).to.have.lengthOf(1);
            await whole.close();
            expect(file.open).to.have.lengthOf(0);
            const again = await storage.openWhole(BLOCK_FOLDER, LARGE);
            expect(file.open, "it opens with the first call").to.have.lengthOf(0);
            await again.write(1, bytesOf(5, 6));
            expect(await again.read(0, 9)).to.deep.equal(bytesOf(0, 5, 6));
            expect(await again.size()).to.equal(3);
            await again.close();
            const reader = await storage.openWhole(BLOCK_FOLDER);
            expect(await reader.read(2, 1)).to.deep.equal(bytesOf(6));
            expect(await failureOf(reader.write(0, bytesOf(1)))).to.have.property("name", "NoModificationAllowedError");
            await reader.close();
            expect(file.open).to.have.lengthOf(0);
        }));

        it("reads it as a file while another tab has it, and does not write", () => withStorage(async (storage, folder, origin) => {
            const first = await storage.openWhole(BLOCK_FOLDER, LARGE);
            await first.write(0, bytesOf(1, 2, 3));
            const { read } = first, reader = await (await openStorage({ name: "keys", kind: "opfs" })).openWhole(BLOCK_FOLDER);
            expect(await reader.read(1, 5)).to.deep.equal(bytesOf(2, 3));
            await reader.close();
            await first.close();
            expect(await read(0, 2), "closed, and still there").to.deep.equal(bytesOf(1, 2));
            origin.broken = "NotSupportedError";
            const writer = await storage.openWhole(BLOCK_FOLDER, LARGE);
            expect(await failureOf(writer.write(0, bytesOf(1)))).to.match(/expected one that can be written, got one that cannot/);
            await writer.close();
            expect(folder.entries.size).to.equal(1);
        }));

        it("leaves no file that cannot be opened", () => withStorage(async (storage, folder, origin) => {
            origin.broken = "NotSupportedError";
            expect(await storage.openWhole(BLOCK_FOLDER, LARGE)).to.equal(undefined);
            expect(folder.entries.size).to.equal(0);
        }));
    });

    describe("a worker", () => {
        const open = (ways) => remoteHandles(ways).open("one", true);

        it("starts with the first file, and ends with the last", () => withOriginFiles(async () => {
            const way = workerWay(), files = remoteHandles([way]);
            for (const round of [1, 2]) {
                const ids = await Promise.all(["a", "b"].map((name) => files.open(name, true)));
                expect([way.started, way.ended]).to.deep.equal([round, round - 1]);
                await files.close(ids[0]);
                expect(way.ended).to.equal(round - 1);
                await files.write(ids[1], 0, bytesOf(round));
                await files.close(ids[1]);
                expect([way.started, way.ended]).to.deep.equal([round, round]);
            }
            expect(await failureOf(files.open("a/b", false))).to.have.property("name", "TypeMismatchError");
            expect([way.started, way.ended]).to.deep.equal([3, 3]);
        }));

        it("that died is replaced by one, however many ask", () => withOriginFiles(async () => {
            const way = workerWay(), files = remoteHandles([way]);
            await files.open("one", true);
            way.die();
            const ids = await Promise.all(["a", "b", "c"].map((name) => files.open(name, true)));
            expect(way.started).to.equal(2);
            for (const id of ids) await files.close(id);
        }));

        it("takes the bytes that it writes, and frees them", () => withOriginFiles(async () => {
            const way = workerWay(), files = remoteHandles([way]), id = await files.open("one", true), bytes = bytesOf(1, 2);
            await files.write(id, 0, bytes);
            expect(bytes.buffer.byteLength).to.equal(0);
            const { args } = way.arrived.find(({ name }) => name === "write");
            expect(args[2].buffer.byteLength, "in the worker").to.equal(0);
            const read = await files.read(id, 0, 2);
            expect(read).to.deep.equal(bytesOf(1, 2));
            expect(way.given.flat().map((buffer) => buffer.byteLength), "is not copied").to.deep.equal([0]);
            await files.close(id);
        }));

        for (const [title, options] of [
            ["is refused by a policy", { opens: false }], ["does not answer", { answers: false }], ["is another one", { greets: false }],
        ]) it(`that ${title} is not asked again, and the next way is tried`, () => withOriginFiles(async () => {
            const bad = workerWay(options), good = workerWay();
            const files = remoteHandles([bad]);
            for (let i = 0; i < 2; i++)
                expect(await failureOf(files.open("one", true))).to.match(/expected a worker, got none that starts here/);
            expect(bad.started).to.equal(options.opens === false ? 0 : 1);
            expect(bad.ended).to.equal(bad.started);
            expect(await open([bad, good])).to.be.a("number");
            expect(good.started).to.equal(1);
        }));

        it("that comes too late is ended", () => withOriginFiles(async () => {
            const way = workerWay(), { open: start } = way;
            let come;
            const coming = new Promise((resolve) => { come = resolve; });
            Object.assign(way, { timeout: 5, open: async (handlers) => { await coming; return start(handlers); } });
            expect(await failureOf(open([way]))).to.match(/expected a worker, got none that starts here/);
            come();
            while (way.ended === 0) await new Promise((resolve) => { setImmediate(resolve); });
            expect([way.started, way.ended, way.arrived.length]).to.deep.equal([1, 1, 0]);
        }));

        it("leaves no timer behind", () => withOriginFiles(async () => {
            const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
            const way = workerWay();
            way.timeout = 30_000;
            await new Promise((resolve) => { setImmediate(resolve); }); // what other tests left
            const before = timers();
            await open([way]);
            expect(timers()).to.equal(before);
        }));

        it("that cannot have such files is refused", async () => {
            const way = workerWay();
            expect(await failureOf(open([way]))).to.match(/expected a worker, got none that starts here/);
            expect(way.ended).to.equal(1);
        });

        for (const end of ["die", "leave"]) it(`that ends rejects what it was asked, and another one starts (${end})`, () => withOriginFiles(async () => {
            const way = workerWay(), files = remoteHandles([way]), id = await files.open("one", true);
            const asked = [files.read(id, 0, 1), files.size(id)].map(failureOf);
            way[end]();
            for (const one of await Promise.all(asked)) expect(one).to.match(/out of memory|got its end/);
            expect(await failureOf(files.read(id, 0, 1))).to.match(/out of memory|got its end/);
            expect(way.ended).to.equal(1);
            const next = await files.open("two", true);
            expect(way.started).to.equal(2);
            expect(await files.size(next)).to.equal(0);
            await files.close(id);
            expect(await files.size(next)).to.equal(0); // it stays for the other one
            await files.close(next);
            expect(way.ended).to.equal(2);
        }));
    });
});
