/** Waiting for a device that may never answer, and what its errors say. */
import { getEventListeners } from "node:events";
import { expect } from "chai";
import { withTimeout } from "../../src/timeout.js";
import { messageOf } from "../../../../src/util/check.js";
import { failureOf } from "../../../../test/support/failure.js";

const never = new Promise(() => {});

describe("an answer of a device", () => {
    it("comes, or its error, and then nothing listens any more", async () => {
        const { signal } = new AbortController(), reason = new Error("lost");
        expect(await withTimeout(Promise.resolve(7), { ms: 60_000, signal })).to.equal(7);
        expect(await failureOf(withTimeout(Promise.reject(reason), { ms: 60_000, signal }))).to.equal(reason);
        expect(getEventListeners(signal, "abort")).to.deep.equal([]);
        expect(await withTimeout(Promise.resolve(8), {})).to.equal(8);
    });

    it("is given up when its time is over, or with the reason of a signal, before or later", async () => {
        expect((await failureOf(withTimeout(never, { ms: 1 }))).message).to.match(/^WebGPU: .* within 0 s, got none$/);
        const controller = new AbortController(), { signal } = controller, reason = new Error("enough");
        const waiting = failureOf(withTimeout(never, { signal }));
        controller.abort(reason);
        expect(await waiting).to.equal(reason);
        expect(await failureOf(withTimeout(never, { signal }))).to.equal(reason);
        expect(getEventListeners(signal, "abort")).to.deep.equal([]);
    });
});

it("the message of a device's error is what it says, or the error itself: it need not be an Error", () => {
    expect(messageOf(new Error("words"))).to.equal("words");
    expect(messageOf({ message: "words" })).to.equal("words");
    for (const [error, text] of [["text", "text"], [undefined, "undefined"], [null, "null"], [5, "5"]])
        expect(messageOf(error)).to.equal(text);
});
