/**
 * Shapes of the parameter tables. Types only; no code runs here.
 * @module params/types
 */
export type FieldParams = {
    /**
     * - prefix of the wasm exports, e.g. `f1m`
     */
    name: string;
    /**
     * - odd prime modulus
     */
    p: bigint;
    /**
     * - the smallest non-residue
     */
    nqr: bigint;
    /**
     * - 2-adicity of p - 1
     */
    s: number;
};
export type Fp2Element = readonly [bigint, bigint];
export type GroupParams<E> = {
    /**
     * - prefix of the wasm exports, e.g. `g1m`
     */
    name: string;
    b: E;
    /**
     * - affine, of order r
     */
    generator: readonly [E, E];
    /**
     * - order of the curve over r; 1 means that every point is in the subgroup
     */
    cofactor: bigint;
    /**
     * - bytes of the public `cofactor` buffer; 0 where callers see none
     */
    cofactorSize: number;
};
export type GlvParams = {
    /**
     * - a primitive cube root of 1 in Fp
     */
    beta: bigint;
    /**
     * - a root of x^2 + x + 1 modulo r
     */
    lambda: bigint;
};
export type GlsParams = {
    /**
     * - p mod r, a root of x^4 - x^2 + 1 modulo r
     */
    eigenvalue: bigint;
};
export type CurveParams = {
    /**
     * - as the public API has it
     */
    name: "bn128" | "bls12381";
    family: "bn" | "bls12";
    /**
     * - u of bn254, z of bls12-381
     */
    seed: bigint;
    /**
     * - b / xi or b * xi
     */
    twist: "D" | "M";
    fp: Readonly<FieldParams>;
    fr: Readonly<FieldParams>;
    xi: Fp2Element;
    g1: Readonly<GroupParams<bigint>>;
    g2: Readonly<GroupParams<Fp2Element>>;
    glv: Readonly<GlvParams>;
    gls: Readonly<GlsParams>;
};
export type PairingParams = {
    /**
     * - of the curve, prefix of the wasm exports
     */
    name: string;
    family: "bn" | "bls12";
    /**
     * - the parameter p and r are polynomials of; may be negative
     */
    seed: bigint;
    /**
     * - count of the Miller loop, positive
     */
    loop: bigint;
    /**
     * - Fp6 = Fp2[v] / (v^3 - xi), xi = xi0 + u
     */
    xi0: bigint;
    /**
     * - G1 is y^2 = x^3 + b
     */
    b: bigint;
    /**
     * - G2 is y^2 = x^3 + b / xi (D) or x^3 + b xi (M)
     */
    twist: "D" | "M";
    /**
     * - bytes of a prepared point of G1, part of the public contract
     */
    prePSize: number;
    /**
     * - bytes of a prepared point of G2, part of the public contract
     */
    preQSize: number;
};
export type Ptr<K extends string> = number & {
    readonly __ptr: K;
};
/**
 * @typedef {object} FieldParams
 * @property {string} name - prefix of the wasm exports, e.g. `f1m`
 * @property {bigint} p - odd prime modulus
 * @property {bigint} nqr - the smallest non-residue
 * @property {number} s - 2-adicity of p - 1
 */
/**
 * An element of Fp2 = Fp[u] / (u^2 + 1): c0 and c1.
 * @typedef {readonly [bigint, bigint]} Fp2Element
 */
/**
 * A group of points y^2 = x^3 + b, with coordinates of type E.
 * @template E
 * @typedef {object} GroupParams
 * @property {string} name - prefix of the wasm exports, e.g. `g1m`
 * @property {E} b
 * @property {readonly [E, E]} generator - affine, of order r
 * @property {bigint} cofactor - order of the curve over r; 1 means that every point is in the subgroup
 * @property {number} cofactorSize - bytes of the public `cofactor` buffer; 0 where callers see none
 */
/**
 * The map (x, y) -> (beta x, y) of G1, which multiplies by lambda (Gallant, Lambert, Vanstone 2001).
 * @typedef {object} GlvParams
 * @property {bigint} beta - a primitive cube root of 1 in Fp
 * @property {bigint} lambda - a root of x^2 + x + 1 modulo r
 */
/**
 * The map psi of G2, twist after Frobenius after untwist, which multiplies by
 * the eigenvalue (Galbraith, Lin, Scott 2009).
 * @typedef {object} GlsParams
 * @property {bigint} eigenvalue - p mod r, a root of x^4 - x^2 + 1 modulo r
 */
/**
 * A pairing-friendly curve with sextic twist. Tower: Fp2 = Fp[u]/(u^2 + 1),
 * Fp6 = Fp2[v]/(v^3 - xi), Fp12 = Fp6[w]/(w^2 - v).
 * @typedef {object} CurveParams
 * @property {"bn128" | "bls12381"} name - as the public API has it
 * @property {"bn" | "bls12"} family
 * @property {bigint} seed - u of bn254, z of bls12-381
 * @property {"D" | "M"} twist - b / xi or b * xi
 * @property {Readonly<FieldParams>} fp
 * @property {Readonly<FieldParams>} fr
 * @property {Fp2Element} xi
 * @property {Readonly<GroupParams<bigint>>} g1
 * @property {Readonly<GroupParams<Fp2Element>>} g2
 * @property {Readonly<GlvParams>} glv
 * @property {Readonly<GlsParams>} gls
 */
/**
 * @typedef {object} PairingParams
 * @property {string} name - of the curve, prefix of the wasm exports
 * @property {"bn" | "bls12"} family
 * @property {bigint} seed - the parameter p and r are polynomials of; may be negative
 * @property {bigint} loop - count of the Miller loop, positive
 * @property {bigint} xi0 - Fp6 = Fp2[v] / (v^3 - xi), xi = xi0 + u
 * @property {bigint} b - G1 is y^2 = x^3 + b
 * @property {"D" | "M"} twist - G2 is y^2 = x^3 + b / xi (D) or x^3 + b xi (M)
 * @property {number} prePSize - bytes of a prepared point of G1, part of the public contract
 * @property {number} preQSize - bytes of a prepared point of G2, part of the public contract
 */
/**
 * Byte offset into linear memory where a value of kind `K` starts. A plain
 * number at run time; the brand keeps an Fr offset out of an Fp call.
 * @template {string} K
 * @typedef {number & { readonly __ptr: K }} Ptr
 */
export {};
