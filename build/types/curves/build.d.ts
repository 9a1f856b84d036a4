import type { BaseModule, CurveOptions } from "./types.js";
import type { CurveShape } from "./assemble.js";
export type Hints = {
    warm?: boolean;
};
export type Builder = (first?: boolean | CurveOptions, plugins?: (moduleBuilder: any) => unknown, hints?: Hints) => Promise<any>;
/** What a caller knows of the work to come. @typedef {{ warm?: boolean }} Hints warm: workers start before the module is compiled */
/** @typedef {(first?: boolean | CurveOptions, plugins?: (moduleBuilder: any) => unknown, hints?: Hints) => Promise<any>} Builder a curve's buildCurve */
/**
 * @param {CurveShape} shape
 * @param {BaseModule | undefined} base - our own module; without one the module is built at run time
 * @param {unknown} first - singleThread, or a record of options
 * @param {((moduleBuilder: any) => unknown) | null} [plugins]
 * @param {Hints} [hints]
 * @returns {Promise<any>}
 */
export declare function buildCurve(shape: CurveShape, base: BaseModule | undefined, first: unknown, plugins?: ((moduleBuilder: any) => unknown) | null, hints?: Hints): Promise<any>;
