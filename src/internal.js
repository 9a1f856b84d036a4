/**
 * What the packages beside this one use of it. It is no interface for others: it changes from one
 * version to the next, and each of these packages asks for exactly this one.
 * @module internal
 */

// Curves: ffturbo-curves
/** @typedef {import("./curves/types.js").CurveDefinition} CurveDefinition */
/** @typedef {import("./runtime/types.js").CurveModules} CurveModules */
export { EdwardsCurve } from "./engine/edwards.js";
export { register } from "./curves/registry.js";
export * as fft_fma from "./wasm/fft_fma.js";
export * as fft_simd from "./wasm/fft_simd.js";
export * as msm_buckets from "./wasm/msm_buckets.js";

// A GPU: ffturbo-gpu; keys: ffturbo-keys
/** @typedef {import("./batch/field_tasks.js").Curve} ColumnCurve */
/** @typedef {import("./batch/formula.js").Value} Value */
/** @template T @typedef {import("./batch/gpu_hooks.js").Calculated<T>} Calculated */
/** @typedef {import("./batch/gpu_hooks.js").ColumnJob} ColumnJob */
/** @typedef {import("./batch/gpu_hooks.js").GpuJob} GpuJob */
/** @typedef {import("./batch/gpu_hooks.js").OnCpu} OnCpu */
/** @typedef {import("./batch/program.js").Ops} Ops */
/** @typedef {import("./batch/program.js").Program} Program */
/** @typedef {import("./batch/types.js").Bytes} Bytes */
/** @typedef {import("./curves/types.js").Curve} Curve */
/** @typedef {import("./curves/types.js").PointGroup} PointGroup */
/** @typedef {import("./engine/group.js").WasmCurve} WasmCurve */
/** @typedef {import("./files/errors.js").ProverCode} ProverCode */
/** @typedef {import("./files/read_cache.js").Held} Held */
/** @typedef {import("./files/source.js").Reader} Reader */
/** @typedef {import("./files/source.js").Source} Source */
/** @typedef {import("./files/source.js").SourceLike} SourceLike */
/** @typedef {import("./params/types.js").EdwardsParams} EdwardsParams */
/** @typedef {import("./params/types.js").FieldParams} FieldParams */
/** @typedef {import("./params/types.js").Fp2Element} Fp2Element */
/** @template T @typedef {import("./params/types.js").GroupParams<T>} GroupParams */
/** @typedef {import("./params/types.js").TowerParams} TowerParams */
/** @typedef {import("./util/host_types.js").HostHash} HostHash */
/** @typedef {import("./util/host_types.js").HostLock} HostLock */
/** @typedef {import("./util/host_types.js").HostStorage} HostStorage */
/** @typedef {import("./util/host_types.js").HostWhole} HostWhole */
/** @typedef {import("./util/options.js").Rules} Rules */
export { allocateRegisters } from "./batch/formula.js";
export { runFused } from "./batch/fused_program.js";
export { gpuOf, setGpu } from "./batch/gpu_hooks.js";
export { writeProgram } from "./batch/program.js";
export { bitLength, inverse, mod } from "./bigint/modular.js";
export { getCurveFromName } from "./curves/lookup.js";
export { isByteView } from "./engine/scratch.js";
export { ensure, ProverError } from "./files/errors.js";
export { ReadCache } from "./files/read_cache.js";
export { openSource } from "./files/source.js";
export { linked, orAborted } from "./files/stop.js";
export { isBigBuffer } from "./util/bigbuffer.js";
export { concat, copyBytes, hexOf, isBytes, readLE, sameBytes, writeLE } from "./util/bytes.js";
export { checkRange, checkType, counted, describe, messageOf } from "./util/check.js";
export { sampleOf } from "./util/costs.js";
export { globals } from "./util/globals.js";
export { sha256, sha256Stream } from "./util/hashes.js";
export { digestHere, now, startTimer } from "./util/host.js";
export { freeBuffers, freeWhole } from "./util/host_memory.js";
export { openStorage } from "./util/host_storage.js";
export { abortSignal, asTypeOrRange, call, choice, flag, givenOptions, milliseconds } from "./util/options.js";
export { threadPace } from "./util/pace.js";
export { getRandomBytes } from "./util/random.js";
export { createController, onAbort } from "./util/signals.js";
export { decodeText, encodeText } from "./util/text.js";
