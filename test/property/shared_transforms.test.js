/**
 * Transforms and other operations on many elements, whose workers share memory with the calling thread: the same bytes
 * as on one thread for inputs of every kind, which stay as they are; results that callers own; and what is left after
 * a failure.
 */
import { expect } from "chai";
import { transformOnLanes } from "../../src/batch/fft_lanes.js";
import { BigBuffer, buildBls12381, buildBn128 } from "../../src/index.js";
import { laneModules } from "../../src/curves/lane_modules.js";
import { openKernels } from "../../src/kernels/table.js";
import { createExecutor } from "../../src/pool/executor.js";
import { SharedMemory } from "../../src/pool/shared_memory.js";
import { compile, instantiate } from "../../src/runtime/instance.js";
import { linkLanes } from "../../src/runtime/link.js";
import { createMemory } from "../../src/runtime/memory.js";
import { itInAll, rowsInFull, rowsOf, thinned } from "../support/extent.js";
import { FASTEST } from "../support/lanes.js";
import { elements, points } from "../support/points.js";
import { seed } from "../support/random.js";
import { definitionOf } from "../support/twin_curves.js";

const SIZE = 32, same = (a, b) => Buffer.compare(Buffer.from(bytesIn(a)), Buffer.from(bytesIn(b))) === 0;
const bytesIn = (buff) => (buff instanceof Uint8Array ? buff : buff.slice(0, buff.byteLength));

/** n elements each: uniform, all zero, all r - 1, one that is not zero. */
function columns({ Fr }, n) {
    const top = Fr.neg(Fr.one), last = new Uint8Array(SIZE * n);
    last.set(Fr.e(5), SIZE * (n - 1));
    const saturated = new Uint8Array(SIZE * n).map((_, i) => top[i % SIZE]);
    return { uniform: elements(Fr, n), zero: new Uint8Array(SIZE * n), saturated, last };
}

/** The same bytes as callers may have them. */
const FORMS = {
    "a whole buffer": (bytes) => bytes.slice(),
    "at an odd offset": (bytes) => {
        const all = new Uint8Array(bytes.length + 9).subarray(5, 5 + bytes.length);
        all.set(bytes);
        return all;
    },
    "a Node Buffer": (bytes) => Buffer.from(bytes),
    "shared memory of the caller": (bytes) => {
        const all = new Uint8Array(new SharedArrayBuffer(bytes.length));
        all.set(bytes);
        return all;
    },
    "a BigBuffer": (bytes) => {
        const all = new BigBuffer(bytes.length);
        all.set(bytes, 0);
        return all;
    },
};

/** A result is the caller's alone: not shared, and there to be transferred. */
function expectOwn(result) {
    for (const { buffer } of result instanceof Uint8Array ? [result] : result.buffers) {
        expect(Object.prototype.toString.call(buffer)).to.equal("[object ArrayBuffer]");
        expect(structuredClone(buffer, { transfer: [buffer] }).byteLength).to.be.above(0);
    }
}

/** On 2^15 elements, so that each is cut into pieces for several workers. */
const OPERATIONS = {
    batchToMontgomery: ({ Fr }, x) => Fr.batchToMontgomery(x),
    batchFromMontgomery: ({ Fr }, x) => Fr.batchFromMontgomery(x),
    batchInverse: ({ Fr }, x) => Fr.batchInverse(x),
    batchApplyKey: ({ Fr }, x) => Fr.batchApplyKey(x, Fr.e(3), Fr.e(7)),
    fft: ({ Fr }, x) => Fr.fft(x),
    ifft: ({ Fr }, x) => Fr.ifft(x),
    ifftShiftFft: ({ Fr }, x) => Fr.ifftShiftFft(x),
};

/** An executor of its own, as a worker has it; without lanes if there is no tier. */
async function executorOf(curve, tier) {
    const memory = createMemory(), definition = await definitionOf(curve);
    const { exports } = await instantiate(await compile(definition.code), memory);
    const rows = tier ? laneModules(definition.lanes(tier)) : [];
    const lanes = await Promise.all(rows.map(async (lane) => ({ ...lane, module: await compile(lane.module) })));
    return createExecutor(memory, openKernels(exports, memory, await linkLanes(exports, memory, lanes)));
}

/** A pool whose tasks run here, on one executor after the other. */
const poolOf = (executors, shared) => {
    let next = 0;
    return {
        concurrency: executors.length, singleThread: false, shared,
        queueAction: async (task) => executors[next++ % executors.length].run(task).out,
    };
};

