/**
 * Shapes of the curve records. Types only; no code runs here.
 *
 * A record is data, and all that is known of a curve: the generator makes the curve's modules from it, the engine its
 * objects, and the BigInt twin its fields and pairing; files and keys are recognised by it. A curve has what its record
 * has: the record of a curve without pairing has no `pairing`, `tower` and `g2`, and that of a mere field no groups
 * either. scripts/wasm/record.js refuses incomplete records.
 * @module params/types
 */
export type FieldParams = {
    /**
     * - prefix of the wasm exports: `f1m`, `frm`
     */
    name: string;
    /**
     * - odd prime modulus
     */
    p: bigint;
    /**
     * - the smallest non-residue; nqr^((p - 1) / 2^s) is the root of unity of transforms
     */
    nqr: bigint;
    /**
     * - 2-adicity of p - 1: a transform has at most 2^s elements
     */
    s: number;
    /**
     * - bytes of an element, a multiple of 8
     */
    n8: number;
};
export type Fp2Element = readonly [bigint, bigint];
export type TowerParams = {
    /**
     * - a small negative number: -1, -5
     */
    nonResidue: bigint;
    /**
     * - neither a square nor a cube in Fp2
     */
    xi: Fp2Element;
    /**
     * - G2 is y^2 = x^3 + b / xi (D) or x^3 + b xi (M)
     */
    twist: "D" | "M";
};
export type Endomorphism = "glv" | "gls";
export type AnyGroup<E> = {
    /**
     * - prefix of the wasm exports: `g1m`, `g2m`
     */
    name: string;
    /**
     * - of the field of the coordinates over Fp
     */
    degree: 1 | 2;
    /**
     * - affine, of order r
     */
    generator: readonly [E, E];
    /**
     * - order of the curve divided by r; 1 means that every point is in the subgroup
     */
    cofactor: bigint;
    /**
     * - bytes of the public `cofactor` buffer; 0 where there is none
     */
    cofactorSize: number;
    /**
     * - fewest parts first
     */
    endomorphisms: readonly Endomorphism[];
};
export type GroupParams<E> = AnyGroup<E> & {
    model: "weierstrass";
    b: E;
};
export type EdwardsParams = AnyGroup<bigint> & {
    model: "edwards";
    a: bigint;
    d: bigint;
    sign: "greatest" | "odd";
};
export type PairingParams = {
    /**
     * - count of the Miller loop, positive
     */
    loop: bigint;
    /**
     * - bytes of a prepared point of G1, part of the public contract
     */
    prePSize: number;
    /**
     * - bytes of a prepared point of G2, part of the public contract
     */
    preQSize: number;
};
export type LaneParams = {
    /**
     * - groups with multi-scalar multiplication: the artifacts msm_<curve>_<tier>
     */
    msm: readonly string[];
    /**
     * - fields with transforms, of 32 bytes
     */
    fft: readonly string[];
    /**
     * - fields with products and conversions only, of 32 bytes
     */
    products: readonly string[];
};
export type Family = "bn" | "bls12" | "cycle" | "embedded" | "field";
export type Names = {
    /**
     * - the name in the public API; also the prefix of the wasm exports of the curve's pairing, and
     * a part of its artifacts' names
     */
    name: string;
    /**
     * - other names, in lower case letters and digits
     */
    aliases: readonly string[];
    /**
     * - of the scalars, modulo the order of the groups
     */
    fr: Readonly<FieldParams>;
};
export type FieldIdentity = Names & {
    family: "field";
    fp?: undefined;
};
export type GroupIdentity = Names & {
    family: Exclude<Family, "field">;
    fp: Readonly<FieldParams>;
};
export type CurveIdentity = FieldIdentity | GroupIdentity;
export type Unpaired = {
    g2?: undefined;
    tower?: undefined;
    pairing?: undefined;
};
export type FieldRecord = FieldIdentity & Unpaired & {
    g1?: undefined;
    lanes: Readonly<LaneParams>;
};
export type CycleParts = {
    family: "cycle";
    g1: Readonly<GroupParams<bigint>>;
    lanes: Readonly<LaneParams>;
};
export type CycleRecord = GroupIdentity & Unpaired & CycleParts;
export type EmbeddedParts = {
    family: "embedded";
    g1: Readonly<EdwardsParams>;
    lanes: Readonly<LaneParams>;
};
export type EmbeddedRecord = GroupIdentity & Unpaired & EmbeddedParts;
export type PairingCurve = {
    family: "bn" | "bls12";
    /**
     * - the number that p and r are polynomials of; may be negative
     */
    seed: bigint;
    tower: Readonly<TowerParams>;
    g1: Readonly<GroupParams<bigint>>;
    g2: Readonly<GroupParams<Fp2Element>>;
    pairing: Readonly<PairingParams>;
    lanes: Readonly<LaneParams>;
};
export type CurveRecord = GroupIdentity & PairingCurve;
export type AloneRecord = CycleRecord | EmbeddedRecord;
export type AnyRecord = CurveRecord | AloneRecord | FieldRecord;
export type Ptr<K extends string> = number & {
    readonly __ptr: K;
};
/**
 * @typedef {object} FieldParams
 * @property {string} name - prefix of the wasm exports: `f1m`, `frm`
 * @property {bigint} p - odd prime modulus
 * @property {bigint} nqr - the smallest non-residue; nqr^((p - 1) / 2^s) is the root of unity of transforms
 * @property {number} s - 2-adicity of p - 1: a transform has at most 2^s elements
 * @property {number} n8 - bytes of an element, a multiple of 8
 */
