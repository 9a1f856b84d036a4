import type { CurveDefinition } from "../../curves/types.js";
export declare const bn128: Readonly<CurveDefinition>;
