/** What the queue and the front do without Redis: the failures they tell, the local prover, tokens, addresses. */
import crypto from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import { connectionOf, loadPackages } from "../../src/command/packages.js";
import { openProver, readTokens } from "../../src/command/serve.js";
import { createFront } from "../../src/command/front.js";
import { tenantOf, tokenList } from "../../src/command/tokens.js";
import { readJson } from "../../../../bin/lib/files.mjs";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { ProverError } from "../../../../src/protocols/groth16/index.js";
import {
    codeOf, decodeFailure, encodeFailure, FullError, mayTryAgain, PermanentReadError, publicMessage, QueueError,
} from "../../src/failures.js";
import { createLocalProver } from "../../src/pool/local.js";
import { programMemory } from "../../src/proof_jobs.js";
import { calculator } from "../../../../test/support/calculators.js";
import { itInAll } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { circuits } from "../support/queue.js";

const named = (wanted) => circuits.find(({ name }) => name === wanted);
const tiny = named("mimc_tiny"), example = named("mimc_example");
const request = ({ zkey, wtns }, more) => ({ zkey, witness: wtns, ...more });

describe("failures of jobs", () => {
    it("keep their code on the way through Redis, and get one when they have none", () => {
        const { name, code, message } = decodeFailure(encodeFailure(new ProverError("ERR_CHECK", "proof: got\nanother")));
        expect([name, code, message]).to.deep.equal(["QueueError", "ERR_CHECK", "proof: got\nanother"]);
        expect(decodeFailure("job stalled more than allowable limit").code).to.equal("ERR_LOST");
        expect(decodeFailure(undefined).code).to.equal("ERR_FAILED");
        expect(decodeFailure("anything").message).to.equal("anything");
        const told = (error) => codeOf(error);
        expect(told(new Error("plain"))).to.equal("ERR_FAILED");
        expect(told(Object.assign(new Error("of Node"), { code: "ENOENT" }))).to.equal("ERR_FAILED");
        expect(told(Object.assign(new TypeError("a mistake"), { code: "ERR_INVALID_ARG_TYPE" }))).to.equal("ERR_FAILED");
        expect(told(undefined)).to.equal("ERR_FAILED");
        expect(told({ code: 7 })).to.equal("ERR_FAILED");
    });

    it("are tried again where another try may help, and nowhere else", () => {
        for (const code of ["ERR_READ", "ERR_MEMORY", "ERR_WORKER"])
            expect(mayTryAgain(new ProverError(code, "x")), code).to.equal(true);
        expect(mayTryAgain(new Error("unknown"))).to.equal(true);
        for (const code of ["ERR_CHECK", "ERR_WITNESS", "ERR_FILE", "ERR_POINT", "ERR_CURVE", "ERR_INPUT", "ERR_OPTION", "ERR_LIMIT"])
            expect(mayTryAgain(new ProverError(code, "x")), code).to.equal(false);
        for (const code of ["ERR_CANCELLED", "ERR_DEADLINE", "ERR_LOST"])
            expect(mayTryAgain(new QueueError(code, "x")), code).to.equal(false);
        expect(mayTryAgain(new PermanentReadError("gone"))).to.equal(false);
    });

    it("say neither addresses nor values", () => {
        const decimal = "12345678901234567890", hex = `0x${"ab".repeat(16)}`, base64 = "Qm9/".repeat(16);
        for (const secret of ["https://me:word@host/a?signature=x", "redis://:word@host", decimal, hex, base64, hex.slice(2)]) {
            const told = publicMessage(new Error(`key: expected that, got ${secret} there`));
            expect(told, secret).to.match(/^key: expected that, got \((address|value)\) there$/);
        }
        const plain = "witness: expected 801 values for sha256 0123abcd…, got 12345678";
        expect(publicMessage(new Error(plain))).to.equal(plain);
        expect(publicMessage("x y ".repeat(1000)).length).to.equal(1000);
        expect(publicMessage(null)).to.equal("null");
        const long = publicMessage(`input ${"a-".repeat(5e6)}`); // which would take days to search
        expect(long).to.equal("input ");
        const cut = publicMessage(`${"0x".padEnd(4060, "f")} and ${"ab".repeat(40)}`);
        expect(cut, "half of a value is none that is known").to.equal("(value) and ");
        const end = " is too long", whole = publicMessage("0x".padEnd(4096 - end.length, "f") + end);
        expect(whole, "as many characters as are looked at").to.equal(`(value)${end}`);
    });
});

