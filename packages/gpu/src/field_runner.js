/**
 * Programs over columns of one field on a device, while there is one: runs that end in time, and
 * what a device must show before it is used.
 * @module gpu/field_runner
 */
/** @import { ColumnCurve as Columned } from "../../../src/internal/gpu.js" */
/** @import { Program, Ops } from "../../../src/internal/gpu.js" */
/** @import { Value } from "../../../src/internal/gpu.js" */
/** @import { FieldParams } from "../../../src/internal/gpu.js" */
/** @import { Gpu } from "./gpu.js" */
/** @import { ColumnKernels } from "./columns.js" */
import { runFused, sameBytes, writeLE, writeProgram } from "../../../src/internal/gpu.js";
import { productsOf } from "./column_program.js";
import { Columns } from "./columns.js";
import { compileColumns, KERNELS } from "./device.js";
import { numbers } from "./known_answers.js";
import { anyValues, measured, timed } from "./probe.js";
import { CPU, PATIENCE, WrongAnswer } from "./runner.js";
import { Speeds } from "./speeds.js";
import { withTimeout } from "./timeout.js";

/** Says what is calculated. @typedef {(ops: Ops) => readonly Value[]} Write */

/** Domains of the known answers, which have passes of two values and of four. */
const KNOWN = Object.freeze([5, 8]);

/** Sizes of the first measurements, and the one that shows what a run takes however short it is. */
const ON_GPU = Object.freeze({ first: 1 << 14, most: 1 << 18 });
const ON_CPU = Object.freeze({ first: 1 << 12, most: 1 << 14 });
const SHORT = 1 << 10;

/** Products that count as one point does in an MSM. */
const UNIT = 64;

/** What a program takes, as speeds count. @param {Program} program */
export const workOf = (program) => productsOf(program) / UNIT;

/**
 * @typedef {object} FieldSettings
 * @property {boolean} check - each result is compared with that of the CPU
 * @property {number} timeout - milliseconds
 */

/**
 * A list of values, the same each time: zero, the least and the largest ones, and any between.
 * @param {any} Fr
 * @param {ReturnType<typeof numbers>} random
 * @param {number} n
 */
function knownList({ n8, p }, random, n) {
    const special = [0n, 1n, p - 1n];
    const list = new Uint8Array(n * n8);
    for (let at = 0; at < list.length; at += n8) {
        const kind = Number(random(8) % 8n);
        const value = random(n8) % p;
        writeLE(list, at, special[kind] ?? value, n8);
    }
    return list;
}

/**
 * Full lists, one that is short, and one that is longer than the domain.
 * @param {any} Fr
 * @param {number} bits - at least 2
 */
export function knownLists(Fr, bits) {
    const n = 2 ** bits;
    const random = numbers(BigInt(bits));
    return [n, n, n, n / 2 + 1, n + n / 4].map((count) => knownList(Fr, random, count));
}

/**
 * A program with every step that a device does.
 * @param {any} Fr
 * @param {number} bits - at least 2
 * @returns {Write}
 */
function knownProgram(Fr, bits) {
    const [full, other, more, short, long] = knownLists(Fr, bits);
    const [k, c, ratio] = [Fr.w[bits + 1], Fr.nqr, Fr.shift];
    return ({ add, fft, input, ifft, mul, mulAdd, next, plain, powers, geometricScale, sub }) => {
        const a = fft(geometricScale(ifft(input(full)), k, ratio));
        const b = fft(input(long, c));
        const d = ifft(input(other));
        const line = powers(k, ratio);
        const sum = mulAdd(a, b, d);
        const scaled = mulAdd(k, line, c);
        const turned = next(fft(input(more)));
        const all = [sub(mul(sum, scaled), k), add(sub(k, input(short)), mul(turned, c)), mulAdd(a, k, turned)];
        const [first, second, third] = all;
        return [plain(add(first, mulAdd(second, third, second))), sub(b, add(third, k)), fft(input(other)), d];
    };
}

