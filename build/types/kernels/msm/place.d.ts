import type { SumContext } from "./context.js";
import type { Classified } from "./classify.js";
import type { Portions } from "./portions.js";
import type { Kind, Placed, Plan } from "./windows.js";
/** Writes the recode constant of a plan to memory. @param {SumContext} on @param {Plan} plan */
export declare function putRecode({ arena, shared: { wideItemBytes } }: SumContext, { recode }: Plan): number;
/**
 * Records and items of a block, which consists of the portions `from` to `to`.
 * @param {SumContext} on
 * @param {Kind[]} kinds
 * @param {number} recode - address of the constant
 * @param {Portions} portions
 * @param {Classified} found
 * @param {number} from
 * @param {number} to
 * @returns {Generator<number, Placed[]>}
 */
export declare function placeBlock(on: SumContext, kinds: Kind[], recode: number, portions: Portions, { classes, each }: Classified, from: number, to: number): Generator<number, Placed[]>;
