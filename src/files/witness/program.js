/**
 * The driver of a circuit's own program, as circom 2 compiles it: instantiate, set inputs, run, read. It runs on any
 * thread and starts none; places.js decides where it runs, and for how long.
 * @module files/witness/program
 */
import { readLE, writeLE } from "../../util/bytes.js";
import { ensure, messageOf, ProverError } from "../errors.js";
import { boundModule } from "./module.js";
import { pathOf } from "./inputs.js";
import { voice } from "./voice.js";

/** @import { Signal } from "./inputs.js" */

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
 * @property {(from: number, to: number, window: number, destination: number) => void} [ffturbo_read_witness] - of a
 *   rewritten module
 */

/**
 * @typedef {object} Witness
 * @property {Uint8Array} values - canonical LE, one after the other
 * @property {number} n8
 * @property {bigint} r
 * @property {number} count
 */

/**
 * @typedef {object} ProgramOptions
 * @property {string} name - of the file, for messages
 * @property {number} memory - bytes that its memory and the witness may have
 * @property {(line: string) => void} onLog
 * @property {[number, number][]} [initial] - which parts of its memory have content at the start, [from, to); if
 *   absent, the program cannot be reset
 */

/**
 * An instance of a circuit's program.
 * @typedef {object} Program
 * @property {(signals: Signal[]) => Witness} calculate - may be called repeatedly: init clears what was set before
 * @property {number} bytes - present size of its memory
 * @property {() => boolean} reset - restores the memory to its start; false if that is not possible
 * @property {() => void} wipe - clears the witness from its memory; it cannot calculate afterwards
 */

const EXPORTS = Object.freeze([
    "getFieldNumLen32",
    "getSharedRWMemoryStart",
    "getRawPrime",
    "getWitnessSize",
    "getInputSize",
    "getInputSignalSize",
    "setInputSignal",
    "getWitness",
    "getMessageChar",
    "init",
]);

/** The function that reads the values [from, to) at once: files/circuit/rewrite.js adds it. */
const READER = "ffturbo_read_witness";

/** Values that are read at once, bytes of memory for them, and bytes of a page. */
const PIECE = 2 ** 13, SPARE = 32 * PIECE, PAGE = 65536;

/** The most bytes of a value; circom's primes have 8 to 32. */
const LONGEST_VALUE = 256;

/** FNV-1a, 64 bits. @param {string} name @returns {[number, number]} high and low half */
function hashOf(name) {
    let hash = 0xcbf29ce484222325n;
    for (const byte of new TextEncoder().encode(name))
        hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    return [Number(hash >> 32n), Number(hash & 0xffffffffn)];
}

/** @param {Calculator} calculator @returns {bigint} the value in the window */
const readWindow = (calculator) =>
    readLE(
        new Uint8Array(
            calculator.memory.buffer,
            calculator.getSharedRWMemoryStart(),
            4 * calculator.getFieldNumLen32(),
        ),
    );

/** @param {WebAssembly.Module} module @param {string} name @param {object} runtime - what it may import */
function checkInterface(module, name, runtime) {
    const wanted = WebAssembly.Module.imports(module);
    const foreign = wanted.find((entry) => entry.module !== "runtime" || !Object.hasOwn(runtime, entry.name));
    ensure(
        !foreign,
        "ERR_FILE",
        () =>
            `${name}: expected a witness calculator of circom 2, got a module that imports ${foreign?.module}.${foreign?.name}`,
    );
    const exported = new Map(WebAssembly.Module.exports(module).map(({ name: entry, kind }) => [entry, kind]));
    const missing =
        exported.get("memory") === "memory" ? EXPORTS.find((entry) => exported.get(entry) !== "function") : "memory";
    ensure(
        !missing,
        "ERR_FILE",
        () =>
            `${name}: expected a witness calculator of circom 2, got a module without ${missing}; compile the circuit with circom 2`,
    );
}

/** @param {unknown} code @returns {code is WebAssembly.Module} true also for one of another realm */
const isCompiled = (code) => Object.prototype.toString.call(code) === "[object WebAssembly.Module]";

/**
 * @param {Uint8Array | WebAssembly.Module} code - circuit.wasm
 * @param {Pick<ProgramOptions, "name" | "memory">} options
 * @returns {Promise<WebAssembly.Module>} with bounds, unless `code` was already compiled
 */
export async function compileProgram(code, { name, memory }) {
    if (isCompiled(code)) return code;
    const bounded = boundModule(code, { name, memory });
    try {
        return await WebAssembly.compile(/** @type {BufferSource} */ (/** @type {unknown} */ (bounded)));
    } catch (error) {
        throw new ProverError(
            "ERR_FILE",
            `${name}: expected the WebAssembly module of a circuit, got ${messageOf(error)}`,
            { cause: error },
        );
    }
}

