/**
 * The field of the coordinates of P-256, for those who ask for it: importing this registers it. Public as
 * ffturbo/curves/secq256r1.
 * @module curves/on_demand/secq256r1
 */
import { secq256r1 } from "../../wasm/curves/secq256r1.js";
import { register } from "../registry.js";

register(secq256r1);

export { secq256r1 };
