/**
 * Builds the code of one function. Each method returns the bytes of one instruction, preceded by
 * those of its operands, so that calls nest as expressions do.
 * @module plugins/code_builder
 */
import { describe } from "../util/check.js";
import { signed, unsigned } from "./binary.js";
import { BINARY, LOAD, NO_RESULT, OP, STORE, UNARY } from "./instructions.js";

/** @typedef {number[]} Code bytes of instructions */
/** @typedef {number | bigint | string} Integer what BigInt() takes */

/**
 * What a code builder asks the function and the module around it for.
 * @typedef {object} Scope
 * @property {(name: string) => number} localIndex
 * @property {(name: string) => number} functionIndex
 */

/** @typedef {{ [name in keyof typeof UNARY]: (operand: Code) => Code }} Unary */
/** @typedef {{ [name in keyof typeof BINARY]: (left: Code, right: Code) => Code }} Binary */
/**
 * @typedef {{ [name in keyof typeof LOAD]: (address: Code, offset?: number, align?: number) => Code
 *   }} Load
 */
/** @typedef {(address: Code, value: Code) => Code} StoreAtOnce */
/** @typedef {(address: Code, offset: number, value: Code) => Code} StoreWithOffset */
/** @typedef {(address: Code, offset: number, align: number, value: Code) => Code} StoreAligned */
/**
 * @typedef {{ [name in keyof typeof STORE]: StoreAtOnce & StoreWithOffset & StoreAligned }} Store
 */
/** @typedef {Unary & Binary & Load & Store & ReturnType<typeof control>} CodeBuilder */

/** Index of the type (i32, i32) -> (), which `call_indirect` calls. */
export const INDIRECT_TYPE = 0;

/** @param {string} where @param {...unknown} codes @returns {Code} joined */
function join(where, ...codes) {
    for (const code of codes) {
        if (!Array.isArray(code))
            throw new TypeError(`${where}: expected code, an array of bytes, got ${describe(code)}`);
    }
    return /** @type {Code[]} */ (codes).flat();
}

/** @param {string} where @param {unknown} value - 0 or more @returns {number[]} */
function immediate(where, value) {
    if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 2 ** 32) return unsigned(value);
    throw new RangeError(`${where}: expected a number from 0 to 2^32 - 1, got ${describe(value)}`);
}

/**
 * @param {string} where
 * @param {Integer} value - signed, or unsigned of the same width
 * @param {number} bits
 * @returns {number[]}
 */
function constant(where, value, bits) {
    const integer = BigInt(value);
    const limit = 1n << BigInt(bits);
    if (integer >= limit || integer < -limit / 2n) {
        throw new RangeError(`${where}: expected an integer of ${bits} bits, got ${describe(integer)}`);
    }
    return signed(BigInt.asIntN(bits, integer));
}

/** @param {string} where @param {readonly [opcode: number, align: number]} instruction */
const loader = (where, [opcode, natural]) => (/** @type {Code} */ address, offset = 0, align = natural) =>
    [...join(where, address), opcode, ...immediate(where, align), ...immediate(where, offset)];

/** @param {string} where @param {readonly [opcode: number, align: number]} instruction */
const storer =
    (where, [opcode, natural]) =>
    (/** @type {Code} */ address, /** @type {(number | Code)[]} */ ...rest) => {
        const value = rest.pop(),
            [offset = 0, align = natural] = rest;
        return [...join(where, address, value), opcode, ...immediate(where, align), ...immediate(where, offset)];
    };

/** @param {Scope} scope */
const control = ({ localIndex, functionIndex }) => ({
    getLocal: (/** @type {string} */ name) => [OP.localGet, ...unsigned(localIndex(name))],
    setLocal: (/** @type {string} */ name, /** @type {Code} */ value) =>
        [...join("setLocal", value), OP.localSet, ...unsigned(localIndex(name))],
    teeLocal: (/** @type {string} */ name, /** @type {Code} */ value) =>
        [...join("teeLocal", value), OP.localTee, ...unsigned(localIndex(name))],
    i32_const: (/** @type {Integer} */ value) => [OP.i32Const, ...constant("i32_const", value, 32)],
    i64_const: (/** @type {Integer} */ value) => [OP.i64Const, ...constant("i64_const", value, 64)],
    call: (/** @type {string} */ name, /** @type {Code[]} */ ...operands) =>
        [...join("call", ...operands), OP.call, ...unsigned(functionIndex(name))],
    /** Calls a function of type (i32, i32) -> () by its number in the table. */
    call_indirect: (/** @type {Code} */ index, /** @type {Code[]} */ ...operands) =>
        [...join("call_indirect", ...operands, index), OP.callIndirect, ...unsigned(INDIRECT_TYPE), 0],
    if: (/** @type {Code} */ condition, /** @type {Code} */ then, /** @type {Code} */ otherwise = []) =>
        [...join("if", condition), OP.if, NO_RESULT, ...join("if", then),
            ...(otherwise.length ? [OP.else, ...join("if", otherwise)] : []), OP.end],
    block: (/** @type {Code[]} */ ...body) => [OP.block, NO_RESULT, ...join("block", ...body), OP.end],
    loop: (/** @type {Code[]} */ ...body) => [OP.loop, NO_RESULT, ...join("loop", ...body), OP.end],
    br: (/** @type {number} */ depth) => [OP.br, ...immediate("br", depth)],
    br_if: (/** @type {number} */ depth, /** @type {Code} */ condition) =>
        [...join("br_if", condition), OP.brIf, ...immediate("br_if", depth)],
    ret: (/** @type {Code} */ value = []) => [...join("ret", value), OP.return],
    drop: (/** @type {Code} */ value) => [...join("drop", value), OP.drop],
    unreachable: () => [OP.unreachable],
    current_memory: () => [OP.memorySize, 0],
    /** Adds no code; a note for readers of the plugin. */
    comment: () => /** @type {Code} */ ([]),
});

/**
 * @template {Record<string, any>} Table
 * @param {Table} table
 * @param {(name: string, row: any) => Function} make
 */
const each = (table, make) => Object.fromEntries(Object.entries(table).map(([name, row]) => [name, make(name, row)]));

/** @param {Scope} scope @returns {CodeBuilder} */
export function createCodeBuilder(scope) {
    return /** @type {CodeBuilder} */ (
        Object.freeze({
            ...each(UNARY, (where, opcode) => (/** @type {Code} */ operand) => [...join(where, operand), opcode]),
            ...each(BINARY, (where, opcode) => (/** @type {Code} */ left, /** @type {Code} */ right) => [
                ...join(where, left, right),
                opcode,
            ]),
            ...each(LOAD, loader),
            ...each(STORE, storer),
            ...control(scope),
        })
    );
}
