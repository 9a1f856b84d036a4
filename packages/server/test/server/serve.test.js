/** `ffturbo serve` and `ffturbo work` as an operator meets them: HTTP, tokens, limits, metrics, signals. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { verify } from "../../../../src/protocols/groth16/index.js";
import { runCommand } from "../../../../test/support/command.js";
import { itInAll } from "../../../../test/support/extent.js";
import { circuits } from "../support/queue.js";
import { pause } from "../../../../test/support/until.js";
import { uniform } from "../../../../test/support/random.js";
import { noRedis, openRedis } from "../support/redis.js";
import { killAll, start } from "../support/servers.js";

const named = (wanted) => circuits.find(({ name }) => name === wanted);
const tiny = named("mimc_tiny"), example = named("mimc_example");
const base64 = (file) => ({ bytes: readFileSync(file).toString("base64") });
const ALICE = "alice-0123456789abcdef", BOB = "bob-0123456789abcdef00", METRICS = "metrics-0123456789abcdef";

const call = (url, { token = ALICE, ...options } = {}) => fetch(url, {
    ...options, headers: { ...(token && { authorization: `Bearer ${token}` }), ...options.headers },
});
const post = (server, body, options) => call(`${server.url}/prove`, {
    method: "POST", body: typeof body === "string" ? body : JSON.stringify(body), ...options,
    headers: { "content-type": "application/json", ...options?.headers },
});

/** Events of a job until its line ends. */
async function eventsOf(server, id, options) {
    const response = await call(`${server.url}/jobs/${id}/events`, options);
    expect(response.headers.get("content-type")).to.equal("text/event-stream");
    return (await response.text()).split("\n\n").filter((block) => block.startsWith("event")).map((block) => {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block);
        return { event, data: JSON.parse(data) };
    });
}

