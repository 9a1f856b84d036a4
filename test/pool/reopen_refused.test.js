import { expect } from "chai";
import {
    addTask,
    askTask,
    brokenWorkers,
    callTask,
    failure,
    manager,
    refuseMemories,
    terminateAll,
    value,
} from "../support/pool_module.js";

/** Opening a fresh instance fails in a worker in each of its steps. `n` counts what was asked for before. */
const instantiating = (condition) => `{
    const { instantiate } = WebAssembly;
    let n = -1;
    WebAssembly.instantiate = (...args) => (n++, ${condition} ? Promise.reject(new Error("instantiate refused")) : instantiate(...args));
}`;

const REFUSALS = [["its memory", refuseMemories], ["its instance", instantiating]];

describe("pool: after a trap, a worker that cannot open a fresh instance", () => {
    afterEach(terminateAll);

    for (const [what, refuse] of REFUSALS) {
        it(`because ${what} is always refused: every task gets the error`, async () => {
            const { createWorker, started } = brokenWorkers(refuse("n > 0"));
            const tm = await manager({ threads: 1, terminationTimeout: 60000, createWorker });
            expect(value((await tm.queueAction(addTask(1, 2)))[0])).to.equal(3);
            expect((await failure(tm.queueAction(callTask("trap")))).message).to.include("task trap");
            for (let i = 0; i < 5; i++)
                expect((await failure(tm.queueAction(addTask(i, i)))).message).to.match(
                    /task add: .*(could not allocate|refused)/,
                );
            expect(started.length).to.equal(1);
        });

        it(`because ${what} is refused once: the next task is answered, by an intact instance`, async () => {
            const tm = await manager({ threads: 1, terminationTimeout: 60000, ...brokenWorkers(refuse("n === 1")) });
            await failure(tm.queueAction(callTask("spoil")));
            expect((await failure(tm.queueAction(addTask(1, 2)))).message).to.match(/could not allocate|refused/);
            expect(value((await tm.queueAction(askTask("spoilt")))[0])).to.equal(0);
        });
    }

    it("tells refused memory by its code", async () => {
        const tm = await manager({ threads: 1, terminationTimeout: 60000, ...brokenWorkers(refuseMemories("n > 0")) });
        await failure(tm.queueAction(callTask("trap")));
        expect(await failure(tm.queueAction(addTask(1, 2)))).to.include({ code: "ERR_MEMORY" });
    });

    it("and so does the calling thread", async () => {
        const tm = await manager({ singleThread: true });
        await failure(tm.queueAction(callTask("spoil")));
        const { Memory } = WebAssembly;
        WebAssembly.Memory = class { constructor() { throw new RangeError("could not allocate memory"); } };
        try {
            for (let i = 0; i < 3; i++)
                expect(await failure(tm.queueAction(addTask(1, 2)))).to.include({ code: "ERR_MEMORY" });
        } finally {
            WebAssembly.Memory = Memory;
        }
        expect(value((await tm.queueAction(askTask("spoilt")))[0])).to.equal(0);
    });

    it("a stack overflow in a kernel counts as a trap, whatever error Firefox, V8 or WebKit throws", async () => {
        const { isTrap } = await import("../../src/pool/open_executor.js");
        const traps = [
            new WebAssembly.RuntimeError("unreachable"),
            new RangeError("Maximum call stack size exceeded"),
            Object.assign(new Error("too much recursion"), { name: "InternalError" }),
        ];
        expect(traps.map(isTrap)).to.deep.equal([true, true, true]);
        expect([new RangeError("memory: expected room"), new Error("x"), null].map(isTrap)).to.deep.equal([
            false,
            false,
            false,
        ]);
    });

    it("a trap on the main instance leaves it as it was", async () => {
        const { buildBn128 } = await import("../../src/index.js");
        const { G1, Fr, tm, terminate } = await buildBn128(true);
        const sum = () => G1.toObject(G1.timesScalar(G1.one, 12345));
        const before = sum(), mark = tm.u32[0];
        expect(() => tm.instance.exports.frm_batchInverse(0xfffffff0, 32, 1000, 0xfffffff0, 32)).to.throw(
            WebAssembly.RuntimeError,
        );
        expect(() => tm.instance.exports.g1m_timesScalar(0xfffffff0, 0xfffffff0, 32, 0xfffffff0)).to.throw(
            WebAssembly.RuntimeError,
        );
        expect(sum()).to.deep.equal(before);
        expect(Fr.toObject(Fr.inv(Fr.e(2n))) * 2n % Fr.p).to.equal(1n);
        expect(tm.u32[0]).to.equal(mark);
        await terminate();
    });
});
