/**
 * The GPU of one group: whether the device is ready for it, its MSMs, and what became of them.
 * @module gpu/group_gpu
 */
/** @import { GpuJob, OnCpu } from "../../../src/internal/gpu.js" */
/** @import { PointGroup } from "../../../src/internal/gpu.js" */
/** @import { Gpu } from "./gpu.js" */
/** @import { RunnerOptions } from "./runner.js" */
/** @import { GpuGroup } from "./wgsl/types.js" */
import { GpuPart } from "./gpu_part.js";
import { compileKernels, formOn, KERNELS } from "./device.js";
import { Runner } from "./runner.js";
import { pointCost, Speeds } from "./speeds.js";
import { Msms } from "./msms.js";
import { measure, prove } from "./self_test.js";

/**
 * @typedef {object} OwnOptions
 * @property {"auto" | "enabled" | "disabled"} calls - for calls that do not say
 * @property {boolean} split - an MSM may be split between GPU and CPU
 */

/** @typedef {OwnOptions & RunnerOptions} GroupGpuOptions */

/** The GPU of one group. A GroupGpu of batch/gpu_hooks. */
export class GroupGpu extends GpuPart {
    /**
     * @param {Gpu} gpu
     * @param {{ group: Readonly<GpuGroup>, G: PointGroup }} row
     * @param {GroupGpuOptions} options
     */
    constructor(gpu, { group, G }, { calls, split, ...options }) {
        const { kept, queue, cpu } = gpu, { key, params: { degree } } = group;
        const runner = new Runner(G, new Speeds(pointCost), options, { kept, degree });
        super(gpu, key, calls, {
            compile: (device) =>
                compileKernels(device, group, { ...KERNELS, form: formOn(gpu.adapter), ...gpu.kernels }),
            use: (kernels) => { runner.kernels = kernels; },
            prove: () => prove(runner, gpu.r, queue),
            measure: () => measure(runner, gpu.r, queue),
            close: (reason) => runner.close(reason),
        });
        this.group = group;
        this.runner = runner;
        this.msms = new Msms(this.runner, {
            queue, cpu, split,
            status: () => ({ state: this.state, reason: this.reason, fallback: gpu.adapter.fallback }),
            onMsm: (report) => { gpu.last = { group: key, ...report }; },
            onFault: (error) => gpu.fault(error),
        });
        this.counts = this.msms.counts;
    }

    /**
     *   in      an MSM whose arguments were checked; mode is "auto" or "enabled"
     *   out     jacobian, wherever it was computed
     *   errors  with "enabled": why there is no GPU; the caller's errors; never one of the GPU's
     * @param {GpuJob} job
     * @param {OnCpu} onCpu - computes a part of the job, or all of it
     * @returns {Promise<Uint8Array>}
     */
    async msm(job, onCpu) {
        if (job.mode === "enabled") await this.require(job.where, job.options.signal);
        return this.msms.msm(job, onCpu);
    }
}
