import type { BinFile } from "../../files/binfile.js";
import type { KnownCurve } from "../../curves/known.js";
import type { Source } from "../../files/source.js";
/** @import { BinFile } from "../../files/binfile.js" */
/** @import { KnownCurve } from "../../curves/known.js" */
/** @import { Source } from "../../files/source.js" */
/** Section numbers. */
export declare const SECTION: Readonly<{
    PROTOCOL: 1;
    HEADER: 2;
    IC: 3;
    COEFFICIENTS: 4;
    A: 5;
    B1: 6;
    B2: 7;
    C: 8;
    H: 9;
    CONTRIBUTIONS: 10;
}>;
export type HeaderPoints = {
    alpha1: Uint8Array;
    beta1: Uint8Array;
    beta2: Uint8Array;
    gamma2: Uint8Array;
    delta1: Uint8Array;
    delta2: Uint8Array;
};
export type Zkey = {
    file: BinFile;
    curve: KnownCurve;
    /**
     * - number of signals, including the constant one
     */
    nVars: number;
    nPublic: number;
    /**
     * - a power of two
     */
    domainSize: number;
    /**
     * - its logarithm
     */
    power: number;
    nCoefficients: number;
    /**
     * - bytes of an affine point
     */
    sG1: number;
    sG2: number;
    points: HeaderPoints;
};
/**
 * @param {Source} source
 * @returns {Promise<Zkey>}
 * @throws {ProverError} when anything does not fit
 */
export declare function openZkey(source: Source): Promise<Zkey>;
