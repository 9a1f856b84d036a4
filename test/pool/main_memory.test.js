import { expect } from "chai";
import { addTask, failure, manager, terminateAll, value } from "../support/pool_module.js";

describe("pool: the main thread's side of tm", () => {
    let tm;
    before(async () => { tm = await manager({ threads: 2 }); });
    after(terminateAll);

    it("has what callers read", () => {
        expect([tm.pq, tm.pr, tm.pG1gen, tm.pG1zero, tm.pG2gen, tm.pG2zero, tm.pOneT]).to.deep.equal([
            1, 2, 3, 4, 5, 6, 7,
        ]);
        expect([tm.singleThread, tm.concurrency, tm.initalPFree, tm.oldPFree]).to.deep.equal([false, 2, 1024, 0]);
        expect(tm.memory).to.be.instanceOf(WebAssembly.Memory);
        expect(tm.instance.exports.add).to.be.a("function");
        expect([
            tm.workers.length,
            tm.working.length,
            tm.pendingDeferreds.length,
            tm.pool.length,
            tm.actionQueue.length,
        ]).to.deep.equal([2, 2, 2, 2, 0]);
    });

    it("startSyncOp and endSyncOp pair, with the old words when they do not", () => {
        tm.startSyncOp();
        expect(() => tm.startSyncOp()).to.throw("Sync operation in progress");
        const before = tm.u32[0];
        tm.alloc(100);
        expect(tm.u32[0]).to.be.above(before);
        tm.endSyncOp();
        expect(tm.u32[0]).to.equal(tm.initalPFree);
        expect(() => tm.endSyncOp()).to.throw("No sync operation in progress");
    });

    it("buffers go in and out as copies", () => {
        const pointer = tm.allocBuff(new Uint8Array([1, 2, 3, 4]));
        expect(pointer % 4).to.equal(0);
        const copy = tm.getBuff(pointer, 4);
        tm.setBuff(pointer, new Uint8Array([5, 6, 7, 8]));
        expect([[...copy], [...tm.getBuff(pointer, 4)]]).to.deep.equal([[1, 2, 3, 4], [5, 6, 7, 8]]);
        tm.resetMemory();
        expect(tm.u32[0]).to.equal(tm.initalPFree);
    });

    it("memory grows where it used to throw RangeError, and the views follow", () => {
        const big = new Uint8Array(8 << 20).fill(3);
        const old = tm.u8;
        const pointer = tm.allocBuff(big);
        expect(tm.getBuff(pointer + big.length - 1, 1)[0]).to.equal(3);
        expect(old.length).to.equal(0);
        expect(tm.u8.buffer).to.equal(tm.memory.buffer);
        tm.resetMemory();
    });

    it("postAction talks to one idle worker, and refuses others", async () => {
        const fresh = await manager({ threads: 2 });
        expect((await failure(fresh.postAction(0, addTask(1, 2)))).message).to.match(
            /postAction: expected an idle worker, got number 0/,
        );
        await fresh.queueAction(addTask(1, 2));
        expect(value((await fresh.postAction(0, addTask(3, 4)))[0])).to.equal(7);
        fresh.processWorks();
    });
});
