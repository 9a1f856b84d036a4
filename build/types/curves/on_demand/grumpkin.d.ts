/**
 * Grumpkin for those who ask for it: importing this registers the curve. Public as ffturbo/curves/grumpkin.
 * @module curves/on_demand/grumpkin
 */
import { grumpkin } from "../../wasm/curves/grumpkin.js";
export { grumpkin };
