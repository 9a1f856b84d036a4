/**
 * A curve object from a base module: the engine classes on the main instance, the batch
 * operations on the pool, under the names of ffjavascript.
 * @module curves/assemble
 */
/** @import { WasmField1 } from "../engine/field.js" */
/** @import { AnyRecord } from "../params/types.js" */
/** @import { WasmCurve } from "../engine/group.js" */
/** @import { Tier } from "../runtime/tiers.js" */
/** @import { BaseModule, CurveDefinition, CurveOptions } from "./types.js" */
import { gpuOf } from "../batch/gpu_hooks.js";
import { array2buffer, buffer2array } from "../bigint/utils.js";
import { keyApplier } from "../batch/apply_key.js";
import { cosetTransforms } from "../batch/coset.js";
import { batchConverter, batchDecompressor, batchInverter } from "../batch/convert.js";
import { fourierTransforms } from "../batch/fft.js";
import { groupTransforms } from "../batch/group_fft.js";
import { multiExponentiation } from "../batch/msm.js";
import { pairingProduct } from "../batch/pairing.js";
import { cosetQuotients } from "../batch/quotient.js";
import { pairingOperations } from "../engine/pairing.js";
import { secretMultiple } from "../engine/secret_multiple.js";
import { openKernels } from "../kernels/table.js";
import { createThreadManager } from "../pool/pool.js";
import { chooseTier } from "../runtime/tiers.js";
import { baseCosts } from "../util/costs.js";
import { replaced } from "./base_module.js";
import { brandProverCurve } from "./brand.js";
import { hasTransforms, laneModules } from "./lane_modules.js";
import { membersOf } from "./members.js";
import { tierPools } from "./tier_pools.js";

/** @param {any} tm @param {WasmField1} F */
function addFieldBatches(tm, F) {
    const { n8, prefix } = F;
    const { mul } = baseCosts(n8);
    Object.assign(F, {
        batchToMontgomery: batchConverter(tm, {
            kernel: { op: "batchToMontgomery", group: prefix },
            sIn: n8,
            sOut: n8,
            us: mul,
            inPlace: true,
        }),
        batchFromMontgomery: batchConverter(tm, {
            kernel: { op: "batchFromMontgomery", group: prefix },
            sIn: n8,
            sOut: n8,
            us: mul,
            inPlace: true,
        }),
    });
    // With ffjavascript this is a method of the prototype and not an own property, so it is not
    // enumerable here.
    Object.defineProperty(F, "batchInverse", {
        value: batchInverter(tm, prefix, n8),
        writable: true,
        configurable: true,
        enumerable: false,
    });
}

/**
 * @param {any} tm
 * @param {WasmField1} Fr
 * @param {boolean} lanes - whether workers have FFTs on lanes
 * @param {boolean} proves - whether there is a pairing, and hence a prover
 */
function addScalarBatches(tm, Fr, lanes, proves) {
    const us = baseCosts(Fr.n8).mul;
    const refuse = (/** @type {string} */ name) => async () => {
        throw new TypeError(`Fr.${name}: expected G1 or G2, got Fr`);
    };
    const scalars = Object.assign(Fr, {
        batchApplyKey: keyApplier(tm, Fr, Fr, 2 * us),
        ...fourierTransforms(tm, Fr, Fr, 2 * us, lanes),
        fftMix: refuse("fftMix"), fftJoin: refuse("fftJoin"), fftFinal: refuse("fftFinal"),
    });
    const setting = { tm, Fr: scalars, us, lanes }, coset = cosetTransforms(setting);
    const steps = proves ? { ...coset, ...cosetQuotients(setting, coset.ifftShiftFft) } : coset;
    for (const [name, value] of Object.entries(steps)) {
        Object.defineProperty(Fr, name, { value, writable: true, configurable: true, enumerable: false });
    }
}

/** @param {any} tm @param {WasmCurve} G */
function addPointConversions(tm, G) {
    const { prefix, F: { n8 } } = G;
    const { mul } = baseCosts(n8);
    const conversion = (
        /** @type {string} */ name,
        /** @type {number} */ sIn,
        /** @type {number} */ sOut,
        /** @type {number} */ us,
    ) => batchConverter(tm, { kernel: { op: name, group: prefix }, sIn, sOut, us });
    Object.assign(G, {
        batchLEMtoC: conversion("batchLEMtoC", 2 * n8, n8, 4 * mul),
        batchLEMtoU: conversion("batchLEMtoU", 2 * n8, 2 * n8, 4 * mul),
        batchCtoLEM: batchDecompressor(tm, G),
        batchUtoLEM: conversion("batchUtoLEM", 2 * n8, 2 * n8, 4 * mul),
        batchToJacobian: conversion("batchToJacobian", 2 * n8, 3 * n8, mul),
        batchToAffine: conversion("batchToAffine", 3 * n8, 2 * n8, 10 * mul),
    });
}

/**
 * @param {any} tm
 * @param {WasmField1} Fr
 * @param {WasmCurve} G
 * @param {ReturnType<typeof tierPools>} tiers
 */
function addPointBatches(tm, Fr, G, tiers) {
    const us = baseCosts(G.F.n8).pointTimesFr;
    const { multiExp, multiExpAffine, multiExpAffineChunked } = multiExponentiation({
        tm, G, wholeCurve: G.cofactor === undefined, tierPool: tiers.of,
    });
    Object.assign(G, {
        batchApplyKey: keyApplier(tm, Fr, G, us),
        multiExp, multiExpAffine,
        ...fourierTransforms(tm, Fr, G, us),
        ...groupTransforms(tm, Fr, G, us),
    });
    const timesSecret = (/** @type {Uint8Array} */ a, /** @type {Uint8Array} */ s) => secretMultiple(G, Fr, a, s);
    for (const [name, value] of Object.entries({ multiExpAffineChunked, timesSecret }))
        Object.defineProperty(G, name, { value, writable: true, configurable: true, enumerable: false });
}

