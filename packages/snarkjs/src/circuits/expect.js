/**
 * Expectations for tests of circuits, in any test runner: what is not as expected is an error whose
 * message says which constraints or signals, and what their values are.
 * @module circuits/expect
 */
import {
    clear, decodeText, describe, ensure, integerOf, isRecord, openR1cs, ProverError, readLE, readOptions, readSymLines,
    withSources,
} from "../../../../src/internal/snarkjs_circuits.js";
import { check } from "./check.js";
import { valueText } from "./equation.js";
import { describeCheck } from "./text.js";
import { openWitness } from "./witness.js";

/** @import { CircuitOptions, R1cs, Source, SourceLike } from "../../../../src/internal/snarkjs_circuits.js" */
/** @import { CheckReport } from "./check.js" */
/** @import { WitnessLike } from "./witness.js" */

/**
 * Values by the names of signals, as inputs are written: integers, arrays of them, and records for
 * components and buses. "out" is main.out, "square.in" main.square.in.
 * @typedef {{ [name: string]: unknown }} ExpectedSignals
 */

/**
 * @typedef {object} Wanted
 * @property {Map<string, bigint>} values - by full name
 * @property {Map<string, number>} lengths - of arrays, by full name
 */

/** How deeply arrays and records may be nested. */
const DEEPEST = 64;

const WHERE = "expectWitness";

/**
 * Resolves to the report if all constraints hold, and else rejects with a message that
 * `describeCheck` makes of it.
 * @param {SourceLike} r1cs
 * @param {WitnessLike} witness
 * @param {CircuitOptions} [options] - as those of check
 * @returns {Promise<Readonly<CheckReport>>}
 * @throws {ProverError} ERR_WITNESS if a constraint does not hold; as check
 */
export async function expectConstraintsHold(r1cs, witness, options) {
    const where = "expectConstraintsHold";
    readOptions(where, options); // so that its errors name the function that was called
    const report = await check(r1cs, witness, options);
    const { holds, constraints, failing } = report;
    ensure(holds, "ERR_WITNESS", () =>
        `${where}: expected ${constraints === 1 ? "the constraint" : `all ${constraints} constraints`} to hold, got ${failing} that ${failing === 1 ? "does" : "do"} not\n\n${describeCheck(report)}`);
    return report;
}

