/**
 * A graphics card that sums for one group: opens it, lets it prove itself, decides about each call, checks each
 * result, and does again on the CPU what failed. A card that is lost is opened once more; one that was wrong is never
 * used again.
 * @module gpu/card
 */
/** @import { PointGroup } from "../curves/types.js" */
/** @import { Kernels } from "./runs.js" */
/** @import { Speed } from "./gate.js" */
/** @import { CardRecord } from "./wgsl/types.js" */
import { now, startTimer } from "../util/host.js";
import { copyBytes } from "../util/bytes.js";
import { isBigBuffer } from "../util/bigbuffer.js";
import { compileKernels, describeAdapter, formOn, openAdapter } from "./device.js";
import { decide, densityOf, estimate, learn } from "./gate.js";
import { digestOf, KeptPoints } from "./kept_points.js";
import { knownAnswer } from "./known_answers.js";
import { BINDING_BYTES, planSum, pointsPerRun } from "./plan.js";
import { doubled } from "./random_test.js";
import { addWindows, runSum } from "./runs.js";

/** Points of the known answer: buckets full, partial sums in three levels. */
const KNOWN = 600;

/** Points of the measurements that the first estimates come from: on the CPU, on the card. */
const MEASURED = 1 << 12, MEASURED_ON_CARD = 1 << 14;

/** Assumed upload rate, in bytes of points per millisecond, until a long sum has been measured. */
const BYTES_PER_MS = 1e6;

/** Milliseconds that a dispatch may take: less than any watchdog allows. And additions of the first one. */
const DISPATCH_MS = 200, FIRST_ADDITIONS = 1 << 20;

/** A sum is split at a multiple of this part of it, so that the card gets the same points again. */
const PARTS = 16;

/** A run counts as hanging when it takes this many times the expected time, but not before the caller's timeout. */
const PATIENCE = 20;

/** Options for reference sums, which must run on the CPU. */
const CPU = Object.freeze(/** @type {const} */ ({ gpu: "disabled" }));

/** Bytes of the scalars that speeds are for. */
const FULL = 32;

/**
 * @typedef {object} CardOptions
 * @property {"auto" | "enabled" | "disabled"} calls - for calls that do not say
 * @property {boolean} check - each result is also tested against the CPU at random points
 * @property {boolean} split - a sum may be split between card and CPU
 * @property {number} timeout - milliseconds
 * @property {number} keepBytes - of points that stay on the card between calls
 * @property {Omit<import("./wgsl/types.js").KernelOptions, "form"> & { form?: "table" | "straight" | "mixed" }} kernels
 */

/** @typedef {import("../batch/card.js").CardJob} Job */

/** @typedef {import("../batch/card.js").OnCpu} OnCpu */

/** @param {any} error */
const messageOf = (error) => String(error?.message ?? error);

/**
 * Settles as `promise`, but not later than a signal aborts or the time is over.
 * @template T
 * @param {Promise<T>} promise
 * @param {{ ms?: number, signal?: AbortSignal }} until
 * @returns {Promise<T>}
 */
function within(promise, { ms, signal }) {
    return new Promise((resolve, reject) => {
        const timer = ms === undefined ? undefined : startTimer(ms, () =>
            end(reject)(new Error(`WebGPU: expected an answer within ${Math.round(ms / 1000)} s, got none`)));
        const aborted = () => end(reject)(signal?.reason);
        const end = (/** @type {(value: any) => void} */ settle) => (/** @type {any} */ value) => {
            timer?.cancel();
            signal?.removeEventListener("abort", aborted);
            settle(value);
        };
        signal?.addEventListener("abort", aborted);
        promise.then(end(resolve), end(reject));
    });
}

/**
 * @param {import("../batch/types.js").Bytes} bytes
 * @param {number} from
 * @param {number} to
 * @returns {any} a view if it can be
 */
const cut = (bytes, from, to) => (isBigBuffer(bytes) ? bytes.slice(from, to) : bytes.subarray(from, to));

/**
 * Scalars in whole words: a view of the caller's where that is so, or memory of our own.
 * @param {import("../batch/types.js").Bytes} scalars
 * @param {number} from
 * @param {number} to
 * @param {number} bytes - of one
 */