/**
 * The quotient of Groth16, of columns of n values.
 * @param {any} Fr
 * @param {number} n
 * @returns {Write}
 */
function anyQuotient(Fr, n) {
    const list = anyValues(n, Fr.n8);
    const shift = Fr.w[Math.log2(n) + 1];
    return ({ fft, input, ifft, mul, plain, geometricScale, sub }) => {
        const [a, b, c] = [0, 1, 2].map(() => fft(geometricScale(ifft(input(list)), Fr.one, shift)));
        return [plain(sub(mul(a, b), c))];
    };
}

/** What a GPU calculates over one field. An Engine of gpu_part. */
export class FieldRunner {
    /**
     * @param {Gpu} gpu
     * @param {{ field: Readonly<FieldParams>, curve: Columned }} of
     * @param {FieldSettings} settings
     */
    constructor(gpu, { field, curve }, settings) {
        this.gpu = gpu;
        this.field = field;
        this.curve = curve;
        this.settings = settings;
        this.reason = "";
        /** @type {Columns | undefined} */
        this.columns = undefined;
        this.speeds = new Speeds();
    }

    /** Tasks that the CPU does at a time. */
    get workers() {
        return Math.max(1, this.curve.tm.concurrency);
    }

    /** @param {any} device */
    compile(device) {
        return compileColumns(device, this.field, { ...KERNELS, ...this.gpu.kernels });
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

    /** @param {number} n @param {Write} write */
    program(n, write) {
        return writeProgram("WebGPU", this.curve.Fr, n, write);
    }

    /**
     * One run, compared with the CPU if the GPU is to be checked.
     * @param {number} n
     * @param {Write} write
     * @returns {Promise<Uint8Array[]>}
     */
    async run(n, write) {
        const { curve: { Fr }, settings: { check, timeout } } = this, program = this.program(n, write);
        if (!this.columns) throw new Error(this.reason);
        const ms = Math.max(timeout, PATIENCE * this.speeds.onGpu(workOf(program)));
        const lists = await withTimeout(this.columns.run(program, Fr.toObject(Fr.w[Math.log2(n)])), { ms });
        if (check) await this.compare(n, write, lists);
        return lists;
    }

    /** @param {number} n @param {Write} write @param {Uint8Array[]} lists */
    async compare(n, write, lists) {
        const expected = await this.onCpu(n, write);
        if (!lists.every((list, i) => sameBytes(list, expected[i])))
            throw new WrongAnswer("WebGPU: expected the values that the CPU calculates, got others");
    }

    /**
     * @param {number} n
     * @param {Write} write
     * @returns {Promise<Uint8Array[]>}
     */
    async onCpu(n, write) {
        const lists = /** @type {Uint8Array[]} */ ([]);
        await runFused(this.curve, n, (ops) => write(ops).map((value) => {
            const list = new Uint8Array(n * this.curve.Fr.n8);
            lists.push(list);
            return [value, list];
        }), CPU);
        return lists;
    }

    async prove() {
        for (const bits of KNOWN) {
            const n = 2 ** bits;
            const write = knownProgram(this.curve.Fr, bits);
            await this.compare(n, write, await this.gpu.queue.next(() => this.run(n, write)));
        }
    }

    async measure() {
        const { Fr } = this.curve, work = (/** @type {number} */ n) => workOf(this.program(n, anyQuotient(Fr, n)));
        const onGpu = (/** @type {number} */ n) => {
            const write = anyQuotient(Fr, n);
            return this.gpu.queue.next(() => timed(() => this.run(n, write)));
        };
        const onCpu = (/** @type {number} */ n) => {
            const write = anyQuotient(Fr, n);
            return timed(() => this.onCpu(n, write));
        };
        const gpu = await measured(onGpu, ON_GPU);
        const floor = Math.min(gpu.ms, await onGpu(SHORT));
        const cpu = await measured(onCpu, ON_CPU);
        this.speeds.gpu = { floor, slope: (gpu.ms - floor) / work(gpu.n) };
        this.speeds.cpu = { floor: 0, slope: cpu.ms / work(cpu.n) };
    }
}
