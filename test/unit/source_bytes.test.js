/** What a reader gives becomes the source's own: what mutants of files/source.js showed. */
import { getEventListeners } from "node:events";
import { expect } from "chai";
import { openSource } from "../../src/files/source.js";

const read = async (bytes) => {
    const source = await openSource("file", async () => bytes);
    try {
        return await source.read(0, bytes.length);
    } finally {
        await source.close();
    }
};

describe("bytes of a reader", () => {
    it("in shared memory are copied, since others may change them", async () => {
        const shared = new Uint8Array(new SharedArrayBuffer(4)).fill(7), got = await read(shared);
        shared.fill(9);
        expect(got).to.deep.equal(new Uint8Array(4).fill(7));
        expect(got.buffer).to.be.instanceOf(ArrayBuffer);
    });

    it("in a part of a buffer are copied, also as a Buffer", async () => {
        for (const part of [new Uint8Array(8).fill(7).subarray(2, 6), Buffer.from([7, 7, 7, 7])]) {
            const got = await read(part);
            part.fill(9);
            expect(got).to.deep.equal(new Uint8Array(4).fill(7));
            expect(got.buffer.byteLength).to.equal(4);
        }
    });

    it("that are alone in their buffer are taken as they are", async () => {
        const alone = new Uint8Array(4).fill(7);
        expect(await read(alone)).to.equal(alone);
    });
});

describe("the signal of a source", () => {
    it("is listened to until the source is closed, or could not be opened", async () => {
        const { signal } = new AbortController(), listeners = () => getEventListeners(signal, "abort").length;
        const source = await openSource("file", async () => new Uint8Array(4), { signal });
        expect(listeners()).to.equal(1);
        await source.close();
        expect(listeners()).to.equal(0);
        await openSource("file", "/nowhere", { signal }).catch(() => {});
        expect(listeners()).to.equal(0);
    });

    it("ends the opening: what fails after it was given up is not left unheard", async () => {
        const unheard = [], hear = (reason) => unheard.push(reason), reason = new Error("enough");
        process.on("unhandledRejection", hear);
        try {
            const given = await openSource("file", "/nowhere", { signal: AbortSignal.abort(reason) }).catch((error) => error);
            expect(given).to.equal(reason);
            await openSource("file", "/nowhere").catch(() => {}); // the other has failed by now
            await new Promise((resolve) => { setImmediate(resolve); });
        } finally {
            process.off("unhandledRejection", hear);
        }
        expect(unheard).to.deep.equal([]);
    });
});

