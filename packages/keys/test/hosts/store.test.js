/**
 * The store in browsers: both of their storages, in pages and workers, from a server with ranges; several tabs, tabs
 * that are closed while they write, storage that is full and storage that is taken away.
 */
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { BROWSERS, launch } from "../../../../test/support/browser.js";
import { companionFile, folders, pageOf } from "../../../../test/support/pages.js";
import { addressOf, fileOf, serveFile } from "../support/store.js";
import { serve } from "../../../../test/support/web_server.js";

const BLOCK = 2 ** 16, CUT = 8 * BLOCK;
/** The blocks of a large one are in one file, which a worker has open. */
const SMALL = fileOf(20 * BLOCK + 99), LARGE = fileOf(130 * BLOCK + 99);

/** What pages call; it also runs in their workers. */
const TOOLS = `
import { openStore } from "/packages/keys/src/store.js";
import { openStorage } from "/src/util/host_storage_web.js";
import { checkStorage } from "/scenario/storage.mjs";
const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const said = (error) => ({ error: String(error?.message ?? error) });
let store, reader;
const tools = {
    check: async (kind) => checkStorage(...await Promise.all([1, 2].map(() => openStorage({ name: "check", kind })))),
    open: async (options) => (store = await openStore({ blockSize: ${BLOCK}, ...options })).keptIn,
    fetch: async (url, options) => (reader = await store.fetch(url, options)).size,
    get: async (address) => (reader = await store.get(address))?.size ?? null,
    read: async (at, length) => hex(await crypto.subtle.digest("SHA-256", await reader.read(at, length))),
    whole: async () => tools.read(0, reader.size),
    done: async () => { const { reason, ...rest } = await reader.done; return { ...rest, reason: reason?.name ?? null }; },
    closeReader: async () => { await reader.close(); return null; },
    close: async () => { await store.close(); return null; },
    usage: async () => store.usage(),
    left: async (kind) => {
        const storage = await openStorage({ name: "keys", kind }), left = {};
        for (const folder of ["entries", "partial", "blocks"]) left[folder] = (await storage.list(folder)).length;
        return left;
    },
    wholeOf: async (kind) => { // bytes of the one file that has all blocks
        const storage = await openStorage({ name: "keys", kind }), [place] = await storage.list("blocks");
        return await (await storage.openWhole?.("blocks/" + place))?.size() ?? null;
    },
    takeAway: async () => {
        const root = await navigator.storage.getDirectory();
        for await (const name of root.keys()) await root.removeEntry(name, { recursive: true });
        for (const name of await caches.keys()) await caches.delete(name);
        return null;
    },
};
const call = async (name, ...args) => { try { return await tools[name](...args); } catch (error) { return said(error); } };
`;
const PAGES = {
    ...companionFile("packages/keys/build/page/store.js"),
    "/worker.js": `import { openStore } from "/packages/keys/build/page/store.js";
        onmessage = async ({ data: { url, address } }) => {
            try {
                const store = await openStore({ blockSize: ${BLOCK}, keepIn: "opfs" });
                const fetched = await store.fetch(url, { address }), { kept } = await fetched.done;
                await fetched.close();
                const reader = await store.get(address), bytes = await reader.read(0, reader.size);
                const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
                await store.close();
                postMessage({ kept, again: Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") });
            } catch (error) { postMessage(String(error?.stack ?? error)); }
        };`,
    ...pageOf(`${TOOLS} globalThis.call = call;`, { map: true }),
};

