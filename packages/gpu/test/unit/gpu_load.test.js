/** Where WebGPU comes from. */
import { expect } from "chai";
import { digestOf } from "../../src/point_cache.js";
import { loadGpu as loadNode } from "../../src/load_node.js";
import { loadGpu as loadWeb } from "../../src/load_web.js";

describe("gpu: where it comes from", () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, "navigator");
    const pretend = (value) => Object.defineProperty(globalThis, "navigator", { value, configurable: true });
    afterEach(() => {
        if (own) Object.defineProperty(globalThis, "navigator", own);
        else delete globalThis.navigator;
    });

    it("is that of the host, if it has one", async () => {
        const gpu = { requestAdapter() {} };
        pretend({ gpu });
        expect([await loadNode(), await loadWeb()]).to.deep.equal([gpu, gpu]);
    });

    it("is missing in a browser that has none, which is said", async () => {
        for (const navigator of [{}, undefined]) {
            pretend(navigator);
            const error = await loadWeb().catch((reason) => reason);
            expect(error.message).to.include("expected WebGPU, got none: this browser has no navigator.gpu, or the page is");
        }
    });

    it("is the optional package in Node, or an error that names it", async () => {
        pretend(undefined);
        const found = await loadNode().catch((reason) => reason);
        if (found instanceof Error) expect(found.message).to.include("got none: install the package webgpu");
        else expect(found.requestAdapter).to.be.a("function");
    });

    it("hashes what it can, and never throws", async () => {
        expect((await digestOf(new Uint8Array(3))).length).to.equal(32);
        expect(await digestOf(/** @type {any} */ ({ buffer: new ArrayBuffer(1) }))).to.equal(undefined);
    });
});
