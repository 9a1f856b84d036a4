/**
 * The table of curves that the suites run over: every record. What a test needs of a curve, it gets here by its name;
 * a further curve changes nothing in the tests.
 */
import * as ffjavascript from "ffjavascript-oracle";
import { getCurveFromName } from "../../src/index.js";
import { verifyingCurve } from "../../src/protocols/bigint_verify.js";
import { COMPANIONS, RECORDS } from "../../src/params/records.js";
import { folderOf } from "../../scripts/wasm/definition.js";
import "../../packages/curves/src/index.js";
import { fieldOf } from "./compare.js";
import { EXTENT } from "./extent.js";

const byName = (records) => Object.fromEntries(records.map((record) => [record.name, record]));

/** These differ from bn128, bls12381 and edwards_bls12 in numbers only: long suites leave them out. */
export const ALIKE = {
    quick: ["babyjubjub", "bls12377", "grumpkin", "jubjub", "pallas", "vesta"],
    all: ["babyjubjub", "grumpkin", "jubjub", "vesta"],
    full: [],
}[EXTENT];

/** Records by name: of curves with a pairing, of those with a group, of all. */
export const CURVES = byName(RECORDS.filter(({ pairing }) => pairing));
export const GROUPED = byName(RECORDS.filter(({ name, g1 }) => g1 && !ALIKE.includes(name)));
export const ALL = byName(RECORDS);

/** @param {string} name @returns {(first?: unknown, plugins?: unknown) => Promise<object>} as buildBn128 */
export const builderOf = (name) => (first, plugins) => getCurveFromName(name, first, plugins);

/** Builders by name, of those with a group. */
export const BUILDERS = Object.fromEntries(Object.keys(GROUPED).map((name) => [name, builderOf(name)]));

/** "G1", "G2": the groups that a curve has. @param {string} name */
export const groupNames = (name) => ["G1", "G2"].filter((group) => ALL[name][group.toLowerCase()]);

/** 1, 2: the degrees of their coordinates. @param {string} name */
export const degreesOf = (name) => groupNames(name).map((group) => Number(group[1]));

/** The curve on BigInt. @param {string} name */
export const twinOf = (name) => verifyingCurve(CURVES[name]);

/** Its base module. @param {string} name */
export const baseOf = (name) => import(`../../${folderOf(name)}/${name}.js`);

/** The file that registers a curve which no entry carries. @param {string} name */
export const entryOf = (name) => (COMPANIONS.some((record) => record.name === name)
    ? `packages/curves/src/${name}.js` : `src/curves/on_demand/${name}.js`);

/** Its definition. @param {string} name */
export const definitionOf = async (name) => (await import(`../../${folderOf(name)}/curves/${name}.js`))[name];

/** Builders of ffjavascript, for the curves that it has. @type {Record<string, (single: boolean) => Promise<any>>} */
export const ORACLES = { bn128: ffjavascript.buildBn128, bls12381: ffjavascript.buildBls12381 };

const mutable = (value) => (Array.isArray(value) ? value.map(mutable) : value);

/** `group` of `curve` ("g1" or "g2") as an EC of `library`. */
export function groupOf(library, curve, group) {
    const F = fieldOf(library, curve.fp.p);
    const over = group === "g1" ? F : new library.F2Field(F, F.e(curve.tower.nonResidue));
    const ec = new library.EC(over, mutable(curve[group].generator));
    ec.b = mutable(curve[group].b);
    return ec;
}