for (const browserName of BROWSERS) describe(`the store in ${browserName}`, function () {
    this.timeout(180_000);
    let browser, site, server, hold, held;
    const served = { bytes: SMALL };
    const hasOpenFiles = browserName !== "webkit"; // of WebKit, GTK's port says that it does not support them
    const pages = [];
    before(async () => {
        browser = await launch(browserName);
        site = await serve({ folders, pages: PAGES });
        server = await serveFile(served, (request, response, range) => {
            response.setHeader("Access-Control-Allow-Origin", "*");
            response.setHeader("Access-Control-Allow-Headers", "*");
            response.setHeader("Access-Control-Expose-Headers", "Content-Range");
            if (request.method === "OPTIONS") return response.writeHead(204).end() && true;
            if (!hold || !range || range[1] <= CUT) return false;
            held.push(() => response.destroy());
            return true;
        });
    });
    after(async () => {
        await browser?.close();
        await site?.close();
        await server?.close();
    });
    beforeEach(() => {
        hold = false;
        held = [];
        server.asked.length = 0;
    });
    afterEach(async () => {
        for (const drop of held) drop();
        for (const page of pages.splice(0)) await page.close().catch(() => {});
        const page = await tab();
        await page("takeAway");
    });

    /** A new tab. @returns {Promise<any>} calls a tool in it */
    async function tab() {
        const page = await browser.newPage(), said = [];
        pages.push(page);
        page.on("pageerror", (error) => said.push(String(error)));
        await page.goto(site.origin);
        await page.waitForFunction(() => globalThis.call !== undefined, { timeout: 30_000 }).catch((error) => {
            throw new Error(`${error.message}: ${said}`);
        });
        const ask = (...args) => page.evaluate((words) => globalThis.call(...words), args);
        return Object.assign(ask, { page, said });
    }
    /** Closes a tab that holds a lock, and waits until it is gone: a browser lets it go when it has the time. */
    async function closeTab(ask, other) {
        const held = () => other.page.evaluate(async () => (await navigator.locks.query()).held.length);
        const before = await held();
        await ask.page.close();
        while (await held() >= before) await delay(20);
    }
    const NOTHING = { entries: 0, partial: 0, blocks: 0 }, ONE = { entries: 1, partial: 0, blocks: 1 };

    it("takes the file system of the origin", async () => {
        const ask = await tab();
        expect(await ask("open", {})).to.equal("opfs");
        await ask.page.evaluate(() => { delete FileSystemFileHandle.prototype.createWritable; });
        expect(await ask("open", {})).to.equal("cache");
        // Safari before 17 does not estimate, WebKitGTK has nothing of it
        await ask.page.evaluate(() => { delete StorageManager.prototype.estimate; });
        expect(await ask("open", {})).to.equal("cache");
        await ask.page.evaluate(() => { Object.defineProperty(navigator, "storage", { value: undefined }); });
        expect(await ask("open", {})).to.equal("cache");
        await ask.page.evaluate(() => { Object.defineProperty(navigator.locks, "request", { value: undefined }); });
        expect(await ask("open", {})).to.equal("nowhere");
    });

    it("keeps a large file where a page has no workers, and reads what others kept", async () => {
        served.bytes = LARGE;
        const address = addressOf(LARGE), alone = await tab(), ask = await tab();
        await alone.page.evaluate(() => { delete globalThis.Worker; });
        await alone("open", { keepIn: "opfs" });
        await alone("fetch", server.url, { address });
        expect(await alone("done")).to.include({ kept: true, address });
        expect(await alone("whole")).to.equal(address);
        expect(await alone("wholeOf", "opfs")).to.equal(null);
        await alone("closeReader");
        await ask("open", { keepIn: "opfs" });
        await ask("get", address);
        expect(await ask("whole")).to.equal(address);
        await ask("closeReader");
        await ask("takeAway");
        await ask("open", { keepIn: "opfs" });
        await ask("fetch", server.url, { address });
        await ask("done");
        expect(await ask("wholeOf", "opfs") > LARGE.length).to.equal(hasOpenFiles);
        await alone("open", { keepIn: "opfs" });
        server.asked.length = 0;
        await alone("get", address);
        for (const one of [alone, ask]) expect(await one("whole")).to.equal(address); // while the other has it open
        expect(server.asked).to.deep.equal([]);
    });

    it("has a large file open in a worker of the page's own", async () => {
        served.bytes = LARGE;
        const address = addressOf(LARGE), page = await tab();
        const said = await page.page.evaluate((url, wanted) => new Promise((resolve) => {
            const worker = new Worker("/worker.js", { type: "module" });
            worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = ({ message }) => resolve(message);
            worker.postMessage({ url, address: wanted });
        }), server.url, address);
        expect(said).to.deep.equal({ kept: true, again: address });
        expect(await page("wholeOf", "opfs") > LARGE.length).to.equal(hasOpenFiles);
        await page("open", { keepIn: "opfs" });
        await page("get", address);
        expect(await page("whole")).to.equal(address);
    });

    for (const [kind, title, FILE] of [
        ["opfs", "small", SMALL], ["opfs", "large", LARGE], ["cache", "small", SMALL],
    ]) describe(`${kind}, a ${title} file`, () => {
        const options = { keepIn: kind }, ADDRESS = addressOf(FILE);
        before(() => { served.bytes = FILE; });

        it("does what a storage does", async () => {
            const ask = await tab();
            expect(await ask("check", kind)).to.deep.equal([]);
        });

        it("keeps a file, and reads it the next time without a byte from the server", async () => {
            const ask = await tab();
            await ask("open", options);
            expect(await ask("fetch", server.url, { address: ADDRESS })).to.equal(FILE.length);
            expect(await ask("whole")).to.equal(ADDRESS);
            expect(await ask("done")).to.deep.equal({ address: ADDRESS, kept: true, received: FILE.length, reused: 0, reason: null });
            const isWhole = kind === "opfs" && FILE === LARGE && hasOpenFiles;
            expect(await ask("wholeOf", kind)).to.equal(isWhole ? FILE.length + 32 * Math.ceil(FILE.length / BLOCK) : null);
            await ask.page.close();
            server.asked.length = 0;
            const next = await tab();
            await next("open", options);
            await next("fetch", server.url, { address: ADDRESS });
            expect(await next("whole")).to.equal(ADDRESS);
            expect(await next("get", ADDRESS)).to.equal(FILE.length);
            expect(await next("read", 5 * BLOCK - 3, 7)).to.equal(addressOf(FILE.subarray(5 * BLOCK - 3, 5 * BLOCK + 4)));
            expect(server.asked).to.deep.equal([]);
            expect(await next("usage")).to.include({ bytes: FILE.length, files: 1, unfinished: 0 });
        });

        it("goes on where a tab was closed while it wrote, and takes nothing from a living one", async () => {
            hold = true;
            const closing = await tab(), living = await tab();
            for (const ask of [closing, living]) await ask("open", options);
            await closing("fetch", server.url, { address: ADDRESS });
            await closing("read", CUT - 2 * BLOCK, 1);
            await living("fetch", server.url, { address: ADDRESS }); // a second one of the same file
            await living("read", CUT - 2 * BLOCK, 1);
            const third = await tab();
            await third("open", options); // sweeps
            expect(await third("left", kind)).to.deep.equal({ entries: 0, partial: 1, blocks: 2 });
            await closeTab(closing, third);
            await third("open", options);
            hold = false;
            for (const drop of held) drop();
            await third("fetch", server.url, { address: ADDRESS });
            const { kept, reused } = await third("done");
            expect(kept).to.equal(true);
            expect(reused).to.be.within(4 * BLOCK, 9 * BLOCK);
            expect(await third("whole")).to.equal(ADDRESS);
            expect(await living("whole")).to.equal(ADDRESS);
            expect(await living("done")).to.include({ kept: true });
            await living("close");
            await third("closeReader");
            expect(await third("left", kind)).to.deep.equal(ONE);
            expect(await third("get", ADDRESS)).to.equal(FILE.length);
            expect(await third("whole")).to.equal(ADDRESS);
        });

        it("leaves nothing of a tab that was closed and had no address", async () => {
            hold = true;
            const closing = await tab(), next = await tab();
            await closing("open", options);
            await closing("fetch", server.url, {});
            await closing("read", CUT - 2 * BLOCK, 1);
            await closeTab(closing, next);
            await next("open", options);
            expect(await next("left", kind)).to.deep.equal(NOTHING);
        });

        it("goes on when the storage is taken away", async () => {
            hold = true;
            const ask = await tab(), other = await tab();
            await ask("open", options);
            await ask("fetch", server.url, { address: ADDRESS });
            await ask("read", CUT - 2 * BLOCK, 1);
            await other("takeAway"); // browsers may refuse to remove a file that a worker has open
            hold = false;
            for (const drop of held) drop();
            expect(await ask("whole")).to.equal(ADDRESS);
            await ask("done");
            const { error } = await other("takeAway") ?? {};
            expect(await ask("whole")).to.equal(ADDRESS);
            await ask("close");
            await other("open", options);
            expect(await other("get", ADDRESS)).to.equal(error ? FILE.length : null);
        });

        it("goes on when the storage is full, and leaves nothing", async function () {
            if (browserName !== "chromium") {
                console.log(`      skipped: the driver of ${browserName} cannot limit a storage`);
                this.skip();
            }
            const ask = await tab(), session = await ask.page.createCDPSession();
            await ask("open", { ...options, quota: 2 ** 30 });
            const { usage } = await ask.page.evaluate(() => navigator.storage.estimate());
            await session.send("Storage.overrideQuotaForOrigin", { origin: site.origin, quotaSize: usage + 6 * BLOCK });
            try {
                await ask("fetch", server.url, { address: ADDRESS });
                expect(await ask("whole")).to.equal(ADDRESS);
                expect(await ask("done")).to.include({ kept: false, reason: "QuotaExceededError", address: ADDRESS });
                await ask("closeReader");
                expect(await ask("left", kind)).to.deep.equal(NOTHING);
            } finally {
                await session.send("Storage.overrideQuotaForOrigin", { origin: site.origin });
            }
        });
    });
});

describe("the store in WebKit without a file system", function () {
    this.timeout(60_000);
    for (const [title, options] of [
        ["as WebKitGTK comes", { features: [] }],
        ["as Safari was before 26, which writes no files in pages", { features: ["FileSystem", "AccessHandle", "StorageAPI"] }],
        ["in a private window", { isPrivate: true }],
    ]) it(`${title}: takes the Cache API, and does what a storage does there`, async () => {
        const browser = await launch("webkit", options), site = await serve({ folders, pages: PAGES });
        try {
            const page = await browser.newPage();
            await page.goto(site.origin);
            await page.waitForFunction(() => globalThis.call !== undefined);
            expect(await page.evaluate(() => globalThis.call("open", {}))).to.equal("cache");
            expect(await page.evaluate(() => globalThis.call("check", "cache"))).to.deep.equal([]);
        } finally {
            await browser.close();
            await site.close();
        }
    });
});
