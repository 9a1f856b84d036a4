import { expect } from "chai";
import { addTask, callTask, failure, longTask, manager, terminateAll, until, value } from "../support/pool_module.js";

describe("pool: AbortSignal", () => {
    afterEach(terminateAll);

    it("aborted before rejects with its reason", async () => {
        const tm = await manager();
        expect(
            await failure(tm.queueAction(addTask(1, 2), [], { signal: AbortSignal.abort(new Error("stop")) })),
        ).to.have.property("message", "stop");
        expect(tm.actionQueue).to.deep.equal([]);
    });

    it("takes a waiting task out of the queue, with its buffers attached", async () => {
        const tm = await manager({ threads: 1 });
        const running = tm.queueAction(longTask());
        await until(() => tm.working[0]);
        const control = new AbortController();
        const task = addTask(1, 2);
        const waiting = failure(tm.queueAction(task, [task[0].buff.buffer], { signal: control.signal }));
        await until(() => tm.actionQueue.length === 1);
        control.abort(new Error("stop"));
        expect((await waiting).message).to.equal("stop");
        expect(tm.actionQueue.length).to.equal(0);
        expect(value(task[0].buff)).to.equal(1);
        await running;
    });

    it("rejects a running task at once; a worker that comes back soon stays", async () => {
        const tm = await manager({ threads: 1 });
        const stays = async () => {
            const control = new AbortController();
            const running = failure(tm.queueAction(callTask("spin", 2e7), [], { signal: control.signal })); // some 10 ms
            await until(() => tm.working[0]);
            const [worker] = tm.workers;
            const next = tm.queueAction(addTask(1, 2));
            control.abort(new Error("stop"));
            expect((await running).message).to.equal("stop");
            expect(value((await next)[0])).to.equal(3);
            return tm.workers[0] === worker;
        };
        // on a machine that is busy otherwise, "soon" may be too late a few times
        let tries = 0;
        while (!(await stays())) expect(++tries).to.be.below(20);
    });

    it("ends a worker that goes on with an aborted task, and starts another when there is work", async () => {
        const tm = await manager({ threads: 2 });
        const control = new AbortController();
        const stuck = [0, 1].map(() => failure(tm.queueAction(callTask("forever"), [], { signal: control.signal })));
        await until(() => tm.working[0] && tm.working[1]);
        const workers = tm.workers;
        const next = tm.queueAction(addTask(1, 2));
        const aborted = performance.now();
        control.abort(new Error("stop"));
        expect((await Promise.all(stuck)).map(({ message }) => message)).to.deep.equal(["stop", "stop"]);
        // at once, on a machine that may be busy; the task itself never ends
        expect(performance.now() - aborted).to.be.below(500);
        expect(value((await next)[0])).to.equal(3);
        expect(performance.now() - aborted).to.be.below(1500); // some 100 ms where the machine is idle
        for (const worker of tm.workers) expect(workers).to.not.include(worker ?? 0);
        expect(value((await tm.queueAction(addTask(3, 4)))[0])).to.equal(7);
    });

    it("terminate right after an abort leaves nothing behind", async () => {
        const tm = await manager({ threads: 1 });
        const control = new AbortController();
        const running = failure(tm.queueAction(callTask("forever"), [], { signal: control.signal }));
        await until(() => tm.working[0]);
        control.abort(new Error("stop"));
        expect((await running).message).to.equal("stop");
        await tm.terminate();
        expect(tm.workers).to.deep.equal([null]);
    });

    it("listens once to a signal, however many tasks are under it, and not at all afterwards", async () => {
        const tm = await manager();
        const { signal } = new AbortController();
        const calls = { addEventListener: 0, removeEventListener: 0 };
        for (const name of Object.keys(calls))
            signal[name] = (...args) => {
                calls[name]++;
                return EventTarget.prototype[name].apply(signal, args);
            };
        const sums = await Promise.all(
            Array.from({ length: 30 }, (_, i) => tm.queueAction(addTask(i, 1), [], { signal })),
        );
        expect(sums.map(([out]) => value(out))).to.deep.equal(Array.from({ length: 30 }, (_, i) => i + 1));
        expect(calls).to.deep.equal({ addEventListener: 1, removeEventListener: 1 });
        await tm.queueAction(addTask(1, 2), [], { signal });
        expect(calls).to.deep.equal({ addEventListener: 2, removeEventListener: 2 });
    });
});
