/**
 * Programs over columns of scalars (batch/program) on a device, one at a time. Nothing comes back
 * but the lists that are wanted.
 * @module gpu/columns
 */
/** @import { Program } from "../../../src/internal/gpu.js" */
/** @import { Pipelines } from "./dispatch.js" */
/** @import { FieldPlan } from "./wgsl/field.js" */
import { columnProgram, ROOTS } from "./column_program.js";
import { runOn } from "./dispatch.js";
import { COLUMN_PARAMETERS } from "./wgsl/columns.js";

/** @typedef {Pipelines & { plan: FieldPlan, workgroup: number }} ColumnKernels */

/** Columns of one field on a device. */
export class Columns {
    /** @param {ColumnKernels} kernels */
    constructor(kernels) {
        this.kernels = kernels;
        /**
         * The roots of unity of the last domain, which stay on the device.
         * @type {Record<string, any>}
         */
        this.kept = {};
        this.domain = "";
    }

    /** Destroys what stays on the device. */
    clear() {
        this.kept[ROOTS]?.destroy();
        this.kept = {};
        this.domain = "";
    }

    /**
     * @param {Program} program - of 2^bits elements, at least two, with no step that is missing on
     *   a device; lists and elements are below p
     * @param {bigint} root - of unity, of order 2^bits
     * @returns {Promise<Uint8Array[]>} the lists that are wanted
     */
    async run(program, root) {
        const domain = [program.n, root].join();
        const made = this.domain === domain;
        if (!made) this.clear();
        const assembled = columnProgram(this.kernels, program, { root, made });
        const { lists, kept } = await runOn(this.kernels, {
            ...assembled, parameters: COLUMN_PARAMETERS, given: this.kept, kept: made ? [] : [ROOTS],
        });
        if (!made) Object.assign(this, { domain, kept });
        return lists;
    }
}
