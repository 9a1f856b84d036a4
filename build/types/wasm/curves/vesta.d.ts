import type { CurveDefinition } from "../../curves/types.js";
export declare const vesta: Readonly<CurveDefinition>;
