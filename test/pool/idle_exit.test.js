import { expect } from "chai";
import { addTask, callTask, manager, terminateAll, until, value } from "../support/pool_module.js";

describe("pool: idle workers", () => {
    afterEach(terminateAll);

    it("start lazily: as many as tasks wait, at most the threads", async () => {
        const tm = await manager({ threads: 4 });
        expect(tm.pool).to.deep.equal([null, null, null, null]);
        await tm.queueAction(addTask(1, 2));
        expect(tm.pool.filter(Boolean).length).to.equal(1);
        await Promise.all([1, 2, 3].map(() => tm.queueAction(callTask("spin", 1e8))));
        expect(tm.pool.filter(Boolean).length).to.equal(3);
    });

    it("leave after the timeout, and the next task starts another", async () => {
        const tm = await manager({ threads: 2, terminationTimeout: 50 });
        for (let round = 0; round < 3; round++) {
            const answers = await Promise.all([tm.queueAction(addTask(1, round)), tm.queueAction(addTask(2, round))]);
            expect(answers.map(([out]) => value(out))).to.deep.equal([1 + round, 2 + round]);
            await until(() => tm.pool.every((slot) => slot === null));
        }
    });

    it("stay when terminationTimeout is Infinity", async () => {
        const tm = await manager({ threads: 1, terminationTimeout: Infinity });
        await tm.queueAction(addTask(1, 2));
        const { worker } = tm.pool[0];
        await new Promise((resolve) => { setTimeout(resolve, 200); });
        expect(tm.pool[0].worker).to.equal(worker);
    });

    it("stay while anybody wants them to, and leave at once when the last one does not", async () => {
        const tm = await manager({ threads: 1, terminationTimeout: 20 }), ends = [tm.stay(), tm.stay()];
        await tm.queueAction(addTask(1, 2));
        const [slot] = tm.pool;
        await until(() => slot.idleLong);
        ends[0]();
        ends[0](); // counts once
        expect(tm.pool[0]).to.equal(slot);
        expect(value((await tm.queueAction(addTask(3, 4)))[0])).to.equal(7);
        expect(slot.idleLong, "it has just worked").to.equal(false);
        await until(() => slot.idleLong);
        expect(tm.pool[0]).to.equal(slot);
        ends[1]();
        expect(tm.pool[0]).to.equal(null);
        expect(value((await tm.queueAction(addTask(5, 6)))[0])).to.equal(11);
        await until(() => tm.pool[0] === null);
    });

    it("stay after the last one has gone if they worked just now, until their time is up", async () => {
        const tm = await manager({ threads: 1, terminationTimeout: 60_000 }), end = tm.stay();
        await tm.queueAction(addTask(1, 2));
        const [slot] = tm.pool;
        end();
        expect(tm.pool[0]).to.equal(slot);
    });

    it("never leave with a task: dispatch and goodbye at the same moment", async () => {
        const tm = await manager({ threads: 1, terminationTimeout: 1 });
        for (let i = 0; i < 60; i++) {
            expect(value((await tm.queueAction(addTask(i, 1)))[0])).to.equal(i + 1);
            await new Promise((resolve) => { setTimeout(resolve, i % 4); });
        }
    });
});
