import { expect } from "chai";
import { addTask, failure, longTask, manager, terminateAll, until, value } from "../support/pool_module.js";

describe("pool: terminate", () => {
    afterEach(terminateAll);

    it("while busy rejects what runs and what waits", async () => {
        const tm = await manager({ threads: 1 });
        const running = failure(tm.queueAction(longTask()));
        await until(() => tm.working[0]);
        const waiting = [failure(tm.queueAction(addTask(1, 2))), failure(tm.queueAction(addTask(1, 2)))];
        await tm.terminate();
        expect((await running).message).to.match(
            /worker 0, task spin: ThreadManager terminated while a task was in flight/,
        );
        for (const error of await Promise.all(waiting))
            expect(error.message).to.match(/task add: ThreadManager terminated before the task was dispatched/);
    });

    it("while workers start rejects what waits", async () => {
        const tm = await manager({ threads: 2 });
        const waiting = failure(tm.queueAction(addTask(1, 2)));
        await tm.terminate();
        expect((await waiting).message).to.include("terminated");
    });

    it("while a factory is still thinking rejects what waits, and ends the late worker", async () => {
        const { Worker } = await import("node:worker_threads");
        let give;
        let exited = false;
        const tm = await manager({ threads: 1, createWorker: () => new Promise((resolve) => { give = resolve; }) });
        const waiting = failure(tm.queueAction(addTask(1, 2)));
        await until(() => give);
        await tm.terminate();
        expect((await waiting).message).to.include("terminated");
        give(new Worker("setInterval(() => {}, 1000)", { eval: true }).on("exit", () => { exited = true; }));
        await until(() => exited);
    });

    it("is the end: neither warm nor help starts anything afterwards", async () => {
        for (const help of [false, true]) {
            const tm = await manager({ threads: 2 });
            tm.help(help);
            await tm.terminate();
            tm.warm();
            tm.help(true);
            tm.help(false);
            expect(tm.pool).to.deep.equal([null, null]);
        }
    });

    it("twice is once, also at the same time", async () => {
        const tm = await manager();
        await tm.queueAction(addTask(1, 2));
        await Promise.all([tm.terminate(), tm.terminate()]);
        await tm.terminate();
        expect(tm.pool.every((slot) => slot === null)).to.equal(true);
    });

    it("before any task is fine", async () => (await manager()).terminate());

    for (const options of [{ threads: 2 }, { singleThread: true }, { threads: 0 }])
        it(`a task queued afterwards rejects (${JSON.stringify(options)})`, async () => {
            const tm = await manager(options);
            await tm.queueAction(addTask(1, 2));
            await tm.terminate();
            expect((await failure(tm.queueAction(addTask(1, 2)), 1000)).message).to.equal(
                "queueAction: expected a running pool, got one that was terminated",
            );
        });

    it("in single-thread mode rejects what waits", async () => {
        const tm = await manager({ singleThread: true });
        const waiting = [1, 2, 3].map(() => failure(tm.queueAction(addTask(1, 2))));
        await tm.terminate();
        for (const error of await Promise.all(waiting)) expect(error.message).to.include("terminated");
    });

    it("leaves the main instance usable", async () => {
        const tm = await manager();
        await tm.terminate();
        tm.startSyncOp();
        const pointer = tm.allocBuff(new Uint8Array([1, 2, 3, 4]));
        expect([...tm.getBuff(pointer, 4)]).to.deep.equal([1, 2, 3, 4]);
        tm.endSyncOp();
    });

    it("as the last command of a task ends its worker; the next task gets another", async () => {
        const tm = await manager({ threads: 1 });
        const [out] = await tm.queueAction([...addTask(1, 2), { cmd: "TERMINATE" }]);
        expect(value(out)).to.equal(3);
        expect(tm.pool).to.deep.equal([null]);
        expect(value((await tm.queueAction(addTask(3, 4)))[0])).to.equal(7);
    });
});
