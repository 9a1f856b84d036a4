/**
 * Constants of the curves in the bookkeeping module: once for all tiers. The
 * layouts of the lane modules say where, as offsets into its static area.
 * @module scripts/wasm/msm_lane/constants
 */
import { bitLength, mod } from "../../../src/bigint/modular.js";
import { bls12381 } from "../../../src/params/bls12_381.js";
import { bn254 } from "../../../src/params/bn254.js";
import { LaneModule, fromBase } from "../lane/module.js";
import { at, get } from "../wat.js";
import { glsSplit, glvSplit } from "./endomorphism.js";
import { splitTable } from "./split_table.js";

/**
 * Into an empty module: the offsets are the same whoever asks.
 * @param {LaneModule} [module]
 * @returns {Record<string, { g1: number[], g2: number[] }>} by name of the curve: tables (split_table.js) for 2 and 4 parts;
 *     behind the table for 4 the conjugates of cx and cy (endomorphism.js), in the base module's form
 */
export function splitLayouts(module = new LaneModule()) {
    return Object.fromEntries([bn254, bls12381].map(({ name, twist, fp: { p }, fr: { p: r }, xi, g1, g2 }) => {
        const R = 1n << BigInt(64 * Math.ceil(bitLength(p) / 64)), gls = glsSplit({ p, r, generator: g2.generator, xi, twist });
        const psi = [gls.cx, gls.cy].flatMap(([a, b]) => [a, -b]).flatMap((c) => bytesOf(mod(c * R, p), R));
        const [first, second] = [g1, g2].map(({ generator }) => module.data(splitTable(r, glvSplit({ p, r, generator }))));
        return [name, { g1: [first], g2: [second, module.data(new Uint8Array([...splitTable(r, gls), ...psi]))] }];
    }));
}

/** Little-endian bytes of x, as many as numbers below R have. @param {bigint} x @param {bigint} R */
function bytesOf(x, R) {
    const bytes = [];
    for (; R > 1n; R >>= 8n, x >>= 8n) bytes.push(Number(x & 255n));
    return bytes;
}

/** `constant(offset) -> address`. @param {LaneModule} module */
export function addConstants(module) {
    splitLayouts(module);
    module.func({ name: "constant", params: "offset", result: "i32", body: at(get("offset"), fromBase(0)) });
}