function wordsOf(scalars, from, to, bytes) {
    const part = cut(scalars, from * bytes, to * bytes), wide = 4 * Math.ceil(bytes / 4);
    if (wide === bytes && part.byteOffset % 4 === 0) return { words: part, own: isBigBuffer(scalars) };
    if (wide === bytes) return { words: copyBytes(part, 0, part.length), own: true };
    const out = new Uint8Array((to - from) * wide);
    for (let i = 0; i < to - from; i++) out.set(part.subarray(i * bytes, (i + 1) * bytes), i * wide);
    return { words: out, own: true };
}

/** Above the highest bit of all scalars. @param {Uint8Array} scalars @param {number} words - of each */
function bitsOf(scalars, words) {
    const view = new Uint32Array(scalars.buffer, scalars.byteOffset, scalars.length / 4);
    for (let k = words - 1; k >= 0; k--) {
        let any = 0;
        for (let i = k; i < view.length; i += words) any |= view[i];
        if (any) return 32 * k + 32 - Math.clz32(any);
    }
    return 1;
}

/** A graphics card that sums for one group. */
export class Card {
    /**
     * @param {PointGroup} G
     * @param {bigint} r - order of the group
     * @param {Readonly<CardRecord>} record
     * @param {() => Promise<any>} load - finds WebGPU
     * @param {CardOptions} options
     */
    constructor(G, r, record, load, options) {
        this.G = G;
        this.r = r;
        this.record = record;
        this.load = load;
        this.options = options;
        this.calls = options.calls;
        /** @type {"opening" | "compiling" | "testing" | "ready" | "waiting" | "off"} */
        this.state = "opening";
        this.reason = "";
        this.adapter = { name: "", fallback: false };
        this.counts = { gpu: 0, cpu: 0, again: 0 };
        /** @type {any} */
        this.last = undefined;
        this.opened = 0;
        this.additions = FIRST_ADDITIONS;
        /** @type {Speed} */
        this.cpuSpeed = { floor: 0, slope: 0 };
        /** @type {Speed} */
        this.gpuSpeed = { floor: 0, slope: 0 };
        this.queuedMs = 0;
        /** @type {(Kernels & { pointWords: number }) | undefined} */
        this.kernels = undefined;
        this.ended = false;
        this.insisted = false;
        /** @type {any} GPU */
        this.gpu = undefined;
        this.kept = new KeptPoints(options.keepBytes);
        /** @type {Promise<unknown>} */
        this.tail = Promise.resolve();
        /** @type {Promise<void> | undefined} */
        this.preparing = undefined;
    }

    get isReady() {
        return this.state === "ready";
    }

    /** What gpuInfo() says. */
    info() {
        const { state, reason, adapter: { name, fallback }, counts, last, kept: { bytes, hits } } = this;
        return { state, reason, adapter: name, fallback, calls: { ...counts }, kept: { bytes, hits }, last };
    }

    /**
     * Opens the card and lets it prove itself; settles when it is ready or off, and never rejects. A processor that
     * plays a card waits until a call insists on it.
     * @param {boolean} [insist]
     * @returns {Promise<void>}
     */
    prepare(insist = false) {
        this.insisted ||= insist;
        if (this.state === "waiting" && insist) this.preparing = undefined;
        this.preparing ??= this.open().catch((error) => this.off(messageOf(error)));
        return this.preparing;
    }

    /** @param {string} reason */
    off(reason) {
        this.state = "off";
        this.reason = reason;
        this.close();
    }

    /** Shuts the card down permanently; safe while it is opening. @param {string} reason */
    end(reason) {
        this.ended = true;
        this.off(reason);
    }

    /** While it was opening it may have ended. */
    checkGoing() {
        if (this.ended) throw new Error(this.reason);
    }

    /** Gives the device back. */
    close() {
        const device = this.kernels?.device;
        this.kernels = undefined;
        this.kept.clear();
        device?.destroy();
    }

    async open() {
        this.checkGoing();
        this.state = "opening";
        this.gpu ??= await this.load(); // kept: Dawn ends with the object that it came from
        const adapter = await openAdapter(this.gpu);
        this.checkGoing();
        this.adapter = describeAdapter(adapter);
        if (this.adapter.fallback && !this.insisted) {
            this.state = "waiting";
            this.reason = `the adapter ${this.adapter.name} is a processor, not a graphics card`;
            return;
        }
        const device = await adapter.requestDevice();
        this.opened++;
        device.addEventListener?.("uncapturederror", (/** @type {any} */ event) => event.preventDefault?.());
        const kernels = await this.guard(device, this.compile(device));
        this.kernels = kernels;
        device.lost.then((/** @type {any} */ { reason, message }) => {
            if (this.kernels === kernels) this.lose(`WebGPU: the device was lost (${reason}): ${message}`);
        });
        this.checkGoing();
        this.state = "testing";
        await this.prove();
        if (!this.adapter.fallback) await this.measure();
        this.checkGoing();
        this.state = "ready";
        this.reason = "";
    }

