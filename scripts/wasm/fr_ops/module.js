/**
 * What is in the module of operations on many elements of Fr: loops around the field functions of
 * whatever base module it is linked with, so it is one module for all curves. It has no static
 * area: what it needs is passed to it.
 * @module scripts/wasm/fr_ops/module
 */
import { LaneModule } from "../lane/module.js";
import { addPicked } from "./picked.js";
import { addPointwise } from "./pointwise.js";
import { addSeries } from "./series.js";

/** Functions of the base module, with how many addresses each takes. */
const IMPORTS = Object.freeze({ frm_mul: 3, frm_add: 3, frm_sub: 3, frm_copy: 2 });

/** What is read of a list of numbers. */
const NUMBER = /\(i32\.load(?: offset=4)? \(local\.get \$index\)\)/g;

export function frOpsModule() {
    const module = new LaneModule();
    for (const [name, arity] of Object.entries(IMPORTS)) module.importBase(name, arity);
    addPointwise(module);
    addSeries(module);
    addPicked(module);
    for (const name of module.names) module.export(name);
    return { module, layout: {}, proof };
}

/**
 * Elements are canonical, and stay so, if only functions touch them whose results are: limbPlan
 * proves that of the imported ones for every field.
 * @param {string} text - of the module
 * @throws {Error} where the module reads or writes memory by itself, but for the numbers of
 *   elements, or calculates with anything but addresses
 */
export const proof = (text) => ({
    *lines() {
        const rest = text.replaceAll(NUMBER, "");
        const other = /\b(?:[if]64|f32|v128)\.\w+|\b\w+\.(?:load|store)\w*|\bmemory\.(?!size)\w+/.exec(rest);
        if (other) throw new Error(`fr_ops: expected only base functions to touch elements, got ${other[0]}`);
        const called = new Set(Array.from(text.matchAll(/\(call \$(\w+)/g), ([, name]) => name));
        const unknown = [...called].filter((name) => !Object.hasOwn(IMPORTS, name));
        if (unknown.length) throw new Error(`fr_ops: expected calls of ${Object.keys(IMPORTS).join(", ")}, got ${unknown[0]}`);
        yield `only ${[...called].sort().join(", ")} touch elements`;
    },
});