describe("a server, by its answers", () => {
    const HEAD = 65536, file = Uint8Array.from({ length: 3 * HEAD }, (_, i) => i * 7);
    /** Gives `body` the source of an address whose requests `answer` replies to: [status, bytes, headers, more]. */
    const withAnswers = async (answer, body, options) => {
        const { fetch } = globalThis, asked = [];
        globalThis.fetch = async (_address, { headers }) => {
            expect(asked.push(headers), "requests").to.be.at.most(100);
            const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.Range ?? "") ?? [];
            const to = Math.min(Number(last) + 1, file.length);
            const range = from === undefined ? undefined : { from: Number(from), to };
            const [status, bytes, more = {}, type = "basic"] = answer(range, asked.length);
            const response = new Response(bytes.slice(), { status, headers: more });
            Object.defineProperty(response, "type", { value: type });
            return response;
        };
        try {
            const source = await openSource("file", "http://host/file", options);
            try { return await body(source, asked); } finally { await source.close(); }
        } finally {
            globalThis.fetch = fetch;
        }
    };
    const says = ({ from, to }, size = file.length) => ({ "content-range": `bytes ${from}-${to - 1}/${size}` });
    const partOf = ({ from, to }) => file.subarray(from, to);
    const honest = (range) => [206, partOf(range), says(range)];
    const failing = (promise) => promise.then(() => "", ({ message }) => message);
    const isFile = async (source) => expect(Buffer.compare(await source.read(0, file.length), file)).to.equal(0);

    it("that sends slices is judged by the range that it states, once it states one", async () => {
        const slice = ({ from, to } = { from: 0, to: file.length }) =>
            [200, partOf({ from, to }), { "content-length": String(to - from) }];
        const after = (other) => (range, count) => (count > 3 ? other(range) : slice(range));
        await withAnswers(after(honest), isFile);
        for (const [other, words] of [
            [({ from, to }) => honest({ from: from + 1, to }), /other ranges than it is asked for/],
            [({ from, to }) => honest({ from, to: to + 1 }), /other ranges than it is asked for/],
            [({ from }) => [206, new Uint8Array(0), says({ from, to: from })], /got the whole file/],
            [(range) => [206, partOf(range), says(range, 2 * file.length)], /the file changed meanwhile/],
            [(range) => [206, partOf(range)], /got the whole file/],
        ]) await withAnswers(after(other), async (source) =>
            expect(await failing(source.read(HEAD, HEAD))).to.match(words));
    });

    it("whose first range cannot be is asked for the whole file", async () => {
        const odd = [[5, 5, 100], [0, HEAD, HEAD - 1], [1, HEAD, 2 * HEAD], [0, HEAD + 1, 2 * HEAD]];
        for (const [from, to, size] of odd) {
            const answer = (range) => (range ? [206, file.subarray(0, 9), says({ from, to }, size)] : [200, file]);
            await withAnswers(answer, async (source, asked) => {
                await isFile(source);
                expect([asked.length, asked[1].Range]).to.deep.equal([2, undefined]);
            });
        }
        await withAnswers((range) => [206, partOf(range), says(range, range.to)], async (source, asked) => {
            expect([source.size, asked.length]).to.deep.equal([HEAD, 2]); // a small one
        });
    });

    it("is asked for the same file again by its strong tag, and by no weak one", async () => {
        for (const [tag, expected] of [['"one"', '"one"'], ['W/"one"', undefined], [undefined, undefined]]) {
            const tagged = (range) => [206, partOf(range), { ...says(range), ...(tag && { etag: tag }) }];
            await withAnswers(tagged, async (source, asked) => {
                await isFile(source);
                expect(asked.map((headers) => headers["If-Range"])).to.deep.equal([undefined, expected]);
            });
        }
    });

    it("states a size only where the body is as it was sent, and this page may know it", async () => {
        const length = { "content-length": String(file.length) };
        for (const [headers, type, size] of [
            [length, "basic", file.length], [length, "cors", undefined], [{ "content-length": "1e5" }, "basic", undefined],
            [{ ...length, "content-encoding": "identity" }, "basic", file.length],
            [{ ...length, "content-encoding": "" }, "basic", file.length],
            [{ "content-length": "9", "content-encoding": "br" }, "basic", undefined], [{}, "basic", undefined],
        ]) await withAnswers(() => [200, file, headers, type], async (source) => {
            expect(source.size, JSON.stringify([headers, type])).to.equal(size);
            expect(await source.length(1e6)).to.equal(file.length);
            await isFile(source);
        });
        const longer = { "content-length": String(file.length + 1) };
        await withAnswers(() => [200, file, longer], async (source) =>
            expect(await failing(source.read(file.length, 1))).to.match(/a body of 196609 bytes, got 196608; the connection/));
        const coded = (range) => [206, partOf(range), { ...says(range), "content-encoding": "br" }];
        await withAnswers((range, count) => (count === 1 ? honest(range) : coded(range)), async (source) =>
            expect(await failing(source.read(HEAD, 1))).to.match(/got the whole file/));
    });

    it("may be whole after all, where a cache gave the first range: it is taken once, if it is the same file", async () => {
        const length = String(file.length), first = (range) => [206, partOf(range), { ...says(range), etag: '"one"' }];
        for (const declared of [{ "content-length": length }, {}]) {
            let asked = 0;
            const room = { bytes: 2 ** 20 }, answer = (range, count) => {
                asked = count;
                return count === 1 ? first(range) : [200, file, { etag: '"one"', ...declared }];
            };
            await withAnswers(answer, async (source) => {
                const together = await Promise.all([HEAD, 2 * HEAD].map((at) => source.read(at, 100)));
                together.forEach((bytes, i) =>
                    expect(Buffer.compare(bytes, file.subarray((i + 1) * HEAD, (i + 1) * HEAD + 100))).to.equal(0));
                expect(asked, "both began before it was known").to.equal(3);
                await isFile(source);
                expect(asked).to.equal(3);
                expect(room.bytes, "once").to.equal(2 ** 20 - file.length);
            }, { room });
            expect(room.bytes, "given back").to.equal(2 ** 20);
            await withAnswers(answer, async (source) =>
                expect(await failing(source.read(HEAD, 1))).to.match(/memory has room for/), { room: { bytes: HEAD } });
        }
        for (const headers of [{ etag: '"two"' }, { etag: '"one"', "content-length": "9" }])
            await withAnswers((range, count) => (count === 1 ? first(range) : [200, file, headers]), async (source) =>
                expect(await failing(source.read(HEAD, 1)), JSON.stringify(headers)).to.match(/the file changed/));
        for (const headers of [{ etag: 'W/"one"' }, {}]) for (const start of [first, honest])
            await withAnswers((range, count) => (count === 1 ? start(range) : [200, file, headers]), isFile);
    });

    it("may send less than was asked for, but no other status, and no range to a request without one", async () => {
        const short = ({ from, to }) => honest({ from, to: Math.min(to, from + 50_000) });
        await withAnswers(short, async (source, asked) => {
            await isFile(source);
            expect(asked.map(({ Range }) => Range)).to.deep.equal(
                ["bytes=0-65535", ...[0, 50_000, 100_000, 150_000].map((from) => `bytes=${from}-196607`)]);
        });
        for (const status of [203, 299, 400])
            expect(await failing(withAnswers(() => [status, file], isFile))).to.include(`HTTP status ${status}`);
        const always = (range) => [206, file.subarray(0, 9), range ? {} : says({ from: 0, to: 9 }, 9)];
        expect(await failing(withAnswers(always, isFile))).to.include("HTTP status 206");
    });

    it("gives a whole body room of its own while it is kept", async () => {
        const room = { bytes: file.length };
        await withAnswers(() => [200, file], async (source) => {
            await isFile(source);
            expect(room.bytes).to.equal(0);
        }, { room });
        expect(room.bytes).to.equal(file.length);
        const less = { room: { bytes: file.length - 1 } };
        expect(await failing(withAnswers(() => [200, file], isFile, less)))
            .to.match(/memory has room for.*more than 196607 bytes/);
    });

    it("whose bodies fail, or will not be cancelled, is blamed once, and nothing is left unheard", async () => {
        const unheard = [], hear = (reason) => unheard.push(reason), { fetch } = globalThis;
        const fails = () => { throw new Error("broken"); };
        const stubborn = () => new ReadableStream({ cancel: fails });
        const breaks = () => new ReadableStream({ pull: fails });
        process.on("unhandledRejection", hear);
        try {
            for (const [status, body, words] of [
                [404, stubborn, /HTTP status 404/], [206, stubborn, /HTTP status 206/], [200, breaks, /broken/],
            ]) {
                globalThis.fetch = async () => new Response(body(), { status });
                const opened = openSource("file", "http://host/file").then((source) => source.read(0, 1));
                expect(await failing(opened)).to.match(words);
            }
            for (let i = 0; i < 3; i++) await new Promise((resolve) => { setImmediate(resolve); });
        } finally {
            process.off("unhandledRejection", hear);
            globalThis.fetch = fetch;
        }
        expect(unheard).to.deep.equal([]);
    });
});
