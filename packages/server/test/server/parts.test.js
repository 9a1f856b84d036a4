/** The small parts of the server, each alone: who waits for a job, the stream of its events, errors, slots. */
import { once } from "node:events";
import { Server } from "node:http";
import { PassThrough } from "node:stream";
import { expect } from "chai";
import { bodyOf, handleErrors, refusal, tooMany } from "../../src/command/answers.js";
import { createEnds } from "../../src/command/ends.js";
import { follow } from "../../src/command/events.js";
import { createMetrics } from "../../src/command/metrics.js";
import { createMonitor } from "../../src/command/monitor.js";
import { lineOf } from "../../src/command/packages.js";
import { countersOfProofs } from "../../src/command/proof_metrics.js";
import { createSlots } from "../../src/command/slots.js";
import { within } from "../../src/queue/connection.js";
import { FullError, publicMessage } from "../../src/failures.js";

/** Timers that the test runs itself, in place of those of the host. */
function withTimers(name, clear, run) {
    const own = [globalThis[name], globalThis[clear]], timers = new Map();
    globalThis[name] = (callback, ms) => {
        const timer = { ms };
        timers.set(timer, callback);
        return timer;
    };
    globalThis[clear] = (timer) => timers.delete(timer);
    return Promise.resolve(run(timers)).finally(() => { [globalThis[name], globalThis[clear]] = own; });
}
const turn = () => new Promise((resolve) => { setImmediate(resolve); });

describe("who waits for a job", () => {
    let job, settle, asked;
    beforeEach(() => {
        asked = 0;
        const result = new Promise((resolve, reject) => { settle = { resolve, reject }; });
        job = { id: "one", result: () => (asked++, result) };
    });

    for (const how of ["resolve", "reject"]) it(`hears of its end, with one listener for all (${how})`, async () => {
        const { onEnd } = createEnds(), heard = [];
        onEnd(job, () => heard.push("a"));
        onEnd(job, () => heard.push("b"))();
        onEnd(job, () => heard.push("c"));
        settle[how](new Error("either way"));
        await turn();
        expect([asked, heard]).to.deep.equal([1, ["a", "c"]]);
        onEnd(job, () => heard.push("d"));
        await turn();
        expect([asked, heard], "asked anew after the end").to.deep.equal([2, ["a", "c", "d"]]);
    });

    it("not at all for a client that has left before", async () => {
        const raw = new PassThrough(), streams = new Set();
        raw.destroy();
        await once(raw, "close");
        await createEnds().wait(job, 60_000, raw, streams);
        expect([streams.size, raw.listenerCount("close")]).to.deep.equal([0, 0]);
    });

    /** A set that counts what is taken out of it: each wait ends once. */
    class Streams extends Set {
        ends = 0;
        delete(one) {
            this.ends++;
            return super.delete(one);
        }
    }
    for (const [what, ms, end] of [
        ["its end", 10_000, () => settle.resolve()], ["the time is up", 7, (timers) => { for (const run of timers.values()) run(); }],
        ["the client goes", 10_000, (_, raw) => raw.emit("close")], ["the server stops", 10_000, (_, __, streams) => { for (const one of streams) one(); }],
    ]) it(`until ${what}, and leaves nothing behind`, () => withTimers("setTimeout", "clearTimeout", async (timers) => {
        const raw = new PassThrough(), streams = new Streams(), before = raw.listenerCount("close");
        const waiting = createEnds().wait(job, ms, raw, streams);
        expect([[...timers.keys()].map((timer) => timer.ms), streams.size, raw.listenerCount("close")])
            .to.deep.equal([[ms], 1, before + 1]);
        end(timers, raw, streams);
        await waiting;
        settle.resolve();
        await turn();
        expect([timers.size, streams.size, streams.ends, raw.listenerCount("close")]).to.deep.equal([0, 0, 1, before]);
    }));
    it("not at all, if the client has gone already", async () => {
        const raw = new PassThrough(), streams = new Set();
        raw.destroy();
        await turn();
        await createEnds().wait(job, 10_000, raw, streams);
        expect(streams.size).to.equal(0);
    });
});

