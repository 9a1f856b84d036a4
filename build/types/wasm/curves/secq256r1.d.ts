import type { CurveDefinition } from "../../curves/types.js";
export declare const secq256r1: Readonly<CurveDefinition>;
