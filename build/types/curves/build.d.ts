import type { BaseModule } from "./types.js";
import type { CurveShape } from "./assemble.js";
/**
 * @param {CurveShape} shape
 * @param {BaseModule | undefined} base - our own module; without one the module is built at run time
 * @param {unknown} first - singleThread, or a record of options
 * @param {((moduleBuilder: any) => unknown) | undefined | null} plugins
 * @returns {Promise<any>}
 */
export declare function buildCurve(shape: CurveShape, base: BaseModule | undefined, first: unknown, plugins: ((moduleBuilder: any) => unknown) | undefined | null): Promise<any>;
