/**
 * Keys and witnesses from everywhere: each kind of source gives the same proof statement, and says what is wrong with
 * it.
 */
import { getEventListeners } from "node:events";
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { openSource } from "../../src/files/source.js";
import { prove, verify } from "../../src/protocols/groth16/index.js";
import { fixtures } from "../support/circuits.js";
import { failureOf } from "../support/failure.js";

const folder = join(fixtures, "xor_net");
const paths = { zkey: join(folder, "circuit.zkey"), wtns: join(folder, "witness.wtns") };
const zkey = new Uint8Array(readFileSync(paths.zkey)), wtns = new Uint8Array(readFileSync(paths.wtns));
const vkey = JSON.parse(readFileSync(join(folder, "vkey.json"), "utf8"));
const publicSignals = JSON.parse(readFileSync(join(folder, "public.json"), "utf8"));
const threads = 2;

async function expectProof(key, witness, options = {}) {
    const result = await prove(key, witness, { threads, ...options });
    expect(result.publicSignals).to.deep.equal(publicSignals);
    expect(await verify(vkey, result.publicSignals, result.proof)).to.equal(true);
}

const readerOf = (bytes) => async (offset, length) => bytes.slice(offset, offset + length);

/** Serves the two files; `handle` may answer instead. */
async function withServer(handle, body) {
    const asked = [];
    const server = createServer((request, response) => {
        const bytes = request.url.startsWith("/zkey") ? zkey : wtns;
        asked.push({ url: request.url, range: request.headers.range });
        if (handle(request, response, bytes, asked.length) !== false) return;
        const match = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
        if (!match) {
            response.end(bytes);
            return;
        }
        const from = Number(match[1]), to = Math.min(Number(match[2]) + 1, bytes.length);
        response.writeHead(206, { "Content-Range": `bytes ${from}-${to - 1}/${bytes.length}`, ETag: '"one"' });
        response.end(bytes.subarray(from, to));
    });
    await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
    const base = `http://127.0.0.1:${server.address().port}`;
    try {
        await body(base, asked);
    } finally {
        server.closeAllConnections();
        await new Promise((resolve) => { server.close(resolve); });
    }
}

