/**
 * The instructions that a code builder has, by the names that plugins use.
 * @module plugins/instructions
 */
/** Instructions with one operand on the stack. */
export declare const UNARY: Readonly<{
    readonly i32_eqz: 69;
    readonly i64_eqz: 80;
    readonly i32_clz: 103;
    readonly i32_ctz: 104;
    readonly i64_clz: 121;
    readonly i64_ctz: 122;
    readonly i32_wrap_i64: 167;
    readonly i64_extend_i32_s: 172;
    readonly i64_extend_i32_u: 173;
}>;
/** Instructions with two operands on the stack. */
export declare const BINARY: Readonly<{
    readonly i32_eq: 70;
    readonly i32_ne: 71;
    readonly i32_lt_s: 72;
    readonly i32_lt_u: 73;
    readonly i32_gt_s: 74;
    readonly i32_gt_u: 75;
    readonly i32_le_s: 76;
    readonly i32_le_u: 77;
    readonly i32_ge_s: 78;
    readonly i32_ge_u: 79;
    readonly i64_eq: 81;
    readonly i64_ne: 82;
    readonly i64_lt_s: 83;
    readonly i64_lt_u: 84;
    readonly i64_gt_s: 85;
    readonly i64_gt_u: 86;
    readonly i64_le_s: 87;
    readonly i64_le_u: 88;
    readonly i64_ge_s: 89;
    readonly i64_ge_u: 90;
    readonly i32_add: 106;
    readonly i32_sub: 107;
    readonly i32_mul: 108;
    readonly i32_div_s: 109;
    readonly i32_div_u: 110;
    readonly i32_rem_s: 111;
    readonly i32_rem_u: 112;
    readonly i32_and: 113;
    readonly i32_or: 114;
    readonly i32_xor: 115;
    readonly i32_shl: 116;
    readonly i32_shr_s: 117;
    readonly i32_shr_u: 118;
    readonly i32_rotl: 119;
    readonly i32_rotr: 120;
    readonly i64_add: 124;
    readonly i64_sub: 125;
    readonly i64_mul: 126;
    readonly i64_div_s: 127;
    readonly i64_div_u: 128;
    readonly i64_rem_s: 129;
    readonly i64_rem_u: 130;
    readonly i64_and: 131;
    readonly i64_or: 132;
    readonly i64_xor: 133;
    readonly i64_shl: 134;
    readonly i64_shr_s: 135;
    readonly i64_shr_u: 136;
    readonly i64_rotl: 137;
    readonly i64_rotr: 138;
}>;
/** Instructions that take an address; the opcode and the log2 of the number of bytes read. */
export declare const LOAD: Readonly<{
    readonly i32_load: readonly [40, 2];
    readonly i64_load: readonly [41, 3];
    readonly i32_load8_s: readonly [44, 0];
    readonly i32_load8_u: readonly [45, 0];
    readonly i32_load16_s: readonly [46, 1];
    readonly i32_load16_u: readonly [47, 1];
    readonly i64_load8_s: readonly [48, 0];
    readonly i64_load8_u: readonly [49, 0];
    readonly i64_load16_s: readonly [50, 1];
    readonly i64_load16_u: readonly [51, 1];
    readonly i64_load32_s: readonly [52, 2];
    readonly i64_load32_u: readonly [53, 2];
}>;
/** Instructions that take an address and a value; the opcode and the log2 of the number of bytes written. */
export declare const STORE: Readonly<{
    readonly i32_store: readonly [54, 2];
    readonly i64_store: readonly [55, 3];
    readonly i32_store8: readonly [58, 0];
    readonly i32_store16: readonly [59, 1];
    readonly i64_store8: readonly [60, 0];
    readonly i64_store16: readonly [61, 1];
    readonly i64_store32: readonly [62, 2];
}>;
/** Instructions with immediate operands in the code. */
export declare const OP: Readonly<{
    unreachable: 0;
    block: 2;
    loop: 3;
    if: 4;
    else: 5;
    end: 11;
    br: 12;
    brIf: 13;
    return: 15;
    call: 16;
    callIndirect: 17;
    drop: 26;
    localGet: 32;
    localSet: 33;
    localTee: 34;
    memorySize: 63;
    i32Const: 65;
    i64Const: 66;
}>;
/** Value types by name, and the type of a block without a result. */
export declare const TYPE: Readonly<{
    i32: 127;
    i64: 126;
    f32: 125;
    f64: 124;
}>;
export declare const NO_RESULT = 64;
