import { openKernels } from "../../src/kernels/table.js";
import { expect } from "chai";
import { INITIALIZED, STARTED } from "../../src/pool/protocol.js";
import { WorkerSlot } from "../../src/pool/slot.js";
import { addTask, failure, layout, longTask, poolModule, until, value } from "../support/pool_module.js";
import { FakeWorker, policy, webPool } from "../support/web_pool.js";

const ALL = { blob: "ok", data: "ok", module: "ok", classic: "ok", delay: 0, ready: 0 };

/** policy, options, forms that were started, whether tasks end up on the calling thread */
const CASES = [
    ["nothing is refused", {}, {}, ["blob", "blob"], false],
    ["blob throws", { blob: "throw" }, {}, ["blob", "data", "data"], false],
    ["blob fails later, as under a Content-Security-Policy", { blob: "error" }, {}, ["blob", "data", "data"], false],
    ["blob never answers", { blob: "silent" }, {}, ["blob", "data", "data"], false],
    ["blob and data fail later", { blob: "error", data: "error" }, {}, ["blob", "data"], true],
    ["blob throws, data never answers", { blob: "throw", data: "silent" }, {}, ["blob", "data"], true],
    [
        "workerUrl as module and as script fails, the rest too",
        { module: "error", classic: "error", blob: "throw", data: "throw" },
        { workerUrl: "https://example.org/worker.js" },
        ["module", "classic", "blob", "data"],
        true,
    ],
    [
        "workerUrl fails",
        { module: "error", classic: "error" },
        { workerUrl: "https://example.org/worker.js" },
        ["module", "classic", "blob", "blob"],
        false,
    ],
];

