/**
 * Witnesses from the circuit's own program, with the options of proving.
 * @module protocols/key/witness
 */
import {
    calculateWitness as calculate,
    fasterProgram,
    infoOf,
    openCalculator,
} from "../../files/witness_calculator.js";
import { isBytes } from "../../util/bytes.js";
import { describe } from "../../util/check.js";
import { ensure } from "../../files/errors.js";
import { encodeWtns } from "../../files/wtns.js";
import { withSources } from "../../files/with_sources.js";
import { readOptions } from "./options.js";
import { limitOptions, readModule, runnerOptions } from "./program.js";

/** @import { ProgramLike } from "../../files/source.js" */
/** @import { Inputs } from "../../files/witness/inputs.js" */
/** @import { Witness } from "../../files/witness/program.js" */
/** @import { ProveOptions } from "./options.js" */

/**
 * name: of the circuit's file, for messages.
 * @typedef
 *   {Pick<ProveOptions, "threads" | "onLog" | "rewrite" | "witnessTimeout" | "witnessMemory"> & {
 *   name?: string }} CalculatorOptions
 */

/** @typedef {CalculatorOptions & Pick<ProveOptions, "signal">} WitnessOptions */

/**
 * Runs the circuit's own program, in a worker where there is one.
 * @param {ProgramLike} wasm - compiled by circom 2; the limit witnessMemory applies before any code
 *   runs, for a compiled module once it has started
 * @param {Inputs} inputs - by signal name
 * @param {WitnessOptions} [options]
 * @returns {Promise<Witness>}
 * @throws {ProverError} ERR_OPTION for what is no file, ERR_INPUT when the circuit refuses its
 *   inputs, ERR_LIMIT when its program takes too long or too much memory; or the reason of the
 *   signal
 */
export async function calculateWitness(wasm, inputs, options) {
    const { name, ...rest } = /** @type {{ name?: string }} */ (options ?? {});
    const checked = readOptions("calculateWitness", typeof options === "object" ? rest : options);
    return withSources(checked, async ({ open, controller: { signal } }) => {
        const { code, name: own } = await readModule(wasm, open, checked.memory);
        const more = { signal, name: name ?? own, consume: true };
        return calculate(code, inputs, { ...runnerOptions(checked), ...limitOptions(checked), ...more });
    });
}

/**
 * What is known about a circuit's program: which field functions it has, and whether ours replace
 * them when it runs.
 * @param {Uint8Array} wasm - compiled by circom 2
 * @returns {Readonly<import("../../files/circuit/rewrite.js").WitnessInfo>} rewritten, prime and
 *   generator; or the reason why not
 * @throws {ProverError} ERR_OPTION for anything but bytes
 */
export function witnessInfo(wasm) {
    expectBytes("witnessInfo", wasm);
    return infoOf(wasm);
}

/** @param {string} where @param {unknown} wasm */
function expectBytes(where, wasm) {
    ensure(
        isBytes(wasm),
        "ERR_OPTION",
        () => `${where}: expected the bytes of a circuit.wasm as a Uint8Array, got ${describe(wasm)}`,
    );
}

/**
 * The circuit's program with our field functions. It calculates the same witnesses, and also runs
 * in snarkjs, circom_runtime and circom's own calculator.
 * @param {Uint8Array} wasm - compiled by circom 2; not changed
 * @returns {Uint8Array}
 * @throws {ProverError} ERR_FILE when its field functions are not recognised, with the reason
 */
export function optimizeCircuit(wasm) {
    expectBytes("optimizeCircuit", wasm);
    return fasterProgram(wasm);
}

/**
 * The file of a witness, such as the `witness.wtns` of snarkjs.
 * @param {Pick<Witness, "values" | "n8" | "r">} witness - as calculateWitness returns it
 * @returns {Uint8Array}
 */
export const encodeWitness = ({ values, n8, r }) => encodeWtns(values, n8, r);

/**
 * A circuit's program for many witnesses. It is compiled once, and its instance is kept for the
 * next inputs, with its memory reset. An instance that is not used for a second and a half is
 * released, and a new one started when needed.
 * @param {ProgramLike} wasm - compiled by circom 2
 * @param {CalculatorOptions} [options] - of all its witnesses
 * @returns {Promise<Readonly<import("../../files/witness_calculator.js").Calculator>>}
 *   calculate(inputs, { signal, onLog }), info, close
 * @throws {ProverError} ERR_FILE when it is not the module of a circuit
 */
export async function createWitnessCalculator(wasm, options) {
    const { name, ...rest } = Object(options);
    const checked = readOptions("createWitnessCalculator", rest);
    const { code, name: own } = await withSources(checked, ({ open }) => readModule(wasm, open, checked.memory));
    return openCalculator(code, { ...runnerOptions(checked), ...limitOptions(checked), name: name ?? own });
}
