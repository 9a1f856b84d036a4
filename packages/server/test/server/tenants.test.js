/** What one request, or one tenant, can do to a server and to the other tenants: nothing. Each test is an attack. */
import { connect } from "node:net";
import { createServer } from "node:http";
import { expect } from "chai";
import { createFront } from "../../src/command/front.js";
import { createLocalProver } from "../../src/pool/local.js";
import { createProverPool } from "../../src/pool/prover_pool.js";
import { mayEnter, Admission } from "../../src/admission.js";
import { itInAll } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { circuits } from "../support/queue.js";
import { until } from "../../../../test/support/until.js";

const tiny = circuits.find(({ name }) => name === "mimc_tiny");
const TOKENS = { a: "a-0123456789abcdef", b: "b-0123456789abcdef" }, METRICS = "metrics-0123456789abcdef";
const MIB = 2 ** 20;

/** A front on this prover, and how each tenant asks. */
async function openFront(prover, options) {
    const [{ default: fastify }, client] = await Promise.all([import("fastify"), import("prom-client")]);
    const front = createFront({
        fastify, client: client.default, prover: { counts: async () => ({ waiting: 0, active: 0 }), ...prover },
        tokens: TOKENS, metricsToken: METRICS, body: 8 * MIB, log: () => {}, ...options,
    });
    const ask = (token, method, url, payload) => front.app.inject({
        method, url, headers: { authorization: `Bearer ${token}`, "content-type": "application/json" }, payload,
    });
    return { front, ask, as: (tenant) => (...request) => ask(TOKENS[tenant], ...request) };
}

/** A storage that never answers: what is fetched from it waits until it is cancelled. */
async function openSilence() {
    const server = createServer(() => {});
    await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
    return {
        witness: { url: `http://127.0.0.1:${server.address().port}/`, sha256: "0".repeat(64) },
        close() {
            server.closeAllConnections();
            server.close();
        },
    };
}

describe("the room of tenants", () => {
    it("has a slot for whoever has none, and a share for the others", () => {
        expect([0, 1, 5].map((taken) => mayEnter(6, taken, taken, 0)), "alone").to.deep.equal([true, true, true]);
        expect(mayEnter(6, 6, 6, 0)).to.equal(false);
        expect(mayEnter(6, 6, 0, 1), "a newcomer").to.equal(true);
        expect(mayEnter(6, 11, 0, 6), "as many tenants as slots").to.equal(false);
        expect([1, 2, 3].map((own) => mayEnter(6, 5, own, 1)), "a half of it").to.deep.equal([true, true, false]);
        expect(mayEnter(6, 6, 1, 1), "no free slot").to.equal(false);
        expect([mayEnter(0, 0, 0, 0), mayEnter(1, 0, 0, 0), mayEnter(1, 1, 1, 0)]).to.deep.equal([false, true, false]);
    });

    it("is never twice as full as it has slots, whoever comes in whatever order", () => {
        for (const slots of [1, 2, 7, 50]) {
            const room = new Admission(slots);
            for (let turn = 0; turn < 20 * slots; turn++)
                for (const tenant of Array.from({ length: turn % (3 * slots) + 1 }, (_, i) => `t${i}`))
                    if (room.admits(tenant)) room.enter(tenant);
            expect(room.taken, `${slots} slots`).to.be.below(2 * slots);
            expect(room.tenants.size).to.equal(slots);
        }
    });

    it("knows no one who has left", () => {
        const room = new Admission(4);
        room.enter("a", 3);
        room.enter("b");
        room.leave("a", 3);
        room.leave("b");
        expect([room.taken, room.tenants.size]).to.deep.equal([0, 0]);
    });
});

