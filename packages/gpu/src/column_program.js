/**
 * What a device does for a program over columns of scalars (batch/program): dispatches, uploads,
 * and buffers, of which each list has one while a step needs it.
 * @module gpu/column_program
 */
/** @import { Program } from "../../../src/internal/gpu.js" */
/** @import { ColumnKernels } from "./columns.js" */
/** @import { Step } from "./dispatch.js" */
import { allocateRegisters, inverse, mod, readLE, writeLE } from "../../../src/internal/gpu.js";
import { MOST_GROUPS } from "./dispatch.js";
import { OPS } from "./wgsl/columns.js";

/**
 * Steps of formulas, by what `each` does if the second operand is a column, and if it is an
 * element.
 */
const EACH = Object.freeze({
    mulEach: [OPS.mul, OPS.scaled], mulAddEach: [OPS.mulAdd, OPS.scaledAdd],
    addEach: [OPS.add, OPS.add], subEach: [OPS.sub, OPS.sub],
});

/** Buffers that all columns share: roots of unity, elements, and what tables are made from. */
export const ROOTS = "roots";
const ELEMENTS = "elements", BASES = "bases";

/** About how many products a program takes. @param {Program} program */
export function productsOf({ steps, n }) {
    const transforms = steps.filter(({ op }) => op === "fft" || op === "ifft").length;
    return n * (steps.length - transforms + (transforms * Math.log2(n)) / 2);
}

/** Writes down what a device does for one program. */
class ColumnProgram {
    /**
     * @param {ColumnKernels} kernels
     * @param {Program} program - of 2^bits elements, at least two
     */
    constructor({ plan, workgroup }, { n, elements }) {
        this.plan = plan;
        this.workgroup = workgroup;
        this.n = n;
        this.bits = Math.log2(n);
        this.size = 4 * plan.words;
        this.input = elements;
        this.byN = inverse(mod(BigInt(n), plan.p), plan.p);
        this.byHost = inverse(mod(plan.hostR, plan.p), plan.p);
        /** @type {Step[]} */
        this.steps = [];
        /** @type {Record<string, number>} */
        this.bytes = {};
        /** Buffers that reveal something about scalars. @type {string[]} */
        this.secret = [];
        /** Buffers of the registers; an FFT swaps two of them. @type {string[]} */
        this.buffers = [];
        /** Tables of progressions, by what is in them. @type {Map<string, string>} */
        this.tables = new Map();
        /** In the form that they are taken in. @type {Record<string, bigint[]>} */
        this.constants = { [ELEMENTS]: [], [BASES]: [] };
    }

    /** An element of the program, as an integer. @param {Uint8Array} element */
    integer(element) {
        return mod(this.inHostForm(element) * this.byHost, this.plan.p);
    }

    /** @param {Uint8Array} element */
    inHostForm(element) {
        return readLE(element, 0, this.size);
    }

    /** @param {bigint} x */
    inDeviceForm(x) {
        return mod(x * this.plan.R, this.plan.p);
    }

    /** @param {string} name @param {number} count - of elements */
    column(name, count) {
        this.bytes[name] = count * this.size;
        this.secret.push(name);
        return name;
    }

    /**
     * The parameter of an operand that is an element.
     * @param {bigint} value - in the form that it is taken in
     */
    element(value) {
        return this.constants[ELEMENTS].push(value);
    }

    /**
     * @param {string} kernel
     * @param {string[]} buffers
     * @param {Record<string, number>} [own] - parameters
     * @param {number} [threads] - invocations
     */
    add(kernel, buffers, own = {}, threads = own.n ?? this.n) {
        const groups = Math.ceil(threads / this.workgroup);
        const x = Math.min(groups, MOST_GROUPS);
        const parameters = { n: this.n, source: x * this.workgroup, ...own };
        this.steps.push({ kernel, buffers, parameters, x, y: Math.ceil(groups / x) });
    }

    /**
     * A buffer with first base^i for each i below n.
     * @param {string} name
     * @param {{ n: number, first: bigint, base: bigint }} of - first: in the form of the results
     */
    table(name, { n, first, base }) {
        const { plan: { p }, constants: { [BASES]: bases } } = this, bits = Math.log2(n), a = bases.length;
        this.bytes[name] = n * this.size;
        bases.push(first);
        for (let k = 0; k < bits; k++, base = mod(base * base, p)) bases.push(this.inDeviceForm(base));
        this.add("powers", [BASES, name], { n, bits, a });
    }

