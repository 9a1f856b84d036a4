/**
 * A proof from inputs: the witness is calculated while the key is read.
 * @module protocols/key/full_prove
 */
import { orAborted } from "../../files/stop.js";
import { openRunner } from "../../files/witness/runners.js";
import { calculateAt } from "../../files/witness_calculator.js";
import { openKey } from "./open.js";
import { readOptions } from "./options.js";
import { limitOptions, readModule, runnerOptions } from "./program.js";
import { calculated, proveWhatOpens } from "./prove.js";

/** @import { ProgramLike, SourceLike } from "../../files/source.js" */
/** @import { ProveOptions } from "./options.js" */
/** @import { Prover, ProveResult, Tools } from "./prove.js" */

/**
 * Calculates the witness with the circuit's own program, then proves.
 * @param {readonly Prover[]} protocols - whose keys are taken
 * @param {import("../../files/witness/inputs.js").Inputs} inputs
 * @param {ProgramLike} wasm - compiled by circom 2
 * @param {SourceLike} zkey
 * @param {ProveOptions<any>} [options]
 * @returns {Promise<ProveResult<any, any>>}
 */
export async function fullProveWith(protocols, inputs, wasm, zkey, options) {
    const checked = readOptions("fullProve", options);
    checked.signal?.throwIfAborted();
    const runner = openRunner(runnerOptions(checked)); // starts a worker while files are opened
    /** @param {Tools} tools @param {Promise<unknown>} key */
    const openWitness = async (tools, key) => {
        const { open, controller: { signal } } = tools;
        const [{ code, name }, remote] = await Promise.all([
            readModule(wasm, open, checked.memory),
            orAborted(runner.isRemote(), signal),
        ]);
        if (!remote) await key; // errors of the key are reported before this thread is busy
        const more = { ...limitOptions(checked), name, signal, consume: true };
        const witness = await calculated(tools, name, () => calculateAt(runner, code, inputs, more));
        runner.leave();
        return witness;
    };
    const prover = proveWhatOpens(checked, (tools) => openKey(tools, zkey, checked, protocols), openWitness);
    return prover.finally(() => runner.leave());
}