describe("ffturbo serve", function () {
    this.timeout(120_000);
    let folder, server;
    const locations = [dirname(tiny.zkey), dirname(example.zkey)].flatMap((location) => ["--allow", location]);
    before(async () => {
        folder = temporaryFolder("serve");
        writeFileSync(join(folder, "tokens.json"), JSON.stringify({ alice: ALICE, bob: BOB }));
        const args = ["serve", "--port", "0", "--tokens", join(folder, "tokens.json"), "--waiting", "2", "--body", "256k"];
        server = await start([...args, ...locations], { FFTURBO_METRICS_TOKEN: METRICS });
    });
    after(async () => {
        await server?.stop();
        killAll();
        rmSync(folder, { recursive: true, force: true });
    });
    const request = () => ({ zkey: base64(tiny.zkey), witness: base64(tiny.wtns) });
    const byPath = ({ zkey, wtns }) => ({ zkey: { path: zkey }, witness: { path: wtns } });

    it("proves, tells progress on a line, and shows a job to whose it is", async () => {
        const answer = await post(server, byPath(example));
        expect([answer.status, answer.headers.get("location")]).to.deep.equal([202, `/jobs/${(await answer.clone().json()).id}`]);
        const { id } = await answer.json(), events = await eventsOf(server, id);
        expect(events[0].event).to.equal("status");
        const { event, data } = events.at(-1);
        expect([event, data.state, data.id]).to.deep.equal(["done", "done", id]);
        expect(await verify(example.vkey, data.result.publicSignals, data.result.proof)).to.equal(true);
        expect(await (await call(`${server.url}/jobs/${id}`)).json()).to.deep.include({ id, state: "done" });
        for (const [path, method] of [[id, "GET"], [id, "DELETE"], [`${id}/events`, "GET"], ["nobody", "GET"], [".."]])
            expect((await call(`${server.url}/jobs/${path}`, { method, token: BOB })).status, path).to.equal(404);
        expect((await (await call(`${server.url}/jobs/${id}`, { method: "DELETE" })).json())).to.deep.equal({ cancelled: false });
    });

    it("lets nobody in without a token, and reads no body before", async () => {
        for (const token of ["", "wrong-0123456789abcdef", ALICE.slice(1), `${ALICE}x`, BOB.toUpperCase()])
            for (const path of ["/prove", "/jobs/x", "/metrics"])
                expect((await call(server.url + path, { token, method: path === "/prove" ? "POST" : "GET" })).status)
                    .to.equal(401);
        const wrong = await post(server, "x".repeat(10 ** 6), { token: "no" });
        expect([wrong.status, wrong.headers.get("www-authenticate")]).to.deep.equal([401, "Bearer"]);
        expect(await (await fetch(`${server.url}/health`)).json()).to.deep.equal({ status: "ok" });
    });

    it("refuses bodies that are too long or no request, and files that nobody allowed", async () => {
        expect((await post(server, JSON.stringify({ ...request(), inputs: "x".repeat(300_000) }))).status).to.equal(413);
        const hash = "0".repeat(64);
        for (const wrong of ["{", "[]", "7", {}, { zkey: "circuit.zkey", witness: base64(tiny.wtns) },
            { ...request(), tenant: "bob" }, { ...request(), priority: "urgent" }, { ...request(), witness: null },
            { ...request(), zkey: { path: "/etc/passwd" } }, { ...request(), zkey: { url: "http://169.254.169.254/x", sha256: hash } },
            { ...request(), zkey: { path: `${dirname(tiny.zkey)}/../../../package.json` } }])
            expect((await post(server, wrong)).status, JSON.stringify(wrong).slice(-200)).to.equal(400);
        expect((await post(server, "zkey=1", { headers: { "content-type": "text/plain" } })).status).to.equal(415);
        const failed = await (await post(server, { ...request(), witness: base64(tiny.zkey) })).json();
        const [{ data }] = (await eventsOf(server, failed.id)).slice(-1);
        expect([data.state, data.error.code]).to.deep.equal(["failed", "ERR_FILE"]);
    });

    it("answers 429 when too many wait, and takes more when they are done", async () => {
        const answers = await Promise.all(Array.from({ length: 8 }, () => post(server, byPath(example))));
        const statuses = answers.map(({ status }) => status).sort();
        expect(statuses.slice(0, 3)).to.deep.equal([202, 202, 202]);
        expect(statuses.at(-1)).to.equal(429);
        const refused = answers.find(({ status }) => status === 429);
        expect(Number(refused.headers.get("retry-after"))).to.be.above(0);
        const jobs = await Promise.all(answers.filter(({ status }) => status === 202).map((answer) => answer.json()));
        expect(await (await call(`${server.url}/jobs/${jobs.at(-1).id}`, { method: "DELETE" })).json()).to.deep.equal({ cancelled: true });
        for (const { id } of jobs) await eventsOf(server, id);
        expect((await post(server, request())).status).to.equal(202);
    });

    it("has metrics in the format of Prometheus", async () => {
        const answer = await call(`${server.url}/metrics`, { token: METRICS }), text = await answer.text();
        expect(answer.headers.get("content-type")).to.match(/^text\/plain; version=0\.0\.4/);
        expect(text).to.match(/^ffturbo_jobs_submitted_total\{tenant="alice"\} \d+$/m);
        expect(text).to.match(/^ffturbo_jobs\{state="waiting"\} \d+$/m);
        expect(text).to.match(/^ffturbo_http_request_seconds_count\{route="\/prove",method="POST",status="202"\} \d+$/m);
        expect(text).to.match(/^process_cpu_user_seconds_total /m);
        const bob = await (await call(`${server.url}/metrics`, { token: BOB })).text();
        for (const others of ["alice", "ffturbo_jobs{", 'route="/prove"']) expect(bob).not.to.include(others);
    });

    it("goes on serving after 1000 malformed requests", async () => {
        const { port } = server, below = (n) => Number(uniform(BigInt(n)));
        const heads = ["POST /prove HTTP/1.1", "GET /jobs/%00%ff HTTP/1.1", "GET /../../etc/passwd HTTP/1.1", "\0\x01\x02",
            "POST /prove HTTP/9.9", "GET /jobs/" + "a".repeat(9000) + " HTTP/1.1", "DELETE /jobs/__proto__ HTTP/1.1"];
        const fields = ["content-length: -1", "content-length: 99999999999999999999", "transfer-encoding: chunked, chunked",
            "content-type: application/json", "authorization: Bearer " + ALICE, "authorization: Bearer \u00e9", "x: " + "y".repeat(20_000),
            "content-length: 5", "transfer-encoding: chunked", "expect: 100-continue", "host: [", "authorization: Basic x"];
        const bodies = ["{", '{"zkey":{"__proto__":{}}}', "5\r\nhello\r\nZ\r\n", "\xff".repeat(100), "[".repeat(50_000), '{"zkey":1e999}',
            '{"zkey":{"path":"\\u0000"},"witness":{"path":"x"}}', ""];
        const pick = (list) => list[below(list.length)];
        const send = () => new Promise((resolve) => {
            const socket = connect(port, "127.0.0.1", () => {
                const some = Array.from({ length: below(5) }, () => pick(fields));
                socket.end(`${pick(heads)}\r\nhost: x\r\n${some.join("\r\n")}\r\n\r\n${pick(bodies)}`, "latin1");
            });
            socket.setTimeout(2000, () => socket.destroy());
            socket.on("error", () => {});
            socket.on("close", resolve);
            socket.resume();
        });
        for (let i = 0; i < 1000; i += 50) await Promise.all(Array.from({ length: 50 }, send));
        expect(await (await fetch(`${server.url}/health`)).json()).to.deep.equal({ status: "ok" });
        const answer = await post(server, request());
        expect(answer.status).to.equal(202);
        const { data } = (await eventsOf(server, (await answer.json()).id)).at(-1);
        expect(data.state).to.equal("done");
        expect(server.child.exitCode).to.equal(null);
    });

    it("writes neither tokens nor payloads nor addresses into its log", async () => {
        const { bytes } = base64(tiny.wtns), secret = "signature-0123456789";
        await post(server, { ...request(), zkey: { url: `http://127.0.0.1:1/key?x=${secret}`, sha256: "0".repeat(64) } });
        await call(`${server.url}/jobs/x?token=${secret}`);
        await call(`${server.url}/nowhere/${secret}`);
        await pause(100);
        expect(server.log().filter(({ event }) => event === "request").length).to.be.above(100);
        for (const text of [ALICE, BOB, bytes.slice(100, 140), secret, "127.0.0.1:1/"])
            expect(server.said()).not.to.include(text);
    });

    it("on SIGTERM takes no more, ends lines, finishes what runs, and exits with 0", async () => {
        const other = await start(["serve", "--port", "0", ...locations], { FFTURBO_TOKEN: ALICE });
        const { id } = await (await post(other, byPath(example))).json(), line = eventsOf(other, id);
        await pause(50);
        const ended = other.stop();
        await line;
        expect(await ended).to.deep.equal({ code: 0, signal: null });
        expect(other.log().map(({ event }) => event)).to.include.members(["stopping", "stopped"]);
    });

    it("says what it needs", async () => {
        const run = (args, env) => runCommand(folder, args, { env: { FFTURBO_TOKEN: "", FFTURBO_REDIS: "", ...env } });
        for (const [args, text, env] of [
            [["serve"], "expected bearer tokens"], [["serve"], "16 letters or more", { FFTURBO_TOKEN: "short" }],
            [["serve"], "FFTURBO_METRICS_TOKEN", { FFTURBO_TOKEN: ALICE, FFTURBO_METRICS_TOKEN: "short" }],
            [["serve", "--port", "99999"], "--port"], [["serve", "--body", "much"], "--body"], [["work"], "expected --redis or FFTURBO_REDIS"],
            [["work", "--redis", "http://x"], "redis://host:6379"], [["work", "file"], "expected 0 file names"],
            [["serve", "--paranoid"], "expected options among"],
        ]) {
            const { code, err } = await run(args, env);
            expect([code, err.includes(text)], err).to.deep.equal([2, true]);
        }
    });

    describe("with workers", () => {
        let redis;
        before(async function () {
            if (noRedis) {
                this.test.parent.title += `: skipped, ${noRedis}`;
                this.skip();
            }
            redis = await openRedis();
        });
        after(() => redis?.close());

        itInAll("lets a tenant name no location to write, unless the operator does", async () => {
            const files = "https://store.example/", sha256 = "0".repeat(64);
            const env = { FFTURBO_REDIS: redis.url, FFTURBO_TOKEN: ALICE };
            const asks = (put, get = put) => ({
                zkey: { url: `${files}keys/circuit.zkey`, sha256 }, witness: { url: `${files}w`, sha256 },
                split: { scratch: put.startsWith("http") ? { put, get } : { path: put } },
            });
            const key = `${files}keys/circuit.zkey`, parts = `${files}parts/x`, queue = ["--queue", "places"];
            const front = ["serve", "--port", "0", "--allow", files, "--allow", folder, ...queue];
            const closed = await start(front, env);
            const opened = await start([...front, "--allow-write", `${files}parts/`], env);
            for (const location of [key, parts, folder])
                expect((await post(closed, asks(location))).status, location).to.equal(400);
            const dots = ["..", "..%2f", "%2e%2e/"].map((up) => `${files}parts/${up}/keys/circuit.zkey`);
            for (const location of [key, folder, ...dots])
                expect((await post(opened, asks(location))).status, location).to.equal(400);
            expect((await post(opened, asks(parts, key))).status).to.equal(400);
            const many = asks(parts);
            many.split.msms = 15_000;
            const refused = await post(opened, many);
            expect([refused.status, (await refused.json()).error.message.includes("at most 64")]).to.deep.equal([413, true]);
            expect((await post(opened, asks(parts))).status).to.equal(202);
            for (const one of [closed, opened]) await one.stop();
        });

        it("one front, one worker: proves, cancels, and both end on SIGTERM", async () => {
            const env = { FFTURBO_REDIS: redis.url, FFTURBO_TOKEN: ALICE }, cache = join(folder, "cache");
            const front = await start(["serve", "--port", "0", ...locations], env);
            const worker = await start(["work", "--name", "w1", "--cache", cache, ...locations], env);
            const { id } = await (await post(front, byPath(example))).json();
            const events = await eventsOf(front, id);
            expect(events.at(-1).data.result.worker).to.equal("w1");
            expect((await (await call(`${front.url}/jobs/${id}`)).json()).state).to.equal("done");
            const signatures = [front, worker].map((one) => one.said()).join("");
            for (const text of [ALICE, example.publicSignals[0]]) expect(signatures).not.to.include(text);
            await redis.restart("SIGTERM", 100);
            const again = await (await post(front, request())).json();
            expect((await eventsOf(front, again.id)).at(-1).data.state).to.equal("done");
            expect(await worker.stop()).to.deep.equal({ code: 0, signal: null });
            expect(await front.stop()).to.deep.equal({ code: 0, signal: null });
        });
    });
});
