/**
 * What a constraint system is: how many constraints of each kind, the names of its inputs and
 * outputs, and what is counted of its terms.
 * @module circuits/facts
 */
import { identifyByOrder } from "../curves/known.js";
import { openR1cs, R1CS, readConstraints } from "../files/r1cs.js";
import { readGates } from "../files/r1cs_gates.js";
import { withSources } from "../files/with_sources.js";
import { sidesOf } from "./combination.js";
import { listOf, openNames } from "./names.js";
import { readOptions } from "./options.js";

/** @import { Ignored } from "../files/binfile.js" */
/** @import { ConstraintBatch, R1cs } from "../files/r1cs.js" */
/** @import { SourceLike } from "../files/source.js" */
/** @import { Tools } from "../files/with_sources.js" */
/** @import { Names, SignalList } from "./names.js" */
/** @import { CircuitOptions } from "./options.js" */

/**
 * @typedef {object} CircuitFacts
 * @property {string | undefined} curve - whose scalars the values are
 * @property {bigint} r - the order of the field
 * @property {number} signals - wires, including the constant one
 * @property {number} publicSignals - outputs and public inputs
 * @property {SignalList} outputs
 * @property {SignalList} publicInputs
 * @property {SignalList} privateInputs - with those that were simplified away; signal[7] where no
 *   name is known
 * @property {number} constraints
 * @property {number} products - constraints with a product of two signals
 * @property {number} bits - of these, those that say that a signal is 0 or 1
 * @property {number} linear - constraints without a product
 * @property {number} customGates - templates of custom gates
 * @property {number} terms - of all constraints
 * @property {number} factorTerms - of them, those of the two factors
 * @property {number} additions - sums of two terms until each side of a product has one, and each
 *   other constraint three
 * @property {number} short - signals that are surely small, such as bits and their sums: no more
 *   than have values below 2^64, which take less time to prove
 * @property {number} inA - signals that occur in the first factor of a constraint
 * @property {number} inB - in the second factor
 * @property {Ignored} [ignored] - what of the file is not read, if there is any
 */

/**
 * @typedef {Pick<CircuitFacts, "products" | "bits" | "linear" | "terms" | "factorTerms"
 *   | "additions">} Counts
 */

/** Terms of a constraint without a product that a gate takes, beside the constant. */
const OF_A_GATE = 3;

/** @typedef {ReturnType<typeof sidesOf>} Sides */

/** Signals with a factor that is not zero. @param {Sides[number]} side */
const varying = (side) => side.filter(({ wire, value }) => wire !== 0 && value !== 0n);

/**
 * Does it say x (x - 1) = 0, in any order and with any signs?
 * @param {Sides} sides
 * @param {bigint} r
 */
function isBit([a, b, c], r) {
    const [x, y] = [a, b].map(varying);
    if (x.length !== 1 || y.length !== 1 || x[0].wire !== y[0].wire || varying(c).length > 0) return false;
    const constants = [a, b, c].map((side) => side.find(({ wire }) => wire === 0)?.value ?? 0n);
    if (constants[2] !== 0n) return false;
    const rootIs = (/** @type {number} */ i, /** @type {bigint} */ root) =>
        (constants[i] + root * [x, y][i][0].value) % r === 0n;
    return (rootIs(0, 0n) && rootIs(1, 1n)) || (rootIs(0, 1n) && rootIs(1, 0n));
}

/** Values from here on are not short. */
const LONG = 2 ** 64;

/** Where a signal occurs. */
const A = 1, B = 2;

/**
 * What is known of each signal.
 * @param {number} count - signals from here on are not known, and do not count
 * @param {bigint} r
 */
function createSignals(count, r) {
    const limits = new Float32Array(count).fill(Infinity); // no value is above its limit
    const places = new Uint8Array(count);
    limits[0] = 1;
    const size = (/** @type {bigint} */ value) => Number(value > r / 2n ? r - value : value);
    const isKnown = (/** @type {{ wire: number }} */ { wire }) => limits[wire] < LONG;
    const sum = (/** @type {Sides[number]} */ side) =>
        side.reduce((total, { wire, value }) => total + size(value) * limits[wire], 0);
    return {
        /**
         * Of A B = C, where all signals but one of C are known.
         * @param {Sides} sides
         * @param {boolean} bit
         */
        note([a, b, c], bit) {
            for (const { wire } of a) places[wire] |= A;
            for (const { wire } of b) places[wire] |= B;
            if (bit) {
                limits[a.find(({ wire, value }) => wire !== 0 && value !== 0n)?.wire ?? 0] = 1;
                return;
            }
            const open = c.filter((term) => !isKnown(term));
            if (open.length !== 1 || size(open[0].value) !== 1 || ![...a, ...b].every(isKnown)) return;
            limits[open[0].wire] = sum(a) * sum(b) + sum(c.filter(isKnown));
        },
        counts() {
            const found = { short: 0, inA: 0, inB: 0 };
            for (let wire = 0; wire < count; wire++) {
                found.short += Number(limits[wire] < LONG);
                found.inA += Number((places[wire] & A) !== 0);
                found.inB += Number((places[wire] & B) !== 0);
            }
            return found;
        },
    };
}

