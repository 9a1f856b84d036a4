/**
 * A host for the witness calculators that circom 2 compiles: takes inputs by name and returns the
 * value of every signal. The module is the circuit's own program; we pass values and read results.
 * @module files/witness_calculator
 */
import { isBytes } from "../util/bytes.js";
import { describe } from "../util/check.js";
import { initialMemory } from "./circuit/anatomy.js";
import { circuitInfo, rewriteCircuit } from "./circuit/rewrite.js";
import { ensure } from "./errors.js";
import { isRecord, signalsOf } from "./witness/inputs.js";
import { openPlace } from "./witness/places.js";
import { compileProgram } from "./witness/program.js";
import { createPrograms } from "./witness/programs.js";

/** @import { Inputs } from "./witness/inputs.js" */
/** @import { Place } from "./witness/places.js" */
/** @import { Witness } from "./witness/program.js" */
/** @import { WayOptions } from "../util/worker_ways.js" */

/**
 * @typedef {object} CalculatorOptions
 * @property {string} [name] - of the file, for messages
 * @property {(line: string) => void} [onLog] - called with each line of log(); what it throws ends the calculation
 * @property {number} [timeout] - milliseconds
 * @property {number} [memory] - bytes that the program may have
 * @property {AbortSignal} [signal]
 * @property {boolean} [consume] - the bytes of the module may be detached
 * @property {boolean} [rewrite] - put our field functions into the module if circom's are recognised; default true
 */

/** @import { WitnessInfo } from "./circuit/rewrite.js" */

/**
 * @param {Uint8Array | WebAssembly.Module} code
 * @returns {Uint8Array | WebAssembly.Module} not a part of a larger buffer, all of which would be posted
 */
const alone = (code) =>
    ArrayBuffer.isView(code) && code.byteLength !== code.buffer.byteLength
        ? Uint8Array.prototype.slice.call(code)
        : code;

/**
 * @param {Uint8Array | WebAssembly.Module} code
 * @returns {Uint8Array | WebAssembly.Module} a compiled module is returned unchanged
 */
const faster = (code) => (isBytes(code) ? rewriteCircuit(code).bytes : code);

/**
 * What is known about a circuit's program, and whether our field functions will replace circom's in it.
 * @param {Uint8Array} code - circuit.wasm
 * @returns {Readonly<WitnessInfo>}
 */
export const infoOf = (code) => circuitInfo(code);

/**
 * The faster program, for snarkjs, circom_runtime and circom's own calculator.
 * @param {Uint8Array} code - circuit.wasm
 * @returns {Uint8Array}
 * @throws {ProverError} ERR_FILE when its field functions are not recognised
 */
export function fasterProgram(code) {
    const { bytes, info } = rewriteCircuit(code);
    ensure(info.rewritten, "ERR_FILE", () => `wasm: ${info.reason}; there is nothing to exchange in it`);
    return bytes;
}

/**
 * Runs the circuit's program at this place: in a worker, which is terminated when the time is up or the signal aborts,
 * or on this thread, where nothing can interrupt it.
 * @param {Place} place
 * @param {Uint8Array | WebAssembly.Module} code - circuit.wasm
 * @param {Inputs} inputs
 * @param {CalculatorOptions} options
 * @returns {Promise<Witness>}
 * @throws {ProverError} ERR_INPUT when the circuit refuses its inputs, ERR_LIMIT when it takes too long or too much
 *   memory
 */
export async function calculateAt(
    place,
    code,
    inputs,
    { name = "wasm", onLog = () => {}, timeout = Infinity, memory = 2 ** 32, signal, consume, rewrite = true },
) {
    ensure(
        isRecord(inputs),
        "ERR_INPUT",
        () => `inputs: expected a record of signal names and values, got ${describe(inputs)}`,
    );
    const order = { code: alone(rewrite ? faster(code) : code), name, memory, signals: signalsOf(inputs) };
    return place.calculate(order, { timeout, signal, onLog, consume: consume || order.code !== code });
}

/**
 * @param {Uint8Array | WebAssembly.Module} code - circuit.wasm
 * @param {Inputs} inputs
 * @param {CalculatorOptions & WayOptions & { here?: boolean }} [options] - here: on this thread
 * @returns {Promise<Witness>}
 * @throws {ProverError} as calculateAt
 */
export async function calculateWitness(code, inputs, { createWorker, workerUrl, here = false, ...options } = {}) {
    const place = openPlace({ createWorker, workerUrl, here });
    try {
        return await calculateAt(place, code, inputs, options);
    } finally {
        place.leave();
    }
}

/** How many calculators were opened; their numbers tell apart what they keep. */
let calculators = 0;

/**
 * @typedef {object} Calculator
 * @property {(inputs: Inputs, options?: { signal?: AbortSignal, onLog?: (line: string) => void }) => Promise<Witness>}
 *   calculate
 * @property {Readonly<WitnessInfo>} info
 * @property {() => void} close - releases the program; a calculation that is under way goes on
 */

/**
 * @param {Uint8Array | WebAssembly.Module} code
 * @param {boolean} rewrite
 * @returns {{ code: Uint8Array | WebAssembly.Module, info: Readonly<WitnessInfo> }}
 */
function prepared(code, rewrite) {
    if (!isBytes(code))
        return {
            code,
            info: Object.freeze({ rewritten: false, reason: "expected bytes, got a module that is compiled" }),
        };
    if (!rewrite)
        return {
            code,
            info: Object.freeze({ rewritten: false, reason: "expected to be asked for it, got rewrite: false" }),
        };
    const { bytes, info } = rewriteCircuit(code);
    return { code: bytes, info };
}

/**
 * A circuit's program for many inputs. It is compiled once, and its instance is kept from one witness to the next as
 * long as its thread lives; its memory is reset for each witness.
 * @param {Uint8Array | WebAssembly.Module} wasm - circuit.wasm
 * @param {Omit<CalculatorOptions, "signal" | "consume"> & WayOptions & { here?: boolean }} [options]
 * @returns {Promise<Readonly<Calculator>>}
 * @throws {ProverError} as calculateAt
 */
export async function openCalculator(wasm, options = {}) {
    const {
        name = "wasm",
        timeout = Infinity,
        memory = 2 ** 32,
        rewrite = true,
        onLog: usual = () => {},
        here = false,
        createWorker,
        workerUrl,
    } = options;
    const { code, info } = prepared(wasm, rewrite), initial = isBytes(code) ? initialMemory(code) : undefined;
    const module = await compileProgram(code, { name, memory }),
        kept = initial && { id: `calculator ${++calculators}`, initial };
    let programs = /** @type {ReturnType<typeof createPrograms> | undefined} */ (createPrograms());
    return Object.freeze({
        info,
        async calculate(/** @type {Inputs} */ inputs, { signal, onLog = usual } = {}) {
            ensure(programs, "ERR_OPTION", () => `${name}: expected an open calculator, got one that was closed`);
            ensure(
                isRecord(inputs),
                "ERR_INPUT",
                () => `inputs: expected a record of signal names and values, got ${describe(inputs)}`,
            );
            signal?.throwIfAborted();
            const place = openPlace({ createWorker, workerUrl, here });
            try {
                return await place.calculate(
                    { code: module, name, memory, kept, signals: signalsOf(inputs) },
                    { timeout, signal, onLog, programs },
                );
            } finally {
                place.leave();
            }
        },
        close() { programs = undefined; },
    });
}
