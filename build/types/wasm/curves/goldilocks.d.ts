import type { CurveDefinition } from "../../curves/types.js";
export declare const goldilocks: Readonly<CurveDefinition>;
