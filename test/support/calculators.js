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

/** FNV-1a, 64 bits: high and low half. @param {string} name @returns {[number, number]} */
function hashOf(name) {
    let hash = 0xcbf29ce484222325n;
    for (const byte of Buffer.from(name)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    return [Number(hash >> 32n), Number(hash & 0xffffffffn)];
}

/**
 * Addresses: the prime, texts, how many inputs are missing, elements of the signals, values, and what is
 * free.
 */
const FIRST = {
    pages: 2,
    memory: true,
    init: "",
    names: ["a", "b"],
    set: "",
    run: "",
    start: "",
    lost: "(call $error (i32.const 3) (i32.const 256) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0))",
    last: "(i64.mul (i64.load (i32.const 1096)) (i64.load (i32.const 1136)))",
    length: "(i32.const 40)",
    buffer: "(i32.const 2048)",
    missing: "",
    more: "",
    functions: "",
};

/**
 * A program as circom 1 made them: signals 1, a, b[2] and the value of `last`, which is a * b[0].
 * @param {Partial<typeof FIRST>} [instead]
 */
export function firstCalculator(instead) {
    const parts = { ...FIRST, ...instead };
    const named = parts.names.map((name, i) => {
        const [high, low] = hashOf(name).map((half) => half | 0);
        return `(if (i32.and (i32.eq (local.get $h) (i32.const ${high})) (i32.eq (local.get $l) (i32.const ${low})))
            (then (i32.store (local.get $r) (i32.const ${i + 1})) (return)))`;
    }).join("\n");
    const exported = (/** @type {string} */ name) => (parts.missing === name ? "" : `(export "${name}")`);
    const module = binaryen.parseText(`(module
    ${parts.memory ? `(import "env" "memory" (memory ${parts.pages}))` : ""}
    (import "runtime" "error" (func $error (param i32 i32 i32 i32 i32 i32)))
    (import "runtime" "log" (func $log (param i32)))
    (import "runtime" "logStartComponent" (func $begin (param i32)))
    (import "runtime" "logFinishComponent" (func $end (param i32)))
    (import "runtime" "logSetSignal" (func $set (param i32 i32)))
    (import "runtime" "logGetSignal" (func $get (param i32 i32)))
    ${parts.more} ${parts.memory ? "" : "(memory 1)"}
    (data (i32.const 0) "\\00\\10\\00\\00")
    (data (i32.const 64) "${data}")
    (data (i32.const 256) "Hash not found\\00")
    (data (i32.const 288) "a text\\00")
    (data (i32.const 320) "here:7\\00")
    (data (i32.const 512) "\\03")
    (func ${exported("init")} (param $check i32) (i32.store (i32.const 516) (local.get $check)) ${parts.init})
    (func ${exported("getNVars")} (result i32) (i32.const 5))
    (func ${exported("getFrLen")} (result i32) ${parts.length})
    (func ${exported("getPRawPrime")} (result i32) (i32.const 64))
    (func ${exported("getSignalOffset32")} (param $r i32) (param $c i32) (param $h i32) (param $l i32)
        ${named} ${parts.lost})
    (func ${exported("setSignal")} (param $o i32) (param $c i32) (param $s i32) (param $p i32)
        (memory.copy (i32.add (i32.const 1048) (i32.mul (local.get $s) (i32.const 40))) (local.get $p) (i32.const 40))
        (call $set (local.get $s) (local.get $p)) ${parts.set}
        (i32.store (i32.const 512) (i32.sub (i32.load (i32.const 512)) (i32.const 1)))
        (if (i32.eqz (i32.load (i32.const 512))) (then (call $begin (i32.const 0)) ${parts.run} (call $end (i32.const 0)))))
    (func ${exported("getWitnessBuffer")} (result i32) (local $i i32)
        (i64.store (i32.const 2048) (i64.const 1))
        (loop $next
            (memory.copy (i32.add (i32.const 2080) (i32.mul (local.get $i) (i32.const 32)))
                (i32.add (i32.const 1096) (i32.mul (local.get $i) (i32.const 40))) (i32.const 32))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br_if $next (i32.lt_u (local.get $i) (i32.const 3))))
        (i64.store (i32.const 2176) ${parts.last})
        ${parts.buffer})
    ${parts.functions}
    ${parts.start && `(func $first ${parts.start}) (start $first)`})`);
    module.setFeatures(binaryen.Features.BulkMemory | binaryen.Features.BulkMemoryOpt);
    const bytes = module.emitBinary();
    module.dispose();
    return bytes;
}
