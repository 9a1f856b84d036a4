/**
 * Servers of every kind: each answer works or rejects with a code, no more is read than may be held, and no connection
 * stays open.
 */
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { fullProve, prove, verify, zkeyInfo } from "../../src/protocols/groth16/index.js";
import { openSource } from "../../src/files/source.js";
import { openUrl } from "../../src/files/source_http.js";
import { calculator, INPUTS } from "../support/calculators.js";
import { fixtures } from "../support/circuits.js";
import { sectionsOf } from "../support/binfiles.js";
import { itInAll } from "../support/extent.js";
import { failureOf } from "../support/failure.js";

const folder = join(fixtures, "xor_net");
const key = new Uint8Array(readFileSync(join(folder, "circuit.zkey"))),
    wtns = new Uint8Array(readFileSync(join(folder, "witness.wtns")));
const vkey = JSON.parse(readFileSync(join(folder, "vkey.json"), "utf8"));
const HEAD = 65536, LEAST = 2 ** 24;

/** The range that is asked for: [from, to), to at most the size. */
function rangeOf(request, size) {
    const match = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    return match ? { from: Number(match[1]), to: Math.min(Number(match[2]) + 1, size) } : undefined;
}

/** @param {Uint8Array} bytes @param {object} [more] - other headers @returns {Function} an honest server of ranges */
const ranges = (bytes, more = {}) => (request, response) => {
    const range = rangeOf(request, bytes.length);
    if (!range) return response.end(bytes);
    response.writeHead(206, { "Content-Range": `bytes ${range.from}-${range.to - 1}/${bytes.length}`, ...more });
    return response.end(bytes.subarray(range.from, range.to));
};

/** As chrome-extension: does. */
const slices = (bytes, says = true) => (request, response) => {
    const { from, to } = rangeOf(request, bytes.length) ?? { from: 0, to: bytes.length };
    if (from >= to) {
        response.writeHead(416).end();
        return;
    }
    response.writeHead(200, says ? { "Content-Length": to - from } : {});
    response.write(bytes.subarray(from, to));
    response.end();
};

/** Sends `piece` again and again after `first`, until the client has gone. */
const endless = (first, piece, headers = {}, status = 200) => (request, response) => {
    response.writeHead(status, headers);
    response.write(first);
    const more = () => { while (!response.destroyed && response.write(piece)); };
    response.on("drain", more);
    more();
};

/** Answers, then says nothing more. */
const stalls = (status, headers, bytes) => (request, response) => {
    response.writeHead(status, headers);
    response.write(bytes);
};

/** One byte at a time. */
const drips = (status, headers, bytes) => (request, response) => {
    response.writeHead(status, headers);
    let at = 0;
    const timer = setInterval(() => response.write(bytes.subarray(at, ++at)), 20);
    response.on("close", () => clearInterval(timer));
};

/** Runs body on a server; afterwards no answer may be on its way. */
async function serving(handle, body) {
    let open = 0, sent = 0, asked = 0;
    const server = createServer((request, response) => {
        open++;
        asked++;
        const { socket } = request, before = socket.bytesWritten;
        response.on("close", () => { open--; sent += socket.bytesWritten - before; });
        handle(request, response, asked);
    });
    await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
    try {
        await body(`http://127.0.0.1:${server.address().port}/circuit.zkey`);
        for (const end = performance.now() + 10_000; open > 0 && performance.now() < end;)
            await new Promise((resolve) => {
                setTimeout(resolve, 5);
            });
        expect(open, "answers on their way").to.equal(0);
    } finally {
        server.closeAllConnections();
        await new Promise((resolve) => { server.close(resolve); });
    }
    return { sent, asked };
}

async function expectProof(address, options) {
    const { proof, publicSignals } = await prove(address, wtns, { threads: 0, ...options });
    expect(await verify(vkey, publicSignals, proof)).to.equal(true);
}

const works = (handle, options) => serving(handle, (address) => expectProof(address, options));

