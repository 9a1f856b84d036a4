/**
 * A host for the witness calculators that circom 2 compiles: inputs by name go in, the value of
 * every signal comes out. The module is the circuit's own program; we pass values and read results.
 * @module prover/witness_calculator
 */
import { writeLE, readLE } from "../util/bytes.js";
import { describe } from "../util/check.js";
import { ensure, messageOf, ProverError } from "./errors.js";

/**
 * What a calculator exports. A signal is named by the two halves of the FNV-1a hash of its name;
 * a value passes through a window of memory, 32-bit limbs, lowest first.
 * @typedef {object} Calculator
 * @property {WebAssembly.Memory} memory
 * @property {() => number} getVersion
 * @property {() => number} getFieldNumLen32
 * @property {() => number} getSharedRWMemoryStart
 * @property {() => void} getRawPrime
 * @property {() => number} getWitnessSize
 * @property {() => number} getInputSize
 * @property {(high: number, low: number) => number} getInputSignalSize
 * @property {(high: number, low: number, index: number) => void} setInputSignal
 * @property {(index: number) => void} getWitness
 * @property {() => number} getMessageChar
 * @property {(sanityCheck: number) => void} init
 */

/** @typedef {{ [name: string]: unknown }} Inputs - signal names to values, or arrays of them: numbers, bigints, decimal or 0x strings */

/**
 * @typedef {object} Witness
 * @property {Uint8Array} values - canonical LE, side by side
 * @property {number} n8
 * @property {bigint} r
 * @property {number} count
 */

const EXPORTS = Object.freeze(["getFieldNumLen32", "getSharedRWMemoryStart", "getRawPrime", "getWitnessSize", "getInputSize", "getInputSignalSize", "setInputSignal", "getWitness", "getMessageChar", "init"]);

/** What the codes of exceptionHandler mean. */
const EXCEPTIONS = Object.freeze(/** @type {Record<number, string>} */ ({
    1: "a signal that the circuit does not have",
    2: "more values than the circuit has inputs",
    3: "a signal that was set before",
    4: "an assertion of the circuit that does not hold for these inputs",
    5: "no memory left in the witness calculator",
    6: "more values than an input signal holds",
}));

