/** Work with sources: what was opened is closed and what was begun is undone when it ends, and errors are ours. */
import { createServer } from "node:http";
import { getEventListeners } from "node:events";
import { expect } from "chai";
import { ProverError } from "../../src/util/prover_error.js";
import { withSources } from "../../src/files/with_sources.js";

const LIMITS = { readTimeout: 60_000, memory: 1000 };
const later = () => new Promise((resolve) => { setImmediate(resolve); });
const outcome = (promise) => promise.then((value) => ({ value }), (error) => ({ error }));

/** The listeners that a signal of our own has, from now on. */
function listenersOf(signal) {
    const { addEventListener, removeEventListener } = signal, listeners = new Set();
    return Object.assign(signal, {
        addEventListener(type, listener) {
            listeners.add(listener);
            addEventListener(type, listener);
        },
        removeEventListener(type, listener) {
            listeners.delete(listener);
            removeEventListener(type, listener);
        },
    }) && listeners;
}

describe("work with sources", () => {
    it("gives what its body gives, or its error as one of ours, when everything is undone", async () => {
        for (const fails of [false, true]) {
            const said = [], failure = new Error("no disk");
            const { value, error } = await outcome(withSources(LIMITS, async ({ atEnd }) => {
                for (const name of ["first", "second"]) atEnd(async () => {
                    said.push(`${name} begins`);
                    await later();
                    said.push(`${name} ends`);
                    throw new Error("heard by none");
                });
                await later();
                said.push("body");
                if (fails) throw failure;
                return 5;
            }));
            expect(said).to.deep.equal(["body", "first begins", "second begins", "first ends", "second ends"]);
            expect(value).to.equal(fails ? undefined : 5);
            if (fails) expect(error).to.be.instanceOf(Error).and.have.property("message").that.includes("no disk");
        }
        const own = new ProverError("ERR_FILE", "damaged");
        expect((await outcome(withSources(LIMITS, async () => { throw own; }))).error).to.equal(own);
    });

    it("closes what it opened, also what it did not wait for, and listens to the signal no longer", async () => {
        for (const fails of [false, true]) {
            const { signal } = new AbortController();
            let listeners;
            await outcome(withSources({ ...LIMITS, signal }, async (tools) => {
                expect(getEventListeners(signal, "abort").length).to.equal(1);
                listeners = listenersOf(tools.controller.signal);
                await tools.open("a", new Uint8Array(4));
                void tools.open("b", "/nowhere").catch(() => {});
                expect(listeners.size).to.be.above(0);
                if (fails) throw new Error("no");
            }));
            expect(listeners.size, "of the sources").to.equal(0);
            expect(getEventListeners(signal, "abort").length).to.equal(0);
        }
    });

    it("what has to be kept as a whole shares the room that is allowed", async () => {
        const server = createServer((_request, response) => response.end(new Uint8Array(600)));
        await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
        const address = `http://127.0.0.1:${server.address().port}/file`;
        try {
            const readBoth = async ({ open }) => {
                for (const name of ["a", "b"]) await (await open(name, address)).read(0, 600);
            };
            await withSources({ ...LIMITS, memory: 1200 }, readBoth);
            expect((await outcome(withSources({ ...LIMITS, memory: 1199 }, readBoth))).error?.code).to.equal("ERR_LIMIT");
        } finally {
            server.closeAllConnections();
            await new Promise((resolve) => { server.close(resolve); });
        }
    });

    it("reports progress to the caller", async () => {
        const reports = [];
        await withSources({ ...LIMITS, onProgress: (report) => reports.push(report) }, async ({ progress }) => {
            progress.begin("A", 3).advance(2);
        });
        expect(reports.map(({ phase, done, total }) => [phase, done, total])).to.deep.equal([["A", 0, 3], ["A", 2, 3]]);
    });
});
