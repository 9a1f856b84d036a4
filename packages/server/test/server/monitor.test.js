/** The port of a worker, and the metrics of proofs: what they count, and what bounds them. */
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import client from "prom-client";
import { createLabels, OTHER } from "../../src/command/labels.js";
import { createMonitor } from "../../src/command/monitor.js";
import { countersOfProofs } from "../../src/command/proof_metrics.js";
import { createProbe } from "../../src/command/within.js";
import { within } from "../../src/queue/connection.js";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { createProver } from "../../src/queue/index.js";
import { sha256Of } from "../../src/references.js";
import { COMMAND, runCommand } from "../../../../test/support/command.js";
import { failureOf } from "../../../../test/support/failure.js";
import { circuits } from "../support/queue.js";
import { until } from "../../../../test/support/until.js";
import { freePort, noRedis, openRedis } from "../support/redis.js";

const tiny = circuits.find(({ name }) => name === "mimc_tiny");
const TOKEN = "metrics-0123456789abcdef";
const TRACE = "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01";

describe("labels that others choose", () => {
    it("are bounded in all and for each tenant, and keep their names once they have them", () => {
        const labels = createLabels(3, 2);
        expect(["x", "y", "z", "x"].map((value) => labels.of(value, "a"))).to.deep.equal(["x", "y", OTHER, "x"]);
        expect(["x", "z", "w"].map((value) => labels.of(value, "b"))).to.deep.equal(["x", "z", OTHER]);
        expect(labels.of("v", "c"), "in all").to.equal(OTHER);
    });
});

describe("what waits for a connection", () => {
    it("is given up after a while, and asked once at a time", async () => {
        expect(await within(Promise.resolve(7), 1)).to.equal(7);
        expect((await failureOf(within(new Promise(() => {}), 5))).message).to.include("in time, got none");
        let asked = 0, answer;
        const probe = createProbe(() => { asked++; return new Promise((resolve) => { answer = resolve; }); }, 20);
        expect(await Promise.all([probe(), probe()])).to.deep.equal([false, false]);
        expect([await probe(), asked]).to.deep.equal([false, 1]);
        answer();
        await new Promise((resolve) => { setImmediate(resolve); });
        const again = probe();
        answer();
        expect([await again, asked]).to.deep.equal([true, 2]);
    });
});

