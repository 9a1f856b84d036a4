import type { CurveDefinition } from "../../curves/types.js";
export declare const bls12381: Readonly<CurveDefinition>;
