/** The API of the server: what it says of itself, its codes, keys of requests, lists, waits, and lines of its log. */
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import fastify from "fastify";
import client from "prom-client";
import { createFront } from "../../src/command/front.js";
import { ROUTES } from "../../src/command/routes.js";
import { ERROR, JOB, LIST, REQUEST, SUBMITTED } from "../../src/command/schemas.js";
import { createLocalProver } from "../../src/pool/local.js";
import { itInAll } from "../../../../test/support/extent.js";
import { circuits } from "../support/queue.js";
import { pause, until } from "../../../../test/support/until.js";
import { root } from "../../../../test/support/scratch.js";

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const tiny = circuits.find(({ name }) => name === "mimc_tiny");
const TOKENS = { a: "a-0123456789abcdef", b: "b-0123456789abcdef" };
const BYTES = { bytes: "AQI=" }, FILES = { zkey: BYTES, witness: BYTES }, SHA = "0".repeat(64);
const TRACE = "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01";

/** Does a value fit a schema? Asked of the framework that checks requests. */
async function fits(schema, value) {
    const app = fastify({ ajv: { customOptions: { removeAdditional: false, coerceTypes: false } } });
    app.post("/", { schema: { body: schema } }, async () => ({}));
    const { statusCode, body } = await app.inject({ method: "POST", url: "/", payload: value });
    return statusCode === 200 ? true : body;
}