/**
 * Checks all inputs before the first one is set, because the circuit starts as soon as none is missing.
 * @param {Calculator} calculator
 * @param {Signal[]} signals
 */
function checkInputs(calculator, signals) {
    const bits = 32 * calculator.getFieldNumLen32(), total = calculator.getInputSize();
    for (const signal of signals) {
        const { name, values } = signal, size = calculator.getInputSignalSize(...hashOf(name));
        ensure(
            size > 0 || (size === 0 && values.length === 0),
            "ERR_INPUT",
            () => `input ${name}: expected the name of an input of the circuit, got one that it does not have`,
        );
        ensure(
            values.length === size,
            "ERR_INPUT",
            () => `input ${name}: expected ${size} ${size === 1 ? "value" : "values"}, got ${values.length}`,
        );
        values.forEach((value, i) => {
            if (typeof value === "string")
                throw new ProverError(
                    "ERR_INPUT",
                    `input ${pathOf(signal, i)}: expected an integer, or its decimal or 0x text, got ${value}`,
                );
            ensure(
                BigInt.asIntN(bits + 1, value) === value,
                "ERR_INPUT",
                () =>
                    `input ${pathOf(signal, i)}: expected an integer of at most ${bits} bits, got one of ${value.toString(2).replace("-", "").length}`,
            );
        });
    }
    const given = signals.reduce((sum, { values }) => sum + values.length, 0);
    ensure(
        given === total,
        "ERR_INPUT",
        () => `witness calculator: expected ${total} input values, got ${given}; an input of the circuit is missing`,
    );
}

/**
 * A value modulo r. Most inputs of many are bits and bytes, which need no division.
 * @param {Uint8Array} window
 * @param {bigint} value
 * @param {bigint} r
 */
function writeValue(window, value, r) {
    if (value >= 0n && value < 256n && value < r) {
        window.fill(0);
        window[0] = Number(value);
        return;
    }
    const rest = value % r;
    writeLE(window, 0, rest < 0n ? rest + r : rest, window.length);
}

/**
 * @param {Calculator} calculator
 * @param {Signal[]} signals - checked
 * @param {bigint} r
 */
function setInputs(calculator, signals, r) {
    const bytes = 4 * calculator.getFieldNumLen32(), window = calculator.getSharedRWMemoryStart();
    let memory = new Uint8Array(calculator.memory.buffer);
    for (const { name, values } of signals) {
        const [high, low] = hashOf(name);
        values.forEach((value, i) => {
            if (memory.length === 0) memory = new Uint8Array(calculator.memory.buffer); // it has grown
            writeValue(memory.subarray(window, window + bytes), /** @type {bigint} */ (value), r);
            calculator.setInputSignal(high, low, i);
        });
    }
}

/**
 * Values one by one, through the window.
 * @param {Calculator} calculator
 * @param {number} n8
 * @param {number} count
 * @returns {Uint8Array}
 */
function readSingly(calculator, n8, count) {
    const values = new Uint8Array(count * n8);
    for (let i = 0; i < count; i++) {
        calculator.getWitness(i);
        values.set(new Uint8Array(calculator.memory.buffer, calculator.getSharedRWMemoryStart(), n8), i * n8);
    }
    return values;
}

/** Where the memory for reading begins, for programs that have it. @type {WeakMap<WebAssembly.Memory, number>} */
const spares = new WeakMap();

/** @param {WebAssembly.Memory} memory @returns {number | undefined} undefined if it cannot grow */
function spareOf(memory) {
    const known = spares.get(memory);
    if (known !== undefined) return known;
    const start = memory.buffer.byteLength;
    try {
        memory.grow(SPARE / PAGE);
    } catch {
        return undefined;
    }
    spares.set(memory, start);
    return start;
}

/**
 * Reads many values at a time, with a function that a rewritten module has, through memory after that of the program.
 * @param {Calculator} calculator
 * @param {number} count
 * @returns {Uint8Array | undefined} undefined if there is no such function, or no memory for it
 */
function readPieces(calculator, count) {
    const { memory, [READER]: read } = calculator, n8 = 32, window = calculator.getSharedRWMemoryStart();
    const start = read ? spareOf(memory) : undefined;
    if (!read || start === undefined) return undefined;
    const values = new Uint8Array(count * n8);
    for (let from = 0; from < count; from += PIECE) {
        const to = Math.min(count, from + PIECE);
        read(from, to, window, start);
        values.set(new Uint8Array(memory.buffer, start, (to - from) * n8), from * n8);
    }
    return values;
}

