import type { BaseModule } from "./types.js";
import type { Code } from "../runtime/instance.js";
/**
 * @param {"bn128" | "bls12381"} name
 * @param {BaseModule} base
 * @param {Code} [module] - compiled elsewhere, for hosts that compile nothing
 */
export declare function buildVerifier(name: "bn128" | "bls12381", { code, layout }: BaseModule, module?: Code): Promise<any>;