    /**
     * Tables of a progression first ratio^i, of which element i is low_(i mod 2^half) high_(i /
     * 2^half).
     * @param {bigint} first - in the form of the results
     * @param {bigint} ratio
     */
    geometricScale(first, ratio) {
        const { plan: { p }, bits } = this, half = bits >> 1;
        const made = (/** @type {number} */ n, /** @type {bigint} */ start, /** @type {bigint} */ base) => {
            const key = [n, start, base].join();
            const name = this.tables.get(key) ?? `table ${this.tables.size}`;
            if (!this.tables.has(key)) this.table(name, { n, first: start, base });
            this.tables.set(key, name);
            return name;
        };
        let step = ratio;
        for (let i = 0; i < half; i++) step = mod(step * step, p);
        const tables = [made(2 ** half, this.inDeviceForm(1n), ratio), made(2 ** (bits - half), first, step)];
        return { tables, half };
    }

    /**
     * y = x times a progression.
     * @param {string} x
     * @param {string} y
     * @param {{ first: bigint, ratio: bigint, flip?: boolean }} by - flip: x is read backwards
     */
    progress(x, y, { first, ratio, flip = false }) {
        const { tables, half } = this.geometricScale(this.inDeviceForm(first), ratio);
        this.add("progress", [x, ...tables, y], { bits: half, op: Number(flip) });
    }

    /**
     * y = x times an integer, reduced.
     * @param {string} x
     * @param {string} y
     * @param {bigint} value
     */
    scale(x, y, value) {
        this.add("each", [x, ELEMENTS, x, y], { op: OPS.scaled, b: this.element(this.inDeviceForm(value)) });
    }

    /**
     * The passes of an FFT; the buffers of both registers are swapped so that the values are in
     * the second one.
     * @param {number} from
     * @param {number} to
     */
    transform(from, to) {
        const { n, bits, buffers } = this;
        let [x, y] = [buffers[from], buffers[to]];
        for (let done = 0; done < bits;) {
            const log = (bits - done) % 2 === 1 ? 1 : 2;
            this.add(log === 1 ? "two" : "four", [x, ROOTS, y], { stride: 2 ** done }, n / 2 ** log);
            done += log;
            [x, y] = [y, x];
        }
        [buffers[from], buffers[to]] = [y, x];
    }

    /**
     * @param {Uint8Array} list
     * @param {Uint8Array} c - how often what is beyond n counts
     * @param {string} y
     */
    upload(list, c, y) {
        const { n, size } = this, count = list.length / size;
        const inside = Math.min(n, count);
        const beyond = count - inside;
        this.steps.push({ to: y, bytes: list.subarray(0, inside * size) });
        if (inside < n) this.steps.push({ clear: y, from: inside * size });
        if (beyond === 0) return;
        const more = this.column(`beyond ${this.steps.length}`, beyond);
        this.steps.push({ to: more, bytes: list.subarray(n * size) });
        const b = this.element(this.inDeviceForm(this.integer(c)));
        this.add("fold", [more, ELEMENTS, y], { n: beyond, b });
    }

    /**
     * An operation for each index.
     * @param {keyof typeof EACH} op
     * @param {(string | Uint8Array)[]} operands - buffers or elements
     * @param {string} y
     */
    each(op, operands, y) {
        const [first, second, ...third] = operands, swap = op !== "subEach" && typeof first !== "string";
        const [a, b, c = a] = swap ? [second, first, ...third] : operands, [columns, elements] = EACH[op];
        const isFactor = typeof b !== "string" && columns !== elements;
        const read = (/** @type {string | Uint8Array} */ operand, factor = false) => {
            if (typeof operand === "string") return { buffer: operand, at: 0 };
            const value = factor ? this.inDeviceForm(this.integer(operand)) : this.inHostForm(operand);
            return { buffer: ELEMENTS, at: this.element(value) };
        };
        const parts = [read(a), read(b, isFactor), read(c)], [{ at }, { at: atB }, { at: atC }] = parts;
        const op1 = isFactor ? elements : columns;
        this.add("each", [...parts.map(({ buffer }) => buffer), y], { op: op1, a: at, b: atB, c: atC });
    }

