/**
 * A curve over any field of the module, in the model that its record names: points
 * one at a time, batches of them, and their encodings. Outputs come last, an
 * output may be any of the inputs, and every function is exact for every point
 * of the curve: equal, opposite and infinite points included.
 * @module scripts/wasm/group/group
 */
/** @import { WasmModule } from "../module.js" */
/** @import { Field, FieldValue } from "../types.js" */
/** @import { Group, GroupParams } from "./types.js" */
import { call } from "../wat.js";
import { addAffine } from "./affine.js";
import { addCheck } from "./check.js";
import { EDWARDS } from "./edwards.js";
import { addEncoding } from "./encoding.js";
import { formulas } from "./formula.js";
import { addMultiple } from "./multiple.js";
import { WEIERSTRASS } from "./weierstrass.js";

const MODELS = Object.freeze({ weierstrass: WEIERSTRASS, edwards: EDWARDS });

/**
 * @param {WasmModule} module
 * @param {GroupParams} params
 * @returns {Group}
 */
export function addGroup(module, { name, field, generator, scalars, subgroup = false, ...equation }) {
    const model = MODELS[equation.model ?? "weierstrass"];
    const jacobian = (/** @type {FieldValue[]} */ ...point) =>
        module.data(Uint8Array.from(point.flatMap((c) => [...field.encode(c)])));
    const [zero, one] = constants(field);
    /** @type {Group} */
    const group = {
        name, field, scalars, model,
        ...model.constants(module, field, equation),
        zeroAt: jacobian(...model.zero.map((c) => (c ? one : zero))), generatorAt: jacobian(...generator, one),
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
    model.addPoint(module, group);
    model.addAddition(module, group);
    addAffine(module, group);
    addMultiple(module, group);
    addEncoding(module, group);
    addCheck(module, group, subgroup);
    model.addModelChange(module, group);
    return group;
}

/** 0 and 1 of a field. @param {Field} field @returns {FieldValue[]} */
const constants = ({ degree }) => [0n, 1n].map((c) => (degree === 1 ? c : [c, 0n]));
