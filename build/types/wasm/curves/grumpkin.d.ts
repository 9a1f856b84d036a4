import type { CurveDefinition } from "../../curves/types.js";
export declare const grumpkin: Readonly<CurveDefinition>;
