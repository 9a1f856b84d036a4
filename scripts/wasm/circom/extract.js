/**
 * From compiled modules to the bodies that are shipped: the same functions compiled for two moduli
 * differ in constants alone, and each difference is a place for a constant of whatever prime a file
 * has.
 *
 * What is shipped, all numbers LEB128: functions, places, how many of each; then per function its
 * index (those of circom first, appended ones behind them), the bytes of its body without what is
 * to be put in, and the places: distance from the last one and what belongs there: a constant, or
 * the index of an appended function.
 * @module scripts/wasm/circom/extract
 */
import { fieldConstants } from "../../../src/params/circom.js";
import { Cursor, encodeUnsigned, sectionsOf } from "../../../src/util/wasm_binary.js";
import { circomFunctions, IMPORTED } from "./functions.js";
import { skipInstruction } from "./instructions.js";
import { addressesFor } from "./witness.js";

const CALL = 0x10, CONSTANTS = Object.freeze([0x41, 0x42]); // i32, i64

/** @import { CircomFunction } from "./functions.js" */

/** @typedef {{ params: string[], result?: string }} FunctionType */

/**
 * @typedef {object} Compiled
 * @property {FunctionType[]} types
 * @property {{ from: string, name: string }[]} imports
 * @property {Map<string, number>} exports
 * @property {number[]} typeOf - of each defined function
 * @property {Uint8Array[]} bodies
 */

/** @param {Cursor} cursor @param {() => any} read */
const vector = (cursor, read) => Array.from({ length: cursor.unsigned() }, read);

/** @param {Cursor} cursor @returns {FunctionType} */
function readType(cursor) {
    cursor.byte(); // that it is a function
    const list = () =>
        vector(cursor, () => /** @type {Record<number, string>} */ ({ 127: "i32", 126: "i64" })[cursor.byte()]);
    return { params: list(), result: list()[0] };
}

/** @param {Uint8Array} bytes @returns {Compiled} */
function parse(bytes) {
    const at = (/** @type {number} */ id) =>
        new Cursor(bytes, sectionsOf(bytes).find((section) => section.id === id)?.at ?? 0);
    const text = (/** @type {Cursor} */ cursor) => new TextDecoder().decode(cursor.take(cursor.unsigned()));
    const types = at(1);
    const imports = at(2);
    const functions = at(3);
    const exports = at(7);
    const code = at(10);
    return {
        types: vector(types, () => readType(types)),
        imports: vector(imports, () => {
            const from = text(imports);
            const name = text(imports);
            const kind = imports.byte();
            if (kind === 0) imports.skipNumber();
            else imports.take(1 + (imports.bytes[imports.at] === 0 ? 1 : 2)); // a memory
            return { from, name, kind };
        }).filter(({ kind }) => kind === 0),
        exports: new Map(vector(exports, () => [text(exports), exports.byte() * 0 + exports.unsigned()])),
        typeOf: vector(functions, () => functions.unsigned()),
        bodies: vector(code, () => code.take(code.unsigned())),
    };
}

/** Where the body's instructions begin: behind its locals. @param {Uint8Array} body */
function startOfCode(body) {
    const cursor = new Cursor(body, 0);
    vector(cursor, () => [cursor.unsigned(), cursor.byte()]);
    return cursor.at;
}

/**
 * The instructions of a body: opcode and bytes.
 * @param {Uint8Array} body
 */
function instructions(body) {
    const cursor = new Cursor(body, startOfCode(body)), list = [];
    while (cursor.at < body.length) {
        const at = cursor.at, opcode = skipInstruction(cursor);
        list.push({ at, opcode, bytes: body.subarray(at + 1, cursor.at) });
    }
    return list;
}

/** @param {Uint8Array} bytes - LEB128, signed */
function signedOf(bytes) {
    const value = bytes.reduceRight((v, byte) => (v << 7n) | BigInt(byte & 127), 0n);
    return BigInt.asUintN(64, BigInt.asIntN(7 * bytes.length, value));
}

/**
 * Where functions of the compiled module are in a rewritten file: those of circom's names in their
 * places; behind the last one old bodies that are kept, then own functions without such a name.
 * @param {Compiled} module
 * @param {readonly string[]} kept
 */