describe("the stream of a job's events", () => {
    const LOOK = 1000, ALIVE = 15_000;
    let raw, written, head, job, state, counts, hijacked, asked, lost;
    beforeEach(() => {
        [written, state, counts, hijacked, asked, lost] = ["", "active", { stopped: 0, released: 0 }, false, 0, []];
        process.on("unhandledRejection", hear);
        raw = Object.assign(new PassThrough(), { writeHead: (...args) => { head = args; } });
        const { write } = raw;
        raw.write = (text) => {
            written += text;
            return write.call(raw, text);
        };
        raw.resume();
        job = {
            onProgress: (listener) => {
                job.report = listener;
                return () => { counts.stopped++; };
            },
        };
    });
    const hear = (error) => lost.push(error);
    afterEach(() => {
        process.off("unhandledRejection", hear);
        expect(lost).to.deep.equal([]);
    });
    const told = async () => {
        asked++;
        if (state === "lost") throw new Error("no answer");
        return state && { state };
    };
    const open = (streams) =>
        follow(job, told, { raw, hijack: () => { hijacked = true; } }, streams, () => { counts.released++; });
    const inTime = (run) => withTimers("setInterval", "clearInterval", run);
    const runs = (timers, wanted) => [...timers].filter(([{ ms }]) => ms === wanted).map(([, run]) => run);

    it("tells status, progress and signs of life, looks every second, and ends once with the job", () => inTime(async (timers) => {
        const streams = new Set();
        await open(streams);
        expect([hijacked, head[0], head[1]["content-type"], head[1]["cache-control"], head[1].connection])
            .to.deep.equal([true, 200, "text/event-stream", "no-store", "keep-alive"]);
        expect([[...timers.keys()].map(({ ms }) => ms), streams.size]).to.deep.equal([[LOOK, ALIVE], 1]);
        job.report({ done: 1 });
        const [alive] = runs(timers, ALIVE), [look] = runs(timers, LOOK);
        alive();
        for (state of ["lost", undefined, "waiting", "done"]) {
            look();
            look();
            await turn();
        }
        await turn();
        const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
        expect(written).to.equal([event("status", { state: "active" }), event("progress", { done: 1 }), ": \n\n",
            event("done", { state: "done" })].join(""));
        expect([timers.size, streams.size, counts, raw.writableEnded])
            .to.deep.equal([0, 0, { stopped: 1, released: 1 }, true]);
    }));
    it("ends at once with a job that has ended", () => inTime(async (timers) => {
        state = "failed";
        await open(new Set());
        await turn();
        expect(written).to.match(/^event: status\n.*\n\nevent: failed\n/);
        expect(() => raw.emit("error", new Error("it was on its way")), "an error after the end").not.to.throw();
        expect([timers.size, counts]).to.deep.equal([0, { stopped: 1, released: 1 }]);
    }));
    for (const [what, go] of [["goes", () => raw.destroy()], ["fails", () => raw.destroy(new Error("reset"))],
        ["does not read", () => {
            Object.defineProperty(raw, "writableLength", { value: 2 ** 20 + 1 });
            job.report({ done: 1 });
        }],
        ["has left before", undefined]]) it(`ends where the client ${what}`, () => inTime(async (timers) => {
        const streams = new Set();
        if (!go) raw.destroy();
        await turn();
        await open(streams);
        expect([timers.size, asked]).to.deep.equal(go ? [2, 2] : [0, 0]);
        go?.();
        await turn();
        await turn();
        expect([timers.size, streams.size, counts]).to.deep.equal([0, 0, { stopped: 1, released: 1 }]);
    }));
    it("waits for a client that has a MiB to read", () => inTime(async () => {
        await open(new Set());
        Object.defineProperty(raw, "writableLength", { value: 2 ** 20 });
        job.report({ done: 1 });
        expect(raw.destroyed).to.equal(false);
    }));
});

