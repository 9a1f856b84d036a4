/**
 * A day of an operator in a minute: 200 jobs of three tenants over HTTP, a worker that is killed in a proof, a Redis
 * that is restarted, and what metrics and logs tell of it. Each is a process of the command: `npm run test:queue`.
 */
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { verify } from "../../../../src/protocols/groth16/index.js";
import { sha256Of } from "../../src/references.js";
import { COMMAND } from "../../../../test/support/command.js";
import { circuits } from "../support/queue.js";
import { until } from "../../../../test/support/until.js";
import { noRedis, openRedis } from "../support/redis.js";

const JOBS = 200, TENANTS = ["t0", "t1", "t2"], METRICS = "metrics-0123456789abcdef";
const TOKENS = Object.fromEntries(TENANTS.map((tenant) => [tenant, `${tenant}-0123456789abcdef`]));
const SMALL = ["mimc_tiny", "mimc_example"].map((name) => circuits.find((circuit) => circuit.name === name));

/** The values of a metric, by its labels as text. */
function valuesOf(text, name) {
    const rows = [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, "gm"))];
    return new Map(rows.map(([, labels = "", value]) => [labels, Number(value)]));
}
const total = (text, name, label = "") => [...valuesOf(text, name)]
    .reduce((sum, [labels, value]) => sum + (labels.includes(label) ? value : 0), 0);