describe("the API of the server", function () {
    this.timeout(120_000);
    let front, said, prover;
    afterEach(async () => {
        await front?.close();
        await prover?.close?.({ grace: 0 });
        front = prover = undefined;
    });
    function open(given, options) {
        said = [];
        front = createFront({
            fastify, client, version: manifest.version, tokens: TOKENS, body: 2 ** 16, log: (line) => said.push(line),
            prover: { counts: async () => ({ waiting: 0, active: 0 }), oldest: async () => 0, ...given }, ...options,
        });
        return (tenant, method, url, payload, headers) => front.app.inject({
            method, url, payload,
            headers: { ...(tenant && { authorization: `Bearer ${TOKENS[tenant] ?? tenant}` }), ...headers },
        });
    }
    const openLocal = (options) => (prover = createLocalProver({
        threads: 1, allow: [], ...options, onEvent: (event) => front.event(event),
    }));
    /** A job of a made-up prover, which ends when it is told. */
    function openJob() {
        const job = { id: "x", tenant: "a", state: "active", repeated: false, listeners: 0 };
        const ended = new Promise((resolve) => { job.end = (state) => { job.state = state; resolve(); }; });
        job.result = () => { job.listeners++; return ended; };
        job.status = async () => ({ state: job.state });
        return job;
    }

    it("describes each of its routes, and nothing else", async () => {
        const usual = (await open({})(undefined, "GET", "/openapi.json")).json();
        await front.close();
        const ask = open({}, { delegate: true }), answer = await ask(undefined, "GET", "/openapi.json"), described = answer.json();
        expect(Object.keys(described.paths).filter((path) => !usual.paths[path]), "only with the option").to.deep.equal(["/delegate"]);
        expect([answer.statusCode, described.openapi]).to.deep.equal([200, "3.1.0"]);
        const { version, license } = described.info;
        expect([version, license.identifier]).to.deep.equal([manifest.version, manifest.license]);
        const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
            Object.entries(methods).map(([method, { operationId }]) => [method, path, operationId]));
        expect(operations).to.have.deep.members(ROUTES.map(({ method, url, id }) =>
            [method.toLowerCase(), url.replace(":id", "{id}"), id]));
        expect(new Set(operations.map(([, , id]) => id)).size).to.equal(ROUTES.length);
        const { "/prove": { post: prove }, "/openapi.json": { get: openapi } } = described.paths;
        expect(prove.requestBody.content["application/json"].schema).to.deep.equal({ $ref: "#/components/schemas/Request" });
        expect(prove.parameters.map(({ in: where, name, required }) => [where, name, required]))
            .to.deep.equal([["query", "wait", false], ["header", "idempotency-key", false]]);
        expect([described.paths["/jobs/{id}"].get.parameters[0].required, openapi.security]).to.deep.equal([true, []]);
        expect(Object.keys(prove.responses)).to.deep.equal(["200", "202", "400", "401", "413", "415", "422", "429", "500", "503"]);
        for (const path of ["/health", "/openapi.json"])
            expect(Object.keys(described.paths[path].get.responses), "for anybody").to.deep.equal(["200", "500"]);
        const { post: msms } = described.paths["/delegate"];
        expect(Object.keys(msms.requestBody.content)).to.deep.equal(["application/octet-stream"]);
        expect(msms.responses["200"].content).to.have.all.keys("application/octet-stream");
        expect(msms.parameters.map(({ name }) => name)).to.deep.equal(["path", "url", "sha256"]);
        const known = Object.keys(described.components.schemas).map((name) => `#/components/schemas/${name}`);
        for (const [, ref] of answer.body.matchAll(/"\$ref":"([^"]+)"/g)) expect(known).to.include(ref);
        const { properties } = described.components.schemas.Request;
        expect(Object.keys(properties)).to.deep.equal(Object.keys(REQUEST.properties));
        expect(answer.body).not.to.include(TOKENS.a);
    });

    it("describes numbers of a query as numbers, though they arrive as text", async () => {
        const { paths } = (await open({})(undefined, "GET", "/openapi.json")).json(), types = {};
        for (const [path, methods] of Object.entries(paths)) for (const { parameters } of Object.values(methods))
            for (const { in: where, name, schema } of parameters) if (where === "query") types[`${path} ${name}`] = schema.type;
        expect(types).to.deep.equal({ "/prove wait": "integer", "/jobs limit": "integer", "/jobs after": "string" });
    });

    it("names the statuses that each of its routes refuses with, and says what they mean", async () => {
        const { paths } = (await open({}, { delegate: true })(undefined, "GET", "/openapi.json")).json(), refusals = {};
        for (const { method, url, id } of ROUTES) {
            const { responses } = paths[url.replace(":id", "{id}")][method.toLowerCase()];
            refusals[id] = Object.keys(responses).map(Number).filter((status) => status >= 400);
            for (const status of refusals[id]) expect(responses[status].description, `${id} ${status}`).to.be.a("string");
        }
        const file = [400, 401, 413, 415, 429, 500, 503], job = [400, 401, 404, 429, 500, 503];
        expect(refusals).to.deep.equal({
            prove: [400, 401, 413, 415, 422, 429, 500, 503], verify: file,
            msmShare: [400, 401, 408, 413, 415, 429, 500, 503], listJobs: [400, 401, 429, 500, 503],
            getJob: job, cancelJob: job, followJob: job, metrics: [401, 429, 500, 503],
            health: [500], ready: [500, 503], openapi: [500],
        });
    });

    it("has a code for each status that is an answer of HTTP", async () => {
        const tooMuch = Object.assign(new Error("x"), { code: "ERR_LIMIT" });
        const ask = open({ get: async () => undefined, submit: async () => { throw tooMuch; } });
        const json = { "content-type": "application/json" };
        const answers = {
            ERR_UNAUTHORIZED: await ask("no-0123456789abcdef", "GET", "/jobs"), ERR_NOT_FOUND: await ask("a", "GET", "/jobs/x"),
            ERR_TOO_LARGE: await ask("a", "POST", "/prove", "x".repeat(2 ** 16 + 1), json),
            ERR_MEDIA_TYPE: await ask("a", "POST", "/prove", "x", { "content-type": "text/html" }),
            ERR_OPTION: await ask("a", "POST", "/prove", "{", json),
        };
        const statuses = {
            ERR_UNAUTHORIZED: 401, ERR_NOT_FOUND: 404, ERR_TOO_LARGE: 413, ERR_MEDIA_TYPE: 415, ERR_OPTION: 400,
        };
        for (const [code, { statusCode, json: read }] of Object.entries(answers)) {
            expect([read().error.code, statusCode]).to.deep.equal([code, statuses[code]]);
            expect(await fits(ERROR, read())).to.equal(true);
        }
        expect(answers.ERR_UNAUTHORIZED.headers["www-authenticate"]).to.equal("Bearer");
        const nowhere = await ask("a", "GET", "/nowhere"), tooLong = await ask("a", "POST", "/prove", FILES);
        expect([nowhere.statusCode, nowhere.json().error.code]).to.deep.equal([404, "ERR_NOT_FOUND"]);
        expect([tooLong.statusCode, tooLong.json().error.code], "of a file").to.deep.equal([413, "ERR_TOO_LARGE"]);
    });

    it("refuses what does not fit its schema, and says what was expected, in short", async () => {
        const ask = open({ submit: async () => { throw new Error("it was let through"); } });
        for (const [body, message] of [
            [{}, "request: expected zkey, got none"],
            [{ zkey: "circuit.zkey" }, "zkey: expected { path, sha256 }, { url, sha256 } or { bytes }, got another value"],
            [{ zkey: { url: "https://x.example/" } }, "zkey: expected { path, sha256 }"],
            [{ zkey: { url: "file:///etc/passwd", sha256: SHA } }, "zkey: expected"], [{ zkey: { path: "" } }, "zkey: expected"],
            [{ zkey: { path: "x", sha256: "0" } }, "zkey: expected"], [{ zkey: { ...BYTES, path: "x" } }, "zkey: expected"],
            [{ ...FILES, inputs: [] }, "inputs: expected inputs by signal name"], [{ ...FILES, priority: "urgent" }, "priority: expected one of high, normal, low"],
            [{ ...FILES, protocol: "stark" }, "protocol: expected one of groth16"], [{ ...FILES, deadline: "now" }, "deadline: expected milliseconds"],
            [{ ...FILES, split: {} }, "split: expected scratch, got none"], [{ ...FILES, split: { scratch: { path: "/x" }, msms: 0 } }, "split.msms: expected a whole number"],
            [{ ...FILES, webhook: "https://x.example/" }, "webhook: expected"], [{ ...FILES, webhook: { url: "ftp://x.example/" } }, "webhook.url: expected an http(s) address"],
            [{ ...FILES, webhook: {} }, "webhook: expected url, got none"], [{ ...FILES, tenant: "b" }, "got tenant"], [{ ...FILES, ["k".repeat(1000)]: 1 }, `got ${"k".repeat(40)}`],
        ]) {
            const { statusCode, json } = await ask("a", "POST", "/prove", body), { error } = json();
            expect([statusCode, error.code], JSON.stringify(body)).to.deep.equal([400, "ERR_OPTION"]);
            expect(error.message).to.include(message).and.have.length.below(200);
        }
        for (const url of ["/prove?wait=61", "/prove?wait=-1", "/prove?wait=1e1", "/prove?wait=x", "/prove?waits=1", "/prove?wait=1&wait=2"])
            expect((await ask("a", "POST", url, FILES)).statusCode, url).to.equal(400);
        for (const query of ["limit=0", "limit=101", "limit=x", "after=x", "after=-1", "x=1"])
            expect((await ask("a", "GET", `/jobs?${query}`)).statusCode, query).to.equal(400);
    });

    it("takes a request with a key once, for each tenant, and no other with that key", async () => {
        const ask = open(openLocal()), key = { "idempotency-key": "order-1" };
        const [one, two, other, without] = [
            await ask("a", "POST", "/prove", FILES, key), await ask("a", "POST", "/prove", FILES, key),
            await ask("b", "POST", "/prove", FILES, key), await ask("a", "POST", "/prove", FILES),
        ].map((answer) => (expect(answer.statusCode).to.equal(202), answer.json().id));
        expect([one === two, new Set([one, other, without]).size]).to.deep.equal([true, 3]);
        const wrong = await ask("a", "POST", "/prove", { ...FILES, priority: "low" }, key);
        expect([wrong.statusCode, wrong.json().error.code, wrong.body.includes("order-1")]).to.deep.equal([422, "ERR_CONFLICT", false]);
        for (const given of ["", "a b", "x".repeat(256)])
            expect((await ask("a", "POST", "/prove", FILES, { "idempotency-key": given })).statusCode, given).to.equal(400);
        expect((await ask("a", "GET", "/metrics")).body).to.match(/^ffturbo_jobs_submitted_total\{tenant="a"\} 2$/m);
    });

    it("gives provers keys that only the token makes", async () => {
        const keys = [], submit = async (_, { key }) => { keys.push(key); return { id: "x" }; };
        for (const tokens of [TOKENS, { a: "a-another-0123456789", b: TOKENS.b }]) {
            open({ submit }, { tokens });
            for (const tenant of ["a", "b"])
                await front.app.inject({ method: "POST", url: "/prove", payload: FILES, headers: { authorization: `Bearer ${tokens[tenant]}`, "idempotency-key": "1" } });
            await front.close();
        }
        expect([keys[1] === keys[3], new Set(keys).size]).to.deep.equal([true, 3]);
        for (const key of keys) expect(key).to.match(/^[\w+/]{43}=$/);
    });

    it("lists to each tenant its own jobs, a page at a time", async () => {
        const ask = open(openLocal()), ids = [];
        for (let i = 0; i < 3; i++) ids.unshift((await ask("a", "POST", "/prove", FILES)).json().id);
        await ask("b", "POST", "/prove", FILES);
        await until(async () => (await ask("a", "GET", `/jobs/${ids[0]}`)).json().state === "failed");
        const first = (await ask("a", "GET", "/jobs?limit=2")).json(), second = (await ask("a", "GET", `/jobs?limit=2&after=${first.next}`)).json();
        expect([...first.jobs, ...second.jobs].map(({ id }) => id)).to.deep.equal(ids);
        expect(first.jobs[0]).to.deep.include({ state: "failed" }).and.have.nested.property("error.code", "ERR_FILE");
        for (const page of [first, second]) expect(await fits(LIST, page)).to.equal(true);
        expect((await ask("b", "GET", "/jobs")).json().jobs.length).to.equal(1);
    });

    it("waits for the end of a job, and answers with it", async () => {
        const files = { zkey: { path: tiny.zkey }, witness: { path: tiny.wtns } };
        const ask = open(openLocal({ allow: [tiny.zkey, tiny.wtns].map((path) => path.replace(/[^/]*$/, "")) }));
        const answer = await ask("a", "POST", "/prove?wait=60", files), job = answer.json();
        expect([answer.statusCode, job.state, answer.headers.location]).to.deep.equal([200, "done", `/jobs/${job.id}`]);
        expect(job.result.publicSignals).to.deep.equal(tiny.publicSignals);
        expect(await fits(JOB, job)).to.equal(true);
        for (const part of ["id", "state"]) expect(await fits(JOB, { ...job, [part]: undefined }), part).to.not.equal(true);
        const failed = await ask("a", "POST", "/prove?wait", FILES);
        expect([failed.statusCode, failed.json().state, failed.json().error.code]).to.deep.equal([200, "failed", "ERR_FILE"]);
        expect((await ask("a", "GET", `/jobs/${job.id}`)).json()).to.deep.equal(job);
    });

    it("waits no longer than asked", async () => {
        const job = openJob(), ask = open({ submit: async () => job });
        const answer = await ask("a", "POST", "/prove?wait=0", FILES);
        expect([answer.statusCode, answer.json(), answer.headers.location]).to.deep.equal([202, { id: "x" }, "/jobs/x"]);
        expect(await fits(SUBMITTED, answer.json())).to.equal(true);
        const one = ask("a", "POST", "/prove?wait=1", FILES);
        expect((await one).statusCode).to.equal(202);
        expect(job.listeners, "however many waited").to.equal(1);
        job.end("done");
    });

    itInAll("has at most 256 waits and event streams of a tenant, and takes no job that it could not wait for", async () => {
        const job = openJob();
        let submitted = 0;
        const ask = open({ submit: async () => { submitted++; return job; }, get: async () => job });
        const held = Array.from({ length: 256 }, () => undefined);
        for (const i of held.keys()) {
            held[i] = ask("a", "POST", "/prove?wait", FILES);
            await until(() => submitted === i + 1);
        }
        const refused = await ask("a", "POST", "/prove?wait", FILES);
        expect([refused.statusCode, submitted]).to.deep.equal([429, 256]);
        expect((await ask("a", "GET", "/jobs/x/events")).statusCode).to.equal(429);
        expect((await ask("a", "GET", "/jobs/x")).statusCode, "a wait is no open request").to.equal(200);
        expect((await ask("b", "POST", "/prove?wait=0", FILES)).statusCode).to.equal(202);
        job.end("done");
        for (const answer of await Promise.all(held)) expect(answer.statusCode).to.equal(200);
        expect((await ask("a", "POST", "/prove?wait", FILES)).statusCode, "they are free again").to.equal(200);
    });

    itInAll("no longer waits for a client that has gone, and the job goes on", async () => {
        const jobs = [], ask = open({
            submit: async () => {
                const job = openJob();
                jobs.push(job);
                return { ...job, id: `job-${jobs.length}`, cancel: () => { throw new Error("it was cancelled"); } };
            },
        });
        await front.app.listen({ port: 0, host: "127.0.0.1" });
        const body = JSON.stringify(FILES);
        for (let i = 0; i < 300; i++) { // more than may wait at once
            const socket = connect(front.app.server.address().port, "127.0.0.1");
            socket.on("error", () => {});
            socket.write(`POST /prove?wait HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKENS.a}\r\n` +
                `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
            await until(() => jobs.length === i + 1);
            socket.destroy();
            await until(() => said.filter(({ route }) => route === "/prove").length === i + 1);
        }
        expect((await ask("a", "POST", "/prove?wait=0", FILES)).statusCode).to.equal(202);
    });

    it("ends waits when it stops", async () => {
        const job = openJob(), ask = open({ submit: async () => job }), held = ask("a", "POST", "/prove?wait", FILES);
        await until(() => job.listeners === 1);
        await front.close();
        expect((await held).statusCode).to.equal(202);
    });

    it("logs the job and the trace of every request, and hands the trace on", async () => {
        const traces = [], job = { ...openJob(), cancel: async () => true };
        const submit = async (_, { traceparent }) => {
            traces.push(traceparent);
            return job;
        };
        const get = async (id) => {
            if (id === "bad") throw new Error("the queue is gone");
            return id === "x" ? job : undefined;
        };
        const ask = open({ submit, get });
        await ask("a", "POST", "/prove", FILES, { traceparent: TRACE });
        await ask("a", "GET", "/jobs/x", undefined, { traceparent: TRACE.replace("-01", "-xx") });
        await ask("a", "DELETE", "/jobs/x");
        await ask("a", "GET", "/jobs/bad", undefined, { traceparent: TRACE });
        await ask("a", "GET", "/jobs/secret-of-a-client");
        await ask("no-0123456789abcdef", "GET", "/jobs");
        await ask(undefined, "GET", "/nowhere");
        for (const line of said) expect(line.traceparent, JSON.stringify(line)).to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
        expect(said.map(({ event, job: id }) => [event, id])).to.deep.equal([
            ["request", "x"], ["request", "x"], ["request", "x"], ["error", undefined], ["request", undefined],
            ["request", undefined], ["request", undefined], ["request", undefined],
        ]);
        expect([said[0].traceparent, said[3].traceparent, traces]).to.deep.equal([TRACE, TRACE, [TRACE]]);
        expect(new Set(said.map(({ traceparent }) => traceparent)).size, "others have traces of their own").to.equal(6);
    });

    it("logs and counts how long a request took", async () => {
        const began = performance.now();
        const ask = open({ get: async () => { await pause(60); } }), answer = await ask("a", "GET", "/jobs/x");
        const took = performance.now() - began, { ms } = said.find(({ route }) => route === "/jobs/:id");
        expect(answer.statusCode).to.equal(404);
        expect(ms).to.be.within(55, Math.ceil(took)); // a timer may be a millisecond early
        const { body } = await ask("a", "GET", "/metrics");
        const row = 'ffturbo_http_request_seconds_sum{route="/jobs/:id",method="GET",status="404"} ';
        expect(Number(body.split(row)[1]?.split("\n")[0])).to.be.within(0.055, took / 1000);
    });

    it("counts how jobs end, for their tenant and for the operator", async () => {
        const ask = open(openLocal(), { metricsToken: "metrics-0123456789abcdef" });
        for (const tenant of ["a", "a", "b"]) await ask(tenant, "POST", "/prove?wait", FILES);
        const texts = await Promise.all(["a", "b", "metrics-0123456789abcdef"].map(async (who) => (await ask(who, "GET", "/metrics")).body));
        expect(texts[0]).to.include('ffturbo_jobs_ended_total{tenant="a",outcome="ERR_FILE"} 2').and.include('ffturbo_proof_failures_total{code="ERR_FILE"} 2');
        expect(texts[0]).not.to.include('tenant="b"').and.not.include("ffturbo_cache").and.not.include("ffturbo_ready");
        expect(texts[1]).to.include('ffturbo_jobs_ended_total{tenant="b",outcome="ERR_FILE"} 1').and.include("ffturbo_oldest_job_seconds 0");
        expect(texts[2]).to.include('ffturbo_proof_failures_total{code="ERR_FILE"} 3').and.include('ffturbo_jobs_ended_total{tenant="b",outcome="ERR_FILE"} 1');
        for (const name of ["ffturbo_ready 1", "ffturbo_cache_hits_total 0", "ffturbo_proof_memory_bytes 0", 'ffturbo_proofs{state="running"} 0'])
            expect(texts[2]).to.include(name);
    });

    it("answers for its metrics and says that it is not ready while its queue is silent", async () => {
        const silent = () => new Promise(() => {});
        const ask = open({ counts: silent, oldest: silent }, { tokens: { a: TOKENS.a } });
        const [page, ready] = await Promise.all([ask("a", "GET", "/metrics"), ask(undefined, "GET", "/ready")]);
        expect([ready.statusCode, ready.json()]).to.deep.equal([503, { status: "no queue" }]);
        expect(page.body).to.include("ffturbo_ready 0").and.not.match(/^ffturbo_oldest_job_seconds \d/m).and.not.include("ffturbo_jobs{");
        expect((await ask(undefined, "GET", "/health")).statusCode).to.equal(200);
    });
});
