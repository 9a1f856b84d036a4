import { expect } from "chai";
import * as node from "../../src/util/host_node.js";
import * as web from "../../src/util/host_web.js";
import * as door from "../../src/util/host.js";
import { adoptWorker } from "../../src/util/host_worker.js";

for (const [name, host] of Object.entries({ node, web })) {
    describe(`host (${name})`, () => {
        it("offers what the door promises", () => {
            for (const member of Object.keys(door))
                if (member !== "adoptWorker") expect(host[member], member).to.be.a("function");
        });

        it("gives as many random bytes as asked, also above one window of WebCrypto", () => {
            for (const n of [0, 1, 32, 65536, 65537, 200000]) {
                const bytes = host.randomBytes(n);
                expect(bytes).to.be.instanceOf(Uint8Array);
                expect(bytes.length).to.equal(n);
                // every window of 1000 bytes holds many values: no part was left empty
                for (let i = 0; i + 1000 <= n; i += 1000)
                    expect(new Set(bytes.subarray(i, i + 1000)).size).to.be.above(150);
            }
            expect(host.randomBytes(32)).to.not.deep.equal(host.randomBytes(32));
        });

        it("counts threads, at least one", () =>
            expect(host.hardwareConcurrency()).to.satisfy((n) => Number.isInteger(n) && n > 0));

        it("reads the environment, and knows what is absent", () => {
            process.env.FFTURBO_TEST = "yes";
            expect(host.env("FFTURBO_TEST")).to.equal("yes");
            delete process.env.FFTURBO_TEST;
            expect(host.env("FFTURBO_TEST")).to.equal(undefined);
        });

        it("yields to timers", async () => {
            let ticked = false;
            setTimeout(() => { ticked = true; }, 0);
            const end = performance.now() + 1000;
            while (!ticked && performance.now() < end) await host.yieldToEventLoop();
            expect(ticked).to.equal(true);
        });

        it("its clock goes forward, its timers fire and can be cancelled", async () => {
            const before = host.now();
            let late = false;
            host.startTimer(1, () => { late = true; }).cancel();
            await new Promise((resolve) => { host.startTimer(20, () => resolve()); });
            expect(host.now() - before).to.be.at.least(15);
            expect(late).to.equal(false);
        });
    });
}

describe("host (web) with missing globals", () => {
    /** @param {string[]} names @param {() => unknown} body */
    async function without(names, body) {
        const saved = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
        for (const name of names)
            Object.defineProperty(globalThis, name, { value: undefined, configurable: true, writable: true });
        try {
            await body();
        } finally {
            names.forEach((name, i) => {
                if (saved[i]) Object.defineProperty(globalThis, name, saved[i]);
                else delete globalThis[name];
            });
        }
    }

    it("refuses weak randomness", () => without(["crypto"], () => {
        expect(() => web.randomBytes(8)).to.throw("randomBytes: expected a host with crypto.getRandomValues, got none");
    }));
    it("assumes two threads", () => without(["navigator"], () => expect(web.hardwareConcurrency()).to.equal(2)));
    it("has no workers", () => without(["Worker"], () => expect(web.hasWorkers()).to.equal(false)));
    it("starts no workers in a worker in Firefox, where that may block forever", async () => {
        const names = { Worker: class {}, InternalError: Error };
        const scope = async (globals) => {
            for (const [name, value] of Object.entries(globals))
                Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
            try {
                return web.hasWorkers();
            } finally {
                for (const name of Object.keys(globals)) delete globalThis[name];
            }
        };
        expect(await scope(names)).to.equal(false);
        expect(await scope({ ...names, document: {} }), "a page").to.equal(true);
        expect(await scope({ Worker: names.Worker }), "another engine").to.equal(true);
    });
    it("yields without MessageChannel and without timers", async () => {
        await without(["MessageChannel"], () => web.yieldToEventLoop());
        const { setTimeout: keep } = globalThis;
        await without(["MessageChannel", "setTimeout"], () => web.yieldToEventLoop());
        expect(globalThis.setTimeout).to.equal(keep);
    });
    it("has the clock that never goes back, where there is one", async () => {
        const { performance } = globalThis;
        Object.defineProperty(globalThis, "performance", { value: { now: () => 42.5 }, configurable: true, writable: true });
        try {
            expect(web.now()).to.equal(42.5);
        } finally {
            Object.defineProperty(globalThis, "performance", { value: performance, configurable: true, writable: true });
        }
    });
    it("has no clock rather than a wrong one", () =>
        without(["performance", "Date"], () => expect(web.now()).to.be.NaN));
    it("reads no environment", () => without(["process"], () => expect(web.env("PATH")).to.equal(undefined)));
});

describe("host: adoptWorker", () => {
    const handlers = { onMessage() {}, onError() {}, onExit() {} };
    for (const thing of [null, undefined, {}, () => {}, { postMessage() {} }])
        it(`refuses ${thing === null ? "null" : typeof thing}`, () => {
            expect(() => adoptWorker(thing, handlers)).to.throw(TypeError, /^createWorker: expected a Worker, got /);
        });

    it("says once that it was terminated, and is silent afterwards", async () => {
        const heard = [];
        const target = Object.assign(new EventTarget(), { postMessage() {}, terminate() {} });
        const worker = adoptWorker(target, {
            onMessage: (data) => heard.push(data),
            onError: (error) => heard.push(error.message),
            onExit() {},
        });
        target.dispatchEvent(new MessageEvent("message", { data: 1 }));
        target.dispatchEvent(Object.assign(new Event("error"), { message: "broken" }));
        target.dispatchEvent(new Event("messageerror"));
        await worker.terminate();
        await worker.terminate();
        target.dispatchEvent(new MessageEvent("message", { data: 2 }));
        expect(heard).to.deep.equal([
            1,
            "broken",
            "worker: expected a readable message, got one that cannot be cloned here",
            "worker: expected to go on, got terminated",
        ]);
    });
});
