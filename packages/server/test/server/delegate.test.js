/** POST /delegate: sums over a share, for anybody with a token; and what a server has to bear from them. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect } from "chai";
import { readShare } from "../../src/command/delegate.js";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { msmShare, shareBytes } from "../../../keys/src/delegate.js";
import { zkeyInfo } from "../../../../src/protocols/groth16/index.js";
import { zkeyInfo as anyInfo } from "../../../../src/protocols/index.js";
import { createProverPool } from "../../src/pool/index.js";
import { createDelegated } from "../../src/delegated.js";
import { createHashes } from "../../src/references.js";
import { Admission } from "../../src/admission.js";
import { createStore } from "../../src/store.js";
import { fixture, fixtures } from "../../../../test/support/circuits.js";
import { startServer, TOKENS } from "../../../../test/support/delegation.js";
import { failureOf } from "../../../../test/support/failure.js";
import { until } from "../../../../test/support/until.js";

/** The order of bn128. */
const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const SEED = new Uint8Array(32).map((_, i) => i), zkey = fixture("mimc_tiny", "circuit.zkey");
const sha256 = createHash("sha256").update(readFileSync(zkey)).digest("hex");

describe("POST /delegate", function () {
    this.timeout(120_000);
    let server, folder, values, said;
    before(async () => { values = shareBytes(await zkeyInfo(zkey)).values; });
    beforeEach(() => { folder = temporaryFolder("delegate"); said = []; });
    afterEach(async () => {
        await server?.close();
        server = undefined;
        rmSync(folder, { recursive: true });
    });
    const log = (line) => said.push(line);
    const start = async (options) => (server = await startServer({ allow: [fixtures], log, ...options }));

    /** @param {{ query?: string, body?: any, token?: string | null, headers?: any }} asked */
    async function ask({ query = `path=${encodeURIComponent(zkey)}`, body = SEED, token = TOKENS.a, headers = {} } = {}) {
        const answer = await fetch(`http://127.0.0.1:${server.port}/delegate?${query}`, {
            method: "POST", body, duplex: "half",
            headers: { "content-type": "application/octet-stream", ...(token && { authorization: `Bearer ${token}` }), ...headers },
        });
        const bytes = new Uint8Array(await answer.arrayBuffer());
        const said = answer.status === 200 ? undefined : JSON.parse(new TextDecoder().decode(bytes)).error;
        return { status: answer.status, bytes, headers: answer.headers, ...said };
    }
    const pieces = (...list) => Readable.toWeb(Readable.from(list.map((one) => Buffer.from(one))));

    it("answers the sums over a seed, and over all scalars, that come in one piece or in many", async () => {
        await start();
        const scalars = new Uint8Array(values).map((_, i) => (i % 32 === 31 ? 0x11 : i * 7));
        for (const share of [SEED, scalars]) {
            const right = await msmShare(zkey, share), answer = await ask({ body: share.slice() });
            expect(answer.status, answer.message).to.equal(200);
            expect(answer.bytes).to.deep.equal(right);
            expect(answer.headers.get("content-type")).to.equal("application/octet-stream");
            expect(answer.headers.get("cache-control")).to.equal("no-store");
            const cut = [share.slice(0, 1), share.slice(1, 20), share.slice(20)];
            expect((await ask({ body: pieces(...cut) })).bytes, "without a length").to.deep.equal(right);
        }
        expect((await ask({ query: `path=${encodeURIComponent(zkey)}&sha256=${sha256}` })).status).to.equal(200);
        expect((await ask({ token: TOKENS.b })).status).to.equal(200);
        await until(() => said.length === 6);
        expect(said.every((line) => line.route === "/delegate" && line.status === 200)).to.equal(true);
        expect(JSON.stringify(said)).not.to.include(fixtures);
    });

    it("is there only where the operator wants it, for those with a token", async () => {
        await start({ delegate: false });
        expect((await ask()).status).to.equal(404);
        await server.close();
        await start();
        expect((await ask({ token: null })).status).to.equal(401);
        expect((await ask({ token: "c-0123456789abcdef" })).status).to.equal(401);
    });

    it("takes keys from allowed locations alone, with the right hash, of a protocol that can be delegated", async () => {
        const outside = join(folder, "circuit.zkey");
        copyFileSync(zkey, outside);
        await start();
        for (const [query, status, text] of [
            [`path=${encodeURIComponent(outside)}`, 400, "zkey: expected a file in one of the 1 allowed locations, got another"],
            [`path=${encodeURIComponent(`${fixtures}/../../package.json`)}`, 400, "zkey: expected a file in one of the 1 allowed locations"],
            [`path=${encodeURIComponent(zkey)}&sha256=${"0".repeat(64)}`, 400, "zkey: expected the file with sha256 00000000…"],
            [`path=${encodeURIComponent(zkey)}&sha256=x`, 400, "expected the sha256 of the file"],
            [`url=${encodeURIComponent("http://127.0.0.1:1/k.zkey")}&sha256=${sha256}`, 400, "zkey: expected a file in one of the 1 allowed locations"],
            ["", 400, "zkey: expected a path, { url, sha256 }"], ["path=", 400, "path: expected"],
            ["paths=x", 400, "expected nothing but path, url, sha256"],
            [`path=${encodeURIComponent(fixture("mimc_tiny", "none.zkey"))}`, 400, "zkey: expected a file that can be read"],
            [`path=${encodeURIComponent(fixture("mimc_tiny", "plonk.zkey"))}`, 400, "delegate: expected a key of a protocol whose MSMs can be delegated, got one of plonk"],
            [`path=${encodeURIComponent(fixture("mimc_tiny", "witness.wtns"))}`, 400, "expected"],
            [`path=${encodeURIComponent(fixtures)}`, 400, "zkey: expected"],
        ]) {
            const answer = await ask({ query });
            expect([answer.status, answer.message], query).to.deep.equal([status, answer.message]);
            expect(answer.message, query).to.include(text);
        }
    });

    it("takes a body of the right length alone, known before it is read", async () => {
        await start({ body: 64 }); // which bounds requests in JSON
        const wrong = `share: expected 32 or ${values} bytes for this key, got`;
        for (const [body, status, text] of [
            [new Uint8Array(0), 400, `${wrong} 0`], [new Uint8Array(31), 400, `${wrong} 31`],
            [new Uint8Array(33), 400, `${wrong} 33`], [new Uint8Array(values - 1), 400, `${wrong} ${values - 1}`],
            [new Uint8Array(values + 1), 413, `${wrong} ${values + 1}`], [new Uint8Array(2 ** 20), 413, `${wrong} ${2 ** 20}`],
            [pieces(new Uint8Array(31)), 400, `${wrong} 31`], [pieces(new Uint8Array(33)), 400, `${wrong} 33`],
            [pieces(new Uint8Array(values), new Uint8Array(1)), 413, `${wrong} more`],
        ]) {
            const answer = await ask({ body });
            expect([answer.status, answer.message]).to.deep.equal([status, text]);
        }
        expect((await ask({ body: new Uint8Array(values) })).status, "longer than JSON may be").to.equal(200);
        const json = await ask({ body: "{}", headers: { "content-type": "application/json" } });
        expect([json.status, json.message]).to.deep.equal([415, "share: expected application/octet-stream, got another type"]);
        const prove = await fetch(`http://127.0.0.1:${server.port}/prove`, {
            method: "POST", body: SEED, headers: { authorization: `Bearer ${TOKENS.a}`, "content-type": "application/octet-stream" },
        });
        expect([prove.status, (await prove.json()).error.code]).to.deep.equal([415, "ERR_MEDIA_TYPE"]);
    });

    it("gives a share the time that it takes, and no other request", async () => {
        await start({ arrival: 50 });
        async function* slow() {
            for (let at = 0; at < 32; at += 8) {
                yield SEED.subarray(at, at + 8);
                await new Promise((resolve) => { setTimeout(resolve, 30); });
            }
        }
        expect((await ask({ body: Readable.toWeb(Readable.from(slow())) })).status).to.equal(200);
        const sent = request({
            port: server.port, host: "127.0.0.1", method: "POST", path: "/prove",
            headers: { authorization: `Bearer ${TOKENS.a}`, "content-type": "application/json", "content-length": 10 },
        });
        sent.write("{");
        const [answer] = await once(sent, "response");
        expect(answer.statusCode).to.equal(408);
        sent.destroy();
    });

    it("says that a body is too long without reading it", async () => {
        await start();
        const sent = request({
            port: server.port, host: "127.0.0.1", method: "POST", path: `/delegate?path=${encodeURIComponent(zkey)}`,
            headers: { authorization: `Bearer ${TOKENS.a}`, "content-type": "application/octet-stream", "content-length": 2 ** 40 },
        });
        sent.on("error", () => {});
        sent.flushHeaders(); // and not a byte
        const answer = await new Promise((resolve) => { sent.on("response", resolve); });
        expect([answer.statusCode, answer.headers.connection]).to.deep.equal([413, "close"]);
        sent.destroy();
    });

    it("takes no scalar that is not below r, and does not say which it was", async () => {
        await start();
        for (const [at, value, ok] of [[0, R, false], [values / 32 - 1, R + 5n, false], [3, R - 1n, true]]) {
            const body = Buffer.alloc(values);
            for (let k = 0; k < 4; k++)
                body.writeBigUInt64LE((value >> BigInt(64 * k)) & (2n ** 64n - 1n), 32 * at + 8 * k);
            const answer = await ask({ body });
            expect(answer.status).to.equal(ok ? 200 : 400);
            if (!ok) expect(answer.message).to.equal(`msmShare: expected scalars below r, got one that is not: number ${at}`);
        }
    });

    it("shares its slots fairly among tenants, with proofs, and gives each back however it ends", async () => {
        await start({ waiting: 1, concurrency: 1 });
        const held = [], { msmShare: sum } = server.prover, signal = new AbortController().signal;
        const hold = (tenant) => new Promise((entered) => {
            const read = () => new Promise((resolve) => { held.push(resolve); entered(); });
            held.running ??= [];
            held.running.push(sum({ path: zkey }, read, { tenant, signal }));
        });
        await hold("a"); // its body is on its way
        expect((await ask({ token: TOKENS.b })).status, "another tenant finds a slot").to.equal(200);
        await hold("a");
        const refused = await ask();
        expect([refused.status, refused.headers.get("retry-after")]).to.deep.equal([429, "5"]);
        expect((await ask({ token: TOKENS.b })).status, "still").to.equal(200);
        for (const resolve of held) resolve(SEED.slice());
        await Promise.all(held.running);
        expect((await ask()).status).to.equal(200);
        for (let i = 0; i < 5; i++) expect((await ask({ body: new Uint8Array(33) })).status).to.equal(400);
        expect((await ask()).status, "after failures").to.equal(200);
    });

    it("stops when the client has gone, in its upload or while it sums", async () => {
        await start();
        const open = (length) => {
            const sent = request({
                port: server.port, host: "127.0.0.1", method: "POST", path: `/delegate?path=${encodeURIComponent(zkey)}`,
                headers: { authorization: `Bearer ${TOKENS.a}`, "content-type": "application/octet-stream", "content-length": length },
            });
            sent.on("error", () => {});
            return sent;
        };
        const upload = open(values), arrived = once(server.front.app.server, "request");
        upload.write(new Uint8Array(100));
        await arrived;
        upload.destroy();
        await until(() => said.length > 0);
        expect(said.map(({ event, status }) => [event, status])).to.deep.equal([["request", 499]]);
        let signal, gone;
        const { prover } = server, aborted = new Promise((resolve) => { gone = resolve; });
        await server.front.close();
        const { createFront } = await import("../../src/command/front.js");
        const [{ default: fastify }, { default: client }] = await Promise.all([import("fastify"), import("prom-client")]);
        server.front = createFront({
            fastify, client, tokens: TOKENS, body: 100, delegate: true, log: (line) => said.push(line),
            prover: { ...prover, msmShare: (_, read, options) => new Promise((resolve, reject) => {
                signal = options.signal;
                signal.addEventListener("abort", () => { gone(); reject(signal.reason); });
            }) },
        });
        await server.front.app.listen({ port: 0, host: "127.0.0.1" });
        server.port = server.front.app.addresses()[0].port;
        const waiting = open(32);
        waiting.end(SEED);
        await until(() => signal);
        expect(signal.aborted).to.equal(false);
        waiting.destroy();
        await aborted;
    });
});

