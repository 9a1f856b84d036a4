import { expect } from "chai";
import { buildBn128 } from "../../src/index.js";
import { addTask, brokenWorkers, longTask, manager, terminateAll, until, value } from "../support/pool_module.js";

/** A secret that no kernel makes by itself. */
const SECRET = Buffer.alloc(32, 0x5a);
const dirty = (bytes) => [{ cmd: "ALLOCSET", var: 0, buff: new Uint8Array(bytes).fill(0x5a) }];
/** What a task that allocates and writes nothing sees. */
const leftovers = (bytes) => [{ cmd: "ALLOC", var: 0, len: bytes }, { cmd: "GET", out: 0, var: 0, len: bytes }];
const sees = async (tm, bytes) => Buffer.from((await tm.queueAction(leftovers(bytes)))[0]).includes(SECRET);

describe("pool: wipe", () => {
    afterEach(terminateAll);

    for (const options of [{ threads: 1 }, { singleThread: true }])
        it(`what a task left is seen by the next one, and by none after it (${JSON.stringify(options)})`, async () => {
            const tm = await manager(options),
                bytes = 5 << 20;
            await tm.queueAction(dirty(bytes));
            expect(await sees(tm, bytes)).to.equal(true);
            tm.wipe();
            expect(await sees(tm, bytes)).to.equal(false);
            expect(value((await tm.queueAction(addTask(1, 2)))[0])).to.equal(3);
        });

    it("comes after the task in flight", async () => {
        const tm = await manager({ threads: 1 });
        await tm.queueAction(addTask(1, 2));
        const running = tm.queueAction([...dirty(1000), { cmd: "CALL", fnName: "spin", params: [{ val: 1e8 }] }]);
        await until(() => tm.working[0]);
        tm.wipe();
        await running;
        expect(await sees(tm, 1000)).to.equal(false);
    });

    it("settles when what runs on this thread has ended, and its memory is clear", async () => {
        const { Memory } = WebAssembly, made = [];
        WebAssembly.Memory = class extends Memory { constructor(descriptor) { super(descriptor); made.push(this); } };
        try {
            const { G1, tm } = await buildBn128({ singleThread: true }), controller = new AbortController();
            const n = 2 ** 15, points = new Uint8Array(64 * n), scalars = new Uint8Array(32 * n).fill(0x5a);
            for (let i = 0; i < n; i++) points.set(G1.gAffine, 64 * i);
            const running = G1.multiExpAffine(points, scalars, null, "", { signal: controller.signal })
                .catch((error) => error);
            const held = () => made.some(({ buffer }) => Buffer.from(buffer).includes(SECRET));
            await until(held);
            controller.abort(new Error("enough"));
            expect((await running).message).to.equal("enough");
            expect(held()).to.equal(true);
            await tm.wipe();
            expect(held()).to.equal(false);
        } finally {
            WebAssembly.Memory = Memory;
        }
    });

    it("of a worker that takes no messages ends it, with its task", async () => {
        const { createWorker } = brokenWorkers("");
        const tm = await manager({ threads: 1, createWorker: async (request) => {
            const worker = await createWorker(request), { postMessage } = worker;
            worker.postMessage = (message, transfers) => {
                if (message.wipe) throw new Error("no");
                postMessage.call(worker, message, transfers);
            };
            return worker;
        } });
        await tm.queueAction(dirty(1000));
        const doomed = tm.queueAction(longTask()).catch((error) => error);
        await until(() => tm.working[0]);
        tm.wipe();
        expect(await doomed).to.include({ code: "ERR_WORKER" });
        expect(await sees(tm, 1000)).to.equal(false);
    });

    it("tables that kernels keep have no room in which it would stay", async () => {
        const { Memory } = WebAssembly, made = [];
        WebAssembly.Memory = class extends Memory { constructor(descriptor) { super(descriptor); made.push(this); } };
        let curve;
        try {
            curve = await buildBn128({ singleThread: true });
            for (let bits = 8; bits <= 13; bits++) {
                await curve.tm.queueAction(dirty(4 << 20));
                await curve.Fr.fft(new Uint8Array(32 << bits));
            }
        } finally {
            WebAssembly.Memory = Memory;
        }
        const left = () => made.filter(({ buffer }) => Buffer.from(buffer).includes(SECRET)).length;
        expect(left()).to.equal(1);
        curve.tm.wipe();
        await curve.tm.queueAction(leftovers(8));
        expect(left()).to.equal(0);
        await curve.terminate();
    });
});