describe("tokens", () => {
    const tokens = tokenList({ a: "a-0123456789abcdef", b: "b-0123456789abcdef", c: "c-0123456789abcdef" });

    it("tell who asks, and nothing else does", () => {
        expect(tenantOf(tokens, "Bearer b-0123456789abcdef")).to.equal("b");
        for (const header of [undefined, "", "Bearer", "Bearer ", "bearer b-0123456789abcdef", "b-0123456789abcdef",
            "Bearer  b-0123456789abcdef", "Bearer b-0123456789abcdef ", "Bearer b-0123456789abcde", "Bearer B-0123456789abcdef",
            "Basic b-0123456789abcdef", "Basic Bearer b-0123456789abcdef",
            "Bearer b-0123456789abcdef,a", `Bearer ${"x".repeat(600)}`, "Bearer __proto__"])
            expect(tenantOf(tokens, header), header).to.equal(undefined);
    });

    it("come from a file by tenant or from the environment, and are long enough not to be guessed", async () => {
        const folder = temporaryFolder("tokens"), file = join(folder, "tokens.json");
        const { FFTURBO_TOKEN } = process.env, good = "0123456789abcdef";
        const from = (content) => {
            writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
            return readTokens(file, readJson);
        };
        try {
            expect(await from({ alice: good, "b@c.d": `${good}!` })).to.deep.equal({ alice: good, "b@c.d": `${good}!` });
            for (const wrong of [{}, [], "7", null, { alice: "short-123456789" }, { alice: 1234567890123456 }, { "a b": good },
                { ["a".repeat(65)]: good }, { alice: `${good} x` }, { alice: `${good}\u00e9` }, { alice: [good] }]) {
                const error = await failureOf(from(wrong));
                expect(error.code, JSON.stringify(wrong)).to.equal("ERR_OPTION");
                expect(error.message).not.to.include(good);
                expect(error.message.split(":")[0], "the location").to.be.oneOf([file, "serve"]);
            }
            process.env.FFTURBO_TOKEN = good;
            expect(await readTokens(undefined)).to.deep.equal({ default: good });
            process.env.FFTURBO_TOKEN = "short";
            expect((await failureOf(readTokens(undefined))).message)
                .to.equal("FFTURBO_TOKEN: expected tokens of 16 letters or more for default");
            delete process.env.FFTURBO_TOKEN;
            expect((await failureOf(readTokens(undefined))).message).to.include("expected bearer tokens");
        } finally {
            if (FFTURBO_TOKEN === undefined) delete process.env.FFTURBO_TOKEN;
            else process.env.FFTURBO_TOKEN = FFTURBO_TOKEN;
            rmSync(folder, { recursive: true, force: true });
        }
    });

    it("are compared in constant time: each of them, hashes of one length, whatever matches", () => {
        const { timingSafeEqual } = crypto, compared = [];
        crypto.timingSafeEqual = (a, b) => {
            compared.push([a.length, b.length]);
            return timingSafeEqual(a, b);
        };
        syncBuiltinESMExports();
        try {
            for (const text of ["a-0123456789abcdef", "c-0123456789abcdef", "", "x", "x".repeat(600)]) {
                compared.length = 0;
                tenantOf(tokens, `Bearer ${text}`);
                expect(compared, text).to.deep.equal([[32, 32], [32, 32], [32, 32]]);
            }
        } finally {
            crypto.timingSafeEqual = timingSafeEqual;
            syncBuiltinESMExports();
        }
    });
});

