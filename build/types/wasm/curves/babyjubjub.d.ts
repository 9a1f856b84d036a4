import type { CurveDefinition } from "../../curves/types.js";
export declare const babyjubjub: Readonly<CurveDefinition>;
