/** ffturbo-server/queue on a real Redis: proofs as jobs. The long scenarios are in test/queue. */
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { Job, Queue } from "bullmq";
import { expect } from "chai";
import { compile } from "../../../../scripts/make-fixtures.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { compileText, PRODUCT } from "../../../../test/support/circuit_wasm.js";
import { verify, zkeyInfo } from "../../../../src/protocols/groth16/index.js";
import { rankOf } from "../../src/queue/fair.js";
import { createProver, createWorker } from "../../src/queue/index.js";
import { planRanges } from "../../../../src/protocols/index.js";
import { fixture } from "../../../../test/support/circuits.js";
import { itInAll, thinned } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { circuits } from "../support/queue.js";
import { pause, until } from "../../../../test/support/until.js";
import { noRedis, openRedis } from "../support/redis.js";

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const named = (wanted) => circuits.find(({ name }) => name === wanted);
const tiny = named("mimc_tiny"), example = named("mimc_example");
const request = ({ zkey, wtns }) => ({ zkey, witness: wtns });
const hashed = (path) => ({ path, sha256: sha256(readFileSync(path)) });

/** Files over http, with a count of what was asked for and answers to order. */
async function serveFiles() {
    const seen = [], answers = new Map();
    const server = createServer(async (incoming, response) => {
        seen.push(incoming.method);
        const { status = 200, body = "", hang } = answers.get(incoming.url.split("?")[0]) ?? { status: 404 };
        if (incoming.method === "PUT") {
            const chunks = [];
            incoming.on("data", (chunk) => chunks.push(chunk));
            incoming.on("end", () => {
                answers.set(incoming.url, { body: Buffer.concat(chunks) });
                response.end();
            });
            return;
        }
        if (hang === true) return;
        await hang;
        response.writeHead(status);
        response.end(body);
    });
    await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
    return {
        seen, answers, at: (name) => `http://127.0.0.1:${server.address().port}/${name}`,
        close: () => { server.closeAllConnections(); server.close(); },
    };
}

