export type Inputs = {
    [name: string]: unknown;
};
export type Signal = {
    name: string;
    /**
     * - in order; a string describes a value that is not an integer
     */
    values: (bigint | string)[];
    /**
     * - of nested arrays: how many entries each level has
     */
    shape?: number[];
};
/** @import { ProverError } from "../errors.js" */
/**
 * @typedef {{ [name: string]: unknown }} Inputs - signal names to values, or arrays of them: numbers, bigints, decimal
 *   or 0x strings
 */
/**
 * @typedef {object} Signal
 * @property {string} name
 * @property {(bigint | string)[]} values - in order; a string describes a value that is not an integer
 * @property {number[]} [shape] - of nested arrays: how many entries each level has
 */
/** @param {unknown} value @returns {value is { [name: string]: unknown }} */
export declare const isRecord: (value: unknown) => value is {
    [name: string]: unknown;
};
/**
 * @param {Inputs} inputs
 * @returns {Signal[]} in the order of the inputs
 * @throws {ProverError} ERR_INPUT for nested arrays of different lengths, and for lists and records nested too deeply
 */
export declare const signalsOf: (inputs: Inputs) => Signal[];
/**
 * The path of a value in the caller's inputs.
 * @param {Signal} signal
 * @param {number} i - index among its values
 */
export declare function pathOf({ name, values, shape }: Signal, i: number): string;
