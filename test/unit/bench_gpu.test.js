/** The bench of the graphics card where there is none: what it asks for, and what it says then. */
import { expect } from "chai";
import { measureGpu } from "../../bin/lib/bench_gpu.mjs";
import { getCurveFromName } from "../../src/index.js";
import { CARD_CURVES } from "../../src/gpu/curves.js";
import { pause } from "../support/queue.js";

/** Answers late, so that whoever did not wait for it has ended by then. */
const NONE = { requestAdapter: async () => { await pause(200); return null; } };
const measure = (what, signal = new AbortController().signal) =>
    measureGpu({ gpu: NONE, names: ["bn128"], told() {}, ...what }, signal);

describe("the bench of the graphics card without a card", () => {
    it("says for each curve that was asked for why it measures nothing", async () => {
        const lines = [], names = CARD_CURVES.slice(0, 2).map(({ name }) => name);
        const told = (line) => lines.push(line);
        const { starts, rows, products, right } = await measure({ threads: 0, names, told });
        expect(starts.map(({ curve }) => curve)).to.deep.equal(names);
        for (const { state, reason } of starts) {
            expect(state).to.equal("off");
            expect(reason).to.include("adapter");
        }
        expect([rows, products, right]).to.deep.equal([[], {}, true]);
        expect(lines.map((line) => line.split(":")[0])).to.deep.equal(names);
        for (const line of lines) expect(line).to.match(/: off, no adapter: .+, after \d+(\.\d+)? ms$/);
    });

    it("measures on as many threads as it is told, or else on those of the engine", async () => {
        for (const threads of [3, 5]) expect((await measure({ threads })).threads).to.equal(threads);
        const curve = await getCurveFromName("bn128"), { concurrency } = curve.tm;
        await curve.terminate();
        expect((await measure({})).threads).to.equal(concurrency);
        expect(globalThis.curve_bn128 ?? null, "its curve has ended").to.equal(null);
    });
});