describe("the share of a request", () => {
    const wanted = { seed: 32, values: 128 };
    it("is read into one array, and cleared where it came in pieces", async () => {
        const chunks = [Buffer.alloc(50, 1), Buffer.alloc(78, 2)], share = await readShare(Readable.from(chunks), "128", wanted);
        expect([...share]).to.deep.equal([...new Array(50).fill(1), ...new Array(78).fill(2)]);
        for (const chunk of chunks) expect(chunk.every((byte) => byte === 0)).to.equal(true);
    });

    it("is not read past its length, however long it goes on", async () => {
        let made = 0;
        async function* endless() { for (;;) { made++; yield Buffer.alloc(64, 1); } }
        const error = await failureOf(readShare(Readable.from(endless(), { highWaterMark: 1 }), undefined, wanted));
        expect([error.statusCode, error.message]).to.deep.equal([413, "share: expected 32 or 128 bytes for this key, got more"]);
        expect(made).to.be.at.most(6);
    });

    it("is given up when nothing comes, or too little, and its connection stays open for the answer", async () => {
        for (const [what, begin] of [["nothing", () => {}], ["bytes, one by one", (body) => setInterval(() => body.push(Buffer.alloc(1)), 5)]]) {
            const body = new Readable({ read() {} }), drip = begin(body);
            const error = await failureOf(readShare(body, undefined, { seed: 32, values: 2 ** 20 }, 100));
            clearInterval(drip);
            expect([error.statusCode, error.message], what).to.deep.equal([408, "share: expected more bytes, got none for too long"]);
            expect(body.destroyed, what).to.equal(false);
        }
    });

    it("fails with its connection", async () => {
        const body = new Readable({ read() {} }), end = new Error("cut"), reading = readShare(body, "128", wanted);
        body.push(Buffer.alloc(10));
        setTimeout(() => body.destroy(end), 10);
        expect(await failureOf(reading)).to.equal(end);
    });
});

