/** Redis that is away, or hangs: what is asked ends in time, nothing is done later, and processes end without it. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import fastify from "fastify";
import { Redis } from "ioredis";
import client from "prom-client";
import { createFront } from "../../src/command/front.js";
import { OPEN } from "../../src/command/limits.js";
import { createLocalProver } from "../../src/pool/index.js";
import { createProver, createWorker } from "../../src/queue/index.js";
import { runAlone } from "../../../../test/support/command.js";
import { failureOf } from "../../../../test/support/failure.js";
import { circuits } from "../support/queue.js";
import { pause, until } from "../../../../test/support/until.js";
import { noRedis, openProxy, openRedis } from "../support/redis.js";
import { root } from "../../../../test/support/scratch.js";
import { start } from "../support/servers.js";

const tiny = circuits.find(({ name }) => name === "mimc_tiny");
const base64 = (file) => ({ bytes: readFileSync(file).toString("base64") });
const BODY = { zkey: base64(tiny.zkey), witness: base64(tiny.wtns) }, TOKEN = "alice-0123456789abcdef";
const HEADERS = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
const request = { zkey: tiny.zkey, witness: tiny.wtns };

/** Milliseconds for what should take none, on a machine that is busy. */
const SLACK = 30_000;

/** What settles within this time, though Redis is away. */
async function inTime(promise, ms) {
    const began = Date.now();
    try {
        return await Promise.race([promise, pause(ms + SLACK).then(() => { throw new Error("expected an end in time"); })]);
    } finally {
        expect(Date.now() - began).to.be.below(ms + SLACK);
    }
}

