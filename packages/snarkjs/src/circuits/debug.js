/**
 * A witness, and what its calculation says of the circuit.
 * @module circuits/debug
 */
import { listOf, readOptions, withSources } from "../../../../src/internal/snarkjs_circuits.js";
import { calculated } from "./witness.js";

/** @import { CircuitOptions, Inputs, SignalList } from "../../../../src/internal/snarkjs_circuits.js" */
/** @import { SourceLike, Witness } from "../../../../src/internal/snarkjs_circuits.js" */

/**
 * Calculates a witness, and says which signals the circuit's program never set. If an assertion of
 * the circuit does not hold, the error names template, line and call stack as circom gives them
 * and, with the names, the signals of that component with their values.
 * @param {SourceLike} wasm - the circuit's program
 * @param {Inputs} inputs
 * @param {Omit<CircuitOptions, "under" | "onProgress">} [options]
 * @returns {Promise<Readonly<{ witness: Witness, unset?: SignalList }>>} unset: not of compilers
 *   that we do not know
 * @throws {ProverError} ERR_INPUT when the circuit refuses its inputs, ERR_FILE, ERR_LIMIT; or the
 *   reason of the signal
 */
export async function debugWitness(wasm, inputs, options) {
    const checked = readOptions("debugWitness", options);
    return withSources(checked, async (tools) => {
        const { values, n8, r, count, unset } = await calculated(tools, { wasm, inputs }, checked);
        return Object.freeze({
            witness: Object.freeze({ values, n8, r, count }),
            ...(unset && { unset: await listOf(tools, checked.sym, unset) }),
        });
    });
}
