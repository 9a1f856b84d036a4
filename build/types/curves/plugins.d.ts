/**
 * A base module with a caller's own functions in it. A plugin is handed a ModuleBuilder of
 * wasmbuilder, so this path builds the module at run time with wasmcurves and wasmbuilder,
 * which are optional. The only dynamic import of the package stands here.
 * @module curves/plugins
 */
/** @import { BaseModule } from "./types.js" */
import type { BaseModule } from "./types.js";
/**
 * @param {"bn128" | "bls12381"} name
 * @param {(moduleBuilder: any) => unknown} plugins - adds functions and exports; called before the module is built
 * @returns {Promise<BaseModule>}
 */
export declare function buildWithPlugins(name: "bn128" | "bls12381", plugins: (moduleBuilder: any) => unknown): Promise<BaseModule>;
