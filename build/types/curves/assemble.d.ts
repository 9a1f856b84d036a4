import type { BaseModule, CurveDefinition, CurveOptions } from "./types.js";
/**
 * @param {CurveDefinition} definition
 * @param {BaseModule} base - that of the definition, possibly with a plugin
 * @param {CurveOptions & import("./build.js").Hints} options
 * @param {(curve: object) => void} onTerminate - called once, before the workers end
 */
export declare function assemble(definition: CurveDefinition, { code, layout, beside }: BaseModule, { warm, ...options }: CurveOptions & import("./build.js").Hints, onTerminate: (curve: object) => void): Promise<any>;
