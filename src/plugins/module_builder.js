/**
 * The ModuleBuilder that `plugins` is called with: it makes a module of the caller's functions and
 * constants, to be linked with the base module of a curve. Its names are those that plugins written
 * for ffjavascript use.
 * @module plugins/module_builder
 */
import { isBytes } from "../util/bytes.js";
import { describe } from "../util/check.js";
import { functionType, joinSections, KIND, name as text, SECTION, signed, unsigned, vector } from "./binary.js";
import { createCodeBuilder } from "./code_builder.js";
import { OP, TYPE } from "./instructions.js";
import { encodeText } from "../util/text.js";

/** @import { Signature } from "./binary.js" */
/** @import { Code, CodeBuilder } from "./code_builder.js" */

/** @typedef {keyof typeof TYPE} ValueType */
/** @typedef {Uint8Array | readonly number[]} Data */

/** Allocations start at multiples of this many bytes. */
const ALIGN = 8;

/** The type that `call_indirect` calls, which is the first one of the module. @type {Signature} */
const INDIRECT = Object.freeze({ params: Object.freeze([TYPE.i32, TYPE.i32]), results: Object.freeze([]) });

/** @param {string} where @param {unknown} type @returns {number} */
function valueType(where, type) {
    if (typeof type === "string" && Object.hasOwn(TYPE, type)) return TYPE[/** @type {ValueType} */ (type)];
    throw new TypeError(`${where}: expected one of ${Object.keys(TYPE).join(" ")}, got ${describe(type)}`);
}

/** @param {string} where @param {unknown} data @returns {asserts data is Data} */
function checkData(where, data) {
    if (!isBytes(data) && !Array.isArray(data)) throw new TypeError(`${where}: expected bytes, got ${describe(data)}`);
}

/** One function of the module. */
export class FunctionBuilder {
    /** @type {string} */ #name;
    /** @type {(name: string) => number} */ #functionIndex;
    /** @type {number[]} */ #params = [];
    /** @type {{ type: number, length: number }[]} */ #locals = [];
    /**
     * Index of the first local of a name, counted after the parameters.
     * @type {Map<string, number>}
     */
    #localIndex = new Map();
    /** @type {Map<string, number>} */ #paramIndex = new Map();
    #nextLocal = 0;
    /** @type {number[]} */ #results = [];
    /** @type {number[]} */ #code = [];

    /** @param {string} name @param {(name: string) => number} functionIndex */
    constructor(name, functionIndex) {
        this.#name = name;
        this.#functionIndex = functionIndex;
    }

    /** @param {string} name */
    #checkNew(name) {
        if (!this.#paramIndex.has(name) && !this.#localIndex.has(name)) return;
        throw new Error(`${this.#name}: expected a new name, got ${name}, which it has already (local already exists)`);
    }