describe("a tenant", function () {
    this.timeout(120_000);
    let prover, silence;
    before(async () => { silence = await openSilence(); });
    after(() => silence.close());
    afterEach(async () => {
        await prover?.close({ grace: 0 });
        prover = undefined;
    });
    const open = (options) => (prover = createLocalProver({ threads: 1, ...options }));
    const hanging = (tenant, more) => prover.submit({ zkey: tiny.zkey, witness: silence.witness, tenant, ...more });
    const refused = async (promise) => (await failureOf(promise)).message;

    it("who takes every slot leaves one for another, and gets no more than a share after that", async () => {
        open({ waiting: 3 });
        const jobs = [];
        for (let i = 0; i < 4; i++) jobs.push(await hanging("a"));
        expect(await refused(hanging("a"))).to.include("at most 3 waiting");
        await hanging("b");
        expect(await refused(hanging("b"))).to.include("at most 3 waiting");
        for (const job of jobs.splice(0, 2)) await job.cancel();
        expect(await refused(hanging("a")), "its share is two").to.include("at most 3 waiting");
        await hanging("b");
        expect(await prover.counts()).to.deep.equal({ waiting: 4, active: 0 });
        for (const job of jobs) await job.cancel();
        await hanging("b");
    });

    it("whose requests hold much memory takes more slots with them", async () => {
        open({ waiting: 7, memory: 2 ** 24, inline: 4 * MIB }); // a slot is half a MiB
        const large = { zkey: { bytes: "A".repeat(2 * MIB) } };
        await hanging("a", large);
        await hanging("a", large);
        expect(await refused(hanging("a"))).to.include("waiting");
        await hanging("b", large);
    });

    itInAll("who asks for much that ends keeps little of it, and nothing of others goes", async () => {
        open({ keep: 3600 });
        const ended = async (tenant) => {
            const job = await prover.submit({ zkey: tiny.zkey, witness: tiny.wtns, tenant, deadline: 1 });
            await failureOf(job.result());
            return job.id;
        };
        const other = await ended("b"), ids = [];
        for (let i = 0; i < 1003; i++) ids.push(await ended("a"));
        const found = await Promise.all(ids.map((id) => prover.get(id)));
        expect(found.map(Boolean).lastIndexOf(false)).to.equal(2);
        expect(await prover.get(other)).to.not.equal(undefined);
    });

    it("who takes every slot of a pool leaves one for another", async () => {
        const pool = createProverPool({ concurrency: 1, waiting: 2, threads: 0 });
        let pass;
        const passed = new Promise((resolve) => { pass = resolve; });
        const run = (tenant) => pool.run(tiny.zkey, () => passed, { tenant });
        const all = [run("a"), run("a"), run("a")];
        expect(await refused(run("a"))).to.include("at most 2 waiting");
        await pool.room({ tenant: "b" });
        let room = false;
        const waited = pool.room({ tenant: "a" }).then(() => { room = true; });
        all.push(run("b"));
        expect(await refused(run("b"))).to.include("at most 2 waiting");
        expect([pool.stats().waiting, room]).to.deep.equal([3, false]);
        pass();
        await Promise.all([waited, ...all]);
        await pool.close();
    });
});

