import type { AloneRecord } from "../params/types.js";
/**
 * Curves without a pairing on BigInt: fields and one group.
 * @module bigint/groups
 */
/** @import { AloneRecord } from "../params/types.js" */
import { EC } from "./curve.js";
import { ZqField } from "./field.js";
export type BigIntGroup = ReturnType<typeof assemble>;
/**
 * A curve without a pairing; its points are Jacobian, on a twisted Edwards curve projective.
 * @typedef {ReturnType<typeof assemble>} BigIntGroup
 */
/** @param {Readonly<AloneRecord>} record */
declare function assemble({ name, fp: { p }, fr: { p: r }, g1 }: Readonly<AloneRecord>): Readonly<{
    name: string;
    q: bigint;
    r: bigint;
    Fr: ZqField;
    F1: ZqField;
    G1: EC<bigint>;
}>;
/** @param {Readonly<AloneRecord>} record @returns {BigIntGroup} */
export declare function bigintGroup(record: Readonly<AloneRecord>): BigIntGroup;
export {};
