/** Servers that fail: connections that break, files that change, answers that do not help. */
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { memoryStorage } from "../../src/store/storage_memory.js";
import { failureOf } from "../../../../test/support/failure.js";
import {
    addressOf, contentsOf, fileOf, NOTHING, serveFile, storeOn, testClock,
} from "../support/store.js";
import { itInAll } from "../../../../test/support/extent.js";

/** Longer than what is asked for first, in blocks of two of the least requests. */
const SIZE = 2 ** 17, FILE = fileOf(9 * SIZE + 70_000), ADDRESS = addressOf(FILE);
const options = { address: ADDRESS, blockSize: SIZE };

describe("store: connections", () => {
    let server, storage, store, clock;
    beforeEach(async () => {
        storage = memoryStorage();
        clock = testClock();
        store = await storeOn(storage, { clock });
    });
    afterEach(async () => {
        await store.close();
        await server?.close();
        server = undefined;
    });
    const serve = async (...args) => { server = await serveFile(...args); };

    it("goes on where a connection was cut, at 50 places", async () => {
        const cuts = Array.from({ length: 50 }, (_, i) => Math.floor((i + 0.5) * FILE.length / 50)),
            left = new Set(cuts);
        await serve({ bytes: FILE, tag: '"1"' }, (request, response, [from, to]) => {
            const cut = cuts.find((at) => left.has(at) && from <= at && at < to);
            if (cut === undefined) return false;
            left.delete(cut);
            response.writeHead(206, {
                "Content-Range": `bytes ${from}-${to - 1}/${FILE.length}`, "Content-Length": to - from, ETag: '"1"',
            });
            response.write(FILE.subarray(from, cut), () => response.socket.destroy());
            return true;
        });
        const reader = await store.fetch(server.url, options);
        const middle = reader.read(4 * SIZE - 3, 10);
        expect(await middle).to.deep.equal(FILE.slice(4 * SIZE - 3, 4 * SIZE + 7));
        expect(await reader.done).to.include({ kept: true });
        expect([...left]).to.deep.equal([]);
        await reader.close();
        expect(await (await store.get(ADDRESS)).read(0, FILE.length)).to.deep.equal(FILE);
    });

    it("comes through if each connection breaks after what is asked for least", async () => {
        await serve({ bytes: FILE }, (request, response, [from, to]) => {
            if (to - from <= 2 ** 16) return false;
            response.writeHead(206, {
                "Content-Range": `bytes ${from}-${to - 1}/${FILE.length}`, "Content-Length": to - from,
            });
            response.write(FILE.subarray(from, from + 2 ** 16), () => response.socket.destroy());
            return true;
        });
        const { received } = await (await store.fetch(server.url, options)).done;
        expect(received).to.equal(FILE.length); // what came was not sent for again
    });

    it("gives up after as many failures in a row as it may, and goes on the next time", async () => {
        let works = 5;
        await serve({ bytes: FILE }, (request, response) => {
            if (works-- > 0) return false;
            response.socket.destroy();
            return true;
        });
        const reader = await store.fetch(server.url, { ...options, attempts: 4 });
        const error = await failureOf(() => reader.done);
        expect(error).to.include({ code: "ERR_READ" });
        expect(error.message).to.match(/4 attempts failed$/);
        expect(await failureOf(() => reader.read(0, 1))).to.equal(error);
        expect(clock.pauses.length).to.be.within(3, 9); // of each of the blocks under way
        expect([...new Set(clock.pauses)].sort((a, b) => a - b)).to.deep.equal([500, 1000, 2000]);
        works = Infinity;
        const { reused, kept } = await (await store.fetch(server.url, options)).done;
        expect(kept).to.equal(true);
        expect(reused).to.be.above(0);
    });

    it("pauses no longer than it should, and not after an abort", async () => {
        await serve({ bytes: FILE }, (request, response) => response.socket.destroy() && true);
        await failureOf(() => store.fetch(server.url, { ...options, attempts: 8 }));
        expect(clock.pauses).to.deep.equal([500, 1000, 2000, 4000, 8000, 16000, 16000]);
        const controller = new AbortController(), { signal } = controller;
        const sleep = (_, inner) => new Promise((resolve) => {
            inner.addEventListener("abort", resolve);
            controller.abort(new Error("stop"));
        });
        const real = await storeOn(storage, { clock: { ...clock, sleep } });
        expect((await failureOf(() => real.fetch(server.url, { ...options, signal }))).message).to.equal("stop");
        expect(await contentsOf(storage)).to.deep.equal(NOTHING);
    });

    const WHOLE = undefined, HEAD = [0, 2 ** 16];
    for (const [status, asked] of [
        [404, [HEAD, WHOLE]], [403, [HEAD, WHOLE]], [416, [HEAD, WHOLE]],
        [503, [HEAD, HEAD, WHOLE, HEAD, WHOLE]], [429, [HEAD, HEAD, WHOLE, HEAD, WHOLE]],
    ]) it(`asks for ranges, for the whole file, and again if that may help, if the status is ${status}`, async () => {
        await serve({ bytes: FILE }, (request, response) => response.writeHead(status).end() && true);
        const error = await failureOf(() => store.fetch(server.url, { ...options, attempts: 3 }));
        expect(error.message).to.match(new RegExp(`HTTP status ${status}`));
        expect(server.asked).to.deep.equal(asked);
        expect(await contentsOf(storage)).to.deep.equal(NOTHING);
    });

    const USELESS = {
        "no answer": (response) => response.socket.destroy(), "status 416": (response) => response.writeHead(416).end(),
        "status 503": (response) => response.writeHead(503).end(),
        "ranges that come encoded": (response, [from, to]) => response.writeHead(206, {
            "Content-Range": `bytes ${from}-${to - 1}/${FILE.length}`, "Content-Encoding": "gzip",
        }).end(gzipSync(FILE.subarray(from, to))),
    };
    for (const [what, useless] of Object.entries(USELESS)) for (const first of [0, 1])
        it(`takes the whole file from a server of ${what} from range ${first} on, and asks once`, async () => {
            await serve({ bytes: FILE }, (request, response, range) =>
                Boolean(range && range[0] >= first) && (useless(response, range), true));
            const { kept } = await (await store.fetch(server.url, { ...options, attempts: 3 })).done;
            expect(kept).to.equal(true);
            expect(server.asked.filter((range) => !range)).to.have.lengthOf(1);
        });

    it("asks once for a file that is not there", async () => {
        expect((await failureOf(() => store.fetch("/nowhere/at/all"))).message).to.match(/expected a file that can be read/);
        expect(clock.pauses).to.deep.equal([]);
    });

    for (const [what, change] of [
        ["another file of this size", { bytes: fileOf(FILE.length, 9), tag: '"2"' }],
        ["another size", { bytes: fileOf(FILE.length + 1, 9), tag: '"1"' }],
        ["a server without tags and another size", { bytes: fileOf(FILE.length - 1, 9) }],
    ]) it(`ends in an error if there is ${what} half way, with nothing kept`, async () => {
        const file = { bytes: FILE, tag: change.tag && '"1"' };
        await serve(file, () => { if (server.asked.length === 5) Object.assign(file, change); return false; });
        const reader = await store.fetch(server.url, { address: ADDRESS, blockSize: SIZE });
        const error = await failureOf(() => reader.done);
        expect(error).to.include({ code: "ERR_READ" });
        expect(error.message).to.match(/changed meanwhile/);
        expect(server.asked.length).to.be.below(10); // it is not asked again
        expect(await failureOf(() => reader.read(0, 1))).to.equal(error);
        expect(await contentsOf(storage)).to.deep.equal(NOTHING);
    });

    for (const given of [false, true]) it(`ends in an error if another file of this size comes without a tag, ${given ? "at its first block" : "at the end"}`, async () => {
        const file = { bytes: FILE };
        await serve(file, () => { if (server.asked.length === 5) file.bytes = fileOf(FILE.length, 9); return false; });
        const digests = Array.from({ length: 10 }, (_, i) => addressOf(FILE.subarray(i * SIZE, (i + 1) * SIZE)));
        const reader = await store.fetch(server.url, { ...options, blockDigests: given ? digests : undefined });
        const error = await failureOf(() => reader.done);
        expect(error).to.include({ code: "ERR_FILE" });
        expect(error.message).to.match(given ? /expected block \d .* another file/ : /expected the file with sha256/);
        expect(await contentsOf(storage)).to.deep.equal(NOTHING);
    });

    it("notices another file when the connection is opened again", async () => {
        const file = { bytes: FILE, tag: '"1"' };
        let broken = false;
        await serve(file, (request, response) => {
            if (server.asked.length < 4) return false;
            if (!broken) {
                broken = true;
                file.tag = '"2"'; // and from now on only the whole is given
                file.bytes = fileOf(FILE.length, 9);
            }
            if (request.headers["if-range"]) {
                response.socket.destroy();
                return true;
            }
            return false;
        });
        const reader = await store.fetch(server.url, options);
        expect((await failureOf(() => reader.done)).message).to.match(/that it was, got one of .*; it changed meanwhile/);
        expect(await contentsOf(storage)).to.deep.equal(NOTHING);
    });

    it("takes a server without ranges, as far as memory allows, and begins it again", async () => {
        let cut = 2;
        await serve({ bytes: FILE }, (request, response) => {
            response.writeHead(200, { "Content-Length": FILE.length });
            if (cut-- > 0) response.write(FILE.subarray(0, 3 * SIZE + 1), () => response.socket.destroy());
            else response.end(FILE);
            return true;
        });
        expect(await (await store.fetch(server.url, options)).done).to.include({ kept: true, received: FILE.length });
        expect(server.asked).to.have.lengthOf(3);
        const other = await store.fetch(server.url, { memory: FILE.length - 1 }).catch((error) => error);
        const error = other.code ? other : await failureOf(() => other.done);
        expect(error).to.include({ code: "ERR_LIMIT" });
    });

    itInAll("opens a file again only if the next request fails as well", async () => {
        for (const failures of [1, 2]) {
            let left = failures;
            await serve({ bytes: FILE }, (request, response, [from]) => {
                if (from < 5 * SIZE || left <= 0) return false;
                left -= 1;
                response.socket.destroy();
                return true;
            });
            const reader = await store.fetch(server.url);
            expect(await reader.done).to.include({ kept: true });
            await store.delete(ADDRESS);
            const heads = server.asked.filter(([from, to]) => from === 0 && to === 2 ** 16);
            expect(heads.length).to.be.within(1, failures);
            await server.close();
        }
    });

    it("needs no memory for a file that comes by ranges", async () => {
        await serve({ bytes: FILE });
        expect(await (await store.fetch(server.url, { ...options, memory: 0 })).done).to.include({ kept: true });
    });

    it("takes a body whose length is only known at its end", async () => {
        await serve({ bytes: FILE }, (request, response) => {
            response.writeHead(200);
            response.write(FILE.subarray(0, SIZE));
            response.end(FILE.subarray(SIZE));
            return true;
        });
        expect(await (await store.fetch(server.url)).done).to.include({ kept: true, address: ADDRESS });
        expect(await failureOf(() => store.fetch(server.url, { memory: FILE.length - 1 }))).to.include({ code: "ERR_LIMIT" });
    });

    it("tries a reader of the caller again, and refuses one without a size", async () => {
        let fail = 3;
        const read = async (at, length) => {
            if (at > 0 && fail-- > 0) throw new Error("theirs");
            return FILE.slice(at, at + length);
        };
        expect(await (await store.fetch({ read, size: FILE.length }, options)).done).to.include({ kept: true });
        expect((await failureOf(() => store.fetch(read))).message).to.match(/expected a file whose size is known/);
    });
});