/**
 * An element of Fp2 = Fp[u] / (u^2 - nonResidue): c0 and c1.
 * @typedef {readonly [bigint, bigint]} Fp2Element
 */
/**
 * The extensions under a pairing: Fp2 = Fp[u] / (u^2 - nonResidue), Fp6 = Fp2[v] / (v^3 - xi), Fp12 = Fp6[w] / (w^2 -
 * v).
 * @typedef {object} TowerParams
 * @property {bigint} nonResidue - a small negative number: -1, -5
 * @property {Fp2Element} xi - neither a square nor a cube in Fp2
 * @property {"D" | "M"} twist - G2 is y^2 = x^3 + b / xi (D) or x^3 + b xi (M)
 */
/**
 * An endomorphism along which multi-scalar multiplication splits scalars; its constants are derived from the rest of
 * the record.
 * glv: (x, y) -> (beta x, y), two parts of half the length (Gallant, Lambert, Vanstone 2001).
 * gls: untwist, Frobenius, twist, on G2, four parts of a quarter of the length (Galbraith, Lin, Scott 2009).
 * @typedef {"glv" | "gls"} Endomorphism
 */
/**
 * What groups of all models have, with coordinates of type E.
 * @template E
 * @typedef {object} AnyGroup
 * @property {string} name - prefix of the wasm exports: `g1m`, `g2m`
 * @property {1 | 2} degree - of the field of the coordinates over Fp
 * @property {readonly [E, E]} generator - affine, of order r
 * @property {bigint} cofactor - order of the curve divided by r; 1 means that every point is in the subgroup
 * @property {number} cofactorSize - bytes of the public `cofactor` buffer; 0 where there is none
 * @property {readonly Endomorphism[]} endomorphisms - fewest parts first
 */
/**
 * A group of points y^2 = x^3 + b: short Weierstrass with a = 0; b is not -1, so that (1, 0) is no point.
 * @template E
 * @typedef {AnyGroup<E> & { model: "weierstrass", b: E }} GroupParams
 */
/**
 * A group of points a x^2 + y^2 = 1 + d x^2 y^2: twisted Edwards, with a a square and d none, so that one formula adds
 * any two points. sign: which x the bit of a compressed point stands for, the greater of the two roots or the odd one.
 * @typedef {AnyGroup<bigint> & { model: "edwards", a: bigint, d: bigint, sign: "greatest" | "odd" }} EdwardsParams
 */
