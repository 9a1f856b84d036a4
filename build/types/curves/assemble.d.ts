import type { BaseModule, CurveDefinition } from "./types.js";
/**
 * @param {CurveDefinition} definition
 * @param {BaseModule} base - that of the definition, possibly with a plugin
 * @param {import("./types.js").Settings & import("./build.js").Hints} settings
 * @param {(curve: object) => void} onTerminate - called once, before the workers end
 */
export declare function assemble(definition: CurveDefinition, base: BaseModule, settings: import("./types.js").Settings & import("./build.js").Hints, onTerminate: (curve: object) => void): Promise<any>;
