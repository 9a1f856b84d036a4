import type { AnyRecord } from "../params/types.js";
import type { Layout } from "./types.js";
import { WasmCurve } from "../engine/group.js";
import { subgroupTest } from "../engine/subgroup.js";
export type Members = Parameters<typeof subgroupTest>[2];
/** @typedef {Parameters<typeof subgroupTest>[2]} Members */
/**
 * The fields and groups are made in the order in which they reserve their scratch: those that the curve has.
 * @param {any} tm - any: a thread manager, or the few parts of one that a single instance needs
 * @param {Readonly<AnyRecord>} record
 * @param {Readonly<Layout>} layout
 * @param {typeof WasmCurve} [Group] - the class of a curve that is not in Weierstrass form
 * @returns {any} any: Fr of a mere field; F1 and G1 of every curve; the others where there is a pairing
 */
export declare function membersOf(tm: any, record: Readonly<AnyRecord>, layout: Readonly<Layout>, Group?: typeof WasmCurve): any;
