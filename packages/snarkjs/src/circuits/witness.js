/**
 * The witness of a system, from wherever the caller has it: a file, values, or the circuit's
 * program with inputs.
 * @module circuits/witness
 */
import {
    calculateWitness, checkValues, checkWitnessFits, clear, defaultOptions, describe, ensure, identifyByOrder, isBytes,
    messageOf, openWtns, ProverError, readValues, writeLE,
} from "../../../../src/internal/snarkjs_circuits.js";
import { describeStopped } from "./stopped.js";

/** @import { CircuitError, Inputs, R1cs, readOptions } from "../../../../src/internal/snarkjs_circuits.js" */
/** @import { SourceLike, Tools, Witness } from "../../../../src/internal/snarkjs_circuits.js" */

/**
 * A circuit's program, and what it is given.
 * @typedef {{ wasm: SourceLike, inputs: Inputs }} Calculation
 */

/**
 * A .wtns file, a witness as calculateWitness returns it, the values of all wires as circom_tester
 * and circomkit return them, or a circuit's program with inputs.
 * @typedef {SourceLike | Witness | readonly bigint[] | Calculation} WitnessLike
 */

/** @typedef {Witness & { name: string }} Opened values: the caller of openWitness clears them */

/** Bytes of a circuit's program at most: engines take no larger module. */
const LONGEST_PROGRAM = 2 ** 30;

/** @param {any} value @returns {value is Calculation} */
const isCalculation = (value) => typeof value === "object" && value !== null && value.wasm !== undefined;

/** @param {unknown} value @returns {value is readonly bigint[]} */
const isList = (value) => Array.isArray(value);

/** @param {any} value @returns {value is Witness} */
const isWitness = (value) => isBytes(value?.values);

/**
 * An error of the circuit, with the signals of the component in which its program stopped.
 * @param {unknown} error
 * @param {Tools} tools
 * @param {SourceLike | undefined} sym
 */
async function explained(error, { open, controller: { signal } }, sym) {
    const { stopped } = /** @type {CircuitError} */ (error);
    if (!stopped) return error;
    try {
        if (sym === undefined) return error;
        const text = await describeStopped(stopped, await open("sym", sym), signal);
        return Object.assign(new ProverError("ERR_INPUT", `${messageOf(error)}${text}`), { cause: error });
    } finally {
        clear(stopped.cells);
    }
}

/**
 * The witness that a circuit's program calculates. Its error says, with the names, what the signals
 * of the component were in which an assertion did not hold.
 * @param {Tools} tools
 * @param {Calculation} calculation
 * @param {ReturnType<typeof readOptions>} options
 * @param {number} [labels] - signals of the circuit
 * @returns {Promise<Opened>} with the labels of the signals that the program did not set, where
 *   that is known
 */
export async function calculated(tools, { wasm, inputs }, options, labels) {
    const { open, controller: { signal } } = tools, source = await open("wasm", wasm);
    const length = await source.length(LONGEST_PROGRAM);
    ensure(length !== undefined && length <= LONGEST_PROGRAM, "ERR_FILE", () =>
        `${source.name}: expected a circuit's program of a known size up to ${LONGEST_PROGRAM} bytes, got ${length}`);
    const { createWorker, workerUrl, singleThread, threads } = defaultOptions();
    try {
        const witness = await calculateWitness(await source.read(0, length), inputs, {
            createWorker, workerUrl, here: singleThread === true || (options.threads ?? threads) === 0,
            name: source.name, signal, onLog: options.onLog, timeout: options.witnessTimeout,
            memory: options.witnessMemory, consume: true, trace: { labels, most: options.max },
        });
        return { ...witness, name: source.name };
    } catch (error) {
        throw await explained(error, tools, options.sym);
    }
}

/**
 * The same values, in the room if there is one.
 * @param {Opened} opened
 * @param {Uint8Array} [room]
 * @returns {Opened}
 */
function moved(opened, room) {
    if (!room) return opened;
    room.set(opened.values);
    clear(opened.values);
    return { ...opened, values: room };
}

/** @param {Witness} witness @returns {Opened} */
function given({ values, n8, r, count }) {
    ensure(Number.isSafeInteger(n8) && n8 > 0 && values.length === n8 * count, "ERR_OPTION", () =>
        `witness: expected ${count} values of ${n8} bytes, got ${describe(values)}`);
    return { name: "witness", values: values.slice(), n8, r, count };
}

/** @param {readonly bigint[]} list @param {R1cs} r1cs @returns {Opened} */
function listed(list, { n8, r, signals }) {
    const name = "witness", values = new Uint8Array(n8 * Math.min(list.length, signals));
    const end = 1n << BigInt(8 * n8);
    for (let i = 0; i * n8 < values.length; i++) {
        ensure(typeof list[i] === "bigint" && list[i] >= 0n && list[i] < end, "ERR_WITNESS", () =>
            `${name}: expected signal ${i} to be a bigint from 0 to the order of the field, got ${describe(list[i])}`);
        writeLE(values, i * n8, list[i], n8);
    }
    return { name, values, n8, r, count: list.length };
}

/**
 * The values of a witness that fits the system. They are canonical, and the first is 1.
 * @param {Tools} tools
 * @param {WitnessLike} witness
 * @param {R1cs} r1cs
 * @param {ReturnType<typeof readOptions>} options
 * @param {Uint8Array} [room] - for the values of all wires
 * @returns {Promise<Opened>} in that room
 * @throws {ProverError} ERR_WITNESS, ERR_CURVE when it is that of another circuit; as
 *   calculateWitness
 */
export async function openWitness(tools, witness, r1cs, options, room) {
    const { file, n8, r, signals } = r1cs, curve = { name: identifyByOrder(r)?.name, n8r: n8, r };
    const key = { file, nVars: signals, curve };
    /** @param {Opened} opened */
    const fitting = async (opened) => {
        try {
            checkWitnessFits(opened, key);
            await checkValues(opened.values, opened);
            return opened.values === room ? opened : moved(opened, room);
        } catch (error) {
            clear(opened.values);
            throw error;
        }
    };
    if (isCalculation(witness)) return fitting(await calculated(tools, witness, options, r1cs.labels));
    if (isList(witness)) return fitting(listed(witness, r1cs));
    if (isWitness(witness)) return fitting(given(witness));
    const wtns = await openWtns(await tools.open("witness", witness)), { name } = wtns.file, { count } = wtns;
    checkWitnessFits({ ...wtns, name }, key); // before its values are read
    const reading = readValues(wtns, () => {}, tools.controller.signal, 0, count, room);
    const values = await reading.catch((error) => {
        if (room) clear(room); // of what came before
        throw error;
    });
    return fitting({ name, values, n8, r, count });
}
