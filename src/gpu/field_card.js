/**
 * The card of the scalars of a curve: decides about each program over columns, and leaves to the
 * CPU what failed.
 * @module gpu/field_card
 */
/** @import { ColumnJob } from "../batch/card.js" */
/** @import { Curve as Columned } from "../batch/field_tasks.js" */
/** @import { Program } from "../batch/program.js" */
/** @import { FieldParams } from "../params/types.js" */
/** @import { Card } from "./card.js" */
/** @import { Calls } from "./card_part.js" */
/** @import { FieldSettings } from "./field_runner.js" */
import { isBytes } from "../engine/scratch.js";
import { now } from "../util/host.js";
import { CardPart } from "./card_part.js";
import { decide, estimate } from "./gate.js";
import { BINDING_BYTES } from "./plan.js";
import { missingStep } from "./assembly.js";
import { FieldRunner, workOf } from "./field_runner.js";
import { FULL } from "./speeds.js";
import { within } from "./within.js";
import { messageOf } from "../util/check.js";

/** The card of a scalar field. A FieldCard of batch/card. */
export class FieldCard extends CardPart {
    /**
     * @param {Card} card
     * @param {{ field: Readonly<FieldParams>, curve: Columned }} of
     * @param {{ calls: Calls } & FieldSettings} options
     */
    constructor(card, of, { calls, check, timeout }) {
        const runner = new FieldRunner(card, of, { check, timeout });
        super(card, "Fr", calls, runner);
        this.runner = runner;
    }

    /**
     *   in      a program over lists of a domain, which are only read
     *   out     lists from the card, or what the CPU made
     *   errors  with "enabled": why there is no card; the caller's; never one of the card's
     * @template T
     * @param {ColumnJob} job
     * @param {() => Promise<T>} onCpu
     * @returns {Promise<import("../batch/card.js").Calculated<T>>}
     */
    async calculate(job, onCpu) {
        const { where, mode, signal } = job;
        if (mode === "enabled") await this.require(where, signal);
        const { runner, card: { cpu } } = this, program = runner.program(job.n, job.write);
        const { fraction, reason } = this.decide(job, program);
        const start = now();
        const work = workOf(program);
        if (fraction === 0) this.note("cpu", job, reason);
        else {
            try {
                const lists = await this.afterOthers(job, work);
                this.note("gpu", job, reason, now() - start);
                return { lists };
            } catch (error) {
                signal?.throwIfAborted();
                this.note("again", job, messageOf(error), now() - start);
            }
        }
        const ms = estimate(runner.speeds.cpu, work) / runner.workers;
        return { made: await cpu.during(ms, onCpu) };
    }

    /** What a card cannot do at all. @param {Program} program @returns {string | undefined} */
    refusal(program) {
        const { n, steps } = program, most = BINDING_BYTES / this.runner.curve.Fr.n8;
        const missing = missingStep(program);
        if (missing) return `the card has no ${missing}`;
        const given = steps.every(({ op, list }) => op !== "given" || isBytes(list));
        const fits = Number.isInteger(Math.log2(n)) && n >= 2 && n <= most && given;
        return fits ? undefined : `the card has columns of 2^k values, 2 to ${most} of them`;
    }

    /**
     * @param {Pick<ColumnJob, "mode" | "parts">} job
     * @param {Program} program
     */
    decide({ mode, parts }, program) {
        const { state, reason, runner: { speeds: { cpu, gpu }, workers }, card } = this;
        const { adapter: { fallback }, line: { queuedMs }, cpu: { queuedMs: cpuQueuedMs } } = card;
        const refused = this.refusal(program);
        const slope = cpu.slope / Math.min(parts, workers);
        if (refused) return { fraction: 0, reason: refused };
        return decide({
            mode, state, reason, fallback, density: 1, gpu, queuedMs, cpuQueuedMs, split: false, n: workOf(program),
            cpu: { floor: cpu.floor, slope },
        });
    }

    /**
     * What gpuInfo() says of it.
     * @param {"gpu" | "cpu" | "again"} what - became of it
     * @param {ColumnJob} job
     * @param {string} reason
     * @param {number} ms - on the card; the CPU's are not known here
     */
    note(what, { n }, reason, ms = 0) {
        this.counts[what]++;
        this.card.last = { group: this.key, where: what === "gpu" ? "gpu" : "cpu", points: n, ms, reason };
    }

    /**
     * A run when those before it have ended.
     * @param {ColumnJob} job
     * @param {number} work
     */
    afterOthers({ n, write, signal }, work) {
        const { card, card: { line }, runner, runner: { speeds } } = this;
        const mine = line.during(speeds.onCard(work), () => line.next(async () => {
            signal?.throwIfAborted();
            if (!this.isReady) throw new Error(this.reason);
            const start = now(); // what it waited for others says nothing about the card
            try {
                const lists = await runner.run(n, write);
                if (!runner.settings.check) speeds.noteCard(work, FULL, now() - start);
                return lists;
            } catch (error) {
                card.fault(error);
                throw error;
            }
        }));
        return within(mine, { signal });
    }
}