describe("the front, where the server fails", () => {
    const TOKEN = "a-0123456789abcdef", secret = "https://store.example/x?signature=0123456789abcdef";
    /** A front on a prover whose calls end as told. */
    const open = async (prover) => {
        const [{ default: fastify }, client] = await Promise.all([import("fastify"), import("prom-client")]), logged = [];
        const front = createFront({
            fastify, client: client.default, prover: { counts: async () => ({ waiting: 0, active: 0 }), ...prover },
            tokens: { a: TOKEN }, body: 1000, log: (line) => logged.push(line),
        });
        const ask = (method, url, body) => front.app.inject({
            method, url, headers: { authorization: `Bearer ${TOKEN}` }, ...(body && { payload: body }),
        });
        return { front, logged, ask };
    };
    const fails = (error) => async () => { throw error; };

    it("says so, and neither what nor to whom", async () => {
        for (const error of [new Error(secret), Object.assign(new Error(secret), { code: "ECONNREFUSED" }), new TypeError(secret)]) {
            const { front, logged, ask } = await open({ submit: fails(error) });
            const answer = await ask("POST", "/prove", { zkey: { bytes: "AQI=" }, witness: { bytes: "AQI=" } });
            expect([answer.statusCode, answer.json().error.code]).to.deep.equal([500, "ERR_FAILED"]);
            expect(answer.body + JSON.stringify(logged)).not.to.include("signature");
            expect(logged.map(({ event }) => event).sort()).to.deep.equal(["error", "request"]);
            await front.close();
        }
    });

    it("maps what it knows to a status", async () => {
        const statuses = {
            ERR_OPTION: 400, ERR_READ: 400, ERR_LIMIT: 413, ERR_CANCELLED: 409, ERR_CONFLICT: 422, ERR_DEADLINE: 504,
            ERR_CHECK: 500,
        };
        for (const [code, status] of Object.entries(statuses)) {
            const { front, ask } = await open({ submit: fails(new QueueError(code, "x")) });
            const answer = await ask("POST", "/prove", { zkey: { bytes: "AQI=" } });
            expect([answer.statusCode, answer.headers["retry-after"]], code).to.deep.equal([status, undefined]);
            await front.close();
        }
        const { front, ask } = await open({ submit: fails(new FullError(7)) });
        const answer = await ask("POST", "/prove", { zkey: { bytes: "AQI=" } });
        expect([answer.statusCode, Number(answer.headers["retry-after"]) > 0, answer.json().error.code])
            .to.deep.equal([429, true, "ERR_TOO_MANY"]);
        await front.close();
    });

    it("is not ready without its queue, or while it stops", async () => {
        const lost = await open({ counts: fails(new Error("no Redis")) });
        const answer = await lost.ask("GET", "/ready");
        expect([answer.statusCode, answer.json()]).to.deep.equal([503, { status: "no queue" }]);
        expect((await lost.ask("GET", "/health")).json()).to.deep.equal({ status: "ok" });
        expect((await lost.ask("GET", "/metrics")).statusCode).to.equal(200);
        await lost.front.close();
        let finish;
        const { front, ask } = await open({ get: () => new Promise((resolve) => { finish = resolve; }) });
        await front.app.ready();
        const held = ask("GET", "/jobs/x"); // keeps it from closing at once
        while (!finish) await new Promise((resolve) => { setImmediate(resolve); });
        const healthy = await ask("GET", "/ready");
        expect(healthy.json()).to.deep.equal({ status: "ok" });
        const closed = front.close();
        finish(undefined);
        expect((await held).statusCode).to.equal(404);
        await closed;
    });

    it("hands nothing on that a file's path could hide in", async () => {
        const asked = [], { front, ask } = await open({ submit: async (request) => { asked.push(request); return { id: "x" }; } });
        const bytes = { bytes: "AQI=" };
        for (const wrong of [{ zkey: "/etc/passwd" }, { zkey: ["/etc/passwd"] }, { zkey: bytes, witness: "/etc/passwd" },
            { zkey: bytes, wasm: "circuit.wasm" }, { zkey: bytes, inputs: "/etc/passwd" }, { zkey: null }, { zkey: bytes, tenant: "b" },
            { zkey: bytes, vkey: {} }, { witness: bytes }])
            expect((await ask("POST", "/prove", wrong)).statusCode, JSON.stringify(wrong)).to.equal(400);
        expect(asked).to.deep.equal([]);
        expect((await ask("POST", "/prove", { zkey: bytes, inputs: { a: 1 }, wasm: bytes })).statusCode).to.equal(202);
        expect(asked).to.deep.equal([{ zkey: bytes, inputs: { a: 1 }, wasm: bytes, tenant: "a" }]);
        const written = '{ "zkey": @, "wasm": @, "inputs": { "a": 1000000000000000000001 } }'.replaceAll("@", JSON.stringify(bytes));
        const send = (payload) => front.app.inject({
            method: "POST", url: "/prove", payload,
            headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
        });
        expect((await send(written)).statusCode).to.equal(202);
        expect(asked[1].inputs, "all digits").to.deep.equal({ a: "1000000000000000000001" });
        for (const none of ["", "{", '{ "__proto__": {} }']) expect((await send(none)).statusCode, none).to.equal(400);
        await front.close();
    });
});

