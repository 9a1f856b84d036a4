import type { CurveRecord } from "../params/types.js";
import type { Layout } from "./types.js";
/**
 * The fields and groups of a curve on an instance of its base module, which all ways to assemble a curve share.
 * @module curves/members
 */
/** @import { CurveRecord } from "../params/types.js" */
/** @import { Layout } from "./types.js" */
import { WasmField2, WasmField3 } from "../engine/extension.js";
import { WasmField1 } from "../engine/field.js";
import { WasmCurve } from "../engine/group.js";
/**
 * The fields and groups are made in the order in which they reserve their scratch.
 * @param {any} tm - any: a thread manager, or the few parts of one that a single instance needs
 * @param {Readonly<CurveRecord>} record
 * @param {Readonly<Layout>} layout
 */
export declare function membersOf(tm: any, { fp, fr, g1, g2 }: Readonly<CurveRecord>, layout: Readonly<Layout>): {
    Fr: WasmField1;
    F1: WasmField1;
    F2: WasmField2;
    G1: WasmCurve;
    G2: WasmCurve;
    F6: WasmField3;
    F12: WasmField2;
    Gt: WasmField2;
};