/** @param {string} name - of a signal, or of what it is in */
const fullName = (name) => (/^main(?:[.[]|$)/.test(name) ? name : `main.${name}`);

/**
 * @param {string} path
 * @param {unknown} value
 * @param {Wanted} wanted - added to
 * @param {number} depth
 */
function collect(path, value, wanted, depth) {
    ensure(depth <= DEEPEST, "ERR_OPTION", () =>
        `${WHERE}: expected arrays and records within each other ${DEEPEST} times at most, got more, or one that holds itself`);
    if (Array.isArray(value)) {
        wanted.lengths.set(path, value.length);
        for (let i = 0; i < value.length; i++) collect(`${path}[${i}]`, value[i], wanted, depth + 1);
    } else if (isRecord(value)) {
        for (const [key, part] of Object.entries(value)) collect(`${path}.${key}`, part, wanted, depth + 1);
    } else {
        const integer = integerOf(value);
        if (typeof integer !== "bigint")
            throw new ProverError("ERR_OPTION", `${WHERE}: expected an integer for ${path}, got ${integer}`);
        ensure(!wanted.values.has(path), "ERR_OPTION", () => `${WHERE}: expected one value for ${path}, got two`);
        wanted.values.set(path, integer);
    }
}

/** @param {unknown} expected @returns {Wanted} */
function readExpected(expected) {
    ensure(isRecord(expected), "ERR_OPTION", () =>
        `${WHERE}: expected a record of values by the names of signals, got ${describe(expected)}`);
    const wanted = { values: new Map(), lengths: new Map() };
    for (const [name, value] of Object.entries(expected)) collect(fullName(name), value, wanted, 1);
    ensure(wanted.values.size > 0, "ERR_OPTION", () => `${WHERE}: expected at least one value, got none`);
    return wanted;
}

/**
 * The array that ends before this signal, if there is one: it was given with too few entries.
 * @param {string} name
 * @param {Wanted["lengths"]} lengths
 */
function tooShort(name, lengths) {
    for (let open = name.indexOf("["); open >= 0; open = name.indexOf("[", open + 1))
        if (Number.parseInt(name.slice(open + 1), 10) >= (lengths.get(name.slice(0, open)) ?? Infinity))
            return name.slice(0, open);
    return undefined;
}

/**
 * The wires of the signals that are expected.
 * @param {Source} sym
 * @param {Wanted} wanted
 * @param {R1cs} system
 * @param {AbortSignal} signal
 * @returns {Promise<Map<string, number>>} by full name
 */
async function findWires(sym, { values, lengths }, { file, signals }, signal) {
    const wires = new Map();
    for await (const lines of readSymLines(sym, signal))
        for (const { wire, name: bytes } of lines) {
            const name = decodeText(bytes);
            const short = lengths.size > 0 ? tooShort(name, lengths) : undefined;
            ensure(short === undefined, "ERR_OPTION", () =>
                `${WHERE}: expected as many values for ${short} as ${sym.name} names, got ${lengths.get(/** @type {string} */ (short))}, without ${name}`);
            if (!values.has(name)) continue;
            ensure(wire < signals, "ERR_FILE", () =>
                `${sym.name}: expected wires below ${signals}, as ${file.name} has, got ${wire} of ${name}; it names the signals of another circuit`);
            ensure(wire >= 0, "ERR_OPTION", () =>
                `${WHERE}: expected signals that have a value in the witness, got ${name}, which circom simplified away; with --O0 it keeps all`);
            wires.set(name, wire);
        }
    for (const name of values.keys())
        ensure(wires.has(name), "ERR_OPTION", () => `${WHERE}: expected signals that ${sym.name} names, got ${name}`);
    return wires;
}

/**
 * The signals that have other values, in lines.
 * @param {Uint8Array} witness
 * @param {Wanted["values"]} values
 * @param {Map<string, number>} wires
 * @param {{ n8: number, r: bigint }} field
 * @returns {string[]}
 */
function differences(witness, values, wires, { n8, r }) {
    return [...values].flatMap(([name, integer]) => {
        const got = readLE(witness, /** @type {number} */ (wires.get(name)) * n8, n8);
        return got === integer || got === integer + r ? [] : [`${name}: expected ${integer}, got ${valueText(got, r)}`];
    });
}

/**
 * Resolves if the signals have these values in the witness, and else rejects with a message that
 * says which have others. It does not look at the constraints: see expectConstraintsHold.
 *
 *   in      expected   values by the names of signals; -3 is 3 below the order of the field; arrays
 *                      with all entries
 *           options    with sym, which has all of the names
 * @param {SourceLike} r1cs
 * @param {WitnessLike} witness
 * @param {ExpectedSignals} expected
 * @param {CircuitOptions} options
 * @returns {Promise<void>}
 * @throws {ProverError} ERR_WITNESS if a signal has another value; ERR_OPTION for names that there
 *   are not, signals without a wire, and values that are no integers; as check
 */
export async function expectWitness(r1cs, witness, expected, options) {
    const checked = readOptions(WHERE, options), { sym, max } = checked;
    const wanted = readExpected(expected);
    if (sym === undefined)
        throw new ProverError("ERR_OPTION", `${WHERE}: expected options.sym, the file with the names of the signals, got none`);
    await withSources(checked, async (tools) => {
        const { open, controller: { signal } } = tools, system = await openR1cs(await open("r1cs", r1cs));
        const wires = await findWires(await open("sym", sym), wanted, system, signal);
        const { values } = await openWitness(tools, witness, system, checked);
        try {
            const all = differences(values, wanted.values, wires, system), { size } = wanted.values;
            const more = all.length > max ? [`and ${all.length - max} more`] : [];
            ensure(all.length === 0, "ERR_WITNESS", () =>
                `${WHERE}: expected ${size} ${size === 1 ? "value" : "values"}, got ${all.length} that ${all.length === 1 ? "differs" : "differ"}\n\n${[...all.slice(0, max), ...more].map((line) => `  ${line}`).join("\n")}`);
        } finally {
            clear(values);
        }
    });
}