describe("the queue", function () {
    this.timeout(120_000);
    const workers = [];
    let redis, folder, files, prover, count = 0;
    before(async function () {
        if (noRedis) {
            this.test.parent.title += `: skipped, ${noRedis}`;
            this.skip();
        }
        redis = await openRedis();
        files = await serveFiles();
        folder = temporaryFolder("queue");
    });
    after(async () => {
        files?.close();
        await redis?.close();
        if (folder) rmSync(folder, { recursive: true, force: true });
    });
    const locations = () => [folder, files.at("")];
    let queue;
    beforeEach(() => {
        queue = `test-${count++}`;
        prover = createProver({ connection: redis.connection, queue, allowWrite: locations() });
    });
    afterEach(async () => {
        await Promise.all(workers.splice(0).map((worker) => worker.close({ grace: 0 })));
        await prover.close();
    });
    const open = async (options = {}) => {
        const events = [], worker = createWorker({
            connection: redis.connection, queue, threads: 1, lost: 2000, allowWrite: locations(), ...options,
            onEvent: (event) => events.push(event),
        });
        workers.push(worker);
        await worker.ready();
        return { worker, events };
    };
    const inCache = () => join(folder, `cache-${queue}`);

    it("proves from paths, bytes and inputs, tells progress, and says who proved", async () => {
        const { events } = await open({ name: "first" }), began = Date.now();
        const reports = [], job = await prover.submit({ ...request(example), vkey: example.vkey });
        job.onProgress((report) => reports.push(report));
        const result = await job.result();
        expect(result.worker).to.equal("first");
        expect(await verify(example.vkey, result.publicSignals, result.proof)).to.equal(true);
        expect(reports.length).to.be.above(0);
        expect(reports[0]).to.have.keys("phase", "done", "total", "overall");
        const inside = await prover.submit({ zkey: tiny.zkey, witness: new Uint8Array(readFileSync(tiny.wtns)) });
        expect((await inside.result()).publicSignals).to.deep.equal(tiny.publicSignals);
        expect(await inside.status()).to.deep.include({ state: "done" });
        await until(() => events.length === 2);
        expect(events.map(({ event, id, kind }) => [event, id, kind]))
            .to.deep.equal([job, inside].map(({ id }) => ["done", id, "prove"]));
        for (const { ms } of events) expect(ms).to.be.within(0, Date.now() - began);
    });

    it("ends every connection when it closes, of workers and of those who submit", async () => {
        const client = redis.client(), connections = async () => (await client.client("LIST")).trim().split("\n").length;
        try {
            await prover.close();
            await connections();
            const before = await connections(), { worker } = await open();
            const other = createProver({ connection: redis.connection, queue, allowWrite: locations() });
            await (await other.submit(request(tiny))).result();
            expect(await connections()).to.be.above(before + 2);
            await Promise.all([worker.close(), other.close()]);
            const end = Date.now() + 10_000;
            while (await connections() > before && Date.now() < end) await pause(10);
            expect(await connections()).to.equal(before);
        } finally {
            client.disconnect();
        }
    });

    itInAll("runs a circuit's program on inputs, in the job or in a file", async () => {
        await open();
        const file = fixture("mimc_tiny", "input.json"), inputs = JSON.parse(readFileSync(file, "utf8"));
        const wasm = join(folder, "mimc_tiny.wasm");
        compile("mimc_tiny", "bn128", folder);
        for (const given of [inputs, file, { bytes: Buffer.from(JSON.stringify(inputs)).toString("base64") }]) {
            const job = await prover.submit({ zkey: tiny.zkey, wasm, inputs: given });
            expect((await job.result()).publicSignals).to.deep.equal(tiny.publicSignals);
        }
        const other = join(folder, "product.wasm");
        writeFileSync(other, compileText(PRODUCT, "bn128"));
        const job = await prover.submit({ zkey: tiny.zkey, wasm: other, inputs: { a: 1, c: 2 } });
        expect((await failureOf(job.result())).code).to.equal("ERR_INPUT");
    });

    itInAll("keeps keys from addresses on disk, within a bound, and asks for each once", async () => {
        const urls = circuits.slice(0, 3).map(({ name, zkey }) => {
            const body = readFileSync(zkey);
            files.answers.set(`/${name}.zkey`, { body });
            return { url: files.at(`${name}.zkey?signature=secret`), sha256: sha256(body), size: body.length };
        });
        const most = Math.max(...urls.map(({ size }) => size)) + 1000;
        const { worker } = await open({ cache: { folder: inCache(), bytes: most }, concurrency: 2 });
        files.seen.length = 0;
        const submit = ({ url, sha256: hash }, { wtns }) =>
            prover.submit({ zkey: { url, sha256: hash }, witness: wtns });
        const twice = await Promise.all([submit(urls[0], circuits[0]), submit(urls[0], circuits[0])]);
        for (const job of twice) await job.result();
        expect(files.seen.length).to.equal(1);
        for (const i of [1, 2, 2]) await (await submit(urls[i], circuits[i])).result();
        expect(files.seen.length).to.equal(3);
        const { cache } = await worker.stats();
        expect(cache.bytes).to.be.at.most(most);
        expect(readdirSync(inCache()).every((name) => /^[0-9a-f]{64}$/.test(name))).to.equal(true);
        expect(readdirSync(inCache())).to.include(urls[2].sha256);
    });

    it("uses no file of another hash, in the cache or from outside", async () => {
        const body = readFileSync(tiny.zkey), hash = sha256(body), url = files.at("key");
        files.answers.set("/key", { body });
        await open({ cache: inCache() });
        const ok = await prover.submit({ zkey: { url, sha256: hash }, witness: tiny.wtns });
        await ok.result();
        const kept = join(inCache(), hash), bad = Buffer.from(body);
        bad[bad.length - 1] ^= 1;
        writeFileSync(kept, bad); // somebody wrote into the cache
        await (await prover.submit({ zkey: { url, sha256: hash }, witness: tiny.wtns })).result();
        expect(sha256(readFileSync(kept))).to.equal(hash);
        for (const wrong of [
            { zkey: { url, sha256: "0".repeat(64) }, witness: tiny.wtns },
            { zkey: { path: tiny.zkey, sha256: "0".repeat(64) }, witness: tiny.wtns },
            { zkey: tiny.zkey, witness: { path: tiny.wtns, sha256: "0".repeat(64) } },
            { zkey: tiny.zkey, witness: { url, sha256: "0".repeat(64) } },
        ]) {
            const error = await failureOf((await prover.submit(wrong)).result());
            expect([error.code, /expected the file with sha256/.test(error.message)]).to.deep.equal(["ERR_FILE", true]);
        }
        expect(readdirSync(inCache())).to.deep.equal([hash]);
    });

    it("holds a job, and looks for those that nobody holds, so that it waits again within `lost` of a worker's last word", async () => {
        const lost = 20_000, client = redis.client(), hang = new Promise(() => {});
        files.answers.set("/silent", { hang });
        await open({ lost });
        const job = await prover.submit({ zkey: tiny.zkey, witness: { url: files.at("silent"), sha256: "0".repeat(64) } });
        const most = { held: 0, looks: 0 };
        await until(async () => {
            most.held = Math.max(most.held, await client.pttl(`bull:${queue}:${job.id}:lock`));
            most.looks = Math.max(most.looks, await client.pttl(`bull:${queue}:stalled-check`));
            return most.held > 0 && most.looks > 0;
        });
        client.disconnect();
        // a look of the lost worker itself may keep others from theirs once
        expect(most.held + 2 * most.looks).to.be.within(lost / 2, lost);
    });

    it("tries again what may pass, and not what cannot", async () => {
        const { events } = await open({ cache: inCache() });
        const body = readFileSync(tiny.zkey), zkey = { url: files.at("flaky"), sha256: sha256(body) };
        files.answers.set("/flaky", { status: 503 });
        const job = await prover.submit({ zkey, witness: tiny.wtns });
        await until(() => events.some(({ event }) => event === "again"));
        files.answers.set("/flaky", { body });
        expect((await job.result()).publicSignals).to.deep.equal(tiny.publicSignals);
        events.length = 0;
        const bad = new Uint8Array(readFileSync(tiny.wtns)), began = Date.now();
        bad[bad.length - 64] ^= 1;
        for (const [wrong, code] of [
            [{ zkey: { url: files.at("none"), sha256: "1".repeat(64) }, witness: tiny.wtns }, "ERR_READ"],
            [{ zkey: tiny.zkey, witness: bad }, "ERR_CHECK"],
            [{ zkey: tiny.zkey, witness: example.wtns }, "ERR_WITNESS"],
            [{ zkey: tiny.wtns, witness: tiny.wtns }, "ERR_FILE"],
        ]) {
            const failed = await prover.submit(wrong);
            expect((await failureOf(failed.result())).code).to.equal(code);
            const { state, error } = await failed.status();
            expect([state, error.code], "kept for who asks later").to.deep.equal(["failed", code]);
        }
        expect(events.map(({ event }) => event)).to.deep.equal(["failed", "failed", "failed", "failed"]);
        for (const { ms } of events) expect(ms).to.be.within(0, Date.now() - began);
    });

    it("reads only where it may", async () => {
        await open({ allow: [dirname(tiny.zkey), files.at("good")], cache: inCache() });
        const link = join(folder, "link.zkey");
        symlinkSync(example.zkey, link);
        files.answers.set("/good/key", { body: readFileSync(tiny.zkey) });
        const hash = sha256(readFileSync(tiny.zkey));
        await (await prover.submit({ zkey: { url: files.at("good/key"), sha256: hash }, witness: tiny.wtns })).result();
        for (const zkey of [example.zkey, { url: files.at("bad/key"), sha256: hash }, { url: files.at("goodish"), sha256: hash },
            { url: files.at("good/../bad"), sha256: hash }, `${dirname(tiny.zkey)}/../mimc_example/circuit.zkey`, link]) {
            const error = await failureOf((await prover.submit({ zkey, witness: tiny.wtns })).result());
            expect([error.code, error.message.includes("allowed locations")]).to.deep.equal(["ERR_OPTION", true]);
        }
    });

    it("takes from Redis only jobs that are well formed, and no location that it may not use", async () => {
        const outside = join(folder, "outside"), inside = join(folder, "inside"), direct = new Queue(queue, { connection: redis.connection });
        for (const location of [outside, inside]) mkdirSync(location, { recursive: true });
        for (const name of ["x.h", "key"]) writeFileSync(join(outside, name), "of somebody");
        symlinkSync(outside, join(inside, "link"));
        const { events } = await open({ allow: [dirname(tiny.zkey)], allowWrite: [inside], attempts: 1 });
        const [zkey, witness] = [tiny.zkey, tiny.wtns].map(hashed), scratch = { path: inside }, range = { part: "A", from: 0, to: 1 };
        const prove = { kind: "prove", tenant: "t", zkey, witness };
        const split = { ...prove, kind: "split", split: { msms: 5, scratch } };
        const msm = { ...prove, kind: "msm", root: "x", range, scratch };
        const quotient = { ...prove, kind: "quotient", root: "x", ranges: [{ ...range, part: "H" }], scratch };
        const stolen = hashed(join(outside, "key")), before = [...files.seen], far = { url: files.at("x"), sha256: "0".repeat(64) };
        const jobs = [
            ...[null, 7, "text", []].map((data) => ["prove", data]),
            ["prove", { ...prove, tenant: "../t" }], ["prove", { ...prove, tenant: 7 }], ["prove", { ...prove, deadline: "soon" }],
            ["prove", { ...prove, zkey: null }], ["prove", { ...prove, zkey: "/etc/passwd" }], ["prove", { ...prove, witness: "bytes" }],
            ["prove", { ...prove, wasm: zkey }], ["prove", { ...prove, witness: null }], ["prove", { ...prove, inputs: "bytes" }],
            ["prove", { ...prove, zkey: { ...zkey, path: "circuit.zkey" } }], ["prove", { ...prove, zkey: { ...zkey, path: `${zkey.path}\0` } }],
            ["prove", { ...prove, zkey: { ...zkey, url: files.at("x") } }], ["prove", { ...prove, zkey: { path: zkey.path } }],
            ["prove", { ...prove, zkey: { url: `file://${zkey.path}`, sha256: zkey.sha256 } }], ["prove", { ...prove, witness: far }],
            ["prove", { ...prove, zkey: stolen }], ["prove", { ...prove, witness: stolen }], ["prove", { ...prove, root: "x" }],
            ["prove", { ...prove, zkey: hashed(join(inside, "link", "key")) }], ["unknown", prove], ["__proto__", prove], ["toString", prove],
            ["split", prove], ["split", { ...split, split: { msms: 5 } }], ["split", { ...split, split: { msms: -1, scratch } }],
            ["split", { ...split, split: { msms: 5, scratch: { path: outside } } }],
            ["split", { ...split, witness: undefined }], ["msm", { ...msm, range: undefined }], ["msm", { ...msm, range: { ...range, to: -1 } }],
            ["msm", { ...msm, range: { ...range, part: "D" } }], ["msm", { ...msm, range: { ...range, from: 2 } }], ["msm", { ...msm, root: undefined }],
            ["msm", { ...msm, witness: stolen }], ["msm", { ...msm, range: { ...range, part: "H" } }],
            ["msm", { ...msm, range: { ...range, part: "H" }, witness: stolen, scratch: { path: outside } }],
            ["quotient", { ...quotient, ranges: 7 }], ["quotient", { ...quotient, ranges: Array(5000).fill(range) }],
            ["quotient", { ...quotient, ranges: [null] }],
            ...["../outside/x", "/x", "", "a/b", ".", "..", "x\0", 7, "x".repeat(65)].map((root) => ["quotient", { ...quotient, root }]),
            ...[{ path: outside }, { path: join(inside, "..", "outside") }, { path: join(inside, "link") }, { path: "." }, { path: 7 }, null,
                { put: files.at("x"), get: files.at("x") }, { put: "file:///x", get: files.at("x") }, { path: inside, put: files.at("x") }]
                .map((location) => ["quotient", { ...quotient, scratch: location }]),
        ];
        const { getJobState } = Queue.prototype;
        Queue.prototype.getJobState = async () => "waiting-children"; // the whole proof that parts name
        try {
            for (const [i, [name, data]] of jobs.entries()) await direct.add(name, data, { jobId: `junk-${i}` });
            const ended = () => events.filter(({ event }) => event === "failed" || event === "done" || event === "again");
            await until(() => ended().length >= jobs.length);
            expect(ended().map(({ id }) => id)).to.have.members(jobs.map((_, i) => `junk-${i}`));
            expect(events.filter(({ event }) => event === "error")).to.deep.equal([]);
            for (const { event, code, id, message } of ended()) {
                const what = JSON.stringify(jobs[id.slice("junk-".length)]).slice(0, 300);
                expect([event, code], `${what}: ${message}`).to.deep.equal(["failed", "ERR_OPTION"]);
            }
        } finally {
            Queue.prototype.getJobState = getJobState;
            await direct.close();
        }
        expect([readdirSync(outside).sort(), readdirSync(inside)]).to.deep.equal([["key", "x.h"], ["link"]]);
        expect([...files.seen], "no request was made").to.deep.equal(before);
        expect((await (await prover.submit(request(tiny))).result()).publicSignals, "the worker goes on")
            .to.deep.equal(tiny.publicSignals);
    });

    it("cancels what waits and what runs, and ends at the deadline", async () => {
        const waiting = await prover.submit(request(tiny));
        expect(await waiting.cancel()).to.equal(true);
        expect((await failureOf(waiting.result())).code).to.equal("ERR_CANCELLED");
        expect(await waiting.cancel()).to.equal(false);
        const past = await prover.submit({ ...request(tiny), deadline: Date.now() - 1 });
        const { events } = await open();
        expect((await failureOf(past.result())).code).to.equal("ERR_DEADLINE");
        files.answers.set("/hang", { hang: true });
        const hanging = { zkey: tiny.zkey, witness: { url: files.at("hang"), sha256: "0".repeat(64) } };
        const running = await prover.submit(hanging);
        await until(async () => (await running.status()).state === "active");
        await pause(100);
        expect(await running.cancel()).to.equal(true);
        const client = redis.client(); // for the next worker, should this one be lost
        expect(JSON.parse(await client.hget(`bull:${queue}:${running.id}`, "data")).cancelled).to.equal(true);
        client.disconnect();
        expect((await failureOf(running.result())).code).to.equal("ERR_CANCELLED");
        const slow = await prover.submit({ ...hanging, deadline: new Date(Date.now() + 500) });
        expect((await failureOf(slow.result())).code).to.equal("ERR_DEADLINE");
        const distant = await prover.submit({ ...request(tiny), deadline: Date.now() + 2 ** 32 }); // beyond any timer
        expect((await distant.result()).publicSignals).to.deep.equal(tiny.publicSignals);
        expect(events.flatMap(({ code }) => code ?? [])).to.deep.equal(["ERR_DEADLINE", "ERR_CANCELLED", "ERR_DEADLINE"]);
        expect((await (await prover.submit(request(tiny))).result()).publicSignals, "the worker goes on")
            .to.deep.equal(tiny.publicSignals);
    });

    it("serves tenants in turn and high priorities first, whoever came first", async () => {
        const submit = (tenant, priority) => prover.submit({ ...request(tiny), tenant, priority });
        const jobs = [];
        for (const tenant of ["a", "a", "a", "a", "b", "b"]) jobs.push(await submit(tenant));
        jobs.push(await submit("a", "low"), await submit("a", "high"));
        const { events } = await open();
        for (const job of jobs) await job.result();
        const order = events.filter(({ event }) => event === "done").map(({ id }) => jobs.findIndex((job) => job.id === id));
        expect(order.slice(0, 3)).to.deep.equal([7, 0, 4]);
        expect(order.indexOf(5), "the second of b before the third of a").to.be.below(order.indexOf(2));
        expect(order.at(-1)).to.equal(6);
        expect(jobs[0].tenant).to.equal("a");
    });

    itInAll("leaves a slot for a tenant of which nothing waits, and lets none have more than a share", async () => {
        const few = createProver({ connection: redis.connection, queue, waiting: 4 });
        const ask = (tenant, more) => few.submit({ ...request(tiny), tenant, ...more }), full = "at most 4 waiting";
        try {
            const asked = await Promise.allSettled(Array.from({ length: 12 }, () => ask("a")));
            const jobs = asked.flatMap(({ value }) => value ?? []);
            expect(jobs.length, "at once, so that each sees what waits").to.equal(4);
            for (const { reason } of asked.filter(({ status }) => status === "rejected"))
                expect([reason.code, reason.message.includes(full)]).to.deep.equal(["ERR_LIMIT", true]);
            const others = [await ask("b")];
            expect((await failureOf(ask("b"))).message).to.include(full);
            await jobs[1].cancel(); // neither the first nor the last that waits
            await jobs[2].cancel();
            expect((await failureOf(ask("a"))).message, "two of four are its share").to.include(full);
            others.push(await ask("b", { priority: "low" }));
            expect((await failureOf(ask("b"))).message).to.include(full);
            await open();
            for (const job of [jobs[0], jobs[3], ...others]) await job.result();
            const again = await Promise.all(Array.from({ length: 4 }, () => ask("a", { priority: "high" })));
            for (const job of again) await job.result();
        } finally {
            await few.close();
        }
    });

    it("finds no job by a key of Redis, and none that is no proof", async () => {
        await open();
        const job = await prover.submit(request(tiny)), queued = new Queue(queue, { connection: redis.connection });
        await job.result();
        const client = redis.client(), keys = await client.keys(`bull:${queue}:*`);
        try {
            const names = keys.map((key) => key.slice(`bull:${queue}:`.length)).filter((name) => name !== job.id);
            expect(names).to.include.members(["events", "id", "completed", "meta", "room:tenants"]);
            const { id } = await queued.add("prove", { tenant: "a" }, { jobId: "another" });
            for (const name of [...names, "failed", "stalled-check", "", "0", "1", id, `${job.id}-msm-0`, `${job.id}:lock`,
                `${job.id}\n`, job.id.slice(1), job.id.toUpperCase(), "__proto__"])
                expect(await prover.get(name), name).to.equal(undefined);
            expect((await prover.get(job.id)).id).to.equal(job.id);
        } finally {
            client.disconnect();
            await queued.close();
        }
    });

    it("ranks a tenant who comes while others are served behind those", async () => {
        files.answers.set("/slow", { hang: true });
        const ranks = new Queue(queue, { connection: redis.connection });
        const held = { zkey: tiny.zkey, witness: { url: files.at("slow"), sha256: "0".repeat(64) } };
        for (const one of [request(tiny), request(tiny), held, request(tiny)]) await prover.submit({ ...one, tenant: "a" });
        try {
            const { events } = await open();
            await until(async () => events.length === 2 && (await prover.counts()).active === 1);
            const late = () => rankOf(ranks, `late-${Date.now()}`, "normal", { id: "late", slots: 1000 });
            await until(async () => await late() === 2 ** 19 + 4);
        } finally {
            await ranks.close();
        }
    });

    it("refuses what cannot be asked for, before anything is queued", async () => {
        const { zkey, wtns: witness } = tiny;
        for (const wrong of [undefined, {}, { zkey }, { zkey, inputs: {} }, { zkey, witness, inputs: {}, wasm: zkey },
            { zkey, witness, colour: 1 }, { zkey, witness, priority: "urgent" }, { zkey, witness, tenant: "a b" },
            { zkey, witness, deadline: "soon" }, { zkey, witness, protocol: "marlin" }, { zkey: 7, witness },
            { zkey: "http://x.example/key", witness }, { zkey: { url: "ftp://x", sha256: "0".repeat(64) }, witness },
            { zkey: { url: "http://x.example", sha256: "short" }, witness }, { zkey: { bytes: "no base 64!" }, witness },
            { zkey, witness, split: {} }, { zkey, witness: new Uint8Array(9), split: { scratch: { path: folder } } }])
            expect((await failureOf(prover.submit(wrong))).code, JSON.stringify(wrong)).to.equal("ERR_OPTION");
        expect((await failureOf(prover.submit({ zkey, witness: new Uint8Array(70_000) }))).code).to.equal("ERR_LIMIT");
        expect((await failureOf(prover.submit({ zkey: "none.zkey", witness }))).code).to.equal("ERR_READ");
        expect(await prover.counts()).to.deep.equal({ waiting: 0, active: 0 });
        const small = createProver({ connection: redis.connection, queue, waiting: 1 });
        await small.submit(request(tiny));
        expect((await failureOf(small.submit(request(tiny)))).code).to.equal("ERR_LIMIT");
        await small.close();
        for (const wrong of [undefined, {}, { connection: redis.connection, colour: 1 }, { connection: 7 }]) {
            expect(() => createProver(wrong)).to.throw().with.property("code", "ERR_OPTION");
            expect(() => createWorker(wrong)).to.throw().with.property("code", "ERR_OPTION");
        }
    });

    it("leaves no witness in Redis when a job is done, and none of it in failures", async () => {
        await open();
        const bytes = new Uint8Array(readFileSync(tiny.wtns)), large = bytes.slice();
        large.fill(0xff, large.length - 32);
        const submit = (witness) => prover.submit({ zkey: tiny.zkey, witness });
        const { updateData } = Job.prototype, changed = [];
        Job.prototype.updateData = function (data) {
            changed.push(this.id);
            return updateData.call(this, data);
        };
        const jobs = [];
        try {
            const without = await submit(tiny.wtns);
            jobs.push(await submit(bytes), await submit(large));
            await jobs[0].result();
            await until(() => changed.length > 0);
            expect(changed, "one that names a file is not written again").not.to.include(without.id);
        } finally {
            Job.prototype.updateData = updateData;
        }
        const error = await failureOf(jobs[1].result()), value = (2n ** 256n - 1n).toString();
        expect(error.code).to.equal("ERR_WITNESS");
        expect(error.message).not.to.include(value.slice(0, 20));
        const client = redis.client();
        try {
            await until(async () => (await Promise.all(jobs.map(({ id }) => client.hget(`bull:${queue}:${id}`, "data"))))
                .every((data) => data.includes('"witness":{"bytes":""}')));
            for (const { id } of jobs)
                expect(JSON.stringify(await client.hgetall(`bull:${queue}:${id}`))).not.to.include(value.slice(0, 20));
        } finally {
            client.disconnect();
        }
    });

    it("gives a job back when it stops, and another worker proves it", async () => {
        const { worker, events } = await open({ name: "leaving" });
        files.answers.set("/later", { hang: true });
        const body = readFileSync(tiny.wtns);
        const job = await prover.submit({ zkey: tiny.zkey, witness: { url: files.at("later"), sha256: sha256(body) } });
        await until(async () => (await job.status()).state === "active");
        await pause(100);
        await worker.close({ grace: 50 });
        expect(events.map(({ event }) => event)).to.deep.equal(["returned"]);
        files.answers.set("/later", { body });
        await open({ name: "staying" });
        expect((await job.result()).worker).to.equal("staying");
    });

    it("proves what it has before it stops, if nothing says for how long it may", async () => {
        const { worker, events } = await open({ name: "ending" });
        let answer;
        files.answers.set("/slow", { body: readFileSync(tiny.wtns), hang: new Promise((resolve) => { answer = resolve; }) });
        const job = await prover.submit({ zkey: tiny.zkey, witness: { url: files.at("slow"), sha256: hashed(tiny.wtns).sha256 } });
        await until(async () => (await job.status()).state === "active");
        const closed = worker.close();
        await pause(100);
        expect(events, "it was not given back").to.deep.equal([]);
        answer();
        await closed;
        expect((await job.result()).worker).to.equal("ending");
        expect(events.map(({ event }) => event)).to.deep.equal(["done"]);
    });

    it("verifies with the key of who asks, and tells who waits that nobody listens any more", async () => {
        await open();
        const job = await prover.submit({ ...request(tiny), vkey: example.vkey });
        expect((await failureOf(job.result())).code).to.equal("ERR_CHECK");
        expect((await job.status()).state, "the proof is right, for another key").to.equal("done");
        files.answers.set("/open", { hang: true });
        const waits = await prover.submit({ zkey: tiny.zkey, witness: { url: files.at("open"), sha256: "0".repeat(64) } });
        const told = failureOf(waits.result());
        await prover.close();
        expect((await told).message).to.include("expected a prover that listens");
        expect((await failureOf(prover.submit(request(tiny)))).message).to.include("got one that was closed");
    });

    it("ends a job at its deadline when there is no worker at all", async () => {
        const job = await prover.submit({ ...request(tiny), deadline: Date.now() + 1 });
        expect((await failureOf(job.result())).code).to.equal("ERR_DEADLINE");
        await until(async () => (await prover.counts()).waiting === 0);
    });

    it("waits for a deadline that no timer can wait for", async () => {
        const job = await prover.submit({ ...request(tiny), deadline: Date.now() + 2 ** 33 }), result = job.result();
        await pause(20);
        expect((await job.status()).state).to.equal("waiting");
        await job.cancel();
        expect((await failureOf(result)).code).to.equal("ERR_CANCELLED");
    });

    it("a worker drops a job whose lock another has, and one that was cancelled while a lost worker had it", async () => {
        const client = redis.client(), queued = new Queue(queue, { connection: redis.connection });
        try {
            files.answers.set("/held", { hang: true }); // nothing but an abort ends the job
            const witness = { url: files.at("held"), sha256: "0".repeat(64) };
            const { events } = await open({ lost: 500, name: "first" }), asked = files.seen.length;
            const job = await prover.submit({ zkey: tiny.zkey, witness }), key = `bull:${queue}:${job.id}:lock`;
            await until(async () => files.seen.length > asked && (await client.get(key)) !== null);
            await client.set(key, "somebody else's", "PX", 60_000);
            await until(() => events.some(({ event }) => event !== "error"));
            await job.cancel(); // whoever has it by now
            const { id } = await queued.add("prove", { tenant: "t", zkey: { path: tiny.zkey, sha256: "0".repeat(64) },
                witness: { path: tiny.wtns, sha256: "0".repeat(64) }, cancelled: true }, { jobId: `proof-${randomUUID()}` });
            expect((await failureOf((await prover.get(id)).result())).code).to.equal("ERR_CANCELLED");
            expect(await client.hget(`bull:${queue}:${id}`, "stacktrace"), "files of the worker").not.to.match(/\bat .*:\d/);
        } finally {
            client.disconnect();
            await queued.close();
        }
    });

    it("says of no job that it is done without its result, even when it ends in that moment", async () => {
        const { getJob } = Queue.prototype, job = await prover.submit(request(tiny));
        let told = false;
        Queue.prototype.getJob = async function (id) {
            const found = await getJob.call(this, id);
            if (!told && id === job.id) {
                told = true;
                await open();
                await until(async () => (await getJob.call(this, id)).returnvalue);
            }
            return found;
        };
        try {
            const { state, result } = await job.status();
            expect([state, result]).to.deep.equal(["waiting", undefined]);
            expect(told).to.equal(true);
        } finally {
            Queue.prototype.getJob = getJob;
        }
        expect((await job.status()).result.publicSignals).to.deep.equal(tiny.publicSignals);
    });

    it("a job that Redis has lost is reported as lost, since no event says so", async () => {
        const job = await prover.submit(request(tiny)), client = redis.client();
        try {
            const keys = await client.keys(`bull:${queue}:*`);
            expect(keys).to.include(`bull:${queue}:${job.id}`);
            await client.del(...keys);
        } finally {
            client.disconnect();
        }
        const error = await failureOf(job.result());
        expect(error.code).to.equal("ERR_LOST");
        expect(error.message).to.equal(`job ${job.id}: expected it in the queue, got nothing of that name`);
    });

    it("tells the last progress of a job, and none before there is any", async () => {
        const job = await prover.submit(request(tiny)), direct = new Queue(queue, { connection: redis.connection });
        const report = { phase: "witness", done: 1, total: 2, overall: 0.5 };
        try {
            expect(await job.status()).to.deep.equal({ state: "waiting", progress: undefined });
            await direct.updateJobProgress(job.id, report);
            expect(await job.status()).to.deep.equal({ state: "waiting", progress: report });
        } finally {
            await direct.close();
        }
    });

    it("a listener that throws stops nothing", async () => {
        const worker = createWorker({
            connection: redis.connection, queue, threads: 1, onEvent: () => { throw new Error("a mistake"); },
        });
        workers.push(worker);
        const [one, two] = [await prover.submit(request(tiny)), await prover.submit(request(tiny))];
        for (const job of [one, two]) expect((await job.result()).publicSignals).to.deep.equal(tiny.publicSignals);
    });

    itInAll("another prover finds a job by its name, before and after its end", async () => {
        const other = createProver({ connection: redis.connection, queue });
        const job = await prover.submit({ ...request(tiny), tenant: "me" }), found = await other.get(job.id);
        expect([found.tenant, (await found.status()).state]).to.deep.equal(["me", "waiting"]);
        const result = found.result();
        await open();
        expect(await result).to.deep.equal(await job.result());
        expect(await (await other.get(job.id)).result()).to.deep.equal(await job.result());
        expect(await other.get("nobody")).to.equal(undefined);
        expect(await found.cancel(), "what is done").to.equal(false);
        expect((await job.status()).state).to.equal("done");
        await other.close();
    });

    describe("one proof in parts", () => {
        const split = (msms = 8, scratch = { path: folder }) =>
            ({ ...request(example), split: { msms, scratch }, vkey: example.vkey });
        const quiet = async () => {
            const { waiting, active } = await prover.counts();
            return waiting + active === 0;
        };

        it("on two workers, with nothing left behind, by a folder or by addresses", async () => {
            const seen = await Promise.all(["one", "two"].map((name) => open({ name, cache: inCache() })));
            const result = await (await prover.submit(split())).result();
            expect(await verify(example.vkey, result.publicSignals, result.proof)).to.equal(true);
            expect(result.wrong).to.equal(undefined);
            const kinds = seen.map(({ events }) => events.filter(({ kind }) => kind === "msm").length);
            expect(kinds.every((n) => n > 0), `both take part: ${kinds}`).to.equal(true);
            expect(readdirSync(folder).filter((name) => name.endsWith(".h"))).to.deep.equal([]);
            const location = files.at("scalars"), remote = await prover.submit(split(5, { put: location, get: location }));
            expect((await remote.result()).publicSignals).to.deep.equal(example.publicSignals);
        });

        itInAll("a witness that does not satisfy is one named failure; so is a part that cannot be read", async () => {
            const { events } = await open({ cache: inCache() }), bytes = readFileSync(example.wtns);
            bytes[bytes.length - 32] ^= 1;
            const bad = join(folder, "bad.wtns");
            writeFileSync(bad, bytes);
            const job = await prover.submit({ ...split(), witness: bad });
            expect((await failureOf(job.result())).code).to.equal("ERR_CHECK");
            const gone = await prover.submit({ ...split(), witness: { url: files.at("gone"), sha256: "0".repeat(64) } });
            expect((await failureOf(gone.result())).code).to.equal("ERR_READ");
            await until(quiet);
            expect(events.filter(({ event }) => event === "again")).to.deep.equal([]);
            expect(readdirSync(folder).filter((name) => name.endsWith(".h"))).to.deep.equal([]);
        });

        it("fails also where the reason of its part cannot be read", async () => {
            await open({ cache: inCache() });
            const { getJob } = Queue.prototype, witness = { url: files.at("gone"), sha256: "0".repeat(64) };
            const job = await prover.submit({ ...split(), witness });
            Queue.prototype.getJob = function (id) {
                return id === job.id ? getJob.call(this, id) : Promise.reject(new Error("no connection"));
            };
            try {
                const { code, message } = await failureOf(job.result());
                expect([code, message]).to.satisfy(() => code === "ERR_FAILED" && /^child .* failed$/.test(message));
            } finally {
                Queue.prototype.getJob = getJob;
            }
            await until(quiet);
        });

        it("is cut into no more parts than there are workers for, and than the queue has room for", async () => {
            await open({ cache: inCache() });
            for (const msms of [65, 15_000, Number.MAX_SAFE_INTEGER]) {
                const error = await failureOf(prover.submit(split(msms)));
                expect([error.code, error.message]).to.deep.equal(
                    ["ERR_LIMIT", `submit: expected split.msms to be at most 64 for the workers and the waiting room, got ${msms}`]);
            }
            const small = createProver({ connection: redis.connection, queue, waiting: 20, allowWrite: locations() });
            const { code, message } = await failureOf(small.submit(split(15)));
            expect([code, message.includes("at most 14 ")], message).to.deep.equal(["ERR_LIMIT", true]);
            const least = createProver({ connection: redis.connection, queue, waiting: 6, allowWrite: locations() });
            const none = await failureOf(least.submit(split(1)));
            await least.close();
            expect([none.code, none.message.includes("at most 0 ")], none.message).to.deep.equal(["ERR_LIMIT", true]);
            expect(await prover.counts(), "before anything is queued").to.deep.equal({ waiting: 0, active: 0 });
            await Promise.all(workers.splice(0).map((worker) => worker.close()));
            for (let i = 0; i < 8; i++) await small.submit(request(tiny));
            expect((await failureOf(small.submit(split(7)))).constructor.name).to.equal("FullError");
            await small.submit(split(6));
            await small.close();
        });

        itInAll("is cut by a worker as it sees fit, whatever Redis says", async () => {
            const LARGE = `proof-${randomUUID()}`;
            const added = [], { addBulk } = Queue.prototype;
            const direct = new Queue(queue, { connection: redis.connection });
            Queue.prototype.addBulk = function (jobs) {
                added.push(...jobs);
                return addBulk.call(this, jobs);
            };
            try {
                await open({ cache: inCache() });
                const [zkey, witness] = [example.zkey, example.wtns].map(hashed);
                const data = { kind: "split", tenant: "t", zkey, witness, split: { msms: 500, scratch: { path: folder } } };
                await direct.add("split", data, { jobId: LARGE, priority: 1 });
                const result = await (await prover.get(LARGE)).result();
                expect(await verify(example.vkey, result.publicSignals, result.proof)).to.equal(true);
                expect(added.length).to.be.within(60, 71);
            } finally {
                Queue.prototype.addBulk = addBulk;
                await direct.close();
            }
        });

        /** What a worker returns, on its way to Redis. */
        async function whileTelling(change, work) {
            const { moveToCompleted } = Job.prototype;
            Job.prototype.moveToCompleted = function (value, ...rest) {
                return moveToCompleted.call(this, change(value), ...rest);
            };
            try {
                return await work();
            } finally {
                Job.prototype.moveToCompleted = moveToCompleted;
            }
        }

        itInAll("a malformed part is done again, and its worker named", async () => {
            await open({ name: "liar", cache: inCache() });
            const first = ({ part, from }) => part === "A" && from === 0;
            const changes = {
                "no point": (value) => ({ ...value, point: undefined }),
                "a point of zero bytes": (value) => ({ ...value, point: "" }),
                "a point that is a number": (value) => ({ ...value, point: 7 }),
                "a point that is no base64": (value) => ({ ...value, point: "?".repeat(88) }),
                "a point that is long": (value) => ({ ...value, point: "A".repeat(10 ** 5) }),
                "a point off the curve": (value) => ({ ...value, point: Buffer.alloc(64, 1).toString("base64") }),
                "a range that goes further": (value) => ({ ...value, to: value.to + 1 }),
                "a range beyond the key": (value) => ({ ...value, from: 0, to: 2 ** 40 }),
                "a range of no numbers": (value) => ({ ...value, from: "0", to: null }),
                "another part": (value) => ({ ...value, part: "B2" }),
                "a part that is not there": (value) => ({ ...value, part: "__proto__" }),
                "nothing but its name": ({ worker }) => ({ worker }),
            };
            for (const [what, change] of thinned(Object.entries(changes), 2)) {
                const [range] = await rangesOf("A"), told = (value) => (first(Object(value)) ? change(value) : value);
                const { wrong, proof, publicSignals } = await whileTelling(told, inFive);
                expect(await verify(tiny.vkey, publicSignals, proof), what).to.equal(true);
                expect(wrong, what).to.deep.equal([{ ...range, worker: "liar" }]);
            }
            for (const nothing of thinned([null, 7, "text", []], 4)) {
                const { wrong } = await whileTelling((value) => (first(Object(value)) ? nothing : value), inFive);
                expect(wrong.map(({ part, worker }) => [part, worker]), String(nothing)).to.deep.equal([["A", "unknown"]]);
            }
        });

        const rangesOf = async (name) => planRanges(await zkeyInfo(tiny.zkey), 5).filter(({ part }) => part === name);
        const inFive = async () => (await prover.submit({ ...split(5), ...request(tiny), vkey: tiny.vkey })).result();

        itInAll("malformed transforms are done again, and their worker named", async () => {
            const { events } = await open({ name: "liar", cache: inCache() });
            const elsewhere = hashed(example.wtns);
            const garbage = Buffer.from("no scalars"), put = { url: files.at("elsewhere"), sha256: sha256(garbage) };
            files.answers.set("/elsewhere", { body: garbage });
            const changes = {
                "null": () => null, "a text": () => "text", "bytes": () => ({ bytes: "AQI=" }),
                "a path elsewhere": () => elsewhere, "an address": () => put, "no hash": ({ path }) => ({ path }),
                "another hash": ({ path }) => ({ path, sha256: "0".repeat(64) }),
            };
            for (const [what, change] of Object.entries(changes)) {
                const told = (value) => (value?.quotient ? { ...value, quotient: change(value.quotient) } : value);
                const { wrong, proof, publicSignals } = await whileTelling(told, inFive);
                expect(await verify(tiny.vkey, publicSignals, proof), what).to.equal(true);
                expect(wrong, what).to.deep.equal([{ part: "quotient", from: 0, to: 0, worker: "liar" }]);
            }
            expect(events.filter(({ event }) => event === "wrong").length, "told to the log").to.equal(7);
        });

        itInAll("MSMs over scalars that are none, or that are never queued, are done again too", async () => {
            await open({ name: "liar", cache: inCache() });
            const { addBulk } = Queue.prototype, over = (jobs) => jobs[0].opts.jobId.endsWith("-h-0");
            const quotient = { part: "quotient", from: 0, to: 0, worker: "liar" };
            const ways = [
                [function (jobs) { return over(jobs) ? [] : addBulk.call(this, jobs); }, "H", "unknown"],
                [function (jobs) {
                    if (over(jobs)) jobs[0].data.witness.sha256 = "0".repeat(64);
                    return addBulk.call(this, jobs);
                }, "H", "unknown"],
                [function (jobs) {
                    if (over(jobs)) writeFileSync(jobs[0].data.witness.path, "no scalars");
                    return addBulk.call(this, jobs);
                }, "quotient", "liar"],
            ];
            for (const [way, part, worker] of ways) {
                Queue.prototype.addBulk = way;
                try {
                    const { wrong, proof, publicSignals } = await inFive();
                    expect(await verify(tiny.vkey, publicSignals, proof), part).to.equal(true);
                    expect(wrong.map((one) => [one.part, one.worker])).to.deep.equal([[part, worker]]);
                    if (part === "quotient") expect(wrong).to.deep.equal([quotient]);
                } finally {
                    Queue.prototype.addBulk = addBulk;
                }
            }
            expect(readdirSync(folder).filter((name) => name.endsWith(".h"))).to.deep.equal([]);
        });

        it("is cancelled with all of its parts", async () => {
            files.answers.set("/stuck", { hang: true });
            const { events } = await open();
            const job = await prover.submit({ ...split(), witness: { url: files.at("stuck"), sha256: "0".repeat(64) } });
            await until(() => events.some(({ kind }) => kind === "split") || prover.counts().then(({ active }) => active > 0));
            await pause(300);
            expect(await prover.get(`${job.id}-quotient`), "a part is nobody's job").to.equal(undefined);
            expect(await job.cancel()).to.equal(true);
            expect((await failureOf(job.result())).code).to.equal("ERR_CANCELLED");
            await until(quiet);
        });
    });
});