function placesOf({ bodies, exports, imports }, kept) {
    const known = new Map(circomFunctions().map(({ name, index }) => [name, index]));
    const namesOf = (/** @type {number} */ i) =>
        [...exports].filter(([, index]) => index === i + imports.length).map(([name]) => name);
    const own = bodies.map((_, i) => namesOf(i).filter((name) => known.has(name)));
    const appended = own.flatMap((names, i) => (names.length ? [] : [i]));
    const place = new Map(appended.map((i, j) => [i, kept.length + j]));
    return {
        appended,
        nameOf: (/** @type {number} */ i) => namesOf(i).join() || `function ${i}`,
        /** @param {number} i @returns {number[]} */
        indexes: (i) =>
            own[i].length
                ? own[i].map((name) => Number(known.get(name)))
                : [IMPORTED + known.size + Number(place.get(i))],
        /**
         * What a call is in the rewritten file; appended -1: getWitness, which each file has
         * elsewhere.
         * @param {number} index
         * @returns {{ index?: number, appended?: number }}
         */
        target(index) {
            if (index >= imports.length) {
                const i = index - imports.length;
                return own[i].length ? { index: known.get(own[i][0]) } : { appended: place.get(i) };
            }
            const { from, name } = imports[index];
            if (from === "file") return { index: known.get(name) };
            return { appended: from === "kept" ? kept.indexOf(name) : -1 };
        },
    };
}

/**
 * Which constant of the field, or address of the file, stands in both operands.
 * @param {bigint[][]} constants - of both moduli
 * @param {[Uint8Array, Uint8Array]} operands - LEB128
 * @param {string} where
 */
function constantOf(constants, operands, where) {
    const values = operands.map(signedOf);
    const found = constants[0].findIndex((value, k) => value === values[0] && constants[1][k] === values[1]);
    if (found < 0)
        throw new Error(
            `circom: ${where}: expected a known constant, got ${values[0]} and ${values[1]} for the two moduli`,
        );
    return found;
}

/**
 * A body without what is to be put in, and where that goes.
 * @param {[Uint8Array, Uint8Array]} bodies - of both moduli
 * @param {bigint[][]} constants - of both
 * @param {ReturnType<typeof placesOf>["target"]} target
 * @param {string} where
 */
function templateOf(bodies, constants, target, where) {
    const [body] = bodies, [list, others] = bodies.map(instructions), places = /** @type {number[]} */ ([]);
    const bytes = [...body.subarray(0, startOfCode(body))];
    let last = 0;
    const hole = (/** @type {number} */ what) => {
        places.push(bytes.length - last, what);
        last = bytes.length;
    };
    if (list.length !== others.length || list.some(({ opcode }, j) => opcode !== others[j].opcode))
        throw new Error(`circom: ${where}: expected the same instructions for both moduli`);
    list.forEach(({ opcode, bytes: operand }, j) => {
        bytes.push(opcode);
        const other = others[j].bytes;
        if (opcode === CALL) {
            const { index, appended } = target(new Cursor(operand, 0).unsigned());
            if (index !== undefined) bytes.push(...encodeUnsigned(index));
            else hole(constants[0].length + 1 + Number(appended));
        } else if (Buffer.compare(operand, other) === 0) bytes.push(...operand);
        else if (CONSTANTS.includes(opcode)) hole(constantOf(constants, [operand, other], where));
        else throw new Error(`circom: ${where}: expected equal operands of 0x${opcode.toString(16)} for both moduli`);
    });
    return { bytes, places };
}

/**
 * @param {[bigint, bigint]} moduli
 * @param {[Uint8Array, Uint8Array]} modules - compiled for them
 * @param {readonly string[]} kept - old bodies, in the order in which they are appended
 */
export function extractBodies(moduli, modules, kept) {
    const [one, two] = modules.map(parse);
    const constants = moduli.map((p) => [...fieldConstants(p), ...addressesFor(p)]);
    if (one.bodies.length !== two.bodies.length) throw new Error("circom: expected as many functions for both moduli");
    const { appended, nameOf, indexes, target } = placesOf(one, kept);
    const flat = one.bodies.flatMap((body, i) => {
        const { bytes, places } = templateOf([body, two.bodies[i]], constants, target, nameOf(i));
        const holes = [places.length / 2, ...places].flatMap(encodeUnsigned);
        const template = [...encodeUnsigned(bytes.length), ...bytes, ...holes];
        // of further names of a function only the index: 0 stands for the body before
        return indexes(i).flatMap((index, k) => [...encodeUnsigned(index), ...(k === 0 ? template : [0])]);
    });
    const types = [
        ...kept.map((name) => /** @type {CircomFunction} */ (circomFunctions().find((f) => f.name === name))),
        ...appended.map((i) => one.types[one.typeOf[i]]),
    ];
    const reader = Number(one.exports.get("read_witness")) - one.imports.length;
    return { bytes: Uint8Array.from(flat), types, reader: kept.length + appended.indexOf(reader) };
}
