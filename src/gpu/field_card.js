/**
 * The card of the scalars of a curve: decides about each transform and quotient, and leaves to the CPU what failed.
 * @module gpu/field_card
 */
/** @import { ColumnJob } from "../batch/card.js" */
/** @import { FieldParams } from "../params/types.js" */
/** @import { Card } from "./card.js" */
/** @import { Calls } from "./card_part.js" */
/** @import { FieldSettings, Scalars } from "./field_runner.js" */
import { isBytes } from "../engine/scratch.js";
import { now } from "../util/host.js";
import { CardPart } from "./card_part.js";
import { decide } from "./gate.js";
import { BINDING_BYTES } from "./plan.js";
import { FieldRunner } from "./field_runner.js";
import { FULL } from "./speeds.js";
import { messageOf, within } from "./within.js";

/** A transform is this part of a quotient, which has six. */
const TRANSFORM = 1 / 6;

/** The card of a scalar field. A FieldCard of batch/card. */
export class FieldCard extends CardPart {
    /**
     * @param {Card} card
     * @param {{ field: Readonly<FieldParams>, Fr: Scalars }} of
     * @param {{ calls: Calls } & FieldSettings} options
     */
    constructor(card, of, { calls, check, timeout }) {
        const runner = new FieldRunner(card, of, { check, timeout });
        super(card, "Fr", calls, runner);
        this.runner = runner;
    }

    /**
     *   in      columns of a domain, which are only read
     *   out     as the CPU would return it; undefined if the CPU shall do it
     *   errors  with "enabled": why there is no card; the caller's; never one of the card's
     * @param {ColumnJob} job
     * @returns {Promise<Uint8Array | undefined>}
     */
    async calculate(job) {
        const { where, mode, signal } = job;
        if (mode === "enabled") await this.require(where, signal);
        const { fraction, reason } = this.decide(job);
        if (fraction === 0) return this.note("cpu", job, reason);
        const start = now();
        try {
            const values = await this.afterOthers(job);
            this.note("gpu", job, reason, now() - start);
            return values;
        } catch (error) {
            signal?.throwIfAborted();
            return this.note("again", job, messageOf(error), now() - start);
        }
    }

    /** @param {ColumnJob} job */
    elements({ columns: [a] }) {
        return a.byteLength / this.runner.Fr.n8;
    }

    /** Values of a quotient that take as long. @param {ColumnJob} job */
    work(job) {
        return this.elements(job) * (job.what === "quotient" ? 1 : TRANSFORM);
    }

    /** @param {ColumnJob} job */
    decide(job) {
        const { state, reason, runner: { speeds: { cpu, gpu } }, card } = this;
        const { adapter: { fallback }, line: { queuedMs } } = card;
        const n = this.elements(job);
        if (n < 2 || !job.columns.every((column) => isBytes(column) && column.length <= BINDING_BYTES))
            return { fraction: 0, reason: `the card has columns of 2 to ${BINDING_BYTES / this.runner.Fr.n8} values` };
        const question = { mode: job.mode, state, reason, fallback, density: 1, cpu, gpu, queuedMs, split: false };
        return decide({ ...question, n: this.work(job) });
    }

    /**
     * What gpuInfo() says of it.
     * @param {"gpu" | "cpu" | "again"} what - became of it
     * @param {ColumnJob} job
     * @param {string} reason
     * @param {number} ms - on the card; the CPU's are not known here
     */
    note(what, job, reason, ms = 0) {
        this.counts[what]++;
        this.card.last = { group: this.key, where: what === "gpu" ? "gpu" : "cpu", points: this.elements(job), ms, reason };
        return undefined;
    }

    /**
     * A run when those before it have ended.
     * @param {ColumnJob} job
     */
    afterOthers(job) {
        const { card, card: { line }, runner, runner: { speeds } } = this, { what, columns, signal } = job;
        const work = this.work(job), expected = speeds.onCard(work);
        line.queuedMs += expected;
        const mine = line.next(async () => {
            signal?.throwIfAborted();
            if (!this.isReady) throw new Error(this.reason);
            const start = now(); // what it waited for others says nothing about the card
            try {
                const values = await runner.run(what, /** @type {Uint8Array[]} */ (columns));
                if (!runner.settings.check) speeds.noteCard(work, FULL, now() - start);
                return values;
            } catch (error) {
                card.fault(error);
                throw error;
            }
        }).finally(() => { line.queuedMs -= expected; });
        return within(mine, { signal });
    }
}
