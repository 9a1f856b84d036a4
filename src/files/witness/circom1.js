/**
 * Programs that circom 1 made, before 2021, behind the interface of those of circom 2. Such a
 * program runs in memory that its host gives it; the first word there is the address of what is
 * free. It takes and gives values as elements: short value i32, type u32, long value. An input is
 * named by the number of its first signal, and nothing tells how many values it has. The main
 * component runs as soon as no input of it is missing.
 * @module files/witness/circom1
 */
import { ensure, ProverError } from "../errors.js";
import { PAGE } from "./module.js";
import { cellReader, HEAD, LONG } from "./trace.js";
import { CircuitError, createLog, readMessage } from "./log.js";

/** @import { Calculator, Dialect } from "./program.js" */

/**
 * @typedef {object} First
 * @property {(check: number) => void} init - check: with the circuit's assertions and constraints
 * @property {() => number} getNVars - signals of the witness
 * @property {() => number} getFrLen - bytes of an element
 * @property {() => number} getPRawPrime - address
 * @property {() => number} getWitnessBuffer - address of all values, canonical LE
 * @property {(result: number, component: number, high: number, low: number) => void}
 *   getSignalOffset32 - writes the number of a signal of a component, which is named by the two
 *   halves of the FNV-1a hash of its name
 * @property {(origin: number, component: number, signal: number, element: number) => void}
 *   setSignal
 */

const EXPORTS = Object.freeze([
    "init", "getNVars", "getFrLen", "getPRawPrime", "getWitnessBuffer", "getSignalOffset32", "setSignal",
]);

/**
 * The most pages that such a program addresses: it takes the end of its memory for a signed number.
 */
const MOST_PAGES = 32767;

/** What the codes of `error` mean, as far as they are told apart. */
const CODE = Object.freeze({ NO_MEMORY: 1, SMALL_STACK: 2, NOT_SET: 5, CONSTRAINT: 7, ASSERT: 9 });

const MAIN = 0;

/** @param {WebAssembly.Module} module */
export const isOfCircom1 = (module) =>
    WebAssembly.Module.imports(module).some((entry) => entry.module === "env" && entry.name === "memory");

/**
 * All that it may have: how much it needs is written nowhere. The system provides what is used.
 * @param {string} name
 * @param {number} most - bytes
 */
function takeMemory(name, most) {
    for (let pages = Math.min(MOST_PAGES, Math.floor(most / PAGE)); pages > 0; pages = Math.floor(pages / 2)) {
        try {
            return new WebAssembly.Memory({ initial: pages, maximum: pages });
        } catch (error) {
            if (!(error instanceof RangeError)) throw error; // this host has less
        }
    }
    throw new ProverError("ERR_LIMIT", `${name}: expected room for the memory of a program of circom 1, got none of ${most} bytes`);
}

/**
 * @param {() => Uint8Array} bytes - its memory
 * @param {(address: number) => bigint} valueAt - an element's
 * @param {(line: string) => void} onLog
 */
function messageImports(bytes, valueAt, onLog) {
    const say = createLog(onLog);
    const textAt = (/** @type {number} */ address) => {
        let at = address >>> 0;
        return readMessage(() => bytes()[at++] ?? 0);
    };
    let hasRun = false;
    return {
        hasRun: () => hasRun,
        runtime: {
            /** @param {number} code @param {number} text - address @param {number[]} more */
            error(code, text, ...more) {
                // Of a signal that is read before it is set; snarkjs does not ask for this check.
                if (code === CODE.NOT_SET) return;
                const where = code === CODE.CONSTRAINT ? more[3] : code === CODE.ASSERT ? more[2] : 0;
                const got = textAt(text) + (where ? ` at ${textAt(where)}` : "");
                if (code === CODE.NO_MEMORY || code === CODE.SMALL_STACK)
                    throw new ProverError("ERR_LIMIT", `witness calculator: expected to find the memory it needs, got ${got}; raise witnessMemory if that is bounded`);
                throw new CircuitError(`witness calculator: expected inputs that the circuit takes, got ${got}`, [got]);
            },
            log(/** @type {number} */ address) {
                say(valueAt(address).toString());
                say("\n");
            },
            logStartComponent(/** @type {number} */ component) { if (component === MAIN) hasRun = true; },
            logFinishComponent() {},
            logSetSignal() {},
            logGetSignal() {},
        },
    };
}

/**
 * @param {First} program
 * @param {WebAssembly.Memory} memory
 * @param {() => boolean} hasRun - whether its main component has
 * @returns {Calculator}
 */
function adapt(program, memory, hasRun) {
    // it cannot grow
    const bytes = new Uint8Array(memory.buffer);
    const view = new DataView(memory.buffer);
    const size = program.getFrLen();
    const offset = view.getUint32(0, true);
    const element = offset + 8;
    const window = element + HEAD;
    view.setUint32(0, element + size, true);
    let values = -1;
    /** @param {number} high @param {number} low */
    const signalOf = (high, low) => {
        program.getSignalOffset32(offset, MAIN, high, low);
        return view.getUint32(offset, true);
    };
    return Object.freeze({
        memory,
        getFieldNumLen32: () => (size - HEAD) / 4,
        getSharedRWMemoryStart: () => window,
        getRawPrime() {
            const prime = program.getPRawPrime();
            bytes.copyWithin(window, prime, prime + size - HEAD);
        },
        getWitnessSize: () => program.getNVars(),
        getInputSize: () => Infinity,
        getInputSignalSize(/** @type {number} */ high, /** @type {number} */ low) {
            try {
                signalOf(high, low);
                return Infinity;
            } catch (error) {
                if (error instanceof CircuitError) return 0;
                throw error;
            }
        },
        setInputSignal(/** @type {number} */ high, /** @type {number} */ low, /** @type {number} */ i) {
            const signal = signalOf(high, low) + i;
            view.setUint32(element, 0, true);
            view.setUint32(element + 4, LONG, true);
            program.setSignal(0, MAIN, signal, element);
        },
        getWitness(/** @type {number} */ i) {
            if (values < 0) {
                ensure(hasRun(), "ERR_INPUT", () =>
                    "witness calculator: expected a value for each input, got too few; an input of the circuit is missing");
                values = program.getWitnessBuffer() >>> 0;
            }
            const at = values + i * (size - HEAD);
            bytes.copyWithin(window, at, at + size - HEAD);
        },
        getMessageChar: () => 0,
        init: program.init,
    });
}

/**
 * @param {{ name: string, memory: number, onLog: (line: string) => void }} options
 * @param {() => { n8: number, r: bigint }} field - of a program that runs
 * @returns {Dialect}
 */
export function circom1({ name, memory: most, onLog }, field) {
    const memory = takeMemory(name, most);
    const bytes = () => new Uint8Array(memory.buffer);
    const valueAt = (/** @type {number} */ address) => {
        const { n8, r } = field();
        const size = HEAD + n8;
        const at = address >>> 0;
        ensure(at % 4 === 0 && at + size <= memory.buffer.byteLength, "ERR_FILE", () =>
            `${name}: expected a value within its memory, got address ${at}`);
        return cellReader({ cells: bytes().subarray(at, at + size), size, r }).value(0);
    };
    const { runtime, hasRun } = messageImports(bytes, valueAt, onLog);
    return {
        version: 1, exported: EXPORTS, imports: { env: { memory }, runtime }, begin() {},
        calculatorOf: (exports) => adapt(/** @type {First} */ (/** @type {unknown} */ (exports)), memory, hasRun),
    };
}
