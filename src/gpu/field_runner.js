/**
 * Transforms and quotients over one field on a device, while there is one: runs that end in time, and what a device
 * must show before it is used.
 * @module gpu/field_runner
 */
/** @import { ColumnJob } from "../batch/card.js" */
/** @import { WasmField1 } from "../engine/field.js" */
/** @import { FieldParams } from "../params/types.js" */
/** @import { Card } from "./card.js" */
/** @import { ColumnKernels } from "./columns.js" */
import { shiftFor } from "../batch/coset.js";
import { sameBytes, writeLE } from "../util/bytes.js";
import { Columns } from "./columns.js";
import { compileColumns, KERNELS } from "./device.js";
import { numbers } from "./known_answers.js";
import { CPU, PATIENCE, WrongAnswer } from "./runner.js";
import { Speeds } from "./speeds.js";
import { timed } from "./trial.js";
import { within } from "./within.js";

/** What is calculated. */
const KINDS = /** @type {const} */ (["fft", "ifft", "quotient"]);

/** Domains of the known answers, which have passes of two values and of four, and those that are measured. */
const KNOWN = Object.freeze([5, 10]), MEASURED = Object.freeze({ least: 10, most: 14 });

/**
 * The scalars of a curve.
 * @typedef {WasmField1 & { fft: Function, ifft: Function, cosetQuotient: Function }} Scalars
 */

/**
 * @typedef {object} FieldSettings
 * @property {boolean} check - each result is compared with that of the CPU
 * @property {number} timeout - milliseconds
 */

/**
 * Three columns of 2^bits values, the same each time: zero, the least and the largest ones, and any between.
 * @param {Scalars} Fr
 * @param {number} bits
 */
function knownColumns({ n8, p }, bits) {
    const random = numbers(BigInt(bits)), special = [0n, 1n, p - 1n];
    return [0, 1, 2].map(() => {
        const column = new Uint8Array(2 ** bits * n8);
        for (let at = 0; at < column.length; at += n8) {
            const kind = Number(random(8) % 8n), value = random(n8) % p;
            writeLE(column, at, special[kind] ?? value, n8);
        }
        return column;
    });
}

/** What a card calculates over one field. An Engine of card_part. */
export class FieldRunner {
    /**
     * @param {Card} card
     * @param {{ field: Readonly<FieldParams>, Fr: Scalars }} of
     * @param {FieldSettings} settings
     */
    constructor(card, { field, Fr }, settings) {
        this.card = card;
        this.field = field;
        this.Fr = Fr;
        this.settings = settings;
        this.reason = "";
        /** @type {Columns | undefined} */
        this.columns = undefined;
        this.speeds = new Speeds();
    }

    /** @param {any} device */
    compile(device) {
        return compileColumns(device, this.field, { ...KERNELS, ...this.card.kernels });
    }

    /** @param {ColumnKernels} kernels */
    use(kernels) {
        this.columns = new Columns(kernels);
    }

    /** @param {string} reason */
    close(reason) {
        this.reason = reason;
        this.columns = undefined; // what it holds on the device ends with that
    }

    /**
     * One run, compared with the CPU if the card is to be checked.
     * @param {ColumnJob["what"]} what
     * @param {readonly Uint8Array[]} columns - a, b and c of a quotient; the one of a transform
     * @returns {Promise<Uint8Array>}
     */
    async run(what, columns) {
        const { Fr, settings: { check, timeout } } = this, n = columns[0].length / Fr.n8, bits = Math.log2(n);
        if (!this.columns) throw new Error(this.reason);
        const domain = { bits, root: Fr.toObject(Fr.w[bits]) }, { shift } = shiftFor(Fr, bits, undefined);
        const ms = Math.max(timeout, PATIENCE * this.speeds.onCard(n));
        const made = what === "quotient" ? this.columns.quotient(domain, Fr.toObject(shift), columns)
            : this.columns.transform(domain, columns[0], what === "ifft");
        const values = await within(made, { ms });
        if (check && !sameBytes(values, await this.onCpu(what, columns)))
            throw new WrongAnswer("WebGPU: expected the values that the CPU calculates, got others");
        return values;
    }

    /**
     * @param {ColumnJob["what"]} what
     * @param {readonly Uint8Array[]} columns
     * @returns {Promise<Uint8Array>}
     */
    onCpu(what, [a, b, c]) {
        const { Fr } = this;
        return what === "quotient" ? Fr.cosetQuotient(a, b, c, CPU) : Fr[what](a, "", "", undefined, "", CPU);
    }

    /** @param {Uint8Array[]} columns */
    inLine(columns) {
        return this.card.line.next(() => timed(() => this.run("quotient", columns)));
    }

    async prove() {
        for (const bits of KNOWN) {
            const columns = knownColumns(this.Fr, bits);
            for (const what of KINDS) {
                const expected = await this.onCpu(what, columns);
                const values = await this.card.line.next(() => this.run(what, columns));
                if (!sameBytes(values, expected)) throw new Error(`WebGPU: expected the known ${what}, got another`);
            }
        }
    }

    async measure() {
        const [few, many] = [MEASURED.least, MEASURED.most].map((bits) => knownColumns(this.Fr, bits));
        const n = 2 ** MEASURED.most;
        await this.inLine(many); // the first one of a size is slower
        const all = await this.inLine(many);
        await this.inLine(few);
        const floor = Math.min(all, await this.inLine(few));
        this.speeds.gpu = { floor, slope: (all - floor) / n };
        await this.onCpu("quotient", many);
        this.speeds.cpu = { floor: 0, slope: (await timed(() => this.onCpu("quotient", many))) / n };
    }
}
