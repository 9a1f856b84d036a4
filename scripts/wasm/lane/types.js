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
 * @property {(fn: FunctionText, streams: Stream[], byColumns?: boolean) => void} products - sums of
 *   products; byColumns, in tier fma: the order of columnSchedule (product.js)
 * @property {(fn: FunctionText) => void} [product2] - one product in Fp2 by three products,
 *   interleaved
 * @property {{ product: (fn: FunctionText) => void, square: (fn: FunctionText) => void }} [kernel1]
 *   - all of the interleaved product and of the square in Fp, where they are not sums of `products`
 * @property {boolean} pairs - products of two units interleaved are faster than one after the other
 * @property {boolean} bothWays - whether other products are faster interleaved depends on the
 *   engine
 * @property {boolean} tight - `reduce` does something: values come close to what a limb holds
 * @property {(fn: FunctionText, t: string[]) => void} reduce - value to about [-p/2, p/2]; limbs
 *   stay loose
 * @property {(fn: FunctionText, t: string[]) => void} norm - the same, and limbs tight
 * @property {(a: string, b: string) => string} add - one vector
 * @property {(a: string, b: string) => string} sub - one vector
 * @property {(fn: FunctionText, e: string, k: number) => string} scale - one vector, times a small
 *   number
 * @property {(ptr: string, offset: number, j: number) => string} load - vector j of a unit
 * @property {(ptr: string, offset: number, j: number, e: string) => string} store - vector j of a
 *   unit
 * @property {(fn: FunctionText, at: string[], offset: number, j: number) => string} gather - vector
 *   j from one element per lane
 * @property {(fn: FunctionText, at: string[], offset: number, j: number, e: string) => void}
 *   scatter - vector j to one element per lane
 * @property {(fn: FunctionText, refs: string[]) => string} signMask - from bit 0 of one i32 per
 *   lane
 * @property {(e: string, mask: string) => string} negateIf
 * @property {(fn: FunctionText, refs: string[], bit: number) => string} bitMask - all ones where
 *   the bit is set
 * @property {(a: string, b: string, mask: string) => string} choose - a where the mask is set
 * @property {(fn: FunctionText, t: string[]) => string} zeroLanes - i32, bit l set when lane l of a
 *   normalised element is zero
 * @property {(fn: FunctionText, at: string[], offset: number, j: number) => string} unpack - vector
 *   j from little-endian integers below 2^(8 packed)
 * @property {(fn: FunctionText, t: string[], lane: number, i: number) => string} limbAsI64
 * @property {{ type: "f64" | "i32", inUnit: (lane: number, i: number) => number, atRest: (i:
 *   number) => number }} places - of limb i, in bytes
 * @property {(x: bigint) => Uint8Array} unit - the value in every lane
 * @property {(x: bigint) => Uint8Array} element - the value at rest
 */

/**
 * @typedef {(word: number) => string} Twiddle - v128 expression of word i of a twiddle, the same or
 *   one per lane
 */

/**
 * @typedef {(f: FunctionText, z: string, x: string, y: string) => void} Binary - z of x and y,
 *   names of pairs
 */

/** @typedef {(f: FunctionText, x: string) => void} InPlace - x, the name of a pair */

/**
 * Arithmetic on pairs, by which a transform is written without knowing a tier.
 * A pair is two field elements, one per lane, in `vectors` locals {name}0, {name}1, ...; arguments
 * are such names.
 * @typedef {object} PairArithmetic
 * @property {LanePlan} plan
 * @property {number} vectors - v128 per pair
 * @property {number} unitBytes - of a pair
 * @property {LaneField["places"]} places - of limb i of a pair, in bytes
 * @property {number} twiddleBytes - per table entry
 * @property {number} wideBytes - per entry of the wide table
 * @property {number} rowBytes - of which a row takes so many
 * @property {[bigint, bigint]} rows - factors of the first row, and from one row to the next
 * @property {boolean} skipsOne - whether `sub` takes two sums, so that blocks with twiddle 1 need
 *   no product
 * @property {boolean} interleaved - whether a reduction alone is faster two pairs at a time
 * @property {LaneField["add"]} add
 * @property {(f: FunctionText, k: number, a: string, b: string) => string} difference - vector k of
 *   a pair less one of another, whose limbs are as products leave them
 * @property {(a: string, b: string) => string[]} zipped - vectors of (x0, x1), (y0, y1) -> (x0,
 *   y0), (x1, y1)
 * @property {LaneField["load"]} load
 * @property {LaneField["store"]} store
 * @property {string} laneMask - v128, ones in lane 0
 * @property {(f: FunctionText, z: string, w: Twiddle, x: string) => void} mulKnown - z = w x
 * @property {(f: FunctionText, z: string, w: Twiddle, x: string, columns?: boolean) => void}
 *   mulWide - the same, from an entry of the wide table, in one of two orders; may normalise x
 * @property {(f: FunctionText, ptr: string, w: Twiddle, to: string[]) => void} scalePacked -
 *   two packed elements times a constant, to two addresses
 * @property {(f: FunctionText, to: string[], v: string) => void} storeRow -
 *   a row of the wide table at either address, of lane 0 and lane 1; v normal
 * @property {Binary} mul - z = x y, up to a factor that is the same for all; x canonical, y
 *   settled, or both settled
 * @property {bigint} adjust - the factor of `mul` times this is 1 / 2^256
 * @property {InPlace} settle - makes the result of mul a factor of the next
 * @property {(f: FunctionText, ptr: string, to: string[]) => void} fromMont -
 *   two packed elements over 2^256, to two addresses
 * @property {string} one - v128, vector 0 of the pair (1, 1)
 * @property {(f: FunctionText, z: string, x: string) => void} zeroMask -
 *   local z: ones in the lanes where a packed x is zero
 * @property {LaneField["norm"]} norm
 * @property {InPlace} scale - x / 2^lg
 * @property {(f: FunctionText, local: string) => void} beginScale - what scale needs, from the
 *   local that holds lg
 * @property {(f: FunctionText, ptr: string, x: string) => void} pack
 * @property {(f: FunctionText, x: string, to: string[]) => void} unpack
 * @property {(f: FunctionText, ptr: string, v: string) => void} storeTwiddle
 * @property {(ptr: string) => Twiddle} twiddle - one entry for both lanes
 * @property {(ptr: string) => Twiddle} twiddlePair - two neighbouring entries, one per lane
 * @property {(f: FunctionText, x: string, ptr: string) => void} loadTwiddle - the value of an
 *   entry, in both lanes
 * @property {(value: bigint) => Uint8Array} twiddleOf - table entry of a plain value
 * @property {(value: bigint) => Uint8Array} leftOut - what scalePacked reads after the wide entry
 *   of a constant
 */

export {};