describe("the metrics of proofs", () => {
    it("count durations by circuit, failures by code, and retries by reason", async () => {
        const register = new client.Registry(), { event } = countersOfProofs(client, register);
        const circuit = "0123456789abcdef".repeat(4);
        event({ event: "done", tenant: "a", circuit, kind: "prove", ms: 1500 });
        event({ event: "failed", tenant: "a", circuit, kind: "prove", code: "ERR_CHECK" });
        event({ event: "again", code: "ERR_READ" });
        for (const one of ["lost", "returned", "error", "wrong"]) event({ event: one });
        const text = await register.metrics();
        for (const line of [
            'ffturbo_proof_seconds_sum{circuit="0123456789ab",kind="prove"} 1.5', 'ffturbo_proof_failures_total{code="ERR_CHECK"} 1',
            'ffturbo_proof_retries_total{reason="ERR_READ"} 1', 'ffturbo_proof_retries_total{reason="lost"} 1',
            'ffturbo_proof_retries_total{reason="returned"} 1', "ffturbo_queue_errors_total 1",
        ]) expect(text).to.include(line);
    });

    it("have few labels, whatever tenants prove and however it fails", async () => {
        const register = new client.Registry(), { event } = countersOfProofs(client, register);
        for (let i = 0; i < 1000; i++) {
            event({ event: "done", tenant: `t${i % 20}`, circuit: sha256Of(new Uint8Array([i & 255, i >> 8])), kind: "prove", ms: 1 });
            event({ event: "failed", code: `ERR_${i}` });
            event({ event: "again", code: `ERR_${i}` });
        }
        event({ event: "done", tenant: "new", circuit: "f".repeat(64), kind: "prove", ms: 1 });
        const text = await register.metrics(), count = (name) => text.split("\n").filter((line) => line.startsWith(name)).length;
        expect(count("ffturbo_proof_seconds_count")).to.equal(65);
        expect([count("ffturbo_proof_failures_total"), count("ffturbo_proof_retries_total")]).to.deep.equal([33, 33]);
        const mine = new client.Registry(), one = countersOfProofs(client, mine);
        for (let i = 0; i < 20; i++) one.event({ event: "done", tenant: "a", circuit: sha256Of(new Uint8Array([i])), kind: "prove" });
        expect((await mine.metrics()).match(/_count\{/g).length, "of one tenant").to.equal(9);
    });
});

describe("the port of a worker", function () {
    this.timeout(60_000);
    let monitor, ping, url;
    const stats = async () => ({
        pool: { running: 2, waiting: 1, memory: 77 }, cache: { hits: 5, misses: 3, files: 2, bytes: 99 },
    });
    async function open(options) {
        ping = async () => {};
        monitor = createMonitor({ client, worker: { ping: () => ping(), stats }, metricsToken: TOKEN, ...options });
        const { port } = await monitor.listen(0, "127.0.0.1");
        url = `http://127.0.0.1:${port}`;
        return port;
    }
    afterEach(() => monitor.close());
    const ask = (path, token, more) =>
        fetch(url + path, { headers: token ? { authorization: `Bearer ${token}` } : {}, ...more });

    it("says that it lives, whether it is ready, and nothing else without its token", async () => {
        await open();
        const status = async (path) => {
            const answer = await ask(path);
            return [answer.status, (await answer.json()).status];
        };
        expect([await status("/health"), await status("/ready")]).to.deep.equal([[200, "ok"], [200, "ok"]]);
        ping = async () => { throw new Error("no Redis"); };
        expect([await status("/health"), await status("/ready")]).to.deep.equal([[200, "ok"], [503, "no queue"]]);
        ping = async () => {};
        expect(await status("/ready")).to.deep.equal([200, "ok"]);
        monitor.stop();
        expect([await status("/health"), await status("/ready")]).to.deep.equal([[200, "ok"], [503, "stopping"]]);
        for (const token of [undefined, "wrong-0123456789abcdef", `${TOKEN}x`]) {
            const answer = await ask("/metrics", token);
            expect([answer.status, answer.headers.get("www-authenticate"), await answer.text()]).to.deep.equal([401, "Bearer", ""]);
        }
        for (const path of ["/", "/metrics/", "/constructor", "/health?x=1", "//health"]) expect((await ask(path)).status, path).to.equal(404);
        for (const method of ["POST", "DELETE"]) expect((await ask("/health", undefined, { method })).status).to.equal(405);
        expect((await ask("/health", undefined, { method: "HEAD" })).status).to.equal(200);
    });

    it("shows what proofs hold, and what the cache did, to Prometheus", async () => {
        await open();
        monitor.event({ event: "done", tenant: "a", circuit: "f".repeat(64), kind: "prove", ms: 10 });
        for (let i = 0; i < 2; i++) { // counters of others do not grow by being read
            const answer = await ask("/metrics", TOKEN), text = await answer.text();
            expect([answer.status, answer.headers.get("content-type").slice(0, 25)]).to.deep.equal([200, "text/plain; version=0.0.4"]);
            for (const line of ['ffturbo_proofs{state="running"} 2', 'ffturbo_proofs{state="waiting"} 1', "ffturbo_proof_memory_bytes 77",
                "ffturbo_cache_hits_total 5", "ffturbo_cache_misses_total 3", "ffturbo_cache_bytes 99", "ffturbo_ready 1",
                'ffturbo_proof_seconds_count{circuit="ffffffffffff",kind="prove"} 1', "process_resident_memory_bytes "])
                expect(text).to.include(line);
        }
    });

    it("has closed metrics without a token of its own", async () => {
        await open({ metricsToken: undefined });
        for (const token of [undefined, "", "undefined", TOKEN]) expect((await ask("/metrics", token)).status).to.equal(401);
    });

    it("has few connections, and none that sends nothing for long", async () => {
        const port = await open(), sockets = [];
        let refused = 0;
        for (let i = 0; i < 80; i++) {
            const socket = connect(port, "127.0.0.1");
            socket.on("error", () => {});
            socket.on("close", () => refused++);
            sockets.push(socket);
        }
        await until(() => refused === 16);
        await until(() => refused === 80, 50_000);
        expect((await ask("/health")).status).to.equal(200);
        for (const socket of sockets) socket.destroy();
    });
});

describe("ffturbo work", function () {
    this.timeout(120_000);
    let folder, redis;
    const children = [];
    before(async function () {
        if (noRedis) this.skip();
        folder = temporaryFolder("work");
        redis = await openRedis();
    });
    afterEach(async () => { for (const { child, exited } of children.splice(0)) { child.kill("SIGKILL"); await exited; } });
    after(async () => {
        await redis?.close();
        if (folder) rmSync(folder, { recursive: true, force: true });
    });
    async function start(args, env) {
        const child = spawn(process.execPath, [COMMAND, "work", ...args], {
            env: { ...process.env, FFTURBO_THREADS: "1", FFTURBO_REDIS: redis.url, ...env }, stdio: ["ignore", "ignore", "pipe"],
        });
        let said = "";
        child.stderr.on("data", (chunk) => { said += chunk; });
        const exited = new Promise((resolve) => { child.once("exit", resolve); });
        const log = () => said.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
        children.push({ child, exited });
        await Promise.race([until(() => log().some(({ event }) => event === "ready")), exited]);
        return { child, exited, log, said: () => said };
    }

    it("opens a port on request: probes, metrics, the trace in its lines, and Redis that goes and comes", async () => {
        const files = createServer((_, response) => response.end(readFileSync(tiny.zkey)));
        await new Promise((resolve) => { files.listen(0, "127.0.0.1", resolve); });
        const place = `http://127.0.0.1:${files.address().port}/`, cache = join(folder, "cache");
        const allow = ["--allow", place, "--allow", tiny.wtns.replace(/[^/]*$/, "")];
        const worker = await start(["--port", "0", "--cache", cache, ...allow], { FFTURBO_METRICS_TOKEN: TOKEN });
        const { address } = worker.log().find(({ event }) => event === "ready"), url = `http://127.0.0.1:${address.port}`;
        const page = async () => (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
        const sha256 = sha256Of(readFileSync(tiny.zkey)), zkey = { url: `${place}key`, sha256 };
        const prover = createProver({ connection: redis.connection });
        const prove = async (more) =>
            (await prover.submit({ zkey, witness: tiny.wtns, ...more }, { traceparent: TRACE })).result();
        await prove();
        await prove();
        expect((await failureOf(prove({ zkey: { ...zkey, url: "http://127.0.0.1:1/x" } }))).code).to.equal("ERR_OPTION");
        await until(() => worker.log().filter(({ event }) => ["done", "failed"].includes(event)).length === 3);
        const text = await page();
        for (const line of [`ffturbo_proof_seconds_count{circuit="${sha256.slice(0, 12)}",kind="prove"} 2`, "ffturbo_cache_misses_total 1",
            "ffturbo_cache_hits_total 1", 'ffturbo_proof_failures_total{code="ERR_OPTION"} 1', "ffturbo_ready 1"]) expect(text).to.include(line);
        for (const line of worker.log().filter(({ event }) => ["done", "failed"].includes(event)))
            expect([line.job.startsWith("proof-"), line.traceparent, line.circuit]).to.deep.equal([true, TRACE, sha256]);
        const ready = async () => (await fetch(`${url}/ready`)).status;
        await redis.restart("SIGTERM", async () => {
            await until(async () => await ready() === 503);
            expect((await fetch(`${url}/health`)).status).to.equal(200);
        });
        await until(async () => await ready() === 200);
        await prove();
        expect(await page()).to.match(/^ffturbo_queue_errors_total [1-9]/m);
        await prover.close();
        files.close();
        worker.child.kill("SIGTERM");
        expect(await worker.exited).to.equal(0);
        expect(worker.said()).not.to.include(TOKEN);
    });

    it("has no port by default, and says why it cannot have one", async () => {
        const worker = await start([]);
        expect(worker.log().find(({ event }) => event === "ready").address).to.equal(undefined);
        const port = await freePort(), taken = createServer();
        await new Promise((resolve) => { taken.listen(port, "127.0.0.1", resolve); });
        const run = (args, env) => runCommand(folder, ["work", ...args], { env: { FFTURBO_REDIS: redis.url, ...env } });
        for (const [args, text, env] of [
            [["--port", String(port)], `expected to listen on 127.0.0.1:${port}`], [["--port", "99999"], "--port"],
            [["--port", "0"], "FFTURBO_METRICS_TOKEN", { FFTURBO_METRICS_TOKEN: "short" }],
        ]) {
            const { code, err } = await run(args, env);
            expect([code, err.includes(text)], err).to.deep.equal([2, true]);
        }
        taken.close();
    });
});