/** FNV-1a, 64 bits. @param {string} name @returns {[number, number]} high and low half */
function hashOf(name) {
    let hash = 0xcbf29ce484222325n;
    for (const byte of new TextEncoder().encode(name)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    return [Number(hash >> 32n), Number(hash & 0xffffffffn)];
}

/**
 * @param {unknown} value
 * @param {string} name
 * @param {bigint} r
 * @returns {bigint} in [0, r)
 */
function toField(value, name, r) {
    let number;
    if (typeof value === "bigint") number = value;
    else if (typeof value === "boolean") number = value ? 1n : 0n;
    else if (Number.isSafeInteger(value)) number = BigInt(/** @type {number} */ (value));
    else if (typeof value === "string" && /^\s*(-?\d+|0x[0-9a-f]+)\s*$/i.test(value)) number = BigInt(value);
    const unsafe = typeof value === "number" && Number.isInteger(value) ? " (too large for a number: write it as a string)" : "";
    ensure(number !== undefined, "ERR_INPUT", () => `input ${name}: expected an integer, or its decimal or 0x text, got ${describe(value)}${unsafe}`);
    const rest = number % r;
    return rest < 0n ? rest + r : rest;
}

/**
 * Names with their values in order: arrays are flattened, records inside name the parts of a bus.
 * @param {string} name
 * @param {unknown} value
 * @returns {[string, unknown[]][]}
 */
function flatten(name, value) {
    if (Array.isArray(value)) {
        const flat = value.flat(Infinity);
        if (!flat.some(isRecord)) return [[name, flat]];
        return value.flatMap((part, i) => flatten(`${name}[${i}]`, part));
    }
    if (isRecord(value)) return Object.entries(/** @type {object} */ (value)).flatMap(([key, part]) => flatten(`${name}.${key}`, part));
    return [[name, [value]]];
}

/** @param {unknown} value */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What the calculator says while it runs: lines of log(), and where an assertion failed.
 * @param {() => Calculator} calculator
 * @param {(line: string) => void} onLog
 */
function voice(calculator, onLog) {
    const errors = /** @type {string[]} */ ([]);
    let line = /** @type {string[]} */ ([]);
    const message = () => {
        let text = "";
        for (let code = calculator().getMessageChar(); code !== 0; code = calculator().getMessageChar()) text += String.fromCharCode(code);
        return text;
    };
    const say = (/** @type {string} */ text) => {
        if (text !== "\n") {
            line.push(text);
            return;
        }
        onLog(line.join(" "));
        line = [];
    };
    const runtime = {
        exceptionHandler(/** @type {number} */ code) {
            const place = errors.length > 0 ? `: ${errors.join("; ")}` : "";
            throw new ProverError("ERR_INPUT", `witness calculator: expected inputs that the circuit takes, got ${EXCEPTIONS[code] ?? `exception ${code}`}${place}`);
        },
        printErrorMessage() { errors.push(message().trim()); },
        writeBufferMessage() { say(message()); },
        showSharedRWMemory() { say(readWindow(calculator()).toString()); },
    };
    // Older compilers of version 2 import these as well.
    return { ...runtime, error: runtime.exceptionHandler, log: runtime.showSharedRWMemory, logSetSignal() {}, logGetSignal() {}, logFinishComponent() {}, logStartComponent() {} };
}

/** @param {Calculator} calculator @returns {bigint} the value in the window */
const readWindow = (calculator) => readLE(new Uint8Array(calculator.memory.buffer, calculator.getSharedRWMemoryStart(), 4 * calculator.getFieldNumLen32()));

/**
 * @param {WebAssembly.Module} module
 * @param {string} name - of the file
 * @param {(line: string) => void} onLog
 * @returns {Promise<Calculator>}
 */
async function start(module, name, onLog) {
    /** @type {{ calculator?: Calculator }} */
    const running = {};
    const runtime = voice(() => /** @type {Calculator} */ (running.calculator), onLog);
    const wanted = WebAssembly.Module.imports(module);
    const foreign = wanted.find((entry) => entry.module !== "runtime" || !Object.hasOwn(runtime, entry.name));
    ensure(!foreign, "ERR_FILE", () => `${name}: expected a witness calculator of circom 2, got a module that imports ${foreign?.module}.${foreign?.name}`);
    const exported = new Set(WebAssembly.Module.exports(module).map((entry) => entry.name));
    const missing = [...EXPORTS, "memory"].find((entry) => !exported.has(entry));
    ensure(!missing, "ERR_FILE", () => `${name}: expected a witness calculator of circom 2, got a module without ${missing}; compile the circuit with circom 2`);
    const instance = await WebAssembly.instantiate(module, { runtime });
    running.calculator = /** @type {Calculator} */ (/** @type {unknown} */ (instance.exports));
    return running.calculator;
}

/** @param {Uint8Array | WebAssembly.Module} code @param {string} name @returns {Promise<WebAssembly.Module>} */
async function compiled(code, name) {
    if (code instanceof WebAssembly.Module) return code;
    try {
        return await WebAssembly.compile(/** @type {BufferSource} */ (/** @type {unknown} */ (code)));
    } catch (error) {
        throw new ProverError("ERR_FILE", `${name}: expected the WebAssembly module of a circuit, got ${messageOf(error)}`, { cause: error });
    }
}

/**
 * @param {Calculator} calculator
 * @param {Inputs} inputs
 * @param {bigint} r
 */
function setInputs(calculator, inputs, r) {
    const bytes = 4 * calculator.getFieldNumLen32();
    let set = 0;
    for (const [name, values] of Object.entries(inputs).flatMap(([key, value]) => flatten(key, value))) {
        const [high, low] = hashOf(name);
        const size = calculator.getInputSignalSize(high, low);
        ensure(size > 0 || (size === 0 && values.length === 0), "ERR_INPUT", () => `input ${name}: expected the name of an input of the circuit, got one that it does not have`);
        ensure(values.length === size, "ERR_INPUT", () => `input ${name}: expected ${size} ${size === 1 ? "value" : "values"}, got ${values.length}`);
        values.forEach((value, i) => {
            const number = toField(value, values.length > 1 ? `${name}[${i}]` : name, r);
            writeLE(new Uint8Array(calculator.memory.buffer), calculator.getSharedRWMemoryStart(), number, bytes);
            calculator.setInputSignal(high, low, i);
            set++;
        });
    }
    const size = calculator.getInputSize();
    ensure(set === size, "ERR_INPUT", () => `witness calculator: expected ${size} input values, got ${set}; an input of the circuit is missing`);
}

/**
 * Runs the circuit's program. It runs on this thread until it is done.
 * @param {Uint8Array | WebAssembly.Module} code - circuit.wasm
 * @param {Inputs} inputs
 * @param {{ name?: string, onLog?: (line: string) => void }} [options]
 * @returns {Promise<Witness>}
 * @throws {ProverError} ERR_INPUT when the circuit refuses
 */
export async function calculateWitness(code, inputs, { name = "wasm", onLog = () => {} } = {}) {
    ensure(isRecord(inputs), "ERR_INPUT", () => `inputs: expected a record of signal names and values, got ${describe(inputs)}`);
    const calculator = await start(await compiled(code, name), name, onLog);
    try {
        const n8 = 4 * calculator.getFieldNumLen32();
        calculator.getRawPrime();
        const r = readWindow(calculator);
        calculator.init(1); // with the circuit's assertions
        setInputs(calculator, inputs, r);
        const count = calculator.getWitnessSize(), values = new Uint8Array(count * n8);
        for (let i = 0; i < count; i++) {
            calculator.getWitness(i);
            values.set(new Uint8Array(calculator.memory.buffer, calculator.getSharedRWMemoryStart(), n8), i * n8);
        }
        return Object.freeze({ values, n8, r, count });
    } catch (error) {
        if (error instanceof ProverError) throw error;
        throw new ProverError("ERR_INPUT", `${name}: expected the witness calculator to finish, got ${messageOf(error)}`, { cause: error });
    }
}
