/**
 * MSMs on one group's device: runs that end in time, with points that the device keeps, and results
 * that are tested.
 * @module gpu/runner
 */
/** @import { PointGroup } from "../../../src/internal/gpu.js" */
/** @import { Kernels } from "./msm_run.js" */
/** @import { PointCache } from "./point_cache.js" */
/** @import { Speeds } from "./speeds.js" */
import { copyBytes, now } from "../../../src/internal/gpu.js";
import { digestOf } from "./point_cache.js";
import { BINDING_BYTES, layOutMsm } from "./msm_layout.js";
import { doubled } from "./random_test.js";
import { addWindows, runMsm } from "./msm_run.js";
import { withTimeout } from "./timeout.js";

/**
 * Milliseconds that a dispatch may take: less than any watchdog allows. And additions of the first
 * one, over Fp; over Fp2 an addition takes about four times as long.
 */
const DISPATCH_MS = 200, FIRST_ADDITIONS = 1 << 20;

/**
 * A run counts as hanging when it takes this many times the expected time, but not before the
 * caller's timeout.
 */
export const PATIENCE = 20;

/** Options for reference MSMs, which must run on the CPU. */
export const CPU = Object.freeze(/** @type {const} */ ({ gpu: "disabled" }));

/**
 * @typedef {object} RunnerOptions
 * @property {boolean} check - each result is also tested against the CPU at random points
 * @property {number} timeout - milliseconds
 */

/** An answer of a device that is not the MSM. */
export class WrongAnswer extends Error {}

/**
 * Above the highest bit of all scalars.
 * @param {Uint8Array} scalars
 * @param {number} words - of each
 */
function bitsOf(scalars, words) {
    const view = new Uint32Array(scalars.buffer, scalars.byteOffset, scalars.length / 4);
    for (let k = words - 1; k >= 0; k--) {
        let any = 0;
        for (let i = k; i < view.length; i += words) any |= view[i];
        if (any) return 32 * k + 32 - Math.clz32(any);
    }
    return 1;
}

/** MSMs of one group on a device, while there is one. */
export class Runner {
    /**
     * @param {PointGroup} G
     * @param {Speeds} speeds - say how long a run may take
     * @param {RunnerOptions} options
     * @param {object} device
     * @param {PointCache} device.kept - for all of its groups
     * @param {1 | 2} device.degree - of the field of this group's coordinates
     */
    constructor(G, speeds, options, { kept, degree }) {
        this.G = G;
        this.speeds = speeds;
        this.options = options;
        this.firstAdditions = FIRST_ADDITIONS / degree ** 2;
        this.additions = this.firstAdditions;
        this.reason = "";
        /** @type {(Kernels & { pointWords: number }) | undefined} */
        this.kernels = undefined;
        this.kept = kept;
    }

    /** Forgets the device. @param {string} reason - that later runs give */
    close(reason) {
        this.reason = reason;
        this.kernels = undefined;
    }

    /**
     * One run. Rejects if anything is wrong with its result.
     * @param {Uint8Array} points
     * @param {Uint8Array} scalars - n of `words` words
     * @param {number} n
     * @param {number} words
     * @param {import("./msm_run.js").RunOptions & { forced?: { bits?: number, span?: number } }}
     *   [options]
     * @returns {Promise<Uint8Array>} jacobian
     */
    async run(points, scalars, n, words, { forced, ...options } = {}) {
        const kernels = this.kernels;
        if (!kernels) throw new Error(this.reason || "WebGPU: expected a device, got none");
        const limits = { bindingBytes: BINDING_BYTES, additions: this.additions };
        const plan = layOutMsm({ n, scalarWords: words, scalarBits: bitsOf(scalars, words) }, kernels, limits, forced);
        const ms = Math.max(this.options.timeout, PATIENCE * this.speeds.onGpu(n));
        const start = now();
        const outs = await withTimeout(runMsm(kernels, plan, points, scalars, options), { ms });
        const point = addWindows(this.G, plan, outs);
        if (!this.G.isValid(point)) throw new WrongAnswer("WebGPU: expected a point of the curve, got another");
        const rate = (n * plan.windows) / Math.max(0.1, now() - start);
        this.additions = Math.max(this.firstAdditions, Math.min(2 ** 28, rate * DISPATCH_MS));
        return point;
    }

    /**
     * A run with the points that the GPU has kept, if it has these; those that it has met before
     * are kept.
     * @param {Uint8Array} points
     * @param {Uint8Array} scalars
     * @param {number} n
     * @param {number} words
     * @returns {Promise<{ point: Uint8Array, kept?: any }>} kept: the buffer for further runs with
     *   the same points
     */
    async keptRun(points, scalars, n, words) {
        const store = this.kept, { kept, sample } = store.meet(points);
        if (kept) {
            let digest = /** @type {Promise<Uint8Array | undefined>} */ (Promise.resolve(undefined));
            const onSubmitted = () => { digest = digestOf(points); };
            const point = await this.run(points, scalars, n, words, { kept: kept.buffer, onSubmitted });
            const start = now();
            const same = await store.areSame(kept, digest);
            store.judge(kept, now() - start);
            if (same) return { point, kept: kept.buffer };
        }
        if (!sample) return { point: await this.run(points, scalars, n, words) };
        // What is uploaded is what is hashed, even if the caller changes its memory meanwhile.
        const own = copyBytes(points, 0, points.length), bytes = own.length;
        const start = now();
        let buffer, uploadMs = 0;
        store.makeRoom(bytes);
        const point = await this.run(own, scalars, n, words, {
            onSubmitted: () => { uploadMs = now() - start; },
            keep: (/** @type {any} */ made) => {
                buffer = made;
                store.add({ buffer, bytes, sample, uploadMs, digest: digestOf(own) });
            },
        });
        return { point, kept: buffer };
    }

    /**
     * A run whose result is also tested: with t small and random, a random, the MSM with the
     * scalars a k + t must be a times the result plus the MSM with t, which is short on the CPU.
     * @param {Uint8Array} points
     * @param {Uint8Array} scalars
     * @param {number} n
     * @param {number} words
     */
    async checkedRun(points, scalars, n, words) {
        const { point, kept } = await this.keptRun(points, scalars, n, words);
        if (!this.options.check) return point;
        const { G } = this, { scalars: other, factor, offsets } = doubled(scalars, n, words);
        try {
            const twin = await this.run(points, other, n, words + 1, { kept });
            const short = await G.multiExpAffine(points, offsets, undefined, undefined, CPU);
            if (!G.eq(twin, G.add(G.timesScalar(point, factor), short)))
                throw new WrongAnswer("WebGPU: expected a linear result, got another");
        } finally {
            other.fill(0);
        }
        return point;
    }
}
