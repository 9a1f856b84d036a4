/**
 * Curves by name, by the order q of their base field, by the order r of their groups.
 * @module curves/lookup
 */
/** @import { Curve, CurveOptions, Plugins } from "./types.js" */
/** @import { Recognised } from "./known.js" */
import { buildCurve } from "./build.js";
import { DEFINITIONS } from "./definitions.js";
import { isNamed, plainName } from "../params/names.js";
import { findCurve, namesByQ } from "./known.js";

/** @typedef {boolean | CurveOptions} First */

/**
 * @param {(identity: Recognised) => unknown} test
 * @param {string} asked - for the message
 * @param {First} [singleThread]
 * @param {Plugins} [plugins]
 * @returns {Promise<Curve>}
 */
async function build(test, asked, singleThread, plugins) {
    const definition = await findCurve(DEFINITIONS, test);
    if (!definition) throw new Error(`Curve not supported: ${asked}`);
    return buildCurve(definition, singleThread, plugins);
}

/**
 * @param {string} name - its name or an alias, in upper or lower case and with any punctuation
 * @param {First} [singleThread]
 * @param {Plugins} [plugins]
 * @returns {Promise<Curve>}
 * @throws {Error} "Curve not supported: ..."
 */
export async function getCurveFromName(name, singleThread, plugins) {
    if (plainName(name) === undefined)
        throw new TypeError(`getCurveFromName: expected the name of a curve, got ${JSON.stringify(name)}`);
    return build((known) => isNamed(known, name), name, singleThread, plugins);
}

/**
 * @param {bigint | number | string} q - order of the base field
 * @param {First} [singleThread]
 * @param {Plugins} [plugins]
 * @returns {Promise<Curve>}
 * @throws {Error} "Curve not supported: ...", also if several curves are over this field
 */
export async function getCurveFromQ(q, singleThread, plugins) {
    const order = BigInt(q);
    const names = namesByQ(order);
    if (names.length > 1)
        throw new Error(`Curve not supported: ${order.toString(16)} is q of ${names.join(" and ")}: ask for one by its name`);
    return build(({ fp }) => fp?.p === order, order.toString(16), singleThread, plugins);
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
    return build(({ fr }) => fr?.p === order, order.toString(), singleThread, plugins);
}
