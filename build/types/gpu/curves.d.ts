import type { CardRecord } from "./wgsl/types.js";
export declare const CARD_CURVES: readonly Readonly<CardRecord>[];
