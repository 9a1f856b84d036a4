/**
 * The field of 2^64 - 2^32 + 1 elements, for those who ask for it: importing this registers it. Public as
 * ffturbo/curves/goldilocks.
 * @module curves/on_demand/goldilocks
 */
import { goldilocks } from "../../wasm/curves/goldilocks.js";
import { register } from "../registry.js";

register(goldilocks);

export { goldilocks };