/** @returns {Promise<{ sent: number }>} what the server sent */
const fails = (handle, codes, words, options = {}) => serving(handle, async (address) => {
    for (const attempt of [() => zkeyInfo(address, options), () => prove(address, wtns, { threads: 0, ...options })]) {
        const error = await failureOf(attempt());
        expect(codes, error.stack).to.include(error.code);
        expect(error.message).to.match(words);
    }
});

const bytesOf = (length) => Uint8Array.from({ length }, (_, i) => i * 7);
async function readAll(address, options) {
    const source = await openSource("file", address, options);
    try {
        const length = await source.length(2 ** 30);
        return await source.read(0, length);
    } finally {
        await source.close();
    }
}

describe("prover: servers", function () {
    this.timeout(60_000);

    describe("that work", () => {
        it("ranges, also shorter ones than were asked for", async () => {
            await works(ranges(key, { ETag: '"one"' }));
            for (const has of [(asked) => asked > 1, (asked) => asked === 1]) // a tag that comes later, or no more
                await works((request, response, asked) =>
                    ranges(key, has(asked) ? { ETag: '"one"' } : {})(request, response));
            const { asked } = await works((request, response) => {
                const { from, to } = rangeOf(request, key.length), end = Math.min(to, from + 30_000);
                response.writeHead(206, { "Content-Range": `bytes ${from}-${end - 1}/${key.length}` });
                response.end(key.subarray(from, end));
            });
            expect(asked).to.be.above(key.length / 30_000);
        });

        it("what came with the first range is not asked for again", async () => {
            const long = bytesOf(3 * HEAD);
            const requests = { seen: 0 }, serve = ranges(long);
            const count = (...args) => { requests.seen++; return serve(...args); };
            await serving(count, async (address) => {
                const source = await openSource("file", address), opened = requests.seen;
                for (const [offset, length, asked] of
                    [[0, 10, 0], [HEAD - 5, 5, 0], [0, HEAD, 0], [0, HEAD + 1, 1], [HEAD, 5, 2]]) {
                    const bytes = await source.read(offset, length);
                    expect(Buffer.compare(bytes, long.subarray(offset, offset + length))).to.equal(0);
                    expect(requests.seen - opened, `${length} from ${offset}`).to.equal(asked);
                }
                await source.close();
            });
        });

        it("status 200 with the slice that was asked for, as chrome-extension: answers", async () => {
            for (const says of [true, false]) {
                await works(slices(key, says));
                for (const length of [1, 17, HEAD - 1, HEAD, HEAD + 1, 3 * HEAD])
                    await serving(slices(bytesOf(length), says), async (address) => {
                        expect(Buffer.compare(await readAll(address), bytesOf(length)), length).to.equal(0);
                    });
            }
            const longer = Buffer.concat([key, new Uint8Array(1)]);
            for (const says of [true, false]) await serving(slices(longer, says), async (address) => {
                expect((await zkeyInfo(address)).ignored).to.deep.equal({ sections: [], trailing: 1 });
            });
            await serving(slices(key), async (address) => {
                const source = await openSource("file", address);
                expect(source.size).to.equal(key.length);
                expect(await source.read(key.length - 5, 5)).to.deep.equal(key.slice(-5));
                await source.close();
            });
        });

        it("whole bodies, with a length and without, of every length around the first read", async () => {
            const whole = (bytes) => (request, response) => { response.end(bytes); };
            const chunked = (bytes) => (request, response) => {
                response.write(bytes.subarray(0, 1));
                response.end(bytes.subarray(1));
            };
            const packed = (bytes) => (request, response) => {
                response.writeHead(200, { "Content-Encoding": "gzip" });
                response.end(gzipSync(bytes));
            };
            for (const make of [whole, chunked, packed]) {
                await works(make(key));
                for (const length of [1, HEAD - 1, HEAD, HEAD + 1])
                    await serving(make(bytesOf(length)), async (address) => {
                        expect(Buffer.compare(await readAll(address), bytesOf(length)), length).to.equal(0);
                    });
            }
        });

        it("bodies of a host without streams", async () => {
            const { fetch } = globalThis, bytes = Uint8Array.of(1, 2, 3);
            const answer = { status: 200, headers: new Headers(), body: null, arrayBuffer: async () => bytes.buffer };
            globalThis.fetch = async () => answer;
            try {
                const source = await openSource("file", "http://host/file");
                expect([...await source.read(1, 2)]).to.deep.equal([2, 3]);
                expect(await source.length(10)).to.equal(3);
                globalThis.fetch = async () => ({ status: 404, headers: new Headers(), body: null });
                expect((await failureOf(openSource("file", "http://host/file"))).message).to.include("HTTP status 404");
            } finally {
                globalThis.fetch = fetch;
            }
        });
        it("redirects, ranges that are recoded, ranges with another start, and 206 that says nothing", async () => {
            await works((request, response) =>
                request.url.endsWith("moved")
                    ? ranges(key)(request, response)
                    : response.writeHead(302, { Location: "/moved" }).end(),
            );
            await works((request, response) => {
                if (!request.headers.range) return response.end(key);
                response.writeHead(206, {
                    "Content-Range": `bytes 0-${HEAD - 1}/${key.length}`,
                    "Content-Encoding": "gzip",
                });
                return response.end(gzipSync(key.subarray(0, HEAD)));
            });
            for (const range of ["bytes 5-9/100", "bytes 0-99999/100000", "bytes */100", "bytes 0-9/*", ""])
                await works((request, response) => {
                    if (!request.headers.range) return response.end(key);
                    response.writeHead(206, { "Content-Range": range });
                    return response.end(key.subarray(0, 10));
                });
        });

        it("a circuit.wasm that comes compressed, in chunks, or in slices", async () => {
            const wasm = calculator();
            const packed = (request, response) => {
                response.writeHead(200, { "Content-Encoding": "gzip" });
                response.end(gzipSync(wasm));
            };
            for (const handle of [packed, slices(wasm), slices(wasm, false), ranges(wasm)])
                await serving(handle, async (address) => {
                    // of another circuit: it ran
                    expect((await failureOf(fullProve(INPUTS, address, key, { threads: 0 }))).code).to.equal(
                        "ERR_WITNESS",
                    );
                });
        });
    });

    describe("that do not", () => {
        itInAll("bodies without an end: known by their first bytes, or after their last section, or when memory is full", async () => {
            const zeros = new Uint8Array(HEAD),
                words = /./;
            for (const headers of [{}, { "Content-Length": 2 ** 40 }]) {
                const { sent } = await fails(
                    endless(zeros, zeros, headers),
                    headers["Content-Length"] ? ["ERR_LIMIT"] : ["ERR_FILE"],
                    words,
                    { memory: 2 ** 30 },
                );
                expect(sent).to.be.below(2 ** 27);
            }
            for (const headers of [{}, { "Content-Length": 2 ** 28 }]) {
                const { sent } = await serving(endless(key, zeros, headers), async (address) => {
                    const { proof, publicSignals } = await prove(address, wtns, { threads: 0, memory: 2 ** 30 });
                    expect(await verify(vkey, publicSignals, proof)).to.equal(true);
                });
                expect(sent, "what follows its last section is ignored, and not asked for").to.be.below(2 ** 26);
            }
            const large = Uint8Array.from(key);
            new DataView(large.buffer).setBigUint64(sectionsOf(key).at(-1).offset - 8, 2n ** 50n, true);
            const full = await fails(endless(large, zeros), ["ERR_LIMIT"], /^http:.*: .*memory has room for.* raise memory/, {
                memory: LEAST,
            });
            expect(full.sent).to.be.below(4 * LEAST);
        });

        itInAll("a bomb: a little gzip that becomes much", async () => {
            const bomb = gzipSync(new Uint8Array(2 ** 28), { level: 1 });
            const handle = (bytes) => (request, response) => {
                response.writeHead(200, { "Content-Encoding": "gzip" });
                response.end(bytes);
            };
            await fails(handle(bomb), ["ERR_FILE"], /expected a zkey file/, { memory: LEAST });
            const large = Uint8Array.from(key);
            new DataView(large.buffer).setBigUint64(sectionsOf(key).at(-1).offset - 8, 2n ** 50n, true);
            await fails(handle(Buffer.concat([gzipSync(large), bomb])), ["ERR_LIMIT"], /raise memory/, {
                memory: LEAST,
            });
            await serving(handle(bomb), async (address) => {
                expect((await failureOf(fullProve(INPUTS, address, key, { threads: 0, memory: LEAST }))).code).to.equal(
                    "ERR_LIMIT",
                );
            });
        });

        it("bodies of one proof share its memory", async () => {
            const whole = (request, response) => { response.end(key); };
            await serving(whole, async (address) => {
                const room = { bytes: key.length + 10 };
                const first = await openSource("a", address, { room });
                await first.read(key.length - 1, 1);
                expect((await failureOf((await openSource("b", address, { room })).read(0, 1))).code).to.equal(
                    "ERR_LIMIT",
                );
                await first.close();
                const third = await openSource("c", address, { room });
                await third.read(key.length - 1, 1);
                await third.close();
            });
        });

        it("connections that drop and gzip that breaks, while opening and after", async () => {
            const drops = (status, headers, bytes) => (request, response) => {
                response.writeHead(status, headers);
                response.write(bytes, () => setTimeout(() => response.destroy(), 20));
            };
            await fails(
                drops(206, { "Content-Range": `bytes 0-${HEAD - 1}/${key.length}` }, key.subarray(0, 100)),
                ["ERR_READ"],
                /the body of the answer/,
            );
            await fails(drops(200, {}, key.subarray(0, 100)), ["ERR_READ"], /the body of the answer/);
            await fails(
                drops(200, { "Content-Length": key.length }, key.subarray(0, 70_000)),
                ["ERR_READ"],
                /the body of the answer/,
            );
            await fails((request, response) => response.destroy(), ["ERR_READ"], /an answer/);
            const broken = gzipSync(key);
            broken.fill(0x55, 200);
            // what came before may be nonsense already
            await fails(
                (request, response) => {
                    response.writeHead(200, { "Content-Encoding": "gzip" });
                    response.end(broken);
                },
                ["ERR_READ", "ERR_FILE"],
                /./,
            );
            await fails(
                (request, response) => {
                    response.writeHead(200, { "Content-Encoding": "gzip" });
                    response.end("no gzip");
                },
                ["ERR_READ"],
                /the body of the answer/,
            );
            // in a circle
            await fails(
                (request, response) => response.writeHead(302, { Location: "/circuit.zkey" }).end(),
                ["ERR_READ"],
                /an answer/,
            );
            await fails((request, response) => response.end(), ["ERR_FILE"], /empty or truncated/);
        });

        it("ranges of a file that has changed meanwhile", async () => {
            const { length } = key, first = ranges(key, { ETag: '"one"' });
            const later = (other) => (request, response) =>
                (rangeOf(request, length)?.from === 0 ? first : other)(request, response);
            const another = Uint8Array.from(key);
            another[HEAD - 1] ^= 1;
            const gone = (request, response) => response.writeHead(410).end();
            const thenWhole = (bytes, headers) => later((request, response) => {
                if (request.headers.range) return gone(request, response);
                response.writeHead(200, headers);
                return response.end(bytes);
            });
            const changes = [
                later(ranges(Buffer.concat([key, new Uint8Array(1)]))),
                later(ranges(key, { ETag: '"two"' })),
                later((request, response) => response.writeHead(200, { ETag: '"two"' }).end(key)),
                thenWhole(key, { ETag: '"two"' }),
                thenWhole(key.subarray(0, -1), { "Content-Length": length - 1 }),
                thenWhole(another, {}),
            ];
            for (const handle of changes) await fails(handle, ["ERR_READ"], /; the file changed meanwhile/);
            const longer = thenWhole(Buffer.concat([key, new Uint8Array(1)]), { "Transfer-Encoding": "chunked" });
            await serving(longer, async (address) => {
                const source = await openSource("file", address);
                expect(await source.read(length - 9, 9)).to.deep.equal(key.slice(-9)); // what is more is not looked at
                await source.close();
            });
        });

        it("a whole file after ranges that has no room, and says what became of the ranges", async () => {
            const handle = (request, response) => {
                if (request.headers.range) response.writeHead(416).end();
                else endless(key, new Uint8Array(HEAD))(request, response);
            };
            const { sent } = await serving(handle, async (address) => {
                const source = await openSource("file", address, { room: { bytes: 2 ** 20 } });
                const { code, message } = await failureOf(source.read(2 ** 20, 1));
                expect(code).to.equal("ERR_LIMIT");
                expect(message).to.match(/raise memory, .*; a request for a range failed before, .*HTTP status 416$/);
                await source.close();
            });
            expect(sent).to.be.below(2 ** 24);
        });
    });

    describe("whose answer to a request for a range is of no use", () => {
        const { length } = key;
        const part = (from, to, size = length) => ({ "Content-Range": `bytes ${from}-${to - 1}/${size}` });
        const answer = (status, headersOf, bytesOf) => (response, { from, to }) => {
            response.writeHead(status, headersOf(from, to));
            response.end(bytesOf(from, to));
        };
        const right = (from, to) => key.subarray(from, to), none = () => ({});
        const status = (code) => answer(code, none, () => "");
        const gzip = { "Content-Encoding": "gzip" };
        const packed = (from, to) => gzipSync(right(from, to)), stored = gzipSync(key);
        const breaks = (response, { from, to }) => {
            response.writeHead(206, part(from, to));
            response.write(key.subarray(from, to - 5), () => setTimeout(() => response.destroy(), 20));
        };
        const USELESS = {
            "no answer": [(response) => response.destroy(), /an answer/],
            ...Object.fromEntries([204, 400, 403, 404, 416, 500, 503].map((code) =>
                [`status ${code}`, [status(code), new RegExp(`HTTP status ${code}`)]])),
            "a range that comes encoded": [answer(206, (from, to) => ({ ...part(from, to), ...gzip }), packed), /range/],
            "a range of what is stored encoded": [
                answer(206, (from, to) => ({ ...part(from, Math.min(to, stored.length), stored.length), ...gzip }),
                    (from, to) => stored.subarray(from, to)), /range|body/],
            "no gzip where it says gzip": [answer(200, () => gzip, () => "no gzip"), /body|range/],
            "206 that states no range": [answer(206, none, right), /range/],
            "another range": [answer(206, (from, to) => part(from + 1, to), right), /range/],
            "more than was asked for": [answer(206, (from, to) => part(from, to + 1), right), /range/],
            "less than it says": [answer(206, part, (from, to) => key.subarray(from, to - 1)), /body/],
            "more than it says": [answer(206, part, () => key), /body of \d+ bytes, got more/],
            "an end in the middle": [breaks, /body/],
        };
        const FROM_THE_START = () => true, LATER = ({ from }) => from > 0;
        for (const [what, [useless, words]] of Object.entries(USELESS))
            for (const [when, isUseless] of Object.entries({ "at first": FROM_THE_START, later: LATER }))
                it(`${what}, ${when}: the whole file is asked for once, and says what happened if it fails too`, async () => {
                    let wholes = 0;
                    const server = (whole) => (request, response) => {
                        const range = rangeOf(request, length);
                        if (!range) {
                            wholes++;
                            return whole(response);
                        }
                        return isUseless(range) ? useless(response, range) : ranges(key)(request, response);
                    };
                    await works(server((response) => response.end(key)));
                    expect(wholes, "requests for the whole file").to.equal(1);
                    await serving(server((response) => response.end(key)), async (address) => {
                        const source = await openSource("file", address), cut = [0, 7, HEAD - 3, HEAD + 9, 150_000, length];
                        const parts = await Promise.all(cut.slice(1).map((to, i) => source.read(cut[i], to - cut[i])));
                        expect(Buffer.compare(Buffer.concat(parts), key)).to.equal(0);
                        await source.close();
                    });
                    expect(wholes, "of reads that began together").to.equal(2);
                    const refuses = server((response) => response.writeHead(502).end());
                    await serving(refuses, async (address) => {
                        const error = await failureOf(openSource("file", address).then(async (source) => {
                            await source.read(HEAD, 9).finally(() => source.close());
                        }));
                        expect(error.code).to.equal("ERR_READ");
                        expect(error.message).to.match(/^http:\S+: expected the file, got HTTP status 502; a request for a/);
                        expect(error.message.split("failed before, ")[1]).to.match(words);
                    });
                });

        it("with the same error both times it is said once", async () => {
            await serving((request, response) => response.writeHead(404).end(), async (address) => {
                expect((await failureOf(openSource("file", address))).message)
                    .to.equal(`${address}: expected the file, got HTTP status 404`);
            });
        });

        it("slices that turn into something else", async () => {
            for (const turned of [
                (bytes) => bytes.subarray(0, bytes.length - 1),
                (bytes) => Buffer.concat([bytes, bytes]),
                () => key,
            ]) {
                let count = 0;
                await works((request, response) => {
                    const range = rangeOf(request, length);
                    if (!range || range.from === 0 || ++count % 2 === 1) return slices(key)(request, response);
                    return response.end(turned(key.subarray(range.from, range.to)));
                });
            }
        });
    });

    describe("of small files", () => {
        const requestsOf = async (size, whole = (bytes, request, response) => response.end(bytes)) => {
            const asked = [], bytes = bytesOf(size);
            const { sent } = await serving((request, response) => {
                asked.push(request.headers.range ?? "whole");
                if (request.headers.range) return ranges(bytes)(request, response);
                return whole(bytes, request, response);
            }, async (address) => { expect(Buffer.compare(await readAll(address), bytes)).to.equal(0); });
            return { asked, sent };
        };
        const FIRST = `bytes=0-${HEAD - 1}`;

        it("the whole file is asked for, which caches and service workers can keep", async () => {
            for (const size of [1, 5000, HEAD, HEAD + 1, 2 * HEAD])
                expect((await requestsOf(size)).asked, `${size} bytes`).to.deep.equal([FIRST, "whole"]);
        });

        it("a larger one is read by ranges, and no byte twice", async () => {
            for (const size of [2 * HEAD + 1, 10 * HEAD]) {
                const { asked, sent } = await requestsOf(size);
                expect(asked).to.not.include("whole");
                expect(sent).to.be.within(size, size + HEAD + 2000); // all, headers, and the head again
            }
        });

        it("ranges do where the whole does not come", async () => {
            const others = [
                (bytes, request, response) => response.writeHead(500).end(),
                (bytes, request, response) => response.destroy(),
                (bytes, request, response) => response.end(bytes.subarray(1)),
                (bytes, request, response) => response.end(Buffer.concat([bytes, bytes])),
                (bytes, request, response) => {
                    response.writeHead(200, { "Transfer-Encoding": "chunked" });
                    response.end(Buffer.concat([bytes, bytes]));
                },
            ];
            for (const other of others) expect((await requestsOf(2 * HEAD, other)).asked).to.have.lengthOf(3);
        });
    });

    it("blob: and data: addresses, as text too", async () => {
        for (const size of [0, 1, HEAD - 1, HEAD, HEAD + 1, 5 * HEAD]) {
            const bytes = bytesOf(size), blob = URL.createObjectURL(new Blob([bytes]));
            const data = `data:application/octet-stream;base64,${Buffer.from(bytes).toString("base64")}`;
            for (const address of [blob, new URL(blob), data, new URL(data)])
                expect(Buffer.compare(await readAll(address), bytes), `${size} bytes`).to.equal(0);
            URL.revokeObjectURL(blob);
            expect((await failureOf(readAll(blob))).code).to.equal("ERR_READ");
        }
        const [zkey, witness] = [key, wtns].map((bytes) => URL.createObjectURL(new Blob([bytes])));
        const { proof, publicSignals } = await prove(zkey, witness, { threads: 0 });
        expect(await verify(vkey, publicSignals, proof)).to.equal(true);
    });

    describe("that answer with another status and an endless body: it is cancelled at once", () => {
        const SOON = 2000; // milliseconds; nothing but the reader of the answer ends it
        /** Fails unless the client ends the answer soon after attempt(address) was rejected. */
        const letsGo = async (handle, status, attempt) => {
            let ended;
            const closed = new Promise((resolve) => { ended = resolve; });
            const refuses = (request, response) => {
                response.on("close", ended);
                endless(new Uint8Array(HEAD), new Uint8Array(HEAD), {}, status)(request, response);
            };
            await serving(handle(refuses), async (address) => {
                const error = await failureOf(attempt(address));
                expect(error).to.include({
                    code: "ERR_READ",
                    message: `${address}: expected the file, got HTTP status ${status}`,
                });
                let timer;
                const late = new Promise((resolve, reject) => {
                    timer = setTimeout(() => reject(new Error(`status ${status}: still open`)), SOON);
                });
                await Promise.race([closed, late]).finally(() => clearTimeout(timer));
            });
        };

        for (const status of [404, 500]) {
            it(`${status}: when it is opened`, () =>
                letsGo(
                    (refuses) => refuses,
                    status,
                    (address) => openUrl(address, {}),
                ));

            it(`${status}: later, while the source stays open`, async () => {
                let source;
                const later = (refuses) => (request, response) =>
                    (rangeOf(request, key.length)?.from === 0 ? ranges(key) : refuses)(request, response);
                try {
                    await letsGo(later, status, async (address) => {
                        source = await openSource("file", address);
                        return source.read(HEAD, 100);
                    });
                } finally {
                    await source.close();
                }
            });
        }
    });

    describe("that are slow", () => {
        const part = { "Content-Range": `bytes 0-${HEAD - 1}/${key.length}` };
        const SLOW = {
            "no answer": () => {},
            "a range that stalls": stalls(206, part, key.subarray(0, 100)),
            "a range that drips": drips(206, part, key),
            "a body that stalls": stalls(200, {}, key.subarray(0, 100)),
            "a body that stalls later": stalls(200, {}, key.subarray(0, HEAD + 100)),
            "a body that drips": drips(200, { "Content-Length": key.length }, key),
            "a later range that stalls": (request, response) => {
                const { from, to } = rangeOf(request, key.length);
                if (from === 0) ranges(key)(request, response);
                else
                    stalls(
                        206,
                        { "Content-Range": `bytes ${from}-${to - 1}/${key.length}` },
                        key.subarray(from, to - 1),
                    )(request, response);
            },
        };
        for (const [what, handle] of Object.entries(SLOW)) {
            it(`${what}: readTimeout`, async () => { await fails(handle, ["ERR_READ"], /./, { readTimeout: 250 }); });
            it(`${what}: an abort`, () => serving(handle, async (address) => {
                for (const attempt of [
                    (signal) => zkeyInfo(address, { signal }),
                    (signal) => prove(address, wtns, { threads: 0, signal }),
                ]) {
                    const controller = new AbortController(),
                        reason = new Error("enough");
                    setTimeout(() => controller.abort(reason), 100);
                    const error = await failureOf(attempt(controller.signal));
                    expect(error).to.equal(reason);
                }
            }));
        }
    });

    it("zkeyInfo reads no more than it needs, and releases the connection", async () => {
        const long = Uint8Array.from(key), rest = new Uint8Array(HEAD);
        const { sent } = await serving(endless(long, rest, { "Content-Length": 2 ** 29 }), async (address) => {
            expect((await zkeyInfo(address)).ignored).to.deep.equal({ sections: [], trailing: 2 ** 29 - key.length });
        });
        expect(sent).to.be.below(2 ** 27);
        const slow = (request, response) => { // all but the end of its last section, which is never read
            response.writeHead(200, { "Content-Length": key.length });
            response.write(key.subarray(0, key.length - 10));
        };
        await serving(slow, async (address) => { expect((await zkeyInfo(address)).protocol).to.equal("groth16"); });
    });
});
