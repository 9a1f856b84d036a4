/** The calling thread takes tasks instead of one worker. */
import { expect } from "chai";
import { openKernels } from "../../src/kernels/table.js";
import { InProcess } from "../../src/pool/in_process.js";
import { addTask, manager, poolModule, terminateAll, value } from "../support/pool_module.js";

const SPIN = [{ cmd: "CALL", fnName: "spin", params: [{ val: 2e7 }] }];
const workersOf = (tm) => tm.pool.filter(Boolean).length;
/** Workers that never say that they are ready. */
const mute = () => ({ postMessage() {}, addEventListener() {}, terminate() {} });

describe("pool: the calling thread helps", function () {
    this.timeout(20_000);
    afterEach(terminateAll);

    it("does all tasks while no worker is ready", async () => {
        const tm = await manager({ threads: 2, createWorker: mute });
        tm.help(true);
        const answers = await Promise.all([1, 2, 3].map((i) => tm.queueAction(addTask(i, i))));
        expect(answers.map(([out]) => value(out))).to.deep.equal([2, 4, 6]);
        expect(tm.inProcess).to.equal(false);
    });

    it("tells of each task, who takes it and when it ends, until it is no longer asked", async () => {
        const tm = await manager({ threads: 2, createWorker: mute }), told = [];
        tm.help(true);
        const unwatch = tm.watch((thread, task) => {
            told.push(`${thread} takes ${task}`);
            return () => told.push("ends");
        });
        await tm.queueAction(addTask(1, 2));
        await tm.queueAction([{ cmd: "CALL", fnName: "nothing", params: [] }]).catch(() => {});
        expect(told).to.deep.equal(["0 takes add", "ends", "0 takes nothing", "ends"]);
        unwatch();
        await tm.queueAction(addTask(1, 2));
        expect(told.length).to.equal(4);
    });

    it("tells of the tasks of workers by the number of the worker, from 1", async () => {
        const tm = await manager({ threads: 2 }), told = [];
        tm.watch((thread, task) => {
            told.push(`${thread} takes ${task}`);
            return () => told.push("ends");
        });
        await tm.queueAction(addTask(1, 2));
        expect(told).to.deep.equal(["1 takes add", "ends"]);
    });

    it("starts one worker fewer, warm or not, which takes tasks as well", async () => {
        const tm = await manager({ threads: 3 });
        tm.help(true);
        tm.warm();
        expect(workersOf(tm)).to.equal(2);
        const before = tm.pool.filter(Boolean);
        const tasks = Array.from({ length: 40 }, () => tm.queueAction(SPIN));
        expect(workersOf(tm)).to.equal(2);
        await Promise.all(tasks);
        expect(tm.pool.filter(Boolean)).to.deep.equal(before);
        expect(Math.max(...before.map((slot) => slot.taskId))).to.be.above(0);
        expect(before.reduce((sum, slot) => sum + slot.taskId, 0)).to.be.below(40);
    });

    it("gives workers their tasks between the steps of its own", async () => {
        const tm = await manager({ threads: 2 });
        tm.help(true);
        tm.warm();
        while (!tm.pool.some((slot) => slot?.idle)) await new Promise((resolve) => setTimeout(resolve, 5));
        await Promise.all([tm.queueAction(SPIN), tm.queueAction(addTask(1, 2)), tm.queueAction(addTask(1, 2))]);
        expect(tm.pool.find(Boolean).taskId).to.be.above(0);
    });

    it("ends: then there may be as many workers as threads, and nothing runs here", async () => {
        const tm = await manager({ threads: 2 });
        tm.help(true);
        await tm.queueAction(addTask(1, 2));
        tm.help(false);
        const tasks = Array.from({ length: 4 }, () => tm.queueAction(addTask(2, 3)));
        expect(workersOf(tm)).to.equal(2);
        expect((await Promise.all(tasks)).map(([out]) => value(out))).to.deep.equal([5, 5, 5, 5]);
        expect(tm.pool.reduce((sum, slot) => sum + slot.taskId, 0)).to.equal(4);
    });

    it("ends while tasks wait: workers do them", async () => {
        const tm = await manager({ threads: 2 });
        tm.help(true);
        const tasks = Array.from({ length: 6 }, (_, i) => tm.queueAction(addTask(i, 1)));
        tm.help(false);
        expect((await Promise.all(tasks)).map(([out]) => value(out))).to.deep.equal([1, 2, 3, 4, 5, 6]);
        expect(tm.pool.reduce((sum, slot) => sum + slot.taskId, 0)).to.be.at.least(5);
    });

    it("gives its memory back when it ends, after the running task", async () => {
        const here = new InProcess(async () => ({ init: 25, code: poolModule(), lanes: [] }), openKernels);
        here.help(true);
        const running = here.run(SPIN);
        here.help(false);
        await running;
        await here.tail;
        expect(here.executor).to.equal(null);
        expect(value((await here.run(addTask(3, 4)))[0])).to.equal(7);
    });

    it("changes nothing with one thread, without workers, or when workers are there", async () => {
        const [one, none, busy] = await Promise.all([1, 0, 2].map((threads) => manager({ threads })));
        await Promise.all([busy.queueAction(addTask(1, 1)), busy.queueAction(addTask(1, 1))]);
        for (const tm of [one, none, busy]) {
            const before = tm.pool.reduce((sum, slot) => sum + (slot?.taskId ?? 0), 0);
            tm.help(true);
            await Promise.all([1, 2, 3].map((i) => tm.queueAction(addTask(i, i))));
            if (tm !== none) expect(tm.pool.reduce((sum, slot) => sum + (slot?.taskId ?? 0), 0)).to.equal(before + 3);
            tm.help(false);
        }
    });

    it("an aborted task ends here too, and termination rejects what runs here", async () => {
        const tm = await manager({ threads: 2, createWorker: mute }), controller = new AbortController();
        tm.help(true);
        const aborted = tm.queueAction(SPIN, [], { signal: controller.signal }).catch((error) => error);
        controller.abort(new Error("enough"));
        expect((await aborted).message).to.equal("enough");
        const waiting = [1, 2, 3].map((i) => tm.queueAction(addTask(i, i)).catch((error) => error));
        await tm.terminate();
        for (const error of await Promise.all(waiting)) expect(error.message).to.match(/terminated/);
        tm.help(true);
    });
});
