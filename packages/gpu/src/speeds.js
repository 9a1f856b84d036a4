/**
 * How fast the CPU and the GPU compute MSMs of a group, learnt from those that ran here.
 * @module gpu/speeds
 */
/** @import { GpuJob as Job } from "../../../src/internal/gpu.js" */
/** @import { Question, Speed } from "./dispatch_policy.js" */
import { densityOf, estimate, learn } from "./dispatch_policy.js";
import { cut } from "./parts.js";

/** Bytes of the scalars that speeds are for. */
export const FULL = 32;

/** Fewer points say nothing about a speed. */
export const MEASURED = 1 << 12;

/**
 * What a point of an MSM costs, compared with MSMs of 2^14 points: longer ones have fewer windows.
 * @param {number} n
 */
export const pointCost = (n) => 14 / Math.log2(Math.max(n, MEASURED));

/** Estimates for one group or field. */
export class Speeds {
    /** @param {(n: number) => number} [perPoint] - what a point costs in MSMs of n points */
    constructor(perPoint = () => 1) {
        this.perPoint = perPoint;
        /** @type {Speed} */
        this.cpu = { floor: 0, slope: 0 };
        /** @type {Speed} */
        this.gpu = { floor: 0, slope: 0 };
    }

    /** Milliseconds that the GPU takes. @param {number} n - points with full scalars */
    onGpu(n) {
        return estimate(this.gpu, n * this.perPoint(n));
    }

    /**
     * What the dispatch policy must know of an MSM.
     * @param {Job} job
     * @returns {Pick<Question, "mode" | "n" | "density" | "cpu" | "gpu">}
     */
    question({ mode, n, scalarBytes, scalars }) {
        const density = mode === "enabled" ? 1 : densityOf((i) => cut(scalars, i * scalarBytes, (i + 1) * scalarBytes), n);
        const width = scalarBytes / FULL;
        const each = this.perPoint(n);
        const cpu = { floor: 0, slope: this.cpu.slope * width * each };
        const gpu = { floor: this.gpu.floor, slope: this.gpu.slope * Math.max(0.25, width) * each };
        return { mode, n, density, cpu, gpu };
    }

    /** After an MSM on the CPU. @param {Job} job @param {number} density @param {number} ms */
    noteCpu({ n, scalarBytes }, density, ms) {
        const full = (n * density * scalarBytes) / FULL;
        if (full >= MEASURED) this.cpu = learn(this.cpu, full * this.perPoint(n), ms);
    }

    /** After an MSM on the GPU. @param {number} n @param {number} scalarBytes @param {number} ms */
    noteGpu(n, scalarBytes, ms) {
        if (n >= MEASURED && scalarBytes === FULL) this.gpu = learn(this.gpu, n * this.perPoint(n), ms);
    }
}