    /**
     * @param {any} step - as `allocateRegisters` gives it
     * @param {boolean} fused - the inverse FFT and the progression after it: the one leaves
     *   its values backwards and n times as large, and the other takes them so
     */
    step({ op, operands: [x, ...others], register, own = [], list }, fused) {
        const { buffers, byN, plan: { p } } = this, y = buffers[register];
        const [first, second] = own.map((/** @type {number} */ i) => this.input[i]);
        switch (op) {
            case "input": return this.upload(list, first, y);
            case "fft": return this.transform(x, register);
            case "ifft":
                this.transform(x, register);
                if (fused) return undefined;
                [buffers[x], buffers[register]] = [buffers[register], buffers[x]];
                return this.progress(buffers[x], buffers[register], { first: byN, ratio: 1n, flip: true });
            case "batchApplyKey": {
                const start = this.integer(first);
                const ratio = this.integer(second);
                return this.progress(buffers[x], y, { first: fused ? mod(start * byN, p) : start, ratio, flip: fused });
            }
            case "powers": {
                const { tables, half } = this.geometricScale(this.inHostForm(first), this.integer(second));
                return this.add("progression", [...tables, y], { bits: half });
            }
            case "batchFromMontgomery": return this.scale(buffers[x], y, this.byHost);
            case "next": return this.add("next", [buffers[x], y]);
            default: {
                const named = [x, ...others].map((operand) => (typeof operand === "number" ? buffers[operand] : operand));
                return this.each(op, named, y);
            }
        }
    }

    /** Uploads of what is shared by all columns, which come first. */
    uploads() {
        return Object.entries(this.constants).flatMap(([to, values]) => {
            if (values.length === 0) return [];
            const bytes = new Uint8Array(values.length * this.size);
            values.forEach((value, i) => writeLE(bytes, i * this.size, value, this.size));
            this.bytes[to] = bytes.length;
            return [{ to, bytes }];
        });
    }
}

/** Steps that a device does. */
const STEPS = Object.freeze(new Set([
    ...Object.keys(EACH), "input", "fft", "ifft", "batchApplyKey", "batchFromMontgomery", "powers", "next",
]));

/** A step that a device does not, if there is one. @param {Program} program */
export const missingStep = ({ steps }) => steps.find(({ op }) => !STEPS.has(op))?.op;

/**
 * The numbers of inverse FFTs whose values only a progression takes, and of these
 * progressions.
 * @param {Program} program
 */
function fusedSteps({ steps, results }) {
    const fused = new Set();
    steps.forEach(({ op, value }, i) => {
        const uses = steps.flatMap(({ operands }, k) => (operands.includes(value) ? [k] : []));
        if (op !== "ifft" || uses.length !== 1 || results.includes(value)) return;
        if (steps[uses[0]].op === "batchApplyKey") fused.add(i).add(uses[0]);
    });
    return fused;
}

/**
 * @param {ColumnKernels} kernels
 * @param {Program} program - of 2^bits elements, at least two; with no step that is missing
 * @param {{ root: bigint, made: boolean }} roots - root: of unity, of order n; made: their table is
 *   on the device
 * @returns {{ steps: Step[], bytes: Record<string, number>, results: string[], secret: string[] }}
 */
export function columnProgram(kernels, program, { root, made }) {
    const dispatches = new ColumnProgram(kernels, program), { n, size } = dispatches;
    const fused = fusedSteps(program);
    // On a device no step writes where it reads.
    const apart = program.steps.map((step) => ({ ...step, apart: true, inPlace: false }));
    const { steps, registers, results } = allocateRegisters({ ...program, steps: apart }, program.results);
    dispatches.buffers = Array.from({ length: registers }, (_, i) => dispatches.column(`column ${i}`, n));
    dispatches.bytes[ROOTS] = (n / 2) * size;
    if (!made) dispatches.table(ROOTS, { n: n / 2, first: dispatches.inDeviceForm(1n), base: root });
    steps.forEach((step, i) => dispatches.step(step, fused.has(i)));
    const wanted = results.map((register, i) => {
        const op = program.steps.find(({ value }) => value === program.results[i])?.op;
        const buffer = dispatches.buffers[register];
        if (op !== "fft") return buffer; // which leaves values that are not reduced
        const reduced = dispatches.column(`result ${i}`, n);
        dispatches.scale(buffer, reduced, 1n);
        return reduced;
    });
    const { bytes, secret } = dispatches, uploads = dispatches.uploads();
    return { steps: [...uploads, ...dispatches.steps], bytes, results: wanted, secret };
}
