/**
 * Which constraints of a system hold for a witness: the file is read a stretch at a time, and
 * workers calculate.
 * @module circuits/evaluate
 */
import { ensure, freeBuffers, openCheck, readStretches, runsHere } from "../../../../src/internal/snarkjs_circuits.js";
import { markUses } from "./uses.js";

/** @import { Curve, R1cs, Stretch } from "../../../../src/internal/snarkjs_circuits.js" */

/**
 * A constraint that does not hold: its number, and where it lies.
 * @typedef {object} Failing
 * @property {number} number
 * @property {Omit<Stretch, "bytes"> & { length: number }} stretch
 */

/**
 * @typedef {{ failing: number, first: Failing[] }} Evaluation failing: how many; first: of these,
 *   in order
 */

/**
 * @param {R1cs} r1cs
 * @param {Stretch} stretch
 * @param {number} combination - of the stretch
 */
const wrongTerm = ({ file, signals }, { first }, combination) =>
    `${file.name}: expected terms of wires below ${signals} with values below the order of the field, got another in ${"ABC"[combination % 3]} of constraint ${first + Math.floor(combination / 3)}; the file is damaged`;

/** @param {Uint8Array} bytes - aligned */
const wordsOf = ({ buffer, byteOffset, length }) => new Uint32Array(buffer, byteOffset, length / 4);

/** The failing constraints with the lowest numbers. @param {number} most */
function collector(most) {
    let failing = 0, first = /** @type {Failing[]} */ ([]);
    return {
        /** @param {number} count @param {Failing[]} some */
        add(count, some) {
            failing += count;
            if (some.length > 0) first = [...first, ...some].sort((x, y) => x.number - y.number).slice(0, most);
        },
        result: () => ({ failing, first }),
    };
}

/**
 *   in      a system, and the values of its witness, canonical LE
 *   out     how many constraints do not hold, and the first `most` of them
 *   memory  per task in flight a stretch of 2 MiB, or one constraint that is longer, and in its
 *           worker as much for the values
 * @param {R1cs} r1cs
 * @param {Curve} curve
 * @param {Uint8Array} values - aligned; workers read them where they are if they are shared
 * @param {{ most: number, signal: AbortSignal, uses?: Uint8Array, onDone: (count: number) => void
 *   }} options - uses: how each wire is used is marked there
 * @returns {Promise<Evaluation>}
 * @throws {ProverError} ERR_FILE when the file is damaged
 */
export async function evaluate(r1cs, curve, values, { most, signal, uses, onDone }) {
    const { n8, file: { fresh } } = r1cs, found = collector(most);
    const evaluateSome = openCheck(curve);
    const stretches = readStretches(r1cs, signal);
    const one = async (/** @type {Stretch} */ stretch) => {
        const { first, count, terms: total, at, bytes: terms } = stretch;
        if (uses) markUses(wordsOf(terms), n8 / 4, uses);
        const where = { first, count, terms: total, at, length: terms.length };
        const outcome = await evaluateSome({ terms, count, total, witness: values }, most, { signal });
        if (fresh) freeBuffers([terms.buffer]); // where it was not transferred
        ensure(outcome.damaged < 0, "ERR_FILE", () => wrongTerm(r1cs, stretch, outcome.damaged));
        found.add(outcome.failing, outcome.first.map((index) => ({ number: first + index, stretch: where })));
        onDone(count);
    };
    await throughStretches(curve, stretches, one);
    return found.result();
}

/** Stretches that wait beside those that workers calculate with. */
const AHEAD = 2;

/**
 * Reads each stretch when there is room for its task. After a failure nothing more is read, and
 * what has begun settles before the error is thrown.
 * @param {Curve} curve
 * @param {AsyncGenerator<Stretch, void, void>} stretches
 * @param {(stretch: Stretch) => Promise<void>} run
 */
async function throughStretches({ tm }, stretches, run) {
    /** @type {{ error: unknown } | undefined} */
    let failure;
    const runner = async () => {
        try {
            for (let next = await stretches.next(); !next.done && !failure; next = await stretches.next())
                await run(next.value);
        } catch (error) {
            failure ??= { error };
        }
    };
    await Promise.all(Array.from({ length: runsHere(tm) ? 1 : tm.concurrency + AHEAD }, runner));
    if (failure) throw failure.error;
}
