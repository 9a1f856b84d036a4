/**
 * The fields and groups of a curve on an instance of its base module, which all ways to assemble a
 * curve share.
 * @module curves/members
 */
/** @import { AnyRecord, CurveRecord } from "../params/types.js" */
/** @import { Layout } from "./types.js" */
import { WasmField2, WasmField3 } from "../engine/extension.js";
import { WasmField1 } from "../engine/field.js";
import { WasmCurve } from "../engine/group.js";
import { subgroupTest } from "../engine/subgroup.js";
import { writeLE } from "../util/bytes.js";

/**
 * The cofactor, little-endian; undefined for a group that is the whole curve, where the order of
 * points need not be checked.
 * @param {{ cofactor: bigint, cofactorSize: number }} group
 */
function cofactorOf({ cofactor, cofactorSize }) {
    if (cofactor === 1n) return undefined;
    const bytes = new Uint8Array(cofactorSize);
    writeLE(bytes, 0, cofactor, cofactorSize);
    return bytes;
}

/** @typedef {Parameters<typeof subgroupTest>[2]} Members */

/**
 * The fields and groups are made in the order in which they reserve their scratch: those that the
 * curve has.
 * @param {any} tm - any: a thread manager, or the few parts of one that a single instance needs
 * @param {Readonly<AnyRecord>} record
 * @param {Readonly<Layout>} layout
 * @param {typeof WasmCurve} [Group] - the class of a curve that is not in Weierstrass form
 * @returns {any} any: Fr of a mere field; F1 and G1 of every curve; the others where there is a
 *   pairing
 */
export function membersOf(tm, record, layout, Group = WasmCurve) {
    const { fp, fr, g1, g2 } = record;
    const { pG1gen, pG1b, pG1ad, pG2gen, pG2b } = /** @type {Required<Layout>} */ (layout);
    const Fr = new WasmField1(tm, fr.name, fr.n8, fr.p);
    if (!g1) return { Fr };
    const F1 = new WasmField1(tm, fp.name, fp.n8, fp.p);
    if (!g2) return { Fr, F1, G1: new Group(tm, g1.name, F1, pG1gen, pG1b ?? pG1ad, cofactorOf(g1)) };
    const F2 = new WasmField2(tm, "f2m", F1);
    const G1 = new WasmCurve(tm, g1.name, F1, pG1gen, pG1b, cofactorOf(g1));
    const G2 = new WasmCurve(tm, g2.name, F2, pG2gen, pG2b, cofactorOf(g2));
    const F6 = new WasmField3(tm, "f6m", F2);
    const F12 = new WasmField2(tm, "ftm", F6);
    addSubgroupTests(record, { G1, G2, F12 });
    return { Fr, F1, F2, G1, G2, F6, F12, Gt: F12 };
}

/** The test is not enumerable. @param {CurveRecord} record @param {Members} members */
function addSubgroupTests(record, members) {
    for (const degree of /** @type {const} */ ([1, 2]))
        Object.defineProperty(members[`G${degree}`], "isInSubgroup", {
            value: subgroupTest(record, degree, members), writable: true, configurable: true, enumerable: false,
        });
}
