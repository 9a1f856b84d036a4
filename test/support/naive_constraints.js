/** The slow twin of batch/constraints.js on BigInt: which constraints do not hold, and what their sides come to. */
import { mod } from "../../src/bigint/modular.js";

/** @param {bigint[][][][]} constraints - sides of [wire, coefficient] @param {bigint[]} values @param {bigint} r */
export const failingOf = (constraints, values, r) => constraints.flatMap((sides, number) => {
    const [a, b, c] = sides.map((terms) => mod(terms.reduce((sum, [wire, k]) => sum + values[wire] * k, 0n), r));
    return mod(a * b - c, r) === 0n ? [] : [{ number, a, b, c }];
});