describe("the front, where somebody listens", () => {
    const headers = { authorization: "Bearer a-0123456789abcdef" };
    const open = async (prover) => {
        const [{ default: fastify }, client] = await Promise.all([import("fastify"), import("prom-client")]);
        return createFront({
            fastify, client: client.default, prover, tokens: { a: "a-0123456789abcdef" }, body: 1000, log: () => {},
        });
    };

    it("ends lines when it stops, though the job goes on", async () => {
        let listens;
        const listening = new Promise((resolve) => { listens = resolve; });
        const job = {
            id: "x", tenant: "a", status: async () => ({ state: "active" }),
            onProgress: (listener) => {
                listener({ phase: "A", done: 1, total: 2 });
                listens();
                return () => {};
            },
        };
        const front = await open({ get: async () => job, counts: async () => ({}) });
        const line = front.app.inject({ url: "/jobs/x/events", headers });
        await listening;
        await front.close();
        expect((await line).body).to.match(/^event: progress\ndata: \{"phase":"A","done":1,"total":2\}\n/);
    });

    it("asks for no job whose name could be another key of Redis", async () => {
        const asked = [], front = await open({ get: async (id) => { asked.push(id); }, counts: async () => ({}) });
        for (const id of ["a:lock", "a%3Alock", "a%00", "*", "a b", "x".repeat(65)])
            for (const [method, rest] of [["GET", ""], ["DELETE", ""], ["GET", "/events"]]) {
                const { statusCode } = await front.app.inject({ method, url: `/jobs/${encodeURI(id)}${rest}`, headers });
                expect(statusCode, id).to.be.oneOf([400, 404, 414]);
            }
        expect(asked).to.deep.equal([]);
        await front.close();
    });

    it("reads no file that nobody allowed, when nothing is", async () => {
        const prover = await openProver({ waiting: 1, threads: 0, memory: 2 ** 26, concurrency: 1, body: 1000 });
        for (const zkey of [{ path: tiny.zkey }, { path: tiny.zkey, sha256: "0".repeat(64) }])
            expect((await failureOf(prover.submit({ zkey, witness: { bytes: "AQI=" } }))).message).to.include("0 allowed locations");
        await prover.close();
    });
});

describe("packages that serving needs", () => {
    it("are loaded, or named with what installs them", async () => {
        expect((await loadPackages("serve", ["bullmq"]))[0].Queue).to.be.a("function");
        const error = await failureOf(loadPackages("serve", ["bullmq", "@ffturbo/not-there"]));
        expect([error.code, error.message.endsWith("; npm install @ffturbo/not-there")]).to.deep.equal(["ERR_OPTION", true]);
    });
});

describe("the address of Redis", () => {
    it("has all parts of a connection", () => {
        expect(connectionOf("redis://host")).to.deep.equal(
            { host: "host", port: 6379, username: undefined, password: undefined, db: 0, tls: undefined });
        expect(connectionOf("rediss://me:p%40ss@[::1]:7000/3")).to.deep.equal(
            { host: "::1", port: 7000, username: "me", password: "p@ss", db: 3, tls: {} });
        for (const wrong of ["host:6379", "http://host", "redis://", "redis:///3", "redis://host:port"])
            expect(() => connectionOf(wrong), wrong).to.throw("redis://host:6379").and.not.include({ message: wrong });
    });
});