/**
 * The fields and groups with their operations on many elements.
 * @param {any} tm
 * @param {CurveDefinition} definition
 * @param {BaseModule["layout"]} layout - of the main instance
 * @param {Tier} tier
 * @param {ReturnType<typeof tierPools>} tiers
 */
function membersWithBatches(tm, { record, lanes, Group }, layout, tier, tiers) {
    const members = membersOf(tm, record, layout, Group), { Fr, F1, G1, G2 } = members;
    addFieldBatches(tm, Fr);
    addScalarBatches(tm, Fr, hasTransforms(lanes(tier)), Boolean(G2));
    if (F1) addFieldBatches(tm, F1);
    for (const G of [G1, G2]) {
        if (!G) continue;
        addPointConversions(tm, G);
        addPointBatches(tm, Fr, G, tiers);
    }
    return members;
}

/** The members that come with a group, and those that come with a pairing. */
const GROUP_MEMBERS = ["F1", "G1"], PAIRING_MEMBERS = [
    "F2", "G2", "F6", "F12", "Gt", "pairing", "pairingEq", "prepareG1", "prepareG2", "millerLoop", "finalExponentiation",
];

/**
 * Missing members throw on access and are not enumerable.
 * @param {any} curve
 * @param {Readonly<AnyRecord>} record
 */
function refuseOthers(curve, { name, g1, g2 }) {
    const has = g1 ? "Fr, F1 and G1" : "Fr";
    for (const member of [...(g1 ? [] : GROUP_MEMBERS), ...(g2 ? [] : PAIRING_MEMBERS)])
        Object.defineProperty(curve, member, {
            configurable: true,
            get() {
                const wanted = PAIRING_MEMBERS.includes(member) ? "with a pairing" : "with a group";
                throw new TypeError(`${name}.${member}: expected a curve ${wanted}, got one that has only ${has}`);
            },
        });
}

/** @param {any} curve - its members */
function addPairing(curve) {
    const { pairing, ...steps } = pairingOperations(curve);
    Object.assign(curve, { pairing, pairingEq: undefined, ...steps });
    curve.pairingEq = pairingProduct(curve);
}

/**
 * What a curve says of its GPU. The one that configure() gives comes in the background:
 * without it the curve computes as well, and says why there is none.
 * @param {any} curve
 * @param {object} G - G1, if there is one
 * @param {((curve: any) => unknown) | undefined} give
 * @returns {() => void} ends the GPU, also one that is still to come
 */
function addGpu(curve, G, give) {
    let why = "useGpu of ffturbo-gpu was not called";
    const info = () => gpuOf(G)?.info() ?? { state: "off", reason: why };
    const end = () => gpuOf(G)?.end("the curve was terminated");
    const given = give && (async () => give(curve))().catch((error) => { why = String(error?.message ?? error); });
    Object.defineProperty(curve, "gpuInfo", { value: info, writable: true, configurable: true, enumerable: false });
    return () => {
        end();
        given?.then(end);
    };
}

/**
 * @param {CurveDefinition} definition
 * @param {(tier: Tier) => BaseModule & { name: string }} base - those of the definition, or one
 *   with a plugin
 * @param {import("./types.js").Settings & import("./build.js").Hints} settings
 * @param {(curve: object) => void} onTerminate - called once, before the workers end
 */
export async function assemble(definition, base, settings, onTerminate) {
    const { warm, help, gpu, ...options } = settings;
    const { record, lanes } = definition, { name, fp, fr, pairing } = record;
    const tier = chooseTier(options.tier);
    const open = (/** @type {Tier} */ of, hints = {}) => {
        const own = base(of), { layout, beside = [] } = own;
        return createThreadManager({
            ...options,
            openKernels,
            ...hints,
            module: replaced(own, options.modules),
            layout: /** @type {any} */ (layout), // any: a pool does not read it
            tier: of,
            beside,
            lanes: () => laneModules(lanes(of), options.modules),
        });
    };
    const tm = await open(tier, { warm, help });
    const tiers = tierPools(tier, open);
    // any: members come one after the other, and a curve without a pairing has fewer
    const curve = /** @type {any} */ ({
        ...(fp && { q: fp.p }),
        r: fr.p,
        name,
        tm,
        ...(pairing && { prePSize: pairing.prePSize, preQSize: pairing.preQSize }),
        ...membersWithBatches(tm, definition, base(tier).layout, tier, tiers),
    });
    tm.seal();
    if (pairing) {
        addPairing(curve);
        const code = replaced(base(tier), options.modules);
        const rows = () => laneModules(lanes(tier), options.modules);
        // of pairing_lanes.js
        Object.defineProperty(curve, "pairingParts", { value: { record, code, rows } });
        brandProverCurve(curve);
    } else refuseOthers(curve, record);
    Object.assign(curve, { array2buffer, buffer2array });
    /** Ends the workers and rejects what runs or waits. A single-threaded curve has no workers. */
    curve.terminate = async () => {
        endGpu();
        if (options.singleThread) return;
        onTerminate(curve);
        await Promise.all([tm.terminate(), tiers.end()]);
    };
    const endGpu = record.g1 ? addGpu(curve, curve.G1, gpu) : addGpu(curve, {}, undefined);
    return curve;
}
