/**
 * What is calculated from lists of one length in one task: formulas, transforms, running products and evaluations,
 * whose intermediate lists never leave the worker. A list is loaded when a step first needs it, and its place in the
 * memory of the task is another list's as soon as no step needs it any more.
 *
 * In Montgomery form unless it says plain. Beside field_ops.js, whose operations each are cut into pieces for all
 * workers: for these, every list would be copied to a worker and back for every step.
 * @module batch/in_one_task
 */
/** @import { Task } from "./types.js" */
/** @import { Curve } from "./field_tasks.js" */
/** @import { CallOptions } from "./options.js" */
/** @import { Value, Words as FormulaWords } from "./formula.js" */
import * as tasks from "../pool/tasks.js";
import { isShared } from "../util/shared.js";
import { call, checkCount, checkElement, checkRoom, link, listed, moveTo, pieceOf, productUs, shared } from "./field_tasks.js";
import { countElements } from "./buffers.js";
import { placed, Writer } from "./formula.js";
import { readSignal } from "./options.js";
import { isSmall, submit } from "./submit.js";

/** An element that a step leaves beside its list. @typedef {{ element: number }} Result */

/**
 * @typedef {object} OwnWords
 * @property {(list: Uint8Array, c?: Uint8Array) => Value} given - n elements, of which those that are missing are
 *   zeros; those beyond n, n at most, count c times: what a polynomial is modulo X^n - c
 * @property {(x: Value) => Value} fft - of a value that is not used again, as of the next four
 * @property {(x: Value) => Value} ifft
 * @property {(x: Value, first: Uint8Array, ratio: Uint8Array) => Value} progression - x[i] first ratio^i
 * @property {(x: Value) => Value} inverse - of 0 it is 0
 * @property {(x: Value) => Value} plain - out of Montgomery form
 * @property {(first: Uint8Array, ratio: Uint8Array) => Value} powers - first ratio^i
 * @property {(x: Value) => Value} next - x[i + 1], and x[0] at the end
 * @property {(x: Value) => { values: Value, total: Result }} runningProducts - of the elements before each, and of all
 * @property {(x: Value, point: Uint8Array) => Result} evaluate - the polynomial with these coefficients at the point
 */

/** @typedef {Readonly<FormulaWords & OwnWords>} Words */

/** What comes of a task: a list, and where it goes, or an element. @typedef {[Value, Uint8Array] | Result} Output */

/** Steps, and elements that they share: constants, and what they leave. */
class TaskWriter extends Writer {
    /** @param {Curve} curve @param {number} n */
    constructor(curve, n) {
        super("inOneTask", /** @type {any} */ (curve.Fr), 0);
        this.curve = curve;
        this.n = n;
        /** @type {Uint8Array[]} */
        this.elements = [];
        this.lists = 0;
    }

    /** @param {Uint8Array} element @returns {number} its number */
    keep(element) {
        return this.elements.push(checkElement(this.where, this.curve.Fr, element, "element")) - 1;
    }

    /**
     * @param {string} op
     * @param {Value[]} operands
     * @param {Uint8Array[]} [elements]
     * @param {Record<string, any>} [details]
     */
    step(op, operands, elements = [], details = {}) {
        const own = elements.map((element) => this.keep(element));
        return { own, value: this.write({ op, operands: operands.map((x) => this.check(x)), own, ...details }) };
    }

    /** @param {Uint8Array} list @param {Uint8Array} c */
    given(list, c) {
        const { n8 } = this.curve.Fr, count = countElements(list, n8, this.where);
        if (count > 2 * this.n)
            throw new RangeError(`${this.where}: expected at most ${2 * this.n} elements in a list, got ${count}`);
        return this.step("given", [], [c], { list, more: this.lists++ }).value;
    }

    /** @returns {OwnWords} */
    get more() {
        const { zero, one } = /** @type {any} */ (this.curve.Fr);
        /** @param {string} op @returns {(x: Value, ...elements: Uint8Array[]) => Value} */
        const inPlace = (op) => (x, ...elements) => this.step(op, [x], elements, { inPlace: true }).value;
        return {
            given: (list, c = one) => this.given(list, c),
            fft: inPlace("fft"),
            ifft: inPlace("ifft"),
            progression: inPlace("batchApplyKey"),
            inverse: inPlace("batchInverse"),
            plain: inPlace("batchFromMontgomery"),
            powers: (first, ratio) => this.step("powers", [], [first, ratio]).value,
            next: (x) => this.step("next", [x], [zero], { apart: true }).value,
            runningProducts: (x) => {
                const { value, own: [element] } = this.step("mulScan", [x], [one], { inPlace: true });
                return { values: value, total: { element } };
            },
            evaluate: (x, point) => {
                const { own: [element] } = this.step("evaluate", [x], [zero, point], { inPlace: true });
                return { element };
            },
        };
    }
}

/**
 * The commands of each step that formulas do not have; p: the place of its list, at: that of element i of it, own: the
 * place of one of its own elements.
 * @type {Readonly<Record<string, (on: { curve: Curve, n: number, extra: number }, p: any, step: any) => Task>>}
 */