describe("a request", function () {
    this.timeout(120_000);
    const bytes = { bytes: "AQI=" }, body = (inputs) => `{"zkey":{"bytes":"AQI="},"wasm":{"bytes":"AQI="},"inputs":${inputs}}`;
    let prover, front, as;
    before(async () => {
        prover = createLocalProver({ threads: 1, allow: [], inline: 8 * MIB });
        ({ front, as } = await openFront(prover));
    });
    after(async () => {
        await front.close();
        await prover.close({ grace: 0 });
    });

    const k = "k".repeat(1000), entries = (count) => Array.from({ length: count }, (_, i) => `"${i}":1`).join();
    for (const [what, inputs, message] of [
        ["whose inputs would be more names than memory", `{"${k}":{${entries(35_000)}}}`, "names of at most"],
        ["with a name of a MiB", `{"${"a-".repeat(MIB / 2)}":1}`, "a name of at most"],
        ["with a number of four million digits", `{"a":"${"9".repeat(4e6)}"}`, "an integer of at most"],
        ["with a million digits of a hexadecimal number", `{"a":["0x${"f".repeat(1e6)}"]}`, "an integer of at most"],
        ["of 100,000 lists", `{"a":${"[".repeat(1e5)}${"]".repeat(1e5)}}`, "within each other 64 times"],
        ["of 100,000 records", `{"a":${'{"a":'.repeat(1e5)}1${"}".repeat(1e5)}}`, "within each other 64 times"],
    ])
        it(`${what} is a wrong request, and a short answer`, async () => {
            const { statusCode, json, body: told } = await as("a")("POST", "/prove", body(inputs)), { error } = json();
            expect([statusCode, error.code], told.slice(0, 300)).to.deep.equal([400, "ERR_INPUT"]);
            expect(error.message).to.include(message).and.have.length.below(300);
        });

    it("is refused with 400 for values that turn into something else", async () => {
        const sha256 = "0".repeat(64);
        for (const wrong of ["{\"__proto__\":{\"a\":1}}", "{\"a\":{\"__proto__\":[1]}}", "{\"constructor\":{\"prototype\":{}}}"])
            expect((await as("a")("POST", "/prove", body(wrong))).statusCode, wrong).to.equal(400);
        for (const zkey of [{ url: { href: "https://x.example", toString: 1, valueOf: 1 }, sha256 },
            { path: "\0", sha256 }, { bytes: "\ud800" }, { url: "https://\ud800/", sha256 }, { path: { length: 1e9 } }])
            expect((await as("a")("POST", "/prove", { zkey, witness: bytes })).statusCode, JSON.stringify(zkey)).to.equal(400);
        for (const deadline of ["1e999", "-1e999", "[1]", '{"valueOf":1}', '"2030-01-01"']) {
            const text = `{"zkey":{"bytes":"AQI="},"witness":{"bytes":"AQI="},"deadline":${deadline}}`;
            expect((await as("a")("POST", "/prove", text)).statusCode, deadline).to.equal(400);
        }
    });
});

