/**
 * Edwards BLS12 for those who ask for it: importing this registers the curve. Public as ffturbo/curves/edwards_bls12.
 * @module curves/on_demand/edwards_bls12
 */
import { EdwardsCurve } from "../../engine/edwards.js";
import { edwards_bls12 as definition } from "../../wasm/curves/edwards_bls12.js";
import { register } from "../registry.js";

export const edwards_bls12 = Object.freeze({ ...definition, Group: EdwardsCurve });

register(edwards_bls12);
