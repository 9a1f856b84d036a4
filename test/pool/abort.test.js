import { expect } from "chai";
import { addTask, failure, longTask, manager, terminateAll, until, value } from "../support/pool_module.js";

describe("pool: AbortSignal", () => {
    afterEach(terminateAll);

    it("aborted before rejects with its reason", async () => {
        const tm = await manager();
        expect(await failure(tm.queueAction(addTask(1, 2), [], { signal: AbortSignal.abort(new Error("stop")) }))).to.have.property("message", "stop");
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

    it("rejects a running task at once; its worker goes on with the next when it is done", async () => {
        const tm = await manager({ threads: 1 });
        const control = new AbortController();
        const running = failure(tm.queueAction(longTask(), [], { signal: control.signal }));
        await until(() => tm.working[0]);
        const next = tm.queueAction(addTask(1, 2));
        control.abort(new Error("stop"));
        expect((await running).message).to.equal("stop");
        expect(value((await next)[0])).to.equal(3);
    });
});
