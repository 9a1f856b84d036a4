/**
 * A host for the witness calculators that circom compiles: takes inputs by name and returns the
 * value of every signal. The module is the circuit's own program; we pass values and read results.
 * @module files/witness_calculator
 */
import { isBytes } from "../util/bytes.js";
import { describe } from "../util/check.js";
import { isSignal, signalOf } from "../util/signals.js";
import { initialMemory } from "./circuit/module_sections.js";
import { signalOffsets } from "./circuit/recognise.js";
import { circuitInfo, rewriteCircuit } from "./circuit/rewrite.js";
import { ensure } from "./errors.js";
import { isRecord, signalsOf } from "./witness/inputs.js";
import { openRunner, stayReady } from "./witness/runners.js";
import { compileProgram, Unlike } from "./witness/program.js";
import { createPrograms } from "./witness/programs.js";

/** @import { Inputs } from "./witness/inputs.js" */
/** @import { Limits, Runner } from "./witness/runners.js" */
/** @import { Order } from "./witness/protocol.js" */
/** @import { Witness } from "./witness/program.js" */
/** @import { WayOptions } from "../util/worker_ways.js" */

/**
 * @typedef {object} CalculatorOptions
 * @property {string} [name] - of the file, for messages
 * @property {(line: string) => void} [onLog] - called with each line of log(); what it throws ends
 *   the calculation
 * @property {number} [timeout] - milliseconds
 * @property {number} [memory] - bytes that the program may have
 * @property {AbortSignal} [signal]
 * @property {boolean} [consume] - the bytes of the module may be detached
 * @property {boolean} [rewrite] - put our field functions into the module if circom's are
 *   recognised; default true
 * @property {{ labels?: number, most: number }} [trace] - say which signals the program did not
 *   set, the first `most` of them: `unset` of the witness; and what its signals were when it
 *   stopped: `stopped` of the error. Both only of modules as known compilers write them. labels:
 *   how many signals there are; else up to the last of the witness
 */

/** @import { WitnessInfo } from "./circuit/rewrite.js" */

/**
 * @param {Uint8Array | WebAssembly.Module} code
 * @returns {Uint8Array | WebAssembly.Module} not a part of a larger buffer, all of which would be
 *   posted
 */
const alone = (code) =>
    ArrayBuffer.isView(code) && code.byteLength !== code.buffer.byteLength
        ? Uint8Array.prototype.slice.call(code)
        : code;

/**
 * What is known about a circuit's program, and whether our field functions will replace circom's in
 * it.
 * @param {Uint8Array} code - circuit.wasm
 * @returns {Readonly<WitnessInfo>}
 */
export const infoOf = (code) => circuitInfo(code);

/**
 * The faster program, for snarkjs, circom_runtime and circom's own calculator.
 * @param {Uint8Array} code - circuit.wasm
 * @returns {Uint8Array} valid here; others have no original to go back to
 * @throws {ProverError} ERR_FILE when its field functions are not recognised, or the engine refuses
 *   it with ours
 */
export function fasterProgram(code) {
    const { bytes, info } = rewriteCircuit(code);
    ensure(info.rewritten, "ERR_FILE", () => `wasm: ${info.reason}; there is nothing to exchange in it`);
    ensure(
        WebAssembly.validate(/** @type {BufferSource} */ (bytes)),
        "ERR_FILE",
        () => "wasm: expected a file that is valid with our field functions, got one that is not; it can run as it is",
    );
    return bytes;
}

/**
 * Calculates with our field functions where they were put in, or with the original where that does
 * something else. Lines that were heard are not said again.
 * @param {Runner} runner
 * @param {Order} order
 * @param {Limits} limits
 * @param {(limits: Limits) => Promise<Witness>} original - calculates with it
 * @returns {Promise<Witness>}
 */
async function calculateOr(runner, order, limits, original) {
    let heard = 0;
    const onLog = (/** @type {string} */ line) => {
        heard++;
        limits.onLog(line);
    };
    try {
        return await runner.calculate(order, { ...limits, onLog });
    } catch (error) {
        if (!(error instanceof Unlike)) throw error;
        let again = 0;
        const rest = (/** @type {string} */ line) => { if (again++ >= heard) limits.onLog(line); };
        return original({ ...limits, onLog: rest });
    }
}

/**
 * Runs the circuit's program there: in a worker, which is terminated when the time is up or
 * the signal aborts, or on this thread, where nothing can interrupt it.
 * @param {Runner} runner
 * @param {Uint8Array | WebAssembly.Module} code - circuit.wasm
 * @param {Inputs} inputs
 * @param {CalculatorOptions} options
 * @returns {Promise<Witness>}
 * @throws {ProverError} ERR_INPUT when the circuit refuses its inputs, ERR_LIMIT when it takes too
 *   long or too much memory
 */
