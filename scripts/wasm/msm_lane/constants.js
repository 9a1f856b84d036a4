/**
 * Constants of a curve for the bookkeeping module, the same on all tiers: tables of its scalar splits
 * (split_table.js). The linker copies them to the start of that module's static area.
 * @module scripts/wasm/msm_lane/constants
 */
/** @import { CurveRecord } from "../../../src/params/types.js" */
import { bitLength, mod } from "../../../src/bigint/modular.js";
import { LaneModule } from "../lane/module.js";
import { glsSplit, glvSplit } from "./endomorphism.js";
import { splitTable } from "./split_table.js";

/**
 * @param {Readonly<CurveRecord>} record
 * @returns {{ g1: number[], g2: number[], constants: string }} offsets of the tables for 2 and 4 parts; behind that for
 *   4 the conjugates of cx and cy (endomorphism.js), in the base module's form. The constants in base64
 */
export function splitLayout({ fp: { p }, fr: { p: r }, tower: { nonResidue, xi, twist }, g1, g2 }) {
    const area = new LaneModule(), R = 1n << BigInt(64 * Math.ceil(bitLength(p) / 64)),
        gls = glsSplit({ p, r, generator: g2.generator, nonResidue, xi, twist });
    const psi = [gls.cx, gls.cy].flatMap(([a, b]) => [a, -b]).flatMap((c) => bytesOf(mod(c * R, p), R));
    const [first, second] = [g1, g2].map(({ generator }) =>
        area.data(splitTable(r, glvSplit({ p, r, generator, nonResidue }))),
    );
    const third = area.data(new Uint8Array([...splitTable(r, gls), ...psi]));
    return { g1: [first], g2: [second, third], constants: btoa(String.fromCharCode(...area.image())) };
}

/** Little-endian bytes of x, as many as numbers below R have. @param {bigint} x @param {bigint} R */
function bytesOf(x, R) {
    const bytes = [];
    for (; R > 1n; R >>= 8n, x >>= 8n) bytes.push(Number(x & 255n));
    return bytes;
}