    /** @param {any} device */
    async compile(device) {
        this.checkGoing();
        this.state = "compiling";
        const { form = formOn(this.adapter), ...kernels } = this.options.kernels;
        return compileKernels(device, this.record, { ...kernels, form });
    }

    /**
     * Destroys a device that could not be used.
     * @template T
     * @param {any} device
     * @param {Promise<T>} promise
     */
    async guard(device, promise) {
        try {
            return await promise;
        } catch (error) {
            device.destroy();
            throw error;
        }
    }

    /** After a fault: one new device, then none. @param {string} reason */
    lose(reason) {
        if (this.ended) return;
        this.kept.budget = 0; // it may have been too much
        const again = this.opened < 2 && this.state === "ready";
        this.off(reason);
        if (!again) return;
        this.preparing = undefined;
        this.prepare(true);
        this.reason = reason;
    }

    /** The known answer, with windows as they will be, and with as many levels as possible. */
    async prove() {
        const { points, scalars, expected } = knownAnswer(this.G, this.r, KNOWN);
        for (const forced of [{ bits: 10, span: 2 }, { bits: 5 }]) {
            const sum = await this.run(points, scalars, KNOWN, FULL / 4, { forced });
            if (!this.G.eq(sum, expected)) throw new Error("WebGPU: expected the known answer, got another point");
        }
    }

    /** First estimates, from short sums. */
    async measure() {
        const { G } = this, { points, scalars } = knownAnswer(G, this.r, KNOWN);
        const repeat = (/** @type {Uint8Array} */ one, /** @type {number} */ n) => {
            const size = one.length / KNOWN, part = one.subarray(0, size * 512), out = new Uint8Array(size * n);
            for (let at = 0; at < out.length; at += part.length) out.set(part, at);
            return out;
        };
        const time = async (/** @type {() => Promise<unknown>} */ sum) => {
            const start = now();
            await sum();
            return now() - start;
        };
        const onCard = (/** @type {number} */ n) => {
            const [many, long] = [repeat(points, n), repeat(scalars, n)];
            return time(() => this.run(many, long, n, FULL / 4));
        };
        const [many, long] = [repeat(points, MEASURED), repeat(scalars, MEASURED)];
        const onCpu = () => time(() => G.multiExpAffine(many, long, undefined, undefined, CPU));
        await onCard(MEASURED_ON_CARD); // the first sum of a size is slower
        const floor = await onCard(512), all = await onCard(MEASURED_ON_CARD);
        const least = points.length / KNOWN / BYTES_PER_MS;
        this.gpuSpeed = { floor, slope: Math.max(least, (all - floor) / MEASURED_ON_CARD) };
        await onCpu();
        // two of ten scalars of the known answer are short or zero
        this.cpuSpeed = { floor: 0, slope: (await onCpu()) / (0.8 * MEASURED) };
    }

    /**
     * One run. Rejects if anything is wrong with its result.
     * @param {Uint8Array} points
     * @param {Uint8Array} scalars - n of `words` words
     * @param {number} n
     * @param {number} words
     * @param {import("./runs.js").RunOptions & { forced?: { bits?: number, span?: number } }} [options]
     * @returns {Promise<Uint8Array>} jacobian
     */
    async run(points, scalars, n, words, { forced, ...options } = {}) {
        const kernels = this.kernels;
        if (!kernels) throw new Error(this.reason || "WebGPU: expected a device, got none");
        const limits = { bindingBytes: BINDING_BYTES, additions: this.additions };
        const plan = planSum({ n, scalarWords: words, scalarBits: bitsOf(scalars, words) }, kernels, limits, forced);
        const ms = Math.max(this.options.timeout, PATIENCE * estimate(this.gpuSpeed, n)), start = now();
        const outs = await within(runSum(kernels, plan, points, scalars, options), { ms });
        const sum = addWindows(this.G, plan, outs);
        if (!this.G.isValid(sum)) throw new WrongAnswer("WebGPU: expected a point of the curve, got another");
        const rate = (n * plan.windows) / Math.max(0.1, now() - start);
        this.additions = Math.max(FIRST_ADDITIONS, Math.min(2 ** 28, rate * DISPATCH_MS));
        return sum;
    }