const COMMANDS = Object.freeze({
    given({ curve: { Fr }, n, extra }, _, { place, list, own: [c], more }) {
        const { n8 } = Fr, count = list.length / n8, inside = Math.min(n, count), beyond = count - inside;
        const zeros = inside < n ? [tasks.set(place, new Uint8Array(n * n8))] : [];
        return [
            ...zeros,
            tasks.set(place, pieceOf(Fr, list, 0, inside)),
            ...(beyond ? [
                tasks.allocSet(extra + 1 + more, pieceOf(Fr, list, n, count)),
                call(
                    "mulAddEach", beyond,
                    listed(place, n8), listed(extra + 1 + more, n8), shared(extra, c * n8), listed(place, n8),
                ),
            ] : []),
        ];
    },
    fft: ({ n }, p) => [tasks.call({ op: "fft", group: "frm" }, p, tasks.val(n))],
    ifft: ({ n }, p) => [tasks.call({ op: "ifft", group: "frm" }, p, tasks.val(n))],
    batchApplyKey: ({ curve: { Fr: { n8 } }, n, extra }, p, { own: [first, ratio] }) => [tasks.call(
        { op: "batchApplyKey", group: "frm" },
        p, tasks.val(n), tasks.ref(extra, first * n8), tasks.ref(extra, ratio * n8), p,
    )],
    batchInverse: ({ curve: { Fr: { n8 } }, n }, p) => [tasks.call(
        { op: "batchInverse", group: "frm" }, p, tasks.val(n8), tasks.val(n), p, tasks.val(n8),
    )],
    batchFromMontgomery: ({ n }, p) => [tasks.call({ op: "batchFromMontgomery", group: "frm" }, p, tasks.val(n), p)],
    powers: ({ curve: { Fr: { n8 } }, n, extra }, _, { place, own: [first, ratio] }) =>
        [call("powers", n, shared(extra, first * n8), listed(place, n8), shared(extra, ratio * n8))],
    next({ curve: { Fr: { n8 } }, n, extra }, _, { place, operands: [x], own: [zero] }) {
        const plus = shared(extra, zero * n8);
        return [
            call("addEach", n - 1, listed(place, n8), listed(x, n8, n8), plus),
            call("addEach", 1, listed(place, n8, (n - 1) * n8), listed(x, n8), plus),
        ];
    },
    mulScan: ({ curve: { Fr: { n8 } }, n, extra }, _, { place, own: [total] }) =>
        [call("mulScan", n, shared(extra, total * n8), listed(place, n8), listed(place, n8))],
    evaluate: ({ curve: { Fr: { n8 } }, n, extra }, _, { place, own: [value, point] }) => [call(
        "evaluate",
        n, shared(extra, value * n8), shared(extra, point * n8), [tasks.val(1), tasks.val(0)],
        listed(place, -n8, (n - 1) * n8),
    )],
});

/**
 * The task, and the number of its first list of elements.
 * @param {TaskWriter} writer
 * @param {readonly Output[]} outputs
 */
function taskOf(writer, outputs) {
    const { curve, n } = writer, { n8 } = curve.Fr;
    const { steps, places, results } = placed(writer, outputs.flatMap((out) => (Array.isArray(out) ? [out[0]] : [])));
    const on = { curve, n, extra: places }, param = (/** @type {number | Uint8Array} */ operand) =>
        (typeof operand === "number" ? listed(operand, n8) : shared(places, n8 * writer.keep(operand)));
    const commands = steps.flatMap((step) => (Object.hasOwn(COMMANDS, step.op)
        ? COMMANDS[step.op](on, tasks.ref(step.place), step)
        : [call(step.op, n, listed(step.place, n8), ...step.operands.map(param))]));
    const constants = new Uint8Array(writer.elements.length * n8);
    writer.elements.forEach((element, i) => constants.set(element, i * n8));
    let list = 0;
    return [
        link(curve),
        ...Array.from({ length: places }, (_, i) => tasks.alloc(i, n * n8)),
        tasks.allocSet(places, constants),
        ...commands,
        ...outputs.map((out, i) => {
            if (!Array.isArray(out)) return tasks.get(i, places, n8, out.element * n8);
            const place = results[list++], [, into] = out;
            return isShared(into) ? tasks.getInto(i, place, into) : tasks.get(i, place, n * n8);
        }),
    ];
}

/** Elements from which on a task with transforms is faster on lanes, which the main instance has not. */
const ON_LANES = 2 ** 7;

/**
 * Is it too little for a worker?
 * @param {TaskWriter} writer
 */
function isSmallTask({ curve, steps, n }) {
    const lanes = steps.some(({ op }) => op === "fft" || op === "ifft");
    return lanes ? n < ON_LANES : isSmall((n * steps.length * productUs(curve.Fr)) / 1000);
}

/**
 *   in      n      elements of every list; for transforms a power of two that is a domain
 *           write  called once; says what is calculated, and what comes of it
 *   out     the elements among the outputs, in their order; lists are in the places that were named for them, which
 *           have n elements
 *   owns    given lists are read, but not before the task starts where they are in shared memory
 *   memory  as many lists in a worker as are needed at the same time, and what a transform takes
 * @param {Curve} curve
 * @param {number} n
 * @param {(words: Words) => readonly Output[]} write
 * @param {CallOptions} [options]
 * @returns {Promise<Uint8Array[]>}
 * @throws {TypeError | RangeError} for operands that are none, and places of another length
 */
export async function inOneTask(curve, n, write, options) {
    const { tm, Fr } = curve, { n8 } = Fr, where = "inOneTask", signal = readSignal(where, options);
    const writer = new TaskWriter(curve, checkCount(where, n, "n", 1));
    const outputs = write(Object.freeze({ ...writer.words, ...writer.more }));
    for (const out of outputs) if (Array.isArray(out)) {
        writer.check(out[0]);
        checkRoom(where, out[1], n * n8);
    }
    const results = await submit(tm, taskOf(writer, outputs), { small: isSmallTask(writer), signal });
    return outputs.flatMap((out, i) => {
        if (!Array.isArray(out)) return [results[i]];
        if (!isShared(out[1])) moveTo(out[1], results[i], 0);
        return [];
    });
}