describe("errors of the server", () => {
    let handle, missing, said;
    beforeEach(() => {
        said = [];
        const app = { setErrorHandler: (one) => { handle = one; }, setNotFoundHandler: (one) => { missing = one; } };
        handleErrors(app, (...line) => said.push(line));
    });
    function answer(error) {
        const out = { headers: {} };
        handle(error, {}, {
            header: (name, value) => { out.headers[name] = value; },
            code: (status) => ({ send: (body) => Object.assign(out, { status, body }) }),
        });
        return out;
    }
    const failed = (code, more) => Object.assign(new Error("why"), { code, ...more });

    for (const [code, status, told = code] of [
        ["ERR_OPTION", 400], ["ERR_READ", 400], ["ERR_INPUT", 400], ["ERR_LIMIT", 413, "ERR_TOO_LARGE"], ["ERR_CANCELLED", 409],
        ["ERR_CONFLICT", 422], ["ERR_DEADLINE", 504, "ERR_FAILED"], ["ERR_OTHER", 500, "ERR_FAILED"], [undefined, 500, "ERR_FAILED"],
    ]) it(`${code}: ${status}`, () => {
        const { status: got, body: { error }, headers } = answer(failed(code));
        expect([got, error.code, headers]).to.deep.equal([status, told, {}]);
        expect(error.message === "why", "its own message").to.equal(status < 500);
        expect(said.map(([line]) => line)).to.deep.equal(status < 500 ? []
            : [{ event: "error", code, message: publicMessage(failed(code)) }]);
    });
    for (const [status, code, headers = {}] of [[401, "ERR_UNAUTHORIZED", { "www-authenticate": "Bearer" }], [404, "ERR_NOT_FOUND"],
        [413, "ERR_TOO_LARGE"], [415, "ERR_MEDIA_TYPE"], [429, "ERR_TOO_MANY", { "retry-after": 5 }], [400, "ERR_OPTION"]])
        it(`status ${status} of the framework, and our own`, () => {
            for (const error of [failed("FST_SOME", { statusCode: status }), refusal(status, "why")]) {
                const got = answer(error);
                expect([got.status, got.body.error.code, got.body.error.message, got.headers]).to.deep.equal([status, code, "why", headers]);
            }
            expect(refusal(status, "why").code).to.equal(code);
        });
    it("a full queue, and too much at once, may be asked again later", () => {
        for (const error of [new FullError(1), tooMany("8 things")])
            expect([answer(error).status, answer(error).headers]).to.deep.equal([429, { "retry-after": 5 }]);
        expect(tooMany("8 things").message).to.equal("expected at most 8 things of a tenant at once, got one more");
    });
    it("a place that is not there, and an error without a code", () => {
        expect(() => missing()).to.throw("no such place").with.property("statusCode", 404);
        expect(bodyOf(new Error("x"))).to.deep.equal({ error: { code: "ERR_FAILED", message: "x" } });
    });
});

describe("slots of tenants", () => {
    it("are so many of each, and free again once they are given back, once", () => {
        const { take } = createSlots(2), [one, two, other] = [take("a"), take("a"), take("b")];
        expect([take("a"), typeof other]).to.deep.equal([undefined, "function"]);
        one();
        one();
        const again = take("a");
        expect([typeof again, take("a")]).to.deep.equal(["function", undefined]);
        for (const give of [again, two, other]) give();
        expect([take("a"), take("a"), take("a")].map((give) => typeof give)).to.deep.equal(["function", "function", "undefined"]);
    });
});

describe("what waits for an answer", () => {
    for (const [what, ask] of [["comes", async () => 1], ["fails", async () => { throw new Error("no"); }]])
        it(`leaves no timer behind when it ${what}`, () => withTimers("setTimeout", "clearTimeout", async (timers) => {
            const answer = within(ask(), 5);
            expect([...timers.keys()].map(({ ms }) => ms)).to.deep.equal([5]);
            expect(await answer.catch(({ message }) => message)).to.be.oneOf([1, "no"]);
            expect(timers.size).to.equal(0);
        }));
});

