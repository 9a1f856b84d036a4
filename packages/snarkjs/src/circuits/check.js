/**
 * Does a witness fulfil the constraints of a circuit? If not, which of them fail, what they say,
 * and what its signals are.
 * @module circuits/check
 */
import {
    allocate, clear, ensure, fullName, inShared, listOf, madeOnce, openNames, openR1cs, readAgain, readGates,
    readGateUses, readLE, readOptions, scalarCurve, sidesOf, threadsFor, withSources,
} from "../../../../src/internal/snarkjs_circuits.js";
import { equationOf, valueText } from "./equation.js";
import { evaluate } from "./evaluate.js";
import { underUsed } from "./uses.js";
import { openWitness } from "./witness.js";

/** @import { CircuitOptions, ConstraintBatch, Names } from "../../../../src/internal/snarkjs_circuits.js" */
/** @import { R1cs, SignalList, SourceLike } from "../../../../src/internal/snarkjs_circuits.js" */
/** @import { Failing } from "./evaluate.js" */
/** @import { WitnessLike } from "./witness.js" */

/**
 * A signal: the number of its wire, its name, its names if it has several, the first 64 of them,
 * its value. Values are decimal, small negatives as negatives.
 * @typedef {Readonly<{ wire: number, name: string, names?: readonly string[], value: string }>}
 *   SignalValue
 */

/**
 * A constraint that does not hold.
 * @typedef {object} FailingConstraint
 * @property {number} number - from 0, in the order of the file
 * @property {string} equation - as "main.a * main.b = main.c + 1"
 * @property {string} left - what its left side comes to
 * @property {string} right
 * @property {readonly SignalValue[]} signals - that it ties, the first 64 of them
 * @property {number} tied - how many it ties
 * @property {readonly string[]} components - paths of those that the names are in
 */


/**
 * @typedef {object} CheckReport
 * @property {boolean} holds
 * @property {number} constraints
 * @property {number} failing - how many do not hold
 * @property {readonly Readonly<FailingConstraint>[]} first - of these, in order
 * @property {Readonly<{ unused: SignalList, linear: SignalList }>} [under] - on request: signals
 *   that no constraint names, and those that only linear ones name. A hint: constraints may be
 *   missing, or none may be needed
 * @property {Readonly<{ uses: number, templates: readonly string[] }>} [customGates] - that the
 *   system uses, how often, and the first of their names. They are not checked: what they ask for
 *   is in no file
 * @property {SignalList} [unset] - signals that the circuit's program never set, and which are 0
 *   for this reason; where it calculated the witness, and was written by a compiler that we know
 */

/**
 * Signals of a constraint that are told, and names of each: a sym file may give all of its names to
 * one wire.
 */
const MOST_SIGNALS = 64, MOST_NAMES = 64;

/**
 * A system with fewer constraints is evaluated on this thread before workers would have started.
 */
const BRIEF = 2 ** 12;

/**
 * With so many threads this one takes tasks instead of a worker. With more, it has enough to do
 * with reading for all of them.
 */
const FEW = 2;

/**
 * @param {R1cs} r1cs
 * @param {Uint8Array} values
 * @param {Names} names
 */
function explainer({ n8, r }, values, names) {
    const valueOf = (/** @type {number} */ wire) => readLE(values, wire * n8, n8);
    const nameOf = madeOnce(names.nameOf);
    const namesOf = madeOnce((wire) => names.namesOf(wire, MOST_NAMES));
    const signalOf = madeOnce((wire) => {
        const all = namesOf(wire).map(fullName);
        return Object.freeze({
            wire, name: nameOf(wire), ...(all.length > 1 && { names: Object.freeze(all) }),
            value: valueText(valueOf(wire), r),
        });
    });
    /**
     * @param {Failing} failing
     * @param {ConstraintBatch} batch
     * @returns {Readonly<FailingConstraint>}
     */
    return ({ number }, batch) => {
        const sides = sidesOf(batch, number - batch.first, n8);
        const { equation, left, right } = equationOf(sides, { r, names: { nameOf }, valueOf });
        const wires = [...new Set(sides.flat().map(({ wire }) => wire))].filter((wire) => wire !== 0);
        const told = wires.slice(0, MOST_SIGNALS);
        const paths = told.flatMap((wire) => namesOf(wire).map(({ path }) => path));
        return Object.freeze({
            number, equation, left: valueText(left, r), right: valueText(right, r),
            signals: Object.freeze(told.map(signalOf)), tied: wires.length,
            components: Object.freeze([...new Set(paths)].filter((path) => path !== "")),
        });
    };
}

/**
 * @param {R1cs} r1cs
 * @param {readonly Failing[]} first
 * @param {ReturnType<typeof explainer>} explain
 * @param {AbortSignal} signal
 */