    /**
     * A run with the points that the card has kept, if it has these; those that it has met before are kept.
     * @param {Uint8Array} points
     * @param {Uint8Array} scalars
     * @param {number} n
     * @param {number} words
     * @returns {Promise<{ sum: Uint8Array, kept?: any }>} kept: the buffer for further runs with the same points
     */
    async keptRun(points, scalars, n, words) {
        const store = this.kept, { kept, sample } = store.meet(points);
        if (kept) {
            let digest = /** @type {Promise<Uint8Array | undefined>} */ (Promise.resolve(undefined));
            const onSubmitted = () => { digest = digestOf(points); };
            const sum = await this.run(points, scalars, n, words, { kept: kept.buffer, onSubmitted }), start = now();
            const same = await store.areSame(kept, digest);
            store.judge(kept, now() - start);
            if (same) return { sum, kept: kept.buffer };
        }
        if (!sample) return { sum: await this.run(points, scalars, n, words) };
        // What is uploaded is what is hashed, even if the caller changes its memory meanwhile.
        const own = copyBytes(points, 0, points.length), bytes = own.length, start = now();
        let buffer, uploadMs = 0;
        store.makeRoom(bytes);
        const sum = await this.run(own, scalars, n, words, {
            onSubmitted: () => { uploadMs = now() - start; },
            keep: (/** @type {any} */ made) => {
                buffer = made;
                store.add({ buffer, bytes, sample, uploadMs, digest: digestOf(own) });
            },
        });
        return { sum, kept: buffer };
    }

    /**
     * A run whose result is also tested: with t small and random, a random, the sum with the scalars a k + t must be
     * a times the result plus the sum with t, which is short on the CPU.
     * @param {Uint8Array} points
     * @param {Uint8Array} scalars
     * @param {number} n
     * @param {number} words
     */
    async checkedRun(points, scalars, n, words) {
        const { sum, kept } = await this.keptRun(points, scalars, n, words);
        if (!this.options.check) return sum;
        const { G } = this, { scalars: other, factor, offsets, offsetBytes } = doubled(scalars, n, words);
        try {
            const twin = await this.run(points, other, n, words + 1, { kept });
            const short = await G.multiExpAffine(points, offsets, undefined, undefined, CPU);
            if (offsetBytes * n !== offsets.length || !G.eq(twin, G.add(G.timesScalar(sum, factor), short)))
                throw new WrongAnswer("WebGPU: expected a linear result, got another");
        } finally {
            other.fill(0);
        }
        return sum;
    }

    /** @param {Job} job */
    question({ mode, n, scalarBytes, scalars }) {
        const density = mode === "enabled" ? 1 : densityOf((i) => cut(scalars, i * scalarBytes, (i + 1) * scalarBytes), n);
        const width = scalarBytes / FULL, cpu = { floor: 0, slope: this.cpuSpeed.slope * width };
        const gpu = { floor: this.gpuSpeed.floor, slope: this.gpuSpeed.slope * Math.max(0.25, width) };
        const { state, reason, adapter: { fallback }, queuedMs, options: { split } } = this;
        return { mode, state, reason, fallback, n, density, cpu, gpu, queuedMs, split };
    }

    /**
     *   in      a sum whose arguments were checked; mode is "auto" or "enabled"
     *   out     jacobian, wherever it was computed
     *   errors  with "enabled": why there is no card; the caller's errors; never one of the card's
     * @param {Job} job
     * @param {OnCpu} onCpu - computes a part of the job, or all of it
     * @returns {Promise<Uint8Array>}
     */
    async sum(job, onCpu) {
        if (job.mode === "enabled" && !this.isReady) {
            await within(this.prepare(true), { signal: job.options.signal });
            if (!this.isReady)
                throw new Error(`${job.where}: expected a graphics card for gpu: "enabled", got none: ${this.reason}`);
        }
        const question = this.question(job), { fraction, reason } = decide(question), start = now();
        if (fraction === 0) {
            this.counts.cpu++;
            const sum = await onCpu({});
            if (question.cpu.slope) this.noteCpu(job, question.density, now() - start);
            this.last = { where: "cpu", points: job.n, ms: now() - start, reason };
            return sum;
        }
        const parts = fraction === 1 ? PARTS : Math.min(PARTS - 1, Math.max(1, Math.round(fraction * PARTS)));
        const here = job.n - Math.round((job.n * parts) / PARTS), report = progressOf(job);
        const rest = here > 0 ? onCpu({ ...partOf(job, 0, here, 0, report()), release: job.release }) : undefined;
        const card = this.onCard(job, here, report, onCpu, question);
        const [{ value: sum, again }, other] = await Promise.all([card, rest]);
        this.counts[again ? "again" : "gpu"]++;
        this.last = {
            where: again ? "cpu" : here ? "both" : "gpu", points: job.n, ms: now() - start, reason: again || reason,
        };
        return other ? this.G.add(sum, other) : sum;
    }

