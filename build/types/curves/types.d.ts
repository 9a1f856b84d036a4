/**
 * Shapes of the curve room. Types only; no code runs here.
 * @module curves/types
 */
export type Layout = {
    pr: number;
    pq?: number;
    pG1gen?: number;
    pG1zero?: number;
    /**
     * - of a curve in Weierstrass form
     */
    pG1b?: number;
    /**
     * - of one in Edwards form: a, and d behind it
     */
    pG1ad?: number;
    pG2gen?: number;
    pG2zero?: number;
    pG2b?: number;
    pOneT?: number;
};
export type BaseModule = {
    /**
     * - base64, bytes or compiled
     */
    code: string | Uint8Array | WebAssembly.Module;
    layout: Readonly<Layout>;
    /**
     * - modules that are linked with it everywhere, even
     * in the main instance
     */
    beside?: readonly import("../runtime/link.js").Lane[];
};
export type PackedModule = BaseModule & {
    code: string;
};
export type CurveBase = PackedModule & {
    record: Readonly<import("../params/types.js").AnyRecord>;
};
export type LaneRow = {
    /**
     * - of its artifact
     */
    name: string;
    driver: import("../runtime/link.js").Lane["driver"];
    /**
     * - of the field that it works on
     */
    prefix?: string;
    code: string;
    /**
     * - what the driver needs, and possibly `constants`, packed
     */
    layout: any;
};
export type CurveDefinition = CurveBase & {
    Group?: typeof import("../engine/group.js").WasmCurve;
    lanes: (tier: import("../runtime/tiers.js").Tier) => readonly LaneRow[];
};
export type CurveLoader = {
    name: string;
    load: () => Promise<unknown>;
};
export type Plugins = (moduleBuilder: import("../plugins/module_builder.js").ModuleBuilder) => unknown;
export type CurveOptions = {
    /**
     * - run everything in this thread; the curve is a new one and not cached
     */
    singleThread?: boolean;
    /**
     * - how many workers; by default one per processor
     */
    threads?: number;
    /**
     * - lane tier
     */
    tier?: "auto" | import("../runtime/tier_names.js").Tier;
    /**
     * - makes the worker where a string source is not allowed
     */
    createWorker?: (init: any) => any;
    /**
     * - where the worker script is served
     */
    workerUrl?: string | URL;
    /**
     * - compiled modules or their bytes, by their
     * name in ffturbo/wasm: base modules and lanes
     */
    modules?: Record<string, WebAssembly.Module | Uint8Array>;
    logger?: any;
    /**
     * - milliseconds that a worker stays after its last task
     */
    terminationTimeout?: number;
};
export type Settings = CurveOptions & {
    curves?: readonly (CurveDefinition | CurveLoader)[];
    gpu?: (curve: any) => unknown;
};
export type Bytes = import("../batch/types.js").Bytes;
export type CallOptions = import("../batch/options.js").CallOptions;
export type WasmField1 = import("../engine/field.js").WasmField1;
export type WasmField2 = import("../engine/extension.js").WasmField2;
export type WasmField3 = import("../engine/extension.js").WasmField3;
export type WasmCurve = import("../engine/group.js").WasmCurve;
export type KeyApplier = ReturnType<typeof import("../batch/apply_key.js").keyApplier>;
export type Transforms = ReturnType<typeof import("../batch/fft.js").fourierTransforms>;
export type FieldBatches = {
    batchToMontgomery: (buff: Bytes, options?: CallOptions) => Promise<any>;
    batchFromMontgomery: (buff: Bytes, options?: CallOptions) => Promise<any>;
    /**
     * - the inverse
     * of zero is zero
     */
    batchInverse: (buff: Bytes | readonly Uint8Array[], options?: CallOptions) => Promise<any>;
};
export type PointBatches = {
    batchLEMtoC: (buff: Bytes, options?: CallOptions) => Promise<any>;
    batchLEMtoU: (buff: Bytes, options?: CallOptions) => Promise<any>;
    batchCtoLEM: (buff: Bytes, options?: CallOptions) => Promise<any>;
    batchUtoLEM: (buff: Bytes, options?: CallOptions) => Promise<any>;
    batchToJacobian: (buff: Bytes, options?: CallOptions) => Promise<any>;
    batchToAffine: (buff: Bytes, options?: CallOptions) => Promise<any>;
    batchApplyKey: KeyApplier;
};
export type Constants = {
    zero: Uint8Array;
    one: Uint8Array;
    negone: Uint8Array;
    two: Uint8Array;
};
export type BaseField = WasmField1 & Constants & FieldBatches;
export type ScalarField = WasmField1 & Constants & FieldBatches & Transforms & ReturnType<typeof import("../batch/coset.js").cosetTransforms> & {
    batchApplyKey: KeyApplier;
};
export type SecretMultiple = (a: Uint8Array, s: Uint8Array) => Uint8Array;
export type Membership = (point: Uint8Array) => boolean;
export type PointGroup = WasmCurve & Constants & PointBatches & Transforms & ReturnType<typeof import("../batch/group_fft.js").groupTransforms> & ReturnType<typeof import("../batch/msm.js").multiExponentiation> & {
    timesSecret: SecretMultiple;
    isInSubgroup?: Membership;
};
export type CurveMembers = {
    /**
     * - order of the field of the coordinates
     */
    q: bigint;
    /**
     * - order of the groups
     */
    r: bigint;
    name: string;
    tm: import("../pool/thread_manager.js").ThreadManager;
    /**
     * - bytes of a prepared point of G1
     */
    prePSize: number;
    /**
     * - bytes of a prepared point of G2
     */
    preQSize: number;
    Fr: ScalarField;
    F1: BaseField;
    F2: WasmField2 & Constants;
    G1: PointGroup;
    G2: PointGroup;
    F6: WasmField3 & Constants;
    F12: WasmField2 & Constants;
    /**
     * - F12
     */
    Gt: WasmField2 & Constants;
    /**
     * - p1, q1, p2, q2, ..., and optionally an
     * element of Gt to compare with at the end
     */
    pairingEq: (...operands: Uint8Array[]) => Promise<boolean>;
    array2buffer: (elements: readonly Uint8Array[], size: number) => Uint8Array;
    buffer2array: (buff: Uint8Array, size: number) => Uint8Array[];
    /**
     * - what became of the graphics
     * card that useGpu of ffturbo/gpu gave the curve
     */
    gpuInfo: () => {
        state: string;
        reason: string;
        [more: string]: unknown;
    };
    /**
     * - ends the workers; may be called more than once
     */
    terminate: () => Promise<void>;
};
export type Curve = CurveMembers & import("../engine/pairing.js").PairingOperations;
/**
 * Where a base module keeps its constants: those of the parts that the curve has.
 * @typedef {object} Layout
 * @property {number} pr
 * @property {number} [pq]
 * @property {number} [pG1gen]
 * @property {number} [pG1zero]
 * @property {number} [pG1b] - of a curve in Weierstrass form
 * @property {number} [pG1ad] - of one in Edwards form: a, and d behind it
 * @property {number} [pG2gen]
 * @property {number} [pG2zero]
 * @property {number} [pG2b]
 * @property {number} [pOneT]
 */
