export type Reason = "SIGNAL_LIST" | "SIGNAL_COUNT" | "SIGNAL_VALUE" | "PROOF_FORM" | "PROOF_PROTOCOL" | "PROOF_CURVE" | "POINT_CURVE" | "POINT_SUBGROUP" | "EQUATION";
export type Refusal = {
    valid: false;
    reason: Reason;
    /**
     * - what is wrong; "equation" means these signals with this proof
     */
    input: "signals" | "proof" | "equation";
    /**
     * - for people, without a file name
     */
    message: string;
};
export type Verdict = Readonly<{
    valid: true;
} | Refusal>;
export type Answer<R extends boolean> = R extends true ? Verdict : boolean;
export type CurveFacts = {
    name: string;
    /**
     * - order of the base field
     */
    q: bigint;
    /**
     * - order of the groups
     */
    r: bigint;
};
export type Point1 = bigint[];
export type Point2 = bigint[][];
export type KeyPoints = {
    alpha1: Point1;
    beta2: Point2;
    gamma2: Point2;
    delta2: Point2;
    IC: Point1[];
};
export type Claim = {
    signals: bigint[];
    a: Point1;
    b: Point2;
    c: Point1;
};
export type FaultOf = (degree: 1 | 2, point: any) => "POINT_CURVE" | "POINT_SUBGROUP" | undefined;
/** Thrown inside this room when what a prover sent does not verify. */
export declare class Rejection extends Error {
    reason: Reason;
    /** @param {Reason} reason @param {string} message */
    constructor(reason: Reason, message: string);
}
/** @template T @param {() => T} read @returns {T | Rejection} */
export declare function attempt<T>(read: () => T): T | Rejection;
/** @param {1 | 2} degree @param {any} point - as read @returns {boolean} */
export declare const isInfinity: (degree: 1 | 2, point: any) => boolean;
/**
 * @template {CurveFacts} C
 * @param {unknown} vkey
 * @param {(name: string) => C | undefined} curveOf
 * @param {string} names - the names of all curves, for the message
 * @returns {{ curve: C, points: KeyPoints }}
 * @throws {ProverError} when the key cannot be used
 */
export declare function readKey<C extends CurveFacts>(vkey: unknown, curveOf: (name: string) => C | undefined, names: string): {
    curve: C;
    points: KeyPoints;
};
/** @param {KeyPoints} points @param {FaultOf} faultOf @throws {ProverError} */
export declare function checkKey(points: KeyPoints, faultOf: FaultOf): void;
/**
 * @param {CurveFacts} curve
 * @param {number} count - of signals
 * @param {unknown} publicSignals
 * @param {unknown} proof
 * @returns {Claim}
 * @throws {Rejection}
 */
export declare function readClaim({ name, q, r }: CurveFacts, count: number, publicSignals: unknown, proof: unknown): Claim;
/** @param {Claim} claim @param {FaultOf} faultOf @throws {Rejection} */
export declare function checkClaim(claim: Claim, faultOf: FaultOf): void;
/** @param {boolean} holds - the equation @throws {Rejection} */
export declare const checkEquation: (holds: boolean) => void;
/** @param {unknown} outcome - of an attempt @returns {Verdict} */
export declare const verdictOf: (outcome: unknown) => Verdict;
/**
 * @param {unknown} options
 * @param {readonly string[]} [known]
 * @returns {boolean} whether the caller wants the verdict with its reason
 * @throws {ProverError} on an unknown option or value
 */
export declare function wantsReason(options: unknown, known?: readonly string[]): boolean;
/**
 * Remembers the result of a costly check of a key, by the curve and the content of the key and not by its identity,
 * because an object may change.
 * @template T
 * @returns {(curve: object, points: KeyPoints, check: () => T) => T}
 */
export declare function rememberKeys<T>(): (curve: object, points: KeyPoints, check: () => T) => T;
