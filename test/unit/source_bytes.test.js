/** What a reader gives becomes the source's own: what mutants of files/source.js showed. */
import { getEventListeners } from "node:events";
import { expect } from "chai";
import { openSource } from "../../src/files/source.js";

const read = async (bytes) => {
    const source = await openSource("file", async () => bytes);
    try {
        return await source.read(0, bytes.length);
    } finally {
        await source.close();
    }
};

describe("bytes of a reader", () => {
    it("in shared memory are copied, since others may change them", async () => {
        const shared = new Uint8Array(new SharedArrayBuffer(4)).fill(7), got = await read(shared);
        shared.fill(9);
        expect(got).to.deep.equal(new Uint8Array(4).fill(7));
        expect(got.buffer).to.be.instanceOf(ArrayBuffer);
    });

    it("in a part of a buffer are copied, also as a Buffer", async () => {
        for (const part of [new Uint8Array(8).fill(7).subarray(2, 6), Buffer.from([7, 7, 7, 7])]) {
            const got = await read(part);
            part.fill(9);
            expect(got).to.deep.equal(new Uint8Array(4).fill(7));
            expect(got.buffer.byteLength).to.equal(4);
        }
    });

    it("that are alone in their buffer are taken as they are", async () => {
        const alone = new Uint8Array(4).fill(7);
        expect(await read(alone)).to.equal(alone);
    });
});

describe("the signal of a source", () => {
    it("is listened to until the source is closed, or could not be opened", async () => {
        const { signal } = new AbortController(), listeners = () => getEventListeners(signal, "abort").length;
        const source = await openSource("file", async () => new Uint8Array(4), { signal });
        expect(listeners()).to.equal(1);
        await source.close();
        expect(listeners()).to.equal(0);
        await openSource("file", "/nowhere", { signal }).catch(() => {});
        expect(listeners()).to.equal(0);
    });

    it("ends the opening: what fails after it was given up is not left unheard", async () => {
        const unheard = [], hear = (reason) => unheard.push(reason), reason = new Error("enough");
        process.on("unhandledRejection", hear);
        try {
            const given = await openSource("file", "/nowhere", { signal: AbortSignal.abort(reason) }).catch((error) => error);
            expect(given).to.equal(reason);
            await openSource("file", "/nowhere").catch(() => {}); // the other has failed by now
            await new Promise((resolve) => { setImmediate(resolve); });
        } finally {
            process.off("unhandledRejection", hear);
        }
        expect(unheard).to.deep.equal([]);
    });
});
