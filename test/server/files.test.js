/** Files of jobs: where they may be, that they are the right ones, and what is left of them. No Redis is needed. */
import {
    existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync,
    writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { checkAllowed, createHashes, readReference, sha256Of } from "../../src/queue/references.js";
import { readRequest } from "../../src/queue/request.js";
import { cachePlace, createStore, publish } from "../../src/queue/store.js";
import { createTasks, discardScalars, planRanges } from "../../src/queue/tasks.js";
import { fixture } from "../support/circuits.js";
import { failureOf } from "../support/queue.js";

const ZERO = "0".repeat(64), tiny = fixture("mimc_tiny", "circuit.zkey"), witness = fixture("mimc_tiny", "witness.wtns");
const codeOf = async (promise) => (await failureOf(promise)).code;

describe("files of jobs", () => {
    let folder, server, origin, answers, seen, onRequest;
    const file = (name, content = name) => {
        const path = join(folder, name), bytes = Buffer.from(content);
        writeFileSync(path, bytes);
        return { path, bytes, sha256: sha256Of(bytes) };
    };
    const open = (options) => createStore({ bytes: 1000, memory: 1000, timeout: 60_000, ...options });
    const at = (name, bytes) => {
        answers.set(`/${name}`, { body: bytes });
        return { url: `${origin}/${name}`, sha256: sha256Of(bytes) };
    };
    before(async () => {
        server = createServer((request, response) => {
            seen.push(request.url);
            const { status = 200, body = "", hang } = answers.get(request.url) ?? { status: 404 };
            request.resume();
            response.writeHead(status);
            if (!hang) response.end(body);
            else if (body) response.write(body);
            onRequest?.();
        });
        await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
        origin = `http://127.0.0.1:${server.address().port}`;
    });
    after(() => {
        server.closeAllConnections();
        server.close();
    });
    beforeEach(() => {
        folder = mkdtempSync(join(tmpdir(), "ffturbo-files-"));
        answers = new Map();
        seen = [];
        onRequest = undefined;
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    describe("references", () => {
        const read = (value, options) => readReference("key", value, { hashes: createHashes(), inline: 8, ...options });

        it("are paths, addresses or bytes, with the sha256 of what they name", async () => {
            const { path, sha256 } = file("key");
            expect(await read(path)).to.deep.equal({ path, sha256 });
            expect(await read({ path, sha256: ZERO })).to.deep.equal({ path, sha256: ZERO });
            expect(await read({ url: "HTTPS://host/a/../b?c=d", sha256: ZERO }))
                .to.deep.equal({ url: "https://host/b?c=d", sha256: ZERO });
            expect(await read({ url: new URL("http://host/b"), sha256: ZERO }))
                .to.deep.equal({ url: "http://host/b", sha256: ZERO });
            expect(await read(new Uint8Array([1, 2]))).to.deep.equal({ bytes: "AQI=" });
            expect(await read({ bytes: "AQI=" })).to.deep.equal({ bytes: "AQI=" });
        });

        it("are refused when they are something else", async () => {
            const { path } = file("key");
            for (const wrong of [7, null, {}, { path: "" }, { path: 7 }, "https://host/b", { url: "https://host/b" },
                { url: "ftp://host/b", sha256: ZERO }, { url: "https://", sha256: ZERO }, { url: 7, sha256: ZERO },
                { path, sha256: "0" }, { path, sha256: ZERO.toUpperCase().replace("0", "A") }, { path, sha256: 7 },
                { url: "https://host/b", sha256: "x" }, { bytes: "not base64!" }, { bytes: 7 }])
                expect(await codeOf(read(wrong)), JSON.stringify(wrong)).to.equal("ERR_OPTION");
            expect(await codeOf(read(join(folder, "none")))).to.equal("ERR_READ");
            expect(await codeOf(read(folder))).to.equal("ERR_READ");
            expect(await codeOf(read(new Uint8Array(9)))).to.equal("ERR_LIMIT");
            expect(await codeOf(read({ bytes: "A".repeat(12) }))).to.equal("ERR_LIMIT");
        });

        it("outside of what is allowed are refused before anything is opened", async () => {
            const opened = [], hashes = { of: async (path) => { opened.push(path); return ZERO; } };
            const options = { hashes, allow: [join(folder, "in"), "https://host/"] };
            const there = file("out").path;
            for (const path of [there, join(folder, "none"), "/dev/zero", join(folder, "inn", "x"), join(folder, "in/../out")])
                for (const value of [path, { path }])
                    expect(await codeOf(read(value, options)), path).to.equal("ERR_OPTION");
            expect(opened).to.deep.equal([]);
            expect(await read(join(folder, "in", "x"), options)).to.have.property("sha256", ZERO);
        });

        it("are allowed by folder, or by origin and path", () => {
            const allow = ["/keys", "/more/", "https://host/a", "https://host:8443/b/", "not a place", "https://"];
            const allows = (reference) => {
                try {
                    checkAllowed("key", { sha256: ZERO, ...reference }, allow);
                    return true;
                } catch (error) {
                    expect(error.code).to.equal("ERR_OPTION");
                    return false;
                }
            };
            for (const path of ["/keys/a", "/keys/a/b", "/more/a", "/keys/../more/a"]) expect(allows({ path }), path).to.equal(true);
            for (const path of ["/keys", "/keysx/a", "/keys/../a", "/etc/passwd", "/", resolve("https://host/a/b")]) expect(allows({ path }), path).to.equal(false);
            for (const url of ["https://host/a", "https://host/a/b?c", "https://HOST/a/b", "https://host:8443/b/c"])
                expect(allows({ url }), url).to.equal(true);
            for (const url of ["https://host/ab", "https://host/", "https://host/a/../b", "https://host/a/%2e%2e/b",
                "http://host/a/b", "https://host:444/a/b", "https://host.other/a/b", "https://host@other/a/b",
                "https://me@host/a/b", "https://:secret@host/a/b", "https://host:8443/b"])
                expect(allows({ url }), url).to.equal(false);
            expect(allows({ bytes: "AQI=" })).to.equal(true);
            expect(() => checkAllowed("key", { path: "/x", sha256: ZERO }, [])).to.throw("0 places");
            expect(checkAllowed("key", { path: "/x", sha256: ZERO }, undefined)).to.equal(undefined);
        });

        it("are hashed once, again after a change, and for others when one gave up", async () => {
            const hashes = createHashes(), { path, sha256 } = file("key"), controller = new AbortController();
            const first = failureOf(hashes.of(path, controller.signal)), second = hashes.of(path);
            controller.abort(new Error("given up"));
            expect((await first).message).to.equal("given up");
            expect(await second).to.equal(sha256);
            const later = file("key", "of another length");
            expect(await hashes.of(path)).to.equal(later.sha256);
            rmSync(path);
            expect((await failureOf(hashes.of(path))).code).to.equal("ENOENT");
        });
    });

    describe("requests", () => {
        const read = (request, options) => readRequest(request, { hashes: createHashes(), inline: 65_536, ...options });
        const both = { zkey: tiny, witness };

        it("are complete, and nothing more", async () => {
            const { data, priority } = await read({ ...both, deadline: new Date(5), tenant: "me" });
            expect([data.kind, data.tenant, data.deadline, priority]).to.deep.equal(["prove", "me", 5, "normal"]);
            for (const wrong of [7, [], { witness }, { ...both, wasm: tiny }, { ...both, inputs: {} },
                { ...both, inputs: {}, wasm: tiny }, { zkey: tiny }, { zkey: tiny, wasm: tiny },
                { zkey: tiny, inputs: {} }, { zkey: tiny, inputs: [1], wasm: tiny },
                { zkey: tiny, inputs: 7, wasm: tiny },
                { ...both, deadline: new Date(NaN) }, { ...both, deadline: "5" }, { ...both, tenant: "a:b" },
                { ...both, tenant: "x".repeat(65) }, { ...both, vkey: "key" }, { ...both, protocol: "fflonk" }])
                expect(await codeOf(read(wrong)), JSON.stringify(wrong)).to.equal("ERR_OPTION");
        });

        it("for a proof in parts have files by reference, and a scratch place that is allowed", async () => {
            const scratch = { path: folder }, split = { ...both, split: { scratch } };
            expect((await read(split)).data.kind).to.equal("split");
            const addresses = { put: "https://host/put", get: "https://host/get" };
            const { data } = await read({ ...both, split: { scratch: addresses } });
            expect(data.split.scratch).to.deep.equal(addresses);
            for (const wrong of [{}, { path: "" }, { put: "https://host/put" }, { get: "https://host/get" }, "folder"])
                expect(await codeOf(read({ ...both, split: { scratch: wrong } })), JSON.stringify(wrong)).to.equal("ERR_OPTION");
            for (const more of [{ sums: 0 }, { sums: 1.5 }, { parts: 3 }])
                expect(await codeOf(read({ ...both, split: { scratch, ...more } })), JSON.stringify(more)).to.equal("ERR_OPTION");
            const bytes = { bytes: "AQI=" };
            for (const inside of [{ zkey: bytes }, { witness: bytes }])
                expect(await codeOf(read({ ...split, ...inside }))).to.equal("ERR_OPTION");
            const wasm = { zkey: tiny, inputs: {}, wasm: tiny, split: { scratch } };
            expect(await codeOf(read(wasm))).to.equal("ERR_OPTION");
            const allow = [tiny, witness].map((path) => join(path, ".."));
            expect(await codeOf(read(split, { allow }))).to.equal("ERR_OPTION");
            expect((await read(split, { allow: [...allow, folder] })).data.kind).to.equal("split");
            for (const name of ["put", "get"]) {
                const request = { ...both, split: { scratch: { ...addresses, [name]: "https://other/x" } } };
                expect(await codeOf(read(request, { allow: [...allow, "https://host/"] })), name).to.equal("ERR_OPTION");
            }
        });
    });

    describe("in a store", () => {
        it("come from bytes, paths and addresses, and are what their hash says", async () => {
            const store = open({ folder: join(folder, "cache") }), { path, bytes, sha256 } = file("key"), far = at("far", bytes);
            expect(Buffer.from(await store.get("key", { bytes: bytes.toString("base64") }))).to.deep.equal(bytes);
            expect(await store.get("key", { path, sha256 })).to.equal(path);
            expect(readFileSync(await store.get("key", far))).to.deep.equal(bytes);
            for (const way of ["secret", "bytes"]) expect(Buffer.from(await store[way]("witness", far))).to.deep.equal(bytes);
            expect(Buffer.from(await store.bytes("inputs", { path, sha256 }))).to.deep.equal(bytes);
            for (const wrong of [{ path, sha256: ZERO }, { ...far, sha256: ZERO }]) for (const way of ["get", "secret"]) {
                const error = await failureOf(store[way]("key", wrong));
                expect([error.code, error.message.includes(origin)]).to.deep.equal(["ERR_FILE", false]);
            }
        });

        it("are looked for only where it may, whatever links say", async () => {
            mkdirSync(join(folder, "in"));
            const place = (name) => ({ path: file(name).path, sha256: sha256Of(Buffer.from(name)) });
            const inside = place("in/key"), outside = place("out"), link = join(folder, "in", "link");
            symlinkSync(outside.path, link);
            const store = open({ folder: join(folder, "cache"), allow: [join(folder, "in"), `${origin}/good`] });
            expect(await store.get("key", inside)).to.equal(inside.path);
            for (const wrong of [{ ...outside, path: link }, outside, at("bad", Buffer.from("bad"))])
                for (const way of ["get", "secret", "bytes"])
                    expect(await codeOf(store[way]("key", wrong))).to.equal("ERR_OPTION");
            expect(seen).to.deep.equal([]);
            symlinkSync(join(folder, "in"), join(folder, "also"));
            expect(await open({ allow: [join(folder, "also")] }).get("key", { ...inside, path: join(folder, "also", "key") }),
                "a folder that is itself a link").to.equal(inside.path);
        });

        it("are not longer than what they may take", async () => {
            const store = open({ folder: join(folder, "cache") }), long = Buffer.alloc(1001, 1);
            const { path, sha256 } = file("long", long);
            for (const way of ["get", "secret"]) expect(await codeOf(store[way]("key", at("long", long)))).to.equal("ERR_LIMIT");
            expect(await codeOf(store.bytes("inputs", { path, sha256 }))).to.equal("ERR_LIMIT");
            expect(readdirSync(join(folder, "cache"))).to.deep.equal([]);
            expect((await store.bytes("inputs", at("most", Buffer.alloc(1000)))).length).to.equal(1000);
        });

        it("that cannot be had say whether another try may help", async () => {
            const store = open({ folder: join(folder, "cache") });
            const again = [408, 425, 429, 500, 503], final = [400, 403, 404];
            for (const status of [...again, ...final])
                for (const way of ["get", "secret"]) {
                    answers.set("/x", { status });
                    const error = await failureOf(store[way]("key", { url: `${origin}/x`, sha256: ZERO }));
                    const kind = final.includes(status) ? "PermanentReadError" : "ProverError";
                    expect([error.code, error.constructor.name], status).to.deep.equal(["ERR_READ", kind]);
                    expect(error.message).to.include(`HTTP status ${status}`).and.not.include(origin);
                }
            for (const body of ["", "begin"]) {
                answers.set("/hangs", { hang: true, body });
                const silent = open({ timeout: 50 }).secret("witness", { url: `${origin}/hangs`, sha256: ZERO });
                const { code, message } = await failureOf(silent);
                expect([code, message]).to.deep.equal(["ERR_READ", "witness: expected bytes within 50 ms, got none"]);
            }
            expect((await failureOf(store.get("key", { path: join(folder, "none"), sha256: ZERO }))).constructor.name)
                .to.equal("PermanentReadError");
            expect(await codeOf(store.get("key", { url: "http://127.0.0.1:1/", sha256: ZERO }))).to.equal("ERR_READ");
            expect(await codeOf(open().get("key", at("key", Buffer.from("1")))), "no cache").to.equal("ERR_OPTION");
            expect(cachePlace(undefined)).to.deep.equal({ folder: undefined, bytes: 10 * 2 ** 30 });
        });

        it("stop coming when nobody wants them; a key that others wait for comes even so", async () => {
            const store = open({ folder: join(folder, "cache") }), bytes = Buffer.from("key"), far = at("key", bytes);
            const reason = new Error("no longer"), gone = AbortSignal.abort(reason);
            expect(await failureOf(store.secret("witness", far, gone))).to.equal(reason);
            const controller = new AbortController();
            answers.set("/hangs", { hang: true, body: "begin" });
            onRequest = () => controller.abort(reason);
            const url = `${origin}/hangs`;
            expect(await failureOf(store.secret("witness", { url, sha256: ZERO }, controller.signal))).to.equal(reason);
            const first = failureOf(store.get("key", far, gone)), second = store.get("key", far);
            expect(await first).to.equal(reason);
            expect(readFileSync(await second)).to.deep.equal(bytes);
            expect(seen.filter((url) => url === "/key").length).to.equal(1);
        });

        it("in its cache are for this user alone, least recently used first out, checked again", async function () {
            const cache = join(folder, "cache"), store = open({ folder: cache, bytes: 25 });
            const keys = ["a", "b", "c"].map((name) => at(name, Buffer.alloc(10, name)));
            const has = () => keys.filter(({ sha256 }) => existsSync(join(cache, sha256))).length;
            const old = ({ sha256 }, days) => {
                const date = new Date(Date.now() - days * 86_400_000);
                utimesSync(join(cache, sha256), date, date);
            };
            await store.get("key", keys[0]);
            await store.get("key", keys[1]);
            if (process.platform !== "win32") {
                expect(statSync(cache).mode & 0o777).to.equal(0o700);
                expect(statSync(join(cache, keys[0].sha256)).mode & 0o777).to.equal(0o600);
            }
            old(keys[0], 2);
            old(keys[1], 1);
            await store.get("key", keys[0]); // used again
            file("cache/somebody's", "x".repeat(1000)); // not ours to remove, nor to count
            await store.get("key", keys[2]);
            expect([existsSync(join(cache, keys[1].sha256)), has()]).to.deep.equal([false, 2]);
            expect(existsSync(join(cache, "somebody's"))).to.equal(true);
            expect(await store.stats()).to.deep.equal({ hits: 1, misses: 3, files: 2, bytes: 20 });
            writeFileSync(join(cache, keys[2].sha256), "damaged");
            expect(readFileSync(await store.get("key", keys[2]))).to.deep.equal(Buffer.alloc(10, "c"));
            writeFileSync(join(cache, keys[2].sha256), "damaged");
            answers.set("/c", { status: 500 });
            await failureOf(store.get("key", keys[2]));
            expect(existsSync(join(cache, keys[2].sha256)), "damaged, and not to be had again").to.equal(false);
            answers.set("/d", { status: 500 });
            await failureOf(store.get("key", { url: `${origin}/d`, sha256: ZERO }));
            expect(readdirSync(cache).filter((name) => name.endsWith(".part"))).to.deep.equal([]);
        });
    });

    describe("that a worker publishes", () => {
        const bytes = new Uint8Array([1, 2, 3]);
        it("are whole, for this user alone, and removed when they are no longer needed", async () => {
            const made = await publish(bytes, { path: folder }, "root.h");
            expect(made).to.deep.equal({ path: join(folder, "root.h"), sha256: sha256Of(bytes) });
            if (process.platform !== "win32") expect(statSync(made.path).mode & 0o777).to.equal(0o600);
            expect(readdirSync(folder)).to.deep.equal(["root.h"]);
            await discardScalars({ put: origin, get: origin }, "root");
            await discardScalars(undefined, "root");
            expect(readdirSync(folder)).to.deep.equal(["root.h"]);
            await discardScalars({ path: folder }, "root");
            await discardScalars({ path: folder }, "root");
            expect(readdirSync(folder)).to.deep.equal([]);
        });

        it("or not at all", async function () {
            for (const [status, kind] of [[500, "ProverError"], [403, "PermanentReadError"]]) {
                answers.set("/put", { status });
                const error = await failureOf(publish(bytes, { put: `${origin}/put`, get: `${origin}/get` }, "x"));
                expect([error.code, error.constructor.name]).to.deep.equal(["ERR_READ", kind]);
            }
            expect(await codeOf(publish(bytes, { path: join(folder, "none") }, "x"))).to.equal("ERR_READ");
            mkdirSync(join(folder, "x"));
            file("x/file"); // what cannot be replaced by a file
            expect(await codeOf(publish(bytes, { path: folder }, "x"))).to.equal("ERR_READ");
            expect(readdirSync(folder)).to.deep.equal(["x"]);
        });
    });

    describe("on the machine that proves", () => {
        /** Tasks on a pool that keeps what it is handed. */
        const openTasks = (kept, answer = async () => ({})) => {
            const pool = {
                prove: async (_key, values) => { kept.push(values); return answer(); },
                fullProve: async (inputs) => { kept.push(inputs); return answer(); },
            };
            return createTasks({ pool, store: open(), name: "w" });
        };
        const zkey = { bytes: "AQI=" }, signal = new AbortController().signal;

        it("are wiped when they are secret, after a failure too", async () => {
            for (const answer of [async () => ({}), async () => { throw new Error("no"); }]) {
                const kept = [], tasks = openTasks(kept, answer), data = { tenant: "t", zkey, witness: { bytes: "AQI=" } };
                await tasks.prove(data, { signal }).catch(() => {});
                expect([...kept[0]]).to.deep.equal([0, 0]);
            }
        });

        it("are inputs as JSON, or a failure that does not repeat them", async () => {
            const kept = [], tasks = openTasks(kept), bytes = (text) => ({ bytes: Buffer.from(text).toString("base64") });
            await tasks.prove({ tenant: "t", zkey, wasm: zkey, inputs: bytes('{"a":"5"}') }, { signal });
            expect(kept).to.deep.equal([{ a: "5" }]);
            const secret = "1234567890";
            const error = await failureOf(tasks.prove({ tenant: "t", zkey, wasm: zkey, inputs: bytes(`{"a":${secret}x}`) }, { signal }));
            expect([error.code, error.message.includes(secret)]).to.deep.equal(["ERR_INPUT", false]);
        });

        it("are cut into ranges that cover every point once, at about the wanted number", () => {
            for (const [signals, publicSignals, domainSize] of [[2, 0, 1], [30, 3, 32], [65_534, 1, 65_536]])
                for (const sums of [1, 8, 100]) {
                    const info = { signals, publicSignals, domainSize }, ranges = planRanges(info, sums);
                    const points = {
                        A: signals, B1: signals, B2: signals, C: signals - publicSignals - 1, H: domainSize,
                    };
                    for (const [part, n] of Object.entries(points)) {
                        const own = ranges.filter((range) => range.part === part);
                        expect([own[0].from, own.at(-1).to]).to.deep.equal([0, n]);
                        for (const [i, { from }] of own.slice(1).entries()) expect(from).to.equal(own[i].to);
                        if (n > 0) expect(own.every(({ from, to }) => to > from)).to.equal(true);
                    }
                    expect(ranges.length).to.be.within(5, Math.max(5, sums + 5));
                }
        });
    });
});
