/**
 * A curve object from a base module: the engine classes on the main instance, the batch
 * operations on the pool, and the names that callers of ffjavascript know.
 * @module curves/assemble
 */
/** @import { BaseModule, CurveOptions } from "./types.js" */
import { array2buffer, buffer2array } from "../bigint/utils.js";
import { keyApplier } from "../batch/apply_key.js";
import { cosetTransforms } from "../batch/coset.js";
import { batchConverter, batchDecompressor, batchInverter } from "../batch/convert.js";
import { fourierTransforms } from "../batch/fft.js";
import { groupTransforms } from "../batch/group_fft.js";
import { multiExponentiation } from "../batch/msm.js";
import { pairingProduct } from "../batch/pairing.js";
import { WasmField2, WasmField3 } from "../engine/extension.js";
import { WasmField1 } from "../engine/field.js";
import { WasmCurve } from "../engine/group.js";
import { pairingOperations } from "../engine/pairing.js";
import { createThreadManager } from "../pool/pool.js";
import { chooseTier } from "../runtime/tiers.js";
import { laneModules } from "./lane_modules.js";
import { tierPools } from "./tier_pools.js";

/**
 * What distinguishes a curve, besides its module.
 * @typedef {object} CurveShape
 * @property {"bn128" | "bls12381"} name
 * @property {bigint} [cofactorG1] - absent when it is 1
 * @property {bigint} cofactorG2
 * @property {number} cofactorG1Bytes
 * @property {number} cofactorG2Bytes
 */

/** @param {bigint | undefined} value @param {number} length @returns {Uint8Array | undefined} little-endian */
function toLE(value, length) {
    if (value === undefined) return undefined;
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) bytes[i] = Number((value >> BigInt(8 * i)) & 0xffn);
    return bytes;
}

/**
 * Estimated microseconds of the base module per element, on a common machine. They decide
 * what is too small for a worker and how small a piece may be; a factor of two is nothing.
 * @param {number} n8 - bytes of a coordinate
 */
const estimates = (n8) => {
    const mul = 0.05 * (n8 / 32) ** 2;
    return { mul, pointAdd: 14 * mul, pointTimesFr: 3500 * mul };
};

/** @param {any} tm @param {WasmField1} F */
function addFieldBatches(tm, F) {
    const { n8, prefix } = F;
    const { mul } = estimates(n8);
    Object.assign(F, {
        batchToMontgomery: batchConverter(tm, { fnName: `${prefix}_batchToMontgomery`, sIn: n8, sOut: n8, us: mul, inPlace: true }),
        batchFromMontgomery: batchConverter(tm, { fnName: `${prefix}_batchFromMontgomery`, sIn: n8, sOut: n8, us: mul, inPlace: true }),
    });
    // Not an own key with ffjavascript; it is found on the object like the other methods.
    Object.defineProperty(F, "batchInverse", { value: batchInverter(tm, prefix, n8), writable: true, configurable: true, enumerable: false });
}

/** @param {any} tm @param {WasmField1} Fr @param {import("../runtime/tiers.js").Tier} tier */
function addScalarBatches(tm, Fr, tier) {
    const us = estimates(Fr.n8).mul;
    const refuse = (/** @type {string} */ name) => async () => { throw new TypeError(`Fr.${name}: expected G1 or G2, got Fr`); };
    const lanes = tier !== "scalar";
    Object.assign(Fr, {
        batchApplyKey: keyApplier(tm, Fr, Fr, 2 * us),
        ...fourierTransforms(tm, Fr, Fr, 2 * us, lanes),
        fftMix: refuse("fftMix"), fftJoin: refuse("fftJoin"), fftFinal: refuse("fftFinal"),
    });
    for (const [name, value] of Object.entries(cosetTransforms(tm, Fr, us, lanes))) {
        Object.defineProperty(Fr, name, { value, writable: true, configurable: true, enumerable: false });
    }
}

