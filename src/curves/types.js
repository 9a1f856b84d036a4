/**
 * Shapes of the curve room. Types only; no code runs here.
 * @module curves/types
 */

/**
 * Where a base module keeps its constants, and its sizes.
 * @typedef {object} Layout
 * @property {number} pq
 * @property {number} pr
 * @property {number} pG1gen
 * @property {number} pG1zero
 * @property {number} pG1b
 * @property {number} pG2gen
 * @property {number} pG2zero
 * @property {number} pG2b
 * @property {number} pOneT
 * @property {number} prePSize
 * @property {number} preQSize
 * @property {number} n8q
 * @property {number} n8r
 * @property {string} q
 * @property {string} r
 */

/**
 * @typedef {object} BaseModule
 * @property {string | Uint8Array | WebAssembly.Module} code - base64, bytes or compiled
 * @property {Readonly<Layout>} layout
 * @property {boolean} guarded - roots of non-residues end (our own kernels); a module built for a plugin loops for ever
 */

/**
 * @typedef {object} CurveOptions
 * @property {boolean} [singleThread] - everything in this thread; the curve is fresh and not cached
 * @property {number} [threads] - how many workers; default: what the host can run at once
 * @property {"auto" | "fma" | "simd" | "scalar"} [tier] - lane tier
 * @property {(init: any) => any} [createWorker] - makes the worker where a string source is not allowed
 * @property {string | URL} [workerUrl] - where the worker script is served
 * @property {Record<string, WebAssembly.Module | Uint8Array>} [modules] - compiled or raw modules by their name in ffturbo/wasm: bn128 and bls12381, and the lanes
 * @property {any} [logger]
 * @property {number} [terminationTimeout] - milliseconds a worker stays after its last task
 */

/** @typedef {import("../batch/types.js").Bytes} Bytes */
/** @typedef {import("../batch/options.js").CallOptions} CallOptions */
/** @typedef {import("../engine/field.js").WasmField1} WasmField1 */
/** @typedef {import("../engine/extension.js").WasmField2} WasmField2 */
/** @typedef {import("../engine/extension.js").WasmField3} WasmField3 */
/** @typedef {import("../engine/group.js").WasmCurve} WasmCurve */
/** @typedef {ReturnType<typeof import("../batch/apply_key.js").keyApplier>} KeyApplier */
/** @typedef {ReturnType<typeof import("../batch/fft.js").fourierTransforms>} Transforms */

/**
 * Conversions of many elements side by side; a BigBuffer gives a BigBuffer.
 * @typedef {object} FieldBatches
 * @property {(buff: Bytes, options?: CallOptions) => Promise<any>} batchToMontgomery
 * @property {(buff: Bytes, options?: CallOptions) => Promise<any>} batchFromMontgomery
 * @property {(buff: Bytes | readonly Uint8Array[], options?: CallOptions) => Promise<any>} batchInverse - zeros stay zero
 */

/**
 * @typedef {object} PointBatches
 * @property {(buff: Bytes, options?: CallOptions) => Promise<any>} batchLEMtoC
 * @property {(buff: Bytes, options?: CallOptions) => Promise<any>} batchLEMtoU
 * @property {(buff: Bytes, options?: CallOptions) => Promise<any>} batchCtoLEM
 * @property {(buff: Bytes, options?: CallOptions) => Promise<any>} batchUtoLEM
 * @property {(buff: Bytes, options?: CallOptions) => Promise<any>} batchToJacobian
 * @property {(buff: Bytes, options?: CallOptions) => Promise<any>} batchToAffine
 * @property {KeyApplier} batchApplyKey
 */

/**
 * What an object of a built curve has for certain.
 * @typedef {{ zero: Uint8Array, one: Uint8Array, negone: Uint8Array, two: Uint8Array }} Constants
 */

/** @typedef {WasmField1 & Constants & FieldBatches} BaseField - Fp */
/** @typedef {WasmField1 & Constants & FieldBatches & Transforms & ReturnType<typeof import("../batch/coset.js").cosetTransforms> & { batchApplyKey: KeyApplier }} ScalarField - Fr */
/** @typedef {WasmCurve & Constants & PointBatches & Transforms & ReturnType<typeof import("../batch/group_fft.js").groupTransforms> & ReturnType<typeof import("../batch/msm.js").multiExponentiation>} PointGroup */

/**
 * What buildBn128 and buildBls12381 give.
 * @typedef {object} CurveMembers
 * @property {bigint} q - order of the field of the coordinates
 * @property {bigint} r - order of the groups
 * @property {"bn128" | "bls12381"} name
 * @property {import("../pool/thread_manager.js").ThreadManager} tm
 * @property {number} prePSize - bytes of a prepared point of G1
 * @property {number} preQSize - bytes of a prepared point of G2
 * @property {ScalarField} Fr
 * @property {BaseField} F1
 * @property {WasmField2 & Constants} F2
 * @property {PointGroup} G1
 * @property {PointGroup} G2
 * @property {WasmField3 & Constants} F6
 * @property {WasmField2 & Constants} F12
 * @property {WasmField2 & Constants} Gt - F12
 * @property {(...operands: Uint8Array[]) => Promise<boolean>} pairingEq - p1, q1, p2, q2, ..., and at the end perhaps an element of Gt to compare with
 * @property {(elements: readonly Uint8Array[], size: number) => Uint8Array} array2buffer
 * @property {(buff: Uint8Array, size: number) => Uint8Array[]} buffer2array
 * @property {() => Promise<void>} terminate - ends the workers; may be called twice
 */

/** @typedef {CurveMembers & import("../engine/pairing.js").PairingOperations} Curve */

export {};
