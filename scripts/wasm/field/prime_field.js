/**
 * A prime field in the base module: elements of n8 bytes, little-endian words
 * in memory, canonical Montgomery form with R = 2^(8 n8). This file puts the
 * parts together; each part has its own file in this folder.
 * @module scripts/wasm/field/prime_field
 */
/** @import { FieldParams } from "../../../src/params/types.js" */
/** @import { LimbShape } from "../limbs.js" */
/** @import { Field } from "../types.js" */
/** @import { WasmModule } from "../module.js" */
import { mod } from "../../../src/bigint/modular.js";
import { limbPlan } from "../limbs.js";
import { addMemory } from "../memory.js";
import { call, get } from "../wat.js";
import { addBatchInv } from "./batch_inv.js";
import { addConvert } from "./convert.js";
import { addInverse } from "./inv.js";
import { addLinear, addMoves } from "./linear.js";
import { addMul } from "./mul.js";
import { addPow } from "./pow.js";
import { addSign } from "./sign.js";
import { addSqr } from "./sqr.js";
import { addSqrt } from "./sqrt.js";
import { leBytes } from "./words.js";

export { leBytes };

/**
 * Add the functions of a field; README.md lists them.
 * @param {WasmModule} module
 * @param {FieldParams} params
 * @param {LimbShape} [shape] - how elements are cut for products
 * @returns {Field}
 */
export function addPrimeField(module, params, shape) {
    const plan = limbPlan(params, shape), { name, n8, p, R } = plan;
    const encode = (/** @type {any} */ v) => leBytes(mod(v * R, p), n8);
    const field = { name, n8, p, R, degree: 1, encode }, one = module.data(encode(1n));
    addMemory(module);
    addMoves(module, plan);
    module.func({ name: `${name}_one`, params: "z", body: call(`${name}_copy`, one, get("z")) });
    module.func({ name: `${name}_isOne`, params: "x", result: "i32", body: call(`${name}_eq`, get("x"), one) });
    addLinear(module, plan);
    addMul(module, plan);
    addSqr(module, plan);
    addConvert(module, plan);
    addSign(module, plan);
    addPow(module, field);
    // R^2 / (a R) = a^-1 R
    addInverse(module, plan, `${name}_inv`, mod(R * R, p));
    addBatchInv(module, field);
    addSqrt(module, field);
    return field;
}