describe("metrics of the server", () => {
    let client;
    before(async () => { ({ default: client } = await import("prom-client")); });
    const bounds = (text, name) => [...text.matchAll(new RegExp(`^${name}_bucket\\{le="([^"]+)"`, "gm"))].map(([, le]) => le);

    it("count a proof without a circuit, and a failure without a code, under an empty name", async () => {
        const register = new client.Registry(), { event } = countersOfProofs(client, register);
        event({ event: "done", kind: "msm" });
        for (const name of ["failed", "again", "lost", "returned", "error", "other"]) event({ event: name });
        const text = await register.metrics();
        expect(text).to.include('ffturbo_proof_seconds_count{circuit="",kind="msm"} 1')
            .and.include('ffturbo_proof_seconds_sum{circuit="",kind="msm"} 0')
            .and.include('ffturbo_proof_failures_total{code=""} 1').and.include("ffturbo_queue_errors_total 1");
        for (const reason of ["", "lost", "returned"]) expect(text).to.include(`ffturbo_proof_retries_total{reason="${reason}"} 1`);
        expect([...text.matchAll(/proof_seconds_bucket\{le="([^"]+)"/g)].map(([, le]) => le))
            .to.deep.equal(["0.1", "0.3", "1", "3", "10", "30", "100", "300", "1000", "+Inf"]);
    });
    it("are those of all for the operator, and of its own for a tenant", async () => {
        const oldest = async ({ tenant } = {}) => (tenant ? 1000 : 2000);
        const prover = { counts: async () => ({ waiting: 3 }), oldest };
        const metrics = createMetrics(client, prover, ["a", "b"], async () => "ok");
        metrics.submitted("a");
        metrics.hook("a", "again");
        metrics.answered("a", undefined, "GET", 404, 5);
        metrics.answered(undefined, "/x", "GET", 200, 5);
        for (const code of [undefined, "ERR_INPUT"]) metrics.event({ event: "ended", tenant: "a", ms: 7000, code });
        metrics.event({ event: "failed", tenant: "a", code: "ERR_INPUT", kind: "prove" });
        const [all, a, b] = await Promise.all([undefined, "a", "b"].map((tenant) => metrics.text(tenant)));
        for (const line of ['ffturbo_jobs_submitted_total{tenant="a"} 1', 'ffturbo_webhooks_total{outcome="again"} 1',
            'ffturbo_jobs_ended_total{tenant="a",outcome="done"} 1', 'ffturbo_jobs_ended_total{tenant="a",outcome="ERR_INPUT"} 1',
            "ffturbo_job_seconds_count 1", "ffturbo_job_seconds_sum 7", 'ffturbo_proof_failures_total{code="ERR_INPUT"} 1',
            'ffturbo_http_request_seconds_count{route="none",method="GET",status="404"} 1'])
            expect([all, a, b].map((text) => text.includes(`${line}\n`)), line).to.deep.equal([true, true, false]);
        expect([all, a, b].map((text) => /^ffturbo_oldest_job_seconds (.*)$/m.exec(text)[1])).to.deep.equal(["2", "1", "1"]);
        for (const line of ['ffturbo_jobs{state="waiting"} 3', "ffturbo_ready 1", 'route="/x"', "process_cpu_seconds_total"])
            expect([all, a].map((text) => text.includes(line)), line).to.deep.equal([true, false]);
        expect(bounds(all, "ffturbo_job_seconds")).to.deep.equal(["0.1", "0.5", "2", "10", "30", "60", "300", "1800", "7200", "+Inf"]);
        expect(bounds(all, "ffturbo_http_request_seconds").slice(0, 7))
            .to.deep.equal(["0.005", "0.02", "0.1", "0.5", "2", "10", "+Inf"]);
        expect(metrics.type).to.match(/^text\/plain/);
    });
    it("say nothing of a queue that does not answer", async () => {
        const fail = async () => { throw new Error("no"); };
        const text = await createMetrics(client, { counts: fail, oldest: fail }, [], async () => "no queue").text();
        expect(text).not.to.match(/^ffturbo_(jobs\{|oldest_job_seconds )/m);
        expect(text).to.match(/^ffturbo_ready 0$/m);
    });
});

describe("lines of the log", () => {
    it("call a job by its name, where there is one", () => {
        expect(lineOf({ event: "done", id: "1", ms: 2 })).to.deep.equal({ event: "done", ms: 2, job: "1" });
        expect(lineOf({ event: "error" })).to.have.all.keys("event");
    });
});

describe("the port of a worker", () => {
    it("cannot be that of another, and answers what is no page of it", async () => {
        const { default: client } = await import("prom-client"), fail = async () => { throw new Error("no"); };
        const open = () => createMonitor({ client, worker: { ping: async () => {}, stats: fail }, metricsToken: "0123456789abcdef" });
        const [one, two] = [open(), open()], { port } = await one.listen(0, "127.0.0.1");
        try {
            expect((await two.listen(port, "127.0.0.1").catch((error) => error)).code).to.equal("EADDRINUSE");
            const ask = async (path, method = "GET", headers = {}) => {
                const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
                return [answer.status, await answer.text(), answer.headers.get("content-type")];
            };
            const json = "application/json";
            expect(await ask("/health")).to.deep.equal([200, '{"status":"ok"}', json]);
            expect(await ask("/nowhere")).to.deep.equal([404, "", json]);
            expect(await ask("/constructor")).to.deep.equal([404, "", json]);
            expect(await ask("/health", "POST")).to.deep.equal([405, "", json]);
            expect(await ask("/metrics")).to.deep.equal([401, "", json]);
            expect(await ask("/metrics", "GET", { authorization: "Bearer 0123456789abcdef" }), "what cannot be read").to.deep.equal([500, "", json]);
            one.stop();
            expect(await ask("/ready")).to.deep.equal([503, '{"status":"stopping"}', json]);
        } finally {
            const { closeAllConnections } = Server.prototype;
            let ended = 0;
            Server.prototype.closeAllConnections = function () {
                ended++;
                return closeAllConnections.call(this);
            };
            await Promise.all([one.close(), two.close()]);
            Server.prototype.closeAllConnections = closeAllConnections;
            expect(ended, "a client that is silent keeps nothing open").to.equal(2);
        }
    });
});
