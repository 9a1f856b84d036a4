/**
 * `wtns` of snarkjs.
 * @module snarkjs/wtns
 */
import { checkOnCurve } from "./circuits/check.js";
import { debugWitness } from "./circuits/debug.js";
import { wtnsToJson } from "./circuits/export.js";
import { describeCheck, describeGates, describeUnset } from "./circuits/text.js";
import {
    calculateWitness, clear, encodeWitness, messageOf, ProverError, writeTogether,
} from "../../../src/internal/snarkjs_wtns.js";
import { CIRCUIT_LOG, sourceOf, toSink } from "./arguments.js";
import { leaveCurve } from "./leave_curve.js";
import { inTheirWords } from "./words.js";

/** @import { Inputs, ProgramLike, Witness } from "../../../src/internal/snarkjs_wtns.js" */
/** @import { FileLike, Logger, PlaceLike } from "./types.js" */

/**
 * Its values are cleared, whether it could be written or not.
 * @param {Witness} witness
 * @param {PlaceLike} place
 */
async function write(witness, place) {
    const file = encodeWitness(witness);
    try {
        await toSink(place, (target) => writeTogether(undefined, async (open) => {
            await (await open("wtns", target)).write(file, 0);
        }));
    } finally {
        clear(witness.values);
        clear(file);
    }
}

/**
 * The options are those of snarkjs's calculator, which ours does not need.
 * @type {(_input: Inputs, wasmFileName: FileLike | ProgramLike, wtnsFileName: PlaceLike,
 *   options?: unknown) => Promise<void>}
 */
export const calculate = async (_input, wasmFileName, wtnsFileName) => inTheirWords(async () =>
    write(await calculateWitness(sourceOf(wasmFileName), _input, CIRCUIT_LOG), wtnsFileName));

/**
 * Calculates a witness, and warns of signals that the circuit's program never set. Where an
 * assertion fails, the error has the names and values of its component.
 * @param {Inputs} _input - by signal name
 * @param {FileLike} wasmFileName
 * @param {PlaceLike} wtnsFileName
 * @param {FileLike} symName
 * @param {unknown} [_options] - which accesses snarkjs logs, of programs that circom 1 made
 * @param {Logger} [logger]
 * @returns {Promise<void>}
 */
export const debug = async (_input, wasmFileName, wtnsFileName, symName, _options, logger) => {
    const options = { sym: sourceOf(symName), ...CIRCUIT_LOG };
    const { witness, unset } = await inTheirWords(() => debugWitness(sourceOf(wasmFileName), _input, options));
    for (const line of describeUnset(unset)) logger?.warn?.(line);
    await write(witness, wtnsFileName);
};

/**
 * @param {FileLike} r1csFilename
 * @param {FileLike} wtnsFilename
 * @param {Logger} [logger]
 * @returns {Promise<boolean>} false also for the witness of another circuit
 */
export const check = async (r1csFilename, wtnsFilename, logger) => inTheirWords(async () => {
    logger?.info?.("WITNESS CHECKING STARTED");
    let holds = false;
    try {
        const { report, curve } = await checkOnCurve(sourceOf(r1csFilename), sourceOf(wtnsFilename));
        await leaveCurve(curve);
        holds = report.holds;
        for (const line of holds ? describeGates(report.customGates) : [describeCheck(report)]) logger?.warn?.(line);
    } catch (error) {
        if (!(error instanceof ProverError && error.code === "ERR_WITNESS")) throw error;
        logger?.warn?.(messageOf(error));
    }
    const say = (holds ? logger?.info : logger?.warn)?.bind(logger);
    say?.(holds ? "WITNESS IS CORRECT" : "WITNESS IS NOT CORRECT");
    say?.(holds ? "WITNESS CHECKING FINISHED SUCCESSFULLY" : "WITNESS CHECKING FINISHED UNSUCCESSFULLY");
    return holds;
});

/** @param {FileLike} wtnsFileName @returns {Promise<bigint[]>} its values */
export const exportJson = async (wtnsFileName) => wtnsToJson(sourceOf(wtnsFileName));
