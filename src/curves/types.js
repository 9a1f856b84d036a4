/**
 * Shapes of the curve room. Types only; no code runs here.
 * @module curves/types
 */

/** @typedef {import("../runtime/types.js").BaseModule} BaseModule */
/** @typedef {import("../runtime/types.js").CurveBase} CurveBase */
/** @typedef {import("../runtime/types.js").LaneRow} LaneRow */
/** @typedef {import("../runtime/types.js").Layout} Layout */

/**
 * Everything that a curve consists of, data and code; configure() takes it, and ffturbo/curves/...
 * exports it. Group: the class of its points, where that is not WasmCurve.
 * @typedef {import("../runtime/types.js").CurveModules & { Group?: typeof
 *   import("../engine/group.js").WasmCurve }} CurveDefinition
 */

/**
 * How to get a definition when its curve is first asked for. `load` returns it, or a module that
 * exports it under the curve's name.
 * @typedef {{ name: string, load: () => Promise<unknown> }} CurveLoader
 */

/**
 * Adds a caller's functions to a curve; called before the curve is built.
 * @typedef {(moduleBuilder: import("../plugins/module_builder.js").ModuleBuilder) => unknown}
 *   Plugins
 */

/**
 * @typedef {object} CurveOptions
 * @property {boolean} [singleThread] - run everything in this thread; the curve is a new one and
 *   not cached
 * @property {number} [threads] - how many workers; by default one per processor
 * @property {"auto" | import("../runtime/tier_names.js").Tier} [tier] - lane tier
 * @property {(init: any) => any} [createWorker] - makes the worker where a string source is not
 *   allowed
 * @property {string | URL} [workerUrl] - where the worker script is served
 * @property {Record<string, WebAssembly.Module | Uint8Array>} [modules] - compiled modules or their
 *   bytes, by their name in ffturbo/wasm: base modules and lanes
 * @property {any} [logger]
 * @property {number} [terminationTimeout] - milliseconds that a worker stays after its last task
 */

/**
 * What configure() takes: options, more curves, and a function that gives each curve with a group a
 * GPU. It is called with a curve when that is built; building does not wait for it.
 * @typedef
 *   {CurveOptions & { curves?: readonly (CurveDefinition | CurveLoader)[], gpu?: (curve: any) =>
 *   unknown }} Settings
 */

/** @typedef {import("../batch/types.js").Bytes} Bytes */
/** @typedef {import("../batch/options.js").CallOptions} CallOptions */
/** @typedef {import("../engine/field.js").WasmField1} WasmField1 */
/** @typedef {import("../engine/extension.js").WasmField2} WasmField2 */
/** @typedef {import("../engine/extension.js").WasmField3} WasmField3 */
/** @typedef {import("../engine/group.js").WasmCurve} WasmCurve */
/** @typedef {import("../pool/thread_manager.js").ThreadManager} ThreadManager */
/** @typedef {ReturnType<typeof import("../batch/apply_key.js").keyApplier>} KeyApplier */
/** @typedef {ReturnType<typeof import("../batch/fft.js").fourierTransforms>} Transforms */

/**
 * Conversions of many elements that are stored one after the other; for a BigBuffer they return a
 * BigBuffer.
 * @typedef {object} FieldBatches
 * @property {(buff: Bytes, options?: CallOptions) => Promise<any>} batchToMontgomery
 * @property {(buff: Bytes, options?: CallOptions) => Promise<any>} batchFromMontgomery
 * @property {(buff: Bytes | readonly Uint8Array[], options?: CallOptions) => Promise<any>}
 *   batchInverse - the inverse of zero is zero
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

/** @typedef {WasmField1 & FieldBatches} BaseField - Fp */
/**
 * @typedef
 *   {WasmField1 & FieldBatches & Transforms & ReturnType<typeof
 *   import("../batch/coset.js").cosetTransforms> & ReturnType<typeof
 *   import("../batch/quotient.js").cosetQuotients> & { batchApplyKey: KeyApplier }}
 *   ScalarField - Fr
 */
/**
 * s a by the same sequence of kernels whatever s is: a affine or jacobian, of order r, s in Fr
 * (Montgomery), the result jacobian.
 * @typedef {(a: Uint8Array, s: Uint8Array) => Uint8Array} SecretMultiple
 */

/**
 * Whether a point of the curve, affine or jacobian, is of order r.
 * @typedef {(point: Uint8Array) => boolean} Membership
 */

/**
 * @typedef
 *   {WasmCurve & PointBatches & Transforms & ReturnType<typeof
 *   import("../batch/group_fft.js").groupTransforms> & ReturnType<typeof
 *   import("../batch/msm.js").multiExponentiation> & { timesSecret: SecretMultiple, isInSubgroup?:
 *   Membership }} PointGroup isInSubgroup: of curves with a pairing
 */

/**
 * What the builders return.
 * @typedef {object} CurveMembers
 * @property {bigint} q - order of the field of the coordinates
 * @property {bigint} r - order of the groups
 * @property {string} name
 * @property {import("../pool/thread_manager.js").ThreadManager} tm
 * @property {number} prePSize - bytes of a prepared point of G1
 * @property {number} preQSize - bytes of a prepared point of G2
 * @property {ScalarField} Fr
 * @property {BaseField} F1
 * @property {WasmField2} F2
 * @property {PointGroup} G1
 * @property {PointGroup} G2
 * @property {WasmField3} F6
 * @property {WasmField2} F12
 * @property {WasmField2} Gt - F12
 * @property {(...operands: Uint8Array[]) => Promise<boolean>} pairingEq - p1, q1, p2, q2, ..., and
 *   optionally an element of Gt to compare with at the end
 * @property {(elements: readonly Uint8Array[], size: number) => Uint8Array} array2buffer
 * @property {(buff: Uint8Array, size: number) => Uint8Array[]} buffer2array
 * @property {() => { state: string, reason: string, [more: string]: unknown }} gpuInfo - what
 *   became of the GPU that useGpu of ffturbo-gpu gave the curve
 * @property {() => Promise<void>} terminate - ends the workers; may be called more than once
 */

/** @typedef {CurveMembers & import("../engine/pairing.js").PairingOperations} Curve */

/**
 * What verifying takes: a curve of curves/verifier.js, or any with a pairing.
 * @typedef
 *   {Pick<Curve, "q" | "r" | "name" | "prePSize" | "preQSize" | "F2" | "F6" | "F12" | "Gt"
 *   | "pairingEq"> & import("../engine/pairing.js").PairingOperations &
 *   { tm: import("../engine/types.js").ThreadManager, Fr: WasmField1, F1: WasmField1, G1:
 *   VerifierGroup, G2: VerifierGroup }}
 *   VerifierCurve
 */
/** @typedef {WasmCurve & { isInSubgroup?: Membership }} VerifierGroup */

export {};
