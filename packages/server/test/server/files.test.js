/** Files of jobs: where they may be, that they are the right ones, and what is left of them. No Redis is needed. */
import { spawnSync } from "node:child_process";
import fs, {
    existsSync, mkdirSync, promises, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync,
    utimesSync, writeFileSync,
} from "node:fs";
import { open as openFile } from "node:fs/promises";
import { createServer } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { checkAllowed } from "../../src/allowlist.js";
import { createHashes, readReference, sha256Of } from "../../src/references.js";
import { readRequest } from "../../src/request.js";
import { cachePlace, createStore } from "../../src/store.js";
import { createTasks } from "../../src/proof_jobs.js";
import { planRanges } from "../../../../src/protocols/index.js";
import { fixture } from "../../../../test/support/circuits.js";
import { failureOf } from "../../../../test/support/failure.js";

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
            const { status = 200, body = "", hang, drip, headers = {} } = answers.get(request.url) ?? { status: 404 };
            request.resume();
            response.writeHead(status, headers);
            if (drip) {
                const timer = setInterval(() => response.write("x"), drip);
                response.on("close", () => clearInterval(timer));
                return;
            }
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
        folder = temporaryFolder("files");
        answers = new Map();
        seen = [];
        onRequest = undefined;
    });
    const { open: ownOpen } = promises;
    afterEach(() => {
        promises.open = ownOpen;
        syncBuiltinESMExports();
        rmSync(folder, { recursive: true, force: true });
    });

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
            for (const n of [6, 7, 8]) { // whatever base64 fills up
                const bytes = Buffer.alloc(n, 7).toString("base64");
                expect(await read({ bytes }, { inline: n })).to.deep.equal({ bytes });
                expect(await codeOf(read({ bytes }, { inline: n - 1 }))).to.equal("ERR_LIMIT");
            }
        });

        it("outside of what is allowed are refused before anything is opened", async () => {
            const opened = [];
            promises.open = async (path, ...rest) => { opened.push(path); return ownOpen(path, ...rest); };
            syncBuiltinESMExports();
            const options = { hashes: createHashes(), allow: [join(folder, "in"), "https://host/"] };
            const there = file("out").path;
            mkdirSync(join(folder, "in"));
            symlinkSync(there, join(folder, "in", "link"));
            file("in/x");
            for (const path of [there, join(folder, "none"), "/dev/zero", join(folder, "inn", "x"), join(folder, "in/../out"),
                join(folder, "in", "link")])
                for (const value of [path, { path }])
                    expect(await codeOf(read(value, options)), path).to.equal("ERR_OPTION");
            expect(opened).to.deep.equal([]);
            expect(await read(join(folder, "in", "x"), options)).to.have.property("sha256", sha256Of(Buffer.from("in/x")));
            expect(opened).to.deep.equal([join(folder, "in", "x")]);
        });

        it("are allowed by folder, or by origin and path", () => {
            const allow = ["/keys", "/more/", "https://host/a", "https://host:8443/b/", "not a location", "https://"];
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
                "https://me@host/a/b", "https://:secret@host/a/b", "https://host:8443/b", "https://host./a/b",
                "https://host/a/..%2fb", "https://host/a/..%5cb", "https://host/a/%252e%252e/b", "https://host/a/..;/b",
                "https://host/a/..\\..\\b", "https://host/a/.%2e/b", "https://host/a/b%00", "file:///keys/a", "data:,x",
                "https://[::ffff:127.0.0.1]/a/b", "https://2130706433/a/b", "not a location"])
                expect(allows({ url }), url).to.equal(false);
            expect(allows({ bytes: "AQI=" })).to.equal(true);
            expect(() => checkAllowed("key", { path: "/x", sha256: ZERO }, [])).to.throw("0 allowed locations");
            expect(checkAllowed("key", { path: "/x/y", sha256: ZERO }, ["/"]), "all of it").to.equal(undefined);
            expect(checkAllowed("key", { path: "/x", sha256: ZERO }, undefined)).to.equal(undefined);
        });

        it("are hashed once, again after a change, and for others when one gave up", async () => {
            const hashes = createHashes(), { path, sha256 } = file("key"), controller = new AbortController();
            const hashOf = async (signal) => {
                const handle = await openFile(path);
                try {
                    return await hashes.of(handle, signal);
                } finally {
                    await hashes.close(handle);
                }
            };
            const first = failureOf(hashOf(controller.signal)), second = hashOf();
            controller.abort(new Error("given up"));
            expect((await first).message).to.equal("given up");
            expect(await second).to.equal(sha256);
            utimesSync(path, 1, 1);
            expect(await hashOf()).to.equal(sha256);
            const later = file("key", "yek");
            utimesSync(path, 1, 1); // of the same length, and as old as before
            expect(await hashOf()).to.equal(later.sha256);
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
                { ...both, tenant: "x".repeat(65) }, { ...both, vkey: "key" }, { ...both, protocol: "marlin" }])
                expect(await codeOf(read(wrong)), JSON.stringify(wrong)).to.equal("ERR_OPTION");
        });

        it("for a proof in parts have files by reference, and a scratch location that may be written", async () => {
            const scratch = { path: folder }, split = { ...both, split: { scratch } };
            const addresses = { put: "https://host/put", get: "https://host/get" };
            const write = { allowWrite: [join(folder, ".."), "https://host/"] };
            expect((await read(split, write)).data.kind).to.equal("split");
            const { data } = await read({ ...both, split: { scratch: addresses } }, write);
            expect(data.split.scratch).to.deep.equal(addresses);
            const { data: { split: { scratch: there } } } = await read({ ...both, split: { scratch: { path: `${folder}/a/..` } } }, write);
            expect(there).to.deep.equal({ path: folder }, "without dots, the same for every worker");
            for (const wrong of [{}, { path: "" }, { put: "https://host/put" }, { get: "https://host/get" }, "folder",
                { path: folder, ...addresses }, { path: folder, put: addresses.put }, { path: folder, get: addresses.get }, { ...addresses, put: "file:///x" }, { ...addresses, get: "folder" }])
                expect(await codeOf(read({ ...both, split: { scratch: wrong } }, write)), JSON.stringify(wrong)).to.equal("ERR_OPTION");
            for (const more of [{ msms: 0 }, { msms: 1.5 }, { parts: 3 }])
                expect(await codeOf(read({ ...both, split: { scratch, ...more } }, write)), JSON.stringify(more)).to.equal("ERR_OPTION");
            const bytes = { bytes: "AQI=" };
            for (const inside of [{ zkey: bytes }, { witness: bytes }])
                expect(await codeOf(read({ ...split, ...inside }, write))).to.equal("ERR_OPTION");
            const wasm = { zkey: tiny, inputs: {}, wasm: tiny, split: { scratch } };
            expect(await codeOf(read(wasm, write))).to.equal("ERR_OPTION");
        });

        it("name no location to write that is only for reading, and none unless the operator names one", async () => {
            const addresses = { put: "https://host/keys/circuit.zkey", get: "https://host/keys/circuit.zkey" };
            const allow = [...[tiny, witness].map((path) => join(path, "..")), folder, "https://host/keys/"];
            for (const scratch of [{ path: folder }, addresses])
                for (const allowWrite of [undefined, [], [join(folder, "scratch"), "https://host/scratch/"]]) {
                    const error = await failureOf(read({ ...both, split: { scratch } }, { allow, allowWrite }));
                    expect([error.code, error.message]).to.deep.equal([
                        "ERR_OPTION",
                        `split.scratch, which is written to: expected a file in one of the ${allowWrite?.length ?? 0} allowed locations, got another`,
                    ]);
                }
            for (const name of ["put", "get"]) {
                const scratch = { put: "https://host/scratch/a", get: "https://host/scratch/a", [name]: addresses.put };
                expect(await codeOf(read({ ...both, split: { scratch } }, { allow, allowWrite: ["https://host/scratch/"] })), name)
                    .to.equal("ERR_OPTION");
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
            const location = (name) => ({ path: file(name).path, sha256: sha256Of(Buffer.from(name)) });
            const inside = location("in/key"), outside = location("out"), link = join(folder, "in", "link");
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

        it("are not looked for where a redirect leads, on the same server or on another", async () => {
            const inside = createServer((request, response) => {
                reached.push(request.url);
                request.resume();
                response.end("secret");
            }), reached = [];
            await new Promise((resolve) => { inside.listen(0, "127.0.0.1", resolve); });
            try {
                const elsewhere = `http://127.0.0.1:${inside.address().port}/latest/meta-data`;
                const allow = [`${origin}/good/`], target = { put: `${origin}/good/x`, get: `${origin}/good/x` };
                for (const status of [301, 302, 303, 307, 308])
                    for (const location of [elsewhere, "/bad", "../bad", "//127.0.0.1:1/x"]) {
                        answers.set("/good/x", { status, headers: { location } });
                        const store = open({ folder: join(folder, "cache"), allow, allowWrite: allow });
                        const wrong = { url: `${origin}/good/x`, sha256: sha256Of(Buffer.from("secret")) };
                        for (const way of [
                            () => store.get("key", wrong), () => store.secret("key", wrong), () => store.bytes("key", wrong),
                            () => store.publish(new Uint8Array(3), target, "root"),
                        ]) {
                            const error = await failureOf(way());
                            expect([error.constructor.name, error.code], `${status} ${location}`)
                                .to.deep.equal(["PermanentReadError", "ERR_READ"]);
                            expect(error.message).to.include(`HTTP status ${status}, a redirect, which is not followed`);
                        }
                    }
                expect([reached, seen.filter((url) => url !== "/good/x")]).to.deep.equal([[], []]);
            } finally {
                inside.close();
            }
        });

        it("come at a least rate: neither an answer nor an upload lasts forever", async () => {
            answers.set("/drip", { drip: 5 }); // is never silent, and never ends
            const url = `${origin}/drip`, store = open({ folder: join(folder, "cache"), timeout: 600, allowWrite: [origin] });
            for (const way of ["get", "secret"]) {
                const { code, message } = await failureOf(store[way]("key", { url, sha256: ZERO }));
                expect([code, /^key: expected .* got (fewer|none)$/.test(message)], message).to.deep.equal(["ERR_READ", true]);
            }
            const silent = createServer(() => {}); // takes everything and says nothing
            await new Promise((resolve) => { silent.listen(0, "127.0.0.1", resolve); });
            try {
                const put = `http://127.0.0.1:${silent.address().port}/`, allowWrite = [put];
                const error = await failureOf(open({ timeout: 50, allowWrite }).publish(new Uint8Array(9), { put, get: put }, "x"));
                expect([error.code, error.message])
                    .to.deep.equal(["ERR_READ", "scratch: expected it to take 9 bytes within 51 ms, got no answer"]);
            } finally {
                silent.closeAllConnections();
                silent.close();
            }
        });

        it("are published where they were checked, though a folder becomes another link before they get their name", async function () {
            if (process.platform !== "linux") this.skip();
            for (const name of ["all/in/sub", "all/in/other", "all/out"]) mkdirSync(join(folder, name), { recursive: true });
            const at = (...names) => join(folder, "all", ...names), ownRename = promises.rename;
            const lead = (to) => {
                rmSync(at("in", "sub"), { recursive: true, force: true });
                symlinkSync(to, at("in", "sub"));
            };
            const store = open({ allow: [at("in")], allowWrite: [at("in")] });
            promises.open = async (...args) => {
                lead(at("in", "other")); // which is allowed
                return ownOpen(...args);
            };
            promises.rename = async (...args) => {
                lead(at("out"));
                return ownRename(...args);
            };
            syncBuiltinESMExports();
            try {
                await store.publish(new Uint8Array([1, 2, 3]), { path: at("in", "sub") }, "root");
            } finally {
                Object.assign(promises, { open: ownOpen, rename: ownRename });
                syncBuiltinESMExports();
            }
            expect([readdirSync(at("out")), readdirSync(at("in", "other"))]).to.deep.equal([[], ["root.h"]]);
        });

        it("are read where they were checked, though a folder becomes a link in between", async function () {
            if (process.platform !== "linux") this.skip(); // only Linux tells where an open file is
            const hash = sha256Of(Buffer.from("secret"));
            const setUp = () => {
                rmSync(join(folder, "all"), { recursive: true, force: true });
                for (const name of ["all/in/sub", "all/out"]) mkdirSync(join(folder, name), { recursive: true });
                file("all/in/sub/x", "harmless");
                file("all/out/x", "secret");
            };
            const path = join(folder, "all", "in", "sub", "x"), store = open({
                allow: [join(folder, "all", "in")], allowWrite: [join(folder, "all", "in")],
            });
            const ways = [
                ...["get", "secret", "bytes"].map((way) => () => store[way]("witness", { path, sha256: hash })),
                () => store.publish(new Uint8Array([1, 2, 3]), { path: join(folder, "all", "in", "sub") }, "root"),
            ];
            for (const way of ways) {
                setUp();
                promises.open = async (...args) => { // the last moment before it is opened
                    renameSync(join(folder, "all", "in", "sub"), join(folder, "all", "in", "gone"));
                    symlinkSync(join(folder, "all", "out"), join(folder, "all", "in", "sub"));
                    return ownOpen(...args);
                };
                syncBuiltinESMExports();
                try {
                    expect(await codeOf(way()), String(way)).to.equal("ERR_OPTION");
                } finally {
                    promises.open = ownOpen;
                    syncBuiltinESMExports();
                }
                expect(readdirSync(join(folder, "all", "out")), "nothing is left there").to.deep.equal(["x"]);
            }
            setUp();
            const own = { path, sha256: sha256Of(Buffer.from("harmless")) }, witness = await store.secret("witness", own);
            rmSync(path);
            symlinkSync(join(folder, "all", "out", "x"), path); // after it was checked
            expect(Buffer.from(await witness.read(0, 8)).toString()).to.equal("harmless");
            await witness.close();
        });

        it("are plain files: a FIFO does not hold up a worker", async function () {
            if (process.platform === "win32") this.skip();
            const fifo = join(folder, "fifo");
            expect(spawnSync("mkfifo", [fifo]).status).to.equal(0);
            const store = open({ allow: [folder] });
            for (const path of [fifo, folder]) for (const way of ["get", "secret", "bytes"])
                expect(await codeOf(store[way]("key", { path: join(path), sha256: ZERO })), path)
                    .to.equal(path === fifo ? "ERR_READ" : "ERR_OPTION");
            expect(await codeOf(readReference("key", fifo, { hashes: createHashes(), inline: 8 }))).to.equal("ERR_READ");
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

        it("leave nothing in the cache after a download that fails sooner than its file is made", async () => {
            const cache = join(folder, "cache"), store = open({ folder: cache, bytes: 25 }), own = fs.open, opened = [];
            const late = (run) => (...args) => {
                opened.push(args[0]);
                return run(() => new Promise((resolve) => { setTimeout(resolve, 200); }), args);
            };
            answers.set("/e", { status: 500 });
            fs.open = late((wait, args) => void wait().then(() => own(...args)));
            promises.open = late((wait, args) => wait().then(() => ownOpen(...args)));
            syncBuiltinESMExports();
            try {
                await failureOf(store.get("key", { url: `${origin}/e`, sha256: ZERO }));
                await new Promise((resolve) => { setTimeout(resolve, 400); });
            } finally {
                fs.open = own;
                promises.open = ownOpen;
                syncBuiltinESMExports();
            }
            expect(opened.filter((path) => String(path).endsWith(".part"))).to.have.length(1);
            expect(readdirSync(cache)).to.deep.equal([]);
        });

        it("say that they cannot be read where the cache takes no file", async () => {
            const store = open({ folder: join(folder, "cache"), bytes: 25 });
            const full = Object.assign(new Error("no space"), { code: "ENOSPC" });
            promises.open = (path, ...rest) => (path.endsWith(".part") ? Promise.reject(full) : ownOpen(path, ...rest));
            syncBuiltinESMExports();
            try {
                expect(await codeOf(store.get("key", at("f", Buffer.from("f"))))).to.equal("ERR_READ");
            } finally {
                promises.open = ownOpen;
                syncBuiltinESMExports();
            }
        });

        it("are never removed while somebody waits for them, whatever the clocks of the folder say", async () => {
            const cache = join(folder, "cache"), store = open({ folder: cache, bytes: 25 });
            const [ahead, other, wanted] = ["a", "b", "c"].map((name) => at(name, Buffer.alloc(10, name)));
            const tomorrow = new Date(Date.now() + 86_400_000);
            for (const key of [ahead, other]) {
                await store.get("key", key);
                utimesSync(join(cache, key.sha256), tomorrow, tomorrow);
            }
            expect(readFileSync(await store.get("key", wanted))).to.deep.equal(Buffer.alloc(10, "c"));
            expect((await store.stats()).files).to.equal(2);
        });

        describe("from an address, when they are secret", () => {
            const whole = Buffer.from("witness"), witness = { url: "http://host/witness", sha256: sha256Of(whole) };
            /** Gets it in two pieces, and tells what became of these. @param {(controller: any) => void} end */
            async function piecesAfter(reference, end, options) {
                const { fetch } = globalThis, pieces = ["wit", "ness"].map((text) => new Uint8Array(Buffer.from(text)));
                let sent = 0;
                globalThis.fetch = async () => new Response(new ReadableStream({
                    pull: (controller) => (sent < 2 ? controller.enqueue(pieces[sent++]) : end(controller)),
                }, { highWaterMark: 0 }));
                try {
                    const got = await open(options).secret("witness", reference).catch((error) => error);
                    return { got, pieces: pieces.map((piece) => [...piece]) };
                } finally {
                    globalThis.fetch = fetch;
                }
            }
            const CLEARED = [[0, 0, 0], [0, 0, 0, 0]], close = (controller) => controller.close();

            it("are cleared in the pieces that they came in", async () => {
                const { got, pieces } = await piecesAfter(witness, close);
                expect(Buffer.from(got)).to.deep.equal(whole);
                expect(pieces).to.deep.equal(CLEARED);
            });

            it("also when the file is another one, breaks off, or is too long", async () => {
                const another = await piecesAfter({ ...witness, sha256: "0".repeat(64) }, close);
                expect([another.got.code, another.pieces]).to.deep.equal(["ERR_FILE", CLEARED]);
                const broken = await piecesAfter(witness, (controller) => controller.error(new Error("reset")));
                expect([broken.got.code, broken.pieces]).to.deep.equal(["ERR_READ", CLEARED]);
                const long = await piecesAfter(witness, close, { memory: 6 });
                expect([long.got.code, long.pieces]).to.deep.equal(["ERR_LIMIT", CLEARED]);
            });
        });
    });

    describe("that a worker publishes", () => {
        const bytes = new Uint8Array([1, 2, 3]), put = () => ({ put: `${origin}/put`, get: `${origin}/get` });
        const writer = (options) => open({ allowWrite: [folder, origin], ...options });

        it("are whole, for this user alone, and removed when they are no longer needed", async () => {
            const store = writer(), made = await store.publish(bytes, { path: folder }, "root");
            expect(made).to.deep.equal({ path: join(folder, "root.h"), sha256: sha256Of(bytes) });
            if (process.platform !== "win32") expect(statSync(made.path).mode & 0o777).to.equal(0o600);
            expect(readdirSync(folder)).to.deep.equal(["root.h"]);
            await store.discard(put(), "root");
            await store.discard(undefined, "root");
            expect(readdirSync(folder)).to.deep.equal(["root.h"]);
            await store.discard({ path: folder }, "root");
            await store.discard({ path: folder }, "root");
            expect(readdirSync(folder)).to.deep.equal([]);
        });

        it("or not at all", async function () {
            const store = writer();
            for (const [status, kind] of [[500, "ProverError"], [403, "PermanentReadError"]]) {
                answers.set("/put", { status });
                const error = await failureOf(store.publish(bytes, put(), "x"));
                expect([error.code, error.constructor.name]).to.deep.equal(["ERR_READ", kind]);
            }
            expect(await codeOf(store.publish(bytes, { path: join(folder, "none") }, "x"))).to.equal("ERR_READ");
            mkdirSync(join(folder, "x.h"));
            file("x.h/file"); // what cannot be replaced by a file
            expect(await codeOf(store.publish(bytes, { path: folder }, "x"))).to.equal("ERR_READ");
            expect(readdirSync(folder)).to.deep.equal(["x.h"]);
        });

        it("go, and are removed, only where it may write, whatever links say", async () => {
            for (const name of ["in", "out"]) mkdirSync(join(folder, name));
            symlinkSync(join(folder, "out"), join(folder, "in", "link"));
            file("out/x.h", "of somebody");
            answers.set("/put", { status: 200 });
            const allow = [folder, origin], scratches = [
                { path: join(folder, "out") }, { path: join(folder, "in", "link") }, { path: join(folder, "in", "..", "out") },
                { path: join(folder, "none") }, put(), // a refusal does not say whether a folder is there
            ];
            for (const allowWrite of [undefined, [], [join(folder, "in"), `${origin}/in/`]])
                for (const scratch of scratches) {
                    const store = open({ allow, allowWrite });
                    expect(await codeOf(store.publish(bytes, scratch, "x")), JSON.stringify(scratch)).to.equal("ERR_OPTION");
                    await store.discard(scratch, "x");
                }
            expect([readdirSync(join(folder, "out")), readdirSync(join(folder, "in"))]).to.deep.equal([["x.h"], ["link"]]);
            expect(readFileSync(join(folder, "out", "x.h"), "utf8")).to.equal("of somebody");
            expect(seen).to.deep.equal([]);
        });

        it("are read again from where they were published, and from nowhere else", async () => {
            const store = writer({ allow: [] }), scratch = { path: folder }, made = await store.publish(bytes, scratch, "root");
            const { size, close } = await store.scalars(made, scratch, "root");
            await close();
            expect(size).to.equal(3);
            const other = file("other"), far = at("get", Buffer.from(bytes));
            expect(await store.scalars(far, put(), "root")).to.deep.equal(bytes);
            for (const [wrong, location = scratch, root = "root"] of [
                [{ path: other.path, sha256: other.sha256 }], [far], [made, put()], [made, scratch, "another"], [made, null],
                [{ bytes: "AQI=" }], [{ bytes: "AQI=" }, null], [{ ...far, url: `${origin}/other` }, put()],
            ]) expect(await codeOf(store.scalars(wrong, location ?? undefined, root)), JSON.stringify(wrong)).to.equal("ERR_OPTION");
            expect(await codeOf(open({ allow: [folder] }).scalars(made, scratch, "root")), "for reading only").to.equal("ERR_OPTION");
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

        it("are wiped after each part of a proof too, however it ends: witness, scalars, and what is published", async () => {
            const key = tiny, given = [], published = [];
            const secret = async () => {
                given.push(new Uint8Array(Buffer.from("secret")));
                return given.at(-1);
            };
            const store = {
                expectScratch() {}, get: async () => key, secret, scalars: secret,
                publish: async (scalars) => { published.push([...scalars]); },
            };
            const witness = { path: "/secret", sha256: "0".repeat(64) }, scratch = { path: folder };
            const data = { tenant: "t", zkey, witness, root: "root", scratch, split: { msms: 5, scratch } };
            for (const answer of [async () => new Uint8Array([1, 2, 3]), async () => { throw new Error("no"); }]) {
                const made = [], pool = { run: async () => {
                    made.push(await answer());
                    return made.at(-1);
                } };
                const tasks = createTasks({ pool, store, name: "w" }), count = given.length;
                await tasks.msm({ ...data, range: { part: "A", from: 0, to: 1 } }, { signal }).catch(() => {});
                await tasks.msm({ ...data, range: { part: "H", from: 0, to: 1 } }, { signal }).catch(() => {});
                await tasks.quotient(data, { signal }).catch(() => {});
                await tasks.join(data, "root", { quotient: { quotient: witness, worker: "w" } }, { signal }).catch(() => {});
                expect(given.length - count, "one, one, one, and two").to.equal(5);
                for (const bytes of given) expect([...bytes]).to.deep.equal([0, 0, 0, 0, 0, 0]);
                if (made.length > 0) expect([...made[2]], "the scalars of H, once they are stored").to.deep.equal([0, 0, 0]);
            }
            expect(published).to.deep.equal([[1, 2, 3]]);
        });

        it("are not worked on when their result may not be written", async () => {
            const worked = [], pool = { run: async () => { worked.push(1); return new Uint8Array(3); } };
            const tasks = createTasks({ pool, store: open({ allowWrite: [join(folder, "in")] }), name: "w" });
            const data = { tenant: "t", zkey, witness: { bytes: "AQI=" }, root: "x", scratch: { path: folder } };
            expect(await codeOf(tasks.quotient(data, { signal }))).to.equal("ERR_OPTION");
            expect(worked).to.deep.equal([]);
        });

        it("are inputs as JSON, or a failure that does not repeat them", async () => {
            const kept = [], tasks = openTasks(kept), bytes = (text) => ({ bytes: Buffer.from(text).toString("base64") });
            await tasks.prove({ tenant: "t", zkey, wasm: zkey, inputs: bytes('{"a":"5"}') }, { signal });
            expect(kept).to.deep.equal([{ a: "5" }]);
            await tasks.prove({ tenant: "t", zkey, wasm: zkey, inputs: bytes('{"a":[1000000000000000000001,7]}') }, { signal });
            expect(kept[1]).to.deep.equal({ a: ["1000000000000000000001", 7] });
            const secret = "1234567890";
            const error = await failureOf(tasks.prove({ tenant: "t", zkey, wasm: zkey, inputs: bytes(`{"a":${secret}x}`) }, { signal }));
            expect([error.code, error.message.includes(secret)]).to.deep.equal(["ERR_INPUT", false]);
        });

        it("are cut into ranges that cover every point once, at about the wanted number", () => {
            for (const [signals, publicSignals, domainSize] of [[2, 0, 1], [30, 3, 32], [65_534, 1, 65_536]])
                for (const msms of [1, 8, 100]) {
                    const info = { protocol: "groth16", signals, publicSignals, domainSize }, ranges = planRanges(info, msms);
                    const points = { A: signals, B2: signals, C: signals - publicSignals - 1, H: domainSize };
                    for (const [part, n] of Object.entries(points)) {
                        const own = ranges.filter((range) => range.part === part);
                        expect([own[0].from, own.at(-1).to]).to.deep.equal([0, n]);
                        for (const [i, { from }] of own.slice(1).entries()) expect(from).to.equal(own[i].to);
                        if (n > 0) expect(own.every(({ from, to }) => to > from)).to.equal(true);
                    }
                    expect(ranges.length).to.be.within(4, Math.max(4, msms + 4));
                }
        });
    });
});
