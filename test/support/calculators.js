/** Witness calculators that no compiler of circuits would make: the interface of circom 2, and anything behind it. */
import binaryen from "binaryen";

/** Order of the field of bn128. */
export const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;

const data = [...Array(32).keys()]
    .map((i) => `\\${((R >> BigInt(8 * i)) & 255n).toString(16).padStart(2, "0")}`)
    .join("");

/** A program of one input "a" whose witness is 1 and the value of $second. The prime lies at 64, the window at 0. */
const PARTS = {
    memory: '(memory (export "memory") 1)',
    table: "",
    types: "",
    start: "",
    init: "",
    second: "(i64.const 7)",
    size: "(i32.const 2)",
    message: "(i32.const 0)",
    setInput: "",
    inputSize: "(i32.const 1)",
    signalSize: "(i32.const 1)",
    words: "(i32.const 8)",
    more: "",
    startFunction: undefined,
    global: "(global $turn (mut i32) (i32.const 0))",
    prime: "(memory.copy (i32.const 0) (i32.const 64) (i32.const 32))",
    clear: "(memory.fill (i32.const 0) (i32.const 0) (i32.const 32))",
};

/** @param {Partial<typeof PARTS>} [instead] @returns {string} */
const text = (instead) => {
    const parts = { ...PARTS, ...instead };
    return `(module
    (import "runtime" "exceptionHandler" (func $exception (param i32)))
    (import "runtime" "printErrorMessage" (func $printError))
    (import "runtime" "writeBufferMessage" (func $write))
    (import "runtime" "showSharedRWMemory" (func $show))
    ${parts.types} ${parts.memory} ${parts.table}
    ${parts.global}
    (data (i32.const 64) "${data}")
    (func (export "getFieldNumLen32") (result i32) ${parts.words})
    (func (export "getSharedRWMemoryStart") (result i32) (i32.const 0))
    (func (export "getRawPrime") ${parts.prime})
    (func (export "getWitnessSize") (result i32) ${parts.size})
    (func (export "getInputSize") (result i32) ${parts.inputSize})
    (func (export "getInputSignalSize") (param i32 i32) (result i32) ${parts.signalSize})
    (func (export "setInputSignal") (param i32 i32 i32) ${parts.setInput})
    (func (export "getWitness") (param $i i32)
        ${parts.clear}
        (i64.store (i32.const 0) (if (result i64) (local.get $i) (then ${parts.second}) (else (i64.const 1)))))
    (func (export "getMessageChar") (result i32) ${parts.message})
    (func (export "init") (param i32) ${parts.init})
    ${parts.startFunction === undefined ? "" : `(func $start ${parts.startFunction}) (start $start)`}
    ${parts.more})`;
};

/** @param {Partial<typeof PARTS>} [instead] @returns {Uint8Array} the module */
export function calculator(instead) {
    const module = binaryen.parseText(text(instead));
    const { BulkMemory, BulkMemoryOpt, ReferenceTypes, GC, Multimemory, Memory64, Atomics } = binaryen.Features;
    module.setFeatures(
        BulkMemory | BulkMemoryOpt | ReferenceTypes | (instead?.types ? GC : 0) | Multimemory | Memory64 | Atomics,
    );
    const bytes = module.emitBinary();
    module.dispose();
    return bytes;
}

export const ENDLESS = "(loop $again (br $again))";
/** Each message is a line's end. */
export const LINE_ENDS =
    "(global.set $turn (i32.xor (global.get $turn) (i32.const 1))) (if (result i32) (global.get $turn) (then (i32.const 10)) (else (i32.const 0)))";
export const INPUTS = Object.freeze({ a: 3 });
