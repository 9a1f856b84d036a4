/**
 * Vesta for those who ask for it: importing this registers the curve. Public as ffturbo/curves/vesta.
 * @module curves/on_demand/vesta
 */
import { vesta } from "../../wasm/curves/vesta.js";
export { vesta };
