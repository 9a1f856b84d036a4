/** Bodies of answers, in chunks. */
import { expect } from "chai";
import { bodyChunks, release } from "../../src/files/body.js";
import { request } from "../../src/util/host.js";

const PIECES = [[1, 2, 3], [4], [5, 6, 7, 8]].map((values) => Uint8Array.from(values));

/** A body, and whether it was cancelled. @param {"bytes" | undefined} type */
function bodyOf(type) {
    const state = { cancelled: false }, left = PIECES.map((piece) => piece.slice());
    state.response = { body: new ReadableStream({
        type,
        pull(controller) {
            if (left.length > 0) return controller.enqueue(left.shift());
            controller.close();
            controller.byobRequest?.respond(0);
        },
        cancel() { state.cancelled = true; },
    }) };
    return state;
}

describe("bodies of answers", () => {
    it("come in one buffer, where the host fills one that it is given", async () => {
        const buffers = [], values = [];
        for await (const chunk of bodyChunks(bodyOf("bytes").response)) {
            buffers.push(chunk.buffer);
            values.push(...chunk);
            for (const earlier of buffers.slice(0, -1)) expect(earlier.byteLength, "is used again").to.equal(0);
        }
        expect(values).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8]);
    });

    it("leave no buffer behind at their end", async () => {
        const views = [], reader = { cancel: async () => {}, async read(view) {
            views.push(new Uint8Array(structuredClone(view.buffer, { transfer: [view.buffer] })));
            return { value: views.at(-1).subarray(0, views.length < 3 ? 5 : 0), done: views.length === 3 };
        } };
        let size = 0;
        for await (const { length } of bodyChunks({ body: { getReader: () => reader } })) size += length;
        expect([size, views.map(({ length }) => length)]).to.deep.equal([10, [0, 0, 0]]);
    });

    it("come as they are from a stream of objects, which stay the caller's", async () => {
        const chunks = [];
        for await (const chunk of bodyChunks(bodyOf(undefined).response)) chunks.push(chunk);
        expect(chunks).to.deep.equal(PIECES);
    });

    it("come whole where there are no streams", async () => {
        const chunks = [];
        const response = { body: null, arrayBuffer: async () => PIECES[0].slice().buffer };
        for await (const chunk of bodyChunks(response)) chunks.push(chunk);
        expect(chunks).to.deep.equal([PIECES[0]]);
    });

    for (const type of ["bytes", undefined]) it(`are cancelled by who has enough of ${type ?? "objects"}`, async () => {
        const state = bodyOf(type);
        for await (const chunk of bodyChunks(state.response)) if (chunk.length > 0) break;
        expect(state.cancelled).to.equal(true);
    });

    it("are forgotten by the signal of their request, which may live much longer", async () => {
        const waiting = new Set(), signal = {
            aborted: false, reason: undefined, throwIfAborted() {},
            addEventListener: (_, listener) => waiting.add(listener),
            removeEventListener: (_, listener) => waiting.delete(listener),
        };
        const ask = (address = "data:,body") => request(address, { signal });
        const end = {
            read: async (response) => {
                for await (const chunk of bodyChunks(response)) expect(chunk.length).to.be.below(5);
            },
            enough: async (response) => {
                for await (const chunk of bodyChunks(response)) if (chunk) break;
            },
            unwanted: async (response) => release(response),
        };
        for (const [how, over] of Object.entries(end)) {
            const response = await ask();
            expect(waiting.size, `${how}, before`).to.equal(1);
            await over(response);
            expect(waiting.size, how).to.equal(0);
        }
        await ask("none:").then(() => expect.fail("expected a refusal"), () => {});
        expect(waiting.size, "refused").to.equal(0);
    });
});
