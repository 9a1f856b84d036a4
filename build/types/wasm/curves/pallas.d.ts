import type { CurveDefinition } from "../../curves/types.js";
export declare const pallas: Readonly<CurveDefinition>;
