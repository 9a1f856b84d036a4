/**
 * bls12-377 for those who ask for it: importing this registers the curve. Public as ffturbo/curves/bls12377.
 * @module curves/on_demand/bls12377
 */
import { bls12377 } from "../../wasm/curves/bls12377.js";
export { bls12377 };
