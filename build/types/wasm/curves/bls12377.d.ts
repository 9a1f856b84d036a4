import type { CurveDefinition } from "../../curves/types.js";
export declare const bls12377: Readonly<CurveDefinition>;