    /** @param {Job} job @param {number} density @param {number} ms */
    noteCpu({ n, scalarBytes }, density, ms) {
        const full = (n * density * scalarBytes) / FULL;
        if (full >= MEASURED) this.cpuSpeed = learn(this.cpuSpeed, full, ms);
    }

    /**
     * Points from `begin` on, in runs; a run that fails is done on the CPU.
     * @param {Job} job
     * @param {number} begin
     * @param {() => (points: number) => void} report
     * @param {OnCpu} onCpu
     * @param {ReturnType<Card["question"]>} question
     */
    async onCard(job, begin, report, onCpu, { gpu }) {
        const { n, pointBytes, scalarBytes, options: { signal } } = job, done = report();
        const words = Math.ceil(scalarBytes / 4), sizes = { pointWords: pointBytes / 4, sumWords: pointBytes };
        const most = pointsPerRun(32 * (words + 1), sizes, BINDING_BYTES), expected = estimate(gpu, n - begin);
        let value = /** @type {Uint8Array} */ (this.G.zero), again = "", seen = 0;
        this.queuedMs += expected;
        try {
            for (let from = begin; from < n; from += most) {
                signal?.throwIfAborted();
                const to = Math.min(n, from + most), size = (to - from) * pointBytes;
                const points = job.view?.(from * pointBytes, size) ?? (await job.read(from * pointBytes, size));
                const read = (/** @type {number} */ at, /** @type {number} */ length) =>
                    copyBytes(points, at, at + length);
                try {
                    value = this.G.add(value, await this.afterOthers(job, points, from, to));
                } catch (error) {
                    signal?.throwIfAborted();
                    again = messageOf(error);
                    const base = seen, onPoints = (/** @type {number} */ k) => done(base + k);
                    const part = partOf({ ...job, read }, from, to, from, onPoints);
                    value = this.G.add(value, await onCpu(part));
                }
                seen += to - from;
                done(seen);
                job.release?.(size);
            }
        } finally {
            this.queuedMs -= expected;
        }
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
        const mine = this.tail.then(async () => {
            signal?.throwIfAborted();
            if (this.state !== "ready") throw new Error(this.reason);
            const { words, own } = wordsOf(scalars, from, to, scalarBytes), start = now();
            try {
                const sum = await this.checkedRun(points, words, to - from, words.length / 4 / (to - from));
                if (!this.options.check && to - from >= MEASURED && scalarBytes === FULL)
                    this.gpuSpeed = learn(this.gpuSpeed, to - from, now() - start);
                return sum;
            } catch (error) {
                if (error instanceof WrongAnswer) this.off(messageOf(error));
                else this.lose(messageOf(error));
                throw error;
            } finally {
                if (own) words.fill(0);
            }
        });
        this.tail = mine.catch(() => {});
        return within(mine, { signal });
    }
}

/** An answer of a device that is not the sum. */
class WrongAnswer extends Error {}

/**
 * @param {Job} job
 * @param {number} from - points
 * @param {number} to
 * @param {number} origin - the point that `job.read` begins with
 * @param {(points: number) => void} onPoints
 * @returns {Partial<Job>}
 */
function partOf({ n, pointBytes, scalarBytes, scalars, read, options }, from, to, origin, onPoints) {
    return {
        n: to - from,
        scalars: n === to - from ? scalars : cut(scalars, from * scalarBytes, to * scalarBytes),
        read: (offset, length) => read((from - origin) * pointBytes + offset, length),
        release: undefined,
        options: { ...options, onProgress: ({ done }) => onPoints(done) },
    };
}

/** Adds the progress of the parts of a job. @param {Job} job @returns {() => (points: number) => void} */
function progressOf({ n, options: { onProgress } }) {
    let all = 0, last = 0;
    return () => {
        let mine = 0;
        return (points) => {
            all += Math.max(0, points - mine);
            mine = Math.max(mine, points);
            if (all > last) onProgress?.({ done: last = all, total: n });
        };
    };
}
