import type { CurveBase } from "../../curves/types.js";
/** What verification needs of a curve. @type {readonly Readonly<CurveBase>[]} */
export declare const BASES: readonly Readonly<CurveBase>[];
