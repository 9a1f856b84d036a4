import type { SumContext } from "./context.js";
import type { Input } from "./blocks.js";
import type { Kind, Placed, Plan } from "./windows.js";
/** Writes the recode constant of a plan to memory. @param {SumContext} on @param {Plan} plan */
export declare function putRecode({ arena, shared: { wideItemBytes } }: SumContext, { recode }: Plan): number;
/**
 * Records and items of one kind in one block.
 * @param {SumContext} on
 * @param {Kind} kind
 * @param {number} recode - address of the constant
 * @param {Input} input
 * @param {number} classes - address of a byte per scalar
 * @returns {Generator<number, Placed>}
 */
export declare function place(on: SumContext, kind: Kind, recode: number, input: Input, classes: number): Generator<number, Placed>;
