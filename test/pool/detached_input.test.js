import { expect } from "chai";
import { addTask, failure, manager, terminateAll, value, word } from "../support/pool_module.js";

const echo = (buff) => [{ cmd: "ALLOCSET", var: 0, buff }, { cmd: "GET", out: 0, var: 0, len: buff.byteLength }];

describe("pool: transfers", () => {
    let tm;
    before(async () => { tm = await manager({ threads: 1 }); });
    after(terminateAll);

    it("are detached, and everything else stays", async () => {
        const given = word(5);
        const kept = word(6);
        const [out] = await tm.queueAction(echo(given), [given.buffer]);
        expect(value(out)).to.equal(5);
        expect(given.byteLength).to.equal(0);
        expect(value((await tm.queueAction(echo(kept)))[0])).to.equal(6);
        expect(value(kept)).to.equal(6);
    });

    it("that are detached already are refused before anything is queued", async () => {
        const gone = word(5);
        structuredClone(gone, { transfer: [gone.buffer] });
        const fresh = word(6);
        const error = await failure(tm.queueAction(echo(fresh), [fresh.buffer, gone.buffer]));
        expect(error).to.be.instanceOf(TypeError);
        expect(error.message).to.equal(
            "queueAction: expected attached buffers as transfers, got a detached ArrayBuffer",
        );
        expect(fresh.byteLength).to.equal(4);
    });

    it("that another task took while this one waited reject this one only", async () => {
        const fresh = await manager({ threads: 1 }); // its worker is not there yet: all three are queued
        const shared = word(5);
        const answers = [
            fresh.queueAction(echo(shared), [shared.buffer]),
            fresh.queueAction(echo(shared), [shared.buffer]),
            fresh.queueAction(addTask(1, 2)),
        ];
        expect(value((await answers[0])[0])).to.equal(5);
        expect((await failure(answers[1])).message).to.match(/^Worker error: worker 0, task ALLOCSET/);
        expect(value((await answers[2])[0])).to.equal(3);
    });

    it("that only a view in the task needs: also rejected, whether the host or the worker reports it", async () => {
        const gone = word(5);
        structuredClone(gone, { transfer: [gone.buffer] });
        expect((await failure(tm.queueAction([{ cmd: "ALLOCSET", var: 0, buff: gone }]))).message).to.match(
            /^Worker error: worker 0, task ALLOCSET/,
        );
        expect(value((await tm.queueAction(addTask(1, 2)))[0])).to.equal(3);
    });

    it("may be named twice", async () => {
        const given = word(5);
        expect(value((await tm.queueAction(echo(given), [given.buffer, given.buffer]))[0])).to.equal(5);
    });

    it("that are empty buffers are fine", async () => {
        const empty = new Uint8Array(0);
        expect((await tm.queueAction(echo(empty), [empty.buffer]))[0].length).to.equal(0);
    });
});
