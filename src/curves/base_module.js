/**
 * The base module of a curve: the one that runs anywhere, or that of a tier if the definition has
 * one.
 * @module curves/base_module
 */
/** @import { Tier } from "../runtime/tier_names.js" */
/** @import { BaseModule, CurveBase, CurveOptions } from "./types.js" */

/**
 * @param {Readonly<CurveBase>} definition
 * @param {Tier | undefined} tier - undefined: the one that runs anywhere
 * @returns {BaseModule & { code: string, name: string }}
 */
export function baseModule({ record, code, layout, base }, tier) {
    return { name: record.name, ...((tier && base?.(tier)) ?? { code, layout }) };
}

/**
 * What a caller gave in place of our own code, by the name of the artifact, or that.
 * @param {BaseModule & { name: string }} base
 * @param {CurveOptions["modules"]} [modules]
 */
export const replaced = ({ name, code }, modules) => modules?.[name] ?? code;
