import { expect } from "chai";
import { Worker } from "node:worker_threads";
import { itInAll } from "../support/extent.js";
import { addTask, failure, manager, terminateAll, value } from "../support/pool_module.js";

const bad = (source) => () => new Worker(source, { eval: true, execArgv: [] });

/** Ways that fail; after each of them the worker of our own source starts. */
const REFUSALS = {
    "createWorker throws": {
        createWorker: () => {
            throw new Error("no workers here");
        },
    },
    "createWorker rejects": {
        createWorker: async () => {
            throw new Error("no workers here");
        },
    },
    "createWorker never decides": { createWorker: () => new Promise(() => {}) },
    "createWorker gives nothing": { createWorker: () => undefined },
    "createWorker gives something else": { createWorker: () => ({ postMessage() {} }) },
    "its source has a syntax error": { createWorker: bad("this is no program") },
    "its source throws": { createWorker: bad("throw new Error('broken')") },
    "it ends at once": { createWorker: bad("process.exit(3)") },
    "it never answers": { createWorker: bad("setInterval(() => {}, 1000)") },
    "it answers nonsense": {
        createWorker: bad(
            "const { parentPort } = require('worker_threads'); parentPort.on('message', () => parentPort.postMessage('hello'))",
        ),
    },
    "workerUrl names no file": { workerUrl: new URL("./nothing.mjs", import.meta.url) },
};

describe("pool: a worker that cannot start", () => {
    afterEach(terminateAll);

    for (const [why, options] of Object.entries(REFUSALS))
        it(`${why}: the next way is taken, and tasks are answered`, async () => {
            const said = [];
            const tm = await manager({ threads: 2, logger: { warn: (text) => said.push(text) }, ...options });
            const answers = await Promise.all([1, 2, 3, 4].map((i) => tm.queueAction(addTask(i, i))));
            expect(answers.map(([out]) => value(out))).to.deep.equal([2, 4, 6, 8]);
            expect(
                tm.pool.some((slot) => slot?.initialized),
                "a worker runs",
            ).to.equal(true);
            expect(said).to.deep.equal([]);
        });

    it("by workerUrl, our own worker file starts", async () => {
        const tm = await manager({ threads: 1, workerUrl: new URL("../../src/pool/worker.js", import.meta.url) });
        expect(value((await tm.queueAction(addTask(1, 2)))[0])).to.equal(3);
        expect(tm.pool[0].initialized).to.equal(true);
    });

    it("whose module cannot be compiled: every task rejects and says why", async () => {
        const tm = await manager({
            threads: 2,
            lanes: [{ name: "bad", driver: "library", module: new Uint8Array([1, 2, 3]), constants: "", layout: {} }],
        });
        for (let i = 0; i < 2; i++)
            expect((await failure(tm.queueAction(addTask(1, 2)))).message).to.match(/task add: WebAssembly.compile/);
    });

    itInAll("whose lane imports what the base module does not export: every task rejects and says why", async () => {
        const { unlinkableLane } = await import("../support/pool_module.js");
        const tm = await manager({ threads: 2, lanes: [unlinkableLane()] });
        expect((await failure(tm.queueAction(addTask(1, 2)))).message).to.match(/task add: WebAssembly.*missing/);
    });

    itInAll("whose lane names an unknown driver: the same", async () => {
        const { poolLane } = await import("../support/pool_module.js");
        const tm = await manager({ threads: 1, lanes: [{ ...poolLane(), driver: "toString" }] });
        expect((await failure(tm.queueAction(addTask(1, 2)))).message).to.match(
            /kernels: expected one of .* to drive test, got toString/,
        );
    });
});
