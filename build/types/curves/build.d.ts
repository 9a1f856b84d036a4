import type { Curve, CurveDefinition, Plugins } from "./types.js";
export type Hints = {
    warm?: boolean;
    help?: boolean;
};
/**
 * What a caller knows about the work to come.
 * @typedef {{ warm?: boolean, help?: boolean }} Hints warm: start workers before the module is compiled; help: the
 *   calling thread takes tasks in the place of one worker
 */
/**
 * @param {Readonly<CurveDefinition>} definition
 * @param {unknown} first - singleThread, or an options object
 * @param {Plugins | null} [plugins]
 * @param {Hints} [hints]
 * @returns {Promise<Curve>}
 */
export declare function buildCurve(definition: Readonly<CurveDefinition>, first: unknown, plugins?: Plugins | null, hints?: Hints): Promise<Curve>;
