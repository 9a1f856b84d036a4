/**
 * Custom gates of a constraint system, which circuits for PLONK may have: which there are, and
 * where they are used.
 * @module files/r1cs_gates
 */
import { readLE } from "../util/bytes.js";
import { ensure } from "./errors.js";
import { R1CS } from "./r1cs.js";
import { decodeText } from "../util/text.js";

/** @import { R1cs } from "./r1cs.js" */

/** @typedef {Readonly<{ template: string, parameters: readonly bigint[] }>} CustomGate */

/**
 * Use k is of the gate `gates[k]` and ties the wires [starts[k], starts[k + 1]) of `wires`.
 * @typedef {Readonly<{ gates: Uint32Array, starts: Uint32Array, wires: Float64Array }>} GateUses
 */

/**
 * Numbers and bytes of a section, in order, each checked to be within it.
 * @param {R1cs} r1cs
 * @param {number} type - of a section that there is
 * @param {AbortSignal} [signal]
 */
async function cursor({ file }, type, signal) {
    const { size } = /** @type {{ size: number }} */ (file.sections.get(type));
    const bytes = await file.read(type, 0, size, signal);
    const view = new DataView(bytes.buffer, bytes.byteOffset, size);
    let at = 0;
    const need = (/** @type {number} */ length, /** @type {string} */ what) => ensure(at + length <= size, "ERR_FILE", () =>
        `${file.name}: expected ${what} in ${length} bytes at ${at} of section ${type}, got a section of ${size} bytes; the file is damaged`);
    return {
        bytes,
        need,
        u32(/** @type {string} */ what) {
            need(4, what);
            return view.getUint32((at += 4) - 4, true);
        },
        take(/** @type {number} */ length, /** @type {string} */ what) {
            need(length, what);
            return bytes.subarray((at += length) - length, at);
        },
        text(/** @type {string} */ what) {
            const end = bytes.indexOf(0, at);
            ensure(end >= 0, "ERR_FILE", () =>
                `${file.name}: expected ${what} to end with a zero in section ${type}, got none; the file is damaged`);
            const text = decodeText(bytes.subarray(at, end));
            at = end + 1;
            return text;
        },
        end: () => ensure(at === size, "ERR_FILE", () =>
            `${file.name}: expected section ${type} to end at ${at}, got ${size} bytes; the file is damaged`),
    };
}

/**
 * @param {R1cs} r1cs
 * @param {AbortSignal} [signal]
 * @returns {Promise<readonly CustomGate[]>} empty if it has none
 */
export async function readGates(r1cs, signal) {
    if (!r1cs.file.sections.has(R1CS.GATES)) return Object.freeze([]);
    const from = await cursor(r1cs, R1CS.GATES, signal);
    const count = from.u32("how many gates there are"), gates = [];
    for (let i = 0; i < count; i++) {
        const template = from.text(`the name of gate ${i}`);
        const most = from.u32(`the parameters of gate ${i}`);
        from.need(most * r1cs.n8, `${most} parameters of gate ${i}`);
        const parameters = Array.from({ length: most }, () => readLE(from.take(r1cs.n8, "a parameter")));
        gates.push(Object.freeze({ template, parameters: Object.freeze(parameters) }));
    }
    from.end();
    return Object.freeze(gates);
}

/**
 * @param {R1cs} r1cs
 * @param {number} gates - how many there are
 * @param {AbortSignal} [signal]
 * @returns {Promise<GateUses>}
 */
export async function readGateUses(r1cs, gates, signal) {
    const { file, signals } = r1cs;
    if (!file.sections.has(R1CS.GATE_USES))
        return Object.freeze({ gates: new Uint32Array(0), starts: new Uint32Array(1), wires: new Float64Array(0) });
    const from = await cursor(r1cs, R1CS.GATE_USES, signal);
    const count = from.u32("how many uses there are");
    from.need(8 * count, `${count} uses of gates`);
    const used = new Uint32Array(count);
    const starts = new Uint32Array(count + 1);
    const wires = new Float64Array(Math.floor(from.bytes.length / 8));
    for (let k = 0; k < count; k++) {
        const gate = from.u32(`the gate of use ${k}`);
        const ties = from.u32(`the wires of use ${k}`);
        ensure(gate < gates, "ERR_FILE", () =>
            `${file.name}: expected use ${k} to be of one of the ${gates} gates, got gate ${gate}; the file is damaged`);
        from.need(8 * ties, `${ties} wires of use ${k}`);
        for (let i = starts[k]; i < starts[k] + ties; i++) {
            const wire = from.u32("a wire") + 2 ** 32 * from.u32("a wire");
            ensure(wire < signals, "ERR_FILE", () =>
                `${file.name}: expected use ${k} to tie wires below ${signals}, got ${wire}; the file is damaged`);
            wires[i] = wire;
        }
        used[k] = gate;
        starts[k + 1] = starts[k] + ties;
    }
    from.end();
    return Object.freeze({ gates: used, starts, wires: wires.slice(0, starts[count]) });
}
