/**
 * What ffturbo-gpu uses of this package. It is no interface for others: it changes from one version
 * to the next, and the package asks for exactly this one.
 * @module internal/gpu
 */
/** @typedef {import("../batch/field_tasks.js").Curve} ColumnCurve */
/** @typedef {import("../batch/formula.js").Value} Value */
/** @template T @typedef {import("../batch/gpu_hooks.js").Calculated<T>} Calculated */
/** @typedef {import("../batch/gpu_hooks.js").ColumnJob} ColumnJob */
/** @typedef {import("../batch/gpu_hooks.js").GpuJob} GpuJob */
/** @typedef {import("../batch/gpu_hooks.js").OnCpu} OnCpu */
/** @typedef {import("../batch/program.js").Ops} Ops */
/** @typedef {import("../batch/program.js").Program} Program */
/** @typedef {import("../batch/types.js").Bytes} Bytes */
/** @typedef {import("../curves/types.js").Curve} Curve */
/** @typedef {import("../curves/types.js").PointGroup} PointGroup */
/** @typedef {import("../engine/group.js").WasmCurve} WasmCurve */
/** @typedef {import("../params/types.js").EdwardsParams} EdwardsParams */
/** @typedef {import("../params/types.js").FieldParams} FieldParams */
/** @typedef {import("../params/types.js").Fp2Element} Fp2Element */
/** @template T @typedef {import("../params/types.js").GroupParams<T>} GroupParams */
/** @typedef {import("../params/types.js").TowerParams} TowerParams */
/** @typedef {import("../util/options.js").Rules} Rules */
export { allocateRegisters } from "../batch/formula.js";
export { runFused } from "../batch/fused_program.js";
export { gpuOf, setGpu } from "../batch/gpu_hooks.js";
export { writeProgram } from "../batch/program.js";
export { bitLength, inverse, mod } from "../bigint/modular.js";
export { getCurveFromName } from "../curves/lookup.js";
export { isByteView } from "../engine/scratch.js";
export { isBigBuffer } from "../util/bigbuffer.js";
export { copyBytes, readLE, sameBytes, writeLE } from "../util/bytes.js";
export { checkRange, checkType, counted, describe, messageOf } from "../util/check.js";
export { sampleOf } from "../util/costs.js";
export { globals } from "../util/globals.js";
export { now, startTimer } from "../util/host.js";
export { asTypeOrRange, choice, flag, givenOptions, milliseconds } from "../util/options.js";
export { getRandomBytes } from "../util/random.js";
export { onAbort } from "../util/signals.js";
