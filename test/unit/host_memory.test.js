/** Buffers that will not be read again are emptied at once, and the ports that they travel through are closed. */
import { expect } from "chai";
import { freeBuffers } from "../../src/util/host_memory.js";

const ports = () => process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length;

describe("freeBuffers", () => {
    it("empties buffers, each once, also where one is named twice", () => {
        const [a, b] = [new ArrayBuffer(8), new ArrayBuffer(1)];
        freeBuffers([a, b, a]);
        expect([a.byteLength, b.byteLength]).to.deep.equal([0, 0]);
    });

    it("leaves shared ones alone, and takes empty and detached ones without a word", () => {
        const shared = new SharedArrayBuffer(8), detached = new ArrayBuffer(8), own = new ArrayBuffer(8);
        structuredClone(detached, { transfer: [detached] });
        freeBuffers([shared, detached, new ArrayBuffer(0), own]);
        expect([shared.byteLength, own.byteLength]).to.deep.equal([8, 0]);
        freeBuffers([]);
        freeBuffers([shared]);
    });

    it("leaves no port open", async () => {
        const before = ports();
        for (let i = 0; i < 20; i++) freeBuffers([new ArrayBuffer(8)]);
        await new Promise((resolve) => setTimeout(resolve, 20));
        expect(ports()).to.be.at.most(before);
    });

    it("opens none where there is nothing to free, or no MessageChannel", () => {
        const { MessageChannel } = globalThis;
        let opened = 0;
        try {
            globalThis.MessageChannel = class extends MessageChannel { constructor() { super(); opened++; } };
            freeBuffers([new SharedArrayBuffer(8), new ArrayBuffer(0)]);
            expect(opened).to.equal(0);
            globalThis.MessageChannel = undefined;
            const kept = new ArrayBuffer(8);
            freeBuffers([kept]);
            expect(kept.byteLength).to.equal(8);
        } finally {
            globalThis.MessageChannel = MessageChannel;
        }
    });
});
