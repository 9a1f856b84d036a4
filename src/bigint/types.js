/**
 * Shapes that the classes of this room share. Types only; no code runs here.
 * @module bigint/types
 */

/** @typedef {import("./scalar.js").Scalarish} Scalarish */

/**
 * A stream of random numbers: ChaCha, or anything with these two methods.
 * @typedef {object} Rng
 * @property {() => bigint} nextU64
 * @property {() => boolean} nextBool
 */

/**
 * What an extension, a curve or an FFT needs of the field below it.
 * Elements are bigint in F1Field and arrays in extensions.
 * @template E
 * @typedef {object} Field
 * @property {E} zero
 * @property {E} one
 * @property {E} negone
 * @property {number} m - degree over the prime field
 * @property {bigint} p - characteristic
 * @property {number} n8
 * @property {number} n32
 * @property {number} n64
 * @property {(a: E, b: E) => E} add
 * @property {(a: E, b: E) => E} sub
 * @property {(a: E) => E} neg
 * @property {(a: E, b: E) => E} mul
 * @property {(a: E, e: Scalarish) => E} mulScalar
 * @property {(a: E) => E} square
 * @property {(a: E) => E} inv
 * @property {(a: E, b: E) => E} div
 * @property {(a: E, b: E) => boolean} eq
 * @property {(a: E, b: E) => boolean} lt
 * @property {(a: E, b: E) => boolean} gt
 * @property {(a: E) => boolean} isZero
 * @property {(a: E, e: Scalarish) => E} exp
 * @property {(a: E) => E | null} sqrt
 * @property {() => E} random
 * @property {(rng: Rng) => E} fromRng
 * @property {(a: E, base?: number) => string} toString
 * @property {(a: E) => E} toObject
 * @property {(a: E) => E} normalize - coordinates reduced to [0, p)
 * @property {(buff: Uint8Array, o: number, a: E) => void} toRprLE
 * @property {(buff: Uint8Array, o: number, a: E) => void} toRprBE
 * @property {(buff: Uint8Array, o: number, a: E) => void} toRprLEM
 * @property {(buff: Uint8Array, o: number, a: E) => void} toRprBEM
 * @property {(buff: Uint8Array, o?: number) => E} fromRprLE
 * @property {(buff: Uint8Array, o?: number) => E} fromRprBE
 * @property {(buff: Uint8Array, o?: number) => E} fromRprLEM
 * @property {(buff: Uint8Array, o?: number) => E} fromRprBEM
 */

export {};