describe("prover: sources", function () {
    this.timeout(60_000);

    it("what a reader returns is cleared if it says that nobody else has it, and else left alone", async () => {
        const values = wtns.length - 76, has = (/** @type {Uint8Array} */ piece) => piece.length >= values - 32;
        for (const fresh of [true, false, undefined]) {
            const pieces = [], read = async (offset, length) => {
                const piece = wtns.slice(offset, offset + length);
                pieces.push(piece);
                return piece;
            };
            await expectProof(zkey, { read, size: wtns.length, fresh });
            expect(pieces.some((piece) => piece.length > 32 && has(piece)), `fresh: ${fresh}`).to.equal(!fresh);
        }
    });

    it("takes paths, file URLs, bytes, Buffers, parts of buffers, Blobs and readers", async () => {
        await expectProof(paths.zkey, paths.wtns);
        await expectProof(pathToFileURL(paths.zkey), pathToFileURL(paths.wtns));
        await expectProof(zkey, wtns);
        await expectProof(Buffer.from(zkey), Buffer.from(wtns));
        const padded = new Uint8Array(zkey.length + 7);
        padded.set(zkey, 5);
        await expectProof(padded.subarray(5, 5 + zkey.length), wtns);
        await expectProof(new Blob([zkey]), new File([wtns], "my.wtns"));
        await expectProof(readerOf(zkey), readerOf(wtns));
        await expectProof(
            { read: readerOf(zkey), size: zkey.length },
            Object.assign(readerOf(wtns), { size: wtns.length }),
        );
        await expectProof(
            (offset, length) => zkey.subarray(offset, offset + length),
            (offset, length) => Buffer.from(wtns).subarray(offset, offset + length),
        );
    });

    it("takes no Blob for what lacks a part of one", async () => {
        const blob = { size: zkey.length, slice: () => new Blob([zkey]), arrayBuffer: async () => zkey.buffer };
        for (const part of Object.keys(blob))
            expect((await failureOf(prove({ ...blob, [part]: undefined }, wtns))).code, part).to.equal("ERR_OPTION");
    });

    it("listens to the caller's signal no longer than the proof takes", async () => {
        const { signal } = new AbortController(), listeners = () => getEventListeners(signal, "abort").length;
        const read = readerOf(zkey), seen = new Set();
        await expectProof((offset, length) => {
            seen.add(listeners() > 0);
            return read(offset, length);
        }, paths.wtns, { signal });
        expect([...seen]).to.deep.equal([true]);
        expect(listeners()).to.equal(0);
        await failureOf(prove(join(folder, "nowhere.zkey"), wtns, { signal }));
        expect(listeners()).to.equal(0);
    });

    it("changes and detaches nothing of the caller's", async () => {
        const [key, witness] = [Uint8Array.from(zkey), Uint8Array.from(wtns)];
        await expectProof(key, witness);
        await expectProof((offset, length) => key.subarray(offset, offset + length), witness);
        expect(Buffer.compare(key, zkey)).to.equal(0);
        expect(Buffer.compare(witness, wtns)).to.equal(0);
    });

    it("asks a server for ranges, and takes the whole body where it gives none", async () => {
        await withServer(() => false, async (base, asked) => {
            await expectProof(`${base}/zkey`, new URL(`${base}/wtns`));
            const of = (name) => asked.filter(({ url }) => url === name).map(({ range }) => range);
            expect(of("/zkey").length).to.be.above(3);
            expect(of("/zkey").every(Boolean)).to.equal(true);
            expect(of("/wtns"), "a small file").to.deep.equal(["bytes=0-65535", undefined]);
        });
        const whole = (request, response, bytes) => { response.end(bytes); };
        await withServer(whole, async (base, asked) => {
            await expectProof(`${base}/zkey`, `${base}/wtns`);
            expect(asked.length).to.equal(2);
        });
        // 206 without Content-Range, as a page of another origin may see it
        const mute = (request, response, bytes) => {
            if (request.headers.range) response.writeHead(206);
            response.end(request.headers.range ? bytes.subarray(0, 100) : bytes);
        };
        await withServer(mute, (base) => expectProof(`${base}/zkey`, `${base}/wtns`));
    });

    it("says what a server did wrong", async () => {
        const status = (code) => (request, response) => { response.writeHead(code); response.end(); };
        for (const code of [404, 403, 500]) await withServer(status(code), async (base) => {
            const error = await failureOf(prove(`${base}/zkey`, wtns));
            expect(error).to.include({
                code: "ERR_READ",
                message: `${base}/zkey: expected the file, got HTTP status ${code}`,
            });
        });
        const hangsUp = (request, response, bytes, count) => {
            if (count < 3) return false;
            response.destroy();
            return true;
        };
        await withServer(hangsUp, async (base) =>
            expect((await failureOf(prove(`${base}/zkey`, wtns))).code).to.equal("ERR_READ"),
        );
        const changes = (request, response, bytes, count) => {
            if (count < 3) return false;
            response.end(bytes.subarray(1));
            return true;
        };
        await withServer(changes, async (base) =>
            expect((await failureOf(prove(`${base}/zkey`, wtns))).message).to.match(/changed meanwhile/),
        );
        expect((await failureOf(prove("http://127.0.0.1:1/zkey", wtns))).code).to.equal("ERR_READ");
    });

    it("says which file is missing, or is not a file", async () => {
        const missing = join(folder, "missing.zkey");
        expect((await failureOf(prove(missing, wtns))).message).to.match(
            new RegExp(`^${missing}: expected a file that can be read, got ENOENT`),
        );
        expect((await failureOf(prove(folder, wtns))).message).to.match(/got a folder$/);
        for (const wrong of [undefined, null, 7, {}, [], true])
            expect((await failureOf(prove(wrong, wtns))).code).to.equal("ERR_OPTION");
        expect((await failureOf(prove(readerOf(zkey), { read: readerOf(wtns), size: -1 }))).code).to.equal("ERR_OPTION");
        for (const size of [-1, 0.5, 2 ** 53, "100", null, NaN])
            expect((await failureOf(openSource("file", Object.assign(readerOf(wtns), { size })))).message)
                .to.match(/^file: expected size to be a number of bytes, got /);
        for (const size of [0, 2 ** 53 - 1, undefined])
            expect((await openSource("file", Object.assign(readerOf(wtns), { size }))).size).to.equal(size);
    });

    it("refuses options that it does not know, before it opens anything", async () => {
        const never = () => { throw new Error("opened"); };
        for (const options of [
            { thread: 2 },
            { threads: -1 },
            { threads: "2" },
            { memory: 5 },
            { onProgress: 1 },
            { signal: {} },
            { check: "yes" },
            { readTimeout: 0 },
            7,
        ]) {
            expect((await failureOf(prove(never, never, options))).code, JSON.stringify(options)).to.equal("ERR_OPTION");
        }
    });
});
