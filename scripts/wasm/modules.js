/**
 * The modules that gen-wasm.mjs writes. A new module is one entry here.
 * @module scripts/wasm/modules
 */
import { circomArtifact } from "./circom/artifact.js";
import { constraintsModule } from "./constraints/module.js";
import { fftArtifact, fftCurveArtifact } from "./fft_lane/artifact.js";
import { frOpsModule } from "./fr_ops/module.js";
import { curveModule } from "./module_curve.js";
import { splitLayout } from "./msm_lane/constants.js";
import { bucketsModule } from "./msm_lane/module_buckets.js";
import { laneModule } from "./msm_lane/module_lane.js";
import { checkRecord } from "./record.js";
import { FFT_TIERS, TIERS, lanePlan } from "./tiers.js";
import { interleaveModule } from "./interleave.js";
import { RECORDS } from "../../src/params/records.js";

/** @import { AloneRecord, AnyRecord, CurveRecord } from "../../src/params/types.js" */
/** @import { Tier } from "./lane/plan.js" */

/** @typedef {{ text(): string }} Text */

/**
 * What an entry gives: a module, bytes, or a layout alone. proof: that functions stay in their
 * ranges: `lines` says what holds, or throws. It gets the text of the module.
 * @typedef {object} Built
 * @property {Record<string, any>} layout
 * @property {Text} [module]
 * @property {Uint8Array} [bytes]
 * @property {boolean} [plain] - a module of a few hundred bytes, which is not packed, and no file
 *   of its own
 * @property {(text: string) => { lines(): Iterable<string> }} [proof]
 */

/**
 * @typedef {object} ModuleEntry
 * @property {string} name - of the artifact, {name}.js in the folder that folderOf gives
 * @property {"base" | Tier} kind - what it may use: only MVP, or the features of a tier
 * @property {string} source - file that lists its parts, for the header of the artifact
 * @property {(assemble: (module: Text) => Uint8Array) => Built} build
 */

/** The module of the FFT's lanes is the same for every field. */
const [{ fr: ANY_FIELD }] = RECORDS;

/**
 * @param {readonly Readonly<AnyRecord>[]} records
 * @returns {ModuleEntry[]}
 * @throws {RangeError} for a record that is not complete
 */
export function lanesOf(records) {
    return records
        .map(checkRecord)
        .flatMap((record) => [...fieldLanes(record), ...(record.g1 ? pointLanes(record) : [])]);
}

/** @param {Readonly<AnyRecord>} record @returns {ModuleEntry[]} */
function fieldLanes(record) {
    const { name, lanes: { fft, products } } = record;
    if (fft.length + products.length === 0) return [];
    return FFT_TIERS.map((tier) => ({
        name: `fft_${name}_${tier}`,
        kind: tier,
        source: "fft_lane/artifact.js",
        build: () => fftCurveArtifact(tier, record, ANY_FIELD),
    }));
}

/** @param {Readonly<CurveRecord | AloneRecord>} record @returns {ModuleEntry[]} */
function pointLanes(record) {
    const { name, fp, tower } = record;
    return [
        {
            name: `splits_${name}`,
            kind: "scalar",
            source: "msm_lane/constants.js",
            build: () => ({ layout: splitLayout(record) }),
        },
        ...TIERS.map((tier) => ({
            name: `msm_${name}_${tier}`,
            kind: tier,
            source: "msm_lane/module_lane.js",
            build: () => laneModule(record, lanePlan(tier, fp.p, tower?.nonResidue ?? null)),
        })),
    ];
}

/**
 * @param {readonly Readonly<AnyRecord>[]} records
 * @returns {ModuleEntry[]}
 * @throws {RangeError} for a record that is not complete
 */
export function basesOf(records) {
    return records
        .map(checkRecord)
        .map((record) => ({
            name: record.name,
            kind: "base",
            source: "module_curve.js",
            build: () => curveModule(record),
        }));
}

/** What scripts/gen-wasm.mjs calls all that is no module: definitions, and lists of curves. */
export const LISTS = "lists";

/** @type {readonly ModuleEntry[]} */
export const MODULES = Object.freeze([
    ...basesOf(RECORDS),
    { name: "circom", kind: "base", source: "circom/artifact.js", build: circomArtifact },
    ...FFT_TIERS.map((tier) => ({
        name: `fft_${tier}`,
        kind: tier,
        source: "fft_lane/artifact.js",
        build: () => fftArtifact(tier, ANY_FIELD),
    })),
    { name: "constraints", kind: "scalar", source: "constraints/module.js", build: constraintsModule },
    { name: "fr_ops", kind: "scalar", source: "fr_ops/module.js", build: frOpsModule },
    { name: "msm_buckets", kind: "scalar", source: "msm_lane/module_buckets.js", build: bucketsModule },
    // the least tier that has vectors
    { name: "interleave", kind: FFT_TIERS[FFT_TIERS.length - 1], source: "interleave.js", build: interleaveModule },
    ...lanesOf(RECORDS),
]);