/**
 * @param {Calculator} calculator
 * @param {number} n8
 * @param {ProgramOptions} options
 * @returns {{ values: Uint8Array, count: number }}
 */
function readValues(calculator, n8, { name, memory }) {
    const count = calculator.getWitnessSize();
    ensure(
        Number.isInteger(count) && count > 0 && count * n8 <= memory,
        "ERR_LIMIT",
        () =>
            `${name}: expected a witness of at most ${memory} bytes, got ${count} values of ${n8}; raise witnessMemory if you trust it`,
    );
    const values = (n8 === 32 ? readPieces(calculator, count) : undefined) ?? readSingly(calculator, n8, count);
    return { values, count };
}

/** @param {Calculator} calculator @param {string} name @returns {{ n8: number, r: bigint }} */
function readField(calculator, name) {
    const n8 = 4 * calculator.getFieldNumLen32();
    ensure(
        n8 > 0 && n8 <= LONGEST_VALUE,
        "ERR_FILE",
        () => `${name}: expected values of 4 to ${LONGEST_VALUE} bytes, got ${n8}`,
    );
    calculator.getRawPrime();
    const r = readWindow(calculator);
    ensure(r > 1n, "ERR_FILE", () => `${name}: expected the order of a field, got ${r}`);
    return { n8, r };
}

/** @param {Calculator} calculator @param {Signal[]} signals @param {ProgramOptions} options @returns {Witness} */
function calculate(calculator, signals, options) {
    const { n8, r } = readField(calculator, options.name);
    calculator.init(1); // with the circuit's assertions
    checkInputs(calculator, signals);
    setInputs(calculator, signals, r);
    return Object.freeze({ n8, r, ...readValues(calculator, n8, options) });
}

/**
 * @param {WebAssembly.Module} module
 * @param {ProgramOptions} options
 * @returns {Promise<Calculator>}
 */
async function instantiate(module, { name, memory, onLog }) {
    /** @type {{ calculator?: Calculator }} */
    const running = {};
    const calculator = () => {
        ensure(
            running.calculator,
            "ERR_FILE",
            () => `${name}: expected a witness calculator of circom 2, got a module that speaks while it starts`,
        );
        return running.calculator;
    };
    const runtime = voice(() => calculator().getMessageChar(), () => readWindow(calculator()), onLog);
    checkInterface(module, name, runtime);
    try {
        const instance = await WebAssembly.instantiate(module, { runtime });
        running.calculator = /** @type {Calculator} */ (/** @type {unknown} */ (instance.exports));
    } catch (error) {
        if (error instanceof ProverError) throw error;
        // RangeError: the host does not have the memory that the module needs
        const code = error instanceof RangeError ? "ERR_LIMIT" : "ERR_FILE";
        throw new ProverError(code, `${name}: expected the witness calculator to start, got ${messageOf(error)}`, {
            cause: error,
        });
    }
    const { byteLength } = calculator().memory.buffer;
    ensure(
        byteLength <= memory,
        "ERR_LIMIT",
        () =>
            `${name}: expected a witness calculator that starts with at most ${memory} bytes of memory, got one that takes ${byteLength}; raise witnessMemory if you trust it`,
    );
    return calculator();
}

/**
 * @param {Uint8Array | WebAssembly.Module} code - circuit.wasm
 * @param {ProgramOptions} options
 * @returns {Promise<Program>}
 * @throws {ProverError} ERR_FILE when it is not a witness calculator, ERR_LIMIT when it needs too much memory;
 *   calculate: ERR_INPUT when the circuit refuses its inputs
 */
export async function openProgram(code, options) {
    const { name, initial } = options;
    const calculator = await instantiate(await compileProgram(code, options), options),
        start = calculator.memory.buffer.byteLength;
    const parts = initial?.map(([from, to]) => ({
        from,
        bytes: new Uint8Array(calculator.memory.buffer.slice(from, to)),
    }));
    return Object.freeze({
        calculate(/** @type {Signal[]} */ signals) {
            try {
                return calculate(calculator, signals, options);
            } catch (error) {
                if (error instanceof ProverError) throw error;
                throw new ProverError(
                    "ERR_INPUT",
                    `${name}: expected the witness calculator to finish, got ${messageOf(error)}`,
                    { cause: error },
                );
            }
        },
        get bytes() { return calculator.memory.buffer.byteLength; },
        reset() {
            const memory = new Uint8Array(calculator.memory.buffer);
            if (!parts || memory.length > start + SPARE) return false; // it has grown; a new program costs as little
            memory.fill(0);
            for (const { from, bytes } of parts) memory.set(bytes, from);
            return true;
        },
        wipe() { new Uint8Array(calculator.memory.buffer).fill(0); },
    });
}