export async function calculateAt(
    runner,
    code,
    inputs,
    { name = "wasm", onLog = () => {}, timeout = Infinity, memory = 2 ** 32, signal, consume, rewrite = true, trace },
) {
    ensure(
        isRecord(inputs),
        "ERR_INPUT",
        () => `inputs: expected a record of signal names and values, got ${describe(inputs)}`,
    );
    const offsets = trace && isBytes(code) ? signalOffsets(code) : undefined;
    const order = { name, memory, signals: signalsOf(inputs), trace: trace && offsets && { ...offsets, ...trace } };
    const limits = { timeout, signal, onLog };
    const original = (/** @type {Limits} */ last) => {
        const own = alone(code);
        return runner.calculate({ ...order, code: own }, { ...last, consume: consume || own !== code });
    };
    const { code: faster, info } = prepared(code, rewrite);
    if (!info.rewritten) return original(limits);
    return calculateOr(runner, { ...order, code: faster, exchanged: true }, { ...limits, consume: true }, original);
}

/**
 * @param {Uint8Array | WebAssembly.Module} code - circuit.wasm
 * @param {Inputs} inputs
 * @param {CalculatorOptions & WayOptions & { here?: boolean }} [options] - here: on this thread
 * @returns {Promise<Witness>}
 * @throws {ProverError} as calculateAt
 */
export async function calculateWitness(code, inputs, { createWorker, workerUrl, here = false, ...options } = {}) {
    const runner = openRunner({ createWorker, workerUrl, here });
    try {
        return await calculateAt(runner, code, inputs, options);
    } finally {
        runner.leave();
    }
}

/** How many calculators were opened; their numbers tell apart what they keep. */
let calculators = 0;

/**
 * @typedef {object} Calculator
 * @property {(inputs: Inputs, options?: { signal?: AbortSignal, onLog?: (line: string) => void })
 *   => Promise<Witness>} calculate
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

/** @typedef {Omit<Order, "signals">} Program what each order of a calculator has */

/**
 * What a calculator runs: the faster program, or the original where that does something else.
 * @param {Uint8Array | WebAssembly.Module} wasm
 * @param {{ name: string, memory: number, rewrite: boolean, initial: [number, number][] | undefined
 *   }} options
 * @returns {Promise<{ info: Readonly<WitnessInfo>, order: Program, original: () => Promise<Program>
 *   }>}
 */
async function openOrders(wasm, { name, memory, rewrite, initial }) {
    const programOf = async (/** @type {Uint8Array | WebAssembly.Module} */ code, exchanged = false) => ({
        name, memory, exchanged,
        code: await compileProgram(code, { name, memory, exchanged }),
        kept: initial && { id: `calculator ${++calculators}`, initial },
    });
    const { code, info } = prepared(wasm, rewrite);
    // the caller may change it
    const own = info.rewritten ? Uint8Array.prototype.slice.call(wasm) : wasm;
    /** @type {Promise<Program> | undefined} */
    let compiled;
    const original = () => (compiled ??= programOf(own));
    if (!info.rewritten) return { info, order: await original(), original };
    try {
        return { info, order: await programOf(code, true), original };
    } catch (error) {
        if (!(error instanceof Unlike)) throw error;
        const reason = `expected the faster program to compile, got ${error.message}`;
        return { info: Object.freeze({ rewritten: false, reason }), order: await original(), original };
    }
}

/**
 * A circuit's program for many inputs. It is compiled once, and its instance is kept from one
 * witness to the next as long as its thread lives; its memory is reset for each witness.
 * @param {Uint8Array | WebAssembly.Module} wasm - circuit.wasm
 * @param {Omit<CalculatorOptions, "signal" | "consume"> & WayOptions & { here?: boolean, ready?:
 *   boolean }} [options] - ready: a worker starts now, and workers stay until it is closed
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
        ready = false,
        createWorker,
        workerUrl,
    } = options;
    const initial = isBytes(wasm) ? initialMemory(wasm) : undefined;
    const { info, order, original } = await openOrders(wasm, { name, memory, rewrite, initial });
    let programs = /** @type {ReturnType<typeof createPrograms> | undefined} */ (createPrograms());
    let leave = ready ? stayReady({ createWorker, workerUrl, here }) : undefined;
    return Object.freeze({
        info,
        async calculate(/** @type {Inputs} */ inputs, { signal: given, onLog = usual } = {}) {
            ensure(programs, "ERR_OPTION", () => `${name}: expected an open calculator, got one that was closed`);
            ensure(
                isRecord(inputs),
                "ERR_INPUT",
                () => `inputs: expected a record of signal names and values, got ${describe(inputs)}`,
            );
            ensure(given === undefined || isSignal(given), "ERR_OPTION", () =>
                `${name}: expected signal to be an AbortSignal, got ${describe(given)}`);
            const signal = given && signalOf(given);
            signal?.throwIfAborted();
            const runner = openRunner({ createWorker, workerUrl, here });
            try {
                const signals = signalsOf(inputs), limits = { timeout, signal, onLog, programs };
                return await calculateOr(runner, { ...order, signals }, limits, async (last) =>
                    runner.calculate({ ...await original(), signals }, { ...last, programs: undefined }));
            } finally {
                runner.leave();
            }
        },
        close() {
            programs = undefined;
            leave?.();
            leave = undefined;
        },
    });
}