/**
 * @typedef {object} PairingParams
 * @property {bigint} loop - count of the Miller loop, positive
 * @property {number} prePSize - bytes of a prepared point of G1, part of the public contract
 * @property {number} preQSize - bytes of a prepared point of G2, part of the public contract
 */
/**
 * Which parts have lane kernels in addition to those of the base module. The names are those of fields and groups.
 * @typedef {object} LaneParams
 * @property {readonly string[]} msm - groups with multi-scalar multiplication: the artifacts msm_<curve>_<tier>
 * @property {readonly string[]} fft - fields with transforms, of 32 bytes
 * @property {readonly string[]} products - fields with products and conversions only, of 32 bytes
 */
/**
 * What a curve is: pairing-friendly of one of two families; one of a cycle, or embedded: over the scalars of
 * another, for circuits, with one group and no pairing; a mere field, which has only scalars.
 * @typedef {"bn" | "bls12" | "cycle" | "embedded" | "field"} Family
 */
/**
 * @typedef {object} Names
 * @property {string} name - the name in the public API; also the prefix of the wasm exports of the curve's pairing, and
 *   a part of its artifacts' names
 * @property {readonly string[]} aliases - other names, in lower case letters and digits
 * @property {Readonly<FieldParams>} fr - of the scalars, modulo the order of the groups
 */
/** @typedef {Names & { family: "field", fp?: undefined }} FieldIdentity */
/**
 * @typedef {Names & { family: Exclude<Family, "field">, fp: Readonly<FieldParams> }} GroupIdentity fp: of the
 *   coordinates
 */
/**
 * What a name or a file says about a curve. For a curve that is loaded on demand, this is all that is loaded before.
 * Every record is an identity, too.
 * @typedef {FieldIdentity | GroupIdentity} CurveIdentity
 */
/** What others lack. @typedef {{ g2?: undefined, tower?: undefined, pairing?: undefined }} Unpaired */
/**
 * The record of a mere field.
 * @typedef {FieldIdentity & Unpaired & { g1?: undefined, lanes: Readonly<LaneParams> }} FieldRecord
 */
/** @typedef {{ family: "cycle", g1: Readonly<GroupParams<bigint>>, lanes: Readonly<LaneParams> }} CycleParts */
/** The record of a curve of a cycle. @typedef {GroupIdentity & Unpaired & CycleParts} CycleRecord */
/** @typedef {{ family: "embedded", g1: Readonly<EdwardsParams>, lanes: Readonly<LaneParams> }} EmbeddedParts */
/** The record of a twisted Edwards curve. @typedef {GroupIdentity & Unpaired & EmbeddedParts} EmbeddedRecord */
/**
 * The record of a pairing-friendly curve with sextic twist.
 * @typedef {object} PairingCurve
 * @property {"bn" | "bls12"} family
 * @property {bigint} seed - the number that p and r are polynomials of; may be negative
 * @property {Readonly<TowerParams>} tower
 * @property {Readonly<GroupParams<bigint>>} g1
 * @property {Readonly<GroupParams<Fp2Element>>} g2
 * @property {Readonly<PairingParams>} pairing
 * @property {Readonly<LaneParams>} lanes
 */
/** @typedef {GroupIdentity & PairingCurve} CurveRecord */
/** The record of a curve with a group and no pairing. @typedef {CycleRecord | EmbeddedRecord} AloneRecord */
/** @typedef {CurveRecord | AloneRecord | FieldRecord} AnyRecord */
/**
 * Byte offset into linear memory where a value of kind `K` starts. A plain
 * number at run time; the brand keeps an Fr offset out of an Fp call.
 * @template {string} K
 * @typedef {number & { readonly __ptr: K }} Ptr
 */
export {};
