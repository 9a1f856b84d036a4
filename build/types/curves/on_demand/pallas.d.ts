/**
 * Pallas for those who ask for it: importing this registers the curve. Public as ffturbo/curves/pallas.
 * @module curves/on_demand/pallas
 */
import { pallas } from "../../wasm/curves/pallas.js";
export { pallas };
