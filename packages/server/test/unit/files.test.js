/** Files of jobs, on fakes of the network and of clocks: what is asked for, for how long, and what is let go. */
import { constants, promises, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { getEventListeners } from "node:events";
import { expect } from "chai";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { isLate, planRanges, verify, zkeyInfo } from "../../../../src/protocols/index.js";
import { download, upload } from "../../src/http.js";
import { checkJob, readQuotient, readMsm } from "../../src/job_data.js";
import { jobsOf, mostMsms, namesOf, onFailure, msmsFor } from "../../src/parts.js";
import { createTasks } from "../../src/proof_jobs.js";
import { createHashes, sha256Of } from "../../src/references.js";
import { bytesInside, hasSecrets, withoutSecrets } from "../../src/request.js";
import { cachePlace, createStore } from "../../src/store.js";
import { fixture } from "../../../../test/support/circuits.js";
import { failureOf } from "../../../../test/support/failure.js";

const ZERO = "0".repeat(64), tiny = fixture("mimc_tiny", "circuit.zkey");
const vkey = JSON.parse(readFileSync(fixture("mimc_tiny", "vkey.json"), "utf8"));

describe("exchanges over HTTP", () => {
    const { fetch, setTimeout, clearTimeout } = globalThis, own = { fetch, setTimeout, clearTimeout, now: Date.now };
    let time, timers, asked, answer;
    beforeEach(() => {
        [time, timers, asked, answer] = [1000, [], [], undefined];
        globalThis.fetch = async (url, options) => {
            asked.push({ url, ...options });
            return answer(options);
        };
        globalThis.setTimeout = (callback, ms) => timers.push({ callback, ms, runs: true }) - 1;
        globalThis.clearTimeout = (i) => { if (timers[i]) timers[i].runs = false; };
        Date.now = () => time;
    });
    afterEach(() => {
        const { now, ...functions } = own;
        Object.assign(globalThis, functions);
        Date.now = now;
    });
    const running = () => timers.filter(({ runs }) => runs);
    async function all(most, signal) {
        const pieces = [];
        for await (const piece of download("key", "http://host/key", most, 100, signal)) pieces.push(piece);
        return pieces;
    }
    /** A body whose pieces take so long. @param {[size: number, ms: number][]} pieces */
    const bodyOf = (...pieces) => ({ ok: true, status: 200, body: (async function* () {
        for (const [size, ms] of pieces) {
            time += ms;
            yield new Uint8Array(size);
        }
    })() });

    it("take pieces at 10 bytes a millisecond after the first wait, and as many bytes as they may", async () => {
        answer = () => bodyOf([1000, 200], [10, 1]);
        expect((await all(1010)).map(({ length }) => length)).to.deep.equal([1000, 10]);
        expect(running(), "no timer is left").to.deep.equal([]);
        expect(timers.map(({ ms }) => ms), "one for each wait").to.deep.equal([100, 100, 100]);
        expect(asked[0]).to.include({ url: "http://host/key", redirect: "manual" });
        expect(asked[0].signal.aborted, "what may still run has ended").to.equal(true);
        answer = () => bodyOf([1000, 201]);
        expect((await failureOf(all(1010))).message).to.equal("key: expected 10 KB a second, got fewer");
        answer = () => bodyOf([1000, 1], [11, 1]);
        expect(await failureOf(all(1010))).to.include({ code: "ERR_LIMIT" });
        answer = () => ({ ok: true, status: 200, body: null });
        expect(await all(0)).to.deep.equal([]);
    });

    it("end when nothing comes, and when the caller wants them no longer", async () => {
        const hanging = ({ signal }) => new Promise((_, reject) => {
            signal.addEventListener("abort", () => reject(new Error("aborted")));
        });
        answer = hanging;
        const silent = all(1);
        await undefined;
        timers[0].callback();
        expect(await failureOf(silent)).to.include({ code: "ERR_READ", message: "key: expected bytes within 100 ms, got none" });
        const controller = new AbortController(), stopped = all(1, controller.signal);
        await undefined;
        expect(getEventListeners(controller.signal, "abort").length).to.equal(1);
        controller.abort(new Error("enough"));
        expect((await failureOf(stopped)).message).to.equal("enough");
        answer = () => bodyOf([1, 1]);
        const kept = new AbortController();
        await all(1, kept.signal);
        expect(getEventListeners(kept.signal, "abort").length, "no listener is left").to.equal(0);
        asked.length = 0;
        for (const exchange of [all(1, controller.signal), upload("scratch", "http://host/", new Uint8Array(1), 9, controller.signal)])
            expect((await failureOf(exchange)).message).to.equal("enough");
        expect([asked.length, running().length]).to.deep.equal([0, 0]);
    });

    it("send bytes with the time that they take", async () => {
        answer = () => ({ ok: true, status: 200 });
        const bytes = new Uint8Array(1001);
        await upload("scratch", "http://host/x", bytes, 100, undefined);
        expect(asked[0]).to.include({ url: "http://host/x", method: "PUT", body: bytes, redirect: "manual" });
        expect([timers.map(({ ms }) => ms), running()]).to.deep.equal([[100, 201], []]);
        answer = ({ signal }) => new Promise((_, reject) => { signal.addEventListener("abort", () => reject(signal.reason)); });
        const silent = upload("scratch", "http://host/x", bytes, 100, undefined);
        await undefined;
        timers.at(-1).callback();
        expect((await failureOf(silent)).message)
            .to.equal("scratch: expected it to take 1001 bytes within 201 ms, got no answer");
    });

    it("give back the body of a refusal, whose status says whether to try again", async () => {
        for (const [status, kind] of [
            [300, "PermanentReadError"], [304, "PermanentReadError"], [499, "PermanentReadError"], [599, "ProverError"],
            [199, "ProverError"], [408, "ProverError"], [425, "ProverError"], [429, "ProverError"],
        ]) {
            let cancelled = 0;
            answer = () => ({ ok: false, status, body: { cancel: async () => { cancelled++; throw new Error("it is gone"); } } });
            const error = await failureOf(all(1));
            expect([error.constructor.name, cancelled], `${status}`).to.deep.equal([kind, 1]);
            expect(error.message.endsWith(`got HTTP status ${status}`), "no redirect").to.equal(true);
            answer = () => ({ ok: false, status, body: null });
            expect((await failureOf(all(1))).constructor.name).to.equal(kind);
        }
    });
});

describe("hashes of open files", () => {
    const made = { dev: 1, ino: 2, size: 3, mtimeMs: 4, ctimeMs: 5 };
    let read, closed;
    beforeEach(() => { [read, closed] = [0, 0]; });
    const file = (change = {}, chunks = async function* () { yield Buffer.from("abc"); }) => ({
        stat: async () => ({ ...made, ...change }),
        createReadStream: (options) => {
            read++;
            expect(options).to.deep.equal({ start: 0, autoClose: false });
            return chunks();
        },
        close: async () => { closed++; },
    });

    it("are calculated once for each identity, a thousand of which are remembered", async () => {
        const hashes = createHashes();
        for (const name of Object.keys(made)) {
            expect(await hashes.of(file())).to.equal(sha256Of(Buffer.from("abc")));
            read = 0;
            for (let i = 0; i < 2; i++) await hashes.of(file({ [name]: 9 }));
            expect(read, name).to.equal(1);
        }
        const many = createHashes();
        read = 0;
        for (let ino = 0; ino < 1000; ino++) await many.of(file({ ino }));
        await many.of(file({ ino: 0 }));
        expect(read, "all of them").to.equal(1000);
        await many.of(file({ ino: 1000 }));
        await many.of(file({ ino: 0 }));
        expect(read).to.equal(1001);
        await many.of(file({ ino: 1 }));
        expect(read, "the one went that was asked for least recently").to.equal(1002);
    });

    it("that failed are calculated again, and a file stays open until they are done", async () => {
        const hashes = createHashes(), broken = async function* () { throw new Error("unreadable"); };
        for (let i = 0; i < 2; i++) expect((await failureOf(hashes.of(file({}, broken)))).message).to.equal("unreadable");
        expect(read).to.equal(2);
        let go;
        const held = new Promise((resolve) => { go = resolve; });
        const slow = file({ ino: 7 }, async function* () { await held; yield Buffer.from("abc"); });
        const stop = new AbortController(), first = failureOf(hashes.of(slow, stop.signal));
        await new Promise((resolve) => { setImmediate(resolve); });
        stop.abort(new Error("enough"));
        expect((await first).message).to.equal("enough");
        const closing = hashes.close(slow);
        await new Promise((resolve) => { setImmediate(resolve); });
        expect(closed, "others may wait for its hash").to.equal(0);
        go();
        await closing;
        expect(closed).to.equal(1);
    });
});

describe("a store of files", () => {
    const { open: ownOpen } = promises;
    let folder, opened;
    /** Notes how files are opened, and lets them be changed. @param {(file: any) => void} [change] */
    const watch = (change = () => {}) => {
        opened = [];
        promises.open = async (path, flags, mode) => {
            const file = await ownOpen(path, flags, mode), { close } = file, note = { path, flags, mode, closed: 0 };
            file.close = () => { note.closed++; return close.call(file); };
            opened.push(note);
            change(file);
            return file;
        };
        syncBuiltinESMExports();
    };
    beforeEach(() => { folder = temporaryFolder("store"); });
    afterEach(() => {
        promises.open = ownOpen;
        syncBuiltinESMExports();
        rmSync(folder, { recursive: true, force: true });
    });
    const open = (options) => createStore({ bytes: 1000, memory: 1000, timeout: 60_000, ...options });
    const put = (name, content) => {
        const path = join(folder, name), bytes = Buffer.from(content);
        writeFileSync(path, bytes);
        return { path, sha256: sha256Of(bytes) };
    };

    it("leaves nothing of a secret file that ends early, or cannot be read to its end", async () => {
        const reference = put("witness", "secret!"), store = open();
        for (const [second, words] of [
            [async () => ({ bytesRead: 0 }), "witness: expected 7 bytes, got 3"],
            [async () => { throw new Error("the disk is on fire"); }, "the disk is on fire"],
        ]) {
            const filled = [];
            watch((file) => {
                const { read } = file;
                file.read = async (into) => {
                    if (into.buffer.length !== 7) return read.call(file, into); // for its hash
                    if (filled.push(into.buffer) > 1) return second();
                    return read.call(file, { ...into, length: 3 });
                };
            });
            expect((await failureOf(store.bytes("witness", reference))).message).to.equal(words);
            expect(filled).to.have.length(2);
            expect(filled[0].every((byte) => byte === 0), words).to.equal(true);
        }
    });

    it("opens files without following a link, and closes them whatever becomes of them", async () => {
        const careful = constants.O_NOFOLLOW | constants.O_NONBLOCK, store = open({ allowWrite: [folder] });
        const key = put("key", "a key");
        watch();
        await store.get("key", key);
        await store.bytes("inputs", key);
        for (const way of ["get", "secret", "bytes"])
            expect(await failureOf(store[way]("key", { ...key, sha256: ZERO }))).to.include({ code: "ERR_FILE" });
        expect(await failureOf(open({ memory: 4 }).bytes("inputs", key))).to.include({ code: "ERR_LIMIT" });
        expect(opened.map(({ flags }) => flags)).to.deep.equal(Array(6).fill(constants.O_RDONLY | careful));
        await new Promise((resolve) => { setImmediate(resolve); });
        for (const { closed } of opened) expect(closed).to.be.at.least(1);
        const secret = await store.secret("witness", key);
        expect([secret.size, secret.fresh, opened.at(-1).closed]).to.deep.equal([5, true, 0]);
        await secret.close();
        expect(opened.at(-1).closed).to.equal(1);
        opened.length = 0;
        await store.publish(new Uint8Array(3), { path: folder }, "root");
        const { O_WRONLY, O_CREAT, O_EXCL } = constants;
        expect(opened.map(({ flags, mode, closed }) => [flags, mode, closed]))
            .to.deep.equal([[O_WRONLY | O_CREAT | O_EXCL | careful, 0o600, 1]]);
    });

    it("reads on where the system reads less than it was asked for, and says where a file is shorter", async () => {
        const key = put("key", "0123456789"), store = open();
        const short = (most) => (file) => {
            const { read } = file;
            file.read = (into) =>
                (most > 0 ? read.call(file, { ...into, length: Math.min(most, into.length) }) : { bytesRead: 0 });
        };
        watch(short(3));
        const file = await store.secret("witness", key);
        expect(Buffer.from(await file.read(2, 7)).toString()).to.equal("2345678");
        expect(Buffer.from(await file.read(7, 9)).toString(), "to its end").to.equal("789");
        await file.close();
        expect(Buffer.from(await store.bytes("inputs", key)).toString()).to.equal("0123456789");
        watch(short(0)); // its hash is that of the whole
        const error = await failureOf(store.bytes("inputs", key));
        expect(error).to.include({ code: "ERR_READ", message: "inputs: expected 10 bytes, got 0" });
    });

    it("with a cache closes what it has looked at; without one it holds nothing", async () => {
        const bytes = Buffer.from("from afar"), cache = join(folder, "cache"), store = open({ folder: cache }), { fetch } = globalThis;
        globalThis.fetch = async () => new Response(bytes);
        try {
            for (let i = 0; i < 2; i++) await store.get("key", { url: "http://host/key", sha256: sha256Of(bytes) });
        } finally {
            globalThis.fetch = fetch;
        }
        if (process.platform === "linux") expect(readdirSync("/proc/self/fd").flatMap((fd) => {
            try {
                return [readlinkSync(`/proc/self/fd/${fd}`)];
            } catch {
                return [];
            }
        }).filter((path) => path.startsWith(folder))).to.deep.equal([]);
        expect(await store.stats()).to.deep.equal({ hits: 1, misses: 1, files: 1, bytes: 9 });
        expect(await open().stats()).to.deep.equal({ hits: 0, misses: 0, files: 0, bytes: 0 });
        expect(await open({ folder: join(folder, "none") }).stats()).to.include({ files: 0 });
        const usual = 10_737_418_240, own = { folder: "/a", bytes: 5 };
        for (const [given, wanted] of [["/a", { folder: "/a", bytes: usual }], [own, own], [null, { folder: undefined, bytes: usual }]])
            expect(cachePlace(given)).to.deep.equal(wanted);
    });
});

describe("the data of jobs", () => {
    const zkey = { path: "/key", sha256: ZERO }, range = { part: "A", from: 0, to: 1 }, scratch = { path: "/scratch" };
    const prove = { tenant: "t", zkey, witness: zkey }, part = { ...prove, root: "root", scratch };
    const good = {
        prove: [prove, { ...prove, deadline: 5 }, { ...prove, deadline: null, wasm: null, inputs: null },
            { ...prove, witness: undefined, wasm: zkey, inputs: { bytes: "AQI=" } }, { ...prove, zkey: { url: "https://h/k", sha256: ZERO } }],
        split: [{ ...prove, split: { scratch } }, { ...prove, split: { scratch: { put: "http://h/x", get: "http://h/y" }, msms: 1 } }],
        msm: [{ ...part, range }, { ...part, range: { part: "H", from: 3, to: 3 }, total: 0 }, { ...part, range, total: null }],
        quotient: [{ ...part, ranges: [] }, { ...part, ranges: Array(4096).fill(range) }],
    };
    const bad = {
        prove: [null, 5, [prove.zkey], {}, { ...prove, tenant: undefined }, { ...prove, deadline: "5" }, { ...prove, deadline: Infinity },
            { ...prove, root: "x" }, { ...prove, root: null }, { ...prove, inputs: { bytes: "" } }, { ...prove, wasm: zkey }, { tenant: "t", zkey },
            { tenant: "t", zkey, inputs: { bytes: "" } }, { tenant: "t", zkey, wasm: zkey }, { ...prove, wasm: zkey, inputs: zkey },
            ...[{ path: "/k" }, { sha256: ZERO }, { bytes: "?" }, { bytes: 5 }, { path: "/k", url: "http://h/", sha256: ZERO }, { path: "k", sha256: ZERO },
                { path: "/k\0", sha256: ZERO }, { path: "/k", sha256: ZERO.slice(1) }, { path: "/k", sha256: `${ZERO}0` }, { path: 5, sha256: ZERO },
                { path: "/k", bytes: "", sha256: ZERO }, { url: "ftp://h/", sha256: ZERO }, { url: "http://", sha256: ZERO }, { url: 5, sha256: ZERO }, null, "/k"]
                .map((wrong) => ({ ...prove, zkey: wrong }))],
        split: [prove, { ...prove, split: null }, ...[0, 1.5].map((msms) => ({ ...prove, split: { scratch, msms } })),
            { ...prove, split: { scratch: { put: "http://h/x" } } }, { ...prove, split: { scratch: { get: "http://h/x" } } },
            { ...prove, split: { scratch: { path: "/x", get: "http://h/x" } } }, { ...prove, split: { scratch }, witness: null },
            { ...prove, split: { scratch }, root: "x" }],
        msm: [part, { ...part, range: null }, { ...part, range, total: -1 }, { ...part, range, root: undefined },
            { ...part, range, scratch: undefined },
            ...[{ part: "Z" }, { from: -1 }, { from: 2 }, { to: 0.5 }, { from: "0" }, { to: 2 ** 53 }]
                .map((wrong) => ({ ...part, range: { ...range, ...wrong } }))],
        quotient: [part, ...[Array(4097).fill(range), { length: 0 }, [range, null]]
            .map((ranges) => ({ ...part, ranges }))],
    };
    for (const kind of Object.keys(good)) it(`${kind}: both sides of what passes`, () => {
        for (const data of good[kind]) checkJob(kind, data, "id");
        for (const data of bad[kind])
            expect(() => checkJob(kind, data, "id"), JSON.stringify(data))
                .to.throw(/^job: (?!.*to be undefined)expected .+, got /).with.property("code", "ERR_OPTION");
    });

    it("are records", () => {
        for (const data of ["text", 1, null, undefined, true])
            expect(() => checkJob("prove", data, "id"), String(data)).to.throw("expected a record");
    });

    it("have names that may become files", () => {
        for (const id of ["a", "x".repeat(64), "proof-0_9"]) checkJob("prove", prove, id);
        for (const id of ["", "x".repeat(65), "../x", "a b", "a:b"])
            expect(() => checkJob("prove", prove, id), id).to.throw("a plain name");
        for (const kind of ["toString", "", undefined]) expect(() => checkJob(kind, prove, "id")).to.throw("expected one of");
    });

    it("are results only where they are what was asked for", () => {
        const point = Buffer.from([1, 2]).toString("base64"), made = { ...range, point, worker: "w" };
        expect(readMsm(made, range)).to.deep.equal({ point: new Uint8Array([1, 2]), worker: "w" });
        const longest = "A".repeat(256);
        expect(readMsm({ ...made, point: longest }, range).point.length).to.equal(192);
        for (const wrong of [{ part: "C" }, { from: 1 }, { to: 2 }, { point: 5 }, { point: undefined }, { point: `${longest}A` }])
            expect(readMsm({ ...made, ...wrong }, range), JSON.stringify(wrong)).to.deep.equal({ worker: "w" });
        for (const worker of [5, undefined, "w".repeat(257)]) expect(readMsm({ ...made, worker }, range).worker).to.equal("unknown");
        expect(readMsm({ ...made, worker: "w".repeat(256) }, range).worker.length).to.equal(256);
        for (const nothing of [undefined, null, 5]) {
            expect(readMsm(nothing, range)).to.deep.equal({ worker: "unknown" });
            expect(readQuotient(nothing)).to.deep.equal({ worker: "unknown" });
        }
        expect(readQuotient({ quotient: zkey, worker: "w" })).to.deep.equal({ quotient: zkey, worker: "w" });
        for (const quotient of [{ bytes: "" }, {}, null]) expect(readQuotient({ quotient, worker: "w" })).to.deep.equal({ worker: "w" });
    });

    it("count the bytes inside, and lose them when they are secret", () => {
        const inside = { kind: "prove", zkey: { bytes: "AA==" }, wasm: { bytes: "AAAA" }, witness: zkey, inputs: { bytes: "A" } };
        expect([bytesInside(inside), bytesInside(prove)]).to.deep.equal([9, 0]);
        expect([hasSecrets(inside), hasSecrets(prove), hasSecrets({ ...prove, witness: { bytes: "" } })].map(Boolean))
            .to.deep.equal([true, false, true]);
        expect(withoutSecrets(inside)).to.deep.equal({ ...inside, inputs: { bytes: "" } });
        expect(withoutSecrets({ ...prove, witness: { bytes: "A" } })).to.deep.equal({ ...prove, witness: { bytes: "" }, inputs: undefined });
    });

    it("are as many MSMs as were asked for, within what workers can take", async () => {
        let counted = 0;
        const of = (wanted, workers) => msmsFor(wanted, async () => { counted++; return workers; });
        expect([await of(1, 0), await of(64, 0), counted]).to.deep.equal([1, 64, 0]);
        expect([await of(65, 0), await of(65, 4), await of(80, 5), await of(81, 5)]).to.deep.equal([64, 64, 80, 80]);
        expect([await of(undefined, 0), await of(undefined, 1), await of(undefined, 7)]).to.deep.equal([2, 2, 14]);
        expect([await of(5000, 1000), await of(undefined, 3000)]).to.deep.equal([4096, 4096]);
    });

    it("are never more than there is room for: a job for each MSM, the transforms and the whole", async () => {
        const info = await zkeyInfo(tiny, {});
        for (let msms = 1; msms < 100; msms++) expect(planRanges(info, msms).length + 2).to.be.at.most(jobsOf(msms));
        expect([0, 1, 100].map(jobsOf)).to.deep.equal([6, 7, 106]);
        expect([[5, 11], [5, 10], [100, 7], [100, 6], [100, 0]].map(([msms, slots]) => mostMsms(msms, slots)))
            .to.deep.equal([5, 4, 1, 0, 0]);
    });

    it("end their proof when they fail, except for an MSM over H", () => {
        const range = (part) => ({ part, from: 0, to: 1 });
        for (const one of [undefined, ...["A", "B2", "C"].map(range)])
            expect(onFailure(one)).to.deep.equal({ failParentOnFailure: true });
        expect(onFailure(range("H"))).to.deep.equal({ ignoreDependencyOnFailure: true });
    });
});

describe("the work on jobs", () => {
    const signal = new AbortController().signal, onProgress = () => {};
    const scratch = { path: "/scratch" }, zkey = { path: "/key", sha256: ZERO }, witness = { path: "/witness", sha256: ZERO };
    /** Tasks on fakes that say what they were asked for. */
    function open({ store, pool } = {}) {
        const asked = [], note = (name, answer) => async (...given) => {
            asked.push([name, ...given]);
            return typeof answer === "function" ? answer() : answer;
        };
        const bytes = () => new Uint8Array(3);
        const tools = {
            name: "me", witnessMemory: 65_537,
            store: {
                get: note("get", tiny), secret: note("secret", bytes), scalars: note("scalars", bytes), bytes: note("bytes", () => Buffer.from("{}")),
                publish: note("publish", { path: "/made", sha256: ZERO }), expectScratch: (place) => asked.push(["expect", place]), ...store,
            },
            pool: { prove: note("prove", {}), fullProve: note("fullProve", {}), run: note("run", () => new Uint8Array([1, 2])), ...pool },
        };
        return { tasks: createTasks(tools), asked };
    }
    const names = (asked) => asked.map(([name]) => name);

    it("hands on whose turn it is, and what to tell", async () => {
        const options = { signal, onProgress, priority: "high" };
        for (const data of [{ zkey, witness, tenant: "t" }, { zkey, wasm: zkey, inputs: witness, tenant: "t" }]) {
            const { tasks, asked } = open();
            await tasks.prove(data, options);
            const own = data.wasm && { witnessMemory: 65_537 };
            expect(asked.at(-1).at(-1)).to.deep.equal({ ...options, tenant: "t", ...own });
            for (const [name, , , given] of asked.slice(0, -1)) expect(given, name).to.equal(signal);
        }
    });

    it("names what was summed, and who did it; the scalars of H are those of their proof", async () => {
        for (const [range, from] of [[{ part: "A", from: 1, to: 2 }, "secret"], [{ part: "H", from: 1, to: 2 }, "scalars"]]) {
            const { tasks, asked } = open(), data = { zkey, witness, range, scratch, root: "root", tenant: "t" };
            const made = await tasks.msm(data, { signal, onProgress });
            expect(made).to.deep.equal({ ...range, point: "AQI=", worker: "me" });
            expect(names(asked)).to.deep.equal(["get", from, "run"]);
            expect(asked[1].slice(1)).to.deep.equal(from === "secret" ? ["witness", witness, signal] : [witness, scratch, "root", signal]);
            expect(asked[2].at(-1)).to.deep.equal({ signal, tenant: "t" });
        }
    });

    it("publishes the transforms where their proof says", async () => {
        const { tasks, asked } = open();
        const made = await tasks.quotient({ zkey, witness, scratch, root: "root", tenant: "t" }, { signal, onProgress });
        expect(made).to.deep.equal({ quotient: { path: "/made", sha256: ZERO }, worker: "me" });
        expect(names(asked)).to.deep.equal(["expect", "get", "secret", "run", "publish"]);
        expect(asked[4].slice(2)).to.deep.equal([scratch, "root", signal]);
        expect(asked[3].at(-1)).to.deep.equal({ signal, tenant: "t" });
    });

    it("has released the witness when the transforms or an MSM are told", async () => {
        let closed = 0;
        const turn = () => new Promise((resolve) => { setImmediate(resolve); });
        const secret = async () => ({ size: 3, close: async () => { await turn(); closed++; } });
        const { tasks } = open({ store: { secret } }), data = { zkey, witness, scratch, root: "root", tenant: "t" };
        await tasks.quotient(data, { signal, onProgress });
        expect(closed).to.equal(1);
        await tasks.msm({ ...data, range: { part: "A", from: 1, to: 2 } }, { signal, onProgress });
        expect(closed).to.equal(2);
    });

    it("plans as many MSMs as the job says, and one if it says nothing", async () => {
        const { tasks, asked } = open(), info = await zkeyInfo(tiny, {});
        for (const msms of [undefined, 1, 9])
            expect(await tasks.plan({ zkey, split: { msms, scratch } }, { signal }), `${msms}`).to.deep.equal(planRanges(info, msms ?? 1));
        const many = { zkey, split: { msms: 1e9, scratch } };
        expect(await tasks.plan(many, { signal })).to.deep.equal(planRanges(info, 4096));
        expect(asked[0]).to.deep.equal(["expect", scratch]);
    });

    it("does again what may pass, and goes on without scalars that cannot be had", async () => {
        const data = { zkey, witness, tenant: "t", split: { msms: 1, scratch } }, results = { quotient: { quotient: zkey, worker: "w" } };
        const error = (code) => async () => { throw Object.assign(new Error(code), { code }); };
        for (const [code, passes] of [["ERR_READ", false], ["ERR_FILE", true]]) {
            const { tasks, asked } = open({ store: { scalars: error(code) }, pool: { run: async () => "joined" } });
            const joined = tasks.join(data, "root", results, { signal }).catch((reason) => reason.code);
            expect(await joined, code).to.equal(passes ? "joined" : code);
            expect(names(asked)).to.deep.equal(["get", "expect", "get", "secret"]);
        }
        const gone = new AbortController(), { tasks } = open({ store: { scalars: async () => {
            gone.abort();
            throw Object.assign(new Error("no"), { code: "ERR_FILE" });
        } } });
        expect((await failureOf(tasks.join(data, "root", results, { signal: gone.signal }))).message).to.equal("no");
    });

    describe("of a whole proof", () => {
        const options = { signal, onProgress: (report) => told.push(report) }, told = [], closed = [], slots = [];
        const data = { zkey, witness, tenant: "t", root: "root", scratch, split: { msms: 1, scratch } };
        let scalars, results;
        /** Tasks that calculate, on this thread. */
        const real = (bytes) => open({
            store: {
                secret: async () => bytes, publish: async (made) => { scalars = made.slice(); return zkey; },
                scalars: async () => ({
                    size: scalars.length, read: async (from, length) => scalars.slice(from, from + length),
                    close: async () => { await null; closed.push("scalars"); },
                }),
            },
            pool: { run: (key, work, place) => { slots.push(place); return work(key, { threads: 0 }); } },
        }).tasks;
        const join = (given, bytes) => real(bytes).join(data, "root", given, options);
        const of = () => new Uint8Array(readFileSync(fixture("mimc_tiny", "witness.wtns")));
        const verifies = ({ publicSignals, proof }) => verify(vkey, publicSignals, proof);
        before(async () => {
            const tasks = real(of()), entries = [["quotient", await tasks.quotient(data, options)]];
            const { first, over } = namesOf(await tasks.plan(data, options));
            for (const [name, range] of [...first, ...over]) {
                const tasks = real(isLate(range) ? scalars : of());
                entries.push([name, await tasks.msm({ ...data, range }, options)]);
            }
            results = Object.fromEntries(entries);
        });
        beforeEach(() => { for (const list of [told, closed, slots]) list.length = 0; });

        it("joins parts that are right, and closes their scalars", async () => {
            const joined = await join(results, of());
            expect(await verifies(joined)).to.equal(true);
            expect([joined.wrong, closed]).to.deep.equal([undefined, ["scalars"]]);
            expect(told.map(({ phase }) => phase)).to.include("check");
            expect(slots).to.deep.equal([{ signal, tenant: "t" }]);
        });

        it("takes no transforms that are not there for right, and says so", async () => {
            const joined = await join({ ...results, quotient: { worker: "w" } }, of());
            expect(joined.wrong).to.deep.equal([{ part: "quotient", from: 0, to: 0, worker: "w" }]);
            expect(closed).to.deep.equal([]);
        });

        it("calculates again what is wrong, and names that alone", async () => {
            const wrong = { ...results, "msm-0": { ...results["msm-0"], point: results["msm-1"].point } };
            const joined = await join(wrong, of());
            expect(await verifies(joined)).to.equal(true);
            expect(joined.wrong.map(({ part }) => part)).to.deep.equal(["A"]);
            expect(closed).to.deep.equal(["scalars"]);
        });

        it("names transforms that are wrong, and no MSM that is right for them", async () => {
            const right = scalars, [[name, range]] = namesOf(planRanges(await zkeyInfo(tiny, {}), 1)).over;
            scalars = right.map((byte, i) => (i === right.length - 32 ? byte ^ 1 : byte));
            const msm = await real(scalars).msm({ ...data, range }, options);
            const joined = await join({ ...results, [name]: msm }, of());
            scalars = right;
            expect(await verifies(joined)).to.equal(true);
            expect(joined.wrong.map(({ part }) => part)).to.deep.equal(["quotient"]);
        });

        it("calculates again what is missing", async () => {
            const joined = await join({}, of());
            expect(await verifies(joined)).to.equal(true);
            expect(joined.wrong.map(({ part }) => part)).to.have.members(["A", "B2", "C", "quotient"]);
        });

        it("fails where it is not the parts that are wrong, and closes what it had", async () => {
            expect(await failureOf(join(results, new Uint8Array(3)))).to.include({ code: "ERR_FILE" });
            expect(closed).to.deep.equal(["scalars"]);
        });
    });
});
