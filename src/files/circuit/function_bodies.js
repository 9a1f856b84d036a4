/**
 * Our bodies for the field functions of a circuit.wasm, made for one prime.
 * @module files/circuit/function_bodies
 */
import { fieldConstants } from "../../params/circom.js";
import { Cursor, encodeSigned, encodeUnsigned } from "../../util/wasm_binary.js";
import { layout } from "../../wasm/circom.js";
import { artifact } from "./artifact.js";

/**
 * A body of the artifact: its bytes, and what is to be inserted where.
 * @typedef {object} Template
 * @property {number} index - of the function; appended functions are numbered after the last of
 *   circom's
 * @property {Uint8Array} bytes
 * @property {number[]} offsets - for each offset its distance from the previous one, and what is
 *   inserted: see scripts/wasm/circom/extract.js
 */

/** @returns {Template[]} */
function templates() {
    const cursor = new Cursor(artifact(), 0), list = /** @type {Template[]} */ ([]);
    while (cursor.at < layout.tables.code) {
        const index = cursor.unsigned();
        const length = cursor.unsigned();
        if (length === 0) { // the same body as the previous one
            list.push({ ...list[list.length - 1], index });
            continue;
        }
        const body = cursor.take(length), offsets = [];
        for (let n = 2 * cursor.unsigned(); n > 0; n--) offsets.push(cursor.unsigned());
        list.push({ index, bytes: body, offsets });
    }
    return list;
}

/**
 * @param {Template} template
 * @param {(what: number) => number[]} filling
 */
function fill({ bytes, offsets }, filling) {
    const fillings = /** @type {number[][]} */ ([]);
    let length = bytes.length;
    for (let i = 1; i < offsets.length; i += 2) {
        const digits = filling(offsets[i]);
        fillings.push(digits);
        length += digits.length;
    }
    const body = new Uint8Array(length);
    let from = 0, to = 0;
    fillings.forEach((digits, i) => {
        const end = from + offsets[2 * i];
        body.set(bytes.subarray(from, end), to);
        to += end - from;
        body.set(digits, to);
        to += digits.length;
        from = end;
    });
    body.set(bytes.subarray(from), to);
    return body;
}

/**
 * @param {bigint} p
 * @param {{ getWitness: number, appended: number, signals: [number, number] }} file - indexes of
 *   getWitness and of the first function that is appended; addresses of the signals' numbers and
 *   elements
 * @returns {{ own: Map<number, Uint8Array>, appended: { like: number, body: number | Uint8Array
 *   }[], reader: number }}
 * own: bodies by index; appended: functions to be appended, each with the index of a function of
 * the same type, and a body or the index of the function whose old body it gets; reader: the place
 * of read_witness among these
 */
export function bodiesFor(p, { getWitness, appended, signals }) {
    const constants = [...fieldConstants(p), ...signals.map(BigInt)].map(encodeSigned);
    const { kept, like, reader, first } = layout;
    const filling = (/** @type {number} */ what) => constants[what]
        ?? encodeUnsigned(what === constants.length ? getWitness : appended + what - constants.length - 1);
    const made = templates().map((template) => ({ index: template.index, body: fill(template, filling) }));
    const own = new Map(made.filter(({ index }) => index < first).map(({ index, body }) => [index, body]));
    const behind = new Map(made.map(({ index, body }) => [index, body]));
    return { own, reader, appended: like.map((/** @type {number} */ type, /** @type {number} */ i) => (
        { like: type, body: i < kept.length ? kept[i] : /** @type {Uint8Array} */ (behind.get(first + i)) })) };
}
