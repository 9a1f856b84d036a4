/**
 * Constants of a curve for the bookkeeping module, the same on all tiers: tables of its scalar
 * splits (split_table.js). The linker copies them to the start of that module's static area.
 * @module scripts/wasm/msm_lane/constants
 */
/** @import { AloneRecord, CurveRecord } from "../../../src/params/types.js" */
/** @import { Subgroup } from "./endomorphism.js" */
import { bitLength, mod } from "../../../src/bigint/modular.js";
import { LaneModule } from "../lane/module.js";
import { glsSplit, glvSplit } from "./endomorphism.js";
import { orderTable, splitTable } from "./split_table.js";

/**
 * The constants start with r, as the first table does.
 * @param {Readonly<CurveRecord | AloneRecord>} record
 * @returns {{ g1: number[], g2?: number[], constants: string }} offsets of the tables for 2 and 4
 *   parts; behind that for 4 the conjugates of cx and cy (endomorphism.js), in the base module's
 *   form. The constants in base64
 */
export function splitLayout(record) {
    const area = new LaneModule(), { fp: { p }, fr: { p: r }, g1 } = record;
    const inTwo = (/** @type {Subgroup} */ group) => area.data(splitTable(r, glvSplit(group)));
    const tables = { g1: g1.endomorphisms.length ? [inTwo({ p, r, generator: g1.generator })] : [] };
    if (tables.g1.length === 0) area.data(orderTable(r));
    const more = record.pairing && tablesOfG2(record, area, inTwo);
    return { ...tables, ...more, constants: btoa(String.fromCharCode(...area.image())) };
}

/**
 * @param {Readonly<CurveRecord>} record
 * @param {LaneModule} area
 * @param {(group: Subgroup) => number} inTwo
 */
function tablesOfG2({ fp: { p }, fr: { p: r }, g2, tower: { nonResidue, xi, twist } }, area, inTwo) {
    const R = 1n << BigInt(64 * Math.ceil(bitLength(p) / 64)), group = { p, r, generator: g2.generator, nonResidue };
    const gls = glsSplit({ ...group, xi, twist });
    const psi = [gls.cx, gls.cy].flatMap(([a, b]) => [a, -b]).flatMap((c) => bytesOf(mod(c * R, p), R));
    const first = inTwo(group);
    return { g2: [first, area.data(new Uint8Array([...splitTable(r, gls), ...psi]))] };
}

/**
 * Little-endian bytes of x, as many as numbers below R have.
 * @param {bigint} x
 * @param {bigint} R
 */
function bytesOf(x, R) {
    const bytes = [];
    for (; R > 1n; R >>= 8n, x >>= 8n) bytes.push(Number(x & 255n));
    return bytes;
}
