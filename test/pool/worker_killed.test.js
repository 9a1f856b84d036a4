import { expect } from "chai";
import { addTask, failure, longTask, manager, terminateAll, until, value } from "../support/pool_module.js";

/** The worker itself, past the adapter: as the system or a host would kill it. */
const workers = [];
const createKillable = async (request) => {
    const { Worker } = await import("node:worker_threads");
    const worker = new Worker(request.source, { eval: true, execArgv: [] });
    workers.push(worker);
    return worker;
};

describe("pool: a worker that dies", () => {
    let tm;
    beforeEach(async () => {
        workers.length = 0;
        tm = await manager({ threads: 2, createWorker: createKillable });
    });
    afterEach(terminateAll);

    it("rejects its own task with the name of the task, and only that", async () => {
        await Promise.all([tm.queueAction(addTask(1, 1)), tm.queueAction(addTask(1, 1))]);
        const doomed = failure(tm.queueAction(longTask()));
        await until(() => tm.working.some(Boolean));
        const index = tm.working.indexOf(true);
        const others = [tm.queueAction(addTask(2, 3)), tm.queueAction(addTask(4, 5))];
        await workers[index].terminate();
        expect((await doomed).message).to.match(
            new RegExp(`^Worker error: worker ${index}, task spin: worker: expected to go on, got exit with code`),
        );
        expect((await Promise.all(others)).map(([out]) => value(out))).to.deep.equal([5, 9]);
    });

    it("is replaced when there is work for it", async () => {
        const one = await manager({ threads: 1, createWorker: createKillable });
        for (let round = 0; round < 3; round++) {
            expect(value((await one.queueAction(addTask(round, 1)))[0])).to.equal(round + 1);
            const doomed = failure(one.queueAction(longTask()));
            await until(() => one.working[0]);
            const waiting = one.queueAction(addTask(10, round));
            await workers.at(-1).terminate();
            expect((await doomed).message).to.include("task spin");
            expect(value((await waiting)[0])).to.equal(10 + round);
        }
        expect(workers.length).to.be.above(3);
    });

    it("may die while idle without anybody noticing", async () => {
        const one = await manager({ threads: 1, createWorker: createKillable });
        await one.queueAction(addTask(1, 1));
        await workers.at(-1).terminate();
        expect(one.pool).to.deep.equal([null]);
        expect(value((await one.queueAction(addTask(5, 6)))[0])).to.equal(11);
    });

    it("through an uncaught exception, rejects with that exception as cause", async () => {
        const { Worker } = await import("node:worker_threads");
        const fragile =
            "const { parentPort } = require('worker_threads'); parentPort.on('message', ({ id }) => { if (id) throw new Error('boom'); parentPort.postMessage({ status: 'initialized' }); })";
        let first = true;
        const one = await manager({ threads: 1, createWorker({ source }) {
            const worker = new Worker(first ? fragile : source, { eval: true, execArgv: [] });
            first = false;
            return worker;
        } });
        const error = await failure(one.queueAction(addTask(1, 1)));
        expect(error.message).to.equal("Worker error: worker 0, task add: boom");
        expect(error.cause.message).to.equal("boom");
        expect(value((await one.queueAction(addTask(1, 2)))[0])).to.equal(3);
    });
});
