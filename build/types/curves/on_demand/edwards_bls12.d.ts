/**
 * Edwards BLS12 for those who ask for it: importing this registers the curve. Public as ffturbo/curves/edwards_bls12.
 * @module curves/on_demand/edwards_bls12
 */
import { EdwardsCurve } from "../../engine/edwards.js";
export declare const edwards_bls12: Readonly<{
    code: (string | WebAssembly.Module | Uint8Array<ArrayBufferLike>) & string;
    layout: Readonly<import("../types.js").Layout>;
    beside?: readonly import("../../runtime/link.js").Lane[];
    record: Readonly<import("../../params/types.js").AnyRecord>;
    lanes: (tier: import("../../runtime/tiers.js").Tier) => readonly import("../types.js").LaneRow[];
    Group: typeof EdwardsCurve;
}>;