/**
 * @typedef {object} BaseModule
 * @property {string | Uint8Array | WebAssembly.Module} code - base64, bytes or compiled
 * @property {Readonly<Layout>} layout
 * @property {readonly import("../runtime/link.js").Lane[]} [beside] - modules that are linked with it everywhere, even
 *   in the main instance
 */
/** A base module in its packed form. @typedef {BaseModule & { code: string }} PackedModule */
/**
 * A record and its base module.
 * @typedef {PackedModule & { record: Readonly<import("../params/types.js").AnyRecord> }} CurveBase
 */
/**
 * A lane module of a curve.
 * @typedef {object} LaneRow
 * @property {string} name - of its artifact
 * @property {import("../runtime/link.js").Lane["driver"]} driver
 * @property {string} [prefix] - of the field that it works on
 * @property {string} code
 * @property {any} layout - what the driver needs, and possibly `constants`, packed
 */
/**
 * Everything that a curve consists of, data and code; configure() takes it, and ffturbo/curves/... exports it. Group:
 * the class of its points, where that is not WasmCurve.
 * @typedef {CurveBase & { Group?: typeof import("../engine/group.js").WasmCurve,
 *   lanes: (tier: import("../runtime/tiers.js").Tier) => readonly LaneRow[] }} CurveDefinition
 */
