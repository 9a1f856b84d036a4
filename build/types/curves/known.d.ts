import type { CurveIdentity } from "../params/types.js";
import type { CurveBase, CurveDefinition } from "./types.js";
export type Recognised = {
    name: string;
} & Partial<CurveIdentity>;
export type KnownCurve = {
    name: string;
    q: bigint;
    r: bigint;
    /**
     * - bytes of an element of the base field
     */
    n8q: number;
    n8r: number;
    /**
     * - the largest domain is 2^s
     */
    s: number;
    /**
     * - whether it has a pairing; a mere field has no q and no n8q
     */
    pairs: boolean;
};
/** @param {bigint} q - order of the base field @returns {KnownCurve | undefined} */
export declare const identifyCurve: (q: bigint) => KnownCurve | undefined;
/** The names of all curves whose coordinates are in this field. @param {bigint} q @returns {string[]} */
export declare const namesByQ: (q: bigint) => string[];
/** @param {bigint} r - order of the groups @returns {KnownCurve | undefined} */
export declare const identifyByOrder: (r: bigint) => KnownCurve | undefined;
/** @param {string} name @returns {KnownCurve | undefined} */
export declare const knownCurve: (name: string) => KnownCurve | undefined;
/** The names of all curves with a pairing, for messages: "this or that". */
export declare const knownNames: () => string;
/**
 * The first curve that the test accepts, loaded if necessary.
 * @template {CurveBase} Found
 * @param {readonly Readonly<Found>[]} present - those that come with the entry point
 * @param {(identity: Recognised) => unknown} test
 * @returns {Promise<Readonly<Found> | CurveDefinition | undefined>}
 * @throws {Error} a curve that the package has, but that nobody brought
 */
export declare function findCurve<Found extends CurveBase>(present: readonly Readonly<Found>[], test: (identity: Recognised) => unknown): Promise<Readonly<Found> | CurveDefinition | undefined>;
