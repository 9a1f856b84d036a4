/** The worker's end of the pool, on this thread with a port of the test. */
import { expect } from "chai";
import { openKernels } from "../../src/kernels/table.js";
import { INITIALIZED } from "../../src/pool/protocol.js";
import { serve } from "../../src/pool/serve.js";
import { allocSet, get } from "../../src/pool/tasks.js";
import { poolModule } from "../support/pool_module.js";

/** Turns of the event loop between the answers to two tasks that came together, of which the first has `bytes`. */
async function turnsBetween(bytes) {
    const answers = [];
    let hear, turn = 0, counting = true, answered, opened;
    const open = new Promise((resolve) => { opened = resolve; });
    const count = () => { turn++; if (counting) setImmediate(count); };
    const both = new Promise((resolve, reject) => { answered = (error) => (error ? reject(error) : resolve()); });
    const post = ({ id, out, error, status }) => {
        if (status === INITIALIZED) return void opened();
        if (error) return void answered(new Error(error.message));
        if (!out) return;
        answers.push({ id, turn });
        if (answers.length === 2) answered();
    };
    serve({ post, close: () => {}, listen: (listener) => { hear = listener; } }, openKernels);
    hear({ id: 0, task: [{ cmd: "INIT", code: poolModule(), init: 64, lanes: [], terminationTimeout: Infinity }] });
    await open;
    setImmediate(count);
    for (const [id, size] of [[1, bytes], [2, 8]])
        hear({ id, task: [allocSet(0, new Uint8Array(size)), get(0, 0, 4)] });
    await both;
    counting = false;
    expect(answers.map(({ id }) => id)).to.deep.equal([1, 2]);
    return answers[1].turn - answers[0].turn;
}

describe("pool: the worker's end", () => {
    it("goes on at once after a small task", async () => {
        expect(await turnsBetween(1024)).to.equal(0);
    });
    it("lets two turns of the event loop pass after a large one, so that the host frees what it was sent", async () => {
        expect(await turnsBetween(2 ** 18)).to.be.at.least(2);
        expect(await turnsBetween(2 ** 18 - 1)).to.equal(0);
    });
});
