import { ProverError } from "../../files/errors.js";
import { withSources } from "./open.js";
import { readOptions } from "./options.js";
import type { SourceLike } from "../../files/source.js";
import type { ProveOptions } from "./options.js";
import type { ProveResult } from "./prove.js";
import type { Zkey } from "./zkey.js";
export type Part = import("./sums.js").Part;
export type Range = {
    part: Part;
    from: number;
    to: number;
};
export type PartialSum = Range & {
    point: Uint8Array;
};
export type SumFailure = ProverError & {
    wrong: readonly PartialSum[];
    sums: readonly PartialSum[];
    quotient: boolean;
};
export type PartOptions = Pick<ProveOptions, "threads" | "memory" | "onProgress" | "signal" | "readTimeout" | "curve">;
export type Checked = ReturnType<typeof readOptions>;
export type Tools = Parameters<Parameters<typeof withSources>[1]>[0];
/** @import { Wtns } from "../../files/wtns.js" */
/** @import { SourceLike } from "../../files/source.js" */
/** @import { Context } from "./context.js" */
/** @import { ProveOptions } from "./options.js" */
/** @import { ProveResult } from "./prove.js" */
/** @import { Zkey } from "./zkey.js" */
/**
 * A sum of a proof: over the points A, B1, B2 or C with values of the witness, or over H with the results of the
 * transforms.
 * @typedef {import("./sums.js").Part} Part
 */
/** Points [from, to) of a part's section. @typedef {{ part: Part, from: number, to: number }} Range */
/**
 * A sum over a range: an affine point in the form that points have in the key, 64 to 192 bytes. Callers may add
 * members.
 * @typedef {Range & { point: Uint8Array }} PartialSum
 */
/**
 * The error that combine throws if a part is wrong. `wrong` has the wrong entries as they were passed, `sums` all
 * entries with right points instead of wrong ones, and `quotient` says whether the scalars of H are wrong.
 * @typedef {ProverError & { wrong: readonly PartialSum[], sums: readonly PartialSum[], quotient: boolean }} SumFailure
 */
/**
 * @typedef {Pick<ProveOptions, "threads" | "memory" | "onProgress" | "signal" | "readTimeout" | "curve">} PartOptions
 */
/** @typedef {ReturnType<typeof readOptions>} Checked */
/** @typedef {Parameters<Parameters<typeof withSources>[1]>[0]} Tools */
/** @param {Zkey} zkey @param {Part} part @returns {number} points */
export declare function pointsIn({ nVars, nPublic, domainSize }: Zkey, part: Part): number;
/**
 * The sum over a range of points of a key, each times its scalar. It needs memory for the scalars of the range, and for
 * points like prove.
 * @param {SourceLike} zkey
 * @param {SourceLike} scalars - the wtns file; for part H the result of quotientScalars. Only the range is read
 * @param {Range} range
 * @param {PartOptions} [options]
 * @returns {Promise<Uint8Array>} an affine point in the form that points have in the key: 64 to 192 bytes
 * @throws {ProverError} ERR_OPTION for a range that the key does not have; otherwise as prove
 */
export declare function sumRange(zkey: SourceLike, scalars: SourceLike, range: Range, options?: PartOptions): Promise<Uint8Array>;
/**
 * Does the transforms of a proof and returns the scalars of its sum over H, which are as secret as the witness.
 * @param {SourceLike} zkey
 * @param {SourceLike} witness - a wtns file
 * @param {PartOptions} [options]
 * @returns {Promise<Uint8Array>} in the form of a wtns file, for sumRange
 * @throws {ProverError} as prove
 */
export declare function quotientScalars(zkey: SourceLike, witness: SourceLike, options?: PartOptions): Promise<Uint8Array>;
/**
 * Puts partial sums together, blinds, and verifies the proof. Only the public signals of the witness are read, unless
 * the proof does not verify; then every part is calculated again, and the error says which were wrong.
 * @param {SourceLike} zkey
 * @param {SourceLike} witness - a wtns file
 * @param {readonly PartialSum[]} sums - in any order; together every point of A, B1, B2, C and H once
 * @param {PartOptions & Pick<ProveOptions, "check"> & { quotient?: SourceLike }} [options] - quotient: the scalars that
 *   the sums over H were made with; they are also checked if something is wrong
 * @returns {Promise<ProveResult>}
 * @throws {ProverError | SumFailure} ERR_SUM with `wrong`, `sums` and `quotient`; ERR_CHECK where all parts are right
 *   and the witness does not satisfy the circuit; ERR_OPTION where sums are missing; otherwise as prove
 */
export declare function combine(zkey: SourceLike, witness: SourceLike, sums: readonly PartialSum[], options?: PartOptions & Pick<ProveOptions, "check"> & {
    quotient?: SourceLike;
}): Promise<ProveResult>;
