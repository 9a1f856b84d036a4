import type { CurveRecord } from "../params/types.js";
export declare const CARD_CURVES: readonly Readonly<CurveRecord>[];
