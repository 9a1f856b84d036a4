/**
 * What a queue of several machines must survive, on processes and a real Redis: `npm run test:queue`. Every proof
 * is verified with the key of its circuit, by its submitter.
 */
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { expect } from "chai";
import { QueueEvents } from "bullmq";
import { temporaryFolder } from "../../../../scripts/temporary.mjs";
import { verify } from "../../../../src/protocols/groth16/index.js";
import { createProver } from "../../src/queue/index.js";
import { circuitsIn, corpus } from "../../../../test/support/circuits.js";
import { failureOf } from "../../../../test/support/failure.js";
import { circuits, startWorker } from "../support/queue.js";
import { pause, until } from "../../../../test/support/until.js";
import { noRedis, openRedis } from "../support/redis.js";

const JOBS = 200;
const named = (name) => circuits.find((circuit) => circuit.name === name);

describe("a queue on several machines", function () {
    this.timeout(600_000);
    let redis, folder, prover, queue, count = 0;
    const workers = [];
    before(async function () {
        if (noRedis) {
            this.test.parent.title += `: skipped, ${noRedis}`;
            this.skip();
        }
        redis = await openRedis();
        folder = temporaryFolder("scenarios");
    });
    after(async () => {
        await redis?.close();
        if (folder) rmSync(folder, { recursive: true, force: true });
    });
    beforeEach(() => {
        queue = `scenario-${count++}`;
        prover = createProver({ connection: redis.connection, queue, attempts: 5, allowWrite: [folder] });
    });
    afterEach(async () => {
        await Promise.all(workers.splice(0).map((worker) => worker.kill("SIGKILL")));
        await prover.close();
    });
    const open = async (name, env, options) => {
        const given = { connection: redis.connection, queue, name, attempts: 5, allowWrite: [folder], ...options };
        const worker = await startWorker(given, env);
        workers.push(worker);
        return worker;
    };
    const submit = ({ zkey, wtns, vkey }, more) => prover.submit({ zkey, witness: wtns, vkey, ...more });

    it(`${JOBS} jobs of four circuits on three workers, one killed in a proof, one stopped, Redis restarted once`, async () => {
        const [killed, stopped] = await Promise.all(["killed", "stopped", "staying"].map((name) => open(name)));
        const ends = new Map(), events = new QueueEvents(queue, { connection: redis.connection });
        events.on("error", () => {});
        events.on("completed", ({ jobId }) => ends.set(jobId, (ends.get(jobId) ?? 0) + 1));
        await events.waitUntilReady();
        let done = 0;
        const asked = [];
        for (let i = 0; i < JOBS; i++) {
            const circuit = circuits[i % circuits.length], job = await submit(circuit, { tenant: `t${i % 3}` });
            const result = job.result().finally(() => done++);
            result.catch(() => {}); // told below
            asked.push({ circuit, job, result });
        }
        await until(() => done >= 20, 120_000);
        const { client, lost } = await killInAProof(killed);
        client.disconnect();
        await until(() => done >= 60, 120_000);
        const exit = stopped.kill("SIGTERM");
        await until(() => done >= 90, 120_000);
        await redis.restart("SIGTERM", 500);
        const results = await Promise.all(asked.map(({ result }) => result));
        expect(await exit).to.deep.equal({ code: 0, signal: null });
        expect(results.length).to.equal(JOBS);
        for (const [i, { proof, publicSignals, worker }] of results.entries()) {
            const { circuit, job } = asked[i];
            expect(publicSignals).to.deep.equal(circuit.publicSignals);
            expect(await verify(circuit.vkey, publicSignals, proof)).to.equal(true);
            if (lost.includes(job.id)) expect(worker, "the job of the lost worker").not.to.equal("killed");
        }
        await pause(500);
        expect([...ends.values()].filter((times) => times > 1), "delivered twice").to.deep.equal([]);
        expect(new Set(results.map(({ proof }) => proof.pi_a[0])).size, "each has a proof of its own").to.equal(JOBS);
        expect(new Set(results.map(({ worker }) => worker)).size).to.equal(3);
        const twice = workers.flatMap(({ events: all }) => all.filter(({ event }) => event === "done").map(({ id }) => id));
        expect(new Set(twice).size).to.be.at.most(JOBS);
        expect(await prover.counts()).to.deep.equal({ waiting: 0, active: 0 });
        await events.close();
    });

    /** SIGKILL while Redis says that the worker has a job. */
    async function killInAProof(worker) {
        const client = redis.client(), busy = async () => {
            const active = await client.lrange(`bull:${queue}:active`, 0, -1);
            const owners = await Promise.all(active.map((id) => client.hget(`bull:${queue}:${id}`, "pb")));
            return active.filter((_, i) => owners[i] === "killed");
        };
        let lost = [];
        await until(async () => (lost = await busy()).length > 0);
        const end = await worker.kill("SIGKILL");
        expect(end.signal).to.equal("SIGKILL");
        return { client, lost };
    }

    it("one poisoned witness among 100 gives 99 proofs and one named failure", async () => {
        await Promise.all(["a", "b"].map((name) => open(name)));
        const circuit = named("mimc_tiny"), bad = new Uint8Array(readFileSync(circuit.wtns));
        bad[bad.length - 64] ^= 1;
        const poisoned = 42;
        const jobs = await Promise.all(Array.from({ length: 100 }, (_, i) =>
            submit(i === poisoned ? { ...circuit, wtns: bad } : circuit)));
        const ends = await Promise.allSettled(jobs.map((job) => job.result()));
        const failed = ends.flatMap(({ status, reason }, i) => (status === "rejected" ? [{ i, reason }] : []));
        expect(failed.map(({ i, reason }) => [i, reason.code])).to.deep.equal([[poisoned, "ERR_CHECK"]]);
        const tries = workers.flatMap(({ events }) => events.filter(({ id }) => id === jobs[poisoned].id));
        expect(tries.map(({ event }) => event), "tried once").to.deep.equal(["failed"]);
    });

    it("a job of a worker that is killed waits again within 30 seconds, as docs/operations.md says", async () => {
        const silent = createServer(() => {});
        await new Promise((resolve) => { silent.listen(0, "127.0.0.1", resolve); });
        const witness = { url: `http://127.0.0.1:${silent.address().port}/witness`, sha256: "0".repeat(64) };
        const lost = 30_000; // the default
        const [killed, staying] = await Promise.all(["killed", "staying"].map((name) => open(name, {}, { lost })));
        const job = await prover.submit({ zkey: named("mimc_tiny").zkey, witness });
        const client = redis.client(), has = async () => client.hget(`bull:${queue}:${job.id}`, "pb");
        await until(has);
        const [first, second] = await has() === "killed" ? [killed, staying] : [staying, killed];
        await first.kill("SIGKILL");
        const began = Date.now();
        await until(() => second.events.some(({ event, id }) => event === "lost" && id === job.id), 2 * lost);
        expect(Date.now() - began).to.be.below(lost + 5000); // for a machine that is busy
        client.disconnect();
        await job.cancel();
        silent.closeAllConnections();
        silent.close();
    });

    it("a job whose workers are lost each time fails, and does not take the queue along", async () => {
        const silent = createServer(() => {}); // holds the worker while it has the job
        await new Promise((resolve) => { silent.listen(0, "127.0.0.1", resolve); });
        const witness = { url: `http://127.0.0.1:${silent.address().port}/witness`, sha256: "0".repeat(64) };
        const job = await prover.submit({ zkey: named("mimc_tiny").zkey, witness });
        let error;
        const client = redis.client();
        failureOf(job.result()).then((reason) => { error = reason; });
        for (let i = 0; i < 5 && !error; i++) {
            const worker = await open(`lost-${i}`, {}, { attempts: 2, lost: 500 });
            const has = async () => error || await client.hget(`bull:${queue}:${job.id}`, "pb") === `lost-${i}`;
            await until(has);
            await pause(400); // one job too many was lost: the next worker only says so
            if (!error) await worker.kill("SIGKILL");
        }
        client.disconnect();
        silent.closeAllConnections();
        silent.close();
        expect(error?.code).to.equal("ERR_LOST");
        await open("staying");
        expect((await (await submit(named("mimc_tiny"))).result()).publicSignals)
            .to.deep.equal(named("mimc_tiny").publicSignals);
    });

    describe("a proof in parts", () => {
        const large = () => circuitsIn(corpus).find(({ name, system }) => name === "sha256_32" && system === "groth16")
            ?? named("mimc_example");

        /**
         * What one job may cost beside its references, in bytes. Measured with BullMQ 6.7: 6.5 KiB on average of 10.
         * To the server 1.5 KiB to add a part (9 keys, its options, the names of its proof), 1.3 to end it (14 keys,
         * and a point), 0.5 to take it, 0.3 each for the state and for the progress of its proof, 0.3 to get events;
         * from the server 1 KiB when it is taken, 1.3 for the five events that its submitter hears of it. The proof
         * itself is taken twice, gets the results of its parts, and its own is sent twice. Events that come one by one,
         * as on a busy machine, cost 0.4 more. Nothing of it can be left out; a witness, scalars or points of the key
         * would be megabytes.
         */
        const ONE_JOB = 7.25 * 1024;

        it("on three workers sends through Redis what its jobs and references need, and no more", async () => {
            // no lock is renewed in the meantime, however slow the machine
            await Promise.all(["a", "b", "c"].map((name) => open(name, {}, { lost: 600_000 })));
            const circuit = large(), client = redis.client(), split = { msms: 8, scratch: { path: folder } };
            const done = () => workers.flatMap(({ events }) => events.filter(({ event }) => event === "done")).length;
            const sent = []; // a connection that first needs a script of BullMQ sends it: the least of several counts
            for (let i = 0; i < 4; i++) {
                const jobs = done(), before = await redis.traffic(client), own = await redis.traffic(client) - before;
                const result = await (await submit(circuit, { split })).result();
                await until(() => done() > jobs); // and reports that come after the end
                await pause(500);
                sent.push({ bytes: await redis.traffic(client) - before - 2 * own, jobs: done() - jobs });
                if (i > 0) continue;
                expect(await verify(circuit.vkey, result.publicSignals, result.proof)).to.equal(true);
                expect(result.wrong).to.equal(undefined);
            }
            client.disconnect();
            const [{ bytes, jobs }] = sent.sort((a, b) => a.bytes - b.bytes);
            console.log(`      ${circuit.name}: ${(bytes / 1024).toFixed(1)} KiB for ${jobs} jobs`);
            expect(jobs).to.be.within(8, 12); // MSMs, the transforms and the whole
            // two files and the folder for the scalars, when a job is queued and when it is taken
            const files = [circuit.zkey, circuit.wtns].map((path) => ({ path, sha256: "0".repeat(64) }));
            const references = 2 * JSON.stringify({ zkey: files[0], witness: files[1], scratch: split.scratch }).length;
            expect(bytes).to.be.below(jobs * (ONE_JOB + references));
        });

        it("a worker that lies is named, and the proof is right even so", async () => {
            const circuit = named("mimc_example");
            for (const part of ["A", "B2", "C", "H", "quotient"]) {
                const [liar] = await Promise.all([open(`liar-${part}`, { LIES: part }), open("honest")]);
                const job = await submit(circuit, { split: { msms: 10, scratch: { path: folder } } });
                const { wrong = [], proof, publicSignals } = await job.result();
                expect(await verify(circuit.vkey, publicSignals, proof)).to.equal(true);
                const lied = liar.events.some(({ event }) => event === "lied");
                expect(wrong.length > 0, part).to.equal(lied);
                for (const one of wrong) expect([one.part, one.worker]).to.deep.equal([part, `liar-${part}`]);
                await Promise.all(workers.splice(0).map((worker) => worker.kill("SIGKILL")));
            }
        });

        it("survives a worker that is killed while it has a part", async () => {
            const killed = await open("killed");
            const job = await submit(named("mimc_example"), { split: { msms: 8, scratch: { path: folder } } });
            await until(() => killed.events.filter(({ event }) => event === "done").length >= 3);
            await killed.kill("SIGKILL");
            await open("staying");
            expect((await job.result()).publicSignals).to.deep.equal(named("mimc_example").publicSignals);
        });
    });

    it("no tenant starves another: 100 jobs of one, and 5 of another that come later", async () => {
        const circuit = named("mimc_tiny");
        const many = await Promise.all(Array.from({ length: 100 }, () => submit(circuit, { tenant: "many" })));
        const few = await Promise.all(Array.from({ length: 5 }, () => submit(circuit, { tenant: "few" })));
        const { events } = await open("only");
        await Promise.all(few.map((job) => job.result()));
        const order = events.filter(({ event }) => event === "done").map(({ tenant }) => tenant);
        expect(order.filter((tenant) => tenant === "many").length).to.be.below(15);
        await Promise.all(many.map((job) => job.result()));
    });
});