describe("a front, among tenants", function () {
    this.timeout(120_000);
    const job = (more) => ({ id: "x", tenant: "a", status: async () => ({ state: "active" }), onProgress: () => () => {}, ...more });

    it("shows a tenant its own numbers, and the operator all of them and nothing else", async () => {
        const { front, ask, as } = await openFront({ submit: async () => ({ id: "x" }), get: async () => undefined });
        const request = { zkey: { bytes: "AQI=" }, witness: { bytes: "AQI=" } };
        for (let i = 0; i < 3; i++) await as("a")("POST", "/prove", request);
        await as("b")("GET", "/jobs/x");
        const [a, b, all] = (await Promise.all([as("a")("GET", "/metrics"), as("b")("GET", "/metrics"), ask(METRICS, "GET", "/metrics")]))
            .map(({ statusCode, body }) => (expect(statusCode).to.equal(200), body));
        expect(a).to.match(/^ffturbo_jobs_submitted_total\{tenant="a"\} 3$/m);
        expect(a).to.match(/_count\{route="\/prove",method="POST",status="202"\} 3$/m);
        expect(b).to.match(/_count\{route="\/jobs\/:id",method="GET",status="404"\} 1$/m);
        for (const text of ['tenant="a"', "/prove", "ffturbo_jobs{", "process_"]) expect(b, text).not.to.include(text);
        expect(a).not.to.include("/jobs/:id").and.not.include("ffturbo_jobs{");
        for (const text of ['tenant="a"', 'route="/prove"', 'ffturbo_jobs{state="waiting"} 0', "process_cpu"]) expect(all).to.include(text);
        for (const [method, url] of [["POST", "/prove"], ["GET", "/jobs/x"], ["DELETE", "/jobs/x"], ["GET", "/jobs/x/events"]])
            expect((await ask(METRICS, method, url, method === "POST" ? request : undefined)).statusCode).to.equal(401);
        await front.close();
    });

    it("shows all of them to the only tenant there is", async () => {
        const { front, as } = await openFront({}, { tokens: { a: TOKENS.a }, metricsToken: undefined });
        expect((await as("a")("GET", "/metrics")).body).to.include('ffturbo_jobs{state="waiting"} 0').and.include("process_cpu");
        await front.close();
    });

    it("lets no tenant come before all others, unless there are none", async () => {
        const submit = async () => ({ id: "x" }), files = { zkey: { bytes: "AQI=" }, witness: { bytes: "AQI=" } };
        const many = await openFront({ submit }), one = await openFront({ submit }, { tokens: { a: TOKENS.a } });
        const status = async ({ as }, priority) => (await as("a")("POST", "/prove", { ...files, priority })).statusCode;
        for (const priority of ["normal", "low"]) expect(await status(many, priority)).to.equal(202);
        expect([await status(many, "high"), await status(one, "high")]).to.deep.equal([400, 202]);
        await many.front.close();
        await one.front.close();
    });

    it("has at most 64 requests of a tenant open, whatever the others do, and takes more when they are answered", async () => {
        const asked = [], get = () => new Promise((resolve) => { asked.push(resolve); });
        const { front, as } = await openFront({ get });
        const held = Array.from({ length: 64 }, () => as("a")("GET", "/jobs/x"));
        await until(() => asked.length === 64);
        const { statusCode, headers, json } = await as("a")("GET", "/metrics");
        expect([statusCode, Number(headers["retry-after"]) > 0, json().error.code]).to.deep.equal([429, true, "ERR_TOO_MANY"]);
        expect((await as("b")("GET", "/metrics")).statusCode).to.equal(200);
        for (const answer of asked) answer(undefined);
        for (const { statusCode: status } of await Promise.all(held)) expect(status).to.equal(404);
        await until(async () => (await as("a")("GET", "/metrics")).statusCode === 200);
        await front.close();
    });

    it("has at most 256 event streams of a tenant open", async () => {
        let open = 0;
        const onProgress = () => {
            open++;
            return () => open--;
        };
        const { front, as } = await openFront({ get: async () => job({ onProgress }) });
        const lines = Array.from({ length: 256 }, () => undefined);
        for (const i of lines.keys()) {
            lines[i] = as("a")("GET", "/jobs/x/events");
            await until(() => open === i + 1);
        }
        expect((await as("a")("GET", "/jobs/x/events")).statusCode).to.equal(429);
        expect((await as("a")("GET", "/jobs/x")).statusCode, "a line is no open request").to.equal(200);
        await front.close();
        await Promise.all(lines);
        expect(open).to.equal(0);
    });

    /** A socket that asks for a line of events. */
    const lineOf = (front) => {
        const socket = connect(front.app.server.address().port, "127.0.0.1");
        socket.on("error", () => {});
        socket.write(`GET /jobs/x/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKENS.a}\r\n\r\n`);
        return socket;
    };

    it("ends the line of who does not read", async () => {
        let listener, stopped = false;
        const { front } = await openFront({
            get: async () => job({ onProgress: (call) => { listener = call; return () => { stopped = true; }; } }),
        });
        await front.app.listen({ port: 0, host: "127.0.0.1" });
        const socket = lineOf(front);
        socket.pause();
        await until(() => listener);
        const sent = { phase: "x".repeat(2 ** 16) };
        let most = 0;
        for (; most < 4096 && !stopped; most++) {
            listener(sent);
            await new Promise((resolve) => { setImmediate(resolve); });
        }
        expect(most, "reports of 64 KiB").to.be.below(4096);
        socket.destroy();
        await front.close();
    });

    it("keeps nothing of a line that was left before it began", async () => {
        const answers = [];
        const { front } = await openFront({ get: () => new Promise((resolve) => { answers.push(resolve); }) });
        await front.app.listen({ port: 0, host: "127.0.0.1" });
        const closed = new Promise((resolve) => {
            front.app.server.once("connection", (connection) => connection.once("close", resolve));
        });
        const socket = lineOf(front);
        await until(() => answers.length === 1);
        socket.destroy();
        await closed;
        let stopped = false;
        answers[0](job({
            onProgress: () => () => { stopped = true; },
        }));
        await until(() => stopped);
        await front.close();
    });
});
