/**
 * A short Weierstrass curve y^2 = x^3 + b over any field of the module: points
 * one at a time, batches of them, and their encodings. Outputs come last, an
 * output may be any of the inputs, and every function is exact for every point
 * of the curve: equal, opposite and infinite points included.
 * @module scripts/wasm/group/group
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Field, FieldValue } from "../types.js" */
/** @import { Group, GroupParams } from "./types.js" */
import { call } from "../wat.js";
import { addAddition } from "./addition.js";
import { addAffine } from "./affine.js";
import { addCheck } from "./check.js";
import { addEncoding } from "./encoding.js";
import { formulas } from "./formula.js";
import { addMultiple } from "./multiple.js";
import { addPoint } from "./point.js";

/**
 * @param {WasmModule} module
 * @param {GroupParams} params
 * @returns {Group}
 */
export function addGroup(module, { name, field, b, generator, scalars, subgroup = false }) {
    const jacobian = (/** @type {FieldValue[]} */ ...point) =>
        module.data(Uint8Array.from(point.flatMap((c) => [...field.encode(c)])));
    const [zero, one] = constants(field);
    /** @type {Group} */
    const group = {
        name, field, scalars, b,
        bAt: module.data(field.encode(b)),
        zeroAt: jacobian(zero, one, zero), generatorAt: jacobian(...generator, one),
        n8: field.n8, affine: 2 * field.n8, jacobian: 3 * field.n8,
        formula: formulas(module, field),
        functions: [],
        f: (op, ...args) => call(`${field.name}_${op}`, ...args),
        g: (op, ...args) => call(`${name}_${op}`, ...args),
        func: (text) => {
            module.func({ ...text, name: `${name}_${text.name}` });
            group.functions.push(text.name);
        },
    };
    addPoint(module, group);
    addAddition(module, group);
    addAffine(module, group);
    addMultiple(module, group);
    addEncoding(module, group);
    addCheck(module, group, subgroup);
    return group;
}

/** 0 and 1 of a field. @param {Field} field @returns {FieldValue[]} */
const constants = ({ degree }) => [0n, 1n].map((c) => (degree === 1 ? c : [c, 0n]));
