import type { FieldPlan } from "./field.js";
export type Step = {
    op: "mul" | "add" | "sub" | "times";
    to: string;
    a: string;
    b: string;
};
/** @param {string} text - one line per step @returns {Step[]} */
export declare function parseProgram(text: string): Step[];
/**
 * Bounds of the outputs, in multiples of p, from those of the inputs.
 * @param {FieldPlan} plan
 * @param {readonly Step[]} steps
 * @param {Record<string, number>} inputs
 * @param {{ k: number, multiple: number }} constants - of `k a`, and of differences
 * @returns {Record<string, number>} of every name at the end
 * @throws {RangeError} for a value that may not fit
 */
export declare function boundsOf(plan: FieldPlan, steps: readonly Step[], inputs: Record<string, number>, { k, multiple }: {
    k: number;
    multiple: number;
}): Record<string, number>;
/** The WGSL statements of a program; its values are constants of the function. @param {readonly Step[]} steps */
export declare function straightText(steps: readonly Step[]): {
    text: string;
    value: (/** @type {string} */ name: string) => string;
};
/**
 * The same as a table that a loop reads, with one place each that multiplies, adds and subtracts: drivers that put
 * functions in place of their calls take seconds for the straight form.
 * @param {readonly Step[]} steps
 * @param {readonly string[]} inputs
 */
export declare function tableText(steps: readonly Step[], inputs: readonly string[]): {
    text: string;
    value: (/** @type {string} */ name: string) => string;
};
