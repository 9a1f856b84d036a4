/** The groups of both curves on EC, from the parameter tables, in either library. */
import { bn254 } from "../../src/params/bn254.js";
import { bls12381 } from "../../src/params/bls12_381.js";
import { fieldOf } from "./compare.js";

export const CURVES = { bn128: bn254, bls12381 };

const mutable = (value) => (Array.isArray(value) ? value.map(mutable) : value);

/** `group` of `curve` ("g1" or "g2") as an EC of `library`. */
export function groupOf(library, curve, group) {
    const F = fieldOf(library, curve.fp.p);
    const over = group === "g1" ? F : new library.F2Field(F, F.negone);
    const ec = new library.EC(over, mutable(curve[group].generator));
    ec.b = mutable(curve[group].b);
    return ec;
}