describe("Redis that is away", function () {
    this.timeout(300_000);
    let redis, count = 0, queue;
    const open = [];
    before(async function () {
        if (noRedis) {
            this.test.parent.title += `: skipped, ${noRedis}`;
            this.skip();
        }
    });
    beforeEach(async () => {
        redis = await openRedis();
        queue = `away-${count++}`;
    });
    afterEach(async () => {
        redis.thaw();
        for (const one of open.splice(0)) await (one.stop ? one.stop("SIGKILL") : one.close({ grace: 0 }));
        await redis.close();
    });
    const proverOf = (more) => {
        const prover = createProver({ connection: redis.connection, queue, timeout: 500, ...more });
        open.push(prover);
        return prover;
    };
    /** The names of all jobs in Redis. */
    async function jobs() {
        const reader = redis.client(), keys = await reader.keys(`bull:${queue}:proof-*`);
        reader.disconnect();
        return keys.filter((key) => !key.endsWith(":lock")).map((key) => key.split(":").at(-1));
    }

    /** A client of the caller's own, which stores commands until Redis is back. */
    const ownClient = () => {
        const connection = new Redis({ ...redis.connection, maxRetriesPerRequest: null });
        connection.on("error", () => {});
        open.push({ close: async () => connection.disconnect() });
        return { connection };
    };
    /** Ends Redis; a client of the caller sends again what it sent before it knew. */
    async function stop(connection) {
        await redis.stop();
        await until(() => connection?.status !== "ready");
    }

    for (const [how, away, back, more] of [
        ["stopped", stop, () => redis.start()], ["hanging", () => redis.freeze(), () => redis.thaw()],
        ["stopped, behind a client of the caller", stop, () => redis.start(), ownClient],
    ]) {
        it(`${how}, is asked for no longer than it may take, and nothing is done when it is back`, async () => {
            const options = more?.(), prover = proverOf(options), known = await prover.submit(request);
            await away(options?.connection);
            const asks = {
                submit: () => prover.submit(request), keyed: () => prover.submit(request, { key: "k" }),
                get: () => prover.get(known.id), status: known.status, cancel: known.cancel,
                list: () => prover.list(), counts: prover.counts, oldest: prover.oldest,
            };
            const errors = await inTime(Promise.all(Object.values(asks).map((ask) => failureOf(ask()))), 500);
            expect(errors.map(({ code }) => code)).to.deep.equal(errors.map(() => "ERR_QUEUE"));
            await back();
            await inTime(Promise.resolve(errors[0].settled), 5000);
            await until(async () => (await prover.counts().catch(() => undefined))?.waiting >= 0);
            await pause(500); // a command that was stored would be sent by now
            const keyed = new Set(await jobs());
            keyed.delete(known.id);
            if (how !== "hanging") expect([...keyed]).to.deep.equal([]);
            else for (const id of keyed) // it was under way, and who has its key finds it
                expect(await prover.submit(request, { key: "k" })).to.deep.include({ id, repeated: true });
            expect((await known.status()).state).to.equal("waiting");
        });
    }

    it("takes back a job whose answer was lost, its slot and its position in the list too", async () => {
        const prover = proverOf({ waiting: 2 });
        await prover.counts();
        const error = await failureOf(prover.submit({ ...request, tenant: "a" }, {
            confirm: async () => { redis.freeze(); throw new Error("nobody knows it"); },
        }));
        expect(error.message).to.equal("nobody knows it");
        setTimeout(() => redis.thaw(), 1500);
        await inTime(error.settled, 1500);
        expect([await jobs(), (await prover.list({ tenant: "a" })).jobs]).to.deep.equal([[], []]);
        await prover.submit({ ...request, tenant: "a" });
        const kept = await failureOf(prover.submit({ ...request, tenant: "b" }, {
            key: "mine", confirm() { throw new Error("asked for again later"); },
        }));
        expect(kept.settled).to.equal(undefined);
        expect((await prover.submit({ ...request, tenant: "b" }, { key: "mine" })).repeated).to.equal(true);
    });

    it("takes back a job that Redis reads later, from a connection that was cut", async () => {
        const proxy = await openProxy(redis.port), { port } = proxy, prover = proverOf({ connection: { host: "127.0.0.1", port } });
        try {
            const known = await prover.submit(request); // Redis has the scripts
            const [releaseJob, releaseLook] = proxy.hold("zkey", "hgetall"); // the first look passes, a second waits
            const error = await failureOf(prover.submit(request));
            expect(error.code).to.equal("ERR_QUEUE");
            await Promise.race([error.settled, until(proxy.isHolding)]);
            releaseJob();
            await until(async () => (await jobs()).length === 2);
            releaseLook();
            await inTime(error.settled, 2000);
            expect(await jobs()).to.deep.equal([known.id]);
        } finally {
            await proxy.close();
        }
    });

    it("ends neither a prover nor a worker, whether it was there before or not", async () => {
        for (const away of [() => redis.stop(), () => redis.freeze()]) {
            const make = async () => {
                const prover = proverOf(), worker = createWorker({ connection: redis.connection, queue, threads: 0 });
                open.push(worker);
                return [prover, worker];
            };
            const before = await make();
            await Promise.all([before[0].counts(), before[1].ready()]);
            await away();
            const parts = [...before, ...await make()];
            await inTime(Promise.all(parts.map((part) => part.close({ grace: 100 }))), 5000);
            redis.thaw();
            await redis.stop("SIGKILL");
            await redis.start();
        }
    });

    it("keeps no process alive once its prover and worker are closed", async () => {
        const child = spawn(process.execPath, ["--input-type=module", "-e", `
            import { createProver, createWorker } from ${JSON.stringify(pathToFileURL(join(root, "packages/server/src/queue/index.js")))};
            const options = ${JSON.stringify({ connection: redis.connection, queue })};
            const prover = createProver({ ...options, timeout: 500 }), worker = createWorker({ ...options, threads: 0 });
            await Promise.all([prover.counts(), worker.ready()]);
            console.log("ready");
            while (await prover.counts().then(() => true, () => false));
            await Promise.all([prover.close(), worker.close()]);
        `], { stdio: ["ignore", "pipe", "inherit"] });
        open.push({ stop: () => child.kill("SIGKILL") });
        const ended = new Promise((resolve) => { child.once("exit", resolve); });
        await new Promise((resolve) => { child.stdout.once("data", resolve); });
        await redis.stop();
        expect(await inTime(ended, 1500)).to.equal(0);
    });

    it("makes a worker give back what it had, once it is back, and take no more when it ends", async () => {
        const { connection } = redis, prover = proverOf();
        const first = createWorker({ connection, queue, threads: 1, lost: 3000 });
        await first.ready();
        await redis.stop();
        const closing = first.close({ grace: 300 });
        await inTime(closing, 5000);
        await redis.start();
        await until(() => prover.submit(request).then(() => true, () => false));
        await pause(300);
        expect(await prover.counts()).to.deep.equal({ waiting: 1, active: 0 });
    });

    describe("from processes", () => {
        const env = () => ({ FFTURBO_REDIS: redis.url, FFTURBO_TOKEN: TOKEN });
        const ask = async (server, method, path, body) => {
            const answer = await fetch(`${server.url}${path}`, {
                method, headers: body ? HEADERS : { authorization: HEADERS.authorization },
                body: body && JSON.stringify(body),
            });
            return { ...await answer.json(), status: answer.status, after: answer.headers.get("retry-after") };
        };
        const run = async (...args) => {
            const server = await start([...args, "--queue", queue], env());
            open.push(server);
            return server;
        };

        for (const [how, away] of [["stopped", () => redis.stop()], ["hanging", () => redis.freeze()]])
            it(`${how}, has requests answered with 503, and they end on SIGTERM within their grace`, async () => {
                const [front, worker] = await Promise.all([run("serve", "--port", "0", "--grace", "2"), run("work", "--grace", "2")]);
                const { id } = await ask(front, "POST", "/prove?wait", BODY);
                await away();
                const answers = await inTime(Promise.all([
                    ask(front, "POST", "/prove", BODY), ask(front, "POST", "/prove?wait", BODY),
                    ask(front, "GET", `/jobs/${id}`), ask(front, "DELETE", `/jobs/${id}`), ask(front, "GET", "/jobs"),
                ]), 5000);
                for (const { status, after, error } of answers)
                    expect([status, after, error.code]).to.deep.equal([503, "5", "ERR_UNAVAILABLE"]);
                expect((await ask(front, "GET", "/health")).status).to.equal(200);
                const late = ask(front, "POST", "/prove?wait", BODY);
                await pause(100);
                const ends = Promise.all([front.stop(), worker.stop()]);
                expect((await inTime(late, 2000)).status, "a request that had arrived").to.equal(503);
                expect(await inTime(ends, 2000)).to.deep.equal([{ code: 0, signal: null }, { code: 0, signal: null }]);
            });

        it("from the start, too, and they do not use up a long grace in vain", async () => {
            await redis.stop();
            const front = await run("serve", "--port", "0", "--grace", "200");
            expect((await inTime(ask(front, "POST", "/prove", BODY), 5000)).status).to.equal(503);
            const { code, err } = await runAlone(".", ["work", "--grace", "200", "--queue", queue], {
                env: env(), onStart: (child) => child.stderr.once("data", () => child.kill("SIGTERM")), // it has no connection
            });
            expect([code, err.includes('"event":"stopped"')], err).to.deep.equal([0, true]);
            expect(await inTime(front.stop(), 0)).to.deep.equal({ code: 0, signal: null });
        });
    });
});