describe("a prover of one process", function () {
    this.timeout(120_000);
    let prover, silent, asked;
    const open = (options) => (prover = createLocalProver({ threads: 1, ...options }));
    /** A witness that never comes: its job is active until it is ended. */
    const hanging = () =>
        ({ zkey: tiny.zkey, witness: { url: `http://127.0.0.1:${silent.address().port}/`, sha256: "0".repeat(64) } });
    before(async () => {
        silent = createServer(() => asked?.());
        await new Promise((resolve) => { silent.listen(0, "127.0.0.1", resolve); });
    });
    after(() => {
        silent.closeAllConnections();
        silent.close();
    });
    afterEach(async () => {
        await prover?.close({ grace: 0 });
        prover = undefined;
    });

    itInAll("proves, tells progress and the state of a job, and finds it by its name", async () => {
        open();
        const reports = [], job = await prover.submit(request(example, { vkey: example.vkey, tenant: "me" }));
        expect([job.tenant, (await job.status()).state]).to.deep.equal(["me", "waiting"]);
        const stop = job.onProgress((report) => reports.push(report)), muted = job.onProgress(() => reports.push("muted"));
        muted();
        const result = await job.result(), before = reports.length;
        stop();
        expect([result.publicSignals, typeof result.worker]).to.deep.equal([example.publicSignals, "string"]);
        expect([before > 0, reports.includes("muted")]).to.deep.equal([true, false]);
        expect(await job.status()).to.deep.include({ state: "done", result });
        expect((await prover.get(job.id)).id).to.equal(job.id);
        expect(await prover.get("nobody")).to.equal(undefined);
        expect(await job.cancel()).to.equal(false);
    });

    it("verifies with the key of who asks", async () => {
        open();
        const job = await prover.submit(request(tiny, { vkey: example.vkey }));
        expect((await failureOf(job.result())).code).to.equal("ERR_CHECK");
    });

    it("refuses a proof in parts, more than may wait, and anything after its end", async () => {
        open({ waiting: 1 });
        const split = { split: { scratch: { path: "." } } };
        expect((await failureOf(prover.submit(request(tiny, split)))).code).to.equal("ERR_OPTION");
        const jobs = [await prover.submit(hanging()), await prover.submit(hanging())];
        expect(await prover.counts()).to.deep.equal({ waiting: 2, active: 0 });
        expect((await failureOf(prover.submit(request(tiny)))).code).to.equal("ERR_LIMIT");
        expect(await jobs[1].cancel()).to.equal(true);
        expect((await failureOf(jobs[1].result())).code).to.equal("ERR_CANCELLED");
        await (await prover.submit(request(tiny))).result();
        await prover.close({ grace: 0 });
        expect((await failureOf(jobs[0].result())).code).to.equal("ERR_CANCELLED");
        expect((await jobs[0].status())).to.have.nested.property("error.code", "ERR_CANCELLED");
        expect((await failureOf(prover.submit(request(tiny)))).message).to.include("closed");
    });

    itInAll("lets a request's own program have no more memory than it has itself", async () => {
        const own = (instead) => ({ zkey: tiny.zkey, wasm: { bytes: Buffer.from(calculator(instead)).toString("base64") }, inputs: {} });
        open({ memory: 2 ** 25, concurrency: 2 });
        for (const [instead, words] of [
            [{ memory: '(memory (export "memory") 257)' }, "expected a witness calculator that starts with at most 16777216 bytes"],
            [{ inputSize: "(i32.const 0)", size: "(i32.const 524289)" }, "expected a witness of at most 16777216 bytes, got 524289 values"],
        ]) {
            const error = await failureOf((await prover.submit(own(instead))).result());
            expect([error.code, error.message.includes(words)], error.message).to.deep.equal(["ERR_LIMIT", true]);
        }
    });

    it("as any worker: its part of the memory, within what WebAssembly takes", () => {
        for (const [memory, concurrency, expected] of [
            [2 ** 30, 1, 2 ** 30], [2 ** 30, 3, Math.floor(2 ** 30 / 3)], [2 ** 40, 1, 2 ** 32],
            [2 ** 24, 1000, 65_536],
        ])
            expect(programMemory({ memory, concurrency })).to.equal(expected);
    });

    it("ends a job at its deadline, whether it waits for a file or for its turn", async () => {
        open();
        const soon = () => Date.now() + 50;
        const jobs = [
            await prover.submit({ ...hanging(), deadline: soon() }),
            await prover.submit(request(tiny, { deadline: 5 })),
        ];
        for (const job of jobs) expect((await failureOf(job.result())).code).to.equal("ERR_DEADLINE");
        expect((await (await prover.submit(request(tiny))).result()).publicSignals).to.deep.equal(tiny.publicSignals);
    });

    it("reads only where it may, and refuses options it does not know", async () => {
        for (const wrong of [7, { colour: 1 }, { concurrency: 0 }, { waiting: -1 }, { memory: 5 }, { readTimeout: 0 }])
            expect(() => createLocalProver(wrong), JSON.stringify(wrong)).to.throw().with.property("code", "ERR_OPTION");
        open({ allow: [] });
        for (const zkey of [tiny.zkey, { path: tiny.zkey, sha256: "0".repeat(64) }, "/dev/zero", hanging().witness])
            expect((await failureOf(prover.submit({ ...request(tiny), zkey }))).message).to.include("allowed locations");
    });

    it("close lets everything finish, or ends it after a while", async () => {
        open();
        const job = await prover.submit(request(tiny)), ended = prover.close();
        expect((await job.result()).publicSignals).to.deep.equal(tiny.publicSignals);
        await ended;
        open();
        const fetching = new Promise((resolve) => { asked = resolve; });
        const stuck = failureOf((await prover.submit(hanging())).result());
        await fetching;
        await prover.close({ grace: 10 });
        expect((await stuck).code).to.equal("ERR_CANCELLED");
    });
});
