/**
 * Inverses of many elements: a forward pass of products, one inversion per chain in the base module, a backward pass.
 * @module kernels/fields/inverse
 */
/** @import { FieldContext } from "./context.js" */
import type { FieldContext } from "./context.js";
/**
 * Are the elements stored without gaps?
 * @param {FieldContext} on
 * @param {number} _src
 * @param {number} inStep
 * @param {number} _n
 * @param {number} _dst
 * @param {number} outStep
 */
export declare const isDense: ({ layout: { elementBytes } }: FieldContext, _src: number, inStep: number, _n: number, _dst: number, outStep: number) => boolean;
/**
 * The inverse of 0 is 0.
 * @param {FieldContext} on
 * @param {number} src
 * @param {number} inStep - elementBytes
 * @param {number} n
 * @param {number} dst
 * @param {number} outStep - elementBytes
 */
export declare function batchInverse(on: FieldContext, src: number, inStep: number, n: number, dst: number, outStep: number): Generator<number, void, unknown>;
