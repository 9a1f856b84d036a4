/**
 * Baby Jubjub for those who ask for it: importing this registers the curve. Public as ffturbo/curves/babyjubjub.
 * @module curves/on_demand/babyjubjub
 */
import { EdwardsCurve } from "../../engine/edwards.js";
import { babyjubjub as definition } from "../../wasm/curves/babyjubjub.js";
import { register } from "../registry.js";

export const babyjubjub = Object.freeze({ ...definition, Group: EdwardsCurve });

register(babyjubjub);
