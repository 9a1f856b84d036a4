import { expect } from "chai";
import {
    addTask,
    brokenWorkers,
    failure,
    layout,
    longTask,
    manager,
    poolModule,
    terminateAll,
    until,
    value,
} from "../support/pool_module.js";
import { FakeWorker, policy, webPool } from "../support/web_pool.js";

const busy = (tm) => until(() => tm.working.some(Boolean));
const ended = /task spin: worker: expected to go on, got/;

/** A worker that leaves in the middle of its second task, or of its start, in all ways that it can. */
const DEATHS = [
    ["process.exit", "process.exit(0)"],
    ["process.exit with a code", "process.exit(7)"],
    ["an uncaught error", "setImmediate(() => { throw new Error('lost'); })"],
    ["a rejection that nobody hears", "Promise.reject(new Error('lost'))"],
    ["the end of its port", "require('node:worker_threads').parentPort.close()"],
];
/** Source: does `what` when message number `count` arrives. */
const onMessage = (count, what) =>
    `{ let n = 0; require("node:worker_threads").parentPort.on("message", () => { if (++n === ${count}) { ${what}; } }); }`;

describe("pool: a worker that is ended from outside", () => {
    afterEach(terminateAll);

    it("by tm.workers[i].terminate(): its task rejects, with a code, and the next is answered", async () => {
        const tm = await manager({ threads: 1 });
        for (let round = 0; round < 3; round++) {
            const doomed = failure(tm.queueAction(longTask())), waiting = tm.queueAction(addTask(round, 1));
            await busy(tm);
            await tm.workers[0].terminate();
            const error = await doomed;
            expect(error.message).to.match(ended);
            expect(error.code).to.equal("ERR_WORKER");
            expect(value((await waiting)[0])).to.equal(round + 1);
        }
    });

    it("while idle: the next task gets another", async () => {
        const tm = await manager({ threads: 1 });
        await tm.queueAction(addTask(1, 1));
        await tm.workers[0].terminate();
        expect(tm.workers[0]).to.equal(null);
        expect(value((await tm.queueAction(addTask(2, 2)))[0])).to.equal(4);
    });

    it("while it starts: the task that waits is answered", async () => {
        const tm = await manager({ threads: 1 });
        const waiting = tm.queueAction(addTask(1, 2));
        await until(() => tm.workers[0]);
        await tm.workers[0].terminate();
        expect(value((await waiting)[0])).to.equal(3);
    });

    it("a late answer to a task of before is not taken for that of the next one", async () => {
        const late = (id) => `require("node:worker_threads").parentPort.postMessage({ id: ${id}, out: [] })`;
        for (const id of [1, 3, 0]) {
            const { createWorker } = brokenWorkers(onMessage(3, late(id))); // when the second task arrives
            const tm = await manager({ threads: 1, createWorker });
            expect(value((await tm.queueAction(addTask(1, 2)))[0])).to.equal(3);
            const [out] = await tm.queueAction(addTask(3, 4));
            expect(out && value(out), `an answer to ${id}`).to.equal(7);
        }
    });

    it("all of them, in the middle of a sum: it rejects, and the next one is right", async () => {
        const { buildBn128 } = await import("../../src/index.js");
        const curve = await buildBn128({ threads: 2 });
        const { G1, tm } = curve,
            n = 1 << 13,
            bases = new Uint8Array(64 * n),
            scalars = new Uint8Array(32 * n).fill(17);
        for (let i = 0; i < n; i++) bases.set(G1.gAffine, 64 * i);
        const whole = await G1.multiExpAffine(bases, scalars);
        const doomed = failure(G1.multiExpAffine(bases, scalars));
        await busy(tm);
        await Promise.all(tm.workers.map((worker) => worker?.terminate()));
        expect((await doomed).code).to.equal("ERR_WORKER");
        expect(G1.eq(await G1.multiExpAffine(bases, scalars), whole)).to.equal(true);
        await curve.terminate();
    });

    for (const [how, what] of DEATHS) {
        it(`by ${how} in the middle of a task: the same`, async () => {
            const { createWorker, started } = brokenWorkers((i) => (i === 0 ? onMessage(2, what) : ""));
            const tm = await manager({ threads: 1, createWorker });
            const answers = [];
            for (let i = 0; i < 2; i++)
                answers.push(
                    await tm.queueAction(addTask(1, 2)).then(
                        ([out]) => value(out),
                        (error) => error.code,
                    ),
                );
            // a death may overtake an answer, or not
            for (const answer of answers) expect(answer).to.be.oneOf([3, "ERR_WORKER"]);
            await until(() => started[0].threadId === -1); // it has ended
            expect(value((await tm.queueAction(addTask(1, 2)))[0])).to.equal(3);
        });

        it(`by ${how} while it starts: tasks are answered by another`, async () => {
            const { createWorker, started } = brokenWorkers((i) => (i === 0 ? onMessage(1, what) : ""));
            const tm = await manager({ threads: 1, createWorker });
            const answers = await Promise.all(
                [1, 2].map((x) =>
                    tm.queueAction(addTask(x, x)).then(
                        ([out]) => value(out),
                        () => "rejected",
                    ),
                ),
            );
            for (const [i, answer] of answers.entries()) expect(answer).to.be.oneOf([2 * (i + 1), "rejected"]);
            await until(() => started[0].threadId === -1); // it may have answered both before it ended
            expect(value((await tm.queueAction(addTask(1, 2)))[0])).to.equal(3);
        });
    }

    it("an answer that cannot be read ends it, too", async () => {
        const handlers = {};
        const fake = (request) => Object.assign(new EventTarget(), {
            postMessage({ task }) {
                if (task[0].cmd === "INIT")
                    queueMicrotask(() =>
                        this.dispatchEvent(new MessageEvent("message", { data: { status: "initialized" } })),
                    );
                else if (task[0].cmd !== "TERMINATE")
                    queueMicrotask(() => this.dispatchEvent(new Event("messageerror")));
            },
            terminate() { handlers.ended = (handlers.ended ?? 0) + 1; },
        }, request);
        const tm = await manager({ threads: 1, createWorker: fake });
        for (let i = 1; i < 3; i++) {
            expect((await failure(tm.queueAction(addTask(1, 1)))).message).to.match(/cannot be cloned here/);
            expect(handlers.ended).to.equal(i);
        }
    });

    it("a worker of the caller that fails while a task is posted: the task rejects, the next goes to another", async () => {
        let tasks = 0;
        const fake = () => Object.assign(new EventTarget(), {
            postMessage({ id, task }) {
                const answer = (data) => queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data })));
                if (task?.[0].cmd === "INIT") answer({ status: "initialized" });
                else if (task?.[0].cmd !== "TERMINATE" && tasks++ === 0)
                    this.dispatchEvent(Object.assign(new Event("error"), { message: "lost" }));
                else answer({ id, out: [Uint8Array.of(9)] });
            },
            terminate() {},
        });
        const tm = await manager({ threads: 1, createWorker: fake });
        const doomed = failure(tm.queueAction(addTask(1, 1))), waiting = tm.queueAction(addTask(2, 2));
        expect((await doomed).code).to.equal("ERR_WORKER");
        expect((await waiting)[0][0]).to.equal(9);
    });

    for (const [what, terminate] of [
        [
            "throws",
            () => {
                throw new Error("no");
            },
        ],
        [
            "rejects",
            async () => {
                throw new Error("no");
            },
        ],
    ]) {
        it(`one whose terminate ${what}: nothing is left open, and no error is reported`, async () => {
            const { createWorker, started } = brokenWorkers("");
            const tm = await manager({
                threads: 1,
                createWorker: async (request) => {
                    const worker = await createWorker(request);
                    worker.close = worker.terminate;
                    worker.terminate = terminate;
                    return worker;
                },
            });
            const doomed = failure(tm.queueAction(longTask()));
            await busy(tm);
            await tm.workers[0].terminate().catch(() => {});
            expect((await doomed).message).to.match(ended);
            expect(value((await tm.queueAction(addTask(1, 2)))[0])).to.equal(3);
            await tm.terminate();
            await Promise.all(started.map((worker) => worker.close()));
        });
    }

    it("one whose terminate never settles does not block tm.terminate forever", async () => {
        const { createWorker, started } = brokenWorkers("");
        const tm = await manager({ threads: 1, createWorker: async (request) => {
            const worker = await createWorker(request);
            worker.close = worker.terminate;
            worker.terminate = () => new Promise(() => {});
            return worker;
        } });
        await tm.queueAction(addTask(1, 2));
        await tm.terminate();
        await Promise.all(started.map((worker) => worker.close()));
    });

    it("one that takes no message when it is sent away ends all the same", async () => {
        const { createWorker, started } = brokenWorkers("");
        const gone = [];
        const tm = await manager({ threads: 1, terminationTimeout: 20, createWorker: async (request) => {
            const worker = await createWorker(request), { postMessage } = worker;
            worker.postMessage = (message, transfers) => {
                if (message.task[0].cmd === "TERMINATE") throw new Error("no");
                postMessage.call(worker, message, transfers);
            };
            worker.on("exit", () => gone.push(worker));
            return worker;
        } });
        await tm.queueAction(addTask(1, 2));
        await until(() => gone.length === 1);
        expect(value((await tm.queueAction(addTask(3, 4)))[0])).to.equal(7);
        expect(started.length).to.equal(2);
    });

    it("a factory that decides after all is over, while the module cannot be had: its worker is ended", async () => {
        let late;
        const { createWorker } = brokenWorkers("");
        const ends = [];
        const tm = await manager({
            threads: 1,
            lanes: async () => {
                throw new Error("no lanes");
            },
            createWorker: (request) =>
                new Promise((resolve) => {
                    late = async () => {
                        const worker = await createWorker(request);
                        worker.on("exit", () => ends.push(worker));
                        resolve(worker);
                    };
                }),
        });
        const doomed = failure(tm.queueAction(addTask(1, 2)));
        await until(() => late);
        await tm.terminate();
        await doomed;
        await late();
        await until(() => ends.length === 1);
    });
});

describe("pool on the web, which knows no exit event: a worker that is ended from outside", () => {
    const saved = globalThis.Worker;
    before(() => { globalThis.Worker = FakeWorker; });
    after(() => { globalThis.Worker = saved; });
    beforeEach(() =>
        Object.assign(policy, { blob: "ok", data: "ok", module: "ok", classic: "ok", delay: 0, started: [] }),
    );

    it("its task rejects, and the next is answered", async () => {
        const { createThreadManager } = await webPool();
        const tm = await createThreadManager({ code: poolModule(), layout, threads: 1 });
        const doomed = failure(tm.queueAction(longTask())), waiting = tm.queueAction(addTask(2, 1));
        await busy(tm);
        await tm.workers[0].terminate();
        expect((await doomed).message).to.match(ended);
        expect(value((await waiting)[0])).to.equal(3);
        await tm.workers[0].terminate(); // idle
        expect(value((await tm.queueAction(addTask(2, 2)))[0])).to.equal(4);
        await tm.terminate();
    });
});