describe("a front whose prover takes long", function () {
    this.timeout(60_000);
    let front, prover;
    afterEach(async () => {
        await front.close({ grace: 0 });
        await prover?.close?.({ grace: 0 });
        prover = undefined;
    });
    const openFront = (given) => {
        front = createFront({
            fastify, client, tokens: { a: TOKEN }, body: 2 ** 20, log: () => {}, allow: ["/"],
            prover: { counts: async () => ({}), oldest: async () => 0, ...given },
        });
        return (url = "/prove", payload = BODY) => front.app.inject({ method: "POST", url, payload, headers: HEADERS });
    };

    it("makes no room for a client that leaves before its submission has settled, and withdraws its job", async () => {
        const submissions = [];
        const ask = openFront({
            submit: (_, { confirm }) => new Promise((_resolve, reject) => { submissions.push({ reject, confirm }); }),
        });
        await front.app.listen({ port: 0, host: "127.0.0.1" });
        const body = JSON.stringify(BODY);
        for (let i = 0; i < OPEN; i++) {
            const socket = connect(front.app.server.address().port, "127.0.0.1");
            socket.on("error", () => {});
            socket.write(`POST /prove HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKEN}\r\n` +
                `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
            await until(() => submissions.length === i + 1);
            socket.destroy();
        }
        await pause(100);
        expect((await ask()).statusCode).to.equal(429);
        const unwanted = await failureOf(submissions[0].confirm({ id: "x" }));
        expect(unwanted.message).to.equal("the client has gone");
        let settle;
        const failure = Object.assign(new Error("Redis is away"), { settled: new Promise((resolve) => { settle = resolve; }) });
        submissions[0].reject(failure);
        await pause(50);
        expect((await ask()).statusCode, "it may have to be withdrawn").to.equal(429);
        settle();
        await pause(50);
        const next = ask();
        await until(() => submissions.length === OPEN + 1);
        for (const { reject } of submissions) reject(new Error("over"));
        expect((await next).statusCode).to.equal(500);
    });

    it("answers 200 to a wait whose job ends in the grace of the server, and 503 to one whose job ends with it", async () => {
        openFront(prover = createLocalProver({ threads: 0, inline: 2 ** 20 }));
        const address = await front.app.listen({ port: 0, host: "127.0.0.1" });
        const inside = fetch(`${address}/prove?wait`, { method: "POST", headers: HEADERS, body: JSON.stringify(BODY) });
        await until(async () => (await prover.list({ tenant: "a" })).jobs.length === 1);
        await front.close({ grace: 30_000 });
        expect([(await inside).status, (await (await inside).json()).state]).to.deep.equal([200, "done"]);
        for (const url of ["/prove?wait", "/prove"]) {
            let submitted;
            const job = { id: "x", tenant: "a", result: () => new Promise(() => {}), status: async () => ({ state: "active" }) };
            const late = openFront({
                stats: async () => ({ pool: {}, cache: {} }),
                submit: () => new Promise((resolve) => { submitted = () => resolve(job); }),
            });
            await front.app.listen({ port: 0, host: "127.0.0.1" });
            const answer = late(url);
            await until(() => submitted);
            const closing = front.close({ grace: 300 });
            submitted();
            const { statusCode, headers } = await answer;
            expect([statusCode, headers["retry-after"]], url).to.deep.equal([503, "5"]);
            await closing;
        }
    });
});
