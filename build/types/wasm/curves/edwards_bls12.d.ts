import type { CurveDefinition } from "../../curves/types.js";
export declare const edwards_bls12: Readonly<CurveDefinition>;