/**
 * How to get a definition when its curve is first asked for. `load` returns it, or a module that exports it under the
 * curve's name.
 * @typedef {{ name: string, load: () => Promise<unknown> }} CurveLoader
 */
/**
 * Adds a caller's functions to a curve; called before the curve is built.
 * @typedef {(moduleBuilder: import("../plugins/module_builder.js").ModuleBuilder) => unknown} Plugins
 */
/**
 * @typedef {object} CurveOptions
 * @property {boolean} [singleThread] - run everything in this thread; the curve is a new one and not cached
 * @property {number} [threads] - how many workers; by default one per processor
 * @property {"auto" | import("../runtime/tier_names.js").Tier} [tier] - lane tier
 * @property {(init: any) => any} [createWorker] - makes the worker where a string source is not allowed
 * @property {string | URL} [workerUrl] - where the worker script is served
 * @property {Record<string, WebAssembly.Module | Uint8Array>} [modules] - compiled modules or their bytes, by their
 *   name in ffturbo/wasm: base modules and lanes
 * @property {any} [logger]
 * @property {number} [terminationTimeout] - milliseconds that a worker stays after its last task
 */
/**
 * What configure() takes: options, more curves, and a function that gives each curve with a group a graphics card. It
 * is called with a curve when that is built, and nobody waits for it.
 * @typedef
 *   {CurveOptions & { curves?: readonly (CurveDefinition | CurveLoader)[], gpu?: (curve: any) => unknown }} Settings
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
 * Conversions of many elements that are stored one after the other; for a BigBuffer they return a BigBuffer.
 * @typedef {object} FieldBatches
 * @property {(buff: Bytes, options?: CallOptions) => Promise<any>} batchToMontgomery
 * @property {(buff: Bytes, options?: CallOptions) => Promise<any>} batchFromMontgomery
 * @property {(buff: Bytes | readonly Uint8Array[], options?: CallOptions) => Promise<any>} batchInverse - the inverse
 *   of zero is zero
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
 * What the objects of a built curve always have.
 * @typedef {{ zero: Uint8Array, one: Uint8Array, negone: Uint8Array, two: Uint8Array }} Constants
 */
/** @typedef {WasmField1 & Constants & FieldBatches} BaseField - Fp */
/**
 * @typedef
 *   {WasmField1 & Constants & FieldBatches & Transforms & ReturnType<typeof
 *   import("../batch/coset.js").cosetTransforms> & { batchApplyKey: KeyApplier }}
 *   ScalarField - Fr
 */
/**
 * s a by the same sequence of kernels whatever s is: a affine or jacobian, of order r, s in Fr (Montgomery), the result
 * jacobian.
 * @typedef {(a: Uint8Array, s: Uint8Array) => Uint8Array} SecretMultiple
 */
/**
 * Whether a point of the curve, affine or jacobian, is of order r.
 * @typedef {(point: Uint8Array) => boolean} Membership
 */
/**
 * @typedef
 *   {WasmCurve & Constants & PointBatches & Transforms & ReturnType<typeof
 *   import("../batch/group_fft.js").groupTransforms> & ReturnType<typeof
 *   import("../batch/msm.js").multiExponentiation> & { timesSecret: SecretMultiple, isInSubgroup?: Membership }}
 *   PointGroup isInSubgroup: of curves with a pairing
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
 * @property {WasmField2 & Constants} F2
 * @property {PointGroup} G1
 * @property {PointGroup} G2
 * @property {WasmField3 & Constants} F6
 * @property {WasmField2 & Constants} F12
 * @property {WasmField2 & Constants} Gt - F12
 * @property {(...operands: Uint8Array[]) => Promise<boolean>} pairingEq - p1, q1, p2, q2, ..., and optionally an
 *   element of Gt to compare with at the end
 * @property {(elements: readonly Uint8Array[], size: number) => Uint8Array} array2buffer
 * @property {(buff: Uint8Array, size: number) => Uint8Array[]} buffer2array
 * @property {() => { state: string, reason: string, [more: string]: unknown }} gpuInfo - what became of the graphics
 *   card that useGpu of ffturbo/gpu gave the curve
 * @property {() => Promise<void>} terminate - ends the workers; may be called more than once
 */
/** @typedef {CurveMembers & import("../engine/pairing.js").PairingOperations} Curve */
export {};
