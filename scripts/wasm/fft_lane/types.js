/**
 * Shapes of the lane FFT generator. Types only; no code runs here.
 * @module scripts/wasm/fft_lane/types
 */
/** @import { Body } from "./body.js" */
/** @import { Constants } from "./constants.js" */

/** @typedef {(word: number) => string} Twiddle - v128 expression of word i of a twiddle, the same or one per lane */

/**
 * Arithmetic on pairs, by which an FFT kernel is written without knowing a tier.
 * A pair is named by the prefix of its locals.
 * @typedef {object} PairArithmetic
 * @property {"fma" | "simd"} tier
 * @property {Constants} constants
 * @property {number} vectors - v128 per pair
 * @property {number} pairBytes
 * @property {number} twiddleBytes - per table entry
 * @property {number} wideBytes - per entry of the wide table
 * @property {number} rowBytes - of which a row takes so many
 * @property {[bigint, bigint]} rows - factors of the first row, and from one row to the next
 * @property {boolean} skipsOne - whether `sub` takes two sums, so that blocks with twiddle 1 need no product
 * @property {boolean} interleaved - whether a reduction alone is faster two pairs at a time
 * @property {(f: Body, z: string, x: string, y: string) => void} add
 * @property {(f: Body, z: string, x: string, y: string) => void} sub
 * @property {(f: Body, a: string, b: string, x: string, y: string) => void} zip - (x0,x1),(y0,y1) -> a = (x0,y0), b = (x1,y1)
 * @property {string} laneMask - v128, ones in lane 0
 * @property {(f: Body, z: string, w: Twiddle, x: string) => void} mulKnown - z = w x
 * @property {(f: Body, z: string, w: Twiddle, x: string, columns?: boolean) => void} mulWide - the same, from an entry of the wide table, in one of two orders; may normalise x
 * @property {(f: Body, ptr: string, w: Twiddle, to: string[]) => void} scalePacked - two packed elements times a constant, to two addresses
 * @property {(f: Body, to: string[], v: string) => void} storeRow - a row of the wide table at either address, of lane 0 and lane 1; v normal
 * @property {(f: Body, z: string, x: string, y: string) => void} mul - z = x y, up to a factor that is the same for all; x canonical, y settled, or both settled
 * @property {bigint} adjust - the factor of `mul` times this is 1 / 2^256
 * @property {(f: Body, x: string) => void} settle - makes the result of mul a factor of the next
 * @property {(f: Body, ptr: string, to: string[]) => void} fromMont - two packed elements over 2^256, to two addresses
 * @property {string} one - v128, vector 0 of the pair (1, 1)
 * @property {(f: Body, z: string, x: string) => void} zeroMask - local z: ones in the lanes where a packed x is zero
 * @property {(f: Body, x: string) => void} norm
 * @property {(f: Body, x: string) => void} scale - x / 2^lg
 * @property {(f: Body, local: string) => void} beginScale - what scale needs, from the local that holds lg
 * @property {(f: Body, ptr: string, x: string) => void} pack
 * @property {(f: Body, x: string, to: string[]) => void} unpack
 * @property {(f: Body, ptr: string, v: string) => void} storeTwiddle
 * @property {(ptr: string) => Twiddle} twiddle - one entry for both lanes
 * @property {(ptr: string) => Twiddle} twiddlePair - two neighbouring entries, one per lane
 * @property {(f: Body, x: string, ptr: string) => void} loadTwiddle - the value of an entry, in both lanes
 * @property {(value: bigint) => Uint8Array} twiddleOf - table entry of a plain value
 * @property {(value: bigint) => Uint8Array} leftOut - what scalePacked reads after the wide entry of a constant
 */

export {};
