import type { BaseModule, CurveBase, Plugins } from "./types.js";
/**
 * @param {Readonly<CurveBase>} curve
 * @param {Plugins} plugins - adds functions and exports
 * @returns {Promise<BaseModule>} the base module, compiled, with the plugin's lane
 */
export declare function buildWithPlugins({ record, code, layout }: Readonly<CurveBase>, plugins: Plugins): Promise<BaseModule>;