/**
 * @param {Sides} sides
 * @param {bigint} r
 * @param {Counts} counts - added to
 * @returns {boolean} whether it says that a signal is 0 or 1
 */
function countInto(sides, r, counts) {
    const lengths = sides.map((side) => varying(side).length), [a, b] = lengths;
    counts.terms += sides.reduce((sum, side) => sum + side.length, 0);
    counts.factorTerms += sides[0].length + sides[1].length;
    const bit = a > 0 && b > 0 && isBit(sides, r);
    if (a > 0 && b > 0) {
        counts.products++;
        counts.bits += Number(bit);
        counts.additions += lengths.reduce((sum, length) => sum + Math.max(0, length - 1), 0);
    } else {
        counts.linear++;
        counts.additions += Math.max(0, new Set(sides.flatMap(varying).map(({ wire }) => wire)).size - OF_A_GATE);
    }
    return bit;
}

/** @param {R1cs} system @param {AbortSignal} signal */
async function count(system, signal) {
    const counts = { products: 0, bits: 0, linear: 0, terms: 0, factorTerms: 0, additions: 0 };
    const { size } = /** @type {{ size: number }} */ (system.file.sections.get(R1CS.CONSTRAINTS));
    // a header may claim billions
    const signals = createSignals(Math.min(system.signals, 1 + size / 4), system.r);
    for await (const batch of readConstraints(system, signal)) {
        for (let i = 0; i < batch.count; i++) {
            const sides = sidesOf(batch, i, system.n8);
            signals.note(sides, countInto(sides, system.r, counts));
        }
    }
    return { ...counts, ...signals.counts() };
}

/**
 * Wires [from, from + count), by name.
 * @param {number} from
 * @param {number} number
 * @param {Names} names
 * @param {number} max
 * @returns {SignalList}
 */
const listed = (from, number, { nameOf }, max) => Object.freeze({
    count: number,
    first: Object.freeze(Array.from({ length: Math.min(number, max) }, (_, i) => nameOf(from + i))),
});

/**
 * Private inputs, by name. Circom numbers the signals of a circuit as it does its wires, but leaves
 * none out.
 * @param {R1cs} system
 * @param {Pick<CircuitOptions, "sym"> & { max: number }} options
 * @param {Tools} tools
 */
function privateInputsOf({ outputs, publicInputs, privateInputs: count }, { sym, max }, tools) {
    const first = Array.from({ length: Math.min(count, max) }, (_, i) => 1 + outputs + publicInputs + i);
    return listOf(tools, sym, { count, first });
}

/**
 * Reads a system, and says what it is.
 * @param {SourceLike} r1cs
 * @param {Pick<CircuitOptions, "sym" | "max" | "signal" | "readTimeout">} [options] - max: names of
 *   each list
 * @returns {Promise<Readonly<CircuitFacts>>}
 * @throws {ProverError} ERR_FILE for a damaged file; or the reason of the signal
 */
export async function r1csFacts(r1cs, options) {
    const checked = readOptions("r1csFacts", options), { max, sym } = checked;
    return withSources(checked, async (tools) => {
        const { signal } = tools.controller, system = await openR1cs(await tools.open("r1cs", r1cs));
        const { r, signals, outputs, publicInputs, constraints } = system;
        const counts = await count(system, signal);
        const names = await openNames(tools, sym)();
        return Object.freeze({
            curve: identifyByOrder(r)?.name, r, signals, publicSignals: outputs + publicInputs,
            outputs: listed(1, outputs, names, max),
            publicInputs: listed(1 + outputs, publicInputs, names, max),
            privateInputs: await privateInputsOf(system, checked, tools),
            constraints, ...counts, customGates: (await readGates(system, signal)).length,
            ...(system.file.ignored && { ignored: system.file.ignored }),
        });
    });
}
