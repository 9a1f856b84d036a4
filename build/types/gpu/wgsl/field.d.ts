export type FieldPlan = {
    /**
     * - modulus
     */
    p: bigint;
    /**
     * - bits of a limb
     */
    W: number;
    /**
     * - limbs
     */
    N: number;
    /**
     * - 2^(W N), the radix on the device
     */
    R: bigint;
    /**
     * - 2^(32 words), the radix of the engine's bytes
     */
    hostR: bigint;
    /**
     * - of 32 bits, of an element in memory
     */
    words: number;
    /**
     * - R / p: values are below room p
     */
    room: number;
    /**
     * - the greatest multiple of p that `words` hold
     */
    stored: number;
    /**
     * - unroll the rows of a product, too
     */
    rows: boolean;
};
/**
 * @param {bigint} p - odd modulus
 * @param {number} n8 - bytes of an element in the engine's memory
 * @param {{ limbBits?: number, rows?: boolean }} [options]
 * @returns {Readonly<FieldPlan>}
 * @throws {RangeError} for limbs that products do not fit
 */
export declare function planField(p: bigint, n8: number, { limbBits: W, rows }?: {
    limbBits?: number;
    rows?: boolean;
}): Readonly<FieldPlan>;
/** The limbs of x as a value of WGSL. @param {bigint} x @param {FieldPlan} plan */
export declare const literal: (x: bigint, plan: FieldPlan) => string;
/** A bound of k a after `weak`, if a < bound p. @param {FieldPlan} plan @param {number} k @param {number} bound */
export declare const weakBound: (plan: FieldPlan, k: number, bound: number) => number;
/** k a less a multiple of p. @param {FieldPlan} plan @param {string} name @param {number} k */
export declare function weak(plan: FieldPlan, name: string, k: number): string;
/**
 * The arithmetic of a field: `mul`, `add`, `sub` (a + multiple p - b), `negate` (p - a), `canonical` ([0, p)).
 * @param {FieldPlan} plan
 * @param {number} multiple - b < multiple p in every difference
 */
export declare function fieldText(plan: FieldPlan, multiple: number): string;
/**
 * Reads an element from the words of a buffer, and writes one.
 * @param {FieldPlan} plan
 * @param {string} name - of the pair of functions: `read_name(at)`, `write_name(at, value)`
 * @param {string} buffer
 * @param {boolean} [writable]
 */
export declare function accessText({ N, W, words }: FieldPlan, name: string, buffer: string, writable?: boolean): string;
