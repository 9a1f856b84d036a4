/**
 * Programs over lists of one length, as fused_program.js runs them in a worker and a GPU on
 * its own: steps, written down with the words of formulas and some for lists as a whole.
 *
 * In Montgomery form unless it says plain.
 * @module batch/program
 */
/** @import { WasmField1 } from "../engine/field.js" */
/** @import { Bytes } from "./types.js" */
/** @import { Step, Value, Ops as FormulaOps } from "./formula.js" */
import { checkElement } from "./field_tasks.js";
import { countElements } from "./buffers.js";
import { Writer } from "./formula.js";

/** An element that a step leaves beside its list. @typedef {{ element: number }} Result */

/**
 * @typedef {object} OwnOps
 * @property {(list: Bytes, c?: Uint8Array) => Value} input - n elements, of which those that are
 *   missing are zeros; those beyond n, n at most, count c times: what a polynomial is modulo X^n -
 *   c
 * @property {(x: Value) => Value} fft - of a value that is not used again, as of the next four
 * @property {(x: Value) => Value} ifft
 * @property {(x: Value, first: Uint8Array, ratio: Uint8Array) => Value} geometricScale - x[i] first
 *   ratio^i
 * @property {(x: Value) => Value} inverse - of 0 it is 0
 * @property {(x: Value) => Value} plain - out of Montgomery form
 * @property {(first: Uint8Array, ratio: Uint8Array) => Value} powers - first ratio^i
 * @property {(x: Value) => Value} next - x[i + 1], and x[0] at the end
 * @property {(x: Value) => { values: Value, total: Result }} prefixProducts - of the elements
 *   before each, and of all
 * @property {(x: Value, point: Uint8Array) => Result} evaluate - the polynomial with these
 *   coefficients at the point
 */

/** @typedef {Readonly<FormulaOps & OwnOps>} Ops */

/**
 * What a program says: its steps in order, and the elements that they name by number.
 * @typedef {object} Program
 * @property {string} where - for messages
 * @property {number} n - elements of every list
 * @property {readonly Step[]} steps
 * @property {readonly Value[]} values - all of them
 * @property {readonly Uint8Array[]} elements
 * @property {readonly Value[]} results - the lists that are wanted
 */

/** Writes down a program. */
export class ProgramWriter extends Writer {
    /** @param {string} where @param {WasmField1} Fr @param {number} n */
    constructor(where, Fr, n) {
        super(where, Fr, 0);
        this.Fr = Fr;
        this.n = n;
        /** @type {Uint8Array[]} */
        this.elements = [];
        this.lists = 0;
    }

    /** @param {Uint8Array} element @returns {number} its number */
    keep(element) {
        return this.elements.push(checkElement(this.where, this.Fr, element, "element")) - 1;
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

    /** @param {Bytes} list @param {Uint8Array} c */
    input(list, c) {
        const count = countElements(list, this.Fr.n8, this.where);
        if (count > 2 * this.n)
            throw new RangeError(`${this.where}: expected at most ${2 * this.n} elements in a list, got ${count}`);
        return this.step("input", [], [c], { list, more: this.lists++ }).value;
    }

    /** @returns {Ops} */
    get all() {
        const { zero, one } = this.Fr;
        /** @param {string} op @returns {(x: Value, ...elements: Uint8Array[]) => Value} */
        const inPlace = (op) => (x, ...elements) => this.step(op, [x], elements, { inPlace: true }).value;
        return Object.freeze({
            ...this.ops,
            input: (list, c = one) => this.input(list, c),
            fft: inPlace("fft"),
            ifft: inPlace("ifft"),
            geometricScale: inPlace("batchApplyKey"),
            inverse: inPlace("batchInverse"),
            plain: inPlace("batchFromMontgomery"),
            powers: (first, ratio) => this.step("powers", [], [first, ratio]).value,
            next: (x) => this.step("next", [x], [zero], { apart: true }).value,
            prefixProducts: (x) => {
                const { value, own: [element] } = this.step("mulScan", [x], [one], { inPlace: true });
                return { values: value, total: { element } };
            },
            evaluate: (x, point) => {
                const { own: [element] } = this.step("evaluate", [x], [zero, point], { inPlace: true });
                return { element };
            },
        });
    }

    /** @param {readonly Value[]} results @returns {Program} */
    end(results) {
        for (const value of results) this.check(value);
        const { where, n, steps, values, elements } = this;
        return { where, n, steps, values, elements, results };
    }
}

/**
 * @param {string} where - for messages
 * @param {WasmField1} Fr
 * @param {number} n - elements of every list
 * @param {(ops: Ops) => readonly Value[]} write - called once; says what is calculated
 * @returns {Program}
 * @throws {TypeError | RangeError} for operands that are none
 */
export function writeProgram(where, Fr, n, write) {
    const writer = new ProgramWriter(where, Fr, n);
    return writer.end(write(writer.all));
}
