/**
 * How provers recognise a curve that they can use: one of this engine, with a pairing, on a pool
 * that understands the same messages. Several copies of this package may be loaded, so the brand is
 * a registered symbol.
 * @module curves/brand
 */
import { PROTOCOL } from "../pool/protocol.js";

const BRAND = Symbol.for("ffturbo.curve");

/** Versions of what provers use of a curve; curves of other versions are not taken. */
const VERSION = 1;

/** Marks a curve that provers can use. @param {object} curve */
export const brandProverCurve = (curve) => {
    Object.defineProperty(curve, BRAND, { value: VERSION });
};

/**
 * @param {any} curve
 * @returns {boolean} whether it is of this engine, in a version that this prover can use
 */
export const isProverCurve = (curve) => curve?.[BRAND] === VERSION && curve.tm?.protocol === PROTOCOL;