    /** @param {string} name @param {ValueType} type */
    addParam(name, type) {
        this.#checkNew(name);
        if (this.#code.length) throw new Error(`${this.#name}: expected parameters before code, got ${name} after it`);
        this.#paramIndex.set(name, this.#params.length);
        this.#params.push(valueType(`addParam ${name}`, type));
    }

    /**
     * @param {string} name
     * @param {ValueType} type
     * @param {number} [length] - number of locals in a row; the name is that of the first
     */
    addLocal(name, type, length = 1) {
        this.#checkNew(name);
        this.#locals.push({ type: valueType(`addLocal ${name}`, type), length });
        this.#localIndex.set(name, this.#nextLocal);
        this.#nextLocal += length;
    }

    /** @param {ValueType} type */
    setReturnType(type) {
        if (this.#results.length)
            throw new Error(
                `${this.#name}: expected one return type, got ${describe(type)} as well (returnType already defined)`,
            );
        this.#results.push(valueType("setReturnType", type));
    }

    /** @param {...Code} code - appended */
    addCode(...code) {
        for (const part of code) {
            checkData(`${this.#name}: addCode`, part);
            for (const byte of part) this.#code.push(byte);
        }
    }

    /** @returns {CodeBuilder} */
    getCodeBuilder() {
        return createCodeBuilder({ localIndex: (name) => this.#indexOf(name), functionIndex: this.#functionIndex });
    }

    /** @param {string} name */
    #indexOf(name) {
        const param = this.#paramIndex.get(name);
        const local = this.#localIndex.get(name);
        if (param !== undefined) return param;
        if (local !== undefined) return this.#params.length + local;
        throw new Error(
            `${this.#name}: expected a parameter or local, got ${describe(name)} (Local Variable not defined)`,
        );
    }

    /** @returns {Signature} */
    get signature() { return { params: this.#params, results: this.#results }; }

    /** @returns {number[]} its entry in the code section */
    get body() {
        const locals = vector(this.#locals.map(({ type, length }) => [...unsigned(length), type]));
        return [...unsigned(locals.length + this.#code.length + 1), ...locals, ...this.#code, OP.end];
    }
}

/**
 * @typedef {object} Surroundings
 * @property {ReadonlyMap<string, Signature>} functions - those of the base module; the plugin may
 *   call all of them
 * @property {number} free - address of the first byte of memory that belongs to the plugin
 * @property {Record<string, object>} modules - constants of the curve, under the names that plugins
 *   use
 */

export class ModuleBuilder {
    /** @type {ReadonlyMap<string, Signature>} */ #imports;
    /** Imports come first in the index space of functions. @type {Map<string, number>} */ #indices;
    /** @type {FunctionBuilder[]} */ #functions = [];
    /** @type {Map<string, number>} */ #exports = new Map();
    /** @type {{ address: number, bytes: Data }[]} */ #data = [];
    /** @type {number[]} */ #table = [];

    /** @param {Surroundings} surroundings */
    constructor({ functions, free, modules }) {
        this.#imports = functions;
        this.#indices = new Map([...functions.keys()].map((name, index) => [name, index]));
        /** Next byte that `alloc` gives. */
        this.free = free;
        this.modules = modules;
    }

    /** @param {string} name */
    #functionIndex(name) {
        const index = this.#indices.get(name);
        if (index !== undefined) return index;
        throw new Error(
            `plugins: expected a function of the curve or of the plugin, got ${describe(name)} (Function not defined)`,
        );
    }

    /** @param {string} name - new in the module and in the curve @returns {FunctionBuilder} */
    addFunction(name) {
        if (this.#indices.has(name))
            throw new Error(`addFunction: expected a new name, got ${name} (Function already defined)`);
        const fn = new FunctionBuilder(name, (called) => this.#functionIndex(called));
        this.#indices.set(name, this.#imports.size + this.#functions.length);
        this.#functions.push(fn);
        return fn;
    }

    /**
     * The curve's module imports nothing but its memory, so there is no function to import.
     * @returns {never}
     */
    addIimportFunction() {
        throw new Error("addIimportFunction: expected functions of the curve and the plugin alone, got an import");
    }

    /** @param {string} name @param {string} [exportName] - the same when absent */
    exportFunction(name, exportName = name) {
        this.#exports.set(exportName, this.#functionIndex(name));
    }

    /**
     * @param {string} name - of a function of type (i32, i32) -> (); its number is the count of
     *   those before it
     */
    addFunctionToTable(name) {
        this.#table.push(this.#functionIndex(name));
    }

    /**
     * @param {number | Data} length - bytes, or the content
     * @param {Data} [content] - bytes to put at the start; the rest is zeros
     * @returns {number} address
     */
    alloc(length, content) {
        const data = typeof length === "number" ? content : length;
        const bytes = typeof length === "number" ? length : /** @type {Data} */ (data).length;
        if (!Number.isSafeInteger(bytes) || bytes < 0)
            throw new RangeError(`alloc: expected a number of bytes or bytes, got ${describe(length)}`);
        const address = this.free;
        if (data !== undefined) this.addData(address, data);
        this.free += Math.ceil(bytes / ALIGN) * ALIGN;
        return address;
    }

    /** @param {string} string @returns {number} address of its UTF-8 bytes and a zero */
    allocString(string) {
        return this.alloc([...encodeText(string), 0]);
    }

    /**
     * @param {number} address
     * @param {Data} bytes - written there when the module is instantiated
     */
    addData(address, bytes) {
        checkData("addData", bytes);
        this.#data.push({ address, bytes });
    }

    /**
     * Does nothing: the memory is the curve's and grows as needed. It exists because plugins call
     * it.
     */
    setMemory() {}

    /**
     * @returns {Uint8Array} a module that imports `env.memory` and the functions of the base module
     *   as `base.*`
     */
    build() {
        /** @type {Map<string, number>} */
        const types = new Map();
        const typeOf = (/** @type {Signature} */ signature) => {
            const key = String(functionType(signature));
            if (!types.has(key)) types.set(key, types.size);
            return unsigned(/** @type {number} */ (types.get(key)));
        };
        typeOf(INDIRECT); // the number that call_indirect names
        const imports = [...this.#imports].map(([name, signature]) => [
            ...text("base"),
            ...text(name),
            KIND.function,
            ...typeOf(signature),
        ]);
        const memory = [...text("env"), ...text("memory"), KIND.memory, 0, ...unsigned(0)];
        const functions = this.#functions.map((fn) => typeOf(fn.signature));
        const table = this.#table.length;
        return joinSections([
            [SECTION.type, [vector([...types.keys()].map((key) => key.split(",").map(Number)))]],
            [SECTION.import, [vector([...imports, memory])]],
            [SECTION.function, [vector(functions)]],
            [SECTION.table, table ? [vector([[0x70, 0, ...unsigned(table)]])] : []],
            [
                SECTION.export,
                [vector([...this.#exports].map(([name, index]) => [...text(name), KIND.function, ...unsigned(index)]))],
            ],
            [SECTION.element, table ? [vector([[0, ...start(0), ...vector(this.#table.map(unsigned))]])] : []],
            [SECTION.code, [vector(this.#functions.map((fn) => fn.body))]],
            [
                SECTION.data,
                [
                    unsigned(this.#data.length),
                    ...this.#data.flatMap(({ address, bytes }) => [
                        [0, ...start(address), ...unsigned(bytes.length)],
                        bytes,
                    ]),
                ],
            ],
        ]);
    }
}

/** @param {number} address @returns {number[]} a constant expression */
const start = (address) => [OP.i32Const, ...signed(BigInt(address)), OP.end];