/** @param {any} tm @param {WasmCurve} G @param {boolean} guarded */
function addPointConversions(tm, G, guarded) {
    const { prefix, F: { n8 } } = G;
    const { mul } = estimates(n8);
    const conversion = (/** @type {string} */ name, /** @type {number} */ sIn, /** @type {number} */ sOut, /** @type {number} */ us) => batchConverter(tm, { fnName: `${prefix}_${name}`, sIn, sOut, us });
    Object.assign(G, {
        batchLEMtoC: conversion("batchLEMtoC", 2 * n8, n8, 4 * mul),
        batchLEMtoU: conversion("batchLEMtoU", 2 * n8, 2 * n8, 4 * mul),
        batchCtoLEM: batchDecompressor(tm, G, guarded),
        batchUtoLEM: conversion("batchUtoLEM", 2 * n8, 2 * n8, 4 * mul),
        batchToJacobian: conversion("batchToJacobian", 2 * n8, 3 * n8, mul),
        batchToAffine: conversion("batchToAffine", 3 * n8, 2 * n8, 10 * mul),
    });
}

/** @param {any} tm @param {WasmField1} Fr @param {WasmCurve} G @param {ReturnType<typeof tierPools>} tiers */
function addPointBatches(tm, Fr, G, tiers) {
    const us = estimates(G.F.n8).pointTimesFr;
    const { multiExp, multiExpAffine, multiExpAffineChunked } = multiExponentiation(tm, G, G.cofactor === undefined, tiers.of);
    Object.assign(G, {
        batchApplyKey: keyApplier(tm, Fr, G, us),
        multiExp, multiExpAffine,
        ...fourierTransforms(tm, Fr, G, us),
        ...groupTransforms(tm, Fr, G, us),
    });
    Object.defineProperty(G, "multiExpAffineChunked", { value: multiExpAffineChunked, writable: true, configurable: true, enumerable: false });
}

/**
 * The fields and groups, in the order in which they take their scratch.
 * @param {any} tm
 * @param {BaseModule} base
 * @param {CurveShape} shape
 * @param {import("../runtime/tiers.js").Tier} tier
 * @param {ReturnType<typeof tierPools>} tiers
 */
function engine(tm, { layout, guarded }, shape, tier, tiers) {
    const Fr = new WasmField1(tm, "frm", layout.n8r, BigInt(layout.r));
    addFieldBatches(tm, Fr);
    addScalarBatches(tm, Fr, tier);
    const F1 = new WasmField1(tm, "f1m", layout.n8q, BigInt(layout.q));
    addFieldBatches(tm, F1);
    const F2 = new WasmField2(tm, "f2m", F1);
    const G1 = new WasmCurve(tm, "g1m", F1, layout.pG1gen, layout.pG1b, toLE(shape.cofactorG1, shape.cofactorG1Bytes));
    const G2 = new WasmCurve(tm, "g2m", F2, layout.pG2gen, layout.pG2b, toLE(shape.cofactorG2, shape.cofactorG2Bytes));
    for (const G of [G1, G2]) {
        addPointConversions(tm, G, guarded);
        addPointBatches(tm, Fr, G, tiers);
    }
    const F6 = new WasmField3(tm, "f6m", F2);
    const F12 = new WasmField2(tm, "ftm", F6);
    return { Fr, F1, F2, G1, G2, F6, F12, Gt: F12 };
}

/**
 * @param {CurveShape} shape
 * @param {BaseModule} base
 * @param {CurveOptions & import("./build.js").Hints} options
 * @param {(curve: object) => void} onTerminate - called first, once
 */
export async function assemble(shape, base, { warm, ...options }, onTerminate) {
    const { code, layout } = base;
    const module = options.modules?.[shape.name];
    const tier = chooseTier(options.tier);
    const open = (/** @type {import("../runtime/tiers.js").Tier} */ of, early = false) =>
        createThreadManager({ ...options, warm: early, module: module ?? code, layout, tier: of, lanes: () => laneModules(shape.name, of, options.modules) });
    const tm = await open(tier, warm), tiers = tierPools(tier, open);
    const curve = /** @type {any} */ ({
        q: BigInt(layout.q), r: BigInt(layout.r), name: shape.name, tm,
        prePSize: layout.prePSize, preQSize: layout.preQSize,
        ...engine(tm, base, shape, tier, tiers),
    });
    const { pairing, ...steps } = pairingOperations(curve);
    Object.assign(curve, { pairing, pairingEq: undefined, ...steps });
    curve.pairingEq = pairingProduct(curve);
    Object.assign(curve, { array2buffer, buffer2array });
    /** Ends the workers; what runs or waits is rejected. A single-threaded curve has none. */
    curve.terminate = async () => {
        if (options.singleThread) return;
        onTerminate(curve);
        await Promise.all([tm.terminate(), tiers.end()]);
    };
    return curve;
}
