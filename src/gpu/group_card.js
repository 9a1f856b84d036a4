/**
 * The card of one group: whether the device is ready for it, its sums, and what became of them.
 * @module gpu/group_card
 */
/** @import { CardJob, OnCpu } from "../batch/card.js" */
/** @import { PointGroup } from "../curves/types.js" */
/** @import { Card } from "./card.js" */
/** @import { RunnerOptions } from "./runner.js" */
/** @import { CardGroup } from "./wgsl/types.js" */
import { compileKernels, formOn } from "./device.js";
import { Runner } from "./runner.js";
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

/** @typedef {OwnOptions & RunnerOptions} GroupCardOptions */

/** @typedef {"opening" | "compiling" | "testing" | "ready" | "waiting" | "off"} State */

/** The card of one group. A GroupCard of batch/card. */
export class GroupCard {
    /**
     * @param {Card} card
     * @param {{ group: Readonly<CardGroup>, G: PointGroup }} row
     * @param {GroupCardOptions} options
     */
    constructor(card, { group, G }, { calls, split, ...options }) {
        const { kept, line } = card, { key, params: { degree } } = group;
        this.card = card;
        this.group = group;
        this.key = key;
        this.calls = calls;
        /** @type {State} */
        this.state = "opening";
        this.reason = "";
        this.gaveUp = false;
        /** Settles when a device has proved itself for this group or has not. @type {Promise<void> | undefined} */
        this.opening = undefined;
        this.runner = new Runner(G, new Speeds(), options, { kept, degree });
        this.sums = new Sums(this.runner, {
            line, split,
            status: () => ({ state: this.state, reason: this.reason, fallback: card.adapter.fallback }),
            onSum: (sum) => { card.last = { group: key, ...sum }; },
            onFault: (error) => card.fault(error),
        });
    }

    get isReady() {
        return this.state === "ready";
    }

    /** The device is proving itself for this group. */
    get isTried() {
        return this.state === "compiling" || this.state === "testing";
    }

    /** What gpuInfo() says. */
    info() {
        return this.card.info();
    }

    /**
     * Settles when the card is ready for this group or will not be, and never rejects.
     * @param {boolean} [insist] - on a software adapter
     * @returns {Promise<void>}
     */
    async prepare(insist = false) {
        await this.card.open(insist);
        await this.opening;
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

    /** Shuts the card down permanently, for all of its groups. @param {string} reason */
    end(reason) {
        this.card.end(reason);
    }

    /** Follows the card, unless the group was given up. The reason stays until it is ready. @param {State} state */
    become(state, reason = this.reason) {
        if (!this.gaveUp) [this.state, this.reason] = [state, reason];
    }

    /** The device is gone. @param {string} reason */
    close(reason) {
        this.become("off", reason);
        this.runner.close(reason);
    }

    /** Also on another device, which would do no better. @param {string} reason */
    giveUp(reason) {
        this.close(reason);
        this.gaveUp = true;
    }

    /**
     * Compiles the kernels and lets the device prove itself. Never rejects.
     * @param {any} device
     */
    async open(device) {
        const { card, runner } = this;
        if (this.gaveUp || card.device !== device) return;
        try {
            this.become("compiling");
            const kernels = await this.compile(device);
            card.checkGoing(device);
            runner.kernels = kernels;
            this.become("testing");
            await prove(runner, card.r, card.line);
            if (!card.adapter.fallback) await measure(runner, card.r, card.line);
            card.checkGoing(device);
            this.become("ready", "");
        } catch (error) {
            if (card.device === device) card.giveUp(this, messageOf(error));
        }
    }

    /** @param {any} device */
    compile(device) {
        const { group, card: { adapter, kernels } } = this;
        return compileKernels(device, group, { ...KERNELS, form: formOn(adapter), ...kernels });
    }
}