async function explainAll(r1cs, first, explain, signal) {
    const told = [];
    /** @type {ConstraintBatch | undefined} */
    let batch;
    for (const failing of first) { // in order, so that each stretch is read once
        if (batch?.first !== failing.stretch.first) batch = await readAgain(r1cs, failing.stretch, signal);
        told.push(explain(failing, batch));
    }
    return told;
}

/**
 * @param {Uint8Array} uses
 * @param {number} max
 * @param {Names} names
 * @returns {NonNullable<CheckReport["under"]>}
 */
function underReport(uses, max, { nameOf }) {
    const { unused, linear } = underUsed(uses, max);
    const [named, inLinear] = [unused, linear].map(({ count, first }) =>
        Object.freeze({ count, first: Object.freeze(first.map(nameOf)) }));
    return Object.freeze({ unused: named, linear: inLinear });
}

/**
 * What no check looks at.
 * @param {R1cs} r1cs
 * @param {number} max - names
 * @param {AbortSignal} signal
 * @returns {Promise<CheckReport["customGates"]>} undefined for a system that uses no custom gate
 */
async function gatesOf(r1cs, max, signal) {
    const all = await readGates(r1cs, signal);
    const { gates: used } = await readGateUses(r1cs, all.length, signal);
    if (used.length === 0) return undefined;
    const names = new Set([...new Set(used)].map((gate) => all[gate].template));
    return Object.freeze({ uses: used.length, templates: Object.freeze([...names].slice(0, max)) });
}

/** @param {R1cs} r1cs @param {number | undefined} threads */
async function openField({ file, r, constraints }, threads) {
    const brief = constraints < BRIEF;
    const short = threadsFor(threads) <= FEW;
    const curve = await scalarCurve(r, { threads }, { brief, short });
    ensure(curve, "ERR_CURVE", () =>
        `${file.name}: expected a constraint system over the scalar field of a curve that this package has, got one over the field of order ${r}`);
    return curve;
}

/**
 * As `check`, with the name of the curve whose scalars the values are.
 * @param {SourceLike} r1cs
 * @param {WitnessLike} witness
 * @param {CircuitOptions} [options]
 * @returns {Promise<{ report: Readonly<CheckReport>, curve: string }>}
 */
export async function checkOnCurve(r1cs, witness, options) {
    const checked = readOptions("check", options), { max, under, threads } = checked;
    return withSources(checked, async (tools) => {
        const { open, controller: { signal }, progress } = tools;
        const system = await openR1cs(await open("r1cs", r1cs));
        const customGates = await gatesOf(system, max, signal);
        const curve = await openField(system, threads), { tm } = curve;
        const names = openNames(tools, checked.sym);
        try {
            // read where workers will look values up, which saves a copy
            return await inShared(tm, system.signals * system.n8, async (shared) => {
                const { values, unset } = await openWitness(tools, witness, system, checked, shared);
                try {
                    const phase = progress.begin("constraints", system.constraints);
                    const uses = under ? allocate(system.file.name, system.signals) : undefined;
                    const { failing, first } =
                        await evaluate(system, curve, values, { most: max, signal, uses, onDone: phase.advance });
                    phase.end();
                    const explain = first.length > 0 ? explainer(system, values, await names()) : undefined;
                    const told = explain ? await explainAll(system, first, explain, signal) : [];
                    const report = Object.freeze({
                        holds: failing === 0, constraints: system.constraints, failing, first: Object.freeze(told),
                        ...(customGates && { customGates }),
                        ...(uses && { under: underReport(uses, max, await names()) }),
                        ...(unset && { unset: await listOf(tools, checked.sym, unset) }),
                    });
                    return { report, curve: curve.name };
                } finally {
                    clear(values);
                }
            });
        } finally {
            tm.help?.(false);
            await tm.wipe?.();
        }
    });
}

/**
 * Evaluates every constraint of a system, whatever their number: the file is read in stretches of 2
 * MiB.
 *
 *   in      r1cs     the system, as circom writes it, over any of circom's primes
 *           witness  its values as a file or in memory, or the circuit's program with inputs
 *   out     whether all constraints hold; how many do not, and what the first of them say; that
 *           custom gates, which are no constraints, were not checked
 *   memory  the witness, and a few stretches with the values that they name
 * @param {SourceLike} r1cs
 * @param {WitnessLike} witness
 * @param {CircuitOptions} [options]
 * @returns {Promise<Readonly<CheckReport>>}
 * @throws {ProverError} ERR_FILE for a damaged file; ERR_WITNESS, ERR_CURVE for the witness of
 *   another circuit; ERR_INPUT for inputs that the circuit refuses; or the reason of the signal
 */
export async function check(r1cs, witness, options) {
    return (await checkOnCurve(r1cs, witness, options)).report;
}
