/**
 * The GPU of the scalars of a curve: decides about each program over columns, and leaves to the
 * CPU what failed.
 * @module gpu/field_gpu
 */
/** @import { ColumnJob } from "../../../src/internal/gpu.js" */
/** @import { ColumnCurve as Columned } from "../../../src/internal/gpu.js" */
/** @import { Program } from "../../../src/internal/gpu.js" */
/** @import { FieldParams } from "../../../src/internal/gpu.js" */
/** @import { Gpu } from "./gpu.js" */
/** @import { Calls } from "./gpu_part.js" */
/** @import { FieldSettings } from "./field_runner.js" */
import { isByteView, messageOf, now } from "../../../src/internal/gpu.js";
import { GpuPart } from "./gpu_part.js";
import { decide, estimate } from "./dispatch_policy.js";
import { BINDING_BYTES } from "./msm_layout.js";
import { missingStep } from "./column_program.js";
import { FieldRunner, workOf } from "./field_runner.js";
import { FULL } from "./speeds.js";
import { withTimeout } from "./timeout.js";

/** The GPU of a scalar field. A FieldGpu of batch/gpu_hooks. */
export class FieldGpu extends GpuPart {
    /**
     * @param {Gpu} gpu
     * @param {{ field: Readonly<FieldParams>, curve: Columned }} of
     * @param {{ calls: Calls } & FieldSettings} options
     */
    constructor(gpu, of, { calls, check, timeout }) {
        const runner = new FieldRunner(gpu, of, { check, timeout });
        super(gpu, "Fr", calls, runner);
        this.runner = runner;
    }

    /**
     *   in      a program over lists of a domain, which are only read
     *   out     lists from the GPU, or what the CPU made
     *   errors  with "enabled": why there is no GPU; the caller's; never one of the GPU's
     * @template T
     * @param {ColumnJob} job
     * @param {() => Promise<T>} onCpu
     * @returns {Promise<import("../../../src/internal/gpu.js").Calculated<T>>}
     */
    async calculate(job, onCpu) {
        const { where, mode, signal } = job;
        if (mode === "enabled") await this.require(where, signal);
        const { runner, gpu: { cpu } } = this, program = runner.program(job.n, job.write);
        const { fraction, reason } = this.decide(job, program);
        const start = now();
        const work = workOf(program);
        if (fraction === 0) this.note("cpu", job, reason);
        else {
            try {
                const lists = await this.afterOthers(job, work);
                this.note("gpu", job, reason, now() - start);
                return { lists };
            } catch (error) {
                signal?.throwIfAborted();
                this.note("again", job, messageOf(error), now() - start);
            }
        }
        const ms = estimate(runner.speeds.cpu, work) / runner.workers;
        return { made: await cpu.during(ms, onCpu) };
    }

    /** What a GPU cannot do at all. @param {Program} program @returns {string | undefined} */
    refusal(program) {
        const { n, steps } = program, most = BINDING_BYTES / this.runner.curve.Fr.n8;
        const missing = missingStep(program);
        if (missing) return `the GPU has no ${missing}`;
        const readable = steps.every(({ op, list }) => op !== "input" || isByteView(list));
        const fits = Number.isInteger(Math.log2(n)) && n >= 2 && n <= most && readable;
        return fits ? undefined : `the GPU has columns of 2^k values, 2 to ${most} of them`;
    }

    /**
     * @param {Pick<ColumnJob, "mode" | "parts">} job
     * @param {Program} program
     */
    decide({ mode, parts }, program) {
        const { state, reason, runner: { speeds: { cpu, gpu }, workers } } = this;
        const { adapter: { fallback }, queue: { queuedMs }, cpu: { queuedMs: cpuQueuedMs } } = this.gpu;
        const refused = this.refusal(program);
        const slope = cpu.slope / Math.min(parts, workers);
        if (refused) return { fraction: 0, reason: refused };
        return decide({
            mode, state, reason, fallback, density: 1, gpu, queuedMs, cpuQueuedMs, split: false, n: workOf(program),
            cpu: { floor: cpu.floor, slope },
        });
    }

    /**
     * What gpuInfo() says of it.
     * @param {"gpu" | "cpu" | "again"} what - became of it
     * @param {ColumnJob} job
     * @param {string} reason
     * @param {number} ms - on the GPU; the CPU's are not known here
     */
    note(what, { n }, reason, ms = 0) {
        this.counts[what]++;
        this.gpu.last = { group: this.key, where: what === "gpu" ? "gpu" : "cpu", points: n, ms, reason };
    }

    /**
     * A run when those before it have ended.
     * @param {ColumnJob} job
     * @param {number} work
     */
    afterOthers({ n, write, signal }, work) {
        const { gpu, gpu: { queue }, runner, runner: { speeds } } = this;
        const mine = queue.during(speeds.onGpu(work), () => queue.next(async () => {
            signal?.throwIfAborted();
            if (!this.isReady) throw new Error(this.reason);
            const start = now(); // what it waited for others says nothing about the GPU
            try {
                const lists = await runner.run(n, write);
                if (!runner.settings.check) speeds.noteGpu(work, FULL, now() - start);
                return lists;
            } catch (error) {
                gpu.fault(error);
                throw error;
            }
        }));
        return withTimeout(mine, { signal });
    }
}
