import { expect } from "chai";
import { addTask, askTask, callTask, failure, manager, terminateAll, value } from "../support/pool_module.js";

for (const options of [{ threads: 1 }, { singleThread: true }]) {
    describe(`pool (${JSON.stringify(options)}): memory`, () => {
        let tm;
        before(async () => { tm = await manager(options); });
        after(terminateAll);

        it("grows for a task that needs it", async () => {
            const big = new Uint8Array(5 << 20).fill(7);
            const [out] = await tm.queueAction([
                { cmd: "ALLOCSET", var: 0, buff: big },
                { cmd: "GET", out: 0, var: 0, len: big.length },
            ]);
            expect(out.length).to.equal(big.length);
            expect(out.every((byte) => byte === 7)).to.equal(true);
        });

        it("when there is none left, the task rejects and the next one runs", async () => {
            const error = await failure(
                tm.queueAction([{ cmd: "ALLOC", var: 0, len: 3 * 2 ** 30 }, ...callTask("trap")]),
            );
            expect(error.message).to.match(
                /task trap: memory: expected room for \d+ bytes, got out of memory at \d+ bytes/,
            );
            expect(error.cause.name).to.equal("RangeError");
            expect(value((await tm.queueAction(addTask(1, 2)))[0])).to.equal(3);
        });

        it("that wasm itself grew is seen by the commands after it", async () => {
            const task = [
                ...askTask("grow", 16),
                { cmd: "ALLOC", var: 1, len: 1 << 20 },
                { cmd: "GET", out: 1, var: 1, len: 1 << 20 },
            ];
            const [before, bytes] = await tm.queueAction(task);
            expect(value(before)).to.be.above(24);
            expect(bytes.length).to.equal(1 << 20);
        });
    });
}
