/**
 * The instructions that a code builder has, by the names that plugins use.
 * @module plugins/instructions
 */

/** Instructions with one operand on the stack. */
export const UNARY = Object.freeze(/** @type {const} */ ({
    i32_eqz: 0x45, i64_eqz: 0x50, i32_clz: 0x67, i32_ctz: 0x68, i64_clz: 0x79, i64_ctz: 0x7a,
    i32_wrap_i64: 0xa7, i64_extend_i32_s: 0xac, i64_extend_i32_u: 0xad,
}));

/** Instructions with two operands on the stack. */
export const BINARY = Object.freeze(/** @type {const} */ ({
    i32_eq: 0x46, i32_ne: 0x47, i32_lt_s: 0x48, i32_lt_u: 0x49, i32_gt_s: 0x4a, i32_gt_u: 0x4b,
    i32_le_s: 0x4c, i32_le_u: 0x4d, i32_ge_s: 0x4e, i32_ge_u: 0x4f,
    i64_eq: 0x51, i64_ne: 0x52, i64_lt_s: 0x53, i64_lt_u: 0x54, i64_gt_s: 0x55, i64_gt_u: 0x56,
    i64_le_s: 0x57, i64_le_u: 0x58, i64_ge_s: 0x59, i64_ge_u: 0x5a,
    i32_add: 0x6a, i32_sub: 0x6b, i32_mul: 0x6c, i32_div_s: 0x6d, i32_div_u: 0x6e, i32_rem_s: 0x6f, i32_rem_u: 0x70,
    i32_and: 0x71, i32_or: 0x72, i32_xor: 0x73, i32_shl: 0x74, i32_shr_s: 0x75, i32_shr_u: 0x76,
    i32_rotl: 0x77, i32_rotr: 0x78,
    i64_add: 0x7c, i64_sub: 0x7d, i64_mul: 0x7e, i64_div_s: 0x7f, i64_div_u: 0x80, i64_rem_s: 0x81, i64_rem_u: 0x82,
    i64_and: 0x83, i64_or: 0x84, i64_xor: 0x85, i64_shl: 0x86, i64_shr_s: 0x87, i64_shr_u: 0x88,
    i64_rotl: 0x89, i64_rotr: 0x8a,
}));

/** Instructions that take an address; the opcode and the log2 of the number of bytes read. */
export const LOAD = Object.freeze(/** @type {const} */ ({
    i32_load: [0x28, 2], i64_load: [0x29, 3],
    i32_load8_s: [0x2c, 0], i32_load8_u: [0x2d, 0], i32_load16_s: [0x2e, 1], i32_load16_u: [0x2f, 1],
    i64_load8_s: [0x30, 0], i64_load8_u: [0x31, 0], i64_load16_s: [0x32, 1], i64_load16_u: [0x33, 1],
    i64_load32_s: [0x34, 2], i64_load32_u: [0x35, 2],
}));

/**
 * Instructions that take an address and a value; the opcode and the log2 of the number of bytes
 * written.
 */
export const STORE = Object.freeze(/** @type {const} */ ({
    i32_store: [0x36, 2], i64_store: [0x37, 3],
    i32_store8: [0x3a, 0], i32_store16: [0x3b, 1],
    i64_store8: [0x3c, 0], i64_store16: [0x3d, 1], i64_store32: [0x3e, 2],
}));

/** Instructions with immediate operands in the code. */
export const OP = Object.freeze({
    unreachable: 0x00, block: 0x02, loop: 0x03, if: 0x04, else: 0x05, end: 0x0b, br: 0x0c, brIf: 0x0d, return: 0x0f,
    call: 0x10, callIndirect: 0x11, drop: 0x1a, localGet: 0x20, localSet: 0x21, localTee: 0x22,
    memorySize: 0x3f, i32Const: 0x41, i64Const: 0x42,
});

/** Value types by name, and the type of a block without a result. */
export const TYPE = Object.freeze({ i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c });
export const NO_RESULT = 0x40;
