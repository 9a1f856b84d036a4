/**
 * The coefficients of a Groth16 key: those of A and B, row by row, times the square of the
 * Montgomery factor, and a one for the constant wire and each public signal in the rows after those
 * of the circuit.
 * @module protocols/groth16/setup/coefficients
 */
import { readConstraints } from "../../../files/r1cs.js";
import { A, B, C, publicsOf } from "../../setup/terms.js";

/** @import { Curve } from "../../../curves/types.js" */
/** @import { SectionWriter } from "../../../files/binwriter.js" */
/** @import { ConstraintBatch, R1cs } from "../../../files/r1cs.js" */

/** Bytes of a record before its value: matrix, row, wire. */
const HEAD = 12;

/**
 * Plain values times the square of the Montgomery factor.
 * @param {Curve} curve
 * @param {Uint8Array} values
 * @param {AbortSignal} signal
 */
const twiceInMontgomery = async ({ Fr }, values, signal) =>
    Fr.batchToMontgomery(await Fr.batchToMontgomery(values, { signal }), { signal });

/**
 * @param {ConstraintBatch} batch
 * @param {Uint8Array} values - of all terms, as records have them
 */
function recordsOf({ first, count, starts, wires }, values) {
    const n8 = values.length / Math.max(1, wires.length);
    const size = HEAD + n8;
    let terms = 0;
    for (let c = 0; c < count; c++) terms += starts[3 * c + C] - starts[3 * c];
    const bytes = new Uint8Array(terms * size);
    const view = new DataView(bytes.buffer);
    let at = 0;
    for (let c = 0; c < count; c++)
        for (const matrix of [A, B])
            for (let t = starts[3 * c + matrix]; t < starts[3 * c + matrix + 1]; t++, at += size) {
                view.setUint32(at, matrix, true);
                view.setUint32(at + 4, first + c, true);
                view.setUint32(at + 8, wires[t], true);
                bytes.set(values.subarray(t * n8, (t + 1) * n8), at + HEAD);
            }
    return bytes;
}

/**
 * @param {{ system: R1cs, curve: Curve, signal: AbortSignal, writer: SectionWriter }} on
 * @param {number} type - of the section
 * @param {Uint32Array[]} counts - of the terms of each wire in A and B, with the rows that are
 *   added
 */
export async function writeCoefficients({ system, curve, signal, writer }, type, counts) {
    const total = [A, B].reduce((sum, matrix) => sum + counts[matrix].reduce((all, count) => all + count, 0), 0);
    await writer.begin(type, 4 + total * (HEAD + system.n8));
    await writer.write(new Uint8Array(Uint32Array.of(total).buffer));
    for await (const batch of readConstraints(system, signal))
        await writer.write(recordsOf(batch, await twiceInMontgomery(curve, batch.values, signal)));
    const one = new Uint8Array(system.n8);
    const publics = publicsOf(system) + 1;
    one[0] = 1;
    const value = await twiceInMontgomery(curve, one, signal);
    const bytes = new Uint8Array(publics * (HEAD + system.n8));
    const view = new DataView(bytes.buffer);
    for (let wire = 0; wire < publics; wire++) {
        const at = wire * (HEAD + system.n8);
        view.setUint32(at + 4, system.constraints + wire, true);
        view.setUint32(at + 8, wire, true);
        bytes.set(value, at + HEAD);
    }
    await writer.write(bytes);
    await writer.end();
}
