/**
 * A GPU: one device, and what it computes for a curve: MSMs over its groups, and programs
 * over columns of its scalars.
 * Opens it, lets it prove itself for one of them after the other, and gives it up. A GPU that is
 * lost is opened once more; one that was wrong is never used again.
 * @module gpu/gpu
 */
/** @import { PointGroup } from "../../../src/internal/gpu.js" */
/** @import { GpuGroup, KernelOptions } from "./wgsl/types.js" */
/** @import { FieldParams } from "../../../src/internal/gpu.js" */
/** @import { GpuPart } from "./gpu_part.js" */
/** @import { ColumnCurve as Columned } from "../../../src/internal/gpu.js" */
/** @import { GroupGpuOptions } from "./group_gpu.js" */
/** @import { MsmReport } from "./msms.js" */
import { describeAdapter, openAdapter } from "./device.js";
import { FieldGpu } from "./field_gpu.js";
import { GroupGpu } from "./group_gpu.js";
import { PointCache } from "./point_cache.js";
import { SerialQueue } from "./serial_queue.js";
import { Backlog } from "./backlog.js";
import { WrongAnswer } from "./runner.js";
import { messageOf } from "../../../src/internal/gpu.js";

/**
 * @typedef {object} OwnOptions
 * @property {number} cacheBytes - of points that stay on the GPU between calls
 */

/** @typedef {OwnOptions & GroupGpuOptions} GpuOptions */

/**
 * What a GPU computes MSMs for.
 * @typedef {object} Groups
 * @property {bigint} r - their order
 * @property {readonly { group: Readonly<GpuGroup>, G: PointGroup }[]} rows - those behind the
 *   first wait for it
 * @property {{ field: Readonly<FieldParams>, curve: Columned }} [scalars] - their field, for
 *   columns
 * @property {Partial<KernelOptions>} [kernels] - how they are written, for benches and tests
 */

/** A GPU. */
export class Gpu {
    /**
     * @param {Groups} groups
     * @param {() => Promise<any>} load - finds WebGPU
     * @param {GpuOptions} options
     */
    constructor({ r, rows, scalars, kernels }, load, { cacheBytes, ...options }) {
        this.r = r;
        this.kernels = kernels;
        this.load = load;
        this.adapter = { name: "", fallback: false };
        this.opened = 0;
        this.ended = false;
        this.insisted = false;
        /** @type {any} GPU */
        this.webgpu = undefined;
        /** @type {any} GPUDevice */
        this.device = undefined;
        /** @type {Promise<void> | undefined} */
        this.opening = undefined;
        this.queue = new SerialQueue();
        this.cpu = new Backlog();
        this.kept = new PointCache(cacheBytes);
        /** @type {(MsmReport & { group: string }) | undefined} */
        this.last = undefined;
        this.groups = rows.map((row) => new GroupGpu(this, row, options));
        this.scalars = scalars && new FieldGpu(this, scalars, options);
        const [first, ...others] = this.groups;
        /** In the order in which they prove themselves. @type {GpuPart[]} */
        this.parts = [first, ...(this.scalars ? [this.scalars] : []), ...others];
    }

    /** What gpuInfo() says: of the first group what is not of all. */
    info() {
        const { adapter: { name, fallback }, kept: { bytes, hits }, parts, last } = this;
        const calls = { gpu: 0, cpu: 0, again: 0 };
        for (const { counts } of parts)
            for (const where of /** @type {const} */ (["gpu", "cpu", "again"])) calls[where] += counts[where];
        const states = parts.map(({ key, state, reason }) => [key, { state, reason }]);
        const [{ state, reason }] = parts;
        return {
            state, reason, adapter: name, fallback, calls, kept: { bytes, hits }, last,
            groups: Object.fromEntries(states),
        };
    }

    /**
     * Opens the GPU; settles when a device is about to prove itself, or the GPU waits or is off,
     * and never rejects. A software adapter waits until a call insists on it.
     * @param {boolean} [insist]
     * @returns {Promise<void>}
     */
    open(insist = false) {
        this.insisted ||= insist;
        if (this.parts[0].state === "waiting" && insist) this.opening = undefined;
        this.opening ??= this.openDevice().catch((error) => this.off(messageOf(error)));
        return this.opening;
    }

    /** Shuts the GPU down permanently; safe while it is opening. @param {string} reason */
    end(reason) {
        this.ended = true;
        this.off(reason);
    }

    /** @param {string} reason */
    off(reason) {
        for (const part of this.parts) part.close(reason);
        this.kept.clear();
        this.device?.destroy();
        this.device = undefined;
    }

    /**
     * @param {any} device
     * @throws {Error} if it is this GPU's no more: it was lost, or the GPU has ended
     */
    checkGoing(device) {
        if (this.ended || this.device !== device) throw new Error(this.parts[0].reason);
    }

    async openDevice() {
        for (const part of this.parts) part.become("opening");
        this.webgpu ??= await this.load(); // kept: Dawn ends with the object that it came from
        const adapter = await openAdapter(this.webgpu);
        this.checkGoing(undefined);
        this.adapter = describeAdapter(adapter);
        if (this.adapter.fallback && !this.insisted) {
            const reason = `the adapter ${this.adapter.name} is a processor, not a GPU`;
            for (const part of this.parts) part.become("waiting", reason);
            return;
        }
        this.use(await adapter.requestDevice());
    }

    /** Lets a device prove itself, for one group after the other. @param {any} device */
    use(device) {
        this.opened++;
        if (this.ended) device.destroy();
        this.checkGoing(undefined);
        this.device = device;
        device.addEventListener?.("uncapturederror", (/** @type {any} */ event) => event.preventDefault?.());
        device.lost.then((/** @type {any} */ { reason, message }) => {
            if (this.device === device) this.lose(`WebGPU: the device was lost (${reason}): ${message}`);
        });
        let before = Promise.resolve();
        for (const part of this.parts) part.opening = before = before.then(() => part.open(device));
    }

    /**
     * A part cannot be computed: it is off. If it is the first one, which every use of the GPU
     * needs, the device is not trusted.
     * @param {GpuPart} part
     * @param {string} reason
     */
    giveUp(part, reason) {
        if (part === this.parts[0]) this.off(reason);
        else part.giveUp(reason);
    }

    /** A run failed. @param {any} error */
    fault(error) {
        if (error instanceof WrongAnswer) this.off(messageOf(error));
        else this.lose(messageOf(error));
    }

    /**
     * After a fault: one new device, then none. A group for which the device was proving itself may
     * be what it was lost for, and would then take that one from the others as well.
     * @param {string} reason
     */
    lose(reason) {
        if (this.ended) return;
        this.kept.budget = 0; // it may have been too much
        const again = this.opened < 2 && this.parts[0].isReady;
        const tried = this.parts.find(({ isTried }) => isTried);
        if (again && tried) this.giveUp(tried, reason);
        this.off(reason);
        if (!again) return;
        this.opening = undefined;
        this.open(true);
    }
}