describe("sums over shares on a pool", function () {
    this.timeout(60_000);
    let pool;
    beforeEach(() => { pool = createProverPool({ threads: 1 }); });
    afterEach(() => pool.close({ abort: true }));
    const open = (more) => {
        const store = createStore({ bytes: 0, memory: 2 ** 24, allow: [fixtures], timeout: 1000 });
        const room = new Admission(4);
        const usual = { pool, store, hashes: createHashes(), allow: [fixtures], room, bytes: 256, most: 2 ** 24 };
        return { room, sum: createDelegated({ ...usual, ...more }) };
    };
    const signal = new AbortController().signal;

    it("hold as many slots as the share has, and clear it, however they end", async () => {
        const { sum, room } = open(), { values, seed } = shareBytes(await zkeyInfo(zkey));
        let share, taken;
        const read = async (bytes) => {
            expect(bytes).to.deep.equal({ seed, values });
            taken = room.taken;
            return (share = SEED.slice());
        };
        const points = await sum({ path: zkey }, read, { tenant: "a", signal });
        expect(points).to.deep.equal(await msmShare(zkey, SEED));
        const cleared = () => share.every((byte) => byte === 0);
        expect([taken, room.taken, cleared()]).to.deep.equal([Math.ceil(values / 256), 0, true]);
        for (const broken of [async () => { throw new Error("cut"); }, async () => (share = new Uint8Array(31).fill(7))]) {
            await failureOf(sum({ path: zkey }, broken, { tenant: "a", signal }));
            expect(room.taken).to.equal(0);
        }
        expect(share.every((byte) => byte === 0)).to.equal(true);
        const controller = new AbortController(), end = new Error("gone");
        const late = async () => { controller.abort(end); return (share = SEED.slice()); };
        expect(await failureOf(sum({ path: zkey }, late, { tenant: "a", signal: controller.signal }))).to.equal(end);
        expect([room.taken, share.every((byte) => byte === 0)]).to.deep.equal([0, true]);
    });

    it("refuse a share that is too large for this machine, before it is read", async () => {
        const { sum } = open({ most: 1000 }), { values } = shareBytes(await zkeyInfo(zkey));
        expect(values).to.be.above(1000);
        const error = await failureOf(sum({ path: zkey }, () => { throw new Error("it was read"); }, { tenant: "a", signal }));
        expect([error.code, error.message]).to.deep.equal(["ERR_LIMIT", `share: expected at most 1000 bytes, got ${values}; raise memory`]);
        const least = open({ most: values }).sum({ path: zkey }, async () => SEED.slice(), { tenant: "a", signal });
        expect(await least, "of just this size").to.deep.equal(await msmShare(zkey, SEED));
    });

    it("refuse a key from a location that is not allowed, also where the store would read it", async () => {
        const everywhere = createStore({ bytes: 0, memory: 2 ** 24, timeout: 1000 });
        const { sum } = open({ allow: ["/elsewhere"], store: everywhere }), read = () => { throw new Error("it was read"); };
        for (const key of [{ path: zkey }, { url: "http://127.0.0.1:1/key", sha256: "0".repeat(64) }]) {
            const error = await failureOf(sum(key, read, { tenant: "a", signal }));
            expect(error.message).to.equal("zkey: expected a file in one of the 1 allowed locations, got another");
        }
    });

    it("do not take keys inside the request, nor of protocols without", async () => {
        const { sum } = open(), read = () => { throw new Error("it was read"); };
        const inside = await failureOf(sum({ bytes: readFileSync(zkey).toString("base64") }, read, { tenant: "a", signal }));
        expect(inside.code).to.equal("ERR_LIMIT");
        const info = await anyInfo(fixture("mimc_tiny", "fflonk.zkey"));
        expect(() => shareBytes(info)).to.throw(/expected a key of a protocol whose MSMs can be delegated, got one of fflonk/);
    });

    it("msmShare takes bytes alone, leaves them as they are, and stops when it is told to", async () => {
        for (const wrong of [undefined, "x", [1, 2], new Uint8Array(5)]) {
            const error = await failureOf(msmShare(zkey, wrong, { threads: 0 }));
            expect([error.code, error.message.startsWith("msmShare: expected a s")]).to.deep.equal(["ERR_OPTION", true]);
        }
        const share = SEED.slice();
        await msmShare(zkey, share, { threads: 0 });
        expect(share).to.deep.equal(SEED);
        const controller = new AbortController(), end = new Error("enough");
        const onProgress = () => controller.abort(end);
        const stopped = msmShare(zkey, SEED, { threads: 0, signal: controller.signal, onProgress });
        expect(await failureOf(stopped)).to.equal(end);
    });
});
