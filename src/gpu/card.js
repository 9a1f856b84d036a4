/**
 * A graphics card that sums for one group: opens it, lets it prove itself, and gives it up. A card that is lost is
 * opened once more; one that was wrong is never used again.
 * @module gpu/card
 */
/** @import { CardJob, OnCpu } from "../batch/card.js" */
/** @import { PointGroup } from "../curves/types.js" */
/** @import { CardGroup, KernelOptions } from "./wgsl/types.js" */
/** @import { RunnerOptions } from "./runner.js" */
import { compileKernels, describeAdapter, formOn, openAdapter } from "./device.js";
import { Runner, WrongAnswer } from "./runner.js";
import { Speeds } from "./speeds.js";
import { Sums } from "./sums.js";
import { measure, prove } from "./trial.js";
import { messageOf, within } from "./within.js";

/** How kernels are written unless a bench or a test says otherwise; the form of additions suits the adapter. */
const KERNELS = Object.freeze({ limbBits: 13, rows: false, workgroup: 64 });

/**
 * @typedef {object} OwnOptions
 * @property {"auto" | "enabled" | "disabled"} calls - for calls that do not say
 * @property {boolean} split - a sum may be split between card and CPU
 */

/** @typedef {OwnOptions & RunnerOptions} CardOptions */

/**
 * What a device compiles.
 * @typedef {object} Programs
 * @property {Readonly<CardGroup>} group
 * @property {Partial<KernelOptions>} [kernels] - how they are written, for benches and tests
 */

/** A graphics card that sums for one group. A GroupCard of batch/card. */
export class Card {
    /**
     * @param {PointGroup} G
     * @param {bigint} r - order of the group
     * @param {Programs} programs
     * @param {() => Promise<any>} load - finds WebGPU
     * @param {CardOptions} options
     */
    constructor(G, r, programs, load, { calls, split, ...options }) {
        this.r = r;
        this.programs = programs;
        this.load = load;
        this.calls = calls;
        /** @type {"opening" | "compiling" | "testing" | "ready" | "waiting" | "off"} */
        this.state = "opening";
        this.reason = "";
        this.adapter = { name: "", fallback: false };
        this.opened = 0;
        this.ended = false;
        this.insisted = false;
        /** @type {any} GPU */
        this.gpu = undefined;
        /** @type {Promise<void> | undefined} */
        this.preparing = undefined;
        this.runner = new Runner(G, new Speeds(), options);
        this.sums = new Sums(this.runner, {
            split,
            status: () => ({ state: this.state, reason: this.reason, fallback: this.adapter.fallback }),
            onFault: (error) => {
                if (error instanceof WrongAnswer) this.off(messageOf(error));
                else this.lose(messageOf(error));
            },
        });
    }

    get isReady() {
        return this.state === "ready";
    }

    /** What gpuInfo() says. */
    info() {
        const { state, reason, adapter: { name, fallback }, sums: { counts, last }, runner: { kept } } = this;
        const { bytes, hits } = kept;
        return { state, reason, adapter: name, fallback, calls: { ...counts }, kept: { bytes, hits }, last };
    }

    /**
     * Opens the card and lets it prove itself; settles when it is ready or off, and never rejects. A software adapter
     * waits until a call insists on it.
     * @param {boolean} [insist]
     * @returns {Promise<void>}
     */
    prepare(insist = false) {
        this.insisted ||= insist;
        if (this.state === "waiting" && insist) this.preparing = undefined;
        this.preparing ??= this.open().catch((error) => this.off(messageOf(error)));
        return this.preparing;
    }

    /**
     *   in      a sum whose arguments were checked; mode is "auto" or "enabled"
     *   out     jacobian, wherever it was computed
     *   errors  with "enabled": why there is no card; the caller's errors; never one of the card's
     * @param {CardJob} job
     * @param {OnCpu} onCpu - computes a part of the job, or all of it
     * @returns {Promise<Uint8Array>}
     */
    async sum(job, onCpu) {
        if (job.mode === "enabled" && !this.isReady) {
            await within(this.prepare(true), { signal: job.options.signal });
            if (!this.isReady)
                throw new Error(`${job.where}: expected a graphics card for gpu: "enabled", got none: ${this.reason}`);
        }
        return this.sums.sum(job, onCpu);
    }

    /** Shuts the card down permanently; safe while it is opening. @param {string} reason */
    end(reason) {
        this.ended = true;
        this.off(reason);
    }

    /** @param {string} reason */
    off(reason) {
        this.state = "off";
        this.reason = reason;
        this.runner.close(reason);
    }

    /** While it was opening it may have ended. */
    checkGoing() {
        if (this.ended) throw new Error(this.reason);
    }

    async open() {
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
        const { runner } = this, device = await adapter.requestDevice();
        this.opened++;
        device.addEventListener?.("uncapturederror", (/** @type {any} */ event) => event.preventDefault?.());
        const kernels = await this.compile(device);
        runner.kernels = kernels;
        device.lost.then((/** @type {any} */ { reason, message }) => {
            if (runner.kernels === kernels) this.lose(`WebGPU: the device was lost (${reason}): ${message}`);
        });
        this.checkGoing();
        this.state = "testing";
        await prove(runner, this.r);
        if (!this.adapter.fallback) await measure(runner, this.r);
        this.checkGoing();
        this.state = "ready";
        this.reason = "";
    }

    /** Destroys a device that cannot be used. @param {any} device */
    async compile(device) {
        try {
            this.checkGoing();
            this.state = "compiling";
            const { group, kernels } = this.programs, form = formOn(this.adapter);
            return await compileKernels(device, group, { ...KERNELS, form, ...kernels });
        } catch (error) {
            device.destroy();
            throw error;
        }
    }

    /** After a fault: one new device, then none. @param {string} reason */
    lose(reason) {
        if (this.ended) return;
        this.runner.kept.budget = 0; // it may have been too much
        const again = this.opened < 2 && this.state === "ready";
        this.off(reason);
        if (!again) return;
        this.preparing = undefined;
        this.prepare(true);
        this.reason = reason;
    }
}
