/**
 * Shapes of the lane kernels. Types only; no code runs here.
 * @module scripts/wasm/lane/types
 */
/** @import { LanePlan } from "./plan.js" */
/** @import { FunctionText } from "./text.js" */
/** @import { Stream } from "./product.js" */

/**
 * The words of one tier for one prime field. A *unit* is what one instruction
 * stream works on: `lanes` elements, `vectors` locals of type `local`,
 * `unitBytes` in memory; an element at rest takes `bytes`. Words return text or
 * emit it into a function.
 * @typedef {object} LaneField
 * @property {LanePlan} plan
 * @property {"v128" | "i64"} local
 * @property {number} lanes
 * @property {number} vectors
 * @property {number} unitBytes
 * @property {number} bytes
 * @property {(fn: FunctionText, streams: Stream[], byColumns?: boolean) => void} products - sums of products; byColumns, in tier fma: the order of columnSchedule (product.js)
 * @property {(fn: FunctionText) => void} [product2] - one product in Fp2 by three products, interleaved
 * @property {boolean} pairs - products of two units interleaved are faster than one after the other
 * @property {boolean} bothWays - whether other products are faster interleaved depends on the engine
 * @property {boolean} tight - `reduce` does something: values come close to what a limb holds
 * @property {(fn: FunctionText, t: string[]) => void} reduce - value to about [-p/2, p/2]; limbs stay loose
 * @property {(fn: FunctionText, t: string[]) => void} norm - the same, and limbs tight
 * @property {(a: string, b: string) => string} add - one vector
 * @property {(a: string, b: string) => string} sub - one vector
 * @property {(ptr: string, offset: number, j: number) => string} load - vector j of a unit
 * @property {(ptr: string, offset: number, j: number, e: string) => string} store - vector j of a unit
 * @property {(fn: FunctionText, at: string[], offset: number, j: number) => string} gather - vector j from one element per lane
 * @property {(fn: FunctionText, at: string[], offset: number, j: number, e: string) => void} scatter - vector j to one element per lane
 * @property {(fn: FunctionText, refs: string[]) => string} signMask - from bit 0 of one i32 per lane
 * @property {(e: string, mask: string) => string} negateIf
 * @property {(fn: FunctionText, refs: string[], bit: number) => string} bitMask - all ones where the bit is set
 * @property {(a: string, b: string, mask: string) => string} choose - a where the mask is set
 * @property {(fn: FunctionText, t: string[]) => string} zeroLanes - i32, bit l set when lane l of a normalised element is zero
 * @property {(fn: FunctionText, at: string[], offset: number, j: number) => string} unpack - vector j from little-endian integers below 2^(8 packed)
 * @property {(fn: FunctionText, t: string[], lane: number, i: number) => string} limbAsI64
 * @property {(x: bigint) => Uint8Array} unit - the value in every lane
 * @property {(x: bigint) => Uint8Array} element - the value at rest
 */

export {};
