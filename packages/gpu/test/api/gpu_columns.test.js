/** The GPU of the scalars: programs over columns, on a fake GPU whose kernels do by BigInt what they say. */
import { expect } from "chai";
import { runFused } from "../../../../src/batch/fused_program.js";
import { knownLists, workOf } from "../../src/field_runner.js";
import { useGpu } from "../../src/index.js";
import { buildBn128 } from "../../../../src/index.js";
import { takeShared } from "../../../../src/util/shared.js";
import { BigBuffer } from "../../../../src/util/bigbuffer.js";
import { readLE } from "../../../../src/util/bytes.js";
import { itInAll } from "../../../../test/support/extent.js";
import { failureOf } from "../../../../test/support/failure.js";
import { FAULTS_OF_A_CALL, fakeGpu } from "../support/fake_gpu.js";

const BITS = 6, N = 2 ** BITS;

/** A copy in memory that workers may share. */
function shared(bytes) {
    const copy = takeShared(bytes.length);
    copy.set(bytes);
    return copy;
}

describe("ffturbo-gpu: columns of scalars", () => {
    let curve, Fr, gpu, columns, expected;
    before(async () => {
        curve = await buildBn128(true);
        ({ Fr } = curve);
        columns = [0, 1, 2].map(() => {
            const column = new Uint8Array(32 * N);
            for (let i = 0; i < N; i++) column.set(Fr.random(), 32 * i);
            return column;
        });
        expected = await Fr.cosetQuotient(...columns);
    });
    after(() => curve.terminate());
    afterEach(() => {
        Fr.attachedGpu?.end("the test is over");
        for (const of of [curve.G1, curve.G2, Fr]) of.attachedGpu = undefined;
    });

    /** A GPU that is ready for the scalars, or off. */
    const open = async ({ fault, fallback = true, ...options } = {}) => {
        gpu = Object.assign(fakeGpu([curve.G1, curve.G2], { fallback, Fr }), { fault });
        await useGpu(curve, gpu, options);
        await Fr.attachedGpu.prepare(true);
    };
    const quotient = (options) => Fr.cosetQuotient(...columns, options);
    const isRight = async (options) => Buffer.compare(await quotient(options), expected) === 0;
    const calls = () => curve.gpuInfo().calls;

    it("are calculated on the GPU that the groups have, and gpuInfo() says what became of them", async () => {
        await open();
        expect(curve.gpuInfo().groups.Fr).to.deep.equal({ state: "ready", reason: "" });
        expect(await isRight({ gpu: "enabled" })).to.equal(true);
        expect(calls()).to.deep.equal({ gpu: 1, cpu: 0, again: 0 });
        expect(curve.gpuInfo().last).to.include({ group: "Fr", where: "gpu", points: N, reason: "enabled by the caller" });
        expect(await isRight({ gpu: "disabled" })).to.equal(true);
        expect(await isRight()).to.equal(true);
        expect(calls().gpu, "for calls that say nothing").to.equal(1);
        expect(gpu.devices.length).to.equal(1);
    });

    it("are transformed on it in both directions where the call says so", async () => {
        await open({ calls: "enabled" });
        const [column] = columns, two = [column.slice(0, 32), column.slice(32, 64)];
        const values = await Fr.fft(column), list = await Fr.fft(two);
        const how = ["", "", undefined, ""];
        expect(calls().gpu, "a transform that says nothing").to.equal(0);
        expect(Buffer.compare(await Fr.fft(column, ...how, { gpu: "enabled" }), values)).to.equal(0);
        expect(Buffer.compare(await Fr.ifft(values, ...how, { gpu: "enabled" }), column)).to.equal(0);
        expect(await Fr.fft(two, ...how, { gpu: "enabled" })).to.deep.equal(list);
        const own = column.slice();
        expect(Buffer.compare(await Fr.fft(own, ...how, { gpu: "enabled", consume: true }), values)).to.equal(0);
        expect([own.length, calls()]).to.deep.equal([0, { gpu: 4, cpu: 0, again: 0 }]);
        await Fr.fft(column, ...how, { gpu: "disabled" });
        await Fr.fft(column.slice(), ...how, true);
        expect(calls().gpu).to.equal(4);
    });

    it("take calls that say nothing if the GPU was told to", async () => {
        await open({ calls: "enabled" });
        expect(await isRight()).to.equal(true);
        expect(calls()).to.deep.equal({ gpu: 1, cpu: 0, again: 0 });
    });

    it("that may be emptied hold the result, and nothing else of what they had", async () => {
        await open();
        for (const make of [(bytes) => bytes.slice(), shared]) {
            const own = columns.map(make), [a, ...rest] = own;
            const values = await Fr.cosetQuotient(...own, { gpu: "enabled", consume: true });
            expect(values).to.equal(a);
            expect(Buffer.compare(values, expected)).to.equal(0);
            if (make !== shared) for (const bytes of rest) expect(bytes.length).to.equal(0);
        }
        expect(await isRight({ gpu: "enabled" }), "the others are as they were").to.equal(true);
    });

    it("are cleared on the GPU", async () => {
        await open();
        await curve.G2.attachedGpu.prepare();
        gpu.cleared.length = 0;
        await quotient({ gpu: "enabled" });
        expect(gpu.cleared).to.have.members([0, 1, 2, 3].map((i) => `column ${i}`));
        gpu.cleared.length = 0;
        const long = new Uint8Array(32 * N + 64).fill(1), into = new Uint8Array(32 * N);
        await runFused(curve, N, ({ fft, input }) => [[fft(input(long)), into]], { gpu: "enabled" });
        expect(gpu.cleared, "what lists have beyond the domain, and results").to.have.members(
            ["column 0", "column 1", gpu.cleared.find((label) => label.startsWith("beyond")), "result 0"],
        );
    });

    it("keep the roots of the last domain on the GPU, and no others", async () => {
        await open();
        const of = (label) => gpu.devices[0].buffers.filter((buffer) => buffer.label === label);
        await quotient({ gpu: "enabled" });
        const before = of("roots").length;
        await quotient({ gpu: "enabled" });
        expect(of("roots").length, "the same domain").to.equal(before);
        await Fr.cosetQuotient(...columns.map((column) => column.subarray(0, 16 * N)), { gpu: "enabled" });
        expect(of("roots").length, "another").to.equal(before + 1);
        expect(of("roots").map(({ destroyed }) => destroyed)).to.deep.equal([...Array(before).fill(true), false]);
        for (const label of ["elements", "bases", "table 0", "column 0"])
            expect(of(label).every(({ destroyed }) => destroyed), label).to.equal(true);
    });

    describe("are calculated by the CPU where the GPU fails", () => {
        for (const [fault, ops] of FAULTS_OF_A_CALL)
            (fault.hang ? itInAll : it)(`at ${fault.stage}${fault.hang ? ", for ever" : ""}`, async () => {
                await open({ check: true });
                if (fault.hang) Fr.attachedGpu.runner.settings.timeout = 1;
                gpu.fault = { ...fault };
                expect(await isRight({ gpu: "enabled" })).to.equal(true);
                expect(calls().again).to.equal(1);
                const reason = fault.stage === "wrong" ? "expected the values that the CPU calculates, got others" : ops;
                expect(curve.gpuInfo().last).to.include({ group: "Fr", where: "cpu" });
                expect(curve.gpuInfo().last.reason).to.include(reason);
                if (fault.stage === "wrong") expect(curve.gpuInfo().state, "and the GPU is off").to.equal("off");
            });
    });

    for (const [stage, text] of [
        ["compile", "expected the kernel two to compile, got fault: compile"], ["read", "fault: read"],
        ["wrong", "expected the values that the CPU calculates, got others"],
    ])
        it(`what fails before the GPU is ready for them leaves the groups alone: ${stage}`, async () => {
            await open({ fault: { stage, how: "value", of: Fr } });
            await curve.G2.attachedGpu.prepare();
            expect(curve.gpuInfo().groups.Fr.state).to.equal("off");
            expect(curve.gpuInfo().groups.Fr.reason).to.include(text);
            expect(curve.gpuInfo().groups.G2.state).to.equal("ready");
            expect(await isRight({ gpu: "auto" })).to.equal(true);
            const { message } = await failureOf(quotient({ gpu: "enabled" }));
            expect(message).to.include('cosetQuotient: expected a GPU for gpu: "enabled", got none').and.to.include(text);
        });

    it("that are known have zeros, ones and the largest values, as an engine has them, and all steps of a GPU", async () => {
        await open();
        const { buffers } = gpu.devices[0], kernels = new Set(gpu.passes.map(({ kernel }) => kernel));
        expect([...kernels].filter((kernel) => gpu.columns[kernel])).to.have.members(Object.keys(gpu.columns));
        const known = knownLists(Fr, 8);
        for (const [i, bytes] of known.entries()) {
            const list = Array.from({ length: bytes.length / 32 }, (_, k) => readLE(bytes, 32 * k, 32));
            for (const value of [0n, 1n, curve.r - 1n]) expect(list.includes(value), `${i} ${value}`).to.equal(true);
            expect(list.every((value) => value < curve.r)).to.equal(true);
            expect(new Set(list).size).to.be.above(list.length / 2);
        }
        expect(buffers.some(({ label }) => label.startsWith("beyond"))).to.equal(true);
    });

    it("are refused without a GPU if the call insists on one, and else calculated", async () => {
        for (const call of [quotient({ gpu: "enabled" }), Fr.fft(columns[0], "", "", undefined, "", { gpu: "enabled" })])
            expect((await failureOf(call)).message).to.match(/^(cosetQuotient|fft): expected a GPU for gpu: "enabled", got none: useGpu/);
        expect((await failureOf(quotient({ gpu: "yes" }))).message).to.include("cosetQuotient: expected gpu");
        for (const gpu of ["enabled", "yes"]) {
            const own = columns.map((column) => column.slice()), how = { gpu, consume: true };
            await failureOf(Fr.fft(own[0], "", "", undefined, "", how));
            await failureOf(Fr.cosetQuotient(...own, how));
            expect(own, "nothing is lost").to.deep.equal(columns);
        }
        expect(await isRight({ gpu: "auto" })).to.equal(true);
    });

    it("of one value, or larger than a buffer of the GPU, are left to the CPU", async () => {
        await open();
        const one = [columns[0].slice(0, 32), columns[1].slice(0, 32), columns[2].slice(0, 32)];
        const wanted = await Fr.cosetQuotient(...one);
        expect(await Fr.cosetQuotient(...one, { gpu: "enabled" })).to.deep.equal(wanted);
        expect(calls()).to.deep.equal({ gpu: 0, cpu: 1, again: 0 });
        expect(curve.gpuInfo().last.reason).to.equal("the GPU has columns of 2^k values, 2 to 4194304 of them");
        const of = (n, list = new Uint8Array(32)) =>
            Fr.attachedGpu.decide({ mode: "enabled", parts: 1 }, Fr.attachedGpu.runner.program(n, ({ input }) => [input(list)])).fraction;
        expect([2 ** 22, 2 ** 23, 2, 1, 3].map((n) => of(n))).to.deep.equal([1, 0, 1, 0, 0]);
        expect(of(4, new BigBuffer(64)), "in more than one buffer").to.equal(0);
    });

    itInAll("go where this machine's own measurements say that it is faster", async () => {
        await open();
        Fr.attachedGpu.gpu.adapter.fallback = false;
        const { attachedGpu: attached } = Fr, asked = { gpu: [], cpu: [] }, { runner } = attached;
        const twice = (list) => list.flatMap((n) => [n, n]);
        let time = 0;
        const note = (list) => async (n) => { time += list.push(n); };
        Object.assign(runner, { run: note(asked.gpu), onCpu: note(asked.cpu) });
        performance.now = () => time;
        try {
            await runner.measure();
        } finally {
            delete performance.now;
            for (const name of ["run", "onCpu"]) delete runner[name];
        }
        expect(asked, "twice, until one takes 20 ms, which none does here").to.deep.equal(
            { gpu: [...twice([2 ** 14, 2 ** 16, 2 ** 18]), 1024], cpu: twice([2 ** 12, 2 ** 14]) },
        );
        const { speeds } = attached.runner, column = new Uint8Array(32);
        const program = (n, write) => attached.runner.program(n, write);
        const six = program(2 ** 14, ({ fft, input }) => Array.from({ length: 6 }, () => fft(input(column))));
        const one = program(2 ** 14, ({ fft, input }) => [fft(input(column))]), whole = workOf(six);
        const of = (steps, parts = 1) => attached.decide({ mode: "auto", parts }, steps).fraction;
        expect([whole, workOf(one)]).to.deep.equal([2 ** 14 * (6 + 6 * 7) / 64, 2 ** 14 * 8 / 64]);
        expect(speeds.cpu.slope > 0 && speeds.gpu.slope >= 0).to.equal(true);
        speeds.cpu = { floor: 0, slope: 120 / whole };
        speeds.gpu = { floor: 1, slope: 60 / whole };
        expect([of(six), of(one)]).to.deep.equal([1, 1]);
        speeds.gpu = { floor: 10, slope: 60 / whole };
        expect([of(six), of(one)], "a transform is a sixth of it").to.deep.equal([1, 0]);
        expect(attached.decide({ mode: "auto", parts: 1 }, one).reason)
            .to.equal("no faster on the GPU: about 20 ms on the CPU, 20 on the GPU");
        const { concurrency } = curve.tm;
        curve.tm.concurrency = 2;
        expect(of(six, 3), "which two workers share on the CPU").to.equal(0);
        curve.tm.concurrency = concurrency;
        attached.gpu.queue.queuedMs = 50;
        expect(of(six), "behind others").to.equal(0);
        attached.gpu.queue.queuedMs = 0;
        const before = { floor: 0, slope: 0 }, long = [0, 1, 2].map(() => new Uint8Array(32 * 2 ** 12));
        speeds.gpu = before;
        await quotient({ gpu: "enabled" });
        expect(speeds.gpu, "few values say nothing").to.equal(before);
        let go;
        const others = attached.gpu.queue.next(() => new Promise((resolve) => { go = resolve; })), noted = [];
        speeds.noteGpu = (...given) => noted.push(given);
        const waiting = Fr.cosetQuotient(...long, { gpu: "enabled" }), started = performance.now();
        await new Promise((resolve) => { setTimeout(resolve, 300); });
        const waited = performance.now() - started;
        go();
        await Promise.all([others, waiting]);
        const [[work, bytes, ms]] = noted, after = performance.now();
        expect([work, bytes]).to.deep.equal([2 ** 12 * (9 + 6 * 6) / 64, 32]);
        expect(ms, "without what it waited for others").to.be.at.most(after - started - waited);
        attached.runner.settings.check = true;
        await Fr.cosetQuotient(...long, { gpu: "enabled" });
        expect(noted, "nor with the CPU's part in a test").to.have.length(1);
    });

    it("count for those after them what the CPU has to do, and take the GPU where it is free before", async () => {
        await open();
        Fr.attachedGpu.gpu.adapter.fallback = false; // and nothing was measured
        const { attachedGpu: attached } = Fr, { speeds } = attached.runner, { cpu } = attached.gpu, [column] = columns, how = ["", "", undefined, ""];
        const work = workOf(attached.runner.program(N, ({ fft, input }) => [fft(input(column))]));
        speeds.cpu = { floor: 0, slope: 100 / work };
        speeds.gpu = { floor: 0, slope: 150 / work };
        const wanted = await Fr.fft(column), into = new Uint8Array(32 * N);
        const calls = [
            () => Fr.fft(column, ...how, { gpu: "auto" }),
            async () => {
                await runFused(curve, N, ({ fft, input }) => [[fft(input(column)), into]], { gpu: "auto" });
                return into;
            },
        ];
        for (const call of calls) {
            const before = { ...attached.counts }, first = call();
            expect([cpu.queuedMs, attached.counts.cpu - before.cpu], "one worker, which has 100 ms").to.deep.equal([100, 1]);
            const second = call();
            expect(attached.counts.cpu - before.cpu, "200 ms on the CPU, or 150 on the GPU").to.equal(1);
            for (const made of await Promise.all([first, second])) expect(Buffer.compare(made, wanted)).to.equal(0);
            const { counts, gpu: { queue } } = attached;
            expect([cpu.queuedMs, queue.queuedMs, counts.gpu - before.gpu]).to.deep.equal([0, 0, 1]);
            speeds.gpu = { floor: 0, slope: 150 / work };
        }
    });

    it("stop where the caller does, and wait for those before", async () => {
        await open();
        const { queue } = Fr.attachedGpu.gpu, stop = new AbortController(), order = [];
        let go;
        const first = queue.next(() => new Promise((resolve) => { go = resolve; })).then(() => order.push("first"));
        const waiting = quotient({ gpu: "enabled", signal: stop.signal });
        const other = isRight({ gpu: "enabled" }).then((right) => order.push(right));
        stop.abort(new Error("enough"));
        expect((await failureOf(waiting)).message).to.equal("enough");
        go();
        await Promise.all([first, other]);
        expect(order).to.deep.equal(["first", true]);
        expect([queue.queuedMs, calls()]).to.deep.equal([0, { gpu: 1, cpu: 0, again: 0 }]);
    });
});
