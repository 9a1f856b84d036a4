/**
 * Curves by name, by the order q of their base field, by the order r of their groups.
 * @module curves/lookup
 */
/** @import { Curve, CurveOptions } from "./types.js" */
import * as bls12 from "../params/bls12_381.js";
import * as bn254 from "../params/bn254.js";
import { buildBls12381 } from "./bls12381.js";
import { buildBn128 } from "./bn128.js";

/** @typedef {boolean | CurveOptions} First */
/** @typedef {(moduleBuilder: any) => unknown} Plugins */

/** @param {string} name @returns {string} its letters and digits, in capitals */
function normalise(name) {
    const found = name.toUpperCase().match(/[A-Z0-9]+/g);
    if (found === null) throw new TypeError(`getCurveFromName: expected the name of a curve, got ${JSON.stringify(name)}`);
    return found.join("");
}

/**
 * @param {string} name - bn128, bn254, altbn128 or bls12381, in any case and with any punctuation
 * @param {First} [singleThread]
 * @param {Plugins} [plugins]
 * @returns {Promise<Curve>}
 * @throws {Error} "Curve not supported: ..."
 */
export async function getCurveFromName(name, singleThread, plugins) {
    const normal = normalise(name);
    if (["BN128", "BN254", "ALTBN128"].includes(normal)) return buildBn128(singleThread, plugins);
    if (normal === "BLS12381") return buildBls12381(singleThread, plugins);
    throw new Error(`Curve not supported: ${name}`);
}

/**
 * @param {bigint | number | string} q - order of the base field
 * @param {First} [singleThread]
 * @param {Plugins} [plugins]
 * @returns {Promise<Curve>}
 * @throws {Error} "Curve not supported: ..."
 */
export async function getCurveFromQ(q, singleThread, plugins) {
    const order = BigInt(q);
    if (order === bn254.fp.p) return buildBn128(singleThread, plugins);
    if (order === bls12.fp.p) return buildBls12381(singleThread, plugins);
    throw new Error(`Curve not supported: ${order.toString(16)}`);
}

/**
 * @param {bigint | number | string} r - order of the groups
 * @param {First} [singleThread]
 * @param {Plugins} [plugins]
 * @returns {Promise<Curve>}
 * @throws {Error} "Curve not supported: ..."
 */
export async function getCurveFromR(r, singleThread, plugins) {
    const order = BigInt(r);
    if (order === bn254.fr.p) return buildBn128(singleThread, plugins);
    if (order === bls12.fr.p) return buildBls12381(singleThread, plugins);
    throw new Error(`Curve not supported: ${order.toString()}`);
}
