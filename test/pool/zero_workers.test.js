import { expect } from "chai";
import { openKernels } from "../../src/kernels/table.js";
import { InProcess } from "../../src/pool/in_process.js";
import { createThreadManager } from "../../src/pool/pool.js";
import { WorkerPool } from "../../src/pool/worker_pool.js";
import { addTask, layout, manager, poolModule, terminateAll, value } from "../support/pool_module.js";

describe("pool: without workers", () => {
    afterEach(terminateAll);

    for (const options of [{ threads: 0 }, { singleThread: true }])
        it(`${JSON.stringify(options)} runs in process`, async () => {
            const tm = await manager(options);
            const answers = await Promise.all([1, 2, 3].map((i) => tm.queueAction(addTask(i, i))));
            expect(answers.map(([out]) => value(out))).to.deep.equal([2, 4, 6]);
            expect([tm.singleThread, tm.concurrency, tm.pool.length]).to.deep.equal([true, 1, 0]);
        });

    it("a host that has no way to start one is asked for none", async () => {
        const refused = () => { throw new Error("expected no instance"); };
        const open = (concurrency, ways) => new WorkerPool({ concurrency, inits: refused, openKernels: refused, ways });
        const way = { name: "any", timeout: 1000, sure: true, open: refused };
        for (const [concurrency, ways, local] of [[2, [], true], [0, [way], true], [2, [way], false]]) {
            const { local: here, cold } = open(concurrency, ways);
            expect([here, cold], `${concurrency} workers, ${ways.length} ways`).to.deep.equal([local, !local]);
        }
    });

    it("gives the event loop a turn between tasks", async () => {
        const tm = await manager({ singleThread: true });
        let turns = 0;
        const ticking = setInterval(() => { turns++; }, 1);
        await Promise.all(
            Array.from({ length: 8 }, () => tm.queueAction([{ cmd: "CALL", fnName: "spin", params: [{ val: 5e7 }] }])),
        );
        clearInterval(ticking);
        expect(turns).to.be.at.least(2);
    });

    it("opens again for the next task where it could not", async () => {
        let refusals = 1;
        const init = async () => {
            if (refusals-- > 0) throw new Error("no memory now");
            return { init: 25, code: poolModule(), lanes: [] };
        };
        const here = new InProcess(init, openKernels);
        expect((await here.run(addTask(1, 2)).catch((error) => error)).message).to.equal("no memory now");
        expect(value((await here.run(addTask(3, 4)))[0])).to.equal(7);
    });

    it("keeps tasks away from the memory of the main instance", async () => {
        const tm = await manager({ singleThread: true });
        const pointer = tm.allocBuff(new Uint8Array(16).fill(9));
        await tm.queueAction(addTask(1, 2));
        expect([...tm.getBuff(pointer, 16)]).to.deep.equal(new Array(16).fill(9));
    });

    for (const threads of [-1, 1.5, NaN, "two"]) it(`refuses threads = ${threads}`, async () => {
        const error = await createThreadManager({ code: poolModule(), layout, threads }).catch((e) => e);
        expect(error).to.be.instanceOf(RangeError);
        expect(error.message).to.match(/^threads: expected a number of workers, 0 or more, got /);
    });

    it("refuses a terminationTimeout that is not a time", async () => {
        const error = await createThreadManager({ code: poolModule(), layout, terminationTimeout: 0 }).catch((e) => e);
        expect(error.message).to.match(/^terminationTimeout: expected milliseconds above 0, got 0/);
    });

    it("connects no worker to the streams of the program, which would warn of listeners", async () => {
        const listeners = () => [process.stdout, process.stderr]
            .map((stream) => stream.eventNames().reduce((sum, name) => sum + stream.listenerCount(name), 0));
        const before = listeners(), tm = await manager({ threads: 2 });
        await Promise.all([1, 2, 3].map((i) => tm.queueAction(addTask(i, i))));
        expect(tm.pool.some((slot) => slot?.taskId > 0), "workers run").to.equal(true);
        expect(listeners()).to.deep.equal(before);
    });

    it("takes the threads that the machine gives by default, with no cap of its own", async () => {
        const { availableParallelism } = await import("node:os");
        expect((await manager({ threads: undefined })).concurrency).to.equal(availableParallelism());
        expect((await manager({ threads: 192 })).concurrency).to.equal(192);
    });
});