describe("pool on the web: refused workers", () => {
    const managers = [];
    const saved = globalThis.Worker;
    before(() => { globalThis.Worker = FakeWorker; });
    after(() => { globalThis.Worker = saved; });
    beforeEach(() => Object.assign(policy, ALL, { started: [] }));
    afterEach(async () => { await Promise.all(managers.splice(0).map((tm) => tm.terminate())); });

    async function manager(options) {
        const { createThreadManager } = await webPool();
        const tm = await createThreadManager({ code: poolModule(), layout, openKernels, threads: 2, ...options });
        managers.push(tm);
        return tm;
    }

    it("terminated while the last form is tried: nothing is said, since nothing was refused", async () => {
        Object.assign(policy, { blob: "throw", data: "silent" });
        const said = [], tm = await manager({ logger: { warn: (text) => said.push(text) } });
        const waiting = failure(tm.queueAction(addTask(1, 1)));
        await until(() => policy.started.includes("data"));
        await tm.terminate();
        expect((await waiting).message).to.include("terminated");
        await new Promise((resolve) => { setImmediate(resolve); });
        expect([said, tm.inProcess]).to.deep.equal([[], false]);
    });

    for (const [why, refusals, options, forms, local] of CASES)
        it(`${why}: tasks are answered ${local ? "on the calling thread, said once" : "by workers"}`, async () => {
            Object.assign(policy, refusals);
            const said = [];
            const tm = await manager({ ...options, logger: { warn: (text) => said.push(text) } });
            const started = performance.now();
            const answers = await Promise.all([1, 2, 3, 4].map((i) => tm.queueAction(addTask(i, i))));
            // two silent forms take two seconds; a timer that comes late, because the machine is busy, runs once more
            expect(performance.now() - started, "ms").to.be.below(5000);
            expect(answers.map(([out]) => value(out))).to.deep.equal([2, 4, 6, 8]);
            // a second worker starts only when the first was not quick enough for all tasks
            expect(forms.join()).to.match(new RegExp(`^${policy.started.join()}`));
            expect(policy.started.length).to.be.at.least(new Set(forms).size);
            expect(tm.pool.some((slot) => slot?.initialized)).to.equal(!local);
            expect(value((await tm.queueAction(addTask(5, 5)))[0])).to.equal(10);
            expect(said.length, said.join("; ")).to.equal(local ? 1 : 0);
            if (local)
                expect(said[0]).to.match(
                    /^pool: expected to start workers, got ".*"; tasks run on the calling thread$/,
                );
        });

    it("without Worker, everything runs on the calling thread", async () => {
        globalThis.Worker = undefined;
        try {
            const tm = await manager({});
            expect([tm.singleThread, tm.concurrency]).to.deep.equal([true, 1]);
            expect(value((await tm.queueAction(addTask(5, 5)))[0])).to.equal(10);
        } finally {
            globalThis.Worker = FakeWorker;
        }
    });

    it("a factory of the caller works without Worker", async () => {
        globalThis.Worker = undefined;
        try {
            const tm = await manager({
                createWorker: ({ source }) => new FakeWorker(`data:text/javascript,${encodeURIComponent(source)}`),
            });
            expect(value((await tm.queueAction(addTask(5, 5)))[0])).to.equal(10);
            expect([tm.singleThread, tm.pool[0].initialized]).to.deep.equal([false, true]);
        } finally {
            globalThis.Worker = FakeWorker;
        }
    });

    it("terminate in flight rejects there too", async () => {
        const tm = await manager({});
        const running = failure(tm.queueAction(longTask()));
        await until(() => tm.working.some(Boolean));
        await tm.terminate();
        expect((await running).message).to.include("terminated while a task was in flight");
    });

    it("workers that stop starting later: eight in a row, then the calling thread", async () => {
        const said = [];
        const tm = await manager({ threads: 1, logger: { warn: (text) => said.push(text) } });
        await tm.queueAction([...addTask(1, 2), { cmd: "TERMINATE" }]);
        policy.blob = "error";
        policy.started = [];
        expect(value((await tm.queueAction(addTask(3, 4)))[0])).to.equal(7);
        expect(policy.started.length).to.equal(8);
        expect(said.length).to.equal(1);
    });

    it("a busy calling thread is not taken for a silent worker", async () => {
        policy.delay = 5;
        const tm = await manager({ threads: 1 });
        const answer = tm.queueAction(addTask(1, 2));
        await until(() => policy.started.length === 1);
        for (const end = performance.now() + 1500; performance.now() < end;);
        expect(value((await answer)[0])).to.equal(3);
        expect(policy.started).to.deep.equal(["blob"]);
    });

    it("a worker that is slow to get ready is not taken for a silent one", async () => {
        policy.ready = 1500;
        const tm = await manager({ threads: 1 });
        expect(value((await tm.queueAction(addTask(1, 2)))[0])).to.equal(3);
        expect([policy.started, tm.pool[0].initialized]).to.deep.equal([["blob"], true]);
    });

    for (const [what, says, waits] of [
        ["is waited for once, however often it says that it runs", [STARTED, STARTED, STARTED, INITIALIZED, STARTED], [30_000]],
        ["is not waited for after it was ready", [INITIALIZED, STARTED], []],
    ]) it(what, async () => {
        const slot = new WorkerSlot(0, {}), watched = [], posted = [];
        let say;
        slot.watch = (ms) => { watched.push(ms); };
        const ready = slot.start({ timeout: 7, open: async ({ onMessage }) => {
            say = (status) => onMessage({ status });
            return { postMessage: (message) => posted.push(message), terminate: async () => {}, ref() {}, unref() {} };
        } }, Promise.resolve({ compiled: "modules" }));
        await until(() => posted.length === 1);
        for (const status of says) {
            say(status);
            if (status === INITIALIZED) await ready;
        }
        expect(watched).to.deep.equal([7, 7, ...waits]);
    });

    it("nor is one that waits for this thread to compile", async () => {
        const { compile } = WebAssembly;
        WebAssembly.compile = async (code) => {
            await new Promise((resolve) => { setTimeout(resolve, 1500); });
            return compile(code);
        };
        try {
            const tm = await manager({ threads: 1, warm: true });
            expect(value((await tm.queueAction(addTask(1, 2)))[0])).to.equal(3);
            expect([policy.started, tm.pool[0].initialized]).to.deep.equal([["blob"], true]);
        } finally {
            WebAssembly.compile = compile;
        }
    });

    it("a worker that cannot read compiled modules gets bytes", async () => {
        const tm = await manager({ threads: 1, createWorker({ source }) {
            const worker = new FakeWorker(`data:text/javascript,${encodeURIComponent(source)}`);
            const post = worker.postMessage.bind(worker);
            worker.postMessage = (message, transfers) => {
                if (message.task[0].code instanceof WebAssembly.Module)
                    setTimeout(
                        () =>
                            worker.dispatchEvent(
                                new MessageEvent("message", {
                                    data: { id: -1, error: { name: "DataError", message: "unreadable" } },
                                }),
                            ),
                        5,
                    );
                else post(message, transfers);
            };
            return worker;
        } });
        expect(value((await tm.queueAction(addTask(1, 2)))[0])).to.equal(3);
        expect(tm.pool[0].initialized).to.equal(true);
    });
});
