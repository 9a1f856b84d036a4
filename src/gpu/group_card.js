/**
 * The card of one group: whether the device is ready for it, its sums, and what became of them.
 * @module gpu/group_card
 */
/** @import { CardJob, OnCpu } from "../batch/card.js" */
/** @import { PointGroup } from "../curves/types.js" */
/** @import { Card } from "./card.js" */
/** @import { RunnerOptions } from "./runner.js" */
/** @import { CardGroup } from "./wgsl/types.js" */
import { CardPart } from "./card_part.js";
import { compileKernels, formOn, KERNELS } from "./device.js";
import { Runner } from "./runner.js";
import { pointOfSum, Speeds } from "./speeds.js";
import { Sums } from "./sums.js";
import { measure, prove } from "./trial.js";

/**
 * @typedef {object} OwnOptions
 * @property {"auto" | "enabled" | "disabled"} calls - for calls that do not say
 * @property {boolean} split - a sum may be split between card and CPU
 */

/** @typedef {OwnOptions & RunnerOptions} GroupCardOptions */

/** The card of one group. A GroupCard of batch/card. */
export class GroupCard extends CardPart {
    /**
     * @param {Card} card
     * @param {{ group: Readonly<CardGroup>, G: PointGroup }} row
     * @param {GroupCardOptions} options
     */
    constructor(card, { group, G }, { calls, split, ...options }) {
        const { kept, line, cpu } = card, { key, params: { degree } } = group;
        const runner = new Runner(G, new Speeds(pointOfSum), options, { kept, degree });
        super(card, key, calls, {
            compile: (device) =>
                compileKernels(device, group, { ...KERNELS, form: formOn(card.adapter), ...card.kernels }),
            use: (kernels) => { runner.kernels = kernels; },
            prove: () => prove(runner, card.r, line),
            measure: () => measure(runner, card.r, line),
            close: (reason) => runner.close(reason),
        });
        this.group = group;
        this.runner = runner;
        this.sums = new Sums(this.runner, {
            line, cpu, split,
            status: () => ({ state: this.state, reason: this.reason, fallback: card.adapter.fallback }),
            onSum: (sum) => { card.last = { group: key, ...sum }; },
            onFault: (error) => card.fault(error),
        });
        this.counts = this.sums.counts;
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
        if (job.mode === "enabled") await this.require(job.where, job.options.signal);
        return this.sums.sum(job, onCpu);
    }
}
