/**
 * The driver of a circuit's own program, as circom 2 compiles it: instantiate, set inputs, run,
 * read. What circom 1 made is driven by the same interface (circom1.js). It runs on any thread and
 * starts none; runners.js decides where it runs, and for how long.
 * @module files/witness/program
 */
import { readLE, writeLE } from "../../util/bytes.js";
import { CONSTANTS, LAYOUT, READER } from "../../params/circom.js";
import { ensure, ProverError } from "../errors.js";
import { messageOf } from "../../util/check.js";
import { isCompiled } from "../../util/compiled.js";
import { circom1, isOfCircom1 } from "./circom1.js";
import { boundModule } from "./module.js";
import { isRagged, pathOf } from "./inputs.js";
import { cellsOf, markSignals, unsetSignals } from "./trace.js";
import { CircuitError, messageImports } from "./log.js";
import { encodeText } from "../../util/text.js";

/** @import { Signal } from "./inputs.js" */
/** @import { Trace, Unset } from "./trace.js" */

/**
 * What a calculator exports. A signal is named by the two halves of the FNV-1a hash of its name;
 * a value passes through a window of memory, 32-bit limbs, lowest first.
 * @typedef {object} Calculator
 * @property {WebAssembly.Memory} memory
 * @property {() => number} getFieldNumLen32
 * @property {() => number} getSharedRWMemoryStart
 * @property {() => void} getRawPrime
 * @property {() => number} getWitnessSize
 * @property {() => number} getInputSize - values of all inputs; Infinity if it does not tell
 * @property {(high: number, low: number) => number} getInputSignalSize - likewise; 0 for another
 *   name
 * @property {(high: number, low: number, index: number) => void} setInputSignal
 * @property {(index: number) => void} getWitness
 * @property {() => number} getMessageChar
 * @property {(sanityCheck: number) => void} init
 * @property {(from: number, to: number, window: number, destination: number) => void}
 *   [ffturbo_read_witness] - of a rewritten module
 */

/**
 * @typedef {object} Witness
 * @property {Uint8Array} values - canonical LE, one after the other
 * @property {number} n8
 * @property {bigint} r
 * @property {number} count
 * @property {Unset} [unset] - signals that the program did not set, where that was asked for and is
 *   known
 */

/**
 * @typedef {object} ProgramOptions
 * @property {string} name - of the file, for messages
 * @property {number} memory - bytes that its memory and the witness may have
 * @property {(line: string) => void} onLog
 * @property {[number, number][]} [initial] - which parts of its memory have content at the start,
 *   [from, to); if absent, the program cannot be reset
 * @property {boolean} [exchanged] - our field functions are in it, which the original can take the
 *   place of
 */

/**
 * An instance of a circuit's program.
 * @typedef {object} Program
 * @property {(signals: Signal[], trace?: Trace) => Witness} calculate - may be called again after a
 *   reset
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

/**
 * A program with our field functions does not do what the original does: the original is to run
 * instead.
 */
export class Unlike extends Error {}

/** The most bytes of a value; circom's primes have 8 to 32. */
const LONGEST_VALUE = 256;