describe("the load of a server", function () {
    this.timeout(600_000);
    let folder, redis, front;
    const children = [], workers = [];
    before(async function () {
        if (noRedis) {
            this.test.parent.title += `: skipped, ${noRedis}`;
            this.skip();
        }
        folder = temporaryFolder("load");
        redis = await openRedis();
        writeFileSync(join(folder, "tokens.json"), JSON.stringify(TOKENS));
        const places = SMALL.flatMap(({ zkey }) => ["--allow", dirname(zkey)]);
        for (let i = 0; i < 3; i++) workers.push(await start(["work", "--name", `w${i}`, "--port", "0", ...places]));
        front = await start(["serve", "--port", "0", "--tokens", join(folder, "tokens.json"), "--waiting", "300", ...places]);
    });
    after(async () => {
        for (const { child, exited } of children) {
            child.kill("SIGKILL");
            await exited;
        }
        await redis?.close();
        if (folder) rmSync(folder, { recursive: true, force: true });
    });

    async function start(args) {
        const child = spawn(process.execPath, [COMMAND, ...args], {
            env: { ...process.env, FFTURBO_THREADS: "1", FFTURBO_REDIS: redis.url, FFTURBO_METRICS_TOKEN: METRICS },
            stdio: ["ignore", "ignore", "pipe"],
        });
        let said = "";
        child.stderr.on("data", (chunk) => { said += chunk; });
        const exited = new Promise((resolve) => { child.once("exit", resolve); });
        const log = () => said.split("\n").slice(0, -1).filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
        const ready = () => log().find(({ event }) => event === "ready");
        children.push({ child, exited });
        await Promise.race([until(ready), exited.then(() => { throw new Error(`expected to start, got\n${said}`); })]);
        return { child, exited, log, url: `http://127.0.0.1:${ready().address.port}`, name: ready().name };
    }
    const ask = (url, token, more) => fetch(url, { ...more, headers: { authorization: `Bearer ${token}`, ...more?.headers } });
    const page = async ({ url }, token = METRICS) => (await ask(`${url}/metrics`, token)).text();

    /** Submits as a client that repeats what was refused or not answered, with the same key. */
    async function submit(i) {
        const circuit = SMALL[i % SMALL.length], tenant = TENANTS[i % 3], trace = i.toString(16).padStart(32, "a");
        const file = (path) => ({ path, sha256: sha256Of(readFileSync(path)) });
        const body = JSON.stringify({ zkey: file(circuit.zkey), witness: file(circuit.wtns) });
        const headers = {
            "content-type": "application/json", "idempotency-key": `job-${i}`, traceparent: `00-${trace}-0123456789abcdef-00`,
        };
        const send = () => ask(`${front.url}/prove`, TOKENS[tenant], { method: "POST", body, headers });
        const [first, second] = [await send(), i % 10 === 0 ? await send() : undefined], { id } = await first.json();
        expect(first.status).to.equal(202);
        if (second) expect((await second.json()).id, "a repeated request is the same job").to.equal(id);
        return { id, tenant, circuit, trace };
    }

    it(`${JOBS} jobs of three tenants, one worker killed, Redis restarted: all are done, and the metrics say what happened`, async () => {
        const jobs = [];
        for (let i = 0; i < JOBS; i++) jobs.push(await submit(i));
        const ages = [], states = new Set(), killed = workers[0];
        const done = async () => {
            const text = await page(front);
            ages.push(total(text, "ffturbo_oldest_job_seconds"));
            states.add(total(text, "ffturbo_ready"));
            return total(text, "ffturbo_jobs_ended_total", 'outcome="done"');
        };
        await until(async () => await done() >= 20, 120_000);
        const beforeKill = await killInAProof(killed);
        await until(async () => await done() >= 60, 120_000);
        await redis.restart("SIGTERM", async () => {
            await until(async () => (await fetch(`${front.url}/ready`)).status === 503, 20_000);
            const down = await page(front), seen = [total(down, "ffturbo_ready"), valuesOf(down, "ffturbo_jobs").size];
            expect(seen, "while Redis is away").to.deep.equal([0, 0]);
            expect((await fetch(`${front.url}/health`)).status, "it lives").to.equal(200);
        });
        await until(async () => (await fetch(`${front.url}/ready`)).status === 200, 60_000);
        await until(async () => await done() === JOBS, 300_000);

        for (const { id, tenant, circuit } of jobs) {
            const job = await (await ask(`${front.url}/jobs/${id}`, TOKENS[tenant])).json();
            expect([job.state, job.result.publicSignals]).to.deep.equal(["done", circuit.publicSignals]);
            expect(await verify(circuit.vkey, job.result.publicSignals, job.result.proof)).to.equal(true);
        }
        await tellsTheStory({ jobs, ages, beforeKill, living: workers.slice(1) });
    });

    /** What an operator would read off the metrics and the logs. */
    async function tellsTheStory({ jobs, ages, beforeKill, living }) {
        const text = await page(front), texts = await Promise.all(living.map((worker) => page(worker)));
        for (const [i, tenant] of TENANTS.entries()) {
            const count = jobs.filter((job) => job.tenant === tenant).length, own = await page(front, TOKENS[tenant]);
            expect(total(text, "ffturbo_jobs_submitted_total", `tenant="${tenant}"`), "repeated ones count once").to.equal(count);
            expect(total(own, "ffturbo_jobs_ended_total", 'outcome="done"')).to.equal(count);
            for (const other of [TENANTS[(i + 1) % 3], "ffturbo_jobs{", "process_"]) expect(own).not.to.include(other);
        }
        expect([Math.max(...ages) > 0, total(text, "ffturbo_oldest_job_seconds")], "the oldest job").to.deep.equal([true, 0]);
        expect(valuesOf(text, "ffturbo_jobs")).to.deep.equal(new Map([['state="waiting"', 0], ['state="active"', 0]]));
        expect(total(text, "ffturbo_job_seconds_count")).to.equal(JOBS);
        const proved = (page_) => total(page_, "ffturbo_proof_seconds_count");
        const count = texts.reduce((sum, page_) => sum + proved(page_), proved(beforeKill));
        // a proof that ended as Redis went, or after the last look at the killed worker, counts differently
        console.log(`      ${count} proofs of ${JOBS} jobs, retries ${texts.map((page_) => total(page_, "ffturbo_proof_retries_total"))}`);
        expect(count).to.be.within(JOBS - 5, JOBS + 5);
        expect(texts.reduce((sum, page_) => sum + total(page_, "ffturbo_proof_retries_total", 'reason="lost"'), 0), "lost with the worker")
            .to.be.above(0);
        for (const page_ of texts) {
            expect([...valuesOf(page_, "ffturbo_proof_seconds_count").keys()].length, "a label for each circuit").to.equal(SMALL.length);
            expect([total(page_, "ffturbo_proof_failures_total"), total(page_, "ffturbo_ready")]).to.deep.equal([0, 1]);
            expect(total(page_, "ffturbo_queue_errors_total"), "Redis was away").to.be.above(0);
            expect(total(page_, "process_resident_memory_bytes")).to.be.above(2 ** 20);
        }
        const lines = workers.flatMap((worker) => worker.log());
        for (const { id, trace } of jobs) {
            const own = lines.filter((line) => line.job === id);
            expect(own.some(({ event }) => event === "done" || event === "lost"), id).to.equal(true);
            for (const { traceparent } of own) expect(traceparent).to.include(trace);
        }
    }

    /** SIGKILL while Redis says that the worker has a job. @returns its metrics just before */
    async function killInAProof(worker) {
        const client = redis.client();
        let text = await page(worker);
        await until(async () => {
            text = await page(worker);
            const active = await client.lrange("bull:ffturbo:active", 0, -1);
            const owners = await Promise.all(active.map((id) => client.hget(`bull:ffturbo:${id}`, "pb")));
            if (!owners.includes(worker.name)) return false;
            worker.child.kill("SIGSTOP"); // it holds what it has
            const still = await client.lrange("bull:ffturbo:active", 0, -1);
            const held = await Promise.all(still.map((id) => client.hget(`bull:ffturbo:${id}`, "pb")));
            if (held.includes(worker.name)) return true;
            worker.child.kill("SIGCONT");
            return false;
        });
        worker.child.kill("SIGKILL");
        await worker.exited;
        client.disconnect();
        return text;
    }
});
