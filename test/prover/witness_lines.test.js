/** Lines of a program's log on their way from a worker: one by one at first, then many in one message. */
import { expect } from "chai";
import { fullProve } from "../../src/protocols/groth16/index.js";
import { serve } from "../../src/files/witness/serve.js";
import { calculator, INPUTS, LINE_ENDS } from "../support/calculators.js";

/** How many lines each message of the worker has, for a program that writes so many. */
async function messagesOf(lines) {
    const init = `(local $n i32) (loop $again (call $write) (local.set $n (i32.add (local.get $n) (i32.const 1))) (br_if $again (i32.lt_u (local.get $n) (i32.const ${lines}))))`;
    const code = calculator({ init, message: LINE_ENDS }), sizes = [];
    const answer = await new Promise((resolve) => {
        let hear;
        const post = (message) => {
            if (message.lines) sizes.push(message.lines.length);
            else resolve(message);
        };
        serve({ post, listen: (listener) => { hear = listener; }, close: () => {} });
        hear({ witness: { code, name: "wasm", memory: 2 ** 20, signals: [{ name: "a", values: [3n] }] } });
    });
    expect(answer).to.have.property("values");
    return sizes;
}

describe("prover: lines of a witness worker", () => {
    it("the first thousand are posted one by one", async () => {
        expect(await messagesOf(1000)).to.deep.equal(Array(1000).fill(1));
    });
    it("those after them are posted together, the last ones at the end", async () => {
        const sizes = await messagesOf(5000);
        expect(sizes.slice(0, 1000)).to.deep.equal(Array(1000).fill(1));
        expect(sizes.slice(1000)).to.deep.equal([4000]);
    });
    it("and in parts of 65536 characters, counted with the ends of lines", async () => {
        const sizes = await messagesOf(1000 + 2 ** 17 + 5);
        expect(sizes.slice(1000)).to.deep.equal([2 ** 16, 2 ** 16, 5]);
    });
});

describe("prover: a program that runs on the caller's thread", () => {
    it("does not begin before the key is known to be one", async () => {
        const wasm = calculator({ init: "(call $write)", message: LINE_ENDS }), lines = [];
        const late = (bytes) => ({ size: bytes.length, read: async (offset, length) => {
            await new Promise((resolve) => { setTimeout(resolve, 20); });
            return bytes.slice(offset, offset + length);
        } });
        const options = { threads: 0, onLog: (line) => lines.push(line) };
        const error = await fullProve(INPUTS, wasm, late(new Uint8Array(100)), options).catch((reason) => reason);
        expect([error.code, lines]).to.deep.equal(["ERR_FILE", []]);
    });
});
