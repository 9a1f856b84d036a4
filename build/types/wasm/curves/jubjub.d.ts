import type { CurveDefinition } from "../../curves/types.js";
export declare const jubjub: Readonly<CurveDefinition>;
