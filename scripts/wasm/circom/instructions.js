/**
 * Lengths of instructions of WebAssembly 1, for reading code that a compiler wrote.
 * @module scripts/wasm/circom/instructions
 */
/** @import { Cursor } from "../../../src/util/wasm_binary.js" */

/** Numbers behind each instruction, from opcode to opcode; none of the others is known here. */
const BEHIND = Object.freeze([
    [0x00, 0x01, 0],
    [0x02, 0x04, 1],
    [0x05, 0x05, 0],
    [0x0b, 0x0b, 0],
    [0x0c, 0x0d, 1],
    [0x0f, 0x0f, 0],
    [0x10, 0x10, 1],
    [0x11, 0x11, 2],
    [0x1a, 0x1b, 0],
    [0x20, 0x24, 1],
    [0x28, 0x3e, 2],
    [0x3f, 0x42, 1],
    [0x45, 0xc4, 0],
]);

/**
 * How many numbers stand behind an instruction, by opcode; -1: another rule, or not known here.
 * @returns {Int8Array}
 */
export function numbersBehind() {
    const table = new Int8Array(256).fill(-1);
    for (const [from, to, numbers] of BEHIND) table.fill(numbers, from, to + 1);
    return table;
}

const NUMBERS = numbersBehind();

/**
 * Passes over one instruction.
 * @param {Cursor} cursor
 * @returns {number} its opcode
 * @throws {RangeError} an instruction that is not known here
 */
export function skipInstruction(cursor) {
    // br_table
    const opcode = cursor.byte();
    const numbers = opcode === 0x0e ? cursor.unsigned() + 1 : NUMBERS[opcode];
    if (numbers < 0) throw new RangeError(`wasm: expected an instruction of version 1, got 0x${opcode.toString(16)}`);
    for (let i = 0; i < numbers; i++) cursor.skipNumber();
    return opcode;
}
