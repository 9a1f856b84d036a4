/**
 * MSMs of a group that has a GPU: decides about each, runs it on the GPU, the CPU or both, and
 * does again on the CPU what failed.
 * @module gpu/msms
 */
/** @import { GpuJob as Job, OnCpu } from "../../../src/internal/gpu.js" */
/** @import { Speed } from "./dispatch_policy.js" */
/** @import { SerialQueue } from "./serial_queue.js" */
/** @import { Backlog } from "./backlog.js" */
/** @import { Runner } from "./runner.js" */
import { copyBytes, messageOf, now } from "../../../src/internal/gpu.js";
import { decide, estimate } from "./dispatch_policy.js";
import { partOf, progressOf, wordsOf } from "./parts.js";
import { BINDING_BYTES, pointsPerRun } from "./msm_layout.js";
import { withTimeout } from "./timeout.js";

/** An MSM is split at a multiple of this part of it, so that the GPU gets the same points again. */
const PARTS = 16;

/**
 * What a GPU is: it changes while MSMs wait.
 * @typedef {{ state: string, reason: string, fallback: boolean }} Status
 */

/**
 * What became of an MSM.
 * @typedef {{ where: "gpu" | "cpu" | "both", points: number, ms: number, reason: string }} MsmReport
 */

/** The MSMs of one group. */
export class Msms {
    /**
     * @param {Runner} runner
     * @param {object} gpu
     * @param {SerialQueue} gpu.queue - of the runs of all its groups
     * @param {Backlog} gpu.cpu - what the CPU has to do for all of them
     * @param {boolean} gpu.split - an MSM may be split between GPU and CPU
     * @param {() => Status} gpu.status
     * @param {(last: MsmReport) => void} gpu.onMsm - an MSM has ended
     * @param {(error: any) => void} gpu.onFault - a run failed
     */
    constructor(runner, { queue, cpu, split, status, onMsm, onFault }) {
        this.runner = runner;
        this.speeds = runner.speeds;
        this.queue = queue;
        this.cpu = cpu;
        this.split = split;
        this.status = status;
        this.onMsm = onMsm;
        this.onFault = onFault;
        this.counts = { gpu: 0, cpu: 0, again: 0 };
    }

    /**
     *   in      an MSM whose arguments were checked
     *   out     jacobian, wherever it was computed
     *   errors  the caller's; never one of the GPU's
     * @param {Job} job
     * @param {OnCpu} onCpu - computes a part of the job, or all of it
     * @returns {Promise<Uint8Array>}
     */
    async msm(job, onCpu) {
        const { speeds, queue: { queuedMs }, cpu, cpu: { queuedMs: cpuQueuedMs }, split } = this;
        const question = { ...speeds.question(job), ...this.status(), queuedMs, cpuQueuedMs, split };
        const { fraction, reason, ownMs } = decide(question);
        const start = now();
        if (fraction === 0) {
            this.counts.cpu++;
            const before = cpu.begun, point = await cpu.during(ownMs, () => onCpu({}));
            // what others took would be learnt as well
            const alone = cpuQueuedMs === 0 && cpu.begun === before + 1;
            if (question.cpu.slope && alone) speeds.noteCpu(job, question.density, now() - start);
            this.onMsm({ where: "cpu", points: job.n, ms: now() - start, reason });
            return point;
        }
        // if less than all, the policy gives the GPU 0.15 or more
        const parts = Math.round(fraction * PARTS);
        const here = job.n - Math.round((job.n * parts) / PARTS);
        const report = progressOf(job);
        const own = () => onCpu({ ...partOf(job, 0, here, 0, report()), release: job.release });
        const rest = here > 0 ? cpu.during((ownMs * here) / job.n, own) : undefined;
        const gpu = this.onGpu(job, here, report, onCpu, question.gpu);
        const [{ value: point, again }, other] = await Promise.all([gpu, rest]);
        this.counts[again ? "again" : "gpu"]++;
        this.onMsm({
            where: again ? "cpu" : here ? "both" : "gpu", points: job.n, ms: now() - start, reason: again || reason,
        });
        return other ? this.runner.G.add(point, other) : point;
    }

    /**
     * Points from `begin` on, in runs; a run that fails is done on the CPU.
     * @param {Job} job
     * @param {number} begin
     * @param {() => (points: number) => void} report
     * @param {OnCpu} onCpu
     * @param {Speed} speed - of the GPU, for scalars of this width
     */
    async onGpu(job, begin, report, onCpu, speed) {
        const { n, pointBytes, scalarBytes, options: { signal } } = job, done = report();
        // an MSM has up to twice as many coordinates as a point
        const words = Math.ceil(scalarBytes / 4);
        const sizes = { pointWords: pointBytes / 4, sumWords: pointBytes / 2 };
        const most = pointsPerRun(32 * (words + 1), sizes, BINDING_BYTES);
        const expected = estimate(speed, n - begin);
        let value = this.runner.G.zero, again = "", seen = 0;
        await this.queue.during(expected, async () => {
            for (let from = begin; from < n; from += most) {
                signal?.throwIfAborted();
                const to = Math.min(n, from + most);
                const size = (to - from) * pointBytes;
                const points = job.view?.(from * pointBytes, size) ?? (await job.read(from * pointBytes, size));
                const read = (/** @type {number} */ at, /** @type {number} */ length) =>
                    copyBytes(points, at, at + length);
                try {
                    value = this.runner.G.add(value, await this.afterOthers(job, points, from, to));
                } catch (error) {
                    signal?.throwIfAborted();
                    again = messageOf(error);
                    const base = seen, onPoints = (/** @type {number} */ k) => done(base + k);
                    const part = partOf({ ...job, read }, from, to, from, onPoints);
                    value = this.runner.G.add(value, await onCpu(part));
                }
                seen += to - from;
                done(seen);
                job.release?.(size);
            }
        });
        return { value, again };
    }

    /**
     * A run when those before it have ended.
     * @param {Job} job
     * @param {Uint8Array} points
     * @param {number} from
     * @param {number} to
     */
    async afterOthers({ scalars, scalarBytes, options: { signal } }, points, from, to) {
        const mine = this.queue.next(async () => {
            signal?.throwIfAborted();
            const { state, reason } = this.status();
            if (state !== "ready") throw new Error(reason);
            const { words, own } = wordsOf(scalars, from, to, scalarBytes);
            const start = now();
            try {
                const point = await this.runner.checkedRun(points, words, to - from, words.length / 4 / (to - from));
                if (!this.runner.options.check) this.speeds.noteGpu(to - from, scalarBytes, now() - start);
                return point;
            } catch (error) {
                this.onFault(error);
                throw error;
            } finally {
                if (own) words.fill(0);
            }
        });
        return withTimeout(mine, { signal });
    }
}