/** FNV-1a, 64 bits. @param {string} name @returns {[number, number]} high and low half */
function hashOf(name) {
    let hash = 0xcbf29ce484222325n;
    for (const byte of encodeText(name))
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

/**
 * What differs between versions of the compiler.
 * @typedef {object} Dialect
 * @property {number} version
 * @property {Record<string, Record<string, any>>} imports - what a module may import
 * @property {readonly string[]} exported - functions that it must have
 * @property {() => void} begin - to be called before each witness
 * @property {(exports: WebAssembly.Exports) => Calculator} calculatorOf
 */

/** @param {WebAssembly.Module} module @param {string} name @param {Dialect} dialect */
function checkInterface(module, name, { version, imports, exported: wanted }) {
    const foreign = WebAssembly.Module.imports(module).find((entry) =>
        !Object.hasOwn(imports, entry.module) || !Object.hasOwn(imports[entry.module], entry.name));
    ensure(
        !foreign,
        "ERR_FILE",
        () =>
            `${name}: expected a witness calculator of circom ${version}, got a module that imports ${foreign?.module}.${foreign?.name}`,
    );
    const exported = new Map(WebAssembly.Module.exports(module).map(({ name: entry, kind }) => [entry, kind]));
    const hasMemory = Object.hasOwn(imports, "env") || exported.get("memory") === "memory";
    const missing = hasMemory ? wanted.find((entry) => exported.get(entry) !== "function") : "memory";
    ensure(
        !missing,
        "ERR_FILE",
        () =>
            `${name}: expected a witness calculator of circom ${version}, got a module without ${missing}; compile the circuit with circom 2`,
    );
}

/**
 * @param {Uint8Array | WebAssembly.Module} code - circuit.wasm
 * @param {Pick<ProgramOptions, "name" | "memory" | "exchanged">} options
 * @returns {Promise<WebAssembly.Module>} with bounds, unless `code` was already compiled
 * @throws {Unlike} when it is a program with our field functions that the engine refuses
 */
export async function compileProgram(code, { name, memory, exchanged }) {
    if (isCompiled(code)) return code;
    const bounded = boundModule(code, { name, memory });
    try {
        return await WebAssembly.compile(/** @type {BufferSource} */ (/** @type {unknown} */ (bounded)));
    } catch (error) {
        if (exchanged) throw new Unlike(messageOf(error), { cause: error });
        throw new ProverError(
            "ERR_FILE",
            `${name}: expected the WebAssembly module of a circuit, got ${messageOf(error)}`,
            { cause: error },
        );
    }
}

/**
 * Checks all inputs before the first one is set, because the circuit starts as soon as none is
 * missing.
 * @param {Calculator} calculator
 * @param {Signal[]} signals
 */
function checkInputs(calculator, signals) {
    const total = calculator.getInputSize();
    for (const signal of signals) {
        const { name, values } = signal, size = calculator.getInputSignalSize(...hashOf(name));
        ensure(
            size > 0 || (size === 0 && values.length === 0),
            "ERR_INPUT",
            () => `input ${name}: expected the name of an input of the circuit, got one that it does not have`,
        );
        ensure(
            values.length === size || size === Infinity,
            "ERR_INPUT",
            () => `input ${name}: expected ${size} ${size === 1 ? "value" : "values"}, got ${values.length}${isRagged(signal) ? " in lists of different lengths" : ""}`,
        );
        values.forEach((value, i) => {
            if (typeof value === "string")
                throw new ProverError(
                    "ERR_INPUT",
                    `input ${pathOf(signal, i)}: expected an integer, or its decimal or 0x text, got ${value}`,
                );
        });
    }
    const given = signals.reduce((sum, { values }) => sum + values.length, 0);
    ensure(
        given === total || total === Infinity,
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
    const bytes = 4 * calculator.getFieldNumLen32();
    const window = calculator.getSharedRWMemoryStart();
    let memory = new Uint8Array(calculator.memory.buffer);
    for (const { name, values } of signals) {
        const [high, low] = hashOf(name);
        values.forEach((value, i) => {
            // it has grown
            if (memory.length === 0) memory = new Uint8Array(calculator.memory.buffer);
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

/**
 * Reads many values at a time, with a function that a rewritten module has, to memory that the
 * program needs no more.
 * @param {Calculator} calculator
 * @param {number} count
 * @returns {Uint8Array}
 */
function readPieces({ memory, [READER]: read }, count) {
    const { window, map, mapEnd } = LAYOUT, piece = (mapEnd - map) / 32;
    const values = new Uint8Array(count * 32);
    const room = new Uint8Array(memory.buffer, map, mapEnd - map);
    for (let from = 0; from < count; from += piece) {
        const to = Math.min(count, from + piece);
        /** @type {Function} */ (read)(from, to, window, map);
        values.set(to - from === piece ? room : room.subarray(0, (to - from) * 32), from * 32);
    }
    return values;
}

/**
 * @param {Calculator} calculator
 * @param {number} n8
 * @param {ProgramOptions} options
 * @returns {{ values: Uint8Array, count: number }}
 */
function readValues(calculator, n8, { name, memory, exchanged }) {
    const count = calculator.getWitnessSize();
    ensure(
        Number.isInteger(count) && count > 0 && count * n8 <= memory,
        "ERR_LIMIT",
        () =>
            `${name}: expected a witness of at most ${memory} bytes, got ${count} values of ${n8}; raise witnessMemory if you trust it`,
    );
    return { values: exchanged ? readPieces(calculator, count) : readSingly(calculator, n8, count), count };
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

/**
 * @param {Calculator} calculator
 * @param {Signal[]} signals
 * @param {ProgramOptions} options
 * @param {Trace} [trace]
 * @returns {Witness}
 */
function calculate(calculator, signals, options, trace) {
    const { n8, r } = readField(calculator, options.name);
    calculator.init(1); // with the circuit's assertions
    checkInputs(calculator, signals);
    const { memory } = calculator;
    if (trace) markSignals(memory.buffer, trace, calculator.getWitnessSize());
    setInputs(calculator, signals, r);
    const unset = trace && unsetSignals(memory.buffer, trace, calculator.getWitnessSize());
    return Object.freeze({ n8, r, ...readValues(calculator, n8, options), ...(unset && { unset }) });
}

/**
 * What the program had in its signals when an assertion of its circuit did not hold.
 * @param {unknown} error
 * @param {Calculator} calculator
 * @param {Trace | undefined} trace
 */
function addCells(error, calculator, trace) {
    if (!(error instanceof CircuitError) || !trace) return;
    const cells = cellsOf(calculator.memory.buffer, trace, calculator.getWitnessSize());
    if (cells) error.stopped = { locations: error.locations, cells, size: trace.size, r: readField(calculator, "wasm").r };
}

/**
 * @param {() => Calculator} calculator - once it runs
 * @param {ProgramOptions} options
 * @param {() => void} check - before each function that it calls
 * @returns {Dialect} its messages begin anew with each witness
 */
function circom2(calculator, { onLog }, check) {
    const anew = () => messageImports(() => calculator().getMessageChar(), () => readWindow(calculator()), onLog);
    let present = anew();
    const runtime = Object.fromEntries(Object.keys(present).map((name) => [
        name,
        (/** @type {number[]} */ ...values) => {
            check();
            present[name](...values);
        },
    ]));
    return {
        version: 2, exported: EXPORTS, imports: { runtime },
        begin() { present = anew(); },
        calculatorOf: (exports) => /** @type {Calculator} */ (/** @type {unknown} */ (exports)),
    };
}

/**
 * Whether a program with our field functions left the constants that they contain as they were:
 * with others, the original calculates something else.
 * @param {Calculator} calculator
 * @returns {() => boolean}
 */
function watchConstants({ memory }) {
    const copies = CONSTANTS.map(([from, to]) => new Uint8Array(memory.buffer.slice(from, to)));
    return () => CONSTANTS.every(([from, to], i) => {
        const present = new Uint8Array(memory.buffer, from, to - from);
        return copies[i].every((byte, k) => byte === present[k]);
    });
}

/**
 * @param {WebAssembly.Module} module
 * @param {ProgramOptions} options
 * @returns {Promise<{ calculator: Calculator, begin: () => void, check: () => void }>} begin: to be
 *   called before each witness; check: throws where the original is to run instead
 */
async function instantiate(module, options) {
    const { name, memory, exchanged } = options;
    /** @type {{ calculator?: Calculator, unchanged?: () => boolean }} */
    const running = {};
    const calculator = () => {
        ensure(
            running.calculator,
            "ERR_FILE",
            () => `${name}: expected a witness calculator, got a module that speaks while it starts`,
        );
        return running.calculator;
    };
    const check = () => {
        if (running.unchanged?.() === false)
            throw new Unlike(`${name}: expected a program that keeps its constants, got one that changes them`);
    };
    const dialect = isOfCircom1(module)
        ? circom1(options, () => readField(calculator(), name))
        : circom2(calculator, options, check);
    checkInterface(module, name, dialect);
    try {
        const instance = await WebAssembly.instantiate(module, dialect.imports);
        running.calculator = dialect.calculatorOf(instance.exports);
    } catch (error) {
        if (error instanceof ProverError) throw error;
        // RangeError: the host does not have the memory that the module needs; LinkError: it was
        // given too little
        const isGiven = error instanceof WebAssembly.LinkError;
        const raise = isGiven ? "; raise witnessMemory if you trust it" : "";
        throw new ProverError(
            isGiven || error instanceof RangeError ? "ERR_LIMIT" : "ERR_FILE",
            `${name}: expected the witness calculator to start, got ${messageOf(error)}${raise}`,
            { cause: error },
        );
    }
    const { byteLength } = calculator().memory.buffer;
    ensure(
        byteLength <= memory,
        "ERR_LIMIT",
        () =>
            `${name}: expected a witness calculator that starts with at most ${memory} bytes of memory, got one that takes ${byteLength}; raise witnessMemory if you trust it`,
    );
    if (exchanged) running.unchanged = watchConstants(calculator());
    return { calculator: calculator(), begin: dialect.begin, check };
}

/**
 * @param {Uint8Array | WebAssembly.Module} code - circuit.wasm
 * @param {ProgramOptions} options
 * @returns {Promise<Program>}
 * @throws {ProverError} ERR_FILE when it is not a witness calculator, ERR_LIMIT when it needs too
 *   much memory; calculate: ERR_INPUT when the circuit refuses its inputs
 * @throws {Unlike} when the original is to run instead of a program with our field functions;
 *   calculate too
 */
export async function openProgram(code, options) {
    const { name, initial } = options;
    const { calculator, begin, check } = await instantiate(await compileProgram(code, options), options);
    const start = calculator.memory.buffer.byteLength;
    const parts = initial?.map(([from, to]) => ({
        from,
        bytes: new Uint8Array(calculator.memory.buffer.slice(from, to)),
    }));
    return Object.freeze({
        calculate(/** @type {Signal[]} */ signals, /** @type {Trace | undefined} */ trace) {
            begin();
            try {
                const witness = calculate(calculator, signals, options, trace);
                check();
                return witness;
            } catch (error) {
                check();
                addCells(error, calculator, trace);
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
            // it has grown; a new program costs as little
            if (!parts || memory.length !== start) return false;
            memory.fill(0);
            for (const { from, bytes } of parts) memory.set(bytes, from);
            return true;
        },
        wipe() { new Uint8Array(calculator.memory.buffer).fill(0); },
    });
}
