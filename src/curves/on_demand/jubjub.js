/**
 * Jubjub for those who ask for it: importing this registers the curve. Public as ffturbo/curves/jubjub.
 * @module curves/on_demand/jubjub
 */
import { EdwardsCurve } from "../../engine/edwards.js";
import { jubjub as definition } from "../../wasm/curves/jubjub.js";
import { register } from "../registry.js";

export const jubjub = Object.freeze({ ...definition, Group: EdwardsCurve });

register(jubjub);
