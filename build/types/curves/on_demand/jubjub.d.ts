/**
 * Jubjub for those who ask for it: importing this registers the curve. Public as ffturbo/curves/jubjub.
 * @module curves/on_demand/jubjub
 */
import { EdwardsCurve } from "../../engine/edwards.js";
export declare const jubjub: Readonly<{
    code: (string | WebAssembly.Module | Uint8Array<ArrayBufferLike>) & string;
    layout: Readonly<import("../types.js").Layout>;
    beside?: readonly import("../../runtime/link.js").Lane[];
    record: Readonly<import("../../params/types.js").AnyRecord>;
    lanes: (tier: import("../../runtime/tiers.js").Tier) => readonly import("../types.js").LaneRow[];
    Group: typeof EdwardsCurve;
}>;