describe(`operations in shared memory (SEED=${seed})`, function () {
    this.timeout(120_000);

    for (const [name, build] of [["bn128", buildBn128], ["bls12381", buildBls12381]]) describe(name, () => {
        let one;
        before(async () => { one = await build(true); });
        for (const threads of name === "bn128" ? rowsOf(rowsInFull([2, 3, 4, 8], [2, 3]), [3]) : rowsOf(rowsInFull([2, 4], [4]), []))
            it(`${threads} workers: transforms of 2^14 and 2^17 equal those of one thread`, async () => {
                const curve = await build({ threads });
                try {
                    const inputs = [1, 14, 17].flatMap((bits) =>
                        Object.entries(columns(one, 2 ** bits)).map(([kind, input]) => ({ bits, kind, input })))
                        .filter(({ bits, kind }) => bits < 17 || kind === "uniform");
                    for (const { bits, kind, input } of inputs) {
                        const before = input.slice();
                        for (const op of ["fft", "ifft"]) {
                            const got = await curve.Fr[op](input);
                            expect(same(got, await one.Fr[op](input)), `${op} 2^${bits} ${kind}`).to.equal(true);
                            expect(same(input, before), "input").to.equal(true);
                            expectOwn(got);
                        }
                    }
                    expect(curve.tm.shared.inUse).to.equal(0);
                    expect(curve.tm.shared.unused).to.be.above(0);
                } finally {
                    await curve.terminate();
                }
            });
    });

    describe("on three workers", () => {
        let one, curve;
        before(async () => {
            one = await buildBn128(true);
            curve = await buildBn128({ threads: 3, terminationTimeout: 60_004 });
        });
        after(() => curve.terminate());

        for (const [name, run] of thinned(Object.entries(OPERATIONS), 3)) it(`${name}: every form of input`, async () => {
            const bytes = elements(one.Fr, 2 ** 15), want = await run(one, bytes);
            for (const [form, make] of Object.entries(FORMS)) {
                const input = make(bytes), got = await run(curve, input);
                expect(same(got, want), form).to.equal(true);
                expect(same(input, bytes), `${form}: changed`).to.equal(true);
                expectOwn(got);
            }
            expect(curve.tm.shared.inUse).to.equal(0);
        });

        itInAll("elements that become longer or shorter", async () => {
            const affine = points(one.G1, 3001), { G1 } = curve;
            const jacobian = await G1.batchToJacobian(affine), key = one.Fr.e(9);
            expect(same(jacobian, await one.G1.batchToJacobian(affine)), "longer").to.equal(true);
            expect(same(await G1.batchToAffine(jacobian), affine), "shorter").to.equal(true);
            const args = [key, key, "affine", "jacobian"];
            const got = await G1.batchToAffine(await G1.batchApplyKey(affine.subarray(64), ...args));
            expect(same(got, await one.G1.batchApplyKey(affine.subarray(64), key, key)), "key").to.equal(true);
        });

        it("several at a time, each in memory of its own", async () => {
            const inputs = Array.from({ length: 5 }, () => elements(one.Fr, 2 ** 14));
            const want = await Promise.all(inputs.map((input) => one.Fr.fft(input)));
            const got = await Promise.all(inputs.map((input) => curve.Fr.fft(input)));
            got.forEach((result, i) => expect(same(result, want[i]), `${i}`).to.equal(true));
        });

        it("consumed: the input is emptied, the result the same", async () => {
            const input = elements(one.Fr, 2 ** 15), want = await one.Fr.fft(input);
            const given = input.slice(), got = await curve.Fr.fft(given, "", "", undefined, "", { consume: true });
            expect(same(got, want)).to.equal(true);
            expect(given.length).to.equal(0);
            expectOwn(got);
        });

        it("where there is not so much to share, everything is copied", async () => {
            const input = elements(one.Fr, 2 ** 15), lent = curve.tm.shared.take(79 << 20);
            try {
                for (const op of ["fft", "batchInverse"])
                    expect(same(await curve.Fr[op](input), await one.Fr[op](input)), op).to.equal(true);
            } finally {
                curve.tm.shared.give(lent, { again: false });
            }
        });
    });

    it("a host that shares no memory computes the same", async () => {
        const { SharedArrayBuffer } = globalThis, one = await buildBn128(true);
        const input = elements(one.Fr, rowsInFull(2 ** 17, 2 ** 15));
        delete globalThis.SharedArrayBuffer;
        try {
            for (const threads of rowsOf([2, 4], [4])) {
                const curve = await buildBn128({ threads });
                try {
                    for (const op of ["fft", "ifft", "batchInverse", "batchToMontgomery"]) {
                        const before = input.slice();
                        expect(same(await curve.Fr[op](input), await one.Fr[op](input)), op).to.equal(true);
                        expect(same(input, before), "input").to.equal(true);
                    }
                    expect(curve.tm.shared.unused).to.equal(0);
                } finally {
                    await curve.terminate();
                }
            }
        } finally {
            globalThis.SharedArrayBuffer = SharedArrayBuffer;
        }
    });

    describe("after a failure in the middle", () => {
        let one, curve, workers, input, want;
        const createWorker = async (request) => {
            const { Worker } = await import("node:worker_threads");
            const worker = new Worker(request.source, { eval: true, execArgv: [] });
            workers.push(worker);
            return worker;
        };
        beforeEach(async () => {
            workers = [];
            one = await buildBn128(true);
            curve = await buildBn128({ threads: 4, createWorker, terminationTimeout: 60_005 });
            input = elements(one.Fr, 2 ** 17);
            want = await one.Fr.fft(input);
        });
        afterEach(() => curve.terminate());

        /** The memory that an operation borrows next, or has borrowed. */
        const lent = () => [...curve.tm.shared.lent.keys()];
        const started = async () => {
            while (!curve.tm.working.some(Boolean)) await new Promise((resolve) => { setTimeout(resolve, 0); });
        };
        const check = async (broken) => {
            expect(curve.tm.shared.inUse, "nothing is lent").to.equal(0);
            expect(curve.tm.shared.kept.some(({ bytes }) => broken.includes(bytes.buffer))).to.equal(false);
            for (let round = 0; round < 2; round++) {
                const next = curve.Fr.fft(input);
                expect(broken.includes(lent()[0]), "other memory").to.equal(false);
                for (const buffer of broken) new Uint8Array(buffer).fill(255); // as a worker that ends late
                expect(same(await next, want)).to.equal(true);
            }
        };

        itInAll("an abort", async () => {
            const controller = new AbortController();
            const running = curve.Fr.fft(input, "", "", undefined, "", { signal: controller.signal });
            const [...broken] = lent();
            expect(broken).to.have.length(1);
            running.catch(() => {});
            await started();
            controller.abort(new Error("enough"));
            expect(await running.catch((error) => error.message)).to.equal("enough");
            await check(broken);
        });

        itInAll("a worker that is killed", async () => {
            const running = curve.Fr.fft(input), [...broken] = lent();
            running.catch(() => {});
            await started();
            await Promise.all(workers.map((worker) => worker.terminate()));
            expect(await running.catch((error) => error.code)).to.equal("ERR_WORKER");
            await check(broken);
        });

        it("a task that throws, in either round", async () => {
            const { queueAction } = curve.tm;
            for (const op of ["fftColumns", "fftBlock"]) {
                let count = 0;
                curve.tm.queueAction = (task, ...rest) => {
                    const call = task.find(({ cmd }) => cmd === "CALL");
                    if (call?.kernel.op === op && ++count === 2) call.kernel = { op: "nonsense", group: "frm" };
                    return queueAction.call(curve.tm, task, ...rest);
                };
                const running = curve.Fr.fft(input), [...broken] = lent();
                expect(await running.catch((error) => error.message), op).to.include("frm_nonsense");
                delete curve.tm.queueAction;
                await check(broken);
            }
        });

        itInAll("the end of the curve", async () => {
            const running = curve.Fr.fft(input);
            running.catch(() => {});
            await started();
            await curve.terminate();
            expect(await running.catch((error) => error.message)).to.include("terminated");
            expect([curve.tm.shared.inUse, curve.tm.shared.unused]).to.deep.equal([0, 0]);
        });
    });

    describe("kernels of the two rounds", () => {
        let one;
        before(async () => { one = await buildBn128(true); });
        /** Both directions in T tasks on these executors. */
        async function check(executors, bits, count, shared) {
            const n = 2 ** bits, { Fr } = one, tm = poolOf(executors, shared);
            for (const [kind, buff] of Object.entries(columns(one, n))) for (const inverse of [false, true]) {
                const job = { tm, Fr, buff, n, bits, sIn: SIZE }, where = `2^${bits}, T = ${count}, ${kind}, ${inverse}`;
                const want = await Fr[inverse ? "ifft" : "fft"](buff);
                expect(same(await transformOnLanes(job, inverse, count), want), where).to.equal(true);
                if (shared) { // an input that was given away takes the result
                    const own = Uint8Array.from(buff);
                    expect(await transformOnLanes({ ...job, buff: own, owned: true }, inverse, count)).to.equal(own);
                    expect(same(own, want), `${where}, over the input`).to.equal(true);
                }
                for (const bytes of [new Uint8Array(SIZE * (n + 2)), new BigBuffer(SIZE * (n + 2))]) {
                    expect(await transformOnLanes(job, inverse, count, { bytes, at: SIZE })).to.equal(bytes);
                    const around = new Uint8Array(SIZE * (n + 2));
                    around.set(want, SIZE);
                    expect(same(bytes, around), `${where}, into a part`).to.equal(true);
                }
            }
        }
        for (const tier of thinned([undefined, ...FASTEST], 2))
            it(`${tier ?? "without lanes"}: any number of tasks, shared or not`, async () => {
                const executors = [await executorOf("bn128", tier)];
                for (const [bits, count] of thinned([[9, 2], [9, 4], [10, 8], [12, 16], [11, 4]], 2))
                    for (const shared of [undefined, new SharedMemory()]) await check(executors, bits, count, shared);
            });

        // the last tier transforms without lanes
        for (const tier of FASTEST)
            itInAll(`${tier}: by instances with different tables`, async () => {
                const [used, fresh] = [await executorOf("bn128", tier), await executorOf("bn128", tier)];
                for (let i = 0; i < 4; i++) await check([used], 13, 4, new SharedMemory());
                await check([used, used, used, fresh], 13, 4, new SharedMemory());
                await check([used, fresh], 13, 8, new SharedMemory());
            });
    });
});
